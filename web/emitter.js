// Emitter styles and emitters: particles born at moving transforms.

import { parseColor } from './color.js';
import { InvalidDefError } from './errors.js';
import { check, checkHandle, checkObject, lastError, writeOptions } from './options.js';
import { presets } from './presets.js';
import { schemas } from './schema.js';
import { Transform } from './transforms.js';

const { default: defaultRate } = schemas.emitterStyle.fields.rateOverTime;
const statFields = ['requested', 'spawned', 'capacity', 'expired', 'rejected'];

// ww_Particle: position xyz, size, velocity xyz, rotation, colour rgba, age, lifetime.
const PARTICLE_FLOATS = 14;
const NO_PARTICLES = 0xffffffff;

function particleFrom(floats) {
    const [x, y, z, size, vx, vy, vz, rotation, r, g, b, a, age, lifetime] = floats;
    const color = [r, g, b, a];
    return { position: [x, y, z], size, velocity: [vx, vy, vz], rotation, color, age, lifetime };
}

// `{ preset: 'sparks', size: 1 }` -> the preset's options with the named ones over them.
function expandPreset(wish) {
    const { preset, ...options } = checkObject('emitterStyle', wish);
    if (preset === undefined) return options;
    if (Object.hasOwn(presets.emitterStyle, preset)) {
        return { ...presets.emitterStyle[preset], ...options };
    }
    const known = Object.keys(presets.emitterStyle).join(', ');
    throw new InvalidDefError(
        `emitter style: preset is ${JSON.stringify(preset)}, it must be one of ${known}`,
    );
}

function checkWhole(name, value, high) {
    if (Number.isInteger(value) && value >= 0 && value <= high) return value;
    throw new InvalidDefError(
        `${name} is ${value}, it must be a whole number between 0 and ${high}`,
    );
}

export class EmitterStyle {
    #kit;
    #handle;
    #options;

    constructor(kit, options = {}) {
        this.#kit = kit;
        this.#options = expandPreset(options);
        this.#handle = this.#write(this.#options, (at, keysAt, keyCount) =>
            checkHandle(
                kit._loaded,
                kit._loaded.core.ww_createEmitterStyle(kit._live(), at, keysAt, keyCount),
            ),
        );
    }

    #write(options, call) {
        const { core } = this.#kit._loaded;
        const { at, keysAt, keyCount } = writeOptions(
            this.#kit._loaded,
            'emitterStyle',
            options,
            core.ww_defaultEmitterStyleDef,
        );
        return call(at, keysAt, keyCount);
    }

    get _handle() {
        return this.#handle;
    }

    /**
     * Changes the named options. Motion and look change for all particles of the style at once,
     * what is drawn at birth (lifetime, speed, size, ...) for those born from now on.
     */
    set(options) {
        const merged = { ...this.#options, ...expandPreset(options) };
        const { core } = this.#kit._loaded;
        this.#write(merged, (at, keysAt, keyCount) =>
            check(
                this.#kit._loaded,
                core.ww_setEmitterStyle(this.#kit._live(), this.#handle, at, keysAt, keyCount),
            ),
        );
        this.#options = merged;
    }

    /** The options that the style was made with, those of its preset included. */
    toJSON() {
        return { ...this.#options };
    }

    /**
     * The living particles as they were at the last update, oldest first: `{ position, size,
     * velocity, rotation, color, age, lifetime }`. For tools and tests, not for every frame.
     */
    readParticles() {
        const { core, memory } = this.#kit._loaded;
        const kit = this.#kit._live();
        const count = core.ww_readParticles(kit, this.#handle, 0, 0) >>> 0;
        if (count === NO_PARTICLES) throw lastError(this.#kit._loaded);
        const at = core.ww_scratch(count * PARTICLE_FLOATS * 4);
        if (!at) throw lastError(this.#kit._loaded);
        core.ww_readParticles(kit, this.#handle, at, count);
        return Array.from({ length: count }, (_, i) => {
            const first = (at >> 2) + i * PARTICLE_FLOATS;
            return particleFrom(memory.f32.slice(first, first + PARTICLE_FLOATS));
        });
    }

    /** Destroys the style, its emitters and its particles. */
    destroy() {
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core.ww_destroyEmitterStyle(this.#kit._live(), this.#handle));
    }
}

export class Emitter {
    #kit;
    #handle;
    #emitting = true;
    #rate;
    #color = [1, 1, 1, 1];
    #ownsStyle;
    #ownsTransform;

    /**
     * `styleOrOptions` is a style or the options of one, `seed` a whole number: the same seed gives
     * the same particles. Without one it is the number of the transform's slot.
     */
    constructor(kit, styleOrOptions = {}, { transform, seed } = {}) {
        this.#kit = kit;
        if (seed !== undefined) checkWhole('emitter: seed', seed, 0xffffffff);
        this.#ownsStyle = !(styleOrOptions instanceof EmitterStyle);
        /** The style that draws its particles. */
        this.style = this.#ownsStyle
            ? new EmitterStyle(kit, { maxEmitters: 1, ...styleOrOptions })
            : styleOrOptions;
        this.#ownsTransform = !transform;
        /** The source: where particles are born. */
        this.transform = transform ?? new Transform(kit);
        this.#handle = checkHandle(
            kit._loaded,
            kit._loaded.core.ww_createEmitter(
                kit._live(),
                this.style._handle,
                this.transform._handle,
                seed ?? this.transform.slot,
            ),
        );
    }

    #call(name, ...rest) {
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core[name](this.#kit._live(), this.#handle, ...rest));
    }

    // Floats for one call, in scratch memory.
    #scratch(values) {
        const { core, memory } = this.#kit._loaded;
        const at = core.ww_scratch(values.length * 4);
        memory.f32.set(values, at >> 2);
        return at;
    }

    /** While false nothing is born at the rate; bursts still are. */
    get emitting() {
        return this.#emitting;
    }
    set emitting(on) {
        this.#call('ww_setEmitterEmitting', on ? 1 : 0);
        this.#emitting = Boolean(on);
    }

    /** Births a second, 0..65,536; the style's `rateOverTime` until it is set. */
    get rate() {
        return this.#rate ?? this.style.toJSON().rateOverTime ?? defaultRate;
    }
    set rate(rate) {
        this.#call('ww_setEmitterRate', rate);
        this.#rate = rate;
    }

    /** A factor of the style's colour for what is born from now on. */
    get color() {
        return [...this.#color];
    }
    set color(color) {
        const rgba = parseColor(color, 'emitter: color');
        this.#call('ww_setEmitterColor', this.#scratch(rgba));
        this.#color = rgba;
    }

    /** `count` births at the next update, at the transform or at `position` [x, y, z]. */
    burst(count, position) {
        checkWhole('burst: count', count, 65536);
        if (position && position.length !== 3) {
            throw new InvalidDefError('burst: position must be [x, y, z]');
        }
        this.#call('ww_burst', count, position ? this.#scratch(position) : 0);
        return this;
    }

    /** The next update lays nothing along the way from the old place to the new one. */
    teleport() {
        this.#call('ww_teleportEmitter');
    }

    /** Removes what it laid and begins anew: the same calls give the same particles. */
    reset(seed = this.transform.slot) {
        this.#call('ww_resetEmitter', checkWhole('emitter: seed', seed, 0xffffffff));
    }

    /**
     * What became of the births it was asked for: `requested` is the sum of `spawned`, `capacity`
     * (no room), `expired` (dead before the update ended) and `rejected` (transform not finite).
     */
    get stats() {
        const { core, memory } = this.#kit._loaded;
        const at = core.ww_emitterStats(this.#kit._live(), this.#handle);
        checkHandle(this.#kit._loaded, at);
        return Object.fromEntries(statFields.map((name, i) => [name, memory.f64[(at >> 3) + i]]));
    }

    /** Ends the emitter; what it laid lives on, unless the style was made for it alone. */
    destroy() {
        this.#call('ww_destroyEmitter');
        if (this.#ownsStyle) this.style.destroy();
        if (this.#ownsTransform) this.transform.destroy();
    }
}

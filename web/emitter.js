// Emitter styles and emitters: particles born at moving transforms.

import { checkCamera } from './camera.js';
import { parseColor } from './color.js';
import { Source, Style } from './effect.js';
import {
    checkCount, checkHandle, checkObject, checkOptions, checkWhole, isNumberList, lastError,
    refuseValue, writeOptions,
} from './options.js';
import { presets } from './presets.js';

const statFields = ['requested', 'spawned', 'budget', 'capacity', 'expired', 'rejected'];

const blends = [null, 'alpha', 'additive', 'premultiplied'];

// ww_Particle: position xyz, size, velocity xyz, rotation, colour rgba, age, lifetime.
const PARTICLE_FLOATS = 14;
const particleParts = [['positions', 3], ['sizes', 1], ['velocities', 3], ['rotations', 1],
    ['colors', 4], ['ages', 1], ['lifetimes', 1]];
const QUAD_FLOATS = 12;
const CAMERA_BYTES = 128;

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
    return refuseValue('emitter style: preset', preset, `one of ${known}`);
}

const family = {
    name: 'emitter',
    events: ['died'],
    schema: 'emitterStyle',
    fillStyle: 'ww_defaultEmitterStyleDef',
    createStyle: 'ww_createEmitterStyle',
    setStyle: 'ww_setEmitterStyle',
    destroyStyle: 'ww_destroyEmitterStyle',
    create: 'ww_createEmitter',
    destroy: 'ww_destroyEmitter',
    setEmitting: 'ww_setEmitterEmitting',
};

export class EmitterStyle extends Style {
    constructor(kit, options = {}) {
        super(kit, family, options);
    }

    // The options of a preset with the named ones over them.
    _expand(options) {
        return expandPreset(options);
    }

    // Fills scratch memory with what `call(at, capacity)` counts; 0 bytes of it the first time.
    #read(call, floats) {
        const { core, memory } = this._kit._loaded;
        const count = checkCount(this._kit._loaded, call(0, 0));
        const at = core.ww_scratch(count * floats * 4 + CAMERA_BYTES);
        if (!at) throw lastError(this._kit._loaded);
        call(at, count);
        const first = (at + CAMERA_BYTES) >> 2;
        return { count, numbers: memory.f32.slice(first, first + count * floats) };
    }

    /**
     * Of a style with `simulated: true`: `{ x, y, z, velocityX, velocityY, velocityZ, first, count,
     * capacity }`, views of the core's memory to read and write between two updates. The particles
     * are `count` records from `first` on, round at `capacity`; dead ones among them do not matter.
     * Take it anew in every frame.
     */
    get state() {
        const { core, memory } = this._kit._loaded;
        const at = checkHandle(
            this._kit._loaded, core.ww_particleState(this._kit._live(), this._handle),
        );
        const [arrays, stride, first, count, capacity] = memory.u32.subarray(at >> 2);
        const array = (i) => memory.f32.subarray((arrays >> 2) + i * stride).subarray(0, capacity);
        const [x, y, z, velocityX, velocityY, velocityZ] = [0, 1, 2, 3, 4, 5].map(array);
        return { x, y, z, velocityX, velocityY, velocityZ, first, count, capacity };
    }

    #readStates() {
        const { core } = this._kit._loaded;
        const kit = this._kit._live();
        return this.#read((at, capacity) => core.ww_readParticles(
            kit, this._handle, at && at + CAMERA_BYTES, capacity), PARTICLE_FLOATS);
    }

    /**
     * The living particles as they were at the last update, oldest first: `{ position, size,
     * velocity, rotation, color, age, lifetime }`. For tools and tests, not for every frame.
     */
    readParticles() {
        const { count, numbers } = this.#readStates();
        return Array.from({ length: count }, (_, i) =>
            particleFrom(numbers.subarray(i * PARTICLE_FLOATS, (i + 1) * PARTICLE_FLOATS)));
    }

    /**
     * The same as typed arrays: `{ count, positions, sizes, velocities, rotations, colors, ages,
     * lifetimes }`, 3 numbers a position or velocity, 4 a colour.
     */
    readArrays() {
        const { count, numbers } = this.#readStates();
        const arrays = { count };
        let first = 0;
        for (const [name, width] of particleParts) {
            const list = new Float32Array(count * width);
            for (let i = 0; i < count; i++) {
                const from = i * PARTICLE_FLOATS + first;
                list.set(numbers.subarray(from, from + width), i * width);
            }
            arrays[name] = list;
            first += width;
        }
        return arrays;
    }

    /**
     * The corners of the living sprites in the world, as `draw` places them for this camera on a
     * canvas so many pixels high: 12 numbers a sprite, triangles 0 1 2 and 0 2 3.
     */
    readGeometry(camera, height = this._kit.gl?.drawingBufferHeight ?? 720) {
        const { view, projection } = checkCamera('readGeometry', camera);
        if (!(Number.isFinite(height) && height > 0)) {
            refuseValue('readGeometry: height', height, 'above 0');
        }
        const { core, memory } = this._kit._loaded;
        const kit = this._kit._live();
        return this.#read((at, capacity) => {
            const matrices = at || core.ww_scratch(CAMERA_BYTES);
            memory.f32.set(view, matrices >> 2);
            memory.f32.set(projection, (matrices >> 2) + 16);
            return core.ww_readParticleQuads(
                kit, this._handle, matrices, matrices + CAMERA_BYTES / 2,
                height, at && at + CAMERA_BYTES, capacity);
        }, QUAD_FLOATS).numbers;
    }
}

export class Emitter extends Source {
    #rate;
    #color = [1, 1, 1, 1];
    #blend = null;

    /**
     * `styleOrOptions` is a style or the options of one, `seed` a whole number: the same seed gives
     * the same particles. Without one it is the number of the transform's slot.
     */
    constructor(kit, styleOrOptions = {}, options = {}) {
        const { seed } = checkOptions('emitter', options, ['transform', 'seed']);
        if (seed !== undefined) checkWhole('emitter: seed', seed, 0, 0xffffffff);
        super(kit, family, EmitterStyle, { maxEmitters: 1 }, styleOrOptions, options);
    }

    // Floats for one call, in scratch memory.
    #scratch(values) {
        const { core, memory } = this._kit._loaded;
        const at = core.ww_scratch(values.length * 4);
        memory.f32.set(values, at >> 2);
        return at;
    }

    /** Births a second, 0..65,536; the style's `rateOverTime` until it is set. */
    get rate() {
        const { rateOverTime } = this._kit.schemas.emitterStyle.fields;
        return this.#rate ?? this.style.toJSON().rateOverTime ?? rateOverTime.default;
    }
    set rate(rate) {
        if (typeof rate !== 'number') {
            refuseValue('emitter: rate', rate, 'a number between 0 and 65536 1/s');
        }
        this._call('ww_setEmitterRate', rate);
        this.#rate = rate;
    }

    /** A factor of the style's colour for what is born from now on. */
    get color() {
        return [...this.#color];
    }
    set color(color) {
        const rgba = parseColor(color, 'emitter: color');
        this._call('ww_setEmitterColor', this.#scratch(rgba));
        this.#color = rgba;
    }

    /** How its particles blend from now on, in the same draw call; null: as the style says. */
    get blend() {
        return this.#blend;
    }
    set blend(blend) {
        const number = blends.indexOf(blend);
        const known = `one of ${blends.slice(1).join(', ')} or null`;
        if (number < 0) refuseValue('emitter: blend', blend, known);
        this._call('ww_setEmitterBlend', number);
        this.#blend = blend;
    }

    /** `count` births at the next update, at the transform or at `position` [x, y, z]. */
    burst(count, position) {
        checkWhole('burst: count', count, 0, 65536);
        if (position && !isNumberList(position, 3)) {
            refuseValue('burst: position', position, '[x, y, z]');
        }
        this._call('ww_burst', count, position ? this.#scratch(position) : 0);
        return this;
    }

    /** The next update lays nothing along the way from the old place to the new one. */
    teleport() {
        this._call('ww_teleportEmitter');
    }

    /**
     * From now on what happens to its particles makes `child`, an emitter of another style, lay:
     * `{ on: 'death', count: 10, probability: 1, inheritVelocity: 0, inheritColor: false }`.
     */
    addSubEmitter(child, options = {}) {
        if (!(child instanceof Emitter && child._kit === this._kit)) {
            refuseValue('sub emitter: child', child, 'an Emitter of this kit');
        }
        const loaded = this._kit._loaded;
        const { at } = writeOptions(
            loaded, 'subEmitter', options, loaded.core.ww_defaultSubEmitterDef,
        );
        this._call('ww_linkEmitter', child._handle, at);
        return this;
    }

    /** Takes all sub-emitters off. */
    removeSubEmitters() {
        this._call('ww_unlinkEmitter');
    }

    /**
     * Calls `handler({ type, target, position, values })` after updates for each of its particles
     * that died (`'died'`; values: its velocity). Returns what stops that.
     */
    on(name, handler) {
        const stop = this._listen(name, handler);
        this._call('ww_tellEmitterDeaths', 1);
        return stop;
    }

    /** Its delay, duration and bursts begin anew; what it laid lives on. */
    restart() {
        this._call('ww_restartEmitter');
    }

    /** Whether it still lays, or something that it laid lives. */
    get alive() {
        const { core } = this._kit._loaded;
        return core.ww_emitterAlive(this._kit._live(), this._handle) === 1;
    }

    /** Removes what it laid and begins anew: the same calls give the same particles. */
    reset(seed = this.transform.slot) {
        this._call('ww_resetEmitter', checkWhole('emitter: seed', seed, 0, 0xffffffff));
    }

    /**
     * What became of the births it was asked for: `requested` is the sum of `spawned`, `budget`
     * (more than maxBirths in one update), `capacity` (no room), `expired` (dead before the update
     * ended) and `rejected` (transform not finite).
     */
    get stats() {
        const { core, memory } = this._kit._loaded;
        const at = core.ww_emitterStats(this._kit._live(), this._handle);
        checkHandle(this._kit._loaded, at);
        return Object.fromEntries(statFields.map((name, i) => [name, memory.f64[(at >> 3) + i]]));
    }

    /** Ends the emitter; what it laid lives on, unless the style was made for it alone. */
    destroy() {
        super.destroy();
        if (this._ownsStyle) this.style.destroy();
    }
}

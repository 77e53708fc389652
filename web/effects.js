// Effects: emitters, trails and beams that play together at a place, written as JSON.
//
//   { version: 1, name: 'explosion', duration: 0,
//     emitters: [{ style: { preset: 'fire' }, position: [0, 1, 0], rotation: [0, 0, 0, 1] }],
//     trails: [{ style: {}, position: [1, 0, 0], delay: 0, duration: 2 }],
//     beams: [{ style: {}, from: [0, 0, 0], to: [0, 5, 0], delay: 0.1, lifetime: 0.2 }] }
//
// Everything that its instances need is made when the effect is created: playing one allocates
// nothing, and all instances of an effect draw together.

import { CapacityError, InvalidDefError, LoadError, StaleHandleError } from './errors.js';
import {
    checkOptions, checkWhole, copyOptions, isNumberList, jsonOptions, refuseValue,
} from './options.js';
import { Transform } from './transforms.js';

const VERSION = 1;
const LONGEST = 3600; // seconds
const known = ['version', 'name', 'duration', 'emitters', 'trails', 'beams'];

const partOptions = {
    emitters: ['style', 'position', 'rotation'],
    trails: ['style', 'position', 'delay', 'duration'],
    beams: ['style', 'from', 'to', 'delay', 'lifetime'],
};

function checkList(name, value, length) {
    const finite = isNumberList(value, length) && Array.from(value).every(Number.isFinite);
    if (!finite) refuseValue(name, value, `a list of ${length} numbers`);
    return Array.from(value);
}

function checkSeconds(name, value) {
    const inside = typeof value === 'number' && value >= 0 && value <= LONGEST;
    if (!inside) refuseValue(name, value, `between 0 and ${LONGEST} s`);
    return value;
}

function checkPart(kind, part, i) {
    const name = `effect: ${kind}[${i}]`;
    checkOptions(name, part, partOptions[kind]);
    for (const key of ['position', 'from', 'to']) {
        if (part[key] !== undefined) checkList(`${name}.${key}`, part[key], 3);
    }
    if (part.rotation !== undefined) checkList(`${name}.rotation`, part.rotation, 4);
    for (const key of ['delay', 'duration', 'lifetime']) {
        if (part[key] !== undefined) checkSeconds(`${name}.${key}`, part[key]);
    }
    if (kind === 'beams' && !(part.from && part.to)) {
        throw new InvalidDefError(`${name}: from and to are needed`);
    }
    return { ...part, style: copyOptions(part.style ?? {}) };
}

/** A checked copy of an effect's definition; throws an InvalidDefError that names what is wrong. */
function checkEffect(def) {
    checkOptions('effect', def, known);
    if (def.version !== VERSION) {
        refuseValue('effect: version', def.version, `${VERSION}, the format of this release`);
    }
    const { name = '' } = def;
    if (typeof name !== 'string') refuseValue('effect: name', name, 'a string');
    const checked = { version: VERSION, name,
        duration: checkSeconds('effect: duration', def.duration ?? 0) };
    for (const kind of Object.keys(partOptions)) {
        const parts = def[kind] ?? [];
        if (!Array.isArray(parts)) refuseValue(`effect: ${kind}`, parts, 'a list');
        checked[kind] = Array.from(parts, (part, i) => checkPart(kind, part, i));
    }
    return checked;
}

// What stands for a beam that found no room in the kit.
const refused = { alive: false, release() {} };

// A texture of a style may be a URL, as JSON has it.
function readStyle(kit, style, textures) {
    if (typeof style.texture !== 'string') return style;
    const texture = kit.createTexture({ url: style.texture, wrap: 'repeat' });
    textures.push(texture);
    return { ...style, texture };
}

/** One playing of an effect. It goes back to the effect's pool when it has ended. */
class Instance {
    #effect;
    #transforms;
    #emitters;
    #trails;
    #beams;
    #time = 0;
    #stopAt = 0;

    constructor(effect, kit, { emitters, trails, beams }) {
        this.#effect = effect;
        /** What the effect plays at: move it as you like. */
        this.transform = kit.createTransform();
        this.#transforms = [this.transform];
        const child = (position = [0, 0, 0], rotation = [0, 0, 0, 1]) => {
            const transform = kit.createTransform();
            transform.set(...position, rotation, 1);
            transform.setParent(this.transform);
            this.#transforms.push(transform);
            return transform;
        };
        this.#emitters = emitters.map(({ style, position, rotation }) => (
            kit.createEmitter(style, { transform: child(position, rotation) })));
        this.#trails = trails.map(({ style, position, delay = 0, duration = LONGEST }) => (
            { trail: kit.createTrail(style, { transform: child(position) }), delay,
                end: delay + duration }));
        this.#beams = beams.map(({ style, from, to, delay = 0, lifetime }) => (
            { style, delay, lifetime, ends: { from: child(from), to: child(to) }, beam: null }));
        this._silence();
    }

    // Places it relative to `parent`, though the game may have destroyed its transform meanwhile.
    _attach(kit, parent) {
        if (!this.transform._alive) {
            this.transform = this.#transforms[0] = kit.createTransform();
            for (const child of this.#transforms.slice(1)) child.setParent(this.transform);
        }
        this.transform.setParent(parent);
    }

    _free() {
        this.playing = false;
        this.stopped = true;
        for (const transform of this.#transforms) transform._release();
    }

    _silence() {
        for (const emitter of this.#emitters) emitter.emitting = false;
        for (const { trail } of this.#trails) trail.emitting = false;
        this.playing = false;
        this.stopped = true;
    }

    _start(duration, seed) {
        this.#time = 0;
        this.#stopAt = duration || Infinity;
        /** Whether anything of it is still to be seen or to come. */
        this.playing = true;
        /** Whether it lays nothing more. */
        this.stopped = false;
        this.#emitters.forEach((emitter, i) => {
            emitter.reset((seed + i * 7919) >>> 0);
            emitter.teleport();
            emitter.emitting = true;
        });
        for (const { trail } of this.#trails) trail.clear();
        for (const part of this.#beams) part.beam = null;
    }

    /** Lays nothing more; what it laid fades on. */
    stop() {
        if (this.stopped) return;
        this.stopped = true;
        for (const emitter of this.#emitters) emitter.emitting = false;
        for (const { trail } of this.#trails) trail.emitting = false;
        for (const { beam, lifetime } of this.#beams) if (lifetime === undefined) beam?.release();
    }

    // What the timeline says for `dt` seconds more.
    _advance(kit, dt) {
        if (!this.stopped) {
            for (const { trail, delay, end } of this.#trails) {
                const on = this.#time >= delay && this.#time < end;
                if (trail.emitting !== on) trail.emitting = on;
            }
            for (const part of this.#beams) {
                if (!part.beam && this.#time >= part.delay) part.beam = this.#shine(kit, part);
            }
        }
        this.#time += dt;
        if (this.#time >= this.#stopAt) this.stop();
    }

    #shine(kit, { style, lifetime, ends }) {
        try {
            return kit.createBeam(style, lifetime ? { ...ends, lifetime } : ends);
        } catch (error) {
            if (error instanceof CapacityError) return refused;
            throw error;
        }
    }

    // Looks after an update whether anything is left.
    _settle() {
        const waits = !this.stopped && (
            this.#trails.some(({ end }) => this.#time < end) ||
            this.#beams.some(({ beam }) => !beam));
        const lives = this.#emitters.some((emitter) => emitter.alive) ||
            this.#trails.some(({ trail }) => trail.pointCount > 1) ||
            this.#beams.some(({ beam }) => beam?.alive);
        if (!waits && !lives) this.#effect._end(this);
    }
}

export class Effect {
    #kit;
    #def;
    #styles = [];
    #textures = [];
    #instances = [];
    #idle = [];
    #active = new Set();
    #overflow;
    #plays = 0;

    /** `maxInstances` play at a time; then `overflow` says which of them gives way. */
    constructor(kit, def, options = {}) {
        const { maxInstances = 8, overflow = 'replaceOldest' } = checkOptions(
            'effect', options, ['maxInstances', 'overflow']);
        checkWhole('effect: maxInstances', maxInstances, 1, 4096);
        if (!['replaceOldest', 'dropNewest'].includes(overflow)) {
            refuseValue('effect: overflow', overflow, 'replaceOldest or dropNewest');
        }
        this.#kit = kit;
        this.#def = checkEffect(def);
        this.#overflow = overflow;
        try {
            const parts = this.#makeStyles(maxInstances);
            for (let i = 0; i < maxInstances; i++) {
                this.#instances.push(new Instance(this, kit, parts));
            }
            this.#idle = [...this.#instances];
        } catch (error) {
            this.#free();
            throw error;
        }
        kit._effects.add(this);
    }

    #makeStyles(instances) {
        const kit = this.#kit;
        const limits = { emitters: 'maxEmitters', trails: 'maxTrails' };
        const create = { emitters: 'createEmitterStyle', trails: 'createTrailStyle',
            beams: 'createBeamStyle' };
        const parts = {};
        for (const kind of Object.keys(partOptions)) {
            parts[kind] = this.#def[kind].map((part, i) => {
                const wish = readStyle(kit, part.style, this.#textures);
                const room = limits[kind] ? { [limits[kind]]: instances } : {};
                try {
                    const style = kit[create[kind]]({ ...wish, ...room });
                    this.#styles.push(style);
                    return { ...part, style };
                } catch (error) {
                    error.message = `effect: ${kind}[${i}]: ${error.message}`;
                    throw error;
                }
            });
        }
        return parts;
    }

    /** The name that its definition gives. */
    get name() {
        return this.#def.name;
    }

    /** How many of it are playing. */
    get playing() {
        return this.#active.size;
    }

    /**
     * Plays it at `position` [x, y, z] with `rotation` and `scale`, or attached to `transform`. The
     * same `seed` plays the same. Returns the instance, or null when all play and overflow is
     * `dropNewest`.
     */
    play(options = {}) {
        const { position = [0, 0, 0], rotation = [0, 0, 0, 1], scale = 1, transform = null,
            seed = this.#plays } = checkOptions(
            'play', options, ['position', 'rotation', 'scale', 'transform', 'seed']);
        this.#checkLive();
        checkList('play: position', position, 3);
        checkList('play: rotation', rotation, 4);
        if (!Number.isFinite(scale)) refuseValue('play: scale', scale, 'a finite number');
        checkWhole('play: seed', seed, 0, 0xffffffff);
        if (transform !== null && !(transform instanceof Transform)) {
            refuseValue('play: transform', transform, 'a Transform of this kit');
        }
        transform?._handleIn(this.#kit); // refused before something gives way to it
        const instance = this.#take();
        if (!instance) return null;
        try {
            instance._attach(this.#kit, transform);
        } catch (error) {
            this.#idle.push(instance);
            throw error;
        }
        instance.transform.set(...position, rotation, scale);
        instance._start(this.#def.duration, seed);
        this.#active.add(instance);
        this.#plays++;
        return instance;
    }

    #checkLive() {
        if (!this.#kit) throw new StaleHandleError('effect: it was destroyed');
        this.#kit._live();
    }

    #take() {
        if (this.#idle.length) return this.#idle.pop();
        if (this.#overflow === 'dropNewest') return null;
        const [oldest] = this.#active; // sets keep the order of plays
        oldest.stop();
        this.#active.delete(oldest);
        return oldest;
    }

    // Called by the kit before and after its update.
    _advance(dt) {
        for (const instance of this.#active) instance._advance(this.#kit, dt);
    }

    _settle() {
        for (const instance of this.#active) instance._settle();
    }

    _end(instance) {
        instance._silence();
        this.#active.delete(instance);
        this.#idle.push(instance);
    }

    /** Stops all that play. */
    stop() {
        for (const instance of this.#active) instance.stop();
    }

    /** Its definition, as JSON has it. */
    toJSON() {
        const plain = (part) => ({ ...part, style: jsonOptions(part.style) });
        const { emitters, trails, beams, ...rest } = this.#def;
        return { ...rest, emitters: emitters.map(plain), trails: trails.map(plain),
            beams: beams.map(plain) };
    }

    #free() {
        this.#active.clear();
        for (const style of this.#styles) style.destroy();
        for (const instance of this.#instances) instance._free();
        for (const texture of this.#textures) texture.destroy();
    }

    /** Destroys it and all of it that plays. */
    destroy() {
        this.#checkLive();
        this.#free();
        this.#kit._effects.delete(this);
        this.#kit = null;
    }
}

/** The definition that a URL gives. */
export async function fetchEffect(url) {
    let response;
    try {
        response = await fetch(url);
    } catch (cause) {
        throw new LoadError(`effect: ${url} could not be fetched: ${cause.message}`);
    }
    if (!response.ok) throw new LoadError(`effect: ${url} answered ${response.status}`);
    try {
        return await response.json();
    } catch (cause) {
        throw new LoadError(`effect: ${url} is not JSON: ${cause.message}`);
    }
}

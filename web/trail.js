// Trail styles and trails: ribbons behind moving transforms.

import { Source, Style } from './effect.js';
import {
    check, checkCount, checkObject, checkOptions, isNumberList, lastError, refuseValue,
} from './options.js';

const family = {
    name: 'trail',
    schema: 'trailStyle',
    fillStyle: 'ww_defaultTrailStyleDef',
    createStyle: 'ww_createTrailStyle',
    setStyle: 'ww_setTrailStyle',
    destroyStyle: 'ww_destroyTrailStyle',
    create: 'ww_createTrail',
    destroy: 'ww_destroyTrail',
    setEmitting: 'ww_setTrailEmitting',
    events: ['started', 'reset', 'orphaned', 'faded'],
    lastEvent: 'faded',
};

// What suspended trails do (src/effects/trail/trail.h).
const [ACTIVE, HIDDEN, CLEARED] = [0, 1, 2];

// The arrays of points, in the order of the core's, and the numbers that each has of a point.
const pointArrays = Object.entries({
    position: 3, rotation: 4, color: 4, vector: 3, age: 1, width: 1, begins: 1,
});
const POINT_FLOATS = 17;
const ofData = ['rotation', 'color', 'vector'];

function activityOf(options) {
    return checkOptions('suspend', options, ['clear']).clear ? CLEARED : HIDDEN;
}

// `[[x, y, z], …]`, or all numbers in one list -> the numbers.
function pathFloats(path) {
    const list = Array.isArray(path) || ArrayBuffer.isView(path) ? Array.from(path) : [];
    const isFlat = isNumberList(list, list.length) && list.length % 3 === 0;
    if (!isFlat && !list.every((point) => isNumberList(point, 3))) {
        refuseValue('stroke: path', path, 'a list of [x, y, z], or from and to');
    }
    return isFlat ? list : list.flatMap((point) => Array.from(point));
}

function checkNumber(name, value) {
    if (typeof value !== 'number') refuseValue(`trail: ${name}`, value, 'a number');
    return value;
}

export class TrailStyle extends Style {
    #shader = null;

    constructor(kit, options = {}) {
        super(kit, family, options);
        this._hasPointData = options.pointData === true; // for good
    }

    /** GLSL with a function `vec4 shade(TrailFragment f)`, or null for the built-in shading. */
    get shader() {
        return this.#shader;
    }
    set shader(source) {
        if (source !== null && typeof source !== 'string') {
            refuseValue('trail style: shader', source, 'GLSL or null');
        }
        const { core, memory } = this._kit._loaded;
        const kit = this._kit._live();
        let at = 0;
        if (source !== null) {
            const bytes = 3 * source.length + 1; // of UTF-8, at most
            at = core.ww_scratch(bytes);
            if (!at) throw lastError(this._kit._loaded);
            memory.writeString(at, bytes, source);
        }
        const saved = this._kit._saveHostState();
        const status = core.ww_setTrailStyleShader(kit, this._handle, at);
        this._kit._restoreHostState(saved);
        check(this._kit._loaded, status);
        this.#shader = source;
    }

    /**
     * Lays a trail that is born whole and only ages: from `from` to `to`, or along `path`, a list
     * of [x, y, z] or of all their numbers. `ageFrom` and `ageTo` are the shares of their lives
     * that the two ends have behind them.
     */
    stroke(options) {
        const { from, to, path = [from, to], ageFrom = 0, ageTo = 0 } =
            checkOptions('stroke', options, ['from', 'to', 'path', 'ageFrom', 'ageTo']);
        const floats = pathFloats(path);
        for (const [name, age] of Object.entries({ ageFrom, ageTo })) {
            if (typeof age !== 'number') refuseValue(`stroke: ${name}`, age, 'between 0 and 1');
        }
        const { core, memory } = this._kit._loaded;
        const kit = this._kit._live();
        const at = core.ww_scratch(floats.length * 4);
        if (!at) throw lastError(this._kit._loaded);
        memory.f32.set(floats, at >> 2);
        check(this._kit._loaded,
            core.ww_layStroke(kit, this._handle, at, floats.length / 3, ageFrom, ageTo));
    }

    /**
     * The quads that the last draw made of its trails, 12 numbers each: the corners left and right
     * of the older end, right and left of the newer one.
     */
    expand() {
        const { core, memory } = this._kit._loaded;
        const kit = this._kit._live();
        const count = checkCount(
            this._kit._loaded, core.ww_expandTrailStyle(kit, this._handle, 0, 0));
        const at = core.ww_scratch(count * 48);
        if (!at) throw lastError(this._kit._loaded);
        core.ww_expandTrailStyle(kit, this._handle, at, count);
        return memory.f32.slice(at >> 2, (at >> 2) + count * 12);
    }

    #suspend(activity) {
        const { core } = this._kit._loaded;
        check(this._kit._loaded,
            core.ww_suspendTrailStyle(this._kit._live(), this._handle, activity));
    }

    /** All its trails lay nothing and are hidden, or with `clear` gone, until `resume`. */
    suspend(options = {}) {
        this.#suspend(activityOf(options));
    }

    resume() {
        this.#suspend(ACTIVE);
    }

    /** Destroys the style and all that is drawn with it. */
    destroy() {
        super.destroy();
        for (const trail of this._kit._modified) {
            if (trail.style === this) this._kit._modified.delete(trail);
        }
    }

    // Goes when the last of its trails has faded.
    _retire() {
        const { core } = this._kit._loaded;
        core.ww_retireTrailStyle(this._kit._live(), this._handle);
    }
}

export class Trail extends Source {
    #opacity = 1;
    #width = 1;
    #eye = null;
    #eyeOrigin; // of the kit when it was given
    #modify = null;
    #floats = null; // room for its points, once they are read

    constructor(kit, styleOrOptions = {}, options = {}) {
        checkOptions('trail', options, ['transform']);
        super(kit, family, TrailStyle, { maxTrails: 1 }, styleOrOptions, options);
    }

    /** Points that the trail keeps now. */
    get pointCount() {
        const { core } = this._kit._loaded;
        const count = core.ww_trailPointCount(this._kit._live(), this._handle);
        return checkCount(this._kit._loaded, count);
    }

    /** Least and largest coordinates of what the last draw showed of it, or null for nothing. */
    get bounds() {
        const { core, memory } = this._kit._loaded;
        const at = core.ww_scratch(24);
        const some = core.ww_trailBounds(this._kit._live(), this._handle, at);
        if (!checkCount(this._kit._loaded, some)) return null;
        const list = Array.from(memory.f32.subarray(at >> 2, (at >> 2) + 6));
        return { min: list.slice(0, 3), max: list.slice(3) };
    }

    /** The next sample begins a new strip; what is laid fades on in its place. */
    teleport() {
        this._call('ww_breakTrail');
    }

    /** Calls `handler(event)` after updates in which it happened; returns what stops that. */
    on(type, handler) {
        return this._listen(type, handler);
    }

    /** Factor of the alpha of the whole living trail, 0..1. */
    get opacity() {
        return this.#opacity;
    }
    set opacity(opacity) {
        this._call('ww_setTrailOpacity', checkNumber('opacity', opacity));
        this.#opacity = opacity;
    }

    /** Factor of the style's width for what is laid from now on, 0..15. */
    get width() {
        return this.#width;
    }
    set width(width) {
        this._call('ww_setTrailWidth', checkNumber('width', width));
        this.#width = width;
    }

    /** The place that it faces and whose distance thins it; null: where each view looks from. */
    get eye() {
        return this.#eye && this._kit._origin.placeSince(this.#eyeOrigin, this.#eye);
    }
    set eye(eye) {
        if (eye !== null && !isNumberList(eye, 3)) refuseValue('trail: eye', eye, '[x, y, z]');
        this._call('ww_setTrailEye', eye ? this.#scratch(eye) : 0);
        this.#eye = eye && Array.from(eye);
        this.#eyeOrigin = this._kit.origin;
    }

    #scratch(floats) {
        const { core, memory } = this._kit._loaded;
        const at = core.ww_scratch(floats.length * 4);
        if (!at) throw lastError(this._kit._loaded);
        memory.f32.set(floats, at >> 2);
        return at;
    }

    /** It lays nothing and is hidden, or with `clear` gone, until `resume`. */
    suspend(options = {}) {
        this._call('ww_suspendTrail', activityOf(options));
    }

    resume() {
        this._call('ww_suspendTrail', ACTIVE);
    }

    /**
     * The points, oldest first: `count` and typed arrays of `position`, `age`, `width` and
     * `begins`, with the style's pointData also of `rotation`, `color` and `vector`. They are good
     * until the next call.
     */
    readPoints() {
        const { core, memory } = this._kit._loaded;
        const count = this.pointCount;
        const length = count * POINT_FLOATS;
        if (!(this.#floats?.length >= length)) this.#floats = new Float32Array(2 * length);
        const at = core.ww_scratch(length * 4);
        if (!at) throw lastError(this._kit._loaded);
        core.ww_readTrailPoints(this._kit._live(), this._handle, at, count);
        this.#floats.set(memory.f32.subarray(at >> 2, (at >> 2) + length));
        const points = { count };
        let first = 0;
        for (const [name, size] of pointArrays) {
            // Without pointData the points have no numbers of these.
            const end = first + size * count;
            if (this.style._hasPointData || !ofData.includes(name)) {
                points[name] = this.#floats.subarray(first, end);
            }
            first = end;
        }
        return points;
    }

    /** Writes back what `readPoints` gave; what changed is uploaded. The newest stays in place. */
    writePoints(points) {
        const { count } = checkObject('points', points);
        const at = this.#scratch(this.#floats?.subarray(0, count * POINT_FLOATS) ?? []);
        this._call('ww_writeTrailPoints', at, count);
    }

    /** A function that changes the points after every update, or null. */
    get modify() {
        return this.#modify;
    }
    set modify(modify) {
        if (modify !== null && typeof modify !== 'function') {
            refuseValue('trail: modify', modify, 'a function or null');
        }
        const isLive = this.pointCount >= 0; // throws when it was destroyed
        this.#modify = modify;
        this._kit._modified[modify && isLive ? 'add' : 'delete'](this);
    }

    // After an update.
    _runModify() {
        const points = this.readPoints();
        if (!points.count) return;
        this.#modify(points, this);
        // It may have ended the trail, or the kit.
        if (this._kit._modified.has(this)) this.writePoints(points);
    }

    /** Everything laid is gone at once. */
    clear() {
        this._call('ww_clearTrail');
    }

    /** Ends the trail; what is laid fades on, and then a style that was made for it alone goes. */
    destroy() {
        const shows = this.pointCount > 0;
        super.destroy();
        if (!shows) this._kit._events.forget(this._handle);
        this._kit._modified.delete(this);
        if (this._ownsStyle) this.style._retire();
    }
}

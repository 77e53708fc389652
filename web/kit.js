// The kit: owns one instance of the core and one WebGL2 context (its own, or the host's).

import { Beam, BeamStyle } from './beam.js';
import { checkCamera, placeOf } from './camera.js';
import {
    checkClear, checkSwitches, contextFrom, fitToPage, hostStateFrom, refuse, takenCanvases,
} from './context.js';
import { Effect, fetchEffect } from './effects.js';
import { Emitter, EmitterStyle } from './emitter.js';
import { StaleHandleError } from './errors.js';
import { Events } from './events.js';
import { Forest } from './forest.js';
import { instantiate } from './loader.js';
import { Origin } from './origin.js';
import { check, lastError, refuseValue, writeOptions } from './options.js';
import { Stats } from './stats.js';
import { Texture } from './texture.js';
import { Trail, TrailStyle } from './trail.js';
import { Tramplers } from './tramplers.js';
import { Transforms } from './transforms.js';
import { Tree, treePreset, treePresets } from './tree.js';
import { Wind, World } from './world.js';

const MATRIX_BYTES = 64;
const LONGEST_STEP = 3600; // seconds of one update
const ownOptions = [
    'canvas', 'gl', 'wasm', 'antialias', 'alpha', 'clear', 'hostState', 'statsEveryFrame',
];

export class Kit {
    #options;
    #pointer = 0;
    #camera;
    #ownsContext;
    #clear;
    #hostState; // for hosts that want their state back: context.js
    #statsEveryFrame;
    #timeScale = 1;
    #state = 'ready';
    #error = '';
    #written = false;
    #hasDepth = false; // the last draw had one
    #place = null; // of the camera of the last draw: x, z
    #onLost = (event) => this.#lose(event);
    #onRestored = () => this.#restore();

    constructor(loaded, options, hostState) {
        this._loaded = loaded;
        /** Layout, defaults and limits of every option. */
        this.schemas = loaded.schemas;
        this.#options = options;
        /** The WebGL2 context that the kit draws with; null when headless. */
        this.gl = contextFrom(options);
        /** The canvas of that context. */
        this.canvas = this.gl?.canvas ?? null;
        this.#ownsContext = Boolean(options.canvas);
        this.#clear = checkClear(options.clear ?? (this.#ownsContext ? [0, 0, 0, 0] : false));
        this.#hostState = this.gl && hostState;
        this.#statsEveryFrame = options.statsEveryFrame === true;
        this.#open();
        this.transforms = new Transforms(this);
        this.stats = new Stats(this);
        this._events = new Events(loaded);
        this._textures = new Set();
        this._modified = new Set(); // trails whose points the game changes after each update
        this._effects = new Set();
        this._streamed = new Set(); // forests with streams
        this._origin = new Origin(this);
        this.world = new World(this);
        this.wind = new Wind(this.world);
        /** What undergrowth bows to. */
        this.tramplers = new Tramplers(this);
        if (this.#ownsContext && this.canvas) takenCanvases.add(this.canvas);
        this.canvas?.addEventListener?.('webglcontextlost', this.#onLost);
        this.canvas?.addEventListener?.('webglcontextrestored', this.#onRestored);
        this.#writeAttributes();
    }

    #open() {
        const { core, attachGl } = this._loaded;
        const limits = {};
        for (const [key, value] of Object.entries(this.#options)) {
            if (!ownOptions.includes(key) && value !== undefined) limits[key] = value;
        }
        if (this.#ownsContext) {
            limits.multisampled ??= this.gl.getContextAttributes().antialias;
            limits.exclusive ??= !this.#hostState;
        }
        if (this.gl && (limits.multiDraw ?? true) === true) {
            limits.multiDraw = this.gl.getExtension('WEBGL_multi_draw') !== null;
        }
        attachGl(this.gl);
        const saved = this._saveHostState();
        const { at } = writeOptions(this._loaded, 'kit', limits, core.ww_defaultKitDef);
        this.#pointer = core.ww_createKit(at);
        this._restoreHostState(saved);
        if (!this.#pointer) throw lastError(this._loaded);
        this.#camera = core.ww_cameraBuffer(this.#pointer);
        /** The limits in force, as given or by default. */
        this.limits = Object.freeze({ ...defaultsOf(this.schemas.kit), ...limits });
    }

    /** Version of the core, as package.json has it. */
    get version() {
        const packed = this._loaded.core.ww_version();
        return `${packed >> 16}.${(packed >> 8) & 255}.${packed & 255}`;
    }

    /** `ready`, `lost` (the context is gone; everything comes back with it), or `disposed`. */
    get state() {
        return this.#state;
    }

    get _pointer() {
        return this.#pointer;
    }

    /** The core's kit, for calls; throws after dispose. */
    _live() {
        if (this.#pointer) return this.#pointer;
        throw new StaleHandleError('this kit was disposed');
    }

    createTrailStyle(options) {
        return new TrailStyle(this, options);
    }

    createTrail(styleOrOptions, options) {
        return new Trail(this, styleOrOptions, options);
    }

    createBeamStyle(options) {
        return new BeamStyle(this, options);
    }

    /** A beam between two points or transforms: `{ from, to, lifetime, color, width, seed }`. */
    createBeam(style, options = {}) {
        return new Beam(this, style, options);
    }

    createEmitterStyle(options) {
        return new EmitterStyle(this, options);
    }

    createEmitter(styleOrOptions, options) {
        return new Emitter(this, styleOrOptions, options);
    }

    createForest(options) {
        return new Forest(this, options);
    }

    createTree(options) {
        this._building = true;
        return new Tree(this, options);
    }

    /** Names of the tree presets. */
    get treePresets() {
        return treePresets(this._loaded);
    }

    /** All options of a tree preset. */
    treePreset(name) {
        this._live();
        return treePreset(this._loaded, name);
    }

    /** Emitters, trails and beams that play together (effects.js has the format). */
    createEffect(definition, options) {
        this._live();
        return new Effect(this, definition, options);
    }

    /** An effect whose definition is a JSON file. */
    async loadEffect(url, options) {
        return this.createEffect(await fetchEffect(url), options);
    }

    createTexture(options) {
        return new Texture(this, options);
    }

    createTransform() {
        return this.transforms.create();
    }

    /** How fast the kit's time runs, 0..100; 0 pauses it, 1 is real time. */
    get timeScale() {
        return this.#timeScale;
    }
    set timeScale(scale) {
        const inside = typeof scale === 'number' && scale >= 0 && scale <= 100;
        if (!inside) refuseValue('kit: timeScale', scale, 'between 0 and 100');
        this.#timeScale = scale;
    }

    /** Where the origin is, from where it was when the kit was created. */
    get origin() {
        return this._origin.at;
    }

    /** The place (x, y, z) becomes the origin: everything alive moves by as much the other way. */
    shiftOrigin(x, y, z) {
        this._origin.shift([x, y, z]);
        if (this.#place) this.#place = [this.#place[0] - x, this.#place[1] - z];
    }

    /** Reads the transforms, lays what is born, retires what died. `dt` in seconds, 0..3600. */
    update(dt) {
        const start = performance.now();
        if (typeof dt !== 'number' || !(dt >= 0 && dt <= LONGEST_STEP)) {
            refuseValue('update: dt', dt, `between 0 and ${LONGEST_STEP} s`);
        }
        const step = Math.min(dt * this.#timeScale, LONGEST_STEP);
        this._live();
        for (const effect of this._effects) effect._advance(step);
        for (const forest of this._streamed) this.#stream(forest);
        const pointer = this._live(); // callbacks of streams may dispose the kit
        check(this._loaded, this._loaded.core.ww_update(pointer, step));
        if (this._building) this.#buildTrees(start);
        for (const effect of this._effects) effect._settle();
        this.stats._beginUpdate(performance.now() - start);
        for (const trail of this._modified) trail._runModify();
        if (this.#pointer) this._events.deliver(pointer);
    }

    // Streams follow the camera of the last draw.
    #stream({ _streams }) {
        if (!this.#place) return;
        for (const stream of _streams) stream._advance(this.#place[0], this.#place[1]);
    }

    // Stages of building trees until the time for them is over: one at least.
    #buildTrees(start) {
        const { core } = this._loaded;
        const end = start + this.limits.treeBudget;
        do this._building = core.ww_buildTrees(this.#pointer) > 0;
        while (this._building && performance.now() < end);
    }

    _listen(handle, thing, { name, events = [] }, type, handler) {
        this._live();
        if (!events.includes(type)) {
            refuseValue(`${name}: event`, type, `one of ${events.join(', ') || 'none'}`);
        }
        if (typeof handler !== 'function') refuseValue(`${name}: handler`, handler, 'a function');
        return this._events.add(handle, thing, type, handler);
    }

    _saveHostState() {
        return this.#hostState?.saveHostState(this.gl);
    }

    _restoreHostState(saved) {
        if (saved) this.#hostState.restoreHostState(this.gl, saved);
    }

    /** Fits a canvas of the kit's own to its size on the page. */
    resize(pixelRatio = globalThis.devicePixelRatio ?? 1) {
        this._live();
        const inside = typeof pixelRatio === 'number' && pixelRatio > 0 && pixelRatio <= 16;
        if (!inside) refuseValue('resize: pixelRatio', pixelRatio, 'above 0 and up to 16');
        if (!this.#ownsContext) refuse('resize is for a canvas of the kit; a host sizes its own');
        fitToPage(this.canvas, pixelRatio);
    }

    /**
     * Draws everything for one camera, as often as there are views, into the framebuffer that is
     * set: into the camera's `viewport`, else into the host's, or all of a canvas of the kit's own,
     * which is cleared there first.
     */
    draw(camera) {
        const pointer = this._live();
        if (this.#state === 'lost') return;
        const start = performance.now();
        const { core, memory: { f32 } } = this._loaded;
        const { view, projection, viewport, depth } = checkCamera('draw', camera);
        if (depth || this.#hasDepth) this.#setDepth(depth);
        f32.set(view, this.#camera >> 2);
        f32.set(projection, (this.#camera + MATRIX_BYTES) >> 2);
        const saved = this._saveHostState();
        const width = viewport?.[2] ?? this.gl?.drawingBufferWidth ?? 1280;
        const height = viewport?.[3] ?? this.gl?.drawingBufferHeight ?? 720;
        if (this.gl && (viewport || this.#ownsContext)) {
            this.gl.viewport(viewport?.[0] ?? 0, viewport?.[1] ?? 0, width, height);
        }
        if (this.#ownsContext && this.#clear) this.#clearCanvas(viewport);
        const status = core.ww_draw(
            pointer, this.#camera, this.#camera + MATRIX_BYTES, width, height,
        );
        this._restoreHostState(saved);
        check(this._loaded, status);
        if (this._streamed.size) this.#place = placeOf(view, this.#place);
        const now = performance.now();
        if (this.stats._endDraw(now - start, now) || this.#statsEveryFrame || !this.#written) {
            this.#writeAttributes();
        }
    }

    /**
     * Draws the depth of the trees around where the last `draw` looked from, as a light sees them,
     * into the bound framebuffer: for shadow maps. `viewport` [x, y, width, height] is the host's.
     */
    drawShadow(camera) {
        const pointer = this._live();
        if (this.#state === 'lost') return;
        const { view, projection, viewport } = checkCamera('drawShadow', camera);
        const { f32 } = this._loaded.memory;
        f32.set(view, this.#camera >> 2);
        f32.set(projection, (this.#camera + MATRIX_BYTES) >> 2);
        const [, , width, height] = viewport ?? [0, 0, 1024, 1024];
        const saved = this._saveHostState();
        const status = this._loaded.core.ww_drawShadow(
            pointer, this.#camera, this.#camera + MATRIX_BYTES, width, height,
        );
        this._restoreHostState(saved);
        check(this._loaded, status);
    }

    #setDepth(depth) {
        if (depth && !depth._textureIn) refuseValue('draw: depth', depth, 'a Texture of this kit');
        const handle = depth ? depth._textureIn(this._loaded) : 0;
        check(this._loaded, this._loaded.core.ww_setSceneDepth(this.#pointer, handle));
        this.#hasDepth = handle !== 0;
    }

    #clearCanvas(viewport) {
        const { gl } = this;
        if (viewport) {
            gl.enable(gl.SCISSOR_TEST); // the core turns it off again
            gl.scissor(...viewport);
        }
        gl.clearColor(...this.#clear);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    }

    #writeAttributes() {
        const dataset = this.canvas?.dataset;
        if (!dataset) return;
        dataset.wwState = this.#state;
        dataset.wwError = this.#error;
        if (this.#pointer) this.stats._writeTo(dataset);
        this.#written = this.stats.frame > 0;
    }

    #lose(event) {
        event.preventDefault(); // without this the browser never restores the context
        this._loaded.core.ww_loseContext(this.#pointer);
        for (const texture of this._textures) texture._lose();
        this.#state = 'lost';
        this.#writeAttributes();
    }

    #restore() {
        this._loaded.attachGl(this.gl);
        const saved = this._saveHostState();
        const status = this._loaded.core.ww_restoreContext(this.#pointer);
        this._restoreHostState(saved);
        this.#state = status ? 'failed' : 'ready';
        this.#error = status ? lastError(this._loaded).message : '';
        if (!status) for (const texture of this._textures) texture._send();
        this.#writeAttributes();
    }

    /** Frees every GL object and the core's memory. The canvas and a host's context stay. */
    dispose() {
        if (!this.#pointer) return;
        takenCanvases.delete(this.canvas);
        this.canvas?.removeEventListener?.('webglcontextlost', this.#onLost);
        this.canvas?.removeEventListener?.('webglcontextrestored', this.#onRestored);
        for (const texture of this._textures) texture._release();
        this._events.close();
        this._modified.clear();
        this._loaded.core.ww_destroyKit(this.#pointer);
        this.#pointer = 0;
        this.#state = 'disposed';
        this.#writeAttributes();
        this._loaded.release();
    }
}

function defaultsOf({ fields }) {
    return Object.fromEntries(Object.keys(fields).map((name) => [name, fields[name].default]));
}

/** Loads the core from `source` and opens a kit on it. */
export async function openKit(source, options) {
    if (options === null || typeof options !== 'object') refuse('an options object is needed');
    checkSwitches(options);
    const hostState = await hostStateFrom(options);
    const loaded = await instantiate(options.wasm ?? source);
    try {
        return new Kit(loaded, options, hostState);
    } catch (error) {
        loaded.release();
        throw error;
    }
}

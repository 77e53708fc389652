// willowisp: trails, beams, particles and forests for browser games.
//
// Units are metres, seconds and radians; Y up, right-handed. What is wrong in a call throws a
// WillowispError and changes nothing.
import type {
    BeamStyleOptions,
    EmitterStyleOptions,
    ForestOptions,
    KitOptions,
    ScatterOptions,
    Schema,
    Schemas,
    SpeciesSettings,
    Stats as Counters,
    SubEmitterOptions,
    TrailStyleOptions,
    TreeOptions,
    WorldOptions,
} from './schema.js';

export type {
    BeamStyleOptions,
    EmitterStyleOptions,
    Field,
    ForestOptions,
    KitOptions,
    ScatterOptions,
    Schema,
    Schemas,
    SpeciesSettings,
    SubEmitterOptions,
    TrailStyleOptions,
    TreeOptions,
    WorldOptions,
} from './schema.js';

/** Three numbers, x y z. */
export type Vec3 = readonly [number, number, number] | Float32Array | Float64Array;

/** 16 numbers, column-major, as WebGL, gl-matrix and three.js have them. */
export type Mat4 = ArrayLike<number>;

/** Anything with the parts of a unit quaternion. */
export interface Quaternion {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly w: number;
}

/**
 * CSS colours (`'#ffb02e'`, `'#ff550080'`, `'rgb(255 176 46 / 50%)'`, `'gold'`) and numbers
 * (`0xffb02e`) are sRGB; lists `[r, g, b]` and `[r, g, b, a]` are linear and may exceed 1.
 */
export type Color =
    | string
    | number
    | readonly [number, number, number]
    | readonly [number, number, number, number]
    | Float32Array;

/** A number, evenly spaced values `[1, 0.5, 0]`, or keys `[[0, 1], [0.3, 0.8], [1, 0]]` over 0..1. */
export type Curve = number | readonly number[] | ReadonlyArray<readonly [number, number]>;

/** Rows of numbers: lists, objects with named numbers, or all numbers one after the other. */
export type Rows<Column extends string> =
    | ReadonlyArray<readonly number[] | Readonly<Partial<Record<Column, number>>>>
    | readonly number[]
    | Float32Array;

/** A colour, evenly spaced colours, or keys `[[0, '#fff'], [1, 'orange']]` over 0..1. */
export type Gradient = Color | readonly Color[] | ReadonlyArray<readonly [number, Color]>;

/** Where the core comes from: a URL, its bytes, a response, or a compiled module to share. */
export type WasmSource = string | URL | BufferSource | Response | WebAssembly.Module;

export interface CreateKitOptions extends KitOptions {
    /** Makes a WebGL2 context on this canvas and draws there. */
    canvas?: HTMLCanvasElement | OffscreenCanvas;
    /** Draws into this context of another engine instead. */
    gl?: WebGL2RenderingContext;
    /** Instead of the core that came with the entry. */
    wasm?: WasmSource;
    /** Of the kit's own context. Default true. */
    antialias?: boolean;
    /** Of the kit's own context: transparent where nothing is drawn. Default true. */
    alpha?: boolean;
    /**
     * What each draw first clears its part of the canvas to, premultiplied, or false. Default
     * `[0, 0, 0, 0]` with `canvas`, false with `gl`.
     */
    clear?: false | readonly [number, number, number, number];
    /**
     * How a host gets its GL state back after the kit used the context: `'preserve'` restores it
     * exactly, which costs time; a function is called (three.js: `() => renderer.resetState()`).
     * Left out, the host resets its own after each draw.
     */
    hostState?: 'preserve' | (() => void);
    /** Writes the `data-ww-*` attributes in every frame instead of four times a second. */
    statsEveryFrame?: boolean;
}

/** An effect as JSON has it. Positions are metres from the place where it plays. */
export interface EffectDefinition {
    /** Of the format. */
    version: 1;
    name?: string;
    /** Seconds after which it stops by itself, 0 to 3600; 0: when its parts do. Default 0. */
    duration?: number;
    emitters?: readonly EffectEmitter[];
    trails?: readonly EffectTrail[];
    beams?: readonly EffectBeam[];
}

/** When it begins and ends: `startDelay`, `duration`, `looping` and `bursts` of the style. */
export interface EffectEmitter {
    style: PresetEmitterStyleOptions;
    position?: Vec3;
    /** Unit quaternion xyzw. */
    rotation?: readonly [number, number, number, number];
}

export interface EffectTrail {
    style: TrailStyleOptions;
    position?: Vec3;
    /** Seconds, 0 to 3600. Default 0. */
    delay?: number;
    /** Seconds, 0 to 3600. Default: until the effect stops. */
    duration?: number;
}

export interface EffectBeam {
    style: BeamStyleOptions;
    from: Vec3;
    to: Vec3;
    /** Seconds, 0 to 3600. Default 0. */
    delay?: number;
    /** Seconds, 0 to 3600. Default: until the effect stops. */
    lifetime?: number;
}

export interface EffectOptions {
    /** How many can play at a time, 1 to 4096: their room is taken at creation. Default 8. */
    maxInstances?: number;
    /** What gives way when all play. Default `replaceOldest`. */
    overflow?: 'replaceOldest' | 'dropNewest';
}

export interface PlayOptions {
    /** Default [0, 0, 0]. */
    position?: Vec3;
    /** Unit quaternion xyzw. */
    rotation?: readonly [number, number, number, number];
    /** Default 1. */
    scale?: number;
    /** Attaches it: position, rotation and scale are relative to this. */
    transform?: Transform | null;
    /** The same seed plays the same. Default: the number of the play. */
    seed?: number;
}

export class Effect {
    private constructor();
    readonly name: string;
    /** How many of it are playing. */
    readonly playing: number;
    /** Null when all play and `overflow` is `dropNewest`. Allocates nothing in the core. */
    play(options?: PlayOptions): EffectInstance | null;
    /** Stops all that play: they lay nothing more, what they laid fades on. */
    stop(): void;
    toJSON(): EffectDefinition;
    /** Destroys it and all of it that plays. */
    destroy(): void;
}

/** One playing of an effect; used again for a later one when it has ended. */
export interface EffectInstance {
    /** What it plays at: move it as you like. */
    readonly transform: Transform;
    /** Whether anything of it is still to be seen or to come. */
    readonly playing: boolean;
    /** Whether it lays nothing more. */
    readonly stopped: boolean;
    /** Lays nothing more; what it laid fades on. */
    stop(): void;
}

/** Exactly one of `source`, `url`, `pixels` and `texture`. The first row of a picture is v = 0. */
export interface TextureOptions {
    /** An image, a canvas, a video or an ImageBitmap. */
    source?: TexImageSource;
    /** Fetched and decoded; until then what uses it is drawn as without a texture. */
    url?: string | URL;
    /** RGBA, 4 bytes a pixel, alpha not premultiplied; with `width` and `height`, 1 to 8192. */
    pixels?: Uint8Array | Uint8ClampedArray;
    /** The host's own: stays the host's, `filter`, `wrap`, `mipmaps` and `color` are its affair. */
    texture?: WebGLTexture;
    width?: number;
    height?: number;
    /** Default `linear`. */
    filter?: 'linear' | 'nearest';
    /** Default `clamp`. */
    wrap?: 'clamp' | 'repeat';
    /** Default true. */
    mipmaps?: boolean;
    /** How the numbers are meant. Default `srgb`. */
    color?: 'srgb' | 'linear';
}

export class Texture {
    private constructor();
    /** Pixels; 0 until it is loaded. */
    readonly width: number;
    readonly height: number;
    /** Where it came from, if from a URL. */
    readonly url: string | null;
    /** Settles when it can be seen; rejects with a LoadError that names the URL. */
    readonly ready: Promise<Texture>;
    /** Sends the present content of a source or of pixels that changed. */
    update(): void;
    /** Its URL, or null. */
    toJSON(): string | null;
    /** What still uses it is drawn as without a texture. */
    destroy(): void;
}

/** What `on` handlers are given, after the update in which it happened. */
export interface EffectEvent<Type extends string, Target> {
    readonly type: Type;
    readonly target: Target;
    /** Where it happened, metres. */
    readonly position: [number, number, number];
    readonly values: [number, number, number];
}

export interface Camera {
    /** World to camera space. */
    view: Mat4;
    /** Camera to clip space, perspective or orthographic. */
    projection: Mat4;
    /** Where: x, y (from the lower left), width, height in pixels. Left out: all of it. */
    viewport?: readonly [number, number, number, number];
    /**
     * What is opaque in the scene: `kit.createTexture({ texture, width, height })` of a depth texture
     * of the framebuffer's size, with NEAREST filters, that is not attached while the kit draws.
     * Sprites with `softness` fade before it.
     */
    depth?: Texture | null;
}

/** Opens a kit on a canvas, in a host's context (`gl`), or without drawing (`headless: true`). */
export function createKit(options: CreateKitOptions): Promise<Kit>;

/** Owns one core, one WebGL2 context and everything made with it. */
export class Kit {
    private constructor();
    /** As package.json has it. */
    readonly version: string;
    /**
     * `lost`: the context is gone, nothing is drawn, everything comes back with it. `failed`: it
     * came back but refused a shader.
     */
    readonly state: 'ready' | 'lost' | 'failed' | 'disposed';
    /** The context that the kit draws with; null when headless. */
    readonly gl: WebGL2RenderingContext | null;
    /** The canvas of that context. */
    readonly canvas: HTMLCanvasElement | OffscreenCanvas | null;
    /** The limits in force. */
    readonly limits: Readonly<Required<KitOptions>>;
    /** Layout, defaults and limits of every option: what sliders and editors are made from. */
    readonly schemas: Schemas;
    readonly transforms: Transforms;
    readonly stats: Stats;
    readonly world: World;
    readonly wind: Wind;
    readonly tramplers: Tramplers;

    /** A look that many trails share: one batch, one draw call. */
    createTrailStyle(options?: TrailStyleOptions): TrailStyle;
    /** A trail of a style, or of a style of its own; with a transform of its own unless one is given. */
    createTrail(
        styleOrOptions?: TrailStyle | TrailStyleOptions,
        options?: { transform?: Transform },
    ): Trail;
    /** A look that many beams share: one pool, one draw call. */
    createBeamStyle(options?: BeamStyleOptions): BeamStyle;
    /** A beam between two points or transforms. When the style is full its `overflow` decides. */
    createBeam(style: BeamStyle, options: BeamOptions): Beam;
    /** A look that many emitters share: one pool, one draw call. */
    createEmitterStyle(options?: PresetEmitterStyleOptions): EmitterStyle;
    /** An emitter of a style, or of a style of its own. The same seed gives the same particles. */
    createEmitter(
        styleOrOptions?: EmitterStyle | PresetEmitterStyleOptions,
        options?: { transform?: Transform; seed?: number },
    ): Emitter;
    createForest(options?: CreateForestOptions): Forest;
    /** Queues a tree: updates build it, each for `treeBudget` milliseconds. */
    createTree(options?: CreateTreeOptions): Tree;
    /** Names of the tree presets: `'oak'`, `'pine'`, … */
    readonly treePresets: string[];
    /** All options of a tree preset, to start a species of one's own from. */
    treePreset(name: string): Required<TreeOptions>;
    /** Emitters, trails and beams that play together; throws for a definition that is wrong. */
    createEffect(definition: EffectDefinition, options?: EffectOptions): Effect;
    /** An effect whose definition is a JSON file; rejects with a LoadError that names the URL. */
    loadEffect(url: string | URL, options?: EffectOptions): Promise<Effect>;
    /** A slot at the origin, scale 1, not rotated. */
    createTransform(): Transform;
    /** A picture for trails, beams and particles. Loading by URL does not wait: see `ready`. */
    createTexture(options: TextureOptions): Texture;

    /** How fast the kit's time runs, 0 to 100; 0 pauses it. Default 1. */
    timeScale: number;
    /** Metres from the first origin to where it is now: the sum of all shifts. */
    readonly origin: [number, number, number];
    /**
     * A floating origin: the place (x, y, z), metres, each within 1e9, becomes the new origin.
     * Everything alive moves by as much the other way, at once: what was laid, transforms without a
     * parent (not those of trails in `space: 'screen'`), beams, trees, streams, gusts and noise. Move
     * the camera and what the game keeps by the same amount, and the picture stays the same. Call it
     * before writing new transforms, every kilometre or so: all records are sent anew, once.
     * Throws InvalidDefError for a place that is none.
     */
    shiftOrigin(x: number, y: number, z: number): void;
    /** Fits a canvas of the kit's own to its size on the page. `pixelRatio` above 0, up to 16. */
    resize(pixelRatio?: number): void;
    /** Reads the transforms, lays what is born, retires what died. `dt` in seconds, 0 to 3600. */
    update(dt: number): void;
    /**
     * Draws everything for one camera, as often as there are views, into the framebuffer that is
     * set: into the camera's `viewport`, else into the host's, or all of a canvas of the kit's own,
     * which is cleared there first. A scissor is turned off.
     */
    draw(camera: Camera): void;
    /**
     * Draws the depth of the trees around where the last `draw` looked from (`shadowDistance` of each
     * forest), as a light sees them, into the bound framebuffer: for shadow maps. The viewport is the
     * host's; colour, where there is any, becomes white.
     */
    drawShadow(light: Camera): void;
    /** Frees every GL object and the core's memory. The canvas and a host's context stay. */
    dispose(): void;
}

/** The counters, and what only JavaScript knows. */
export interface Stats extends Counters {
    /** Frames drawn since the kit was created. */
    readonly frame: number;
    /** Frames a second, over the last quarter of a second or more. */
    readonly fps: number;
    /** Milliseconds of the main thread for the last update and the draws since it. */
    readonly cpuMs: number;
    /** Bytes of the core's heap. */
    readonly heapBytes: number;
    toJSON(): Record<string, number>;
}

export interface Transforms {
    /**
     * The table: 8 floats a slot (position xyz, uniform scale, unit quaternion xyzw). A new view
     * after the heap has grown: read it anew in each frame.
     */
    readonly data: Float32Array;
    create(): Transform;
}

/** A slot of the table of transforms. */
export class Transform {
    private constructor();
    /** Its floats begin at `slot * 8` of `kit.transforms.data`. */
    readonly slot: number;
    /** Position in metres, and where given a rotation and a uniform scale. */
    set(
        x: number,
        y: number,
        z: number,
        rotation?: Quaternion | ArrayLike<number> | null,
        scale?: number,
    ): void;
    /**
     * From the next update on its numbers are relative to `parent`, or to the world again (null). A
     * slot cannot be its own ancestor. When the parent is destroyed they are the world's again.
     */
    setParent(parent: Transform | null): void;
    destroy(): void;
}

/** Light and weather of everything that a kit draws. */
export interface World {
    /** Changes the named options; the others stay. */
    set(options: WorldOptions): void;
    toJSON(): WorldOptions;
}

export interface Wind {
    /** `direction` is `[x, z]` or `[x, y, z]`, `strength` and `gust` are 0 to 1. */
    set(options: { direction?: readonly number[]; strength?: number; gust?: number }): void;
}

export interface Tramplers {
    /**
     * What undergrowth bows to: up to 32 spheres that follow transforms, in place of those before.
     * `radius` is in metres at the transform's scale 1, 0.001 to 100, 0.5 by default. How far a
     * species bows is its `trample`; how soon it rises behind them the world's `trampleRecovery`.
     */
    set(list: ReadonlyArray<{ transform: Transform; radius?: number }>): this;
}

export class TrailStyle {
    private constructor();
    /** Changes the named options and with them all trails of the style. */
    set(options: TrailStyleOptions): void;
    toJSON(): TrailStyleOptions;
    /**
     * GLSL (ES 3.00) that shades every fragment of the style, or null for the built-in shading. It
     * defines `vec4 shade(TrailFragment f)`, which returns a linear colour that is not
     * premultiplied; fading with age, toward the edges and at round ends is done after it. `f` has
     * `vec2 uv` (along as textureMode says, 0 to 1 across), `float along` (0 head, 1 tail),
     * `float age` (0 born, 1 dead), `vec4 color` (tint, gradients, the point's own colour),
     * `vec4 texel` (of the texture, else white), `vec3 position`, `vec3 normal`, `vec3 light` (of
     * sun and sky, white unless `lit`), `vec3 vector` (of the point) and `float seconds`. May be
     * set at any time. Throws an InvalidDefError that names the lines which the compiler refuses;
     * then what was set before stays.
     */
    shader: string | null;
    /**
     * The quads of its trails for the camera of the last draw, as the core reckons them: 12 numbers
     * each, the corners in the world, left and right of the older end, right and left of the newer
     * one; of a tube one quad a side. For tools and exports: as costly as drawing them.
     */
    expand(): Float32Array;
    /**
     * Lays a trail without a source that is born whole and only ages. Its slot is free again when it
     * has faded. Throws a CapacityError while all maxTrails are taken.
     */
    stroke(options: StrokeOptions): void;
    /** All its trails lay nothing and are hidden, or with `clear` gone, until `resume`. */
    suspend(options?: { clear?: boolean }): void;
    resume(): void;
    /** Destroys the style, all its trails, and the transforms that were made for these alone. */
    destroy(): void;
}

/** Two ends, or a whole path: 2 to maxPoints points, metres. */
export type StrokeOptions = {
    /** Share of its life that the first point has behind it, 0 to 1. Default 0. */
    ageFrom?: number;
    /** The same for the last point. The younger end is the head. Default 0. */
    ageTo?: number;
} & (
    | { from: Vec3; to: Vec3 }
    /** Points, or all their numbers in one list. */
    | { path: ArrayLike<number> | ReadonlyArray<Vec3 | Float32Array> }
);

/** The points of a trail, oldest first. Arrays hold all points one after another. */
export interface TrailPoints {
    readonly count: number;
    /** 3 numbers a point, metres. */
    readonly position: Float32Array;
    /** Seconds. */
    readonly age: Float32Array;
    /** Factor of the style's width, 0 to 15. */
    readonly width: Float32Array;
    /** 1 where a strip begins: nothing is drawn from the point before to this one. */
    readonly begins: Float32Array;
    /** With the style's pointData: unit quaternion xyzw of the source when the point was laid. */
    readonly rotation?: Float32Array;
    /** With pointData: linear RGBA, factors of the style's colours, 0 to 15. */
    readonly color?: Float32Array;
    /** With pointData: 3 numbers that only the game and its fragment function give a meaning. */
    readonly vector?: Float32Array;
}

/**
 * `started`: it shows after it showed nothing. `reset`: a teleport or `clear` broke or cleared its
 * history. `orphaned`: its transform was destroyed. `faded`: nothing of it shows any more.
 */
export type TrailEventType = 'started' | 'reset' | 'orphaned' | 'faded';

/** A ribbon behind a moving transform. */
export class Trail {
    private constructor();
    readonly style: TrailStyle;
    /** The source: what the trail follows. */
    readonly transform: Transform;
    /** While false nothing is laid and the history ages out; true again begins a new strip. */
    emitting: boolean;
    /** Points that the trail keeps now. */
    readonly pointCount: number;
    /**
     * Least and largest coordinates (metres, in the world) of what the camera of the last draw sees
     * of it; null while it shows nothing.
     */
    readonly bounds: { min: number[]; max: number[] } | null;
    /** The next sample begins a new strip; what is laid fades on in its place. */
    teleport(): void;
    /** Everything laid is gone at once. */
    clear(): void;
    /** Factor of the alpha of the whole living trail, 0 to 1. Default 1. */
    opacity: number;
    /** Factor of the style's width for what is laid from now on, 0 to 15. Default 1. */
    width: number;
    /** The place that it faces and whose distance thins it; null: where each view looks from. */
    eye: Vec3 | null;
    /** It lays nothing and is hidden, or with `clear` gone, until `resume`. */
    suspend(options?: { clear?: boolean }): void;
    resume(): void;
    /** The points as arrays that are good until the next call. */
    readPoints(): TrailPoints;
    /**
     * Writes back what `readPoints` gave, before the next update. The records that changed are
     * uploaded (`stats.recordBytes`). The newest point stays at the source.
     */
    writePoints(points: TrailPoints): void;
    /** Changes the points after every update, before they are drawn; null: nothing does. */
    modify: ((points: TrailPoints, trail: Trail) => void) | null;
    /** Calls `handler` after the updates in which it happened; returns what stops that. */
    on<Type extends TrailEventType>(
        type: Type,
        handler: (event: EffectEvent<Type, Trail>) => void,
    ): () => void;
    /** Ends the trail; what is laid fades on, and then a style that was made for it alone goes. */
    destroy(): void;
}

export class BeamStyle {
    private constructor();
    /** Changes the named options and with them all beams of the style. */
    set(options: BeamStyleOptions): void;
    toJSON(): BeamStyleOptions;
    /** What became of the beams it was asked for. */
    readonly stats: BeamStats;
    /** Destroys the style and all its beams. */
    destroy(): void;
}

/** `requested` is the sum of the others. */
export interface BeamStats {
    readonly requested: number;
    /** Those that fade included. */
    readonly alive: number;
    /** Gone at the end of their lifetime. */
    readonly expired: number;
    /** Gone after a release. */
    readonly released: number;
    /** Gone to make room for newer ones (`overflow: 'replaceOldest'`). */
    readonly replaced: number;
    /** Never drawn for want of room (`overflow: 'dropNewest'`). */
    readonly dropped: number;
}

export interface BeamChanges {
    /** A point in metres, or a transform that is followed; when that goes the beam is released. */
    from?: Vec3 | Transform;
    to?: Vec3 | Transform;
    /** A factor of the style's colour. Default white. */
    color?: Color;
    /** A factor of the style's width, or one for each end, 0 to 1000. Default 1. */
    width?: number | readonly [from: number, to: number];
}

export interface BeamOptions extends BeamChanges {
    from: Vec3 | Transform;
    to: Vec3 | Transform;
    /** Seconds until it is gone by itself, 0 to 3600; default 0: not before it is released. */
    lifetime?: number;
    /** Of the lightning, 0 to 16,777,215; default 0: one of its own, by the order of creation. */
    seed?: number;
}

/** A line of light between two places. */
export class Beam {
    private constructor();
    readonly style: BeamStyle;
    /** False once it has ended: released and faded, expired, replaced, or refused. */
    readonly alive: boolean;
    /** Changes its ends, colour or width. Throws when it has ended. */
    set(options: BeamChanges): void;
    /** Lets it fade over the style's `fadeOut`. Nothing happens when it has ended already. */
    release(): void;
}

/** Options of an emitter style over those of a preset. */
export interface PresetEmitterStyleOptions extends EmitterStyleOptions {
    preset?: EmitterPreset;
}

export type EmitterPreset =
    | 'sparks'
    | 'dust'
    | 'exhaust'
    | 'smoke'
    | 'fire'
    | 'embers'
    | 'snow'
    | 'rain'
    | 'fireflies'
    | 'magic'
    | 'explosion'
    | 'splash'
    | 'bubbles';

export class EmitterStyle {
    private constructor();
    /**
     * Changes the named options. Motion and look change for all particles at once, what is drawn at
     * birth (lifetime, speed, size, …) for those born from now on.
     */
    set(options: PresetEmitterStyleOptions): void;
    /** The options, those of the preset included. */
    toJSON(): EmitterStyleOptions;
    /** The living particles at the last update, oldest first. For tools and tests. */
    readParticles(): Particle[];
    /**
     * Of a style with `simulated: true`: views of the core's memory to read and write between two
     * updates. Take it anew in every frame.
     */
    readonly state: ParticleState;
    /** The same as typed arrays: 3 numbers a position or velocity, 4 a colour. */
    readArrays(): ParticleArrays;
    /**
     * The corners of the living sprites in the world, as `draw` places them for this camera on a
     * canvas so many pixels high: 12 numbers a sprite, triangles 0 1 2 and 0 2 3.
     */
    readGeometry(camera: Pick<Camera, 'view' | 'projection'>, height?: number): Float32Array;
    /** Destroys the style, its emitters with transforms of their own, and its particles. */
    destroy(): void;
}

export interface Particle {
    /** Metres. */
    position: [number, number, number];
    /** Width in metres. */
    size: number;
    /** Metres a second. */
    velocity: [number, number, number];
    /** Radians. */
    rotation: number;
    /** Linear. */
    color: [number, number, number, number];
    /** Seconds since birth. */
    age: number;
    /** Seconds. */
    lifetime: number;
}

/** Where particles are born. */
export class Emitter {
    private constructor();
    readonly style: EmitterStyle;
    /** The source. */
    readonly transform: Transform;
    /** While false nothing is born at the rate; bursts still are. */
    emitting: boolean;
    /** Births a second, 0 to 65,536; the style's `rateOverTime` until it is set. */
    rate: number;
    /** A factor of the style's colour for what is born from now on. */
    get color(): [number, number, number, number];
    set color(color: Color);
    /** What became of the births it was asked for. */
    readonly stats: EmitterStats;
    /** How its particles blend from now on, in the same draw call; null as the style says. */
    blend: 'alpha' | 'additive' | 'premultiplied' | null;
    /** `count` births (0 to the style's maxParticles) at the next update, at the transform or at a point of the world. */
    burst(count: number, position?: Vec3): this;
    /** The next update lays nothing along the way from the old place to the new one. */
    teleport(): void;
    /**
     * From now on what happens to its particles makes `child`, an emitter of another style, lay.
     * Up to 4 of them.
     */
    addSubEmitter(child: Emitter, options?: SubEmitterOptions): this;
    /** Takes all sub-emitters off. */
    removeSubEmitters(): void;
    /**
     * Calls `handler` after updates for each of its particles that died; `values` is its velocity.
     * Returns what stops that.
     */
    on(type: 'died', handler: (event: EffectEvent<'died', Emitter>) => void): () => void;
    /** Its delay, duration and bursts begin anew; what it laid lives on. */
    restart(): void;
    /** Whether it still lays, or something that it laid lives. False once it was destroyed. */
    readonly alive: boolean;
    /** Removes what it laid and begins anew: the same calls give the same particles. */
    reset(seed?: number): void;
    /** Ends the emitter; what it laid lives on, unless the style was made for it alone. */
    destroy(): void;
}

/**
 * The particles are `count` records from `first` on, round at `capacity`; dead ones among them do
 * not matter. Metres and metres a second.
 */
export interface ParticleState {
    readonly x: Float32Array;
    readonly y: Float32Array;
    readonly z: Float32Array;
    readonly velocityX: Float32Array;
    readonly velocityY: Float32Array;
    readonly velocityZ: Float32Array;
    readonly first: number;
    readonly count: number;
    readonly capacity: number;
}

/** The living particles of a style, oldest first. */
export interface ParticleArrays {
    readonly count: number;
    readonly positions: Float32Array;
    readonly sizes: Float32Array;
    readonly velocities: Float32Array;
    readonly rotations: Float32Array;
    readonly colors: Float32Array;
    readonly ages: Float32Array;
    readonly lifetimes: Float32Array;
}

/** `requested` is the sum of the others. */
export interface EmitterStats {
    readonly requested: number;
    readonly spawned: number;
    /** More than the style's `maxBirths` in one update. */
    readonly budget: number;
    /** Refused for want of room. */
    readonly capacity: number;
    /** Dead before the update ended. */
    readonly expired: number;
    /** Skipped because the transform was not finite or farther than 1e18 m. */
    readonly rejected: number;
}

/** How a forest has a species: these, and all options of a tree. */
export interface SpeciesOptions extends TreeOptions, SpeciesSettings {
    /** Name of a tree preset (`'oak'`, `'pine'`, …) to begin with. */
    preset?: string;
}

export interface CreateForestOptions extends ForestOptions {
    /** Default: one oak. */
    species?: readonly SpeciesOptions[];
}

export interface ForestScatterOptions extends Omit<ScatterOptions, 'height'> {
    /** `[minX, minZ, maxX, maxZ]` in metres. */
    area?: readonly [number, number, number, number];
    /** Of the ground in metres: a number, or a function of the place. Default 0. */
    height?: number | ((x: number, z: number) => number);
    /** Thins the trees out: 0 none to 1 all. A function of the place, or a map over the area. */
    density?: ((x: number, z: number) => number) | DensityMap;
    /** `[lowest, highest]` ground that trees stand on, metres. */
    heights?: readonly [number, number];
    /** Steepest ground that trees stand on, rise over run: 1 is 45 degrees. */
    maxSlope?: number;
    /** Ways that stay free, `width` metres wide. */
    paths?: ReadonlyArray<{ points: ReadonlyArray<readonly [number, number]>; width: number }>;
}

export interface ForestStreamOptions {
    /** Side of a cell in metres, 1 to 100000. Default 64. */
    cell?: number;
    /**
     * Cells up to so many metres from the camera's are there, `cell` to 256 cells. They leave when
     * they are a cell farther; so maxTrees must hold the trees of a circle of radius + cell. Default
     * 512.
     */
    radius?: number;
    /** Trees that come and go in one update, 1 to 1000000; a cell is never split. Default 1000. */
    budget?: number;
    /**
     * What stands in the cell of `area` [minX, minZ, maxX, maxZ]: trees as `plant` takes them (6
     * numbers each), or options for `scatter`, where `area` and `tile` are those of the cell: one
     * seed for all cells makes woods that go on from cell to cell. It must answer the same for the
     * same cell. Ages begin anew whenever a cell comes in. What it throws in an update is reported and
     * leaves the cell empty until it comes back; `fill` throws it on.
     */
    plant: (
        column: number, row: number, area: [number, number, number, number],
    ) => readonly PlantedTree[] | readonly number[] | Float32Array | ForestScatterOptions;
}

/**
 * Follows the camera of the last draw. What `move`, `fell` and `remove` did to its trees is done
 * again when their cell comes back; felled trees come back as stumps.
 */
export interface ForestStream {
    /** Cells that are there. */
    readonly cells: number;
    /** Cells that are still to come. */
    readonly waiting: number;
    /** Whether the forest's maxTrees kept cells out. */
    readonly full: boolean;
    /** Brings in all cells around (x, z) at once, for loading screens. Throws when it was destroyed. */
    fill(x: number, z: number): this;
    /** Removes its trees and forgets what was done to them. */
    destroy(): void;
}

/** `width` x `height` numbers 0 to 1, rows from the north edge (least z) to the south. */
export interface DensityMap {
    data: ArrayLike<number>;
    width: number;
    height: number;
}

export interface PlantedTree {
    /** Of its foot, metres. */
    position: Vec3;
    /** Radians. Default 0. */
    yaw?: number;
    /** Of its size; 0.001 to 1000. Default 1. */
    scale?: number;
    /** Below `variantCount`. Default 0. */
    variant?: number;
    /** 0 (sprouts) to 1 (mature); goes on where the forest has `growSeconds`. Default 1. */
    age?: number;
    /** Years that it is ahead of the world's season, -0.5 to 0.5. Default 0. */
    season?: number;
    /** Slope along x and z by which it stands aslant, -1 to 1. Default `[0, 0]`. */
    lean?: readonly [number, number];
    /** Factors on its red, green and blue, 0 to 2. Default `[1, 1, 1]`. */
    tint?: Vec3;
}

/** A tree as it is now. */
export interface TreeState extends Required<PlantedTree> {
    /** Full-grown, metres. */
    height: number;
    felled: boolean;
}

export interface CreateTreeOptions extends Omit<SpeciesOptions, 'variants'> {
    /** 0 (sprouts) to 1 (mature). Default 1. */
    age?: number;
    /** Seconds in which it grows from 0 to 1, up to 1000000; 0: it keeps its age. Default 0. */
    growSeconds?: number;
}

/** Triangles of a tree, Y up, its foot at the origin. */
export interface TreeMesh {
    /** 3 numbers a vertex, metres. */
    positions: Float32Array;
    /** 3 numbers a vertex, unit. */
    normals: Float32Array;
    /** 4 a vertex: albedo, sRGB encoded; share of the sky that it sees (255: all). */
    colors: Uint8Array;
    /** 2 a vertex. Wood: metres around and along the bark; leaves: -1..1 across, 0..1 along. */
    uvs: Float32Array;
    /** Counter-clockwise seen from outside. Wood first. */
    indices: Uint32Array;
    /** So many of the indices are wood. */
    woodIndexCount: number;
    /** Metres. */
    height: number;
    /** Farthest from the vertical through the foot, metres. */
    radius: number;
}

/**
 * `progress`: values[0] is the share that is built. `generated` (built) and `matured` (its age came
 * to 1): values are height and radius in metres and triangles of the mature tree.
 */
export type TreeEventType = 'progress' | 'generated' | 'matured';

/** One tree to read, to fell and to export. Forests draw trees. */
export class Tree {
    private constructor();
    /** 0 (sprouts) to 1 (mature); goes on by itself while `growSeconds` is above 0. */
    age: number;
    /** Seconds in which it grows from 0 to 1, up to 1000000; 0: it keeps its age. */
    growSeconds: number;
    on<Type extends TreeEventType>(
        type: Type,
        handler: (event: EffectEvent<Type, Tree>) => void,
    ): () => void;
    /** Cuts the trunk level, so many metres above the foot, 0 to 1000; 0 makes it whole again. */
    fell(height: number): this;
    /**
     * The mesh at its age, as copies. `level`: 0 (the finest, default) to 2. `part`: what stands
     * (default), or what was felled. Builds what is not built yet.
     */
    mesh(options?: { level?: number; part?: 'standing' | 'felled' }): TreeMesh;
    /** A glTF 2.0 file of the tree at its age: `levels` (1 to 3, default 3) scenes, finest first. */
    toGlb(options?: { levels?: number }): Promise<Uint8Array>;
    toJSON(): CreateTreeOptions;
    destroy(): void;
}

/** Pooled trees: near ones are meshes, far ones impostors. */
export class Forest {
    private constructor();
    /** What it is made of. */
    readonly species: Array<{ preset: string | undefined; firstVariant: number; variants: number }>;
    /** Trees that look different. */
    readonly variantCount: number;
    /** Trees planted. */
    readonly treeCount: number;
    /** A copy of the planted trees, 8 numbers each: x, y, z, scale, yaw, variant, random 0..1, age. */
    readonly trees: Float32Array;
    /** The numbers of the planted trees, in the same order. */
    readonly ids: Uint32Array;
    /** Share of the impostor pictures that are baked, 0 to 1; baking goes on in every draw. */
    readonly ready: number;
    /** Builds the trees of a species; takes milliseconds each. */
    addSpecies(species: SpeciesOptions): void;
    /** Plants seeded trees over an area; how many were planted. */
    scatter(options?: ForestScatterOptions): number;
    /** Lets trees come and go around the camera of the last draw: a world larger than memory. */
    stream(options: ForestStreamOptions): ForestStream;
    /**
     * Plants trees where they are said to stand, all or none; or `stride` numbers a tree, 6 to 13: x,
     * y, z, yaw, scale, variant, age, season, lean x and z, tint red, green and blue. Default 6.
     * @returns a number for each, which names it until it is removed
     */
    plant(
        trees: readonly PlantedTree[] | readonly number[] | Float32Array, stride?: number,
    ): Uint32Array;
    /** What a tree is like now. */
    tree(id: number): TreeState;
    /** Changes what is said of a tree; it keeps its number. */
    move(id: number, wish: Partial<PlantedTree>): this;
    /**
     * A tree falls toward `direction` [x, z] (default `[1, 0]`), cut `height` metres above its foot, 0
     * to 100 (default 0.5). It lies for `felledSeconds`; its stump stays until it is removed. `ago`:
     * seconds for which it has been felled, 0 to 1000000 (default 0).
     */
    fell(
        id: number,
        options?: { direction?: readonly [number, number]; height?: number; ago?: number },
    ): this;
    /** Removes trees. One that is gone already throws, after the others were removed. */
    remove(ids: number | Iterable<number>): this;
    /** The first tree that a ray meets within `maxDistance` metres (default 1000), without wind. */
    pick(
        origin: Vec3, direction: Vec3, maxDistance?: number,
    ): { id: number; distance: number } | null;
    /** Trees whose feet are within `radius` metres of (x, z), in no order. */
    near(x: number, z: number, radius: number): Uint32Array;
    /** Changes options; the limits, the cells and the pictures stay as created. */
    set(options: ForestOptions): this;
    /** Bakes what is left in the next draw instead of over many. */
    bake(): this;
    /** Removes the forest and all its trees. */
    destroy(): void;
}

/** Looks to start from, by name. */
export const presets: {
    readonly emitterStyle: Readonly<Record<EmitterPreset, Readonly<EmitterStyleOptions>>>;
};

/** Everything that can go wrong. */
export class WillowispError extends Error {
    constructor(message: string, code?: string);
    readonly code: string;
}

/** A definition or an argument is wrong; the message names the key, the value and the range. */
export class InvalidDefError extends WillowispError {
    constructor(message: string);
}

/** The object was destroyed. */
export class StaleHandleError extends WillowispError {
    constructor(message: string);
}

/** A limit of the kit is reached, or memory is exhausted. */
export class CapacityError extends WillowispError {
    constructor(message: string);
}

/** WebGL2 is missing, lost, or refused a shader. */
export class ContextError extends WillowispError {
    constructor(message: string);
}

/** The wasm file could not be loaded; the message names the URL that was tried. */
export class LoadError extends WillowispError {
    constructor(message: string);
}

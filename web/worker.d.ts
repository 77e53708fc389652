// `willowisp/worker`: transforms and a camera from the page to a kit that draws in a worker.
import type { Camera, Kit, Mat4, Quaternion, Transform } from './index.js';

/** The side that knows where things are: the page. */
export class TransformWriter {
    /** `slots`: things that move, 1 to 1,048,576; they begin at the origin, scale 1, not rotated. */
    constructor(slots: number);
    readonly slots: number;
    /** 8 floats a slot, as in `kit.transforms.data`: write them directly, or with `set`. */
    readonly data: Float32Array;
    /**
     * What the worker is sent, once. Null where the page is not cross-origin isolated (it needs the
     * headers `Cross-Origin-Opener-Policy: same-origin` and `Cross-Origin-Embedder-Policy:
     * require-corp`): then post what `commit` returns in every frame.
     */
    readonly buffer: SharedArrayBuffer | null;
    /** Position in metres, and where given a rotation and a uniform scale. */
    set(
        slot: number,
        x: number,
        y: number,
        z: number,
        rotation?: Quaternion | ArrayLike<number> | null,
        scale?: number,
    ): void;
    /** The camera of the frame. */
    setCamera(view: Mat4, projection: Mat4): void;
    /** Hands over all that was written as one frame; never waits. Returns the frame. */
    commit(): Float32Array;
}

/** The side that draws: the worker. */
export class TransformReader {
    /** Of the writer's `buffer`; null (default): frames are given to `take`. */
    constructor(buffer?: SharedArrayBuffer | null);
    /** The camera of the newest frame that was taken; null before the first one. */
    readonly camera: Pick<Camera, 'view' | 'projection'> | null;
    /** A transform of the kit goes where the writer's slot says, until it is destroyed. */
    follow(slot: number, transform: Transform): Transform;
    /** A frame that `commit` returned and the page posted. */
    take(frame: Float32Array): void;
    /**
     * Takes the newest frame, writes it to the kit's table and updates the kit by `dt` seconds. False
     * before the first frame: then nothing happens, and there is nothing to draw.
     */
    update(kit: Kit, dt: number): boolean;
}

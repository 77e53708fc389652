// What `willowisp/three`, `willowisp/babylon` and `willowisp/playcanvas` have in common.
import type {
    CreateKitOptions,
    Emitter,
    Kit,
    PresetEmitterStyleOptions,
    EmitterStyle,
    Trail,
    TrailStyle,
    TrailStyleOptions,
    Transform,
    createKit,
} from './index.js';

/** Options of the kit. With post-processing that works on linear colours: `output: 'linear'`. */
export interface AttachOptions
    extends Omit<CreateKitOptions, 'canvas' | 'gl' | 'hostState' | 'headless' | 'clear'> {
    /** Of `willowisp/wasm`, where the wasm is to be a file of its own. Default: of `willowisp`. */
    createKit?: typeof createKit;
}

/** A kit that is a part of a scene: effects are drawn with it, and may follow its objects. */
export interface Attached<Thing> {
    readonly kit: Kit;
    /** Whether the scene shows the effects. Default true. */
    visible: boolean;
    /** A trail behind an object. It is at the object's place from the next `update` on. */
    trail(thing: Thing, styleOrOptions?: TrailStyle | TrailStyleOptions): Trail;
    /** An emitter at an object. */
    emitter(
        thing: Thing,
        styleOrOptions?: EmitterStyle | PresetEmitterStyleOptions,
        options?: { seed?: number },
    ): Emitter;
    /**
     * A transform that follows an object (position, rotation, and the uniform scale of the same
     * volume) until one of them is destroyed: for ends of beams and for effects that play at it.
     */
    follow(thing: Thing, transform?: Transform): Transform;
    /** A place of the scene in metres, as the kit has it. */
    place(position: { readonly x: number; readonly y: number; readonly z: number }):
        [x: number, y: number, z: number];
    /**
     * Once a frame, after the objects were moved and before the scene is drawn: reads where they
     * are and updates the kit. `dt` in seconds, 0 to 3600.
     */
    update(dt: number): void;
    /** Takes the effects out of the scene and disposes of the kit. */
    dispose(): void;
}

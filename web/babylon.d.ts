// `willowisp/babylon`: effects as a part of a Babylon.js scene.
import type { AttachOptions, Attached } from './attached.js';

export type { AttachOptions, Attached } from './attached.js';

/** What is needed of a TransformNode or an AbstractMesh. */
export interface BabylonNode {
    computeWorldMatrix(force?: boolean): unknown;
    isDisposed(): boolean;
}

/** What is needed of a Scene. */
export interface BabylonScene {
    useRightHandedSystem: boolean;
    getEngine(): unknown;
}

/**
 * Opens a kit in the context of the scene's engine (WebGL2). From then on `scene.render()` draws the
 * effects after the meshes of each camera and before its post-processes.
 *
 * The kit is right-handed. In a left-handed scene (the default) its world is the scene's with z
 * turned over: what follows nodes is converted, `place` converts places, and where you give the kit
 * coordinates yourself (a gravity, a forest) write -z for z.
 *
 * Throws for an engine with `useReverseDepthBuffer`, and for one that draws with WebGPU or WebGL1.
 */
export declare function attach(
    scene: BabylonScene,
    options?: AttachOptions,
): Promise<Attached<BabylonNode>>;

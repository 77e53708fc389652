// `willowisp/three`: effects as a part of a three.js scene.
import type { AttachOptions, Attached } from './attached.js';

export type { AttachOptions, Attached } from './attached.js';

/** What is needed of a THREE.Object3D. */
export interface ThreeObject {
    readonly isObject3D: true;
    updateWorldMatrix(updateParents: boolean, updateChildren: boolean): void;
}

/** What is needed of a THREE.Scene. */
export interface ThreeScene {
    readonly isScene: boolean;
}

/** What is needed of a THREE.WebGLRenderer. */
export interface ThreeRenderer {
    resetState(): void;
    getContext(): unknown;
}

export interface ThreeAttached extends Attached<ThreeObject> {
    /** The THREE.Mesh without triangles that draws the effects: its `layers` say which cameras see them. */
    readonly object: unknown;
}

/**
 * Opens a kit in the context of a `WebGLRenderer`. From then on every `renderer.render(scene, …)`
 * draws the effects after all objects of the scene, to the canvas or to a render target. Throws for
 * renderers with `reversedDepthBuffer` or `logarithmicDepthBuffer`.
 */
export declare function attach(
    renderer: ThreeRenderer,
    scene: ThreeScene,
    options?: AttachOptions,
): Promise<ThreeAttached>;

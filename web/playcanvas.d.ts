// `willowisp/playcanvas`: effects as a part of a PlayCanvas scene.
import type { AttachOptions, Attached } from './attached.js';

export type { AttachOptions, Attached } from './attached.js';

/** What is needed of an Entity. */
export interface PlayCanvasEntity {
    getWorldTransform(): { readonly data: ArrayLike<number> };
}

/** What is needed of an Application. */
export interface PlayCanvasApp {
    readonly graphicsDevice: { readonly isWebGL2: boolean };
    readonly scene: object;
}

/**
 * Opens a kit in the context of the app's graphics device (WebGL2). From then on each camera draws
 * the effects after the transparent things of the World layer and before the layers over it.
 */
export declare function attach(
    app: PlayCanvasApp,
    options?: AttachOptions,
): Promise<Attached<PlayCanvasEntity>>;

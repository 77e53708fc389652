// `willowisp/playcanvas`: effects as a part of a PlayCanvas scene, drawn by each camera after the
// transparent things of the World layer and before what lies over it.

import { Attached, openIn } from './attached.js';
import { ContextError } from './errors.js';
import { refuseValue } from './options.js';

const WORLD = 0; // LAYERID_WORLD

/** Opens a kit in the context of an app's graphics device and draws it with the app's scene. */
export async function attach(app, options) {
    const device = app?.graphicsDevice;
    if (!device || !app.scene) refuseValue('playcanvas: app', app, 'a PlayCanvas Application');
    if (!device.isWebGL2) throw new ContextError('playcanvas: the device must draw with WebGL2');
    const { gl } = device;
    // It has no call that makes it forget what it believes of the state.
    const kit = await openIn(gl, 'preserve', { multisampled: device.samples > 1, ...options });
    const gone = new WeakSet();
    const attached = new Attached(kit, {
        whatThings: 'a PlayCanvas Entity',
        isThing: (thing) => typeof thing?.getWorldTransform === 'function',
        isGone: (thing) => gone.has(thing),
        watch: (thing) => thing.once('destroy', () => gone.add(thing)),
        mirrored: () => false,
        matrixOf: (thing) => thing.getWorldTransform().data,
        leave: () => handle.off(),
    });
    const handle = app.scene.on('postrender:layer', (camera, layer, transparent) => {
        if (!attached.visible || !transparent || layer.id !== WORLD) return;
        kit.draw({
            view: camera.viewMatrix.data,
            projection: camera.projectionMatrix.data,
            viewport: gl.getParameter(gl.VIEWPORT),
        });
    });
    return attached;
}

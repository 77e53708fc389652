// `willowisp/playcanvas`: effects as a part of a PlayCanvas scene, drawn by each camera after the
// transparent things of the World layer and before what lies over it.

import { BlendState, CULLFACE_NONE, DepthState, StencilParameters } from 'playcanvas';

import { Attached, openIn } from './attached.js';
import { ContextError } from './errors.js';
import { restoreBindings, saveBindings } from './hoststate.js';
import { refuseValue } from './options.js';

const WORLD = 0; // LAYERID_WORLD

// PlayCanvas cannot be told to forget what it believes of the state. What would be slow to ask GL
// for is set, through PlayCanvas, to what the kit leaves behind; the rest is asked for and put
// back.
function hostStateOf(device) {
    return {
        saveHostState(gl) {
            device.setBlendState(BlendState.NOBLEND);
            device.setDepthState(DepthState.DEFAULT);
            device.setCullMode(CULLFACE_NONE);
            device.setStencilState(StencilParameters.DEFAULT, StencilParameters.DEFAULT);
            device.setStencilState();
            return saveBindings(gl);
        },
        restoreHostState(gl, saved) {
            restoreBindings(gl, saved);
            gl.depthFunc(gl.LEQUAL); // of DepthState.DEFAULT
            gl.scissor(device.sx, device.sy, device.sw, device.sh);
        },
    };
}

/** Opens a kit in the context of an app's graphics device and draws it with the app's scene. */
export async function attach(app, options) {
    const device = app?.graphicsDevice;
    if (!device || !app.scene) refuseValue('playcanvas: app', app, 'a PlayCanvas Application');
    if (!device.isWebGL2) throw new ContextError('playcanvas: the device must draw with WebGL2');
    const { gl } = device;
    const multisampled = device.samples > 1;
    const kit = await openIn(gl, hostStateOf(device), { multisampled, ...options });
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

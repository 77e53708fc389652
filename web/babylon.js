// `willowisp/babylon`: effects as a part of a Babylon.js scene, drawn after its meshes and before
// its post-processes. A scene is left-handed unless `useRightHandedSystem` is set; the kit is
// right-handed, and has the same world with z turned over.

import { Effect } from '@babylonjs/core/Materials/effect.js';

import { Attached, checkDepth, openIn } from './attached.js';
import { ContextError } from './errors.js';
import { refuseValue } from './options.js';

// In a column-major matrix: the numbers that change their sign when z does, before it (the third
// column) or on both sides of it.
const thirdColumn = [8, 9, 10, 11];
const offDiagonal = [2, 6, 8, 9, 11, 14];

function copyMatrix(to, from, negated) {
    to.set(from);
    for (const i of negated) to[i] = -to[i];
    return to;
}

function forgetState(engine) {
    engine.wipeCaches(true);
    Effect.ResetCache(); // which uniform buffer is bound where
}

function contextOf(engine) {
    const isWebgl2 = !engine.isWebGPU && engine.webGLVersion === 2;
    const gl = isWebgl2 && engine.getRenderingCanvas()?.getContext('webgl2'); // the one it has
    if (!gl) throw new ContextError('babylon: the engine must draw with WebGL2 on a canvas');
    return gl;
}

// Parents may have moved since the last frame, too.
function computeWorldMatrix(node) {
    if (node.parent) computeWorldMatrix(node.parent);
    return node.computeWorldMatrix(true);
}

/** Opens a kit in the context of a scene's engine and draws it with the scene. */
export async function attach(scene, options) {
    if (typeof scene?.getEngine !== 'function') {
        refuseValue('babylon: scene', scene, 'a Babylon.js Scene');
    }
    const engine = scene.getEngine();
    const gl = contextOf(engine);
    checkDepth('babylon', 'useReverseDepthBuffer', engine.useReverseDepthBuffer);
    const kit = await openIn(gl, () => forgetState(engine), options);
    const mirrored = () => !scene.useRightHandedSystem;
    const [view, projection] = [new Float32Array(16), new Float32Array(16)];
    const attached = new Attached(kit, {
        whatThings: 'a Babylon.js node',
        isThing: (thing) => typeof thing?.computeWorldMatrix === 'function',
        isGone: (thing) => thing.isDisposed(),
        mirrored,
        matrixOf: (thing) => computeWorldMatrix(thing).m,
        leave: () => scene.onAfterDrawPhaseObservable.remove(observer),
    });
    const observer = scene.onAfterDrawPhaseObservable.add(() => {
        if (!attached.visible) return;
        copyMatrix(view, scene.getViewMatrix().m, mirrored() ? offDiagonal : []);
        copyMatrix(projection, scene.getProjectionMatrix().m, mirrored() ? thirdColumn : []);
        kit.draw({ view, projection, viewport: gl.getParameter(gl.VIEWPORT) });
    });
    return attached;
}

// `willowisp/three`: effects as a part of a three.js scene. They are drawn by an object of the
// scene that comes last, so that they go wherever the scene is drawn: to the canvas, to the render
// targets of a composer, for each camera.

import { BufferGeometry, Mesh, MeshBasicMaterial } from 'three';

import { Attached, checkDepth, openIn } from './attached.js';
import { refuseValue } from './options.js';

function forgetState(renderer) {
    const target = renderer.getRenderTarget();
    const [face, level] = [renderer.getActiveCubeFace(), renderer.getActiveMipmapLevel()];
    renderer.resetState(); // forgets the target, too
    renderer.setRenderTarget(target, face, level);
}

// An object without triangles whose turn comes after everything else.
function createLast() {
    const material = new MeshBasicMaterial({ transparent: true, depthWrite: false });
    const object = new Mesh(new BufferGeometry(), material);
    object.name = 'willowisp';
    object.frustumCulled = false;
    object.renderOrder = Number.MAX_SAFE_INTEGER;
    object.raycast = () => {};
    return object;
}

/** Opens a kit in the context of a `WebGLRenderer` and draws it with a scene. */
export async function attach(renderer, scene, options) {
    if (!renderer?.isWebGLRenderer) {
        refuseValue('three: renderer', renderer, 'a THREE.WebGLRenderer');
    }
    if (!scene?.isScene) refuseValue('three: scene', scene, 'a THREE.Scene');
    const { reversedDepthBuffer, logarithmicDepthBuffer } = renderer.capabilities;
    checkDepth('three', 'reversedDepthBuffer', reversedDepthBuffer);
    checkDepth('three', 'logarithmicDepthBuffer', logarithmicDepthBuffer);
    const gl = renderer.getContext();
    const kit = await openIn(gl, () => forgetState(renderer), options);
    const object = createLast();
    const attached = new Attached(kit, {
        whatThings: 'a THREE.Object3D',
        isThing: (thing) => Boolean(thing?.isObject3D),
        isGone: () => false, // three.js has no end of an object
        mirrored: () => false,
        matrixOf(thing) {
            thing.updateWorldMatrix(true, false);
            return thing.matrixWorld.elements;
        },
        leave() {
            object.removeFromParent();
            object.geometry.dispose();
            object.material.dispose();
        },
    });
    object.onAfterRender = (_, drawn, camera) => {
        // Passes with a material for everything look for normals or depth.
        if (!attached.visible || drawn.overrideMaterial) return;
        kit.draw({
            view: camera.matrixWorldInverse.elements,
            projection: camera.projectionMatrix.elements,
            viewport: gl.getParameter(gl.VIEWPORT),
        });
    };
    /** What draws them: its `layers` say which cameras see them. */
    attached.object = object;
    scene.add(object);
    return attached;
}

// The common scene of the adapters' tests in Babylon.js (engine.test.mjs says what is in it),
// left-handed unless `rightHanded`: there z is turned over.
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Scene } from '@babylonjs/core/scene.js';
import { attach } from 'willowisp/babylon';

export async function open(canvas, { antialias = false, rightHanded = false, ...rest } = {}) {
    const engine = new Engine(canvas, antialias, { stencil: true, ...rest });
    const scene = new Scene(engine);
    scene.useRightHandedSystem = rightHanded;
    scene.clearColor = new Color4(0.25, 0.25, 0.25, 1);
    const z = (value) => (rightHanded ? value : -value);
    const camera = new FreeCamera('camera', new Vector3(0, 0, z(10)), scene);
    camera.setTarget(Vector3.Zero());
    camera.fov = Math.PI / 3;
    camera.minZ = 0.5;
    camera.maxZ = 100;
    new HemisphericLight('light', new Vector3(0, 1, 0), scene);
    const checker = RawTexture.CreateRGBATexture(
        new Uint8Array([255, 255, 255, 255, 90, 90, 90, 255, 90, 90, 90, 255, 255, 255, 255, 255]), 2, 2,
        scene, false, false);
    const box = (color, place, alpha = 1) => {
        const material = new StandardMaterial(color, scene);
        material.emissiveColor = Color3.FromHexString(color);
        material.disableLighting = false;
        material.diffuseTexture = checker;
        material.alpha = alpha;
        const mesh = CreateBox(color, { width: 1.6, height: 2.4, depth: 1.6 }, scene);
        mesh.position.set(place[0], place[1], z(place[2]));
        mesh.material = material;
    };
    box('#0000ff', [-1.4, 0, 3]);
    box('#00ff00', [3, 0, -3]);
    box('#ffff00', [0, 3, -1], 0.6);
    const parent = new TransformNode('parent', scene);
    const mover = new TransformNode('mover', scene);
    mover.position.set(0, 1, 0);
    mover.parent = parent;
    await scene.whenReadyAsync();
    return {
        engine, scene, camera, mover,
        attach: (options) => attach(scene, options),
        move(x, y, angle) {
            parent.position.set(x, y, 0);
            parent.rotation.z = angle;
        },
        frame() {
            engine.beginFrame();
            scene.render();
            engine.endFrame();
        },
        place: () => mover.getAbsolutePosition(),
        close: () => engine.dispose(),
    };
}

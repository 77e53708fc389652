// Effects in a Babylon.js scene, left-handed as they are: the lanterns are meshes on a turning
// node, each with a trail.

import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { PointLight } from '@babylonjs/core/Lights/pointLight.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateDisc } from '@babylonjs/core/Meshes/Builders/discBuilder.js';
import { CreateIcoSphere } from '@babylonjs/core/Meshes/Builders/icoSphereBuilder.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Scene } from '@babylonjs/core/scene.js';
import { attach } from 'willowisp/babylon';
import { columns, heightAt, lanterns, plantTrees, run, trailOf, turnAt } from './carousel.js';
import { seed } from './stage.js';

const canvas = document.querySelector('canvas');
const engine = new Engine(canvas, true);
const scene = new Scene(engine);
scene.clearColor = Color4.FromHexString('#25304aff');
scene.fogMode = Scene.FOGMODE_EXP2;
scene.fogDensity = 0.012;
scene.fogColor = Color3.FromHexString('#25304a');
const camera = new ArcRotateCamera('camera', -1.33, 1.22, 13, new Vector3(0, 1.4, 0), scene);
Object.assign(camera, { fov: 0.87, minZ: 0.1, maxZ: 500 });
camera.attachControl(canvas, true);

const sky = new HemisphericLight('sky', new Vector3(0, 1, 0), scene);
sky.intensity = 0.45;
sky.diffuse = Color3.FromHexString('#b0c0e8');
sky.groundColor = Color3.FromHexString('#40382c');
const sun = new DirectionalLight('sun', new Vector3(0.5, -0.45, 0.6), scene);
sun.diffuse = Color3.FromHexString('#ffd0a0');
sun.intensity = 0.75;
const fire = new PointLight('fire', new Vector3(0, 1.2, 0), scene);
Object.assign(fire, { range: 12, diffuse: Color3.FromHexString('#ff8030') });

function dress(mesh, color, emissive = '#000000') {
    const material = new StandardMaterial(mesh.name, scene);
    material.diffuseColor = Color3.FromHexString(color);
    material.emissiveColor = Color3.FromHexString(emissive);
    material.specularColor = new Color3(0.06, 0.06, 0.06);
    mesh.material = material;
    return mesh;
}
const ground = dress(CreateDisc('ground', { radius: 250, tessellation: 64 }, scene), '#46503a');
ground.rotation.x = Math.PI / 2;
dress(CreateCylinder('floor', { diameterTop: 14, diameterBottom: 14.6, height: 0.2,
    tessellation: 48 }, scene), '#8a8578');
for (const { x, z, height } of columns) {
    const size = { diameterTop: 0.56, diameterBottom: 0.68, height };
    const column = dress(CreateCylinder('column', size, scene), '#b9b2a2');
    column.position.set(x, height / 2 + 0.1, z);
}
const bowl = dress(CreateCylinder('bowl', { diameterTop: 1.1, diameterBottom: 0.6, height: 0.5 },
    scene), '#4a4038');
bowl.position.y = 0.35;

const wheel = new TransformNode('wheel', scene);
const lamps = lanterns.map(({ color, angle, radius }) => {
    const lamp = dress(CreateIcoSphere('lamp', { radius: 0.17, subdivisions: 3 }, scene), '#000000',
        color);
    lamp.parent = wheel;
    lamp.position.set(Math.cos(angle) * radius, 0, Math.sin(angle) * radius);
    return lamp;
});

const fx = await attach(scene, { statsEveryFrame: true });
lamps.forEach((lamp, i) => fx.trail(lamp, trailOf(lanterns[i])));
fx.emitter(bowl, { preset: 'fire' }, { seed });
fx.emitter(bowl, { preset: 'embers' }, { seed });
plantTrees(fx.kit, seed);
await scene.whenReadyAsync();

run(canvas, (dt, time) => {
    wheel.rotation.y = turnAt(time);
    lamps.forEach((lamp, i) => {
        lamp.position.y = heightAt(time, lanterns[i]);
    });
    fire.intensity = 1.2 + 0.3 * Math.sin(time * 11) * Math.sin(time * 7);
    fx.update(dt);
}, () => {
    engine.resize();
    engine.beginFrame();
    scene.render();
    engine.endFrame();
});

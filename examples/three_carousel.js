// Effects in a three.js scene: the lanterns are Object3Ds on a turning wheel, each with a trail.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { attach } from 'willowisp/three';
import { columns, heightAt, lanterns, plantTrees, run, trailOf, turnAt } from './carousel.js';
import { seed } from './stage.js';

const canvas = document.querySelector('canvas');
const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
renderer.shadowMap.enabled = true;
const scene = new THREE.Scene();
scene.background = new THREE.Color(0x25304a);
scene.fog = new THREE.FogExp2(0x25304a, 0.012);
const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 500);
camera.position.set(3, 5.5, 12);
const controls = new OrbitControls(camera, canvas);
controls.target.set(0, 1.4, 0);
controls.update();

const sun = new THREE.DirectionalLight(0xffd9b0, 2.2);
sun.position.set(-10, 9, 12);
sun.castShadow = true;
sun.shadow.mapSize.set(1024, 1024);
Object.assign(sun.shadow.camera, { left: -9, right: 9, top: 9, bottom: -9 });
const fire = new THREE.PointLight(0xff8030, 40, 14);
fire.position.y = 1.2;
scene.add(new THREE.HemisphereLight(0x8fa6d8, 0x30281c, 0.9), sun, fire);

function add(geometry, material, parent = scene) {
    const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial(material));
    mesh.castShadow = mesh.receiveShadow = true;
    parent.add(mesh);
    return mesh;
}
add(new THREE.CircleGeometry(250, 64).rotateX(-Math.PI / 2), { color: 0x46503a, roughness: 1 });
add(new THREE.CylinderGeometry(7, 7.3, 0.2, 48), { color: 0x8a8578, roughness: 0.9 });
for (const { x, z, height } of columns) {
    const column = add(new THREE.CylinderGeometry(0.28, 0.34, height, 20), { color: 0xb9b2a2 });
    column.position.set(x, height / 2 + 0.1, z);
}
const bowl = add(new THREE.CylinderGeometry(0.55, 0.3, 0.5, 24), { color: 0x4a4038 });
bowl.position.y = 0.35;

const wheel = new THREE.Group();
scene.add(wheel);
const lamps = lanterns.map(({ color, angle, radius }) => {
    const lamp = add(new THREE.IcosahedronGeometry(0.17, 2),
        { color: 0x000000, emissive: color, emissiveIntensity: 1.6 }, wheel);
    lamp.castShadow = false;
    lamp.position.set(Math.cos(angle) * radius, 0, Math.sin(angle) * radius);
    return lamp;
});

const fx = await attach(renderer, scene, { statsEveryFrame: true });
lamps.forEach((lamp, i) => fx.trail(lamp, trailOf(lanterns[i])));
fx.emitter(bowl, { preset: 'fire' }, { seed });
fx.emitter(bowl, { preset: 'embers' }, { seed });
plantTrees(fx.kit, seed);

run(canvas, (dt, time) => {
    wheel.rotation.y = turnAt(time);
    lamps.forEach((lamp, i) => {
        lamp.position.y = heightAt(time, lanterns[i]);
    });
    fire.intensity = 40 + 8 * Math.sin(time * 11) * Math.sin(time * 7);
    fx.update(dt);
}, () => {
    const { clientWidth, clientHeight } = canvas;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    controls.update();
    renderer.render(scene, camera);
});

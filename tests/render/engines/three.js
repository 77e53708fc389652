// The common scene of the adapters' tests in three.js (engine.test.mjs says what is in it).
import * as THREE from 'three';
import { attach } from 'willowisp/three';

function checker() {
    const texture = new THREE.DataTexture(
        new Uint8Array([255, 255, 255, 255, 90, 90, 90, 255, 90, 90, 90, 255, 255, 255, 255, 255]), 2, 2);
    texture.needsUpdate = true;
    return texture;
}

export async function open(canvas, { antialias = false, ...rest } = {}) {
    const renderer = new THREE.WebGLRenderer({ canvas, antialias, ...rest });
    renderer.setSize(canvas.width, canvas.height, false);
    const scene = new THREE.Scene();
    scene.background = new THREE.Color(0x404040);
    const camera = new THREE.PerspectiveCamera(60, canvas.width / canvas.height, 0.5, 100);
    camera.position.set(0, 0, 10);
    scene.add(new THREE.AmbientLight(0xffffff, 1.5), new THREE.DirectionalLight(0xffffff, 2));
    const box = (color, [x, y, z], more = {}) => {
        const material = new THREE.MeshStandardMaterial({ color, map: checker(), ...more });
        const mesh = new THREE.Mesh(new THREE.BoxGeometry(1.6, 2.4, 1.6), material);
        mesh.position.set(x, y, z);
        scene.add(mesh);
        return mesh;
    };
    box(0x0000ff, [-1.4, 0, 3]);
    box(0x00ff00, [3, 0, -3]);
    box(0xffff00, [0, 3, -1], { transparent: true, opacity: 0.6 });
    const parent = new THREE.Group();
    const mover = new THREE.Object3D();
    mover.position.set(0, 1, 0);
    parent.add(mover);
    scene.add(parent);
    return {
        renderer, scene, camera, mover, THREE,
        attach: (options) => attach(renderer, scene, options),
        move(x, y, angle) {
            parent.position.set(x, y, 0);
            parent.rotation.z = angle;
        },
        frame: () => renderer.render(scene, camera),
        place: () => mover.getWorldPosition(new THREE.Vector3()),
        close: () => renderer.dispose(),
    };
}

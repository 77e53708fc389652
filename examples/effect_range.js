// An impact range: shots from a turret as beams, with a flash at the muzzle, sparks and dust where
// they hit.

import { effects } from 'willowisp/presets';
import { createStage, seed } from './stage.js';
import { facesMesh, landMesh } from './scenery.js';
import { randomFrom } from './maths.js';

const stage = await createStage({
    sky: 'night',
    orbit: { target: [0, 1.6, -5], distance: 14, yaw: 0.75, pitch: 0.2, turn: 0.03 },
});
const { fx, canvas, scenery, run } = stage;
const ground = landMesh(400, 60, () => 0, () => [0.5, 0.46, 0.42]);
scenery.addMesh(ground.vertices, ground.indices, { grain: 1 });

function box([x, y, z], [w, h, d], color) {
    const corner = (i) => [
        x + (i & 1 ? w : -w) / 2, y + (i & 2 ? h : 0), z + (i & 4 ? d : -d) / 2,
    ];
    const sides = [[4, 5, 7, 6], [1, 0, 2, 3], [0, 4, 6, 2], [5, 1, 3, 7], [6, 7, 3, 2]];
    return sides.map((side) => [color, side.map(corner)]);
}

const WALL = -11.6; // z of the wall's face
const muzzle = [0, 1.5, 1.9];
const faces = [
    ...box([0, 0, -12], [13, 4.2, 0.8], [1.3, 1.2, 1.1]),
    ...box([0, 0, 3], [1.1, 1.2, 1.3], [0.5, 0.55, 0.62]),
    ...box([0, 1.38, 2.5], [0.2, 0.24, 1.2], [0.3, 0.32, 0.36]),
];
const solid = facesMesh(faces);
scenery.addMesh(solid.vertices, solid.indices);

const shots = fx.createBeamStyle({
    width: 0.2, blend: 'additive', color: [6, 1.7, 0.5], maxBeams: 64, fadeOut: 0.1,
});
const flash = fx.createEffect(effects.muzzleFlash);
const once = { looping: false, duration: 0.1, rateOverTime: 0 };
const impact = fx.createEffect({
    version: 1,
    name: 'impact',
    emitters: [
        { style: { ...once, bursts: [{ count: 44 }], preset: 'sparks', direction: [0, 0, 1],
            coneAngle: 1.1, speed: [2, 9], maxParticles: 2000 } },
        { position: [0, 0, 0.9], style: {
            ...once, bursts: [{ count: 1 }], sprite: 'soft', lifetime: 0.26, speed: 0, size: 2.6,
            blend: 'additive', color: [3.4, 1.7, 0.7], alphaOverLife: [1, 0],
        } },
        { style: { ...once, bursts: [{ count: 12 }], preset: 'dust', direction: [0, 0, 1],
            coneAngle: 0.9, speed: [0.6, 2.4], lifetime: [0.8, 1.7], size: [0.2, 0.45] } },
    ],
}, { maxInstances: 24 });

const random = randomFrom(seed);

function shoot(x, y) {
    const target = [x, y, WALL];
    fx.createBeam(shots, { from: muzzle, to: target, lifetime: 0.24 });
    flash.play({ position: muzzle, scale: 0.8, seed: Math.floor(random() * 1e6) });
    impact.play({ position: target, seed: Math.floor(random() * 1e6) });
}

canvas.addEventListener('click', ({ clientX, clientY }) => {
    shoot((clientX / canvas.clientWidth - 0.5) * 11, 3.8 - (clientY / canvas.clientHeight) * 3.4);
});

let next = 0.1;
run((dt, time) => {
    if (time < next) return;
    shoot((random() - 0.5) * 11, 0.5 + random() * 3.2);
    next = time + (random() < 0.7 ? 0.09 : 0.5);
});

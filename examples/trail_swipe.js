// A sword: the surface that the blade sweeps between its root and its tip, for as long as a cut
// lasts. Between two cuts nothing is laid, and no ribbon joins them.

import { add, quaternion, rotate } from './maths.js';
import { landMesh, pointOn } from './scenery.js';
import { addFaces, boxFaces, latheFaces } from './shapes.js';
import { createStage, seed } from './stage.js';

const { fx, scenery, run } = await createStage({
    sky: 'night',
    orbit: { target: [0, 1.5, 0], distance: 4.6, yaw: 0.5, pitch: 0.2, turn: 0.05 },
});

const floor = landMesh(600, 8, () => 0, () => [0.05, 0.052, 0.06]);
scenery.addMesh(floor.vertices, floor.indices);

// ---- the sword, along its own Y, and a post to cut at

const steel = [2.6, 2.9, 3.4]; // it is night
const sword = addFaces(scenery, [
    ...boxFaces([0.05, 0.34, 0.05], [0.9, 0.36, 0.2], [0, -0.1, 0]),
    ...boxFaces([0.34, 0.06, 0.09], [2.4, 1.7, 0.5], [0, 0.1, 0]),
    ...latheFaces([[0.05, 0.12], [0.035, 1.25], [0, 1.45]], steel, 4),
]);
addFaces(scenery, latheFaces([[0.14, 0], [0.13, 1.75], [0, 1.9]], [1, 0.62, 0.34]));

const swipe = fx.createTrail({
    shape: 'sword',
    root: [0, 0.4, 0],
    tip: [0, 1.45, 0],
    lifetime: 0.28,
    maxPoints: 256,
    minVertexDistance: 0.02,
    smoothing: 0.004, // 60 samples a second of a fast blade are a polygon
    color: [1.4, 1.5, 1.8, 1],
    colorOverLength: ['#e8fbff', '#59c2ff', '#2a4dff', '#100a4000'],
    alphaOverAge: [[0, 0.9], [0.4, 0.5], [1, 0]],
    blend: 'additive',
    softness: 0.35,
    caps: 'flat', // it begins at the blade
});
const sparks = fx.createEmitter({ preset: 'sparks', rateOverTime: 0 }, { seed });

// ---- three cuts, over and over: the blade turns about its shoulder

const ready = 0.35; // seconds before a cut
const cut = 0.26;
const cuts = [
    { from: [1.5, -0.7], to: [-1.6, 0.6] }, // yaw and lean, radians
    { from: [-1.7, 0.2], to: [1.5, 0.15] },
    { from: [0.5, -2.2], to: [-0.2, 1.1] },
];
const shoulder = [0, 1.55, 1.15];

function place(yaw, lean) {
    // Held away from the body, the blade pointing outward.
    const turn = quaternion(yaw, 0, 0);
    const tilt = quaternion(yaw, -1.35, lean * 0.35);
    const reach = rotate(turn, [0, -0.25 - lean * 0.2, -0.45]);
    sword.rotation = tilt;
    sword.position = add(shoulder, add(reach, [0, -lean * 0.15, 0]));
    swipe.transform.set(...sword.position, sword.rotation);
}

let cutting = false;

run((dt, time) => {
    const period = ready + cut;
    const number = Math.floor(time / period);
    const { from, to } = cuts[number % cuts.length];
    const before = cuts[(number + cuts.length - 1) % cuts.length].to;
    const t = time - number * period;
    const wasCutting = cutting;
    cutting = t > ready;
    const share = cutting ? (t - ready) / cut : t / ready;
    const eased = share * share * (3 - 2 * share);
    const [begin, end] = cutting ? [from, to] : [before, from];
    if (cutting !== wasCutting) swipe.emitting = cutting;
    place(begin[0] + (end[0] - begin[0]) * eased, begin[1] + (end[1] - begin[1]) * eased);
    if (cutting && share > 0.5 && share - dt / cut <= 0.5) {
        sparks.burst(50, pointOn(sword, [0, 1.1, 0]));
    }
});

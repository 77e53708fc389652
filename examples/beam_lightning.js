// Lightning: a coil throws bolts at the balls around it, plasma flows between two poles, and now
// and then the sky strikes. New paths are reckoned when they are drawn: nothing is sent for them.

import { add, randomFrom } from './maths.js';
import { landMesh } from './scenery.js';
import { addFaces, ballFaces, latheFaces } from './shapes.js';
import { createStage, seed } from './stage.js';

const { fx, scenery, run } = await createStage({
    sky: 'night',
    orbit: { target: [0, 2.4, 0], distance: 13, yaw: 0.3, pitch: 0.16, turn: 0.05 },
});
const random = randomFrom(seed);

const floor = landMesh(600, 8, () => 0, () => [0.05, 0.052, 0.06]);
scenery.addMesh(floor.vertices, floor.indices);

// ---- a coil with its ring, and balls that circle it

addFaces(scenery, [
    ...latheFaces([[1, 0], [0.9, 0.25], [0.3, 0.3], [0.3, 2.7], [0, 2.7]], [1.1, 0.66, 0.32], 20),
    ...latheFaces([[0.3, 2.7], [0.95, 2.78], [1.1, 2.98], [0.95, 3.18], [0, 3.24]],
        [1.7, 1.8, 2], 24),
]);

const arc = fx.createBeamStyle({
    width: 0.26,
    color: [0.35, 0.55, 2.2, 1],
    coreColor: [1.3, 1.5, 2, 1],
    core: 0.36,
    jitter: 0.12,
    segments: 32,
    jitterRate: 22,
    flicker: 0.6,
    branches: 3,
    branchLength: 0.35,
});
const balls = Array.from({ length: 5 }, (_, i) => {
    const ball = { body: addFaces(scenery, ballFaces(0.24, [1.6, 1.6, 1.7])),
        transform: fx.createTransform(), ring: fx.createTransform(), phase: (i * 2 * Math.PI) / 5 };
    fx.createBeam(arc, { from: ball.ring, to: ball.transform, seed: seed + i });
    return ball;
});

// ---- two poles with plasma between them: paths that move over into each other

const plasma = fx.createBeamStyle({
    width: 0.3,
    color: [1.6, 0.3, 1.4, 0.8],
    coreColor: [1.6, 1.1, 1.6, 1],
    core: 0.3,
    jitter: 0.16,
    segments: 24,
    jitterRate: 3,
    jitterBlend: 1,
});
const poles = [[-2.2, 0, -5], [2.2, 0, -5]];
for (const pole of poles) {
    addFaces(scenery, latheFaces([[0.3, 0], [0.12, 0.4], [0.12, 2.6], [0.26, 2.75], [0, 3]],
        [1.2, 1.2, 1.3], 12)).position = pole;
}
for (let i = 0; i < 3; i++) {
    const [from, to] = poles.map((pole) => add(pole, [0, 2.9, 0]));
    fx.createBeam(plasma, { from, to, seed: seed + 20 + i });
}

// ---- strikes from the sky, each a beam of half a second

const strike = fx.createBeamStyle({
    width: 0.55,
    widthOverLength: [0.4, 1],
    widthOverLife: [1, 0.4],
    color: [1, 1.1, 2.6, 1],
    coreColor: [2, 2, 2.4, 1],
    core: 0.4,
    jitter: 0.09,
    segments: 64,
    jitterRate: 9,
    flicker: 0.4,
    branches: 7,
    branchLength: 0.4,
    fadeMode: 'none',
    alphaOverLife: [1, 0.9, 0],
    overflow: 'replaceOldest',
});
const sparks = fx.createEmitter({ preset: 'sparks', rateOverTime: 0 }, { seed });

function strikeAt(x, z) {
    fx.createBeam(strike, { from: [x + 3, 19, z - 4], to: [x, 0.1, z], lifetime: 0.5 });
    sparks.burst(50, [x, 0.1, z]);
}

run((dt, time) => {
    for (const { body, transform, ring, phase } of balls) {
        const angle = phase + time * 0.35;
        const [s, c] = [Math.sin(angle), Math.cos(angle)];
        body.position = [s * 3.6, 2 + Math.sin(time * 1.1 + phase * 2) * 1.2, c * 3.6];
        transform.set(...body.position);
        ring.set(s * 1.05, 2.98, c * 1.05);
    }
    if (Math.floor(time / 1.7) !== Math.floor((time - dt) / 1.7)) {
        const angle = random() * 2 * Math.PI;
        strikeAt(Math.sin(angle) * 7, Math.cos(angle) * 7 - 3);
    }
});

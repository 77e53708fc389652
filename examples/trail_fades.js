// Fading: what falls to nothing with age. Four modes on one path, then curves over age and over
// length that a style can have instead.

import { landMesh } from './scenery.js';
import { createStage } from './stage.js';

const { fx, scenery, labels, run } = await createStage({
    sky: 'night',
    orbit: { target: [0, 3, 0], distance: 11.5, yaw: 0, pitch: 0.06, turn: 0 },
});

const floor = landMesh(600, 8, () => 0, () => [0.05, 0.052, 0.06]);
scenery.addMesh(floor.vertices, floor.indices);

const common = {
    lifetime: 2.2,
    maxPoints: 256,
    minVertexDistance: 0.1,
    width: 0.55,
    softness: 0.12,
    color: '#8fd3ff',
};

const looks = [
    ['fadeMode: none', { fadeMode: 'none' }],
    ['fadeMode: alpha', { fadeMode: 'alpha' }],
    ['fadeMode: width', { fadeMode: 'width' }],
    ['fadeMode: both', { fadeMode: 'both' }],
    ['over age', {
        fadeMode: 'none',
        color: [1.6, 1.6, 1.6, 1],
        colorOverAge: ['#ffffff', '#ffd36b', '#ff5a1f', '#5a0d3c00'],
        widthOverAge: [0.2, 1, 0.8, 1.6],
        blend: 'additive',
        softness: 0.8,
    }],
    ['over length', {
        fadeMode: 'none',
        color: '#ffffff',
        colorOverLength: ['#ff6b9d', '#ffd36b', '#6bffb8', '#6ba8ff', '#b46bff'],
        widthOverLength: [[0, 0], [0.08, 1], [1, 0]],
    }],
];

const rows = looks.map(([name, look], i) => {
    const y = 5.4 - i * 0.95;
    labels.add(name, [-6.2, y, 0]);
    return { y, trail: fx.createTrail({ ...common, ...look }) };
});

run((dt, time) => {
    // Along a wave from left to right; at its end a new strip begins at the left.
    const lap = time / 3.4;
    const along = lap - Math.floor(lap);
    const begins = Math.floor(lap) !== Math.floor((time - dt) / 3.4);
    for (const { y, trail } of rows) {
        if (begins) trail.teleport();
        trail.transform.set(along * 10 - 4.6, y + Math.sin(along * 19) * 0.14, 0);
    }
});

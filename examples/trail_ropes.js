// Ropes and tubes: a rope is a stroke, laid once along its curve and lit by the sun; the snake is
// a tube behind a moving head. Tubes turn with their path without a twist.

import { add, normalize, randomFrom, scale, subtract } from './maths.js';
import { landMesh } from './scenery.js';
import { addFaces, ballFaces, latheFaces } from './shapes.js';
import { createStage, seed } from './stage.js';

const { fx, scenery, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, 1.4, 0], distance: 11, yaw: 0.6, pitch: 0.22, turn: 0.06 },
    kit: { maxEffectTriangles: 131072 }, // tubes take many
});
const random = randomFrom(seed);

const ground = landMesh(900, 30, () => 0, () => [0.2, 0.19, 0.12]);
scenery.addMesh(ground.vertices, ground.indices, { grain: 0.6 });

// ---- posts, and ropes that hang between them

const wood = [0.2, 0.12, 0.06];
const posts = Array.from({ length: 6 }, (_, i) => {
    const angle = (i / 6) * 2 * Math.PI;
    const position = [Math.sin(angle) * 4.4, 0, Math.cos(angle) * 4.4];
    addFaces(scenery, latheFaces([[0.15, 0], [0.13, 2.2], [0.17, 2.25], [0, 2.4]], wood, 10))
        .position = position;
    return add(position, [0, 2.05, 0]);
});

// Three strands wound around each other, as long as they are wide around.
function drawStrands() {
    const size = 64;
    const pixels = new Uint8Array(size * size * 4).fill(255);
    for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x++) {
            const turn = ((x + y) / size) * 3;
            const light = 0.35 + 0.65 * Math.sin(Math.PI * (turn - Math.floor(turn))) ** 0.6;
            pixels.fill(255 * light, (y * size + x) * 4, (y * size + x) * 4 + 3);
        }
    }
    return { pixels, width: size, height: size, wrap: 'repeat' };
}

const rope = fx.createTrailStyle({
    shape: 'tube',
    sides: 10,
    lifetime: 3600,
    fadeMode: 'none',
    maxTrails: 12,
    maxPoints: 64,
    width: 0.13,
    color: [0.52, 0.38, 0.22, 1],
    texture: fx.createTexture(drawStrands()),
    textureMode: 'tile',
    textureScale: 3,
    lit: true,
    softness: 0,
    depthWrite: true,
    caps: 'flat',
});

function hang(from, to, sag) {
    const path = Array.from({ length: 33 }, (_, i) => {
        const t = i / 32;
        const droop = sag * 4 * t * (t - 1);
        return add(add(scale(from, 1 - t), scale(to, t)), [0, droop, 0]);
    });
    rope.stroke({ path });
}

posts.forEach((post, i) => {
    hang(post, posts[(i + 1) % 6], 0.5 + random() * 0.25);
    hang(add(post, [0, -0.7, 0]), add(posts[(i + 1) % 6], [0, -0.7, 0]), 0.35 + random() * 0.2);
});

// ---- a snake that winds around them

const snake = fx.createTrail({
    shape: 'tube',
    sides: 16,
    lifetime: 3.4,
    maxPoints: 1024,
    minVertexDistance: 0.06,
    smoothing: 0.004,
    width: 0.44,
    widthOverLength: [[0, 0.75], [0.05, 0.6], [0.3, 1], [0.75, 0.8], [1, 0.05]],
    colorOverLength: [
        '#2c5f28', '#54782b', '#1d4422', '#54782b', '#1d4422', '#54782b', '#1d4422', '#54782b',
        '#1d4422',
    ],
    fadeMode: 'none',
    lit: true,
    softness: 0,
    depthWrite: true,
});
const head = addFaces(scenery, ballFaces(0.24, [0.07, 0.2, 0.05], 12));
const eyes = [1, -1].map((side) => ({
    side, ball: addFaces(scenery, ballFaces(0.06, [0.9, 0.75, 0.1], 8)),
}));

function path(t) {
    const radius = 4.4 + Math.cos(t * 3) * 1.25;
    return [Math.sin(t) * radius, 0.32 + 0.22 * Math.sin(t * 6) ** 2, Math.cos(t) * radius];
}

run((dt, time) => {
    const t = time * 0.55;
    const here = path(t);
    const forward = normalize(subtract(path(t + 0.01), here));
    const side = normalize([forward[2], 0, -forward[0]]);
    snake.transform.set(...here);
    head.position = here;
    for (const { side: sign, ball } of eyes) {
        const offset = add(scale(forward, 0.13), scale(side, sign * 0.13));
        ball.position = add(here, add(offset, [0, 0.14, 0]));
    }
});

// Drawing: each stroke of the pointer is a ribbon in pixels with round ends, smooth however fast
// the hand is. Until somebody draws, the page draws roses.

import { randomFrom } from './maths.js';
import { createStage, seed } from './stage.js';

const { fx, canvas, run } = await createStage({ sky: 'night', orbit: { turn: 0, pitch: -0.3 } });
const random = randomFrom(seed);

const inks = ['#7ee8fa', '#ffd36b', '#ff7eb6', '#a6ff7e', '#c79bff'];
const styles = inks.map((color) => fx.createTrailStyle({
    space: 'screen',
    lifetime: 9,
    maxPoints: 1024,
    maxTrails: 2,
    minVertexDistance: 4,
    smoothing: 0.6,
    width: 10,
    color,
    widthOverLength: [[0, 0.35], [0.04, 1], [0.9, 1], [1, 0.2]],
    alphaOverAge: [[0, 1], [0.75, 1], [1, 0]],
    fadeMode: 'none',
    softness: 0.25,
    caps: 'round',
}));

// One pen an ink: lifted, moved to a new place, it begins a new strip.
const pens = styles.map((style) => fx.createTrail(style));
for (const pen of pens) pen.emitting = false;

let ink = 0;
let byHand = false;

function toPixels(event) {
    const ratio = canvas.width / canvas.clientWidth;
    return [event.clientX * ratio, event.clientY * ratio];
}

canvas.addEventListener('pointerdown', (event) => {
    byHand = true;
    for (const pen of pens) pen.emitting = false;
    ink = (ink + 1) % pens.length;
    pens[ink].transform.set(...toPixels(event), 0);
    pens[ink].emitting = true;
});
canvas.addEventListener('pointermove', (event) => {
    if (event.buttons) pens[ink].transform.set(...toPixels(event), 0);
});
addEventListener('pointerup', () => {
    pens[ink].emitting = false;
});

// ---- what the page draws by itself: a rose of some petals, in a place of its own

let rose = null;

function nextRose(number) {
    const column = (number * 2) % 5;
    ink = number % pens.length;
    rose = {
        number,
        petals: 3 + Math.floor(random() * 5),
        x: canvas.width * (0.16 + 0.17 * column),
        y: canvas.height * (0.32 + 0.36 * random()),
        size: canvas.height * (0.15 + 0.09 * random()),
    };
}

run((dt, time) => {
    if (byHand) return;
    const period = 1.9;
    const number = Math.floor(time / period);
    if (rose?.number !== number) {
        pens[ink].emitting = false;
        nextRose(number);
    }
    const { petals, x, y, size } = rose;
    const angle = Math.min((time / period - number) * 1.08, 1) * 2 * Math.PI;
    const radius = size * (0.55 + 0.45 * Math.cos(petals * angle));
    pens[ink].transform.set(x + radius * Math.cos(angle), y + radius * Math.sin(angle), 0);
    pens[ink].emitting = true;
});

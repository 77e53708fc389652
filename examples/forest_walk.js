// A walk through 100,000 trees at the height of the eye, along a path that winds among them. The
// sliders change the bands of the levels of detail, the wind and the season while it goes on.

import { hills } from './land.js';
import { createStage, seed } from './stage.js';
import { addLand, plantUndergrowth, plantWoods, treeCount } from './woods.js';

const PACE = 2.2; // metres a second
const EYE = 1.75;

const stage = await createStage({ sky: 'day', fovY: 1.05 });
const { fx, scenery, canvas, run } = stage;
addLand(scenery, 3200);

const way = (z) => 14 * Math.sin(z * 0.021) + 5 * Math.sin(z * 0.057);
const points = Array.from({ length: 200 }, (_, i) => {
    const z = 800 - i * 8;
    return [way(z), z];
});

const count = treeCount(100000);
const reach = Math.min(Math.sqrt(count) * 2.4, 800); // the same density, however few
const forest = plantWoods(fx, { count, reach, paths: [{ points, width: 5 }] });
plantUndergrowth(fx, { count: Math.min(count / 5, 8000), reach: Math.min(reach, 90),
    paths: [{ points, width: 2.4 }] });

// ---- the sliders

const wind = { direction: [1, 0.3], strength: 0.35, gust: 0.6 };
const sliders = {
    level1: [100, 900, 360, (value) => forest.set({ level1Pixels: value })],
    level2: [60, 500, 180, (value) => forest.set({ level2Pixels: value })],
    impostor: [20, 300, 72, (value) => forest.set({ impostorPixels: value })],
    wind: [0, 1, wind.strength, (value) => fx.wind.set({ ...wind, strength: value })],
    season: [0, 1, Number(new URLSearchParams(location.search).get('season') ?? 0.5),
        (season) => fx.world.set({ season })],
};
const panel = document.querySelector('#sliders');
for (const [name, [min, max, value, apply]] of Object.entries(sliders)) {
    const input = Object.assign(document.createElement('input'),
        { type: 'range', min, max, step: (max - min) / 200 });
    input.value = value;
    input.addEventListener('input', () => apply(Number(input.value)));
    const label = document.createElement('label');
    label.append(name, input);
    panel.append(label);
    apply(value);
}

// ---- the walker

let turned = 0; // radians, by dragging
canvas.addEventListener('pointermove', (event) => {
    if (event.buttons) turned += event.movementX * 0.004;
});

fx.world.set({ fogDensity: 0.0016 });
scenery.sky.fog = 0.0016;

run((dt, time) => {
    const walked = (time * PACE + seed * 7) % (reach * 0.9);
    const place = (z) => [way(z), hills(way(z), z), z];
    const [x, y, z] = place(reach * 0.3 - walked);
    const [aheadX, aheadY, aheadZ] = place(z - 9);
    const [sin, cos] = [Math.sin(turned), Math.cos(turned)];
    const [dx, dz] = [aheadX - x, aheadZ - z];
    stage.camera = {
        eye: [x, y + EYE + 0.04 * Math.sin(time * 11), z],
        target: [x + dx * cos - dz * sin, aheadY + EYE + 0.6, z + dx * sin + dz * cos],
        up: [0, 1, 0],
    };
});

// A walk through 100,000 trees at the height of the eye, along a path that winds among them and is
// overgrown with grass and ferns, which the walker tramples. The sliders change the bands of the
// levels of detail, the wind and the season while it goes on; `?eye=3.5` looks down on it.

import { hills } from './land.js';
import { createStage, seed } from './stage.js';
import { addLand, plantUndergrowth, plantWoods, treeCount } from './woods.js';

const PACE = 2.2; // metres a second
const query = new URLSearchParams(location.search);
let eyeHeight = Number(query.get('eye') ?? 1.75);

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
const grass = Math.min(count, 40000);
const start = reach * 0.3; // of the way, along z
const forest = plantWoods(fx, {
    count, reach, paths: [{ points, width: 5 }], options: { maxTrees: count + grass },
});
plantUndergrowth(forest, {
    count: grass,
    area: [-34, Math.max(-reach, start - grass / 75), 34, start],
    density: (x, z) => Math.exp(-(((x - way(z)) / 8) ** 2)),
    paths: [{ points, width: 4 }],
});

const walker = fx.createTransform();
fx.tramplers.set([{ transform: walker, radius: 0.6 }]);

// ---- the sliders

const wind = { direction: [1, 0.3], strength: 0.35, gust: 0.6 };
const sliders = {
    eye: [1.2, 4, eyeHeight, (value) => {
        eyeHeight = value;
    }],
    level1: [100, 900, 480, (value) => forest.set({ level1Pixels: value })],
    level2: [60, 500, 240, (value) => forest.set({ level2Pixels: value })],
    impostor: [20, 300, 90, (value) => forest.set({ impostorPixels: value })],
    wind: [0, 1, wind.strength, (value) => fx.wind.set({ ...wind, strength: value })],
    season: [0, 1, Number(query.get('season') ?? 0.5),
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
    const [x, y, z] = place(start - walked);
    walker.set(x, y + 0.5, z);
    const [aheadX, aheadY, aheadZ] = place(z - 9);
    const [sin, cos] = [Math.sin(turned), Math.cos(turned)];
    const [dx, dz] = [aheadX - x, aheadZ - z];
    const raised = eyeHeight - 1.75; // from above the walker is seen from behind
    const [backX, backZ] = [-dx * raised * 0.15, -dz * raised * 0.15];
    stage.camera = {
        eye: [x + backX, y + eyeHeight + 0.04 * Math.sin(time * 11), z + backZ],
        target: [
            x + dx * cos - dz * sin,
            aheadY + Math.max(2.3 - raised * 1.2, 0),
            z + dx * sin + dz * cos,
        ],
        up: [0, 1, 0],
    };
});

// A grove through a year in half a minute: blossom, leaves, fruit, colours, bare wood and snow, and
// gusts that cross it. The year is one number of the world.

import { createStage, seed } from './stage.js';
import { landMesh } from './scenery.js';

const YEAR_SECONDS = 30;

const { fx, scenery, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, 5, 0], distance: 42, yaw: 0.5, pitch: 0.18, turn: 0.06 },
});
const land = landMesh(400, 40, () => 0, () => [0.075, 0.11, 0.035]);
scenery.addMesh(land.vertices, land.indices, { grain: 1 });

const species = ['oak', 'maple', 'birch', 'cherry', 'apple', 'spruce', 'bush', 'tallGrass'];
const forest = fx.createForest({
    species: species.map((preset) => ({ preset, seed })),
    level1Pixels: 220,
    level2Pixels: 100,
    impostorPixels: 8,
    impostorFrames: 3,
    impostorSize: 16,
});

const grove = [
    ['oak', -3, -5], ['maple', 11, -3], ['birch', -13, 3], ['birch', -16, -2], ['birch', -11, -8],
    ['cherry', 4, 7], ['apple', -6, 8], ['spruce', 17, -12], ['spruce', -20, -14],
    ['spruce', 4, -17], ['maple', -9, -19], ['bush', 8, 11], ['bush', -11, 11], ['bush', 14, 5],
    ['tallGrass', 1, 12], ['tallGrass', -2, 10], ['tallGrass', 10, 13], ['tallGrass', -8, 13],
];
forest.plant(grove.map(([preset, x, z]) => ({
    position: [x, 0, z], yaw: x * 1.3 + z, variant: species.indexOf(preset),
})));
fx.wind.set({ direction: [1, 0.3], strength: 0.6, gust: 1 });

run((dt, time) => {
    const season = (0.3 + time / YEAR_SECONDS) % 1;
    const winter = Math.abs(season - 0.5) * 2; // 0 in midsummer, 1 in midwinter
    fx.world.set({ season, snow: Math.min(Math.max((winter - 0.82) * 6, 0), 1) });
});

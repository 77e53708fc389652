// Trees that grow from sprouts while the camera circles. Each has its own age; the vertex shader
// works out their shapes, so that nothing is sent while they grow.

import { createStage, seed } from './stage.js';
import { landMesh } from './scenery.js';

const GROW_SECONDS = 30;

const { fx, scenery, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, 4.5, 0], distance: 33, yaw: 0.4, pitch: 0.16, turn: 0.12 },
});

const meadow = (x, z) => 0.4 * Math.sin(x * 0.08) * Math.cos(z * 0.07);
const land = landMesh(400, 80, meadow, () => [0.07, 0.115, 0.03]);
scenery.addMesh(land.vertices, land.indices, { grain: 1 });

const forest = fx.createForest({
    species: [{ preset: 'oak', variants: 2, seed }, { preset: 'pine', variants: 2, seed }],
    growSeconds: GROW_SECONDS,
    level1Pixels: 200,
    level2Pixels: 100,
    impostorPixels: 30,
});

// Where they stand, and what they have grown before the page opens.
const trees = [
    [0, 0, 0, 0.3], [-9, -5, 2, 0.12], [8, -7, 3, 0.2], [6, 6, 1, 0.07], [-7, 6, 0, 0.5],
    [-15, 3, 3, 0.35], [14, 2, 2, 0.6], [1, -13, 1, 0.8], [-3, 13, 2, 0.16],
];
forest.plant(trees.map(([x, z, variant, age]) => ({
    position: [x, meadow(x, z), z], yaw: x * 1.7 + z, variant, age,
})));
fx.wind.set({ direction: [1, 0.3], strength: 0.35, gust: 0.6 });

run(() => {});

// Levels of detail. In front, pairs of the same tree: as a mesh on the left, as an impostor on the
// right; behind, woods coloured by the level that each tree is drawn at: red, orange and yellow
// meshes, blue impostors. `?colors=0` shows them as they are.

import { hills } from './land.js';
import { createStage, seed } from './stage.js';
import { addLand, mixedWoods, pictures, plantWoods, showImpostors, treeCount } from './woods.js';

const { fx, canvas, scenery, labels, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, hills(0, 0) + 9, 0], distance: 95, yaw: 0, pitch: 0.2, turn: 0.01 },
});
addLand(scenery, 1600);
const colors = new URLSearchParams(location.search).get('colors') !== '0';

// Bands so near that all four fit between the first row of the woods and the haze.
const count = treeCount(8000);
const reach = Math.min(Math.sqrt(count) * 3.2, 320);
plantWoods(fx, {
    count,
    reach,
    area: [-reach, -reach * 2 - 12, reach, -12],
    options: {
        levelColors: colors,
        level1Pixels: 0.14 * canvas.height,
        level2Pixels: 0.12 * canvas.height,
        impostorPixels: 0.09 * canvas.height,
        impostorFrames: Math.min(pictures, 6),
    },
});

// Two forests of six trees each: one that never shows impostors, and one that shows nothing else.
const common = { species: mixedWoods.map((preset) => ({ preset, seed })), maxTrees: 16 };
const apart = 22; // metres from pair to pair
const kinds = [
    [-5, { impostorPixels: 1, impostorFrames: 3, impostorSize: 16 }],
    [5, { level1Pixels: 1e5, level2Pixels: 1e5, impostorPixels: 1e5,
        impostorFrames: Math.min(pictures, 8), impostorSize: 96 }],
];
for (const [aside, options] of kinds) {
    const forest = fx.createForest({ ...common, ...options });
    forest.plant(mixedWoods.map((preset, variant) => {
        const [x, z] = [(variant - 2.5) * apart + aside, 16];
        return { position: [x, hills(x, z), z], yaw: variant, variant, scale: 0.9 };
    }));
    showImpostors(forest);
}
mixedWoods.forEach((preset, i) => {
    const [x, z] = [(i - 2.5) * apart, 20];
    labels.add(preset, [x, hills(x, z) - 0.8, z]);
});
fx.wind.set({ direction: [1, 0.3], strength: 0.25, gust: 0.5 });

run(() => {});

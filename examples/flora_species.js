// Every species of tree at four ages: a row a species, young in front, grown behind.

import { createStage, seed } from './stage.js';
import { landMesh } from './scenery.js';

const rows = [
    ['oak', 17], ['maple', 14], ['beech', 19], ['willow', 16], ['baobab', 18], ['acacia', 16],
    ['eucalyptus', 14], ['pine', 13], ['spruce', 11], ['cypress', 7], ['poplar', 8], ['birch', 9],
    ['aspen', 9], ['deadTree', 10], ['palm', 11], ['bamboo', 9], ['cherry', 11], ['apple', 9],
    ['japaneseMaple', 8], ['bush', 5], ['tallGrass', 4], ['fern', 4], ['bonsai', 3],
];
const ages = [0.15, 0.35, 0.6, 1];

const { fx, scenery, run } = await createStage({
    sky: 'day',
    fovY: 0.6,
    orbit: { target: [0, 5, 0], distance: 120, yaw: 0, pitch: 0.3, turn: 0.05 },
});
const land = landMesh(600, 40, () => 0, () => [0.075, 0.11, 0.035]);
scenery.addMesh(land.vertices, land.indices, { grain: 1 });

const forest = fx.createForest({
    species: rows.map(([preset]) => ({ preset, seed })),
    level1Pixels: 120,
    level2Pixels: 50,
    impostorPixels: 8,
    impostorFrames: 3,
    impostorSize: 16,
});

// Two blocks, one behind the other, so that the page is as wide as it is deep.
const trees = [];
let x = 0;
let block = 0;
const half = rows.reduce((sum, [, width]) => sum + width, 0) / 2;
rows.forEach(([, width], variant) => {
    if (x > half && block === 0) [x, block] = [0, 1];
    ages.forEach((age, i) => trees.push({
        position: [x + width / 2 - half / 2, 0, (block ? 12 : -42) + (3 - i) * 13],
        yaw: variant + i,
        variant,
        age,
    }));
    x += width;
});
forest.plant(trees);
fx.world.set({ fogDensity: 0.0001 });
fx.wind.set({ direction: [1, 0.2], strength: 0.3, gust: 0.6 });

run(() => {});

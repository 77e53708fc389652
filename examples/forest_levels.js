// Levels of detail. In front, the same trees as meshes and as impostors, side by side; behind,
// woods coloured by the level that each tree is drawn at: red, orange and yellow meshes, blue
// impostors. `?colors=0` shows them as they are.

import { hills } from './land.js';
import { createStage, seed } from './stage.js';
import { addLand, mixedWoods, pictures, plantWoods, treeCount } from './woods.js';

const { fx, scenery, labels, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, hills(0, 0) + 9, 0], distance: 95, yaw: 0, pitch: 0.24, turn: 0.01 },
});
addLand(scenery, 1600);
const colors = new URLSearchParams(location.search).get('colors') !== '0';

const count = treeCount(8000);
const reach = Math.min(Math.sqrt(count) * 3.2, 320);
plantWoods(fx, {
    count,
    reach,
    area: [-reach, -reach * 2 - 12, reach, -12],
    options: { levelColors: colors },
});

// Two forests of six trees each: one that never shows impostors, and one that shows nothing else.
const common = { species: mixedWoods.map((preset) => ({ preset, seed })), maxTrees: 16 };
const pairs = [
    ['mesh', -4.2, { impostorPixels: 1, impostorFrames: 3, impostorSize: 16 }],
    ['impostor', 4.2, { level1Pixels: 1e5, level2Pixels: 1e5, impostorPixels: 1e5,
        impostorFrames: pictures, impostorSize: 64 }],
];
for (const [name, aside, options] of pairs) {
    const forest = fx.createForest({ ...common, ...options });
    forest.plant(mixedWoods.map((preset, variant) => {
        const [x, z] = [(variant - 2.5) * 21 + aside * 1.2, 16];
        labels.add(`${preset} ${name}`, [x, hills(x, z) - 1.2, z]);
        return { position: [x, hills(x, z), z], yaw: variant, variant };
    }));
    forest.bake();
}
fx.wind.set({ direction: [1, 0.3], strength: 0.25, gust: 0.5 });

run(() => {});

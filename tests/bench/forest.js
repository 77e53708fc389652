// 20,000 trees of 6 variants: camera moving, standing, looking away.

import { measure, openKit } from './measure.js';

const kit = await openKit();
const forest = kit.createForest({
    species: [{ preset: 'oak', variants: 3 }, { preset: 'pine', variants: 3 }],
    impostorFrames: 4, // the bake is not what is measured here
    maxTrees: 20000,
});
const start = performance.now();
const planted = forest.scatter({
    area: [-700, -700, 700, 700], count: 20000, minDistance: 3, seed: 7, patchiness: 0,
});
const plantMs = performance.now() - start;
forest.bake();

// Software drawing of the trees near the camera takes seconds a frame: few frames are enough for
// the CPU's share, which does not depend on it.
const short = { frames: 40, warmUp: 20 };
const rows = [
    await measure(`${planted} trees, moving camera`, kit, null, { ...short, camera: { radius: 60, height: 16 } }),
    await measure(`${planted} trees, still camera`, kit, null, { ...short, camera: { radius: 60, height: 16, still: true } }),
    await measure(`${planted} trees, out of view`, kit, null, { ...short, camera: { radius: 300, height: -4000 } }),
];
rows[0]['planting ms'] = plantMs;
kit.dispose();
window.results = rows;

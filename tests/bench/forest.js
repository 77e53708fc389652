// 20,000 and 100,000 trees of 24 variants at the same density and view distance: camera moving,
// standing, looking away; and planting.

import { measure, openKit } from './measure.js';

const density = 0.01; // trees a square metre
// Software drawing of the trees near the camera takes seconds a frame: few frames are enough for
// the CPU's share, which does not depend on it.
const short = { frames: 40, warmUp: 20 };
const rows = [];

for (const count of [20000, 100000]) {
    const kit = await openKit();
    const forest = kit.createForest({
        species: [{ preset: 'oak', variants: 12 }, { preset: 'pine', variants: 12 }],
        impostorFrames: 3, // the bake is not what is measured here
        maxTrees: count + 10000,
        maxDistance: 600,
    });
    const half = Math.sqrt(count / density) / 2;
    forest.scatter({ area: [-half, -half, half, half], count, minDistance: 3, seed: 7, patchiness: 0 });
    const more = new Float32Array(6 * 10000);
    for (let i = 0; i < 10000; i++) more.set([3000 + (i % 100) * 4, 0, Math.floor(i / 100) * 4, 0, 1, 0], i * 6);
    const start = performance.now();
    forest.plant(more);
    const plantMs = performance.now() - start;
    forest.bake();
    const title = `${count.toLocaleString('en')} trees`;
    const camera = { radius: 60, height: 16 };
    const moving = await measure(`${title}, moving camera`, kit, null, { ...short, camera });
    moving['planting 10,000, ms'] = plantMs;
    rows.push(moving,
        await measure(`${title}, still camera`, kit, null, { ...short, camera: { ...camera, still: true } }),
        await measure(`${title}, out of view`, kit, null, { ...short, camera: { radius: 300, height: -4000 } }));
    kit.dispose();
}
window.results = rows;

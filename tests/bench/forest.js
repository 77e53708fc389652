// 20,000 and 100,000 trees of 24 variants at the same density and view distance, with and without
// WEBGL_multi_draw: camera moving, standing, looking away. What the core costs without a browser,
// with trees of all their triangles, planting and streaming: forest_core.mjs.

import { cameras, openWoods, thinTrees } from './forest_scenes.js';
import { measure, openKit } from './measure.js';

// A small picture, whose levels change where those of 1280 x 720 do.
const canvas = { width: 160, height: 90 };
const edges = { level1Pixels: 360 / 8, level2Pixels: 180 / 8, impostorPixels: 72 / 8 };
const rows = [];

async function run(name, { multiDraw, ...options }) {
    const kit = await openKit({ multiDraw, ...canvas });
    openWoods(kit, { tree: thinTrees, impostorFrames: 3, impostorSize: 16, ...edges, ...options });
    for (const [what, at] of Object.entries(cameras)) {
        // The camera is for the canvas that there is.
        const cameraAt = (frame) => ({ ...at(frame), viewport: undefined });
        const row = await measure(`${name}, ${what}`, kit, null,
            { frames: what === 'moving' ? 30 : 10, warmUp: 5, cameraAt });
        rows.push({ ...row, 'mesh trees': kit.stats.meshTrees, impostors: kit.stats.impostors });
    }
    kit.dispose();
}

await run('20,000 trees', { count: 20000 });
await run('100,000 trees', { count: 100000 });
await run('100,000 trees, a call a mesh', { count: 100000, multiDraw: false });
await run('20,000 trees of 6 variants, a call a mesh', { count: 20000, variants: 1, multiDraw: false });
window.results = rows;

// Trails, and beside each scene what it costs when all vertices are built anew in each frame.

import { measure, openKit } from './measure.js';
import { scenes } from './trails_scenes.js';
import { Yardstick } from './trails_yardstick.js';

function openYardstick() {
    const canvas = document.createElement('canvas');
    canvas.width = 512;
    canvas.height = 288;
    document.body.append(canvas);
    return new Yardstick(canvas);
}

async function run({ name, open, options }, kit) {
    const row = await measure(name, kit, open(kit), options);
    kit.dispose();
    return row;
}

const limits = { maxTrails: 8192, maxTransforms: 8192 };
const results = [];
for (const scene of scenes) {
    results.push(await run(scene, await openKit(limits)));
    results.push(await run({ ...scene, name: '  rebuilding all vertices' }, openYardstick()));
}
window.results = results;

// Trails, and beside each scene what it costs when all vertices are built anew in each frame.

import { openCanvas, openKit, runScene } from './measure.js';
import { scenes } from './trails_scenes.js';
import { Yardstick } from './trails_yardstick.js';

const results = [];
for (const scene of scenes) {
    results.push(await runScene(scene, await openKit(scene.limits)));
    const yardstick = new Yardstick(openCanvas());
    results.push(await runScene({ ...scene, name: '  rebuilding all vertices' }, yardstick));
}
window.results = results;

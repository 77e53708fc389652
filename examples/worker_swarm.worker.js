// The worker of worker_swarm.js. Import maps do not reach workers: these are the files themselves.

import { createKit } from '../web/index.js';
import { TransformReader } from '../web/worker.js';

const looks = [
    ['#ffd27a', '#ff7b2e', '#70101000'],
    ['#9fe8ff', '#3d7bff', '#2a109000'],
    ['#d8ff9a', '#35d98a', '#00404000'],
].map(([hot, warm, end]) => [[0, '#ffffff'], [0.08, hot], [0.4, warm], [1, end]]);
let kit;
let reader;

function update(dt) {
    if (reader.update(kit, dt)) kit.draw(reader.camera);
}

async function open({ canvas, buffer, count, isFixed }) {
    kit = await createKit({ canvas, clear: [0.008, 0.01, 0.02, 1] });
    const styles = looks.map((colorOverLength) => kit.createTrailStyle({
        lifetime: 1.1, width: 0.12, maxTrails: count, maxPoints: 128, minVertexDistance: 0.05,
        smoothing: 0.004, color: [0.8, 0.8, 0.8, 1], colorOverLength, blend: 'additive',
        widthOverLength: [[0, 0.6], [0.08, 1], [1, 0.1]], softness: 0.7,
    }));
    reader = new TransformReader(buffer);
    for (let i = 0; i < count; i++) {
        reader.follow(i, kit.createTrail(styles[i % styles.length]).transform);
    }
    setInterval(() => self.postMessage({ stats: kit.stats.toJSON() }), 250);
    if (isFixed) return;
    let last = performance.now();
    const frame = (now) => {
        update(Math.min(Math.max(now - last, 0) / 1000, 0.1));
        last = now;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

let opened;
self.onmessage = async ({ data }) => {
    if (data.canvas) opened = open(data);
    await opened;
    if (data.frame) reader.take(data.frame);
    if (!data.step) return;
    update(data.step);
    self.postMessage({ drawn: true, stats: kit.stats.toJSON() });
};

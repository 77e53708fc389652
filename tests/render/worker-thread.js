// The worker of worker.test.mjs: a kit on a canvas that the page gave away. Import maps do not reach
// workers, so the addresses are those of files.
import { createKit } from '/web/index.js';
import { TransformReader } from '/web/worker.js';

let kit;
let reader;

async function open({ canvas, buffer }) {
    kit = await createKit({ canvas, clear: [0, 0, 0, 1], antialias: false });
    reader = new TransformReader(buffer);
    const trail = kit.createTrail({ width: 1, softness: 0, fadeMode: 'none', lifetime: 60, color: '#ff0000' });
    reader.follow(3, trail.transform);
    return { early: reader.update(kit, 0), camera: reader.camera };
}

function draw({ frame }) {
    if (frame) reader.take(frame);
    const isDrawn = reader.update(kit, 1 / 60);
    if (isDrawn) kit.draw(reader.camera);
    return { isDrawn, stats: kit.stats.toJSON(), error: kit.gl.getError() };
}

function read() {
    kit.draw(reader.camera);
    const { gl } = kit;
    const row = new Uint8Array(gl.drawingBufferWidth * 4);
    const rows = {};
    for (const y of [60, 72, 84, 100]) {
        gl.readPixels(0, y, gl.drawingBufferWidth, 1, gl.RGBA, gl.UNSIGNED_BYTE, row);
        rows[y] = Array.from({ length: gl.drawingBufferWidth }, (_, x) => row[4 * x]);
    }
    return rows;
}

// Reads frames as fast as it can while the page writes them, and looks for mixed ones.
function race({ buffer, slots, milliseconds }) {
    const racer = new TransformReader(buffer);
    const data = new Float32Array(slots * 8);
    for (let slot = 0; slot < slots; slot++) racer.follow(slot, { slot, _alive: true });
    const result = { mixed: 0, backward: 0, frames: 0, last: 0 };
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
        if (!racer.update({ transforms: { data }, update() {} }, 0)) continue;
        const number = racer.camera.view[0];
        if (number < result.last) result.backward++;
        if (number !== result.last) result.frames++;
        result.last = number;
        if (data.some((value) => value !== number)) result.mixed++;
    }
    return result;
}

const jobs = { open, draw, read, race };

self.onmessage = async ({ data: { id, job, ...rest } }) => {
    try {
        self.postMessage({ id, answer: await jobs[job](rest) });
    } catch (error) {
        self.postMessage({ id, failure: error.stack });
    }
};
self.postMessage({ id: 0 });

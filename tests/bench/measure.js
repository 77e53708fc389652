// What every benchmark page shares: a canvas, a camera that moves, medians over frames.

import { createKit } from '/web/index.js';

const WARM_UP = 130; // frames until as many die as are born
const FRAMES = 100;

export async function openKit(options) {
    const canvas = document.createElement('canvas');
    canvas.width = 512;
    canvas.height = 288;
    document.body.append(canvas);
    return createKit({ canvas, antialias: false, ...options });
}

/** A camera that circles the origin; `still` stands. */
export function cameraAt(frame, { radius = 40, height = 12, still = false } = {}) {
    const angle = still ? 0 : frame * 0.01;
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    const pitch = Math.atan2(height, radius);
    const [sp, cp] = [Math.sin(pitch), Math.cos(pitch)];
    const view = Float32Array.of(
        c, s * sp, s * cp, 0, 0, cp, -sp, 0, -s, c * sp, c * cp, 0,
        0, 0, -Math.hypot(radius, height), 1,
    );
    const f = 1 / Math.tan(0.5);
    const projection = Float32Array.of(
        f / (16 / 9), 0, 0, 0, 0, f, 0, 0, 0, 0, -1.0002, -1, 0, 0, -0.20002, 0,
    );
    return { view, projection };
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

function heapBytes() {
    window.gc?.();
    return performance.memory.usedJSHeapSize;
}

/**
 * Runs `step(frame)`, update and draw; medians of the frames after the warm-up. CPU is the main
 * thread's time for the calls; the GPU process draws beside it.
 */
export async function measure(name, kit, step, { camera, frames = FRAMES, warmUp = WARM_UP } = {}) {
    const times = { step: [], update: [], draw: [] };
    const cameras = Array.from({ length: frames + warmUp }, (_, i) => cameraAt(i, camera));
    let bytes = 0;
    let records = 0;
    let garbage = 0;
    for (let frame = 0; frame < frames + warmUp; frame++) {
        if (frame === warmUp) garbage = -heapBytes();
        const start = performance.now();
        step?.(frame);
        const stepped = performance.now();
        kit.update(1 / 60);
        const updated = performance.now();
        // Software drawing takes far longer than what is measured: the warm-up skips most of it.
        if (frame >= warmUp || frame % 20 === 0) kit.draw(cameras[frame]);
        const drawn = performance.now();
        if (frame >= warmUp) {
            times.step.push(stepped - start);
            times.update.push(updated - stepped);
            times.draw.push(drawn - updated);
        }
        // Reading the statistics costs what a page pays four times a second; not in every frame.
        if (frame % 10 === 9 && frame >= warmUp) {
            bytes = Math.max(bytes, kit.stats.uploadBytes);
            records = Math.max(records, kit.stats.recordBytes);
        }
        // Lets the GPU process keep up, so that its queue is not part of what is measured.
        if (frame % 10 === 9) await new Promise((resolve) => { setTimeout(resolve); });
    }
    garbage += performance.memory.usedJSHeapSize;
    const [update, draw] = [median(times.update), median(times.draw)];
    return {
        name,
        'update ms': update,
        'draw ms': draw,
        'update + draw ms': update + draw,
        'game ms': median(times.step),
        'upload bytes': bytes,
        'record bytes': records,
        'draw calls': kit.stats.drawCalls,
        'garbage bytes a frame': Math.max(0, Math.round(garbage / frames)),
        'heap bytes': kit.stats.heapBytes,
    };
}

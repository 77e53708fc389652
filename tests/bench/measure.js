// What every benchmark page shares: a canvas and quantiles over frames.

import { createKit } from '/web/index.js';
import { cameraAt, quantile } from './frames.js';

const WARM_UP = 130; // frames until as many die as are born
const FRAMES = 100;

export function openCanvas({ width = 512, height = 288 } = {}) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    document.body.append(canvas);
    return canvas;
}

export const openKit = ({ width, height, ...options } = {}) => createKit(
    { canvas: openCanvas({ width, height }), antialias: false, maxEffectTriangles: 16777216, ...options });

const pixel = new Uint8Array(4);

function heapBytes() {
    window.gc?.();
    return performance.memory.usedJSHeapSize;
}

/**
 * Runs `step(frame)`, update and draw; quantiles of the frames after the warm-up. CPU is the main
 * thread's time for the calls; the GPU process draws beside it.
 */
export async function measure(name, kit, step,
    { camera, cameraAt: at = (frame) => cameraAt(frame, camera), frames = FRAMES, warmUp = WARM_UP } = {}) {
    const times = { step: [], update: [], draw: [] };
    const cameras = Array.from({ length: frames + warmUp }, (_, i) => at(i));
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
        // Lets the GPU process catch up now and then, so that its queue never fills.
        if (frame % 5 === 4) {
            kit.gl.readPixels(0, 0, 1, 1, kit.gl.RGBA, kit.gl.UNSIGNED_BYTE, pixel);
            await new Promise((resolve) => { setTimeout(resolve); });
        }
    }
    garbage += performance.memory.usedJSHeapSize;
    const cpu = times.update.map((update, i) => update + times.draw[i]);
    return {
        name,
        'update ms': quantile(times.update, 0.5),
        'draw ms': quantile(times.draw, 0.5),
        'both, median ms': quantile(cpu, 0.5),
        // What the work costs when neither the GPU process nor other programs take the core.
        'both, best tenth ms': quantile(cpu, 0.1),
        'game ms': quantile(times.step, 0.5),
        'upload bytes': bytes,
        'record bytes': records,
        'draw calls': kit.stats.drawCalls,
        'garbage bytes a frame': Math.max(0, Math.round(garbage / frames)),
        'heap bytes': kit.stats.heapBytes,
    };
}

/** A scene on a kit, or on what stands in for one; disposes of it. */
export async function runScene({ name, open, options }, kit) {
    const row = await measure(name, kit, open(kit), options);
    kit.dispose();
    return row;
}

export async function runScenes(scenes) {
    const rows = [];
    for (const scene of scenes) rows.push(await runScene(scene, await openKit(scene.limits)));
    return rows;
}

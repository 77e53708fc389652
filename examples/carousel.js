// The carousel that the pages of the engines build, each with its own meshes: lanterns on a turning
// wheel between two rings of columns, a fire in the middle, trees around. And the loop of these
// pages: `?frame=120` runs that many steps of 1/60 s, draws, and says that it is done.

import { showStats } from './stage.js';

const STEP = 1 / 60;
const query = new URLSearchParams(location.search);

const ring = (count, radius, height) => Array.from({ length: count }, (_, i) => {
    const angle = ((i + 0.5) / count) * 2 * Math.PI;
    return { x: Math.cos(angle) * radius, z: Math.sin(angle) * radius, height };
});

export const columns = [...ring(6, 2.6, 3.2), ...ring(9, 6.2, 2.2)];

export const lanterns = [
    { color: '#ff5a3c', tail: '#7a0b3000' },
    { color: '#ffb02e', tail: '#a8320000' },
    { color: '#7dff6b', tail: '#00704000' },
    { color: '#4cc8ff', tail: '#1030b000' },
    { color: '#c07bff', tail: '#4a10a000' },
].map((look, i, all) => (
    { ...look, angle: (i / all.length) * 2 * Math.PI, radius: 4.3, phase: i * 1.3 }));

/** Turn of the wheel and height of a lantern at a time in seconds. */
export const turnAt = (time) => time * 0.9;
export const heightAt = (time, { phase }) => 1.7 + 0.7 * Math.sin(time * 1.7 + phase);

/** What a lantern trails. */
export const trailOf = ({ color, tail }) => ({
    lifetime: 1.7, width: 0.36, maxPoints: 512, smoothing: 0.004, minVertexDistance: 0.06,
    color: [1.5, 1.5, 1.5, 1], colorOverLength: ['#ffffff', color, color, tail],
    widthOverLength: [[0, 0.35], [0.1, 1], [1, 0.15]], blend: 'additive', softness: 0.6,
});

/** Trees around, and the light of the evening. */
export function plantTrees(kit, seed) {
    kit.world.set({ sunDirection: [-0.5, 0.45, 0.6], sunColor: [1.5, 1.05, 0.75],
        skyColor: [0.2, 0.25, 0.4], groundColor: [0.1, 0.1, 0.08], fogColor: [0.1, 0.13, 0.23],
        fogDensity: 0.006 });
    const forest = kit.createForest({
        species: [{ preset: 'pine' }, { preset: 'birch' }], impostorFrames: 6,
    });
    forest.scatter({ area: [-55, -55, 55, 55], count: 420, minDistance: 3.4, seed,
        density: (x, z) => (Math.hypot(x, z) < 13 ? 0 : 1) });
    forest.bake();
}

/** Calls `step(dt, time)` and `draw()` for ever, or for a fixed number of frames. */
export function run(canvas, step, draw) {
    showStats(canvas);
    let time = 0;
    const advance = (dt) => {
        time += dt;
        step(dt, time);
    };
    if (query.has('frame')) {
        for (let i = 0; i < Number(query.get('frame')); i++) advance(STEP);
        draw();
        advance(0);
        draw(); // what the first draw baked is there in the second
        document.documentElement.dataset.done = 'true';
        return;
    }
    let last = performance.now();
    const frame = (now) => {
        advance(Math.min(Math.max(now - last, 0) / 1000, 0.1));
        last = now;
        draw();
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

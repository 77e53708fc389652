// A swarm that the page moves and a worker draws: the canvas is the worker's, the places of 150
// lights and the camera go through shared memory, a frame at a time.

import { TransformWriter } from 'willowisp/worker';
import { lookAt, perspective } from './maths.js';

const COUNT = 150;
const STEP = 1 / 60;
const query = new URLSearchParams(location.search);

const canvas = document.querySelector('canvas');
const ratio = Math.min(devicePixelRatio, 2);
canvas.width = canvas.clientWidth * ratio;
canvas.height = canvas.clientHeight * ratio;
const aspect = canvas.width / canvas.height;
const offscreen = canvas.transferControlToOffscreen();

const writer = new TransformWriter(COUNT);
const worker = new Worker('./worker_swarm.worker.js', { type: 'module' });
const isFixed = query.has('frame');
worker.postMessage(
    { canvas: offscreen, buffer: writer.buffer, count: COUNT, isFixed }, [offscreen]);

const wave = (time, seed, speed) => Math.sin(time * speed + seed * 6.283);
const fraction = (x) => x - Math.floor(x);

function move(time) {
    for (let i = 0; i < COUNT; i++) {
        const [a, b, c] = [fraction(i * 0.618), fraction(i * 0.414), fraction(i * 0.732)];
        const angle = time * (0.5 + 0.5 * a) + i;
        const radius = 3.2 + 1.6 * wave(time, b, 0.7 + a) + c;
        const height = (2.3 - a) * wave(time, c, 0.9 + 0.6 * b);
        writer.set(i, Math.cos(angle) * radius, height, Math.sin(angle) * radius);
    }
    const eye = [Math.sin(time * 0.1) * 11.5, 3.6, Math.cos(time * 0.1) * 11.5];
    writer.setCamera(lookAt(eye, [0, -0.2, 0]), perspective(0.9, aspect, 0.1, 200));
    const frame = writer.commit();
    // Without cross-origin isolation there is no shared memory: frames are posted.
    if (!writer.buffer) worker.postMessage({ frame });
}

const panel = document.querySelector('#stats');
const answers = [];
worker.onmessage = ({ data: { stats, drawn } }) => {
    if (drawn) answers.shift()();
    if (!stats) return;
    const memory = writer.buffer ? 'shared memory' : 'messages';
    panel.textContent = `${memory}\n` + ['fps', 'trails', 'trailPoints', 'drawCalls', 'uploadBytes']
        .map((name) => `${name}  ${Math.round(stats[name])}`).join('\n');
    Object.assign(canvas.dataset, { wwTrails: stats.trails, wwTrailPoints: stats.trailPoints });
};

// What the page does does not disturb what is drawn.
addEventListener('click', () => {
    const end = performance.now() + 1000;
    while (performance.now() < end);
});

if (isFixed) {
    for (let i = 0; i <= Number(query.get('frame')); i++) {
        move(i * STEP);
        const drawn = new Promise((resolve) => {
            answers.push(resolve);
        });
        worker.postMessage({ step: STEP });
        await drawn;
    }
    document.documentElement.dataset.done = 'true';
} else {
    const loop = (now) => {
        move(now / 1000);
        requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
}

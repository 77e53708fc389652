// Every effect that comes with the kit, on dark, bright and transparent ground. The kit owns this
// canvas: what is behind a transparent one is the page.

import { createKit } from 'willowisp';
import { effects } from 'willowisp/presets';
import { lookAt, perspective } from './maths.js';

const query = new URLSearchParams(location.search);
const canvas = document.querySelector('canvas');
const grounds = {
    dark: { clear: [0.02, 0.025, 0.04, 1], css: '#05060a' },
    bright: { clear: [0.86, 0.89, 0.93, 1], css: '#dbe3ed' },
    transparent: { clear: [0, 0, 0, 0], css: 'repeating-conic-gradient(#889 0 25%, #667 0 50%)' },
};
// Seconds between plays of what ends, and how far away the camera stands.
const pace = { explosion: 2.6, muzzleFlash: 0.7, waterSplash: 1.8, confetti: 4.5 };
const distances = { explosion: 15, muzzleFlash: 4, waterSplash: 5, rain: 9, snow: 8, sparks: 7,
    leavesInWind: 8, confetti: 11, fireflies: 8, smoke: 11, campfire: 7, portal: 7 };

const ground = grounds[query.get('ground') ?? 'dark'];
document.body.style.background = `${ground.css} 0 0 / 40px 40px`;
const fx = await createKit({ canvas, clear: ground.clear, statsEveryFrame: true });
fx.resize();

let shown;
let instance;

function show(name) {
    shown?.effect.destroy();
    shown = { name, effect: fx.createEffect(effects[name], { maxInstances: 4 }), last: -Infinity };
    for (const button of document.querySelectorAll('#names button')) {
        button.setAttribute('aria-pressed', button.textContent === name);
    }
}

function play(time) {
    shown.last = time;
    instance = shown.effect.play({ seed: Number(query.get('seed') ?? 1) + Math.floor(time * 10) });
}

for (const name of Object.keys(effects)) {
    const button = Object.assign(document.createElement('button'), { textContent: name });
    button.onclick = () => show(name);
    document.querySelector('#names').append(button);
}
show(query.get('effect') ?? 'campfire');

let yaw = 0.4;
let zoom = 1;
canvas.addEventListener('pointermove', ({ buttons, movementX }) => {
    if (buttons) yaw -= movementX * 0.006;
});
canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoom = Math.min(Math.max(zoom * Math.exp(event.deltaY * 0.001), 0.2), 6);
}, { passive: false });
addEventListener('keydown', ({ key }) => {
    const name = Object.keys(grounds).find(([first]) => first === key);
    if (name) location.search = `?effect=${shown.name}&ground=${name}`;
    if (key === ' ') play(0);
});

function step(dt, time) {
    const every = pace[shown.name] ?? Infinity;
    if (!instance?.playing || shown.last === -Infinity || time - shown.last > every) play(time);
    fx.update(dt);
}

function draw() {
    const distance = (distances[shown.name] ?? 6) * zoom;
    const eye = [Math.sin(yaw) * distance, 1.5 + distance * 0.16, Math.cos(yaw) * distance];
    fx.draw({
        view: lookAt(eye, [0, distance * 0.14, 0]),
        projection: perspective(0.8, canvas.width / canvas.height, 0.1, 200),
    });
}

if (query.has('frame')) {
    for (let i = 0; i < Number(query.get('frame')); i++) step(1 / 60, i / 60);
    draw();
    document.documentElement.dataset.done = 'true';
} else {
    let last = performance.now();
    const frame = (now) => {
        fx.resize();
        step(Math.min((now - last) / 1000, 0.1), now / 1000);
        last = now;
        draw();
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

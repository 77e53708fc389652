// Magic: ribbons of light wind up around a crystal, their pattern flowing from tail to head
// without a byte sent. The texture is drawn by the page.

import { landMesh } from './scenery.js';
import { addFaces, latheFaces } from './shapes.js';
import { createStage, seed } from './stage.js';

const { fx, scenery, run } = await createStage({
    sky: 'night',
    orbit: { target: [0, 2.3, 0], distance: 8.5, yaw: 0.4, pitch: 0.12, turn: 0.08 },
});

const floor = landMesh(600, 8, () => 0, () => [0.05, 0.052, 0.06]);
scenery.addMesh(floor.vertices, floor.indices);
addFaces(scenery, latheFaces([[1.3, 0], [1.15, 0.16], [0.9, 0.2], [0, 0.2]], [0.4, 0.4, 0.5], 8));
const crystal = addFaces(scenery,
    latheFaces([[0.02, -0.8], [0.34, -0.1], [0.26, 0.35], [0, 0.75]], [2.6, 4.5, 7], 6));

// Two strands that cross, and a faint veil between them.
function drawWeave() {
    const [width, height] = [128, 32];
    const pixels = new Uint8Array(width * height * 4).fill(255);
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            const phase = (x / width) * 2 * Math.PI;
            const v = (y + 0.5) / height;
            const wave = 0.3 * Math.sin(phase);
            const strand = (place) => Math.exp(-(((v - place) / 0.07) ** 2));
            const veil = 0.22 * Math.sin(v * Math.PI) ** 2;
            const light = Math.max(strand(0.5 + wave), strand(0.5 - wave)) + veil;
            pixels[(y * width + x) * 4 + 3] = 255 * Math.min(light, 1);
        }
    }
    return { pixels, width, height, wrap: 'repeat', color: 'linear' };
}

const texture = fx.createTexture(drawWeave());
const colours = [
    ['#ffffff', '#9ff3ff', '#2f9bff', '#1020a000'],
    ['#ffffff', '#ffb8f4', '#c33bff', '#3a0a9000'],
    ['#ffffff', '#d6ffb8', '#3dff9b', '#00604000'],
];
const ribbons = colours.map((colorOverLength, i) => ({
    phase: (i * 2 * Math.PI) / 3,
    trail: fx.createTrail({
        lifetime: 2.4,
        maxPoints: 512,
        minVertexDistance: 0.05,
        smoothing: 0.004,
        width: 0.5,
        widthOverLength: [[0, 0.1], [0.12, 1], [1, 0.7]],
        color: [1.6, 1.6, 1.6, 1],
        colorOverLength,
        texture,
        textureMode: 'tile',
        textureScale: 0.7,
        scroll: -0.8,
        blend: 'additive',
        fadeMode: 'none',
        softness: 0.3,
    }),
}));

const dust = fx.createEmitter({ preset: 'magic', rateOverTime: 50 }, { seed });
dust.transform.set(0, 2.2, 0);

run((dt, time) => {
    crystal.position = [0, 2.2 + Math.sin(time * 1.3) * 0.12, 0];
    crystal.rotation = { x: 0, y: Math.sin(time * 0.4), z: 0, w: Math.cos(time * 0.4) };
    for (const { phase, trail } of ribbons) {
        const t = time * 2.3 + phase;
        const height = Math.sin(time * 0.75 + phase);
        const radius = 1.75 - 0.55 * height * height;
        trail.transform.set(Math.cos(t) * radius, 2.3 + height * 1.6, Math.sin(t) * radius);
    }
});

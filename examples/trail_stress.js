// Stress: a swarm of trails in one draw call. A frame sends the newest points and nothing else;
// `?count=8000` asks for more of them.

import { randomFrom } from './maths.js';
import { createStage, seed } from './stage.js';

const count = Number(new URLSearchParams(location.search).get('count') ?? 1500);

const { fx, run } = await createStage({
    sky: 'night',
    orbit: { target: [0, 0, 0], distance: 52, yaw: 0.4, pitch: 0.35, turn: 0.05 },
    kit: { maxTransforms: count, maxTrails: count, maxEffectTriangles: 100 * count },
});
const random = randomFrom(seed);

const style = fx.createTrailStyle({
    lifetime: 0.9,
    maxPoints: 40,
    maxTrails: count,
    minVertexDistance: 0.35,
    width: 0.16,
    color: [0.4, 0.4, 0.4, 1],
    colorOverLength: ['#fff1c9', '#ff9d3c', '#c2215e', '#30108000'],
    widthOverLength: [0.4, 1, 0.2],
    blend: 'additive',
    softness: 1,
});

// Orbits in three tilted discs around a common middle.
const bodies = Array.from({ length: count }, (_, i) => {
    const radius = 4 + 20 * random() ** 0.7;
    const tilt = (i % 3) * 1.05 + (random() - 0.5) * 0.22;
    return {
        slot: fx.createTrail(style).transform.slot,
        radius,
        speed: 11 / Math.sqrt(radius),
        phase: random() * 2 * Math.PI,
        wave: 0.5 + random() * 1.5,
        sine: Math.sin(tilt),
        cosine: Math.cos(tilt),
    };
});

run((dt, time) => {
    // The table of transforms, without a call for each.
    const { data } = fx.transforms;
    for (const { slot, radius, speed, phase, wave, sine, cosine } of bodies) {
        const angle = phase + (time * speed) / 2.2;
        const reach = radius + Math.sin(time * wave + phase * 3) * 1.2;
        const [x, y] = [Math.cos(angle) * reach, Math.sin(time * 1.3 * wave + phase) * 0.8];
        const at = slot * 8;
        data[at] = x * cosine - y * sine;
        data[at + 1] = x * sine + y * cosine;
        data[at + 2] = Math.sin(angle) * reach;
    }
});

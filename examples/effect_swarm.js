// Swarm bursts: small craft circle a core in flocks, drop bursts of light, and trail behind them.

import { createStage, seed } from './stage.js';
import { landMesh } from './scenery.js';
import { randomFrom } from './maths.js';

const stage = await createStage({
    sky: 'night',
    orbit: { target: [0, 6, 0], distance: 19, pitch: 0.24, turn: 0.06 },
});
const { fx, scenery, run } = stage;
const ground = landMesh(900, 8, () => 0, () => [0.035, 0.04, 0.055]);
scenery.addMesh(ground.vertices, ground.indices);

const random = randomFrom(seed);
const COUNT = 90;

const ribbons = fx.createTrailStyle({
    lifetime: 0.9, width: 0.11, maxTrails: COUNT, maxPoints: 72, blend: 'additive', softness: 1,
    color: [1.5, 1.5, 1.5], widthOverLength: [0.7, 1, 0],
    colorOverLength: [[0, '#c9fff4'], [0.25, '#2fd3ff'], [0.6, '#4a4dff'], [1, '#20005000']],
});
const pops = fx.createEmitter({
    rateOverTime: 0, sprite: 'spark', coneAngle: 3.14, speed: [1.2, 3.4], drag: 2.2,
    lifetime: [0.35, 0.9], size: [0.08, 0.2], blend: 'premultiplied', brightness: [0.6, 1.6],
    colorOverLife: [[0, [1.6, 2.4, 2.6, 0.6]], [0.4, [0.3, 0.6, 2.4, 0.5]], [1, [0, 0, 0, 0]]],
}, { seed });
const core = fx.createEmitter({
    preset: 'magic', rateOverTime: 160, shape: 'sphere', extents: [1.3, 1.3, 1.3], size: [0.1, 0.3],
    lifetime: [0.8, 1.6],
}, { seed });
core.transform.set(0, 6, 0);

const craft = Array.from({ length: COUNT }, (_, i) => {
    const transform = fx.createTransform();
    fx.createTrail(ribbons, { transform });
    return { transform, flock: i % 3, offset: random() * 0.9, reach: 0.5 + random(),
        sway: random() * 6.28, pace: 0.9 + random() * 0.25 };
});

function place({ flock, offset, reach, sway, pace }, time) {
    const angle = time * pace * (1.1 + flock * 0.25) + flock * 2.1 + offset;
    const radius = 5.2 + flock * 1.4 + 1.1 * reach * Math.sin(time * 1.7 + sway);
    const lift = 6 + 2.6 * Math.sin(angle * 1.3 + flock * 2) + reach * Math.cos(time * 2.1 + sway);
    return [Math.cos(angle) * radius, lift, Math.sin(angle) * radius];
}

run((dt, time) => {
    for (const each of craft) each.transform.set(...place(each, time));
    for (let i = 0; i < 2; i++) {
        if (random() < dt * 14) pops.burst(34, place(craft[Math.floor(random() * COUNT)], time));
    }
});

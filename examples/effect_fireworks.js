// A fireworks show: rockets with sparkling tails, shells that burst in several ways.

import { createStage, seed } from './stage.js';
import { landMesh } from './scenery.js';
import { randomFrom } from './maths.js';

const stage = await createStage({
    sky: 'night',
    orbit: { target: [0, 34, 0], distance: 78, pitch: -0.06, turn: 0.02 },
});
const { fx, canvas, scenery, run } = stage;
const ground = landMesh(900, 8, () => 0, () => [0.03, 0.034, 0.045]);
scenery.addMesh(ground.vertices, ground.indices);

const random = randomFrom(seed);
const between = (low, high) => low + (high - low) * random();

// A shell is a burst of stars whose colour fades from white through its own.
function shell(color, { stars, speed, lifetime, drag, gravity = -2.6, ...rest }) {
    const hot = color.map((c) => c * 0.6 + 1.8);
    return fx.createEffect({
        version: 1,
        name: 'shell',
        emitters: [
            { style: {
                looping: false, duration: 0.1, rateOverTime: 0, bursts: [{ count: stars }],
                sprite: 'spark', coneAngle: 3.14, speed, lifetime, drag, gravity: [0, gravity, 0],
                size: [0.5, 0.95], stretch: 0.05, blend: 'premultiplied', brightness: [0.6, 1.4],
                maxParticles: stars * 4,
                colorOverLife: [
                    [0, [...hot, 0.6]], [0.2, [...color, 0.5]], [0.7, [...color, 0.4]],
                    [1, [0, 0, 0, 0]],
                ],
                ...rest,
            } },
            { style: {
                looping: false, duration: 0.1, rateOverTime: 0, bursts: [{ count: 1 }],
                sprite: 'soft', speed: 0, size: 46, lifetime: 0.5, blend: 'additive',
                color: color.map((c) => c * 0.35), alphaOverLife: [1, 0.3, 0],
            } },
        ],
    }, { maxInstances: 4 });
}

const shells = [
    shell([2.4, 0.5, 0.12], { stars: 420, speed: [17, 21], lifetime: [1.5, 2.4], drag: 1.1 }),
    shell([0.2, 1.1, 2.6], { stars: 420, speed: [3, 22], lifetime: [1.4, 2.2], drag: 1.2 }),
    shell([2.4, 1.7, 0.5], {
        stars: 380, speed: [9, 12], lifetime: [2.4, 3.8], drag: 0.7, gravity: -5.5, stretch: 0.12,
    }),
    shell([0.5, 2.3, 0.6], {
        stars: 260, speed: 0, lifetime: [1.2, 2], drag: 1, shape: 'ring',
        extents: [0.5, 0.05, 0.5], radialSpeed: [16, 18],
    }),
    shell([2.2, 0.4, 1.9], { stars: 420, speed: [14, 16], lifetime: [1.4, 2.1], drag: 1 }),
];

const rockets = fx.createTrailStyle({
    lifetime: 0.8, width: 0.6, minVertexDistance: 0.6, blend: 'additive', softness: 1,
    maxTrails: 12, widthOverLength: [0.5, 1, 0.1],
    colorOverLength: [[0, [2.4, 1.9, 1.1, 1]], [0.2, [1.4, 0.6, 0.12, 0.8]], [1, [0, 0, 0, 0]]],
});
const tails = fx.createEmitterStyle({ preset: 'sparks', rateOverTime: 130, lifetime: [0.3, 0.8],
    coneAngle: 0.5, speed: [0.5, 2.5], direction: [0, -1, 0], size: [0.2, 0.4], maxEmitters: 12 });

const flying = [];
const resting = Array.from({ length: 12 }, (_, i) => {
    const transform = fx.createTransform();
    const trail = fx.createTrail(rockets, { transform });
    const tail = fx.createEmitter(tails, { transform, seed: seed + i });
    trail.emitting = false;
    tail.emitting = false;
    return { transform, trail, tail };
});

function launch(x, z, height) {
    const rocket = resting.pop();
    if (!rocket) return;
    Object.assign(rocket, { x, z, height, time: 0, lean: between(-4, 4) });
    rocket.transform.set(x, 0, z);
    for (const part of [rocket.trail, rocket.tail]) {
        part.teleport();
        part.emitting = true;
    }
    flying.push(rocket);
}

const FLIGHT = 1.5; // seconds up to the burst

function fly(rocket, dt) {
    rocket.time += dt;
    const t = Math.min(rocket.time / FLIGHT, 1);
    const place = [rocket.x + rocket.lean * t, rocket.height * t * (2 - t), rocket.z];
    rocket.transform.set(...place);
    if (t < 1) return true;
    shells[Math.floor(random() * shells.length)].play({
        position: place, rotation: [0.4 * random(), 0, 0.4 * random(), 0.9],
        seed: Math.floor(random() * 1e6),
    });
    rocket.trail.emitting = false;
    rocket.tail.emitting = false;
    resting.push(rocket);
    return false;
}

canvas.addEventListener('click', (event) => {
    launch((event.clientX / canvas.clientWidth - 0.5) * 70, between(-8, 8), between(38, 52));
});

let next = 0;
run((dt, time) => {
    if (time >= next) {
        launch(between(-34, 34), between(-12, 12), between(32, 54));
        next = time + between(0.3, 0.75);
    }
    for (let i = flying.length - 1; i >= 0; i--) if (!fly(flying[i], dt)) flying.splice(i, 1);
});

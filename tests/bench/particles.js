// 50,000 particles of two seconds: unsorted, sorted by depth, idle, off screen, with kept states; and
// effects that come and go.

import { measure, openKit } from './measure.js';

const emitter = {
    rateOverTime: 25000,
    lifetime: 2,
    maxParticles: 52000,
    speed: [4, 10],
    coneAngle: 1,
    gravity: [0, -3, 0],
    drag: 0.4,
    size: 0.05,
};

async function run(name, options, step) {
    const kit = await openKit();
    const source = kit.createEmitter({ ...emitter, ...options }, { seed: 1 });
    const row = await measure(name, kit, (frame) => step?.(source, frame));
    row.particles = kit.stats.particles;
    kit.dispose();
    return row;
}

// 1,000 effects a second, each of 20 particles, made and destroyed.
async function runEffects() {
    const kit = await openKit();
    const style = kit.createEmitterStyle({
        ...emitter, rateOverTime: 0, lifetime: [0.2, 0.5], looping: false, duration: 0.1,
        bursts: [{ count: 20 }], maxParticles: 16000, maxEmitters: 1000,
    });
    const transform = kit.createTransform();
    const playing = [];
    const row = await measure('1,000 effects a second', kit, () => {
        while (playing.length && !playing[0].alive) playing.shift().destroy();
        for (let i = 0; i < 17; i++) {
            playing.push(kit.createEmitter(style, { transform, seed: playing.length }));
        }
    });
    row.particles = kit.stats.particles;
    kit.dispose();
    return row;
}

window.results = [
    await run('50,000 particles of 2 s', {}),
    await run('50,000 particles of 2 s, depth-sorted', { sort: true }),
    await run('50,000 particles, nothing born', { lifetime: 60, maxParticles: 65536 }, (source, frame) => {
        if (frame === 120) source.emitting = false;
    }),
    await run('50,000 particles of 2 s, sorted, off screen', { sort: true }, (source) => {
        source.transform.set(0, 5000, 0);
    }),
    await run('50,000 particles with kept states', {
        simulated: true, lifetime: 60, rateOverTime: 30000, maxParticles: 50000,
    }, (source, frame) => {
        if (frame === 110) source.emitting = false;
    }),
    await runEffects(),
];

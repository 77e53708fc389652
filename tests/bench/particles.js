// 50,000 particles of two seconds: unsorted, sorted by depth, idle.

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

window.results = [
    await run('50,000 particles of 2 s', {}),
    await run('50,000 particles of 2 s, depth-sorted', { sort: true }),
    await run('50,000 particles, nothing born', { lifetime: 60, maxParticles: 65536 }, (source, frame) => {
        if (frame === 120) source.emitting = false;
    }),
];

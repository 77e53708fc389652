// 50,000 particles of two seconds, unsorted and sorted by depth; 65,536 that idle or are off screen;
// with kept states; effects that come and go.

const fountain = {
    rateOverTime: 25000,
    lifetime: 2,
    maxParticles: 52000,
    speed: [4, 10],
    coneAngle: 1,
    gravity: [0, -3, 0],
    drag: 0.4,
    size: 0.05,
};
// Full after two seconds of births, which then end.
const lasting = { lifetime: 60, rateOverTime: 40000, maxParticles: 65536 };

const pour = (kit, options) => {
    kit.createEmitter({ ...fountain, ...options }, { seed: 1 });
};

// Nothing is born any more once `options.maxParticles` live.
function fill(kit, options, height = 0) {
    const source = kit.createEmitter({ ...fountain, ...options }, { seed: 1 });
    source.transform.set(0, height, 0);
    return (frame) => {
        if (frame === 120) source.emitting = false;
    };
}

// 1,000 effects a second, each of 20 particles, made and destroyed.
function effects(kit) {
    const style = kit.createEmitterStyle({
        ...fountain, rateOverTime: 0, lifetime: [0.2, 0.5], looping: false, duration: 0.1,
        bursts: [{ count: 20 }], maxParticles: 16000, maxEmitters: 1000,
    });
    const transform = kit.createTransform();
    const playing = [];
    return () => {
        while (playing.length && !playing[0].alive) playing.shift().destroy();
        for (let i = 0; i < 17; i++) {
            playing.push(kit.createEmitter(style, { transform, seed: playing.length }));
        }
    };
}

export const scenes = [
    { name: '50,000 particles of 2 s', open: (kit) => pour(kit) },
    { name: '50,000 particles of 2 s, depth-sorted', open: (kit) => pour(kit, { sort: true }) },
    { name: '65,536 particles, nothing born', open: (kit) => fill(kit, lasting) },
    {
        name: '65,536 particles off screen, nothing born',
        open: (kit) => fill(kit, { ...lasting, sort: true }, 5000),
    },
    {
        name: '50,000 particles of 2 s off screen',
        open: (kit) => {
            kit.createEmitter({ ...fountain, sort: true }, { seed: 1 }).transform.set(0, 5000, 0);
        },
    },
    {
        name: '50,000 particles with kept states',
        open: (kit) => fill(kit, { simulated: true, ...lasting, maxParticles: 50000 }),
    },
    { name: '1,000 effects a second', open: effects },
];

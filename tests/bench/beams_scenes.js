// 4,096 beams: following 8,192 moving slots, at rest, as lightning; 10,000 shots a second.

const BEAMS = 4096;
const limits = { maxTransforms: 2 * BEAMS };
const thin = { maxBeams: BEAMS, caps: 'flat', width: 0.05 };

// Writes the shared table as a game would: no call for each object.
function mover(kit, slots) {
    return (frame) => {
        const { data } = kit.transforms;
        for (let i = 0; i < slots.length; i++) {
            const at = slots[i];
            const phase = i * 0.618 + frame * 0.05;
            data[at] = (i % 64) - 32 + Math.sin(phase);
            data[at + 1] = ((i >> 6) % 32) * 0.5 - 8;
            data[at + 2] = ((i >> 11) - 2) * 10 + Math.cos(phase);
        }
    };
}

function connect(kit, options) {
    const style = kit.createBeamStyle({ ...thin, ...options });
    const transforms = Array.from({ length: 2 * BEAMS }, () => kit.createTransform());
    for (let i = 0; i < BEAMS; i++) {
        kit.createBeam(style, { from: transforms[2 * i], to: transforms[2 * i + 1] });
    }
    return mover(kit, transforms.map(({ slot }) => slot * 8));
}

function resting(kit, options) {
    const move = connect(kit, options);
    return (frame) => {
        if (frame === 0) move(0);
    };
}

function shots(kit) {
    const style = kit.createBeamStyle({ ...thin, overflow: 'replaceOldest' });
    const from = [0, 0, 0];
    const to = [0, 0, 0];
    const options = { from, to, lifetime: 0.2 };
    return (frame) => {
        for (let i = 0; i < 167; i++) {
            from[0] = i % 40;
            to[1] = frame % 20;
            kit.createBeam(style, options);
        }
    };
}

export const scenes = [
    { name: '4,096 beams, both ends following slots', limits, open: (kit) => connect(kit) },
    { name: '4,096 beams at rest', limits, open: (kit) => resting(kit) },
    {
        name: '4,096 bolts of 8 pieces, 20 paths a second',
        limits,
        open: (kit) => resting(kit, { jitter: 0.1, segments: 8 }),
    },
    { name: '10,000 shots of 0.2 s a second', limits, open: shots },
];

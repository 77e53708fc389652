// 4,096 beams: following 8,192 moving slots, at rest, as lightning; 10,000 shots a second.

import { measure, openKit } from './measure.js';

const BEAMS = 4096;

const openBeams = () => openKit({ maxTransforms: 2 * BEAMS });

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

function connect(kit, style) {
    const transforms = Array.from({ length: 2 * BEAMS }, () => kit.createTransform());
    for (let i = 0; i < BEAMS; i++) {
        kit.createBeam(style, { from: transforms[2 * i], to: transforms[2 * i + 1] });
    }
    return mover(kit, transforms.map(({ slot }) => slot * 8));
}

async function following() {
    const kit = await openBeams();
    const move = connect(kit, kit.createBeamStyle({ maxBeams: BEAMS, caps: 'flat', width: 0.05 }));
    const row = await measure('4,096 beams, both ends following slots', kit, move);
    kit.dispose();
    return row;
}

async function resting(name, options) {
    const kit = await openBeams();
    const move = connect(kit, kit.createBeamStyle({ maxBeams: BEAMS, caps: 'flat', width: 0.05, ...options }));
    const row = await measure(name, kit, (frame) => {
        if (frame === 0) move(0);
    });
    kit.dispose();
    return row;
}

async function shooting() {
    const kit = await openBeams();
    const style = kit.createBeamStyle({ maxBeams: BEAMS, caps: 'flat', width: 0.05,
        overflow: 'replaceOldest' });
    const from = [0, 0, 0];
    const to = [0, 0, 0];
    const options = { from, to, lifetime: 0.2 };
    const row = await measure('10,000 shots of 0.2 s a second', kit, (frame) => {
        for (let i = 0; i < 167; i++) {
            from[0] = i % 40;
            to[1] = frame % 20;
            kit.createBeam(style, options);
        }
    });
    kit.dispose();
    return row;
}

window.results = [
    await following(),
    await resting('4,096 beams at rest'),
    await resting('4,096 bolts of 8 pieces, 20 paths a second', { jitter: 0.1, segments: 8 }),
    await shooting(),
];

// 1,000 trails of 60 points: all moving, all idle under an orbiting camera; one trail of 2,000.

import { measure, openKit } from './measure.js';

function openTrails(kit, count, options) {
    const style = kit.createTrailStyle({ maxTrails: count, lifetime: 1, ...options });
    return Array.from({ length: count }, () => kit.createTrail(style));
}

// Writes the shared table as a game would: no call for each object.
function mover(kit, trails) {
    const slots = trails.map((trail) => trail.transform.slot * 8);
    return (frame) => {
        const { data } = kit.transforms;
        const t = frame / 60;
        for (let i = 0; i < slots.length; i++) {
            const at = slots[i];
            const phase = i * 0.618 + t * 3;
            data[at] = Math.sin(phase) * (4 + (i % 17));
            data[at + 1] = (i % 29) * 0.4;
            data[at + 2] = Math.cos(phase) * (4 + (i % 13));
        }
    };
}

async function moving() {
    const kit = await openKit();
    const row = await measure('1,000 trails x 60 points, moving', kit, mover(kit, openTrails(kit, 1000)));
    kit.dispose();
    return row;
}

async function idle() {
    const kit = await openKit();
    const move = mover(kit, openTrails(kit, 1000, { lifetime: 60 }));
    const row = await measure('1,000 trails, idle, orbiting camera', kit, (frame) => {
        if (frame < 60) move(frame);
    });
    kit.dispose();
    return row;
}

async function long() {
    const kit = await openKit();
    const trails = openTrails(kit, 1, { maxPoints: 2048, lifetime: 40 });
    const row = await measure('1 trail x 2,000 points, moving', kit, mover(kit, trails), { warmUp: 2000 });
    kit.dispose();
    return row;
}

window.results = [await moving(), await idle(), await long()];

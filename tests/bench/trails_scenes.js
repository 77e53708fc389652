// The scenes of the trail benchmarks. A scene opens what it needs on a kit, or on the yardstick, and
// gives the step that a game would do in each frame.

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

// Bullets: 167 are born in each frame and as many end, after six frames of flight.
function bullets(kit) {
    const style = kit.createTrailStyle({ maxTrails: 4096, maxPoints: 8, lifetime: 0.1 });
    const [born, flight] = [167, 6];
    const waiting = Array.from({ length: born * flight }, () => kit.createTransform());
    const flying = [];
    return (frame) => {
        for (let i = 0; flying.length > born * (flight - 1) && i < born; i++) {
            const trail = flying.shift();
            trail.destroy();
            waiting.push(trail.transform);
        }
        for (let i = 0; i < born; i++) {
            const transform = waiting.pop();
            flying.push(kit.createTrail(style, { transform }));
        }
        const { data } = kit.transforms;
        for (let i = 0; i < flying.length; i++) {
            const at = flying[i].transform.slot * 8;
            data[at] = (i % 61) - 30;
            data[at + 1] = (i % 7) + (frame % 60) * 0.2;
            data[at + 2] = ((i * 7) % 41) - 20 + (frame % 60) * 0.5;
        }
    };
}

const limits = { maxTrails: 8192, maxTransforms: 8192 };

export const scenes = [
    {
        name: '1,000 trails x 60 points, moving',
        limits,
        open: (kit) => mover(kit, openTrails(kit, 1000)),
    },
    {
        name: '1,000 trails, idle, orbiting camera',
        limits,
        open(kit) {
            const move = mover(kit, openTrails(kit, 1000, { lifetime: 60 }));
            return (frame) => {
                if (frame < 60) move(frame);
            };
        },
    },
    {
        name: '1 trail x 2,000 points, moving',
        limits,
        open: (kit) => mover(kit, openTrails(kit, 1, { maxPoints: 2048, lifetime: 40 })),
        options: { warmUp: 2000 },
    },
    { name: '10,000 short trails born and gone a second', limits, open: bullets },
];

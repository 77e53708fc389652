// Contrails: three planes draw loops in the sky. The smoke is thin where it is born, spreads and
// swirls with age, and the sun shines on it. What is laid is never touched again: all of that is
// reckoned when it is drawn.

import { planeMesh } from './courier/plane.js';
import { add, length, normalize, quaternion, rotate, scale, subtract } from './maths.js';
import { landMesh, pointOn } from './scenery.js';
import { hills, landColor } from './land.js';
import { createStage } from './stage.js';

const { fx, scenery, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, 78, 0], distance: 96, yaw: 0.4, pitch: -0.22, turn: 0.04 },
});

const land = landMesh(2400, 100, hills, landColor);
scenery.addMesh(land.vertices, land.indices, { grain: 1 });

const style = fx.createTrailStyle({
    lifetime: 9,
    maxPoints: 256,
    maxTrails: 3,
    minVertexDistance: 2.5,
    width: 1.1,
    widthOverAge: [[0, 0.3], [0.15, 1], [1, 3.5]],
    alphaOverAge: [[0, 0.95], [0.2, 0.75], [1, 0]],
    alphaOverLength: [[0, 0], [0.01, 1], [1, 1]],
    fadeMode: 'none',
    softness: 1,
    lit: true,
    turbulence: 1.2,
    turbulenceFrequency: 0.03,
    drift: [1.2, 0.3, 0],
});

const mesh = planeMesh();
const planes = [[0, 0], [-9, -1], [9, -1]].map(([aside, behind]) => ({
    aside,
    behind,
    body: scenery.addMesh(mesh.vertices, mesh.indices),
    trail: fx.createTrail(style),
}));

// A figure of eight that climbs into a loop.
function path(t) {
    return [
        Math.sin(t) * 62,
        76 + Math.sin(t * 2 + 0.6) * 17,
        Math.sin(t * 2) * 26 + Math.cos(t) * 10,
    ];
}

function place({ body, trail, aside, behind }, t) {
    const here = path(t);
    const forward = normalize(subtract(path(t + 0.01), here));
    const ahead = normalize(subtract(path(t + 0.12), path(t + 0.11)));
    const yaw = Math.atan2(-forward[0], -forward[2]);
    const turn = Math.atan2(-ahead[0], -ahead[2]) - yaw;
    const bank = Math.atan2(Math.sin(turn), Math.cos(turn)) * 3.2;
    const pitch = Math.asin(forward[1] / length(forward));
    body.rotation = quaternion(yaw, pitch, Math.max(-1.2, Math.min(1.2, bank)));
    body.position = add(here, add(
        rotate(body.rotation, [aside, 0, 0]), scale(forward, behind * 9),
    ));
    trail.transform.set(...pointOn(body, [0, 0.1, 3.6]), body.rotation);
}

run((dt, time) => {
    for (const plane of planes) place(plane, time * 0.52);
});

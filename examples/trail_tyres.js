// Tyre marks: four ribbons that lie flat on the ground and stay for a while. A wheel lays while it
// slides, and stops while it rolls: nothing joins two marks.

import { add, quaternion, rotate } from './maths.js';
import { landMesh, pointOn } from './scenery.js';
import { addFaces, boxFaces, latheFaces } from './shapes.js';
import { createStage, seed } from './stage.js';

const stage = await createStage({
    sky: 'day',
    orbit: { target: [0, 0.5, 0], distance: 30, yaw: 0.5, pitch: 0.55, turn: 0.02 },
});
const { fx, scenery, run } = stage;

const tarmac = landMesh(700, 40, () => 0, () => [0.17, 0.17, 0.18]);
scenery.addMesh(tarmac.vertices, tarmac.indices, { grain: 0.35 });
for (let i = -6; i <= 6; i++) {
    addFaces(scenery, boxFaces([0.16, 0.01, 2.2], [0.75, 0.75, 0.7], [0, 0.004, i * 6]));
}

// ---- the car, nose toward -Z

const paint = [0.75, 0.08, 0.04];
const car = addFaces(scenery, [
    ...boxFaces([1.7, 0.5, 4.2], paint, [0, 0.62, 0]),
    ...boxFaces([1.45, 0.5, 1.9], [0.05, 0.07, 0.09], [0, 1.1, 0.25]),
    ...boxFaces([1.5, 0.08, 0.3], [0.05, 0.05, 0.06], [0, 1.02, 2.0]),
]);
const rubber = [0.02, 0.02, 0.022];
const tyre = latheFaces([[0.36, -0.13], [0.38, 0], [0.36, 0.13], [0, 0.13]], rubber, 14);
const seats = [[0.82, 0.37, -1.3], [-0.82, 0.37, -1.3], [0.82, 0.37, 1.35], [-0.82, 0.37, 1.35]];

const marks = fx.createTrailStyle({
    facing: 'normal',
    axis: [0, 1, 0],
    lifetime: 14,
    maxPoints: 1024,
    maxTrails: 4,
    minVertexDistance: 0.25,
    smoothing: 0.01,
    width: 0.26,
    color: [0.012, 0.012, 0.014, 0.8],
    alphaOverAge: [[0, 1], [0.7, 0.8], [1, 0]],
    fadeMode: 'none', // marks keep their width
    softness: 0.4,
});
const wheels = seats.map((seat, i) => ({
    seat,
    isRear: seat[2] > 0,
    body: addFaces(scenery, tyre),
    trail: fx.createTrail(marks),
    smoke: i > 1 ? fx.createEmitter({
        preset: 'dust', color: [0.7, 0.7, 0.72], rateOverTime: 0, size: [0.5, 1.1],
    }, { seed: seed + i }) : null,
}));

// ---- the drive: a wide eight, whose tail hangs out in the bends

const path = (t) => [Math.sin(t) * 15, 0, Math.sin(t * 2) * 8.5];

function drive(time) {
    const t = time * 0.62;
    const [here, soon] = [path(t), path(t + 0.02)];
    const heading = Math.atan2(here[0] - soon[0], here[2] - soon[2]);
    const later = path(t + 0.04);
    const next = Math.atan2(soon[0] - later[0], soon[2] - later[2]);
    const bend = Math.atan2(Math.sin(next - heading), Math.cos(next - heading)) / 0.02;
    const slip = 0.8 * Math.tanh(bend * 0.3);
    car.rotation = quaternion(heading + slip, 0, -slip * 0.06);
    car.position = add(here, rotate(car.rotation, [0, 0, -0.9]));
    return { slip: Math.abs(slip), steer: -slip * 0.8 };
}

run((dt, time) => {
    const { slip, steer } = drive(time);
    for (const { seat, isRear, body, trail, smoke } of wheels) {
        body.position = pointOn(car, seat);
        const yaw = 2 * Math.atan2(car.rotation.y, car.rotation.w) + (isRear ? 0 : steer);
        body.rotation = quaternion(yaw, 0, Math.PI / 2);
        const [x, , z] = body.position;
        trail.transform.set(x, 0.015, z);
        const slides = slip > (isRear ? 0.3 : 0.68);
        if (trail.emitting !== slides) trail.emitting = slides;
        if (!smoke) continue;
        smoke.transform.set(x, 0.15, z);
        smoke.rate = slides ? 40 : 0;
    }
});

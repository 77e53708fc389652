// The courier: a small plane over a forest of 20,000 trees. Wingtip ribbons appear in hard turns
// and break when they end; the engine smokes; low flight raises dust; beacons wait in their
// clearings.

import { hills, landColor } from '../land.js';
import { add, mix, quaternion, randomFrom, rotate, scale } from '../maths.js';
import { landMesh, pointOn } from '../scenery.js';
import { createStage, seed } from '../stage.js';
import { Flight } from './flight.js';
import { exhaust, planeMesh, propellerMesh, wingtips } from './plane.js';

const BEACONS = 7;
const REACH = 26; // metres: near enough to deliver

const stage = await createStage({ sky: 'day', fovY: 1.0 });
const { fx, scenery, run } = stage;
const random = randomFrom(seed);
const help = document.querySelector('#help');

// ---- the land, the clearings and the forest

const beacons = Array.from({ length: BEACONS }, (_, i) => {
    const angle = (i / BEACONS) * 2 * Math.PI;
    const radius = 300 + 140 * random();
    const [x, z] = [Math.sin(angle) * radius, Math.cos(angle) * radius];
    return [x, hills(x, z), z];
});

const land = landMesh(2600, 170, hills, landColor);
scenery.addMesh(land.vertices, land.indices, { grain: 1 });

const forest = fx.createForest({
    species: [{ preset: 'oak', variants: 3 }, { preset: 'pine', variants: 3 }],
});
forest.scatter({
    area: [-800, -800, 800, 800],
    count: 37000, // of which density leaves about 20,000
    minDistance: 4,
    seed,
    height: hills,
    density(x, z) {
        const nearest = Math.min(...beacons.map(([bx, , bz]) => Math.hypot(bx - x, bz - z)));
        if (nearest < 34) return 0;
        return 0.55 + 0.45 * Math.sin(x * 0.013) * Math.cos(z * 0.011);
    },
});
forest.bake();
fx.wind.set({ direction: [1, 0.4], strength: 0.35, gust: 0.8 });

// ---- the plane and what it leaves behind

const flight = new Flight(hills);
const plane = scenery.addMesh(...Object.values(planeMesh()));
const propeller = scenery.addMesh(...Object.values(propellerMesh()));

const ribbon = fx.createTrailStyle({
    lifetime: 2.6,
    maxPoints: 256,
    maxTrails: 2,
    minVertexDistance: 0.6,
    width: 0.26,
    color: [1, 1, 1, 0.75],
    widthOverAge: [0.5, 1.6, 3],
    alphaOverLength: [[0, 0], [0.02, 1], [1, 1]],
    softness: 1,
});
const ribbons = wingtips.map((at) => ({ at, trail: fx.createTrail(ribbon) }));
ribbons.forEach(({ trail }) => {
    trail.emitting = false;
});

const smoke = fx.createEmitter({ preset: 'exhaust' }, { seed });
const dust = fx.createEmitter({ preset: 'dust', rateOverTime: 0 }, { seed: seed + 1 });
const glow = fx.createEmitterStyle({ preset: 'magic', maxParticles: 4096 });
const cheer = fx.createEmitter({ preset: 'sparks', rateOverTime: 0 }, { seed: seed + 2 });
beacons.forEach(([x, y, z], i) => {
    fx.createEmitter(glow, { seed: seed + 10 + i }).transform.set(x, y + 1.5, z);
});

let delivered = 0;
let goal = 1; // the plane starts over the first

function deliver() {
    const [x, y, z] = beacons[goal];
    cheer.burst(400, [x, y + 9, z]);
    delivered++;
    goal = (goal + 1) % BEACONS;
}

function placePlane(time) {
    plane.position = flight.position;
    plane.rotation = flight.rotation;
    propeller.position = pointOn(plane, [0, -0.03, -2.75]);
    propeller.rotation = quaternion(flight.yaw, flight.pitch, flight.roll + time * 31);
}

function leaveBehind() {
    const turning = Math.abs(flight.roll) > 0.42;
    for (const { at, trail } of ribbons) {
        trail.transform.set(...pointOn(plane, at), flight.rotation);
        if (trail.emitting !== turning) trail.emitting = turning;
    }
    smoke.transform.set(...pointOn(plane, exhaust), flight.rotation);
    const low = Math.max(0, 1 - flight.altitude / 16);
    const [x, , z] = flight.position;
    dust.transform.set(x, hills(x, z) + 0.3, z, flight.rotation);
    dust.rate = 160 * low;
}

// ---- the chase camera

let eye = null;

function follow(dt) {
    const behind = rotate(quaternion(flight.yaw, flight.pitch * 0.5, 0), [0, 4.2, 15]);
    const wanted = add(flight.position, behind);
    eye = eye ? mix(eye, wanted, 1 - Math.exp(-4.5 * dt)) : wanted;
    eye[1] = Math.max(eye[1], hills(eye[0], eye[2]) + 2);
    const up = rotate(quaternion(flight.yaw, 0, flight.roll * 0.3), [0, 1, 0]);
    stage.camera = { eye, target: add(flight.position, scale(flight.forward, 12)), up };
}

run((dt, time) => {
    flight.update(dt, time, beacons[goal]);
    if (flight.distanceTo(beacons[goal]) < REACH) deliver();
    placePlane(time);
    leaveBehind();
    follow(dt);
    help.textContent = `arrows or WASD fly, Shift hurries; hands off: the autopilot takes over\n${
        flight.byHand ? 'by hand' : 'autopilot'}   ${delivered} delivered`;
});

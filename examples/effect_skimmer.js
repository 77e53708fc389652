// Skimmer dust: three craft race low over dry land; dust rises where they pass, glow trails behind.

import { createStage, seed } from './stage.js';
import { facesMesh, landMesh } from './scenery.js';
import { quaternion } from './maths.js';

const stage = await createStage({
    sky: 'day',
    orbit: { target: [0, 1, 0], distance: 25, pitch: 0.17, yaw: 2.9, turn: 0.03 },
});
const { fx, scenery, run } = stage;
const dunes = (x, z) => (
    0.7 * Math.sin(x * 0.11 + 1) * Math.cos(z * 0.09) + 0.25 * Math.sin(x * 0.3));
const sand = (x, z, y) => [0.42 + 0.06 * y, 0.31 + 0.05 * y, 0.19 + 0.03 * y];
const land = landMesh(700, 220, dunes, sand);
scenery.addMesh(land.vertices, land.indices, { grain: 1 });

const hull = facesMesh([
    [[0.5, 0.1, 0.07], [[0, 0.35, -1.9], [-0.75, 0.12, 1.1], [0, 0.5, 0.9]]],
    [[0.4, 0.08, 0.06], [[0, 0.35, -1.9], [0, 0.5, 0.9], [0.75, 0.12, 1.1]]],
    [[0.08, 0.08, 0.09], [[0, 0.35, -1.9], [0.75, 0.12, 1.1], [-0.75, 0.12, 1.1]]],
    [[0.1, 0.1, 0.12], [[0, 0.5, 0.9], [-0.75, 0.12, 1.1], [0.75, 0.12, 1.1]]],
]);

const dust = fx.createEmitterStyle({
    preset: 'dust', rateOverTime: 0, rateOverDistance: 7, lifetime: [1.2, 2.8], maxEmitters: 3,
    direction: [0, 1, 0], coneAngle: 1, speed: [0.4, 2], inheritVelocity: 0.12, size: [0.6, 1.4],
    color: [0.85, 0.72, 0.55], maxParticles: 4096, sort: true,
});
const glow = fx.createTrailStyle({
    lifetime: 0.35, width: 0.34, blend: 'additive', softness: 1, maxTrails: 6,
    color: [2.2, 2.2, 2.2], widthOverLength: [0.8, 1, 0],
    colorOverLength: [[0, '#d8f6ff'], [0.3, '#3aa8ff'], [1, '#0030ff00']],
});

const skimmers = [0, 1, 2].map((i) => {
    const transform = fx.createTransform();
    const ground = fx.createTransform();
    fx.createEmitter(dust, { transform: ground, seed: seed + i });
    for (const side of [-0.5, 0.5]) {
        const nozzle = fx.createTransform();
        nozzle.set(side, 0.28, 1.1);
        nozzle.setParent(transform);
        fx.createTrail(glow, { transform: nozzle });
    }
    return { transform, ground, mesh: scenery.addMesh(hull.vertices, hull.indices), lane: i };
});

function along(t, lane) {
    const radius = 13 + lane * 2.6;
    return [Math.sin(t) * radius * 1.3, Math.sin(t * 2) * radius * 0.55];
}

run((dt, time) => {
    for (const { transform, ground, mesh, lane } of skimmers) {
        const t = time * (0.95 - lane * 0.06) + lane * 0.7;
        const [x, z] = along(t, lane);
        const [ahead, beside] = along(t + 0.02, lane);
        const y = dunes(x, z);
        const yaw = Math.atan2(x - ahead, z - beside);
        const turn = quaternion(yaw, 0, 0.35 * Math.sin(t * 2));
        transform.set(x, y + 0.35, z, turn);
        ground.set(x, y + 0.1, z);
        mesh.position = [x, y + 0.35, z];
        mesh.rotation = turn;
    }
});

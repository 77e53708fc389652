// Orientation: one flight, five shapes. A ribbon can face the camera, stand across an axis of its
// source or lie in a plane of the world; crossed ribbons and tubes look alike from everywhere.

import { quaternion } from './maths.js';
import { landMesh } from './scenery.js';
import { createStage } from './stage.js';

const { fx, scenery, labels, run } = await createStage({
    sky: 'dusk',
    orbit: { target: [0, 2.4, 0], distance: 15, yaw: 0.35, pitch: 0.3, turn: 0.12 },
});

const floor = landMesh(600, 8, () => 0, () => [0.09, 0.08, 0.085]);
scenery.addMesh(floor.vertices, floor.indices);

const common = {
    lifetime: 2.6,
    maxPoints: 1024,
    minVertexDistance: 0.2,
    smoothing: 0.01,
    width: 0.7,
    widthOverLength: [0.6, 1, 1, 0.2],
    fadeMode: 'none',
    softness: 0.06,
    lit: true,
};

const shapes = [
    ['facing: camera', { facing: 'camera', color: '#ff9d5c' }],
    ['facing: axis', { facing: 'axis', axis: [1, 0, 0], color: '#ffd25c' }],
    ['facing: normal', { facing: 'normal', axis: [0, 1, 0], color: '#7fd67a' }],
    ['shape: cross', { shape: 'cross', depthWrite: true, color: '#5cb8ff' }],
    ['shape: tube', { shape: 'tube', sides: 12, width: 0.42, color: '#c79bff' }],
];

const flights = shapes.map(([name, look], i) => {
    const z = (i - 2) * 2.6;
    labels.add(name, [-7.4, 0.4, z]);
    return { z, trail: fx.createTrail({ ...common, ...look }) };
});

run((dt, time) => {
    for (const { z, trail } of flights) {
        const t = time * 1.5;
        // Rolls as it flies: the ribbon across its axis shows it.
        trail.transform.set(
            Math.sin(t) * 6,
            2.4 + Math.sin(t * 2) * 1.5,
            z + Math.cos(t) * 0.8,
            quaternion(Math.cos(t) > 0 ? -Math.PI / 2 : Math.PI / 2, Math.cos(t * 2), time * 2.2),
        );
    }
});

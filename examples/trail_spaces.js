// Spaces: the same dance on a turning platform, laid in the world (it stays behind in the air) and
// in the space of the platform (it turns with it); and a ribbon in pixels, as a 2D game has it.

import { quaternion } from './maths.js';
import { landMesh } from './scenery.js';
import { addFaces, latheFaces } from './shapes.js';
import { createStage } from './stage.js';

const { fx, canvas, scenery, labels, run } = await createStage({
    sky: 'dusk',
    orbit: { target: [0, 1.3, 0], distance: 13, yaw: 0.2, pitch: 0.42, turn: 0.04 },
});

const floor = landMesh(600, 8, () => 0, () => [0.09, 0.08, 0.085]);
scenery.addMesh(floor.vertices, floor.indices);

const look = {
    lifetime: 3.2,
    maxPoints: 512,
    minVertexDistance: 0.06,
    smoothing: 0.01,
    width: 0.2,
    widthOverLength: [0.5, 1, 0.3],
    fadeMode: 'alpha',
    softness: 0.4,
};

function makePlatform(x, space, colorOverLength) {
    const body = addFaces(scenery, [
        ...latheFaces([[2.1, 0], [2.1, 0.3], [1.95, 0.4], [0, 0.4]], [0.3, 0.29, 0.33], 12),
        ...latheFaces([[0.12, 0.4], [0.12, 1.1], [0, 1.15]], [0.5, 0.46, 0.4], 6),
    ]);
    body.position = [x, 0, 0];
    labels.add(`space: ${space}`, [x, 0.15, 2.5]);
    const platform = fx.createTransform();
    const trail = fx.createTrail({ ...look, space, colorOverLength });
    trail.transform.setParent(platform); // its numbers are relative to the platform
    return { x, body, platform, trail };
}

const platforms = [
    makePlatform(-3.2, 'world', ['#fff3c4', '#ffab40', '#ff5722']),
    makePlatform(3.2, 'local', ['#e0fbff', '#40c4ff', '#3d5afe']),
];

const pixels = fx.createTrail({
    ...look,
    space: 'screen',
    lifetime: 1.6,
    minVertexDistance: 6,
    smoothing: 1,
    width: 14,
    colorOverLength: ['#ffffff', '#e05cff', '#7c2bff'],
});

run((dt, time) => {
    for (const { x, body, platform, trail } of platforms) {
        const turn = quaternion(time * 0.6, 0, 0);
        body.rotation = turn;
        platform.set(x, 0.4, 0, turn);
        const t = time * 2.6;
        trail.transform.set(
            Math.cos(t) * 1.4, 1 + Math.sin(t * 2) * 0.5, Math.sin(t * 2) * 0.9,
        );
    }
    // From the upper left corner, in pixels of the canvas.
    const { width, height } = canvas;
    pixels.transform.set(
        width * (0.5 + 0.3 * Math.sin(time * 1.9)),
        height * (0.84 + 0.07 * Math.sin(time * 3.8)),
        0,
    );
});

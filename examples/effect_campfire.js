// A campfire at night in a clearing: flames, embers, smoke, fireflies and the trees around.

import { effects } from 'willowisp/presets';
import { createStage, seed } from './stage.js';
import { facesMesh, landMesh } from './scenery.js';

const stage = await createStage({
    sky: 'night',
    orbit: { target: [0, 1.5, 0], distance: 7.5, pitch: 0.16, turn: 0.05 },
});
const { fx, scenery, run } = stage;

// The fire lights the ground around it, as far as a vertex colour can say so.
const ground = landMesh(120, 240, () => 0, (x, z) => {
    const light = 9 / (1 + (x * x + z * z) * 0.6);
    return [0.03 + 0.36 * light, 0.034 + 0.14 * light, 0.03 + 0.035 * light];
});
scenery.addMesh(ground.vertices, ground.indices, { grain: 1 });

// Logs like the spokes of a wheel, as prisms of three sides.
function log(angle) {
    const along = (r) => [Math.cos(angle) * r, Math.sin(angle) * r];
    const side = [-Math.sin(angle) * 0.11, Math.cos(angle) * 0.11];
    const [[ax, az], [bx, bz]] = [along(0.1), along(1)];
    const end = (x, y, z) => [
        [x - side[0], y, z - side[1]], [x + side[0], y, z + side[1]], [x, y + 0.2, z],
    ];
    const near = end(ax, 0.22, az);
    const far = end(bx, 0, bz);
    const color = [0.06, 0.03, 0.016];
    return [0, 1, 2].map((i) => {
        const j = (i + 1) % 3;
        return [color, [near[i], near[j], far[j], far[i]]];
    });
}
const logs = facesMesh([0, 1, 2, 3, 4].flatMap((i) => log(i * 1.257 + 0.3)));
scenery.addMesh(logs.vertices, logs.indices);

const forest = fx.createForest({
    species: [{ preset: 'pine', variants: 1 }, { preset: 'oak', variants: 1 }],
});
forest.scatter({ area: [-60, -60, 60, 60], count: 420, minDistance: 3, seed,
    density: (x, z) => (Math.hypot(x, z) < 13 ? 0 : 1) });

fx.createEffect(effects.campfire, { maxInstances: 1 }).play({ seed });
const fireflies = fx.createEmitter({ preset: 'fireflies', rateOverTime: 16 }, { seed });
fireflies.transform.set(0, 1.1, 0, null, 1.9);

run(() => {});

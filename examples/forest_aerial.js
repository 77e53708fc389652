// A forest of 20,000 trees on rolling land, planted from a seed; draws do not depend on the number.

import { createStage, seed } from './stage.js';
import { hills, landColor } from './land.js';
import { landMesh } from './scenery.js';

const { fx, scenery, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, 12, 0], distance: 190, yaw: 0.7, pitch: 0.32, turn: 0.03 },
});

const land = landMesh(2400, 160, hills, landColor);
scenery.addMesh(land.vertices, land.indices, { grain: 1 });

const forest = fx.createForest({
    species: [{ preset: 'oak', variants: 3 }, { preset: 'pine', variants: 3 }],
});
forest.scatter({
    area: [-700, -700, 700, 700],
    count: 41000, // of which density leaves about 20,000
    minDistance: 4,
    seed,
    height: hills,
    density: (x, z) => (Math.hypot(x, z) < 40
        ? 0.15
        : 0.5 + 0.5 * Math.sin(x * 0.011) * Math.cos(z * 0.013)),
});
forest.bake();
fx.wind.set({ direction: [1, 0.3], strength: 0.4, gust: 0.7 });

run(() => {});

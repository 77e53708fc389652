// A forest of 20,000 trees on rolling land, planted from a seed; draws do not depend on the number.
// `?view=down` looks straight down on it.

import { createStage } from './stage.js';
import { addLand, plantWoods, treeCount } from './woods.js';

const { fx, scenery, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, 12, 0], distance: 190, yaw: 0.7, pitch: 0.32, turn: 0.03 },
});
addLand(scenery);
fx.world.set({ fogDensity: 0.0003 }); // thin air: the ground is far away
scenery.sky.fog = 0.0003;

const count = treeCount(41000); // of which density leaves about 20,000
plantWoods(fx, {
    count,
    reach: Math.min(Math.sqrt(count) * 3.5, 700),
    minDistance: 4,
    patchiness: 0,
    density: (x, z) => (Math.hypot(x, z) < 40
        ? 0.15
        : 0.5 + 0.5 * Math.sin(x * 0.011) * Math.cos(z * 0.013)),
});
fx.wind.set({ direction: [1, 0.3], strength: 0.4, gust: 0.7 });

run(() => {});

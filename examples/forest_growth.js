// A forest that grows from bare ground in a minute. The trees sprout at different times, because
// each was planted with its own age; nothing is sent while they grow.

import { hills } from './land.js';
import { createStage } from './stage.js';
import { addLand, plantWoods, treeCount } from './woods.js';

const GROW_SECONDS = 60;

const { fx, scenery, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, hills(0, 0) + 4, 0], distance: 70, yaw: 0.7, pitch: 0.36, turn: 0.05 },
});
addLand(scenery, 1600);

const count = treeCount(9000);
plantWoods(fx, {
    count,
    reach: Math.min(Math.sqrt(count) * 2.6, 300),
    species: ['oak', 'birch', 'maple', 'spruce'],
    age: [0, 0.12],
    scale: [0.7, 1.2],
    options: { growSeconds: GROW_SECONDS },
});
fx.wind.set({ direction: [1, 0.3], strength: 0.35, gust: 0.6 });

run(() => {});

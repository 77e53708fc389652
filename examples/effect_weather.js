// Weather over a forest: rain with splashes, snow, or neither. The clouds of drops follow the eye.

import { effects } from 'willowisp/presets';
import { createStage, seed } from './stage.js';
import { hills, landColor } from './land.js';
import { landMesh } from './scenery.js';

const stage = await createStage({
    sky: 'dusk',
    orbit: { target: [0, hills(0, 0) + 2.4, 0], distance: 11, pitch: 0.06, turn: 0.02 },
});
const { fx, scenery, run } = stage;
const land = landMesh(900, 140, hills, landColor);
scenery.addMesh(land.vertices, land.indices, { grain: 1 });

const forest = fx.createForest({
    species: [{ preset: 'pine', variants: 2 }, { preset: 'oak', variants: 1 }],
});
forest.scatter({ area: [-130, -130, 130, 130], count: 2200, minDistance: 3.5, seed, height: hills,
    density: (x, z) => (Math.hypot(x, z) < 14 ? 0 : 0.8) });

const kinds = {
    rain: { effect: fx.createEffect(effects.rain, { maxInstances: 1 }), strength: 0.7 },
    snow: { effect: fx.createEffect(effects.snow, { maxInstances: 1 }), strength: 0.25 },
    clear: { effect: null, strength: 0.3 },
};
const names = Object.keys(kinds);
let playing = null;

function choose(name) {
    playing?.stop();
    const { effect, strength } = kinds[name];
    playing = effect?.play({ position: [0, hills(0, 0), 0], seed }) ?? null;
    fx.wind.set({ direction: [1, 0.2], strength, gust: 0.7 });
}

addEventListener('keydown', ({ key }) => {
    if (names[Number(key) - 1]) choose(names[Number(key) - 1]);
});
choose(new URLSearchParams(location.search).get('weather') ?? 'rain');

run(() => {});

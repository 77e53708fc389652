// A storm crosses the woods in forty seconds: the wind rises, gusts run through the crowns, rain
// falls while it is strongest, and the air clears again.

import { effects } from 'willowisp/presets';
import { hills } from './land.js';
import { createStage, seed } from './stage.js';
import { addLand, pictures, plantWoods, treeCount } from './woods.js';

const STORM_SECONDS = 40;

const { fx, scenery, run } = await createStage({
    sky: 'day',
    orbit: { target: [0, hills(0, 0) + 3, 0], distance: 16, yaw: 0.6, pitch: 0.06, turn: 0.02 },
});
addLand(scenery, 1600);

const count = treeCount(8000);
plantWoods(fx, {
    count,
    reach: Math.min(Math.sqrt(count) * 2.8, 320),
    species: ['oak', 'birch', 'poplar', 'spruce'],
    options: { impostorFrames: Math.min(pictures, 8) }, // seen from the side alone, through haze
    density: (x, z) => (Math.hypot(x, z) < 18 ? 0 : 1),
});
const rain = fx.createEffect(effects.rain, { maxInstances: 1 });
let falling = null;

const clear = { ...scenery.sky };
const dark = {
    sunColor: [0.62, 0.68, 0.74], skyColor: [0.4, 0.46, 0.52], groundColor: [0.15, 0.15, 0.13],
    zenith: [0.13, 0.16, 0.2], horizon: [0.34, 0.39, 0.43], glow: [0.03, 0.03, 0.03], fog: 0.004,
};
const between = (a, b, t) => (Array.isArray(a)
    ? a.map((from, i) => from + (b[i] - from) * t) : a + (b - a) * t);

function weather(storm) {
    const { sky } = scenery;
    for (const name of Object.keys(dark)) sky[name] = between(clear[name], dark[name], storm);
    const { sunColor, skyColor, groundColor, horizon, fog } = sky;
    fx.world.set({ sunColor, skyColor, groundColor, fogColor: horizon, fogDensity: fog });
    fx.wind.set({
        direction: [1, 0.25], strength: 0.15 + 0.85 * storm, gust: 0.3 + 0.7 * storm,
    });
}

run((dt, time) => {
    // From 0 to 1 and back; the picture of frame 0 has it near its height.
    const phase = ((time + STORM_SECONDS * 0.4) % STORM_SECONDS) / STORM_SECONDS;
    const storm = Math.sin(phase * Math.PI) ** 2;
    weather(storm);
    if (storm > 0.45 && !falling) falling = rain.play({ position: [0, hills(0, 0), 0], seed });
    if (storm < 0.4 && falling) {
        falling.stop();
        falling = null;
    }
});

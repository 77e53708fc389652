// Sparks: a grinder that throws sparks and smoke, embers over a fire, and bursts where you click.

import { createStage, seed } from './stage.js';
import { landMesh } from './scenery.js';

const stage = await createStage({
    sky: 'night',
    orbit: { target: [0, 1.4, 0], distance: 8, pitch: 0.18 },
});
const { fx, canvas, scenery, run } = stage;

const floor = landMesh(900, 8, () => 0, () => [0.05, 0.052, 0.06]);
scenery.addMesh(floor.vertices, floor.indices);

const grinder = fx.createEmitter({ preset: 'sparks', rateOverTime: 260 }, { seed });
grinder.transform.set(-2.2, 1, 0);

const fire = fx.createEmitter({ preset: 'fire' }, { seed: seed + 1 });
const smoke = fx.createEmitter({ preset: 'smoke' }, { seed: seed + 2 });
const embers = fx.createEmitter({ preset: 'embers' }, { seed: seed + 3 });
fire.transform.set(2.2, 0.15, 0);
smoke.transform.set(2.2, 1.6, 0);
embers.transform.set(2.2, 0.4, 0);

const strike = fx.createEmitter({ preset: 'sparks', rateOverTime: 0 }, { seed: seed + 4 });
canvas.addEventListener('click', (event) => {
    const x = (event.clientX / canvas.clientWidth) * 6 - 3;
    strike.burst(120, [x, 2.5 - (event.clientY / canvas.clientHeight) * 2, 0]);
});

run((dt, time) => {
    grinder.transform.set(-2.2 + Math.sin(time * 0.7) * 0.5, 1, Math.cos(time * 0.9) * 0.3);
    if (Math.floor(time / 1.5) !== Math.floor((time - dt) / 1.5)) strike.burst(80, [0, 1.6, 0]);
});

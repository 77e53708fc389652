// The same scenes without a browser and without GL: what the core and its glue cost alone.
import { createKit } from '../../web/index.js';
import { scenes } from './trails_scenes.js';

const [WARM_UP, FRAMES] = [130, 600];
const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -40, 1];
const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0];
const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)];

async function run({ name, open, options }) {
    const kit = await createKit({ headless: true, maxTrails: 8192, maxTransforms: 8192 });
    const step = open(kit);
    const times = [];
    const warmUp = options?.warmUp ?? WARM_UP;
    const allocations = [];
    for (let frame = 0; frame < warmUp + FRAMES; frame++) {
        if (frame === warmUp) allocations.push(kit.stats.allocations);
        step(frame);
        const start = performance.now();
        kit.update(1 / 60);
        kit.draw({ view, projection });
        times.push(performance.now() - start);
    }
    times.splice(0, warmUp);
    const row = {
        name,
        'both, median ms': quantile(times, 0.5),
        'both, best tenth ms': quantile(times, 0.1),
        'upload bytes': kit.stats.uploadBytes,
        'record bytes': kit.stats.recordBytes,
        points: kit.stats.trailPoints,
        allocations: kit.stats.allocations - allocations[0],
        dropped: kit.stats.dropped,
    };
    kit.dispose();
    return row;
}

export default async function runAll() {
    const rows = [];
    for (const scene of scenes) rows.push(await run(scene));
    return rows;
}

// Scenes without a browser and without GL: what the core and its glue cost alone.
import { createKit } from '../../web/index.js';
import { cameraAt, quantile } from './frames.js';

const [WARM_UP, FRAMES] = [130, 600];

async function run({ name, limits, open, options: { camera, warmUp = WARM_UP } = {} }) {
    const kit = await createKit({ headless: true, maxEffectTriangles: 16777216, ...limits });
    const step = open(kit);
    const times = { step: [], update: [], draw: [] };
    let allocations = 0;
    for (let frame = 0; frame < warmUp + FRAMES; frame++) {
        if (frame === warmUp) allocations = kit.stats.allocations;
        const eye = cameraAt(frame, camera);
        const start = performance.now();
        step?.(frame);
        const stepped = performance.now();
        kit.update(1 / 60);
        const updated = performance.now();
        kit.draw(eye);
        const drawn = performance.now();
        if (frame < warmUp) continue;
        times.step.push(stepped - start);
        times.update.push(updated - stepped);
        times.draw.push(drawn - updated);
    }
    const both = times.update.map((update, i) => update + times.draw[i]);
    const { stats } = kit;
    const row = {
        name,
        'update ms': quantile(times.update, 0.5),
        'draw ms': quantile(times.draw, 0.5),
        'both, median ms': quantile(both, 0.5),
        'both, best tenth ms': quantile(both, 0.1),
        'game ms': quantile(times.step, 0.5),
        'upload bytes': stats.uploadBytes,
        'record bytes': stats.recordBytes,
        living: stats.trailPoints + stats.beams + stats.particles,
        allocations: stats.allocations - allocations,
        dropped: stats.dropped,
    };
    kit.dispose();
    return row;
}

export async function runCore(scenes) {
    const rows = [];
    for (const scene of scenes) rows.push(await run(scene));
    return rows;
}

// Forests without a browser and without GL: what the core and its glue cost alone.
import { createKit } from '../../web/index.js';
import { cameras, densityOfTrees, moreTrees, openWoods } from './forest_scenes.js';

const [WARM_UP, FRAMES] = [30, 600];
const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)];

/** Update and draw for FRAMES frames; bytes and draw calls are the most of any frame. */
function run(name, kit, cameraAt, step = () => {}) {
    const times = [];
    const most = { recordBytes: 0, uploadBytes: 0, drawCalls: 0, meshTrees: 0, impostors: 0 };
    const before = {};
    for (let frame = 0; frame < WARM_UP + FRAMES; frame++) {
        if (frame === WARM_UP) Object.assign(before, { allocations: kit.stats.allocations });
        const camera = cameraAt(frame);
        step(frame);
        const start = performance.now();
        kit.update(1 / 60);
        kit.draw(camera);
        const time = performance.now() - start;
        if (frame < WARM_UP) continue;
        times.push(time);
        for (const key of Object.keys(most)) most[key] = Math.max(most[key], kit.stats[key]);
    }
    return {
        name,
        'both, median us': 1000 * quantile(times, 0.5),
        'both, best tenth us': 1000 * quantile(times, 0.1),
        'upload bytes': most.uploadBytes,
        'record bytes': most.recordBytes,
        'draw calls': most.drawCalls,
        'mesh trees': most.meshTrees,
        impostors: most.impostors,
        allocations: kit.stats.allocations - before.allocations,
        dropped: kit.stats.dropped,
    };
}

async function woods(rows, name, options) {
    const kit = await createKit({ headless: true });
    openWoods(kit, options);
    for (const [what, cameraAt] of Object.entries(cameras)) {
        rows.push(run(`${name}, ${what}`, kit, cameraAt));
    }
    kit.dispose();
}

// Best of several: the heap and the pages of the operating system are warm in a game, too.
async function planting(rows, count) {
    const kit = await createKit({ headless: true });
    const forest = openWoods(kit, { count: 20000, room: count });
    const floats = moreTrees(count);
    const times = [];
    for (let i = 0; i < 15; i++) {
        const start = performance.now();
        const ids = forest.plant(floats, 13);
        times.push(performance.now() - start);
        forest.remove(ids);
        kit.update(1 / 60);
        kit.draw(cameras.still());
    }
    rows.push({
        name: `planting ${count.toLocaleString('en')} from numbers`,
        'both, median us': 1000 * quantile(times, 0.5),
        'both, best tenth us': 1000 * quantile(times, 0.1),
    });
    kit.dispose();
}

async function streaming(rows) {
    const kit = await createKit({ headless: true });
    const forest = openWoods(kit, { count: 100, room: 40000 });
    forest.stream({ cell: 64, radius: 640, budget: 200,
        plant: () => ({ count: Math.floor(64 * 64 * densityOfTrees), minDistance: 3, seed: 5 }) }).fill(0, 0);
    const flying = (frame) => {
        const camera = cameras.moving(frame);
        for (let i = 0; i < 3; i++) camera.view[12 + i] -= camera.view[i] * frame * 0.5;
        return camera;
    };
    rows.push(run('a world that streams, 30 m/s', kit, flying));
    kit.dispose();
}

export default async function runAll() {
    const rows = [];
    for (const count of [20000, 100000]) {
        await woods(rows, `${count.toLocaleString('en')} trees of 24 variants`, { count });
    }
    await woods(rows, '100,000 trees, seen for 5 km', { count: 100000, maxDistance: 5000 });
    await woods(rows, '20,000 trees of 6 variants', { count: 20000, variants: 1 });
    await planting(rows, 10000);
    await streaming(rows);
    return rows;
}

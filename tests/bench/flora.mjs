// Trees of every preset: from definition to finest mesh, at an age, and growing in the shader;
// beside a generator in JavaScript. CPU time of one core, without a browser.

import { createKit } from '../../web/index.js';

const SEEDS = 8; // trees of each preset
const WARM_UP = 4; // rounds
const ROUNDS = 24; // that count: each of the trees is made once in each
const STAGES = 4; // skeleton, leaves, wood and leaves of the finest level

const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)];

/**
 * Milliseconds of each tree, median and best tenth of all rounds (others use the machine, too), as a
 * mean over the seeds; triangles a second are those of the best tenth.
 */
function measureSeeds(name, seeds, rounds, build) {
    const times = Array.from({ length: seeds }, () => []);
    const triangles = new Array(seeds).fill(0);
    for (let round = 0; round < WARM_UP + rounds; round++) {
        for (let seed = 0; seed < seeds; seed++) {
            const built = build(seed);
            if (round >= WARM_UP) times[seed].push(built.ms);
            triangles[seed] = built.triangles;
        }
    }
    const ms = (share) => mean(times.map((list) => quantile(list, share)));
    return { name, triangles: Math.round(mean(triangles)), 'median ms': ms(0.5),
        'best tenth ms': ms(0.1), 'M triangles/s': mean(triangles) / ms(0.1) / 1000 };
}

/** Milliseconds until the finest mesh of a tree stands in memory. */
function buildOne(kit, options, seed) {
    const { core } = kit._loaded;
    const tree = kit.createTree({ ...options, seed });
    const start = performance.now();
    for (let stage = 0; stage < STAGES; stage++) core.ww_buildTrees(kit._pointer);
    const ms = performance.now() - start;
    const view = core.ww_treeMesh(kit._pointer, tree._handle, 0, 0) >> 2;
    const triangles = kit._loaded.memory.u32[view + 3] / 3;
    tree.destroy();
    return { ms, triangles };
}

const measureBuild = (kit, name, options) =>
    measureSeeds(name, SEEDS, ROUNDS, (seed) => buildOne(kit, options, seed));

function measureAge(kit) {
    const { core } = kit._loaded;
    const tree = kit.createTree({ preset: 'oak', seed: 3 });
    tree.mesh();
    const row = measureSeeds('oak at another age', SEEDS, ROUNDS, (i) => {
        tree.age = 0.3 + 0.08 * i;
        const start = performance.now();
        const view = core.ww_treeMesh(kit._pointer, tree._handle, 0, 0) >> 2;
        const ms = performance.now() - start;
        return { ms, triangles: kit._loaded.memory.u32[view + 3] / 3 };
    });
    tree.destroy();
    return row;
}

const camera = {
    view: new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, -30, 1]),
    projection: new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0]),
};

function runFrames(kit, count, step = () => {}) {
    let most = 0;
    for (let frame = 0; frame < count; frame++) {
        step(frame);
        kit.update(1 / 60);
        kit.draw(camera);
        most = Math.max(most, kit.stats.uploadBytes);
    }
    return most;
}

/**
 * What one species of four variants takes on the GPU: all buffers and textures that a forest of it
 * adds to those of the kit (vertices, indices and growth of three levels, records of 64 trees),
 * with the least pictures for far away that there are, and with the usual ones.
 */
async function measureMemory(preset) {
    const bytesOf = async (options) => {
        const kit = await createKit({ headless: true });
        if (options) kit.createForest({ maxTrees: 64, ...options }).plant([{ position: [0, 0, 0] }]);
        runFrames(kit, 60);
        const bytes = kit.stats.gpuBytes;
        kit.dispose();
        return bytes;
    };
    const none = await bytesOf();
    const species = [{ preset, variants: 4 }];
    const meshes = await bytesOf({ species, impostorFrames: 3, impostorSize: 16 }) - none;
    const all = await bytesOf({ species }) - none;
    return { name: `${preset}: GPU memory of four`, 'MB of levels': meshes / 1e6,
        'MB with pictures': all / 1e6 };
}

/** What a new wind in every frame sends beside the rest, with 20,000 trees. */
async function measureWind() {
    const kit = await createKit({ headless: true });
    const forest = kit.createForest({ species: [{ preset: 'oak' }], maxTrees: 20000,
        impostorFrames: 3, impostorSize: 16 });
    forest.plant(Array.from({ length: 20000 }, (_, i) => (
        { position: [8 * (i % 200) - 800, 0, -8 * Math.floor(i / 200)] })));
    runFrames(kit, 60);
    const calm = runFrames(kit, 60);
    const windy = runFrames(kit, 60, (frame) => {
        kit.wind.set({ direction: [1, 0.01 * frame], strength: 0.3 + 0.01 * frame });
    });
    kit.dispose();
    return { name: 'a new wind for 20,000 trees', 'bytes a frame': windy - calm };
}

// What a tree that grows in the shader adds to an update.
function measureGrowing(kit) {
    const forest = kit.createForest({ species: [{ preset: 'oak' }], growSeconds: 1e6,
        impostorFrames: 3, impostorSize: 16 });
    const perUpdate = () => quantile(Array.from({ length: 100 }, () => {
        const start = performance.now();
        for (let i = 0; i < 100; i++) kit.update(1 / 60);
        return (performance.now() - start) / 100;
    }), 0.1);
    perUpdate();
    const without = perUpdate();
    forest.plant([{ position: [0, 0, 0], age: 0 }]);
    perUpdate();
    const ms = Math.max(0, perUpdate() - without);
    const bytes = kit.stats.recordBytes;
    forest.destroy();
    return { name: 'oak growing in the shader', 'best tenth ms': ms, 'bytes a frame': bytes };
}

// It loads pictures as soon as it is imported: here they never come.
async function loadEz() {
    globalThis.document ??= {
        createElementNS: () => ({ addEventListener() {}, removeEventListener() {} }),
    };
    return import('@dgreenheck/ez-tree');
}

function measureEz(EzTree, name) {
    const tree = new EzTree();
    tree.loadPreset(name);
    return measureSeeds(`ez-tree: ${name}`, 4, 10, (seed) => {
        tree.options.seed = seed;
        const start = performance.now();
        tree.generate();
        const ms = performance.now() - start;
        const triangles = (tree.branchesMesh.geometry.index.count +
            tree.leavesMesh.geometry.index.count) / 3;
        return { ms, triangles };
    });
}

export default async function run() {
    const kit = await createKit({ headless: true, treeBudget: 0 });
    const { core, memory } = kit._loaded;
    const presets = Array.from({ length: core.ww_treePresetCount() }, (_, i) =>
        memory.readString(core.ww_treePresetName(i)));
    const rows = presets.map((preset) => measureBuild(kit, preset, { preset }));
    const all = (name, list) => {
        const sum = (key) => list.reduce((total, row) => total + row[key], 0);
        return { name, triangles: sum('triangles'), 'median ms': sum('median ms'),
            'best tenth ms': sum('best tenth ms'),
            'M triangles/s': sum('triangles') / sum('best tenth ms') / 1000 };
    };
    const plain = presets.map((preset) => measureBuild(kit, preset, { preset, smoothing: 0 }));
    const ours = all('all presets', rows);
    rows.push(ours, all('all presets, not smoothed', plain), measureAge(kit), measureGrowing(kit));
    kit.dispose();
    rows.push(await measureWind());
    for (const preset of ['oak', 'pine', 'willow']) rows.push(await measureMemory(preset));
    const { Tree: EzTree } = await loadEz();
    const theirs = ['Oak Medium', 'Pine Medium', 'Ash Medium'].map((name) => measureEz(EzTree, name));
    const pairs = [[rows[presets.indexOf('oak')], theirs[0]], [rows[presets.indexOf('pine')], theirs[1]]];
    const total = all('ez-tree: all', theirs);
    for (const [own, other] of [...pairs, [ours, total]]) {
        other['ours / theirs'] = own['M triangles/s'] / other['M triangles/s'];
    }
    return [...rows, ...theirs, total];
}

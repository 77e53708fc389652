// Trees of every preset: from definition to finest mesh, at an age, and growing in the shader;
// beside a generator in JavaScript. CPU time of one core, without a browser.

import { createKit } from '../../web/index.js';

const SEEDS = 8; // trees of each preset
const ROUNDS = 24; // each is made so often; the first rounds warm up
const STAGES = 4; // skeleton, leaves, wood and leaves of the finest level

const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;

/** Least milliseconds of each tree over all rounds (others use the machine, too), and triangles. */
function measureSeeds(name, seeds, rounds, build) {
    const least = new Array(seeds).fill(Infinity);
    const triangles = new Array(seeds).fill(0);
    for (let round = 0; round < rounds; round++) {
        for (let seed = 0; seed < seeds; seed++) {
            const built = build(seed);
            least[seed] = Math.min(least[seed], built.ms);
            triangles[seed] = built.triangles;
        }
    }
    const ms = mean(least);
    return { name, triangles: Math.round(mean(triangles)), 'least ms': ms,
        'M triangles/s': mean(triangles) / ms / 1000 };
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

/** What four variants of a species take on the GPU: their levels, and with pictures as usual. */
async function measureMemory(preset) {
    const bytesOf = async (options) => {
        const kit = await createKit({ headless: true });
        if (options) kit.createForest({ maxTrees: 64, ...options }).plant([{ position: [0, 0, 0] }]);
        const view = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, -30, 1]);
        const projection = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0]);
        for (let frame = 0; frame < 60; frame++) {
            kit.update(1 / 60);
            kit.draw({ view, projection });
        }
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

// What a tree that grows in the shader adds to an update.
function measureGrowing(kit) {
    const forest = kit.createForest({ species: [{ preset: 'oak' }], growSeconds: 1e6,
        impostorFrames: 3, impostorSize: 16 });
    const perUpdate = () => {
        const start = performance.now();
        for (let i = 0; i < 2000; i++) kit.update(1 / 60);
        return (performance.now() - start) / 2000;
    };
    perUpdate();
    const without = perUpdate();
    forest.plant([{ position: [0, 0, 0], age: 0 }]);
    perUpdate();
    const ms = Math.max(0, perUpdate() - without);
    const bytes = kit.stats.recordBytes;
    forest.destroy();
    return { name: 'oak growing in the shader', 'least ms': ms, 'bytes a frame': bytes };
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
    return measureSeeds(`ez-tree: ${name}`, 4, 6, (seed) => {
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
        return { name, triangles: sum('triangles'), 'least ms': sum('least ms'),
            'M triangles/s': sum('triangles') / sum('least ms') / 1000 };
    };
    const plain = presets.map((preset) => measureBuild(kit, preset, { preset, smoothing: 0 }));
    const ours = all('all presets', rows);
    rows.push(ours, all('all presets, not smoothed', plain), measureAge(kit), measureGrowing(kit));
    kit.dispose();
    for (const preset of ['oak', 'pine', 'willow']) rows.push(await measureMemory(preset));
    const { Tree: EzTree, TreePreset } = await loadEz();
    const theirs = ['Oak Medium', 'Pine Medium', 'Ash Medium'].filter((name) => TreePreset[name])
        .map((name) => measureEz(EzTree, name));
    const yardstick = all('ez-tree: all', theirs);
    yardstick['ours / theirs'] = ours['M triangles/s'] / yardstick['M triangles/s'];
    return [...rows, ...theirs, yardstick];
}

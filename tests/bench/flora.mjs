// Trees of every preset: from definition to finest mesh, at an age, and growing in the shader;
// beside a generator in JavaScript. CPU time of one core, without a browser.

import { createKit } from '../../web/index.js';

const TREES = 24; // of each preset, after as many that warm up
const STAGES = 4; // skeleton, leaves, wood and leaves of the finest level

const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)];

function timesOf(run) {
    const times = [];
    for (let i = 0; i < 2 * TREES; i++) {
        const { ms } = run(i);
        if (i >= TREES) times.push(ms);
    }
    return times;
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

function measureBuild(kit, name, options) {
    let triangles = 0;
    const times = timesOf((seed) => {
        const built = buildOne(kit, options, seed);
        triangles += built.triangles / (2 * TREES);
        return built;
    });
    const ms = quantile(times, 0.5);
    const best = quantile(times, 0.1);
    return { name, triangles: Math.round(triangles), 'median ms': ms, 'best tenth ms': best,
        'M triangles/s': triangles / best / 1000 };
}

function measureAge(kit) {
    const { core } = kit._loaded;
    const tree = kit.createTree({ preset: 'oak', seed: 3 });
    tree.mesh();
    const times = timesOf((i) => {
        tree.age = 0.3 + 0.01 * i;
        const start = performance.now();
        core.ww_treeMesh(kit._pointer, tree._handle, 0, 0);
        return { ms: performance.now() - start };
    });
    return { name: 'oak at another age', 'median ms': quantile(times, 0.5),
        'best tenth ms': quantile(times, 0.1) };
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
    return { name: 'oak growing in the shader', 'median ms': ms, 'bytes a frame': bytes };
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
    let triangles = 0;
    const times = timesOf((seed) => {
        tree.options.seed = seed;
        const start = performance.now();
        tree.generate();
        const ms = performance.now() - start;
        triangles += (tree.branchesMesh.geometry.index.count +
            tree.leavesMesh.geometry.index.count) / 3 / (2 * TREES);
        return { ms };
    });
    const best = quantile(times, 0.1);
    return { name: `ez-tree: ${name}`, triangles: Math.round(triangles),
        'median ms': quantile(times, 0.5), 'best tenth ms': best,
        'M triangles/s': triangles / best / 1000 };
}

export default async function run() {
    const kit = await createKit({ headless: true, treeBudget: 0 });
    const { core, memory } = kit._loaded;
    const presets = Array.from({ length: core.ww_treePresetCount() }, (_, i) =>
        memory.readString(core.ww_treePresetName(i)));
    const rows = presets.map((preset) => measureBuild(kit, preset, { preset }));
    const all = (name, list) => {
        const sum = (key) => list.reduce((total, row) => total + row[key], 0);
        return { name, triangles: sum('triangles'), 'best tenth ms': sum('best tenth ms'),
            'M triangles/s': sum('triangles') / sum('best tenth ms') / 1000 };
    };
    const plain = presets.map((preset) => measureBuild(kit, preset, { preset, smoothing: 0 }));
    const ours = all('all presets', rows);
    rows.push(ours, all('all presets, not smoothed', plain), measureAge(kit), measureGrowing(kit));
    kit.dispose();
    const { Tree: EzTree, TreePreset } = await loadEz();
    const theirs = ['Oak Medium', 'Pine Medium', 'Ash Medium'].filter((name) => TreePreset[name])
        .map((name) => measureEz(EzTree, name));
    const yardstick = all('ez-tree: all', theirs);
    yardstick['ours / theirs'] = ours['M triangles/s'] / yardstick['M triangles/s'];
    return [...rows, ...theirs, yardstick];
}

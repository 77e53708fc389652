// Forests through the JavaScript interface, without a device.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

const seedling = { preset: 'oak', limbs: 3, branches: 1, twigs: 0 };
const grove = { species: [seedling], impostorFrames: 3, impostorSize: 16 };
const view = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -3, -40, 1);
const projection = Float32Array.of(1, 0, 0, 0, 0, 1.7, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0);

function drawFrame(kit, dt = 1 / 60) {
    kit.update(dt);
    kit.draw({ view, projection, width: 1280, height: 720 });
    return kit.stats;
}

test('[forest.edit] trees have numbers: read, moved, felled, removed, picked and found by them', async () => {
    const kit = await openKit();
    const forest = kit.createForest(grove);
    const ids = forest.plant([
        { position: [0, 0, 0] },
        { position: [20, 1, 0], yaw: 1, scale: 2, age: 0.5, season: 0.25, lean: [0.1, -0.2], tint: [1.5, 1, 0.5] },
        { position: [0, 0, -30] },
    ]);
    assert.equal(new Set(ids).size, 3);
    const { position, yaw, scale, age, season, lean, tint, felled } = forest.tree(ids[1]);
    assert.deepEqual([position, yaw, scale, age, season, tint], [[20, 1, 0], 1, 2, 0.5, 0.25, [1.5, 1, 0.5]]);
    lean.forEach((value, i) => assert.ok(Math.abs(value - [0.1, -0.2][i]) < 1e-3));
    assert.equal(felled, false);

    const hit = forest.pick([0, 0.5, 50], [0, 0, -2]);
    assert.equal(hit.id, ids[0]);
    assert.ok(hit.distance > 48 && hit.distance < 50);
    assert.equal(forest.pick([0, 0.5, 50], [0, 0, 1]), null);
    forest.move(ids[0], { position: [500, 0, 500] });
    assert.equal(forest.pick([0, 0.5, 50], [0, 0, -1]).id, ids[2]);
    assert.deepEqual(forest.tree(ids[0]).position, [500, 0, 500]);
    assert.deepEqual(Array.from(forest.near(500, 500, 1)), [ids[0]]);
    assert.equal(forest.near(0, 0, 40).length, 2);

    forest.fell(ids[2], { direction: [0, 1], height: 1 });
    assert.equal(forest.tree(ids[2]).felled, true);
    forest.remove([ids[0], ids[1]]);
    assert.equal(forest.treeCount, 1);
    assert.deepEqual(Array.from(forest.ids), [ids[2]]);
    assert.deepEqual(Array.from(forest.trees.subarray(0, 3)), [0, 0, -30]);
    assert.throws(() => forest.tree(ids[0]), { name: 'StaleHandleError' });
    assert.throws(() => forest.remove(ids[1]), { name: 'StaleHandleError' });
    assert.throws(() => forest.move(ids[2], { position: [NaN, 0, 0] }), /x is NaN/);
    assert.throws(() => forest.fell(ids[2], { direction: 5 }), /direction is 5/);
    assert.throws(() => forest.pick([0, 0], [0, 0, 1]), /origin/);

    const many = new Float32Array(13 * 2000);
    for (let i = 0; i < 2000; i++) many.set([i % 50, 0, i / 50, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1], i * 13);
    assert.equal(forest.plant(many, 13).length, 2000);
    assert.throws(() => forest.plant(many, 11), /11 numbers for each tree/);
    kit.dispose();
});

test('[forest.age] every tree has its own age in the same draw and grows with no upload', async () => {
    const kit = await openKit();
    const forest = kit.createForest({ ...grove, growSeconds: 100 });
    const ages = [0, 0.3, 0.6, 1];
    const ids = forest.plant(ages.map((age, i) => ({ position: [i * 4 - 8, 0, 0], age })));
    forest.bake();
    for (let i = 0; i < 3; i++) drawFrame(kit);
    const drawCalls = kit.stats.drawCalls;
    let sent = 0;
    for (let i = 0; i < 60; i++) sent += drawFrame(kit, 0.001).recordBytes;
    assert.equal(sent, 0);
    assert.ok(drawCalls <= 4, `${drawCalls} draw calls`);
    const start = kit.stats.updates;
    for (let i = 0; i < 20; i++) drawFrame(kit, 1);
    assert.equal(kit.stats.updates, start + 20);
    ids.forEach((id, i) => {
        const { age } = forest.tree(id);
        const grown = Math.min(ages[i] + 0.2 + 0.1 / 100 + 3 / 6000, 1);
        assert.ok(Math.abs(age - grown) < 0.002, `${ages[i]} became ${age}, not ${grown}`);
    });
    // Planted later, it is younger; a new pace changes no age.
    const [late] = forest.plant([{ position: [2, 0, 9], age: 0 }]);
    drawFrame(kit, 1);
    assert.ok(Math.abs(forest.tree(late).age - 0.01) < 1e-4);
    forest.set({ growSeconds: 0 });
    drawFrame(kit, 5);
    assert.ok(Math.abs(forest.tree(late).age - 0.01) < 1e-4);
    kit.dispose();
});

test('[forest.scatter] maps of density, slopes, heights and paths keep trees off land', async () => {
    const plant = async (options) => {
        const kit = await openKit();
        const forest = kit.createForest(grove);
        const count = forest.scatter({ area: [-100, -100, 100, 100], count: 3000, minDistance: 1, patchiness: 0, seed: 5, ...options });
        const list = Array.from({ length: count }, (_, i) => Array.from(forest.trees.subarray(i * 8, i * 8 + 3)));
        kit.dispose();
        return list;
    };
    const all = await plant({});
    assert.equal(all.length, 3000);
    const west = await plant({ density: { data: [1, 0, 1, 0], width: 2, height: 2 } });
    const half = (list) => list.filter(([x]) => x < 0).length / list.length;
    assert.ok(half(west) > 0.7 && west.length > 1200 && west.length < 1800, `${half(west)} of ${west.length}`);
    // A ridge along z: flat for |x| < 50, then 45 degrees down.
    const ridge = (x) => -Math.max(Math.abs(x) - 50, 0);
    const flat = await plant({ height: ridge, maxSlope: 0.5 });
    assert.ok(flat.length > 1300 && flat.every(([x]) => Math.abs(x) <= 50.5));
    const high = await plant({ height: ridge, heights: [-20, 0], sink: 0 });
    assert.ok(high.length > 1900 && high.every(([x, y]) => Math.abs(x) <= 70 && y === Math.fround(ridge(x))));
    const path = { points: [[-100, 0], [0, 0], [0, 100]], width: 10 };
    const free = await plant({ paths: [path] });
    assert.ok(free.length < 3000 && free.length > 2700);
    assert.ok(free.every(([x, , z]) => (x > 0 || Math.abs(z) >= 5) && (z < 0 || Math.abs(x) >= 5)));
    assert.deepEqual(await plant({ paths: [path] }), free);
    await assert.rejects(plant({ densty: 1 }), /densty is not an option; known are area, density, heights/);
    await assert.rejects(plant({ density: { data: [1], width: 2, height: 2 } }), /density/);
    await assert.rejects(plant({ paths: [{ points: [] }] }), /paths\[0\]/);
});

test('[forest.ground] on slopes the foot of a tree is hidden all around', async () => {
    const kit = await openKit();
    const slope = 0.6;
    const standings = (sink) => {
        const forest = kit.createForest(grove);
        forest.scatter({ area: [-50, -50, 50, 50], count: 300, height: (x) => slope * x, ...(sink !== undefined && { sink }) });
        const list = forest.trees;
        forest.destroy();
        return Array.from({ length: list.length / 8 }, (_, i) => {
            const [x, y, , scale] = list.subarray(i * 8, i * 8 + 4);
            return { depth: slope * x - y, scale };
        });
    };
    const flat = standings(0);
    assert.ok(flat.length > 200 && flat.every(({ depth }) => Math.abs(depth) < 1e-4));
    // The lower side of a foot of that radius is level with the ground: a trunk is decimetres wide.
    const usual = standings();
    assert.ok(usual.every(({ depth, scale }) => depth / scale > 0.05 * slope && depth / scale < 2 * slope));
    const double = standings(2);
    usual.forEach(({ depth }, i) => assert.ok(Math.abs(double[i].depth - 2 * depth) < 1e-4));
    assert.throws(() => kit.createForest(grove).scatter({ sink: 5 }), { name: 'InvalidDefError', message: /sink is 5, it must be between 0 and 4/ });
    kit.dispose();
});

test('[forest.ground] a species has its own distance; tramplers follow transforms', async () => {
    const kit = await openKit();
    const grass = { preset: 'tallGrass', impostors: false, maxDistance: 30, shadows: false };
    const forest = kit.createForest({ species: [{ preset: 'oak' }, grass] });
    assert.deepEqual(forest.species.map(({ firstVariant, variants }) => [firstVariant, variants]), [[0, 1], [1, 1]]);
    const refused = (wish, message) => assert.throws(() => forest.addSpecies(wish), { name: 'InvalidDefError', message });
    refused({ preset: 'fern', maxDistance: 0 }, /species: maxDistance is 0, it must be between 1 and 1000000 m/);
    refused({ preset: 'fern', impostors: 1 }, /species: impostors is 1, it must be true or false/);
    refused({ preset: 'fern', variants: 65 }, /species: variants is 65, it must be a whole number between 1 and 64/);
    refused({ preset: 'fern', trample: 2 }, /tree: trample is 2, it must be between 0 and 1/);
    const transform = kit.createTransform();
    const wrong = (list, message) => assert.throws(() => kit.tramplers.set(list), { message });
    wrong(undefined, /tramplers is undefined, it must be a list of up to 32/);
    wrong([{ radius: 1 }], /tramplers\[0\]: transform is undefined/);
    wrong([{ transform, radius: NaN }], /tramplers\[0\]: radius is NaN, it must be between 0.001 and 100 m/);
    wrong([{ transform, speed: 1 }], /speed is not an option/);
    wrong(Array.from({ length: 33 }, () => ({ transform })), /up to 32/);
    kit.tramplers.set([{ transform, radius: 0.4 }]);
    transform.destroy();
    kit.update(0.1);
    wrong([{ transform }], /this handle was destroyed/);
    kit.tramplers.set([]);
    kit.dispose();
});

/** Draws from (x, z), and updates, which lets cells come and go; what the draw sent of records. */
function visit(kit, x, z) {
    const there = Float32Array.from(view);
    there.set([-x, -3, -z], 12);
    kit.draw({ view: there, projection, width: 1280, height: 720 });
    const { recordBytes } = kit.stats;
    kit.update(1 / 60);
    return recordBytes;
}

const treesAround = (forest, x, z, radius) =>
    Array.from(forest.near(x, z, radius), (id) => JSON.stringify(forest.tree(id))).sort();

test('[forest.stream] cells come and go around the camera within a budget, the same again each time', async () => {
    const kit = await openKit();
    const forest = kit.createForest({ ...grove, maxTrees: 4000 });
    const asked = [];
    const stream = forest.stream({
        cell: 50, radius: 200, budget: 150,
        plant(column, row) {
            asked.push([column, row]);
            return { count: 40, minDistance: 3, seed: 7, scale: [0.5, 1.5] };
        },
    });
    visit(kit, 25, 25);
    assert.deepEqual(asked[0], [0, 0]); // nearest first
    assert.ok(forest.treeCount >= 100 && forest.treeCount < 190, `${forest.treeCount} in a frame`);
    const waiting = stream.waiting;
    visit(kit, 25, 25);
    assert.ok(stream.waiting < waiting && stream.waiting > 0);
    while (stream.waiting) visit(kit, 25, 25);
    assert.equal(stream.cells, 49); // in a circle of four cells
    assert.equal(asked.length, 49);
    assert.equal(stream.full, false);

    // At rest nothing is asked, planted or sent.
    for (let i = 0; i < 3; i++) visit(kit, 26, 24);
    assert.equal(visit(kit, 26, 24), 0);
    assert.equal(asked.length, 49);

    // Trees keep their distance over the edges of cells, woods go on over them.
    const all = Array.from(forest.ids, (id) => forest.tree(id).position);
    const nearest = (one) => Math.min(...all.map((other) =>
        (other === one ? Infinity : Math.hypot(one[0] - other[0], one[2] - other[2]))));
    assert.ok(all.length > 1000 && all.every((one) => nearest(one) >= 3));

    // What was done to trees is done again.
    const before = treesAround(forest, 0, 0, 60);
    const [moved, felled, removed] = forest.near(0, 0, 30);
    const where = forest.tree(felled).position;
    const gone = forest.tree(removed).position;
    forest.move(moved, { position: [1, 5, 1], tint: [2, 1, 1] });
    forest.fell(felled, { height: 0.3 });
    forest.remove(removed);
    const after = treesAround(forest, 0, 0, 60);
    for (let x = 0; x <= 3000; x += 20) visit(kit, x, 0);
    assert.equal(forest.near(0, 0, 400).length, 0);
    for (let x = 3000; x >= 0; x -= 20) visit(kit, x, 0);
    while (stream.waiting) visit(kit, 0, 0);
    assert.deepEqual(treesAround(forest, 0, 0, 60), after);
    assert.equal(after.length, before.length - 1);
    assert.equal(forest.near(gone[0], gone[2], 0.01).length, 0);
    assert.equal(forest.tree(forest.near(where[0], where[2], 0.01)[0]).felled, true);
    assert.throws(() => forest.tree(felled), { name: 'StaleHandleError' }); // numbers do not stay
    stream.destroy();
    assert.equal(forest.treeCount, 0);
    visit(kit, 0, 0);
    assert.equal(forest.treeCount, 0);
    kit.dispose();
});

test('[forest.stream] a long flight takes no more memory than its first minutes', async () => {
    const kit = await openKit();
    const forest = kit.createForest({ ...grove, maxTrees: 6000 });
    const stream = forest.stream({ cell: 60, radius: 300, budget: 400,
        plant: () => ({ count: 50, seed: 3 }) });
    let [most, sent, counted, x, z, turn, random] = [0, 0, 0, 0, 0, 0, 1];
    const fly = (frames) => {
        for (let i = 0; i < frames; i++) {
            random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
            turn += (random / 2 ** 32 - 0.48) * 0.2;
            x += 8 * Math.cos(turn);
            z += 8 * Math.sin(turn);
            sent = Math.max(sent, visit(kit, x, z));
            counted++;
            most = Math.max(most, forest.treeCount);
        }
    };
    fly(600);
    const { heapBytes, allocations } = kit.stats;
    sent = 0;
    fly(4000);
    assert.equal(kit.stats.heapBytes, heapBytes);
    assert.equal(kit.stats.allocations, allocations);
    // A frame's budget of 400 trees takes 19,200 bytes.
    assert.ok(sent > 2400 && sent < 100000, `${sent} bytes in a frame`);
    assert.ok(most < 5500 && most > 3000, `${most} trees`); // a circle of 6 cells has 113
    assert.ok(stream.cells <= 113 && !stream.full);
    assert.ok(Math.hypot(x, z) > 1000, `${x} ${z} after ${counted}`);
    // Where it ended, it has what one has who was never elsewhere.
    while (stream.waiting) visit(kit, x, z);
    const here = treesAround(forest, x, z, 150);
    const other = kit.createForest({ ...grove, maxTrees: 6000 });
    other.stream({ cell: 60, radius: 300, plant: () => ({ count: 50, seed: 3 }) }).fill(x, z);
    assert.ok(here.length > 100);
    assert.deepEqual(treesAround(other, x, z, 150), here);
    kit.dispose();
});

test('streams take lists of trees, say when a forest is full, and refuse what they cannot use', async () => {
    const kit = await openKit();
    const forest = kit.createForest({ ...grove, maxTrees: 10 });
    const stream = forest.stream({ cell: 10, radius: 40,
        plant: (column, row, [x, z]) => [{ position: [x + 5, 0, z + 5], yaw: column }] });
    stream.fill(5, 5);
    assert.equal(forest.treeCount, 10);
    assert.equal(stream.full, true);
    assert.equal(stream.waiting, 49 - 10);
    assert.deepEqual(forest.tree(forest.near(5, 5, 1)[0]).position, [5, 0, 5]);
    const bad = (options, message) => assert.throws(() => forest.stream(options), message);
    bad({}, /plant is undefined, .*a function/);
    bad({ plant() {}, cell: 0 }, /cell is 0, .*between 1 and 100000/);
    bad({ plant() {}, cell: 64, radius: 20 }, /radius is 20, .*between 64/);
    bad({ plant() {}, budget: NaN }, /budget is NaN/);
    bad({ plant() {}, raduis: 5 }, /raduis/);
    const wrong = kit.createForest(grove).stream({ plant: () => 5 });
    assert.throws(() => wrong.fill(0, 0), { name: 'InvalidDefError' });
    kit.dispose();
});

test('[forest.scale] draw calls: three a variant and a few, two where one call draws many meshes', async () => {
    const species = ['oak', 'beech', 'birch', 'maple', 'spruce', 'pine'].map((preset) =>
        ({ preset, variants: 4, limbs: 3, branches: 1, twigs: 0 }));
    const calls = { false: 0, true: 0 };
    const counted = [];
    for (const multiDraw of [false, true]) {
        const kit = await openKit({ multiDraw });
        const forest = kit.createForest({ ...grove, species, maxTrees: 20000, impostorPixels: 20 });
        forest.scatter({ area: [-500, -500, 500, 500], count: 20000, minDistance: 2, seed: 7, patchiness: 0 });
        forest.bake();
        for (let i = 0; i < 60; i++) {
            const there = Float32Array.from(view);
            there.set([8 * Math.sin(i), -4, i * 3], 12);
            kit.update(1 / 60);
            kit.draw({ view: there, projection, viewport: [0, 0, 1280, 720] });
            calls[multiDraw] = Math.max(calls[multiDraw], kit.stats.drawCalls);
        }
        counted.push([kit.stats.instances, kit.stats.vertices, kit.stats.meshTrees]);
        kit.dispose();
    }
    assert.deepEqual(counted[0], counted[1]);
    assert.equal(calls.true, 2);
    assert.ok(calls.false > 40 && calls.false <= 3 * 24 + 8, `${calls.false}`);
});

test('[forest.scale] ten minutes of random flight: nothing grows, nothing is dropped, little is sent', async () => {
    const kit = await openKit();
    const species = ['birch', 'spruce'].map((preset) => ({ ...seedling, preset, variants: 2 }));
    const forest = kit.createForest({ ...grove, species, maxTrees: 20000 });
    forest.scatter({ area: [-700, -700, 700, 700], count: 20000, minDistance: 3, seed: 7, patchiness: 0.3 });
    forest.bake();
    const there = Float32Array.from(view);
    const camera = { view: there, projection, viewport: [0, 0, 1280, 720] };
    let [x, y, z, yaw, turn, climb, random] = [0, 20, 0, 0, 0, 0, 1];
    const dice = () => {
        random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
        return random / 2 ** 32 - 0.5;
    };
    const most = { recordBytes: 0, drawCalls: 0, meshTrees: 0, impostors: 0, dropped: 0 };
    const fly = (frames) => {
        for (let i = 0; i < frames; i++) {
            turn = 0.98 * turn + 0.004 * dice();
            climb = 0.98 * climb + 0.06 * dice();
            yaw += turn + (Math.hypot(x, z) > 600 ? 0.02 : 0);
            [x, z] = [x + 0.6 * Math.sin(yaw), z + 0.6 * Math.cos(yaw)]; // 36 m/s
            y = Math.min(Math.max(y + climb, 1.5), 150);
            const [s, c] = [Math.sin(yaw + Math.PI), Math.cos(yaw + Math.PI)];
            there.set([c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0, s * z - c * x, -y, -s * x - c * z]);
            kit.update(1 / 60);
            kit.draw(camera);
            if (i % 10 === 0) for (const key in most) most[key] = Math.max(most[key], kit.stats[key]);
        }
    };
    fly(600);
    const { heapBytes, gpuBytes, allocations } = kit.stats;
    Object.keys(most).forEach((key) => { most[key] = 0; });
    fly(36000);
    assert.deepEqual([kit.stats.heapBytes, kit.stats.gpuBytes, kit.stats.allocations],
        [heapBytes, gpuBytes, allocations]);
    assert.equal(most.dropped, 0);
    assert.ok(most.meshTrees > 50 && most.impostors > 3000, JSON.stringify(most)); // it saw the woods
    assert.ok(most.recordBytes < 16384 && most.drawCalls <= 3 * 4 + 1, JSON.stringify(most));
    kit.dispose();
});

test('[forest.lod] four variants of any species take at most 12 MB with their levels', async () => {
    const bytesOf = async (preset) => {
        const kit = await openKit({ treeBudget: 1000 });
        const species = [{ preset, variants: 4 }];
        const forest = preset &&
            kit.createForest({ species, maxTrees: 64, impostorFrames: 3, impostorSize: 16 });
        forest?.plant([{ position: [0, 0, 0] }]);
        for (let frame = 0; frame < 20; frame++) {
            kit.update(1 / 60);
            kit.draw({ view, projection });
        }
        assert.equal(forest?.ready ?? 1, 1, preset);
        const result = { bytes: kit.stats.gpuBytes, presets: kit.treePresets };
        kit.dispose();
        return result;
    };
    const { bytes: own, presets } = await bytesOf();
    for (const preset of presets) {
        const { bytes } = await bytesOf(preset);
        assert.ok(bytes - own < 12e6, `${preset}: ${bytes - own} bytes`);
        assert.ok(bytes - own > 0.5e6, `${preset}: ${bytes - own} bytes`);
    }
});

test('[forest.impostor] the pictures of all species share impostorMemory, whoever comes later', async () => {
    const pictures = async (impostorMemory, species) => {
        const bytesOf = async (impostors) => {
            const kit = await openKit();
            const one = { ...seedling, variants: 4, impostors };
            const forest = kit.createForest({ species: [one], maxTrees: 64, impostorMemory });
            for (let i = 1; i < species; i++) forest.addSpecies({ ...one, seed: i });
            forest.plant([{ position: [0, 0, 0] }]);
            drawFrame(kit);
            forest.bake();
            drawFrame(kit);
            assert.equal(forest.ready, 1);
            const { gpuBytes } = kit.stats;
            kit.dispose();
            return gpuBytes;
        };
        return (await bytesOf(true) - await bytesOf(false)) / 2 ** 20;
    };
    for (const [memory, species, least, most] of [[64, 6, 60, 64], [24, 6, 20, 24], [64, 1, 23, 24.1], [1, 1, 0.6, 1]]) {
        const taken = await pictures(memory, species);
        assert.ok(taken > least && taken <= most, `${memory} MiB, ${species} species: ${taken} MiB`);
    }
});

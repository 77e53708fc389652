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
    const high = await plant({ height: ridge, heights: [-20, 0] });
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

// Trees in JavaScript: built in slices, read, grown, felled, exported.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../tools/process.mjs';
import { hashTree } from './hash-tree.js';
import { openKit } from './load.mjs';

const STAGES = 8; // skeleton, leaves, and two for each of the three levels

test('[flora.seed] trees have the same bytes in wasm as natively', async () => {
    const source = readFileSync(join(root, 'tests/native/test_flora.c'), 'utf8');
    const golden = [...source.matchAll(/\{(OAK|PINE), (\w+)u, (0x\w+)u\}/g)];
    assert.ok(golden.length >= 8);
    const kit = await openKit();
    for (const [, preset, seed, hash] of golden) {
        const tree = kit.createTree({ preset: preset.toLowerCase(), seed: Number(seed) });
        assert.equal(hashTree(kit, tree), Number(hash), `${preset} ${seed}`);
        tree.destroy();
    }
    kit.dispose();
});

test('[flora.seed] seeds are whole numbers from 0 to 2^32 - 1, each with a tree of its own', async () => {
    const kit = await openKit();
    for (const seed of [-1, 1.5, NaN, 2 ** 32, 2 ** 32 + 1, 1e18, '1', null]) {
        assert.throws(() => kit.createTree({ seed }), { code: 'invalid-def', message: /tree: seed/ });
    }
    const heights = [0, 1, 2, 2 ** 31, 2 ** 32 - 1].map((seed) => {
        const tree = kit.createTree({ preset: 'oak', seed });
        const { height } = tree.mesh({ level: 2 });
        tree.destroy();
        return height;
    });
    assert.equal(new Set(heights).size, heights.length);
    kit.dispose();
});

test('[flora.slices] updates build trees for a time budget and tell how far they are', async () => {
    const kit = await openKit({ treeBudget: 0 });
    const heard = [];
    const trees = ['oak', 'pine', 'oak'].map((preset, number) => {
        const tree = kit.createTree({ preset, seed: number });
        for (const type of ['progress', 'generated']) {
            tree.on(type, ({ target, values }) => heard.push([type, number, values[0], target]));
        }
        return tree;
    });
    // Without a budget each update does one stage, in the order in which trees were asked for.
    for (let update = 1; update <= 3 * STAGES; update++) {
        kit.update(0);
        const progress = heard.filter(([type]) => type === 'progress');
        assert.equal(progress.length, update);
        const [, number, share, target] = progress.at(-1);
        assert.equal(number, Math.floor((update - 1) / STAGES));
        assert.equal(share, ((update - 1) % STAGES + 1) / STAGES);
        assert.equal(target, trees[number]);
        const generated = heard.filter(([type]) => type === 'generated').length;
        assert.equal(generated, Math.floor(update / STAGES));
    }
    kit.update(0);
    assert.equal(heard.length, 3 * STAGES + 3);
    const whole = await openKit({ treeBudget: 1000 });
    let generated = 0;
    for (let i = 0; i < 3; i++) {
        whole.createTree({ preset: 'oak', seed: i }).on('generated', () => generated++);
    }
    whole.update(0); // all of it fits into a second
    assert.equal(generated, 3);
    // The same meshes, however they were built.
    const again = whole.createTree({ preset: 'oak', seed: 0 });
    assert.deepEqual(again.mesh(), trees[0].mesh());
    assert.throws(() => trees[0].on('grown', () => {}), { message: /progress, generated, matured/ });
    await assert.rejects(openKit({ treeBudget: -1 }), { message: /treeBudget/ });
    kit.dispose();
    whole.dispose();
});

test('[flora.events] generated and matured say height, radius and triangles', async () => {
    const kit = await openKit({ treeBudget: 1000 });
    const tree = kit.createTree({ preset: 'oak', seed: 4, age: 0, growSeconds: 2 });
    const heard = [];
    tree.on('generated', (event) => heard.push(event));
    tree.on('matured', (event) => heard.push(event));
    kit.update(0.5); // is built, and begins to grow with the next
    assert.deepEqual(heard.map(({ type }) => type), ['generated']);
    let time = 0;
    while (heard.length < 2 && time < 10) {
        kit.update(0.25);
        time += 0.25;
    }
    assert.equal(time, 2);
    assert.equal(tree.age, 1);
    for (let i = 0; i < 4; i++) kit.update(1);
    assert.equal(heard.length, 2, 'a tree matures once');
    const { height, radius, indices } = tree.mesh();
    for (const { type, target, values } of heard) {
        assert.equal(target, tree, type);
        assert.ok(Math.abs(values[0] - height) < 1e-4 && Math.abs(values[1] - radius) < 1e-4);
        assert.equal(values[2], indices.length / 3);
    }
    // Paused, set back, and grown again.
    tree.age = 0.5;
    tree.growSeconds = 0;
    kit.update(10);
    assert.equal(tree.age, 0.5);
    tree.growSeconds = 1;
    kit.update(0.4);
    assert.ok(Math.abs(tree.age - 0.9) < 1e-6);
    kit.update(0.2);
    assert.equal(heard.length, 3);
    tree.destroy();
    assert.throws(() => tree.age, { code: 'stale-handle' });
    kit.dispose();
});

test('[flora.events] ages, seconds and presets out of range are refused by name', async () => {
    const kit = await openKit();
    const tree = kit.createTree({ preset: 'pine' });
    for (const age of [-0.1, 1.1, NaN, '1']) {
        assert.throws(() => { tree.age = age; }, { message: /age.*between 0 and 1/ });
        assert.throws(() => kit.createTree({ age }), { message: /age.*between 0 and 1/ });
    }
    assert.throws(() => { tree.growSeconds = -1; }, { message: /growSeconds/ });
    assert.throws(() => kit.createTree({ preset: 'larch' }), { message: /one of oak, maple/ });
    assert.throws(() => kit.createTree({ trunkRadius: 0 }), { message: /trunkRadius/ });
    assert.throws(() => kit.createTree({ limbs: 128, branches: 24, twigs: 12 }), {
        message: /shoots, it must be at most 32767/,
    });
    assert.throws(() => tree.mesh({ level: 3 }), { message: /level/ });
    assert.throws(() => tree.mesh({ part: 'crown' }), { message: /standing, felled/ });
    assert.throws(() => tree.fell(-1), { message: /between 0 and 1000 m/ });
    kit.dispose();
});

test('[flora.growth] a tree can be read at any age', async () => {
    const kit = await openKit();
    const tree = kit.createTree({ preset: 'oak', seed: 2 });
    const mature = tree.mesh();
    let before = { height: 0, indices: [] };
    for (const age of [0, 0.02, 0.1, 0.3, 0.6, 0.9, 1]) {
        tree.age = age;
        const mesh = tree.mesh();
        assert.ok(mesh.height >= before.height && mesh.indices.length >= before.indices.length);
        assert.ok(mesh.positions.every(Number.isFinite));
        before = mesh;
    }
    assert.deepEqual(before, mature);
    tree.age = 0;
    assert.equal(tree.mesh().indices.length, 0);
    kit.dispose();
});

function volumeOf({ positions, indices, woodIndexCount }) {
    let sum = 0;
    for (let i = 0; i < woodIndexCount; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => {
            const at = indices[i + k] * 3;
            return positions.subarray(at, at + 3);
        });
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
            a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6;
}

test('[flora.cut] a tree is felled at a height: the stump stays, the rest is a part of its own', async () => {
    const kit = await openKit();
    const tree = kit.createTree({ preset: 'oak', seed: 3 });
    const whole = tree.mesh();
    assert.equal(tree.mesh({ part: 'felled' }).indices.length, 0);
    tree.fell(1.2);
    const stump = tree.mesh();
    const felled = tree.mesh({ part: 'felled' });
    assert.ok(Math.abs(stump.height - 1.2) < 1e-5);
    assert.equal(stump.woodIndexCount, stump.indices.length, 'no leaf hangs on the stump');
    const leaves = (mesh) => mesh.indices.length - mesh.woodIndexCount;
    assert.equal(leaves(felled), leaves(whole));
    assert.equal(felled.height, whole.height);
    const sum = volumeOf(stump) + volumeOf(felled);
    assert.ok(Math.abs(sum / volumeOf(whole) - 1) < 1e-3);
    let flat = 0; // the cut faces up
    for (let i = 0; i < stump.positions.length / 3; i++) {
        if (Math.abs(stump.positions[i * 3 + 1] - 1.2) < 1e-5 && stump.normals[i * 3 + 1] > 0.99) flat++;
    }
    assert.ok(flat > 20);
    // A young tree is felled at its own size, and one that is lower than the cut not at all.
    tree.age = 0.3;
    assert.ok(tree.mesh({ part: 'felled' }).indices.length > 0);
    tree.age = 0.02;
    assert.equal(tree.mesh({ part: 'felled' }).indices.length, 0);
    tree.age = 1;
    tree.fell(0);
    assert.deepEqual(tree.mesh(), whole);
    kit.dispose();
});

test('a tree gives back what it was made from, and the room for it', async () => {
    const kit = await openKit({ maxTrees: 2 });
    const options = { preset: 'pine', height: 9, tropism: [0, 0.5, 0] };
    const tree = kit.createTree({ ...options, seed: 8 });
    assert.deepEqual(JSON.parse(JSON.stringify(tree)), { ...options, seed: 8 });
    const twin = kit.createTree(tree.toJSON());
    assert.deepEqual(twin.mesh(), tree.mesh());
    assert.throws(() => kit.createTree(), { code: 'capacity' });
    twin.destroy();
    kit.createTree().destroy();
    kit.dispose();
    assert.throws(() => tree.mesh(), { code: 'stale-handle' });
});

test('[flora.params] a preset can be read as options, and made again from them', async () => {
    const kit = await openKit();
    assert.ok(kit.treePresets.length >= 20 && kit.treePresets.includes('oak'));
    const positions = [];
    for (const name of ['oak', 'pine', 'palm']) {
        const options = kit.treePreset(name);
        assert.deepEqual(Object.keys(options), Object.keys(kit.schemas.tree.fields));
        const trees = [{ preset: name }, options].map((wish) => kit.createTree({ ...wish, seed: 7 }));
        const [preset, copy] = trees.map((tree) => tree.mesh({ level: 1 }));
        assert.deepEqual(copy.positions, preset.positions);
        positions.push(copy.positions.length);
    }
    assert.equal(new Set(positions).size, 3);
    assert.throws(() => kit.treePreset('oakk'), { message: /tree: preset is "oakk".*oak/ });
    kit.dispose();
});

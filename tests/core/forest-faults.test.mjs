// What games do wrong to trees and forests, and what they do at odd moments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

const seedling = { preset: 'pine', limbs: 2, branches: 1, twigs: 0 };
const grove = { species: [seedling], maxTrees: 100, impostorFrames: 3, impostorSize: 16 };
const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, -20, 1];
const projection = [1, 0, 0, 0, 0, 1.7, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0];
const invalid = (message) => ({ name: 'InvalidDefError', message });

/** One tree in the west corner of each cell. */
const oneEach = (column, row, [x, z]) => [{ position: [x, 0, z] }];

/** What `run` makes the kit report instead of throwing. */
function reportsOf(run) {
    const errors = [];
    const before = console.error;
    console.error = (error) => errors.push(error.message);
    try {
        run();
    } finally {
        console.error = before;
    }
    return errors;
}

test('[forest.age] in a forest made late trees keep the age that they were planted with', async () => {
    const kit = await openKit();
    kit.update(50);
    const growing = kit.createForest({ ...grove, growSeconds: 100 });
    const [young] = growing.plant([{ position: [0, 5000, 0], age: 0.25 }]);
    const falling = kit.createForest(grove);
    falling.fell(falling.plant([{ position: [0, 0, 0] }])[0]);
    const meshes = [10, 30].map((seconds) => {
        kit.update(seconds);
        kit.draw({ view, projection });
        return kit.stats.meshTrees;
    });
    assert.deepEqual(meshes, [2, 1], 'it lies for 30 s beside its stump');
    assert.ok(Math.abs(growing.tree(young).age - 0.65) < 1e-4);
    kit.dispose();
});

test('[forest.age] the shortest times of growth are finite', async () => {
    const kit = await openKit();
    kit.update(3000);
    for (const growSeconds of [5e-324, 1e-45, 1e-40, 1e-30, 1e-6]) {
        const forest = kit.createForest({ ...grove, growSeconds });
        const tree = kit.createTree({ ...seedling, age: 0.25, growSeconds });
        const [id] = forest.plant([{ position: [0, 0, 0], age: 0.25 }]);
        tree.mesh();
        kit.update(0);
        assert.deepEqual([forest.tree(id).age, tree.age], [0.25, 0.25], `${growSeconds}`);
        kit.update(0.01);
        const grows = growSeconds > 1e-323; // as a float it is 0
        const after = Math.fround(growSeconds) > 0 && grows ? 1 : 0.25;
        assert.deepEqual([forest.tree(id).age, tree.age], [after, after], `${growSeconds}`);
        forest.destroy();
        tree.destroy();
    }
    kit.dispose();
});

test('[forest.fell] what was felled stays felled in a new epoch of the clock', async () => {
    const kit = await openKit();
    const forest = kit.createForest(grove);
    for (let i = 0; i < 40; i++) {
        const [id] = forest.plant([{ position: [i, 0, 0] }]);
        for (const dt of [3000, 1099.9 + i * 0.0137]) kit.update(dt);
        forest.fell(id);
        kit.update(0);
        assert.equal(forest.tree(id).felled, true, `tree ${i}`);
    }
    kit.dispose();
});

test('[forest.edit] a number that is none of a tree touches no other', async () => {
    const kit = await openKit();
    const forest = kit.createForest(grove);
    const [first, second] = forest.plant([{ position: [0, 0, 0] }, { position: [5, 0, 0] }]);
    for (const id of [first + 0.5, first - 2 ** 32, first + 2 ** 32, NaN, null, `${first}`]) {
        assert.throws(() => forest.remove([second, id]), invalid(/remove: id is .* a whole number/));
    }
    for (const ids of [null, undefined, {}, true]) {
        assert.throws(() => forest.remove(ids), invalid(/remove: ids is .*a number or a list/));
    }
    assert.equal(forest.treeCount, 2);
    forest.remove(new Set([first, second]));
    assert.equal(forest.treeCount, 0);
    kit.dispose();
});

test('[forest.edit] what is said of a fall, a ray and a place is checked', async () => {
    const kit = await openKit();
    const forest = kit.createForest(grove);
    const [id] = forest.plant([{ position: [0, 0, 0] }]);
    const tree = kit.createTree(seedling);
    const cases = [
        [() => forest.fell(id, null), /fell: options is null/],
        [() => forest.fell(id, { heigth: 1 }), /heigth is not an option; known are direction/],
        [() => forest.fell(id, { height: '1' }), /height is "1", .*between 0 and 100 m/],
        [() => forest.fell(id, { ago: NaN }), /ago is NaN, .*between 0 and 1000000 s/],
        [() => forest.fell(id, { direction: [NaN, 0] }), /direction is \["?NaN"?,0\], .*\[x, z\]/],
        [() => forest.pick([0, 1, 9], [0, 0, -1], NaN), /maxDistance is NaN, .*between 0/],
        [() => forest.pick([0, 1, 9], [0, 0, -1], '9'), /maxDistance is "9", .*between 0/],
        [() => forest.pick([0, NaN, 9], [0, 0, -1]), /origin is .*3 finite numbers/],
        [() => forest.pick([0, 1, 9], [0, 0, -Infinity]), /direction is .*3 finite numbers/],
        [() => forest.near(0, 0, -1), /radius is -1, .*between 0/],
        [() => tree.mesh(null), /mesh: options is null/],
        [() => tree.mesh({ lvl: 1 }), /lvl is not an option; known are level, part/],
    ];
    for (const [call, message] of cases) assert.throws(call, invalid(message));
    await assert.rejects(tree.toGlb({ level: 1 }), invalid(/known are levels/));
    await assert.rejects(tree.toGlb(null), invalid(/toGlb: options is null/));
    assert.equal(forest.tree(id).felled, false);
    assert.equal(forest.pick([0, 1, 9], [0, 0, -1], Infinity).id, id);
    kit.dispose();
});

test('[forest.edit] a tree that stands aslant is picked where it is drawn', async () => {
    const kit = await openKit();
    const forest = kit.createForest(grove);
    const [upright] = forest.plant([{ position: [0, 3, 0], yaw: 2 }]);
    const level = forest.pick([0.1, 8, 30], [0, 0, -1]).distance;
    const steep = forest.pick([0.1, 40, 0.1], [0, -1, 0]).distance;
    for (const [x, z] of [[1, 0], [-0.5, 0.5], [1, 1]]) {
        forest.move(upright, { lean: [x, z] });
        const { lean } = forest.tree(upright);
        const aside = forest.pick([0.1 + 5 * lean[0], 8, 30 + 5 * lean[1]], [0, 0, -1]);
        assert.ok(Math.abs(aside.distance - level) < 1e-3, `${aside.distance}, not ${level}`);
        const along = forest.pick(
            [0.1 + 37 * lean[0], 40, 0.1 + 37 * lean[1]], [-lean[0], -1, -lean[1]],
        ).distance;
        const longer = Math.hypot(1, ...lean);
        assert.ok(Math.abs(along - steep * longer) < 1e-3, `${along}, not ${steep * longer}`);
        assert.equal(forest.pick([0.1, 8, 30], [0, 0, -1]), null);
    }
    kit.dispose();
});

test('[forest.scatter] land that is no land is refused', async () => {
    const kit = await openKit();
    const forest = kit.createForest(grove);
    const height = () => 0;
    const cases = [
        [{ height, heights: [5, -5] }, /heights is \[5,-5\], .*\[lowest, highest\]/],
        [{ height, heights: [NaN, 5] }, /heights is .*\[lowest, highest\]/],
        [{ height, maxSlope: '1' }, /maxSlope is "1"/],
        [{ paths: [{ points: [[0, 0]], width: '2' }] }, /paths\[0\] is/],
        [{ paths: [{ points: [[0, NaN]], width: 2 }] }, /paths\[0\] is/],
        [{ density: { data: new BigInt64Array(4), width: 2, height: 2 } }, /density is/],
        [{ density: { data: ['1'], width: 1, height: 1 } }, /density is/],
    ];
    for (const [land, message] of cases) {
        assert.throws(() => forest.scatter({ count: 3, ...land }), invalid(message));
    }
    assert.equal(forest.treeCount, 0);
    assert.equal(forest.scatter({ count: 3, height, heights: [-Infinity, 5] }), 3);
    kit.dispose();
});

test('[forest.stream] a stream whose callback throws is reported and stops no frame', async () => {
    const kit = await openKit();
    const forest = kit.createForest({ ...grove, growSeconds: 10 });
    const [id] = forest.plant([{ position: [90, 0, 0], age: 0 }]);
    const plant = (column, row, area) => {
        if (column === 0 && row === 2) throw new Error('no land here');
        return column === 1 && row === 2 ? 7 : oneEach(column, row, area);
    };
    const stream = forest.stream({ cell: 10, radius: 20, plant });
    assert.throws(() => stream.fill(0, 20), { message: 'no land here' });
    assert.equal(forest.treeCount, 1);
    kit.draw({ view, projection });
    const errors = reportsOf(() => { for (let i = 0; i < 10; i++) kit.update(0.1); });
    assert.deepEqual(errors.filter((text) => text === 'no land here').length, 1);
    assert.equal(errors.length, 2, 'and the cell of 7');
    assert.ok(Math.abs(forest.tree(id).age - 0.1) < 1e-5);
    assert.equal(stream.waiting, 0);
    assert.equal(forest.treeCount, 1 + stream.cells - 2);
    stream.destroy();
    assert.equal(forest.treeCount, 1);
    kit.dispose();
});

test('[forest.stream] a callback may end its stream, its forest and its kit', async () => {
    for (const end of ['stream', 'forest', 'kit']) {
        const kit = await openKit();
        const forest = kit.createForest(grove);
        const ends = { stream: () => stream.destroy(), forest: () => forest.destroy(), kit: () => kit.dispose() };
        let asked = 0;
        const plant = (...cell) => {
            if (++asked === 4) ends[end]();
            return oneEach(...cell);
        };
        const stream = forest.stream({ cell: 10, radius: 30, plant });
        kit.draw({ view, projection });
        const update = () => reportsOf(() => kit.update(0.1));
        if (end === 'kit') assert.throws(update, { name: 'StaleHandleError' });
        else assert.deepEqual(update(), []);
        assert.equal(asked, 4, end);
        if (end !== 'kit') assert.equal(stream.cells, 0, end);
        if (end === 'stream') assert.equal(forest.treeCount, 0);
        assert.throws(() => stream.fill(0, 0), { name: 'StaleHandleError' });
        if (end !== 'kit') kit.dispose();
    }
});

test('[forest.stream] places that are none are refused, a refused camera is not followed', async () => {
    const kit = await openKit();
    const forest = kit.createForest(grove);
    const stream = forest.stream({ cell: 10, radius: 20, plant: oneEach });
    for (const place of [NaN, Infinity, '5', undefined]) {
        assert.throws(() => stream.fill(place, 0), invalid(/fill: x is .*a finite number/));
        assert.throws(() => stream.fill(0, place), invalid(/fill: z is .*a finite number/));
    }
    const broken = view.with(12, NaN);
    assert.throws(() => kit.draw({ view: broken, projection }), { name: 'InvalidDefError' });
    assert.deepEqual(reportsOf(() => kit.update(0.1)), []);
    assert.equal(stream.cells, 0);
    kit.draw({ view, projection });
    kit.update(0.1);
    assert.ok(stream.cells > 5);
    kit.dispose();
});

test('[forest.stream] what was done to a tree stays with its cell, however far the next is', async () => {
    const kit = await openKit();
    const forest = kit.createForest(grove);
    const far = 2 ** 21; // rows
    const stream = forest.stream({ cell: 1, radius: 2, plant: oneEach });
    kit.shiftOrigin(0, 0, far);
    stream.fill(0.5, 0.5);
    forest.remove(forest.near(0, 0, 0.1));
    kit.shiftOrigin(0, 0, -far);
    stream.fill(1.5, 0.5);
    for (const [x, z] of [[0, 0], [1, 0], [2, 0]]) assert.equal(forest.near(x, z, 0.1).length, 1);
    kit.dispose();
});

test('[flora.params] a young tree is made again as young', async () => {
    const kit = await openKit();
    const tree = kit.createTree({ ...seedling, age: 0.5, growSeconds: 8 });
    assert.deepEqual(tree.toJSON(), { ...seedling, seed: 1, age: 0.5, growSeconds: 8 });
    const twin = kit.createTree(tree.toJSON());
    assert.deepEqual(twin.mesh(), tree.mesh());
    kit.dispose();
});

// The wasm core under Node, through the same classes that a page uses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

const view = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1);
const projection = Float32Array.of(1, 0, 0, 0, 0, 1.7, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0);

test('[kit.transforms] the game writes the table itself; slots are freed and reused with a generation', async () => {
    const kit = await openKit({ maxTransforms: 3 });
    const [a, b] = [kit.createTransform(), kit.createTransform()];
    assert.deepEqual([a.slot, b.slot], [0, 1]);
    const { data } = kit.transforms;
    assert.ok(data instanceof Float32Array);
    assert.deepEqual(Array.from(data.subarray(8, 16)), [0, 0, 0, 1, 0, 0, 0, 1]);
    const trail = kit.createTrail({ lifetime: 9 }, { transform: b });
    for (let i = 0; i < 10; i++) {
        data[b.slot * 8] = i; // no call for each object
        kit.update(1 / 60);
    }
    assert.equal(trail.pointCount, 10);
    a.destroy();
    const again = kit.createTransform();
    assert.equal(again.slot, 0);
    assert.throws(() => a.destroy(), { name: 'StaleHandleError', message: /transform/ });
    assert.deepEqual(Array.from(data.subarray(0, 8)), [0, 0, 0, 1, 0, 0, 0, 1]);
    kit.createTransform();
    assert.throws(() => kit.createTransform(), { name: 'CapacityError', message: /all 3 are taken/ });
    kit.dispose();
});

test('[kit.transforms] the table is found again after the heap has grown', async () => {
    const kit = await openKit();
    const transform = kit.createTransform();
    transform.set(1, 2, 3);
    const old = kit.transforms.data;
    kit.createTrailStyle({ maxTrails: 1000, maxPoints: 1000 }); // 32 MB
    assert.equal(old.length, 0); // detached by the growth
    assert.deepEqual(Array.from(kit.transforms.data.subarray(0, 3)), [1, 2, 3]);
    transform.set(4, 5, 6, { x: 1, y: 0, z: 0, w: 0 }, 2);
    assert.deepEqual(Array.from(kit.transforms.data.subarray(0, 8)), [4, 5, 6, 2, 1, 0, 0, 0]);
    kit.dispose();
});

test('a rotation is an object with x, y, z, w or a list of the four', async () => {
    const kit = await openKit();
    const transform = kit.createTransform();
    transform.set(1, 2, 3, { x: 0, y: 1, z: 0, w: 0 });
    assert.deepEqual(Array.from(kit.transforms.data.subarray(4, 8)), [0, 1, 0, 0]);
    transform.set(1, 2, 3, Float32Array.of(0, 0, 1, 0));
    assert.deepEqual(Array.from(kit.transforms.data.subarray(4, 8)), [0, 0, 1, 0]);
    kit.dispose();
});

test('[forest.impostor] what is baked in a draw is drawn in it; before, few meshes stand in', async () => {
    const kit = await openKit();
    const forest = kit.createForest({
        species: [{ preset: 'pine' }], impostorFrames: 6, bakePerDraw: 1, maxMeshes: 400,
    });
    forest.scatter({ area: [-400, -400, 400, 400], count: 8000, seed: 3 });
    const far = view.slice();
    far[14] = -600;
    kit.update(1 / 60);
    kit.draw({ view: far, projection });
    assert.ok(forest.ready > 0 && forest.ready < 1);
    assert.ok(kit.stats.meshTrees > 0 && kit.stats.meshTrees <= 100, `${kit.stats.meshTrees}`);
    forest.bake();
    kit.update(1 / 60);
    kit.draw({ view: far, projection });
    assert.equal(forest.ready, 1);
    assert.equal(kit.stats.meshTrees, 0);
    assert.ok(kit.stats.impostors > 4000);
    assert.equal(kit.stats.drawCalls, 1);
    kit.dispose();
});

test('[flora.wind] a new wind in every frame sends at most 256 bytes more, and no records', async () => {
    const kit = await openKit();
    const forest = kit.createForest({ species: [{ preset: 'pine' }], impostorFrames: 3 });
    forest.scatter({ area: [-100, -100, 100, 100], count: 500, seed: 1 });
    forest.bake();
    const frame = () => {
        kit.update(1 / 60);
        kit.draw({ view, projection });
        return { bytes: kit.stats.uploadBytes, records: kit.stats.recordBytes };
    };
    frame();
    const steady = frame();
    assert.equal(steady.records, 0);
    for (let i = 0; i < 20; i++) {
        kit.wind.set({ direction: [Math.cos(i), Math.sin(i)], strength: i / 20 });
        const { bytes, records } = frame();
        assert.equal(records, 0);
        assert.ok(bytes > steady.bytes && bytes - steady.bytes <= 256, `${bytes - steady.bytes}`);
    }
    kit.dispose();
});

test('[kit.validate] what is wrong in a definition is named, and nothing is made', async () => {
    const kit = await openKit();
    const cases = [
        [{ lifetme: 1 }, /trail style: lifetme is not an option; did you mean lifetime\?/],
        [{ lifetime: 0 }, /trail style: lifetime is 0, it must be between 0.01 and 3600 s/],
        [{ lifetime: NaN }, /lifetime is NaN, it must be between/],
        [{ width: Infinity }, /width is Infinity, it must be between 0 and 1000 m/],
        [{ lifetime: '1' }, /lifetime is "1", it must be a number between 0.01 and 3600 s/],
        [{ maxPoints: 10.5 }, /maxPoints is 10.5, it must be a whole number between 3 and 4096/],
        [{ maxPoints: 2 }, /maxPoints is 2, /],
        [{ blend: 'addtive' }, /blend is "addtive", it must be one of alpha, additive/],
        [{ color: 'fuchsiaa' }, /color is "fuchsiaa", it must be a colour/],
        [{ widthOverLength: [[0, 1], [0.5, 2], [0.2, 1]] }, /widthOverLength: key position 0.2 must be between 0.5 and 1/],
        [{ widthOverLength: [1, -1] }, /widthOverLength is -1, it must be between 0 and 1000/],
        [{ colorOverAge: [['x', '#fff']] }, /colorOverAge/],
        [{ alphaOverAge: [0.5, 2] }, /alphaOverAge is 2, it must be between 0 and 1/],
        ['lifetime', /options is "lifetime", it must be an object/],
    ];
    for (const [options, message] of cases) {
        assert.throws(() => kit.createTrailStyle(options), { name: 'InvalidDefError', message });
    }
    // All slots are still free.
    for (let i = 0; i < kit.limits.maxTrailStyles; i++) kit.createTrailStyle({ maxTrails: 1 });
    assert.throws(() => kit.createTrailStyle({}), { name: 'CapacityError' });
    assert.throws(() => kit.update(NaN), { message: /dt is NaN, it must be between 0 and 3600 s/ });
    assert.throws(() => kit.update(-1), { message: /dt is -1/ });
    assert.throws(() => kit.draw({ view, projection: [1, 2] }), { message: /16 numbers/ });
    kit.dispose();
});

test('[kit.handles] a destroyed object throws and never touches another', async () => {
    const kit = await openKit();
    const style = kit.createTrailStyle({ maxTrails: 2 });
    const first = kit.createTrail(style);
    first.destroy();
    const second = kit.createTrail(style);
    second.transform.set(0, 0, 0);
    kit.update(0.1);
    second.transform.set(5, 0, 0);
    kit.update(0.1);
    assert.throws(() => first.clear(), { name: 'StaleHandleError', message: 'trail: this handle was destroyed' });
    assert.equal(second.pointCount, 2);
    style.destroy();
    assert.throws(() => second.clear(), { name: 'StaleHandleError' });
    kit.dispose();
});

test('[kit.no-alloc] 1,000 frames allocate nothing and grow no heap', async () => {
    const kit = await openKit();
    const style = kit.createTrailStyle({ maxTrails: 50, lifetime: 0.5 });
    const trails = Array.from({ length: 50 }, () => kit.createTrail(style));
    const emitter = kit.createEmitter({ preset: 'sparks', rateOverTime: 500 });
    const sorted = kit.createEmitter({ preset: 'smoke', sort: true });
    const forest = kit.createForest({ species: [{ preset: 'pine' }], impostorFrames: 3 });
    forest.scatter({ area: [-200, -200, 200, 200], count: 2000, seed: 1 });
    const frame = (i) => {
        trails.forEach((trail, k) => trail.transform.set(i * 0.1, k, Math.sin(i)));
        emitter.transform.set(i * 0.1, 0, 0);
        sorted.transform.set(0, i * 0.1, 0);
        view[12] = Math.sin(i / 50) * 30;
        if (i % 100 === 0) emitter.burst(20);
        kit.update(1 / 60);
        kit.draw({ view, projection });
    };
    for (let i = 0; i < 200; i++) frame(i);
    const before = { allocations: kit.stats.allocations, heap: kit.stats.heapBytes };
    for (let i = 200; i < 1200; i++) frame(i);
    assert.deepEqual({ allocations: kit.stats.allocations, heap: kit.stats.heapBytes }, before);
    kit.dispose();
});

test('[kit.dispose] 1,000 create and dispose rounds do not grow memory', async () => {
    let heap = 0;
    for (let round = 0; round < 1000; round++) {
        const kit = await openKit();
        kit.createTrail();
        kit.update(1 / 60);
        heap ||= kit.stats.heapBytes;
        assert.equal(kit.stats.heapBytes, heap);
        kit.dispose();
    }
});

// What bad input gets: an error that names the key, the value and the range, and nothing applied.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as willowisp from '../../web/index.js';
import { openKit } from './load.mjs';

const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1];
const projection = [1, 0, 0, 0, 0, 1.7, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0];
const circle = {};
circle.self = circle;
const seedling = { preset: 'pine', limbs: 2, branches: 1, twigs: 0 };
const grove = { species: [seedling], maxTrees: 8, impostorFrames: 3, impostorSize: 16 };

function refuses(call, message, name = 'InvalidDefError') {
    assert.throws(call, (error) => {
        assert.ok(error instanceof willowisp.WillowispError, `${error.stack}`);
        assert.equal(error.name, name);
        assert.match(error.message, message);
        return true;
    });
}

test('[kit.validate] values that JSON cannot show are named all the same', async () => {
    const kit = await openKit();
    const cases = [
        [{ lifetime: 10n }, /lifetime is 10, it must be a number between 0.01 and 3600 s/],
        [{ lifetime: circle }, /lifetime is an object that JSON cannot show, it must be/],
        [{ lifetime: Symbol('s') }, /lifetime is Symbol\(s\), it must be/],
        [{ lifetime: () => 1 }, /lifetime is a function, it must be/],
        [{ blend: Symbol('s') }, /blend is Symbol\(s\), it must be one of alpha, additive/],
        [{ color: 10n }, /color is 10, it must be a colour/],
        [{ color: ['1', '2', '3'] }, /color is \["1","2","3"\], it must be a colour/],
        [{ color: [1, null, 1] }, /color is \[1,null,1\], it must be a colour/],
        [{ color: 1.5 }, /color is 1.5, it must be a colour/],
        [{ colorOverAge: [[0, 10n], [1, 'red']] }, /colorOverAge is 10, it must be a colour/],
        [{ widthOverLength: [1, , 0] }, /widthOverLength is \[1,null,0\], it must be/], // eslint-disable-line no-sparse-arrays
    ];
    for (const [options, message] of cases) refuses(() => kit.createTrailStyle(options), message);
    refuses(() => kit.createTrailStyle(() => 1), /options is a function, it must be an object/);
    refuses(() => kit.createEmitter({ preset: 1n }), /preset is 1, it must be one of sparks/);
    refuses(() => kit.createEmitter([]), /options is \[\], it must be an object/);
    kit.dispose();
});

test('[kit.validate] keys of a curve may be typed arrays', async () => {
    const kit = await openKit();
    const keys = Array.from({ length: 500 }, (_, i) => Float32Array.of(i / 499, 2));
    const style = kit.createEmitterStyle({ size: 1, lifetime: 4, sizeOverLife: keys });
    kit.createEmitter(style).burst(1);
    kit.update(0.5);
    assert.equal(style.readParticles()[0].size, 2);
    kit.dispose();
});

test('[kit.validate] an option that is undefined is left out: it stays as it was', async () => {
    const kit = await openKit();
    const style = kit.createEmitterStyle({ preset: 'sparks', size: undefined, lifetime: 7 });
    assert.deepEqual(style.toJSON().size, willowisp.presets.emitterStyle.sparks.size);
    style.set({ lifetime: undefined, drag: 1 });
    assert.deepEqual([style.toJSON().lifetime, style.toJSON().drag], [7, 1]);
    kit.world.set({ windStrength: 1 });
    kit.wind.set({ strength: undefined, gust: 0 });
    kit.world.set({ windStrength: undefined });
    assert.equal(kit.world.toJSON().windStrength, 1);
    const forest = kit.createForest({ ...grove, cellSize: undefined, species: [{ ...seedling, seed: undefined }] });
    assert.equal(forest.scatter({ count: 2, height: undefined, seed: undefined }), 2);
    kit.dispose();
});

test('[kit.validate] lists that a game changes afterwards change nothing', async () => {
    const kit = await openKit();
    const [widthOverLength, sunDirection] = [[1, 0.5], [0, 1, 0]];
    const style = kit.createTrailStyle({ widthOverLength });
    kit.world.set({ sunDirection });
    widthOverLength[0] = -1;
    sunDirection[1] = 0;
    style.toJSON().widthOverLength[1] = -1;
    style.set({ width: 1 });
    kit.world.set({ windGust: 0 });
    assert.deepEqual(style.toJSON().widthOverLength, [1, 0.5]);
    assert.deepEqual(kit.world.toJSON().sunDirection, [0, 1, 0]);
    kit.dispose();
});

test('[kit.validate] arguments of every call are checked', async () => {
    const kit = await openKit();
    const other = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 3 });
    for (let i = 0; i < 50; i++) other.createTransform();
    const foreign = other.createTransform();
    refuses(() => kit.createTrail({}, null), /trail: options is null, it must be an object/);
    refuses(() => kit.createTrail({}, { transfrom: 1 }), /transfrom is not an option; known are transform/);
    refuses(() => kit.createTrail({}, { transform: {} }), /trail: transform is \{\}, it must be a Transform/);
    refuses(() => kit.createTrail({}, { transform: foreign }), /must be a Transform of this kit/);
    refuses(() => kit.createTrail(other.createTrailStyle()), /must be TrailStyle of this kit/);
    refuses(() => kit.createTrail(kit.createEmitterStyle()), /must be TrailStyle of this kit/);
    refuses(() => kit.createEmitter({}, { seed: Symbol('s') }), /seed is Symbol\(s\), it must be a whole/);
    for (const rate of ['5', null, undefined, 1n, NaN]) {
        refuses(() => { emitter.rate = rate; }, /rate is .*, it must be .*between 0 and 65536 1\/s/);
    }
    assert.equal(emitter.rate, 3);
    refuses(() => emitter.burst(1, ['a', 0, 0]), /position is \["a",0,0\], it must be \[x, y, z\]/);
    refuses(() => emitter.burst(1, [1e30, 0, 0]), /position has 1e30, it must be between -1e18 and 1e18 m/);
    for (const dt of ['1', null, 1n, Symbol('s'), NaN, Infinity, -1, 3601]) {
        refuses(() => kit.update(dt), /dt is .*, it must be between 0 and 3600 s/);
    }
    refuses(() => kit.draw(), /camera is undefined, it must be \{ view, projection \}/);
    refuses(() => kit.draw({ view, projection: new BigInt64Array(16) }), /projection is .*16 numbers/);
    refuses(() => kit.draw({ view: view.map(String), projection }), /draw: view is .*16 numbers/);
    refuses(() => kit.wind.set(), /wind: options is undefined, it must be an object/);
    refuses(() => kit.wind.set({ strenght: 1 }), /strenght is not an option; known are direction/);
    refuses(() => kit.wind.set({ direction: 5 }), /direction is 5, it must be \[x, z\]/);
    kit.dispose();
    other.dispose();
});

test('[kit.validate] options of a kit are checked, undefined ones are left out', async () => {
    const kit = await openKit({ maxTransforms: undefined });
    assert.equal(kit.transforms.data.length, kit.limits.maxTransforms * 8);
    kit.dispose();
    const cases = [
        [{ clear: 'abcd' }, /clear is "abcd", it must be false or/],
        [{ hostState: 'preserve', exclusive: true }, /exclusive is true, it must be left out/],
        [{ hostState: 'restore' }, /hostState is "restore", it must be 'preserve'/],
        [{ antialias: 1 }, /antialias is 1, it must be true or false/],
    ];
    for (const [options, message] of cases) {
        await assert.rejects(openKit(options), { name: 'InvalidDefError', message });
    }
    for (const wasm of [new Uint8Array(0), new Uint8Array(3), Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)]) {
        await assert.rejects(openKit({ wasm }), { name: 'LoadError' });
    }
});

test('[kit.validate] a forest refuses whole what is wrong', async () => {
    const kit = await openKit();
    const forest = kit.createForest(grove);
    const cases = [
        [() => forest.plant([0, NaN, 0, 0, 1, 0]), /tree 0: y is NaN, it must be between -1000000 and 1000000/],
        [() => forest.plant([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]), /tree 1: scale is 0, it must be between 0.001 and 1000/],
        [() => forest.plant([0, 0, 0, 0, 1, 9]), /variant is 9, it must be between 0 and 0/],
        [() => forest.plant([null]), /tree 0: options is null, it must be an object/],
        [() => forest.plant([{ position: [0, 0, 0], yaw: '1' }]), /tree 0: yaw is "1", it must be a number/],
        [() => forest.plant([{ position: [0, 0, 0], rotation: 1 }]), /tree 0: rotation is not an option/],
        [() => forest.plant({ length: 2 }), /trees is \{"length":2\}, it must be a list/],
        [() => forest.scatter({ count: 1, height: () => NaN }), /height\(.*\) is NaN, it must be a finite number/],
        [() => forest.scatter({ count: 1, density: () => undefined }), /density\(.*\) is undefined, it must be/],
        [() => forest.scatter({ count: 1, height: null }), /height is null, it must be a number or a function/],
        [() => forest.scatter({ count: 1, density: 5 }), /density is 5, it must be a function/],
    ];
    for (const [call, message] of cases) refuses(call, message);
    assert.equal(forest.treeCount, 0);
    assert.equal(forest.scatter({ count: 8, minDistance: 1000 }), 1);
    kit.dispose();
});

test('[kit.handles] what is dead throws, reads too, and never writes into the slot of another', async () => {
    const kit = await openKit();
    const trail = kit.createTrail();
    const forest = kit.createForest(grove);
    trail.destroy();
    forest.destroy();
    const next = kit.createTransform();
    assert.equal(next.slot, trail.transform.slot);
    refuses(() => trail.transform.set(7, 7, 7), /transform: this handle was destroyed/, 'StaleHandleError');
    assert.deepEqual([...kit.transforms.data.subarray(next.slot * 8, next.slot * 8 + 3)], [0, 0, 0]);
    for (const read of [() => trail.pointCount, () => forest.treeCount, () => forest.trees, () => forest.ready]) {
        refuses(read, /this handle was destroyed/, 'StaleHandleError');
    }
    kit.dispose();
    // The next kit may have the same heap.
    refuses(() => next.set(1, 2, 3), /this kit was disposed/, 'StaleHandleError');
    refuses(() => kit.transforms.data, /this kit was disposed/, 'StaleHandleError');
});

test('[kit.handles] styles and transforms go with what they were made for, in any order', async () => {
    const kit = await openKit({ maxTrailStyles: 4, maxEmitterStyles: 4, maxTransforms: 5, maxTrails: 4, maxEmitters: 4 });
    for (let i = 0; i < 3000; i++) {
        const trail = kit.createTrail({ maxPoints: 3, lifetime: 100 });
        const emitter = kit.createEmitter({ maxParticles: 2 });
        kit.update(0.01);
        trail.transform.set(i, 0, 0);
        kit.update(0.01);
        if (i % 3 === 0) trail.style.destroy();
        else if (i % 3 === 1) trail.transform.destroy();
        if (i % 3 !== 0) trail.destroy();
        if (i % 2) emitter.destroy();
        else emitter.style.destroy();
        // What fails leaves nothing behind.
        assert.throws(() => kit.createTrail({ lifetime: -1 }));
        assert.throws(() => kit.createEmitter({ maxEmitters: 0 }));
        assert.throws(() => kit.createTrail({}, { transform: trail.transform }), { name: 'StaleHandleError' });
    }
    assert.deepEqual([kit.stats.trails, kit.stats.emitters], [0, 0]);
    for (let i = 0; i < 4; i++) {
        kit.createTrailStyle({ maxTrails: 1 });
        kit.createEmitterStyle({ maxParticles: 1 });
    }
    for (let i = 0; i < 5; i++) kit.createTransform();
    kit.dispose();
});

test('[trail.lifetime] what has faded is not drawn', async () => {
    const kit = await openKit();
    const style = kit.createTrailStyle({ lifetime: 0.5 });
    const trails = [kit.createTrail(style), kit.createTrail(style)];
    const frame = (x) => {
        for (const trail of trails) trail.transform.set(x, 0, 0);
        kit.update(0.1);
        kit.draw({ view, projection });
        return kit.stats.drawCalls;
    };
    assert.equal(frame(0), 0); // nothing has moved yet
    assert.equal(frame(1), 1);
    trails.pop().destroy();
    for (let i = 0; i < 4; i++) assert.equal(frame(1), 1);
    for (let i = 0; i < 3; i++) frame(1);
    assert.equal(frame(1), 0);
    assert.equal(frame(2), 1);
    kit.dispose();
});

test('[trail.max-points] points that went for want of room are counted', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ maxPoints: 4, lifetime: 100, minVertexDistance: 0.5 });
    for (let i = 0; i < 100; i++) {
        trail.transform.set(i, 0, 0);
        kit.update(0.01);
    }
    assert.equal(trail.pointCount + kit.stats.dropped, 100);
    kit.dispose();
});

test('[kit.transforms] places beyond all reason are rejected and spoil nothing', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 100, minVertexDistance: 0.5 });
    const places = [0, 1, NaN, 2, 3e38, 3, -Infinity, 4, 1e20, 5];
    for (const x of places) {
        trail.transform.set(x, 0, 0);
        kit.update(0.1);
    }
    assert.equal(trail.pointCount, 6);
    assert.equal(kit.stats.rejected, 4);
    kit.dispose();
});

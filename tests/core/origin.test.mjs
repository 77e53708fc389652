// A floating origin in numbers: what is alive moves as one, whatever it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidDefError } from '../../web/index.js';
import { openKit } from './load.mjs';

const BY = [1000, -16, 4096];
const minus = (place, by) => place.map((value, i) => value - by[i]);
const near = (actual, expected, tolerance, what) => Array.from(actual).forEach((value, i) => (
    assert.ok(Math.abs(value - expected[i]) <= tolerance, `${what}: ${actual}, not ${expected}`)));

test('[kit.origin] transforms move with it, children with their parents, the screen stays', async () => {
    const kit = await openKit();
    const [root, child, orphan, gone] = Array.from({ length: 4 }, () => kit.createTransform());
    const screen = kit.createTrail({ space: 'screen' });
    root.set(1, 2, 3);
    child.set(4, 5, 6);
    child.setParent(root);
    orphan.set(7, 8, 9);
    orphan.setParent(gone);
    gone.destroy();
    screen.transform.set(100, 50, 0);
    kit.update(0);
    kit.shiftOrigin(...BY);
    assert.deepEqual(kit.origin, BY);
    const at = ({ slot }) => Array.from(kit.transforms.data.subarray(8 * slot, 8 * slot + 3));
    assert.deepEqual(at(root), minus([1, 2, 3], BY));
    assert.deepEqual(at(child), [4, 5, 6]);
    assert.deepEqual(at(orphan), minus([7, 8, 9], BY));
    assert.deepEqual(at(screen.transform), [100, 50, 0]);
    kit.shiftOrigin(...BY.map((value) => -value));
    assert.deepEqual(kit.origin, [0, 0, 0]);
    assert.deepEqual(at(root), [1, 2, 3]);
    kit.dispose();
});

test('[kit.origin] what is not a place is refused and moves nothing', async () => {
    const kit = await openKit();
    for (const bad of [NaN, Infinity, 1.1e9, '1', undefined]) {
        assert.throws(() => kit.shiftOrigin(0, bad, 0), (error) => error instanceof InvalidDefError
            && /shiftOrigin: y is .*, it must be between -1e9 and 1e9 m/.test(error.message));
    }
    assert.deepEqual(kit.origin, [0, 0, 0]);
    kit.shiftOrigin(1e9, -1e9, 0);
    kit.dispose();
    assert.throws(() => kit.shiftOrigin(1, 1, 1), /disposed/);
});

// Sources that move on while the origin jumps: `shifts` after some steps. What is laid, in the
// coordinates of the first origin.
async function play(shifts) {
    const kit = await openKit();
    const trails = ['world', 'local'].map((space) => kit.createTrail({
        lifetime: 10, space, minVertexDistance: 0.25, pointData: true, smoothing: 0.01,
    }));
    const parent = kit.createTransform();
    trails[1].transform.setParent(parent);
    const common = { rateOverTime: 60, lifetime: 10, speed: 1, gravity: [0, -1, 0] };
    const emitters = [
        { inheritVelocity: 0.5 }, { attraction: 1, center: [1, 0, 0] }, { windInfluence: 1, drag: 1 },
        { space: 'local' }, { simulated: true }, { noise: 1 }, { noise: 1, noiseScale: 3 },
        { ground: 'bounce', groundNormal: [0, 1, 0], groundHeight: 2 },
    ].map((options) => kit.createEmitter({ ...common, ...options }));
    kit.wind.set({ direction: [1, 0], strength: 0.5 });
    for (let step = 0; step < 60; step++) {
        const shift = shifts[step];
        if (shift) kit.shiftOrigin(...shift);
        const at = minus([step / 8, 4 + step / 16, -step / 4], kit.origin);
        for (const { transform } of [trails[0], ...emitters]) transform.set(...at);
        parent.set(...at);
        trails[1].transform.set(step / 8, 0, 0);
        if (step === 30) emitters[0].burst(5, minus([1, 1, 1], kit.origin));
        kit.update(1 / 64);
    }
    const inWorld = (places) => Array.from(places, (value, i) => value + kit.origin[i % 3]);
    const result = {
        trails: [inWorld(trails[0].readPoints().position), Array.from(trails[1].readPoints().position)],
        particles: emitters.map(({ style }) => inWorld(style.readArrays().positions)),
        resets: kit.stats.trailResets,
    };
    kit.dispose();
    return result;
}

test('[kit.origin] trails and particles go on as if nothing had happened', async () => {
    const still = await play([]);
    const moved = await play({ 10: [64, 0, -32], 31: [1024, -8, 0], 47: [-64, 8, 4096] });
    assert.equal(moved.resets, still.resets);
    still.trails.forEach((expected, i) => {
        assert.ok(expected.length > 60);
        assert.equal(moved.trails[i].length, expected.length);
        near(moved.trails[i], expected, 5e-3, `trail ${i}`);
    });
    still.particles.forEach((expected, i) => {
        assert.ok(expected.length > 150);
        assert.equal(moved.particles[i].length, expected.length);
        near(moved.particles[i], expected, 5e-3, `particles ${i}`);
    });
});

test('[kit.origin] what lies on the grid of floats a million metres away comes near exactly', async () => {
    const far = [1e6, 0, -1e6];
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 0, lifetime: 100, speed: 0 });
    for (let i = 0; i < 16; i++) emitter.burst(1, [far[0] + i / 16, i, far[2] - i / 16]);
    kit.update(0);
    kit.shiftOrigin(...far);
    const positions = Array.from(emitter.style.readArrays().positions);
    assert.deepEqual(positions, Array.from({ length: 16 }, (_, i) => [i / 16, i, 0 - i / 16]).flat());
    kit.dispose();
});

test('[kit.origin] a thousand shifts of a kilometre lose nothing', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 100, minVertexDistance: 0.5, pointData: true });
    const still = kit.createTransform();
    still.set(0.1, 0.2, 0.3);
    for (let i = 0; i < 1000; i++) {
        // The player flies a kilometre between shifts; a companion flies along with it.
        still.set(0.1 + 1000, 0.2, 0.3 - 1000);
        trail.transform.set(i % 2, 0, 0);
        kit.update(0.001);
        kit.shiftOrigin(1000, 0, -1000);
        const { slot } = still;
        near(kit.transforms.data.subarray(8 * slot, 8 * slot + 3), [0.1, 0.2, 0.3], 1e-4, 'place');
    }
    assert.deepEqual(kit.origin, [1e6, 0, -1e6]);
    kit.dispose();
});

test('[kit.origin] trees keep their handles, cells and places', async () => {
    const kit = await openKit();
    const forest = kit.createForest({ species: [{ preset: 'oak', variants: 1 }], cellSize: 32 });
    const places = Array.from({ length: 400 }, (_, i) => [
        (i % 20) * 16 - 160, i / 100, Math.floor(i / 20) * 16.1 - 160]);
    const ids = forest.plant(places.map((position) => ({ position })));
    const by = [12345.678, -3.3, 987.654]; // on no grid: some trees are rounded over a border
    kit.shiftOrigin(...by);
    ids.forEach((id, i) => near(forest.tree(id).position, minus(places[i], by), 1e-3, `tree ${i}`));
    const around = forest.near(places[210][0] - by[0], places[210][2] - by[2], 1);
    assert.deepEqual(Array.from(around), [ids[210]]);
    for (const id of ids) forest.move(id, { yaw: 1 });
    for (const id of ids) forest.remove(id);
    assert.equal(kit.stats.trees, 0);
    kit.dispose();
});

test('[kit.origin] a stream brings the same trees wherever the origin is', async () => {
    const seen = [];
    for (const by of [[0, 0, 0], [9e5, 0, -9e5]]) {
        const kit = await openKit();
        const forest = kit.createForest({ species: [{ preset: 'oak', variants: 1 }] });
        kit.shiftOrigin(...by);
        const cells = [];
        const stream = forest.stream({ cell: 64, radius: 64, plant: (column, row, area) => {
            cells.push([column, row].join());
            return [[area[0] + 1, 0, area[1] + 2]].map((position) => ({ position }));
        } });
        stream.fill(9e5 - by[0], -9e5 - by[2]);
        const trees = Array.from(forest.ids, (id) => forest.tree(id).position
            .map((value, i) => value + by[i]).join()).sort();
        forest.move(forest.ids[0], { position: [9e5 - by[0], 5, -9e5 - by[2]] });
        stream.fill(0 - by[0], 0 - by[2]);
        stream.fill(9e5 - by[0], -9e5 - by[2]);
        const moved = Array.from(forest.ids, (id) => forest.tree(id).position)
            .find(([, y]) => y === 5);
        seen.push({ cells, trees, moved: moved.map((value, i) => value + by[i]) });
        kit.dispose();
    }
    assert.deepEqual(seen[1], seen[0]);
    assert.ok(seen[0].trees.length >= 5);
});

test('[kit.origin] beams and eyes that were given before move along', async () => {
    const kit = await openKit();
    const style = kit.createBeamStyle();
    const beam = kit.createBeam(style, { from: [1, 2, 3], to: [4, 5, 6] });
    const trail = kit.createTrail({});
    trail.eye = [1, 1, 1];
    kit.shiftOrigin(...BY);
    assert.deepEqual(trail.eye, minus([1, 1, 1], BY));
    beam.set({ width: 2 }); // its ends are not given again
    kit.update(0);
    kit.draw({
        view: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...minus(BY, [0, 0, 20]), 1),
        projection: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0),
    });
    assert.equal(kit.stats.drawCalls, 1, 'the beam is in view');
    kit.dispose();
});

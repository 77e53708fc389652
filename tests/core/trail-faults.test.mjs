// Faults of trails and beams that other systems had, or that these had once, in the core's wasm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidDefError, StaleHandleError } from '../../web/index.js';
import { openKit } from './load.mjs';

const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1];
const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2, 0];

test('[trail.lifetime] the tail slides on between two points (fault 19)', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 1, minVertexDistance: 1, fadeMode: 'none' });
    for (const x of [0, 10]) {
        trail.transform.set(x, 0, 0);
        kit.update(x ? 1 : 0);
    }
    // The source stands still: a tenth of the ten metres goes in a tenth of a second.
    const tails = [];
    for (let i = 1; i < 10; i++) {
        kit.update(0.1);
        kit.draw({ view, projection });
        tails.push(trail.bounds.min[0]);
    }
    tails.forEach((tail, i) => assert.ok(Math.abs(tail - (i + 1)) < 0.35, `${tails}`));
    for (let i = 1; i < tails.length; i++) {
        assert.ok(Math.abs(tails[i] - tails[i - 1] - 1) < 0.05, `${tails}`);
    }
    kit.dispose();
});

test('[beam.look] a beam without length, bent and branched, harms nothing (fault 31)', async () => {
    const kit = await openKit();
    const style = kit.createBeamStyle({ jitter: 0.5, branches: 4, segments: 16 });
    const beam = kit.createBeam(style, { from: [1, 2, 3], to: [1, 2, 3] });
    for (let i = 0; i < 10; i++) {
        kit.update(1 / 60);
        kit.draw({ view, projection });
    }
    assert.ok(beam.alive);
    beam.set({ to: [2, 2, 3] });
    kit.update(1 / 60);
    beam.release();
    kit.update(1);
    assert.equal(beam.alive, false);
    kit.dispose();
});

test('[trail.max-points] a trail that starts again after a break has no more than maxPoints', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 100, maxPoints: 8, minVertexDistance: 0.5 });
    let most = 0;
    for (let i = 0; i < 60; i++) {
        if (i % 13 === 12) trail.emitting = !trail.emitting;
        if (i % 13 === 1) trail.emitting = true;
        trail.transform.set(i, 0, 0);
        kit.update(1 / 60);
        most = Math.max(most, trail.pointCount);
    }
    assert.ok(most === 7 || most === 8, `${most} points`);
    kit.dispose();
});

test('[beam.follow] a beam whose transform is gone fades where it was, and can be changed', async () => {
    const kit = await openKit();
    const style = kit.createBeamStyle({ fadeOut: 1 });
    const from = kit.createTransform();
    const beam = kit.createBeam(style, { from, to: [0, 1, 0] });
    kit.update(1 / 60);
    from.destroy();
    beam.set({ width: 2 });
    for (let i = 0; i < 30; i++) kit.update(1 / 60);
    beam.set({ color: '#ff0000', width: [1, 3] });
    assert.ok(beam.alive);
    assert.throws(() => beam.set({ from }), StaleHandleError);
    kit.update(0.6);
    assert.equal(beam.alive, false);
    assert.equal(style.stats.released, 1);
    kit.dispose();
});

test('what no number can be made of is refused by name in a transform', async () => {
    const kit = await openKit();
    const transform = kit.createTransform();
    for (const values of [[1n, 0, 0], [0, Symbol('y'), 0], [0, 0, 0, [0, 0, 0, 1n]],
        [0, 0, 0, undefined, 2n]]) {
        assert.throws(() => transform.set(...values), (error) =>
            error instanceof InvalidDefError && /transform: .*must be a number/.test(error.message));
    }
    kit.dispose();
});

test('[trail.events] listeners of a trail that never showed are let go when it ends', async () => {
    const kit = await openKit();
    const heard = [];
    const gone = [];
    for (let i = 0; i < 50; i++) {
        const trail = kit.createTrail({ lifetime: 0.5 });
        trail.on('faded', () => heard.push(i));
        gone.push(new WeakRef(trail));
        trail.destroy();
        kit.update(1 / 60);
    }
    const shown = kit.createTrail({ lifetime: 0.1 });
    shown.on('faded', () => heard.push('shown'));
    for (let x = 0; x < 5; x++) {
        shown.transform.set(x, 0, 0);
        kit.update(1 / 60);
    }
    shown.destroy();
    for (let i = 0; i < 20; i++) kit.update(1 / 60);
    assert.deepEqual(heard, ['shown']);
    assert.equal(kit._events.size, 0);
    kit.dispose();
});

test('[trail.bounds] places at the edge of what is allowed give finite geometry', async () => {
    for (const size of [1e9, 1e17, 9e17]) {
        const kit = await openKit();
        for (const look of [{}, { joins: 'round' }, { shape: 'tube' }, { shape: 'cross' }]) {
            const style = kit.createTrailStyle({ lifetime: 10, ...look });
            const trail = kit.createTrail(style);
            for (const [x, y] of [[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0]]) {
                trail.transform.set(x * size, y * size, size);
                kit.update(1 / 60);
            }
            kit.draw({ view, projection });
            const corners = style.expand();
            assert.ok(corners.length > 0);
            assert.ok(corners.every(Number.isFinite), `${JSON.stringify(look)} at ${size}`);
        }
        kit.dispose();
    }
});

// Beams in the core's wasm, through the public package.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidDefError, StaleHandleError } from '../../web/index.js';
import { openKit } from './load.mjs';

const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2, 0];
const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1];
const shot = { from: [0, 0, 0], to: [1, 0, 0] };

function frame(kit) {
    kit.update(1 / 60);
    kit.draw({ view, projection });
    return kit.stats;
}

test('[beam.pool] 4,096 beams live, one more is dropped or replaces the oldest, counters add up', async () => {
    const kit = await openKit({ maxBeams: 9000 });
    for (const overflow of ['dropNewest', 'replaceOldest']) {
        const style = kit.createBeamStyle({ maxBeams: 4096, overflow, fadeOut: 0 });
        const beams = Array.from({ length: 4096 }, () => kit.createBeam(style, shot));
        assert.ok(beams.every(({ alive }) => alive));
        const extra = kit.createBeam(style, shot);
        const replaces = overflow === 'replaceOldest';
        assert.deepEqual([beams[0].alive, beams[1].alive, extra.alive], [!replaces, true, replaces]);
        beams[7].release();
        const short = kit.createBeam(style, { ...shot, lifetime: 0.1 });
        assert.ok(short.alive);
        kit.update(0.2);
        assert.equal(short.alive, false);
        assert.deepEqual(style.stats, { requested: 4098, alive: 4095, expired: 1, released: 1,
            replaced: replaces ? 1 : 0, dropped: replaces ? 0 : 1 });
        // What has ended stays ended, and releasing it again harms nobody.
        const gone = replaces ? beams[0] : extra;
        gone.release();
        assert.throws(() => gone.set({ to: [2, 0, 0] }), StaleHandleError);
        assert.equal(style.stats.alive, 4095);
    }
    assert.deepEqual([kit.stats.beams, kit.stats.dropped, kit.stats.expired], [8190, 2, 2]);
    assert.throws(() => kit.createBeamStyle({ maxBeams: 4097 }), /maxBeams is 4097, .* 1 and 4096/);
    kit.dispose();
});

test('[beam.pool] what is full throws only when it is the limit of the kit', async () => {
    const kit = await openKit({ maxBeams: 2, maxBeamStyles: 1 });
    const style = kit.createBeamStyle({ maxBeams: 4 });
    kit.createBeam(style, shot);
    kit.createBeam(style, shot);
    assert.throws(() => kit.createBeam(style, shot), { name: 'CapacityError', message: /all 2 are taken/ });
    assert.throws(() => kit.createBeamStyle(), { name: 'CapacityError' });
    assert.equal(style.stats.requested, 2);
    style.destroy();
    assert.equal(kit.stats.beams, 0);
    assert.throws(() => kit.createBeam(style, shot), StaleHandleError);
    kit.createBeam(kit.createBeamStyle(), shot);
    kit.dispose();
});

test('[beam.follow] ends follow transforms: 32 bytes for one that moved, none at rest', async () => {
    const kit = await openKit();
    const style = kit.createBeamStyle({ maxBeams: 2000, fadeOut: 0.2 });
    const [from, to] = [kit.createTransform(), kit.createTransform()];
    from.set(-1, 0, 0);
    to.set(1, 0, 0);
    const beam = kit.createBeam(style, { from, to });
    for (let i = 0; i < 1000; i++) kit.createBeam(style, shot);
    assert.equal(frame(kit).drawCalls, 1);
    assert.equal(frame(kit).recordBytes, 0);
    to.set(2, 0, 0);
    assert.equal(frame(kit).recordBytes, 32);
    to.set(NaN, 0, 0);
    const { recordBytes, rejected } = frame(kit);
    assert.deepEqual([recordBytes, rejected], [0, 1]);
    to.set(2, 0, 0);
    // A child is where its parent carries it.
    from.setParent(to);
    assert.equal(frame(kit).recordBytes, 32);
    assert.equal(frame(kit).recordBytes, 0);
    to.set(3, 0, 0);
    assert.equal(frame(kit).recordBytes, 32);
    // Without its transform a beam fades where it is.
    from.destroy();
    frame(kit);
    assert.ok(beam.alive);
    kit.update(0.3);
    assert.equal(beam.alive, false);
    assert.equal(style.stats.released, 1);
    kit.dispose();
});

test('[beam.jitter] lightning that is re-rolled sends nothing and allocates nothing', async () => {
    const kit = await openKit();
    const style = kit.createBeamStyle({ jitter: 0.2, segments: 32, branches: 3, jitterRate: 60,
        flicker: 0.5 });
    for (let i = 0; i < 100; i++) kit.createBeam(style, { from: [-5, 0, 0], to: [5, i / 50, 0] });
    frame(kit);
    const { allocations, vertices } = frame(kit);
    assert.ok(vertices >= 100 * 4 * 34 * 6);
    for (let i = 0; i < 60; i++) {
        const stats = frame(kit);
        assert.deepEqual([stats.recordBytes, stats.allocations, stats.drawCalls], [0, allocations, 1]);
    }
    kit.dispose();
});

test('a beam takes points, transforms and factors, and refuses the rest by name', async () => {
    const kit = await openKit();
    const other = await openKit();
    const style = kit.createBeamStyle({ overflow: 'replaceOldest' });
    const refused = (options, message) => assert.throws(() => kit.createBeam(style, options),
        { name: 'InvalidDefError', message });
    refused({ from: [0, 0, 0] }, /beam: to is undefined, it must be \[x, y, z\] or a Transform/);
    refused({ ...shot, to: [0, NaN, 0] }, /beam: to is NaN, it must be between -1e18 and 1e18 m/);
    refused({ ...shot, to: [0, 1] }, /beam: to is/);
    refused({ ...shot, width: [1, 2, 3] }, /beam: width is .*a number or \[from, to\]/);
    refused({ ...shot, width: -1 }, /fromWidth is -1, it must be between 0 and 1000/);
    refused({ ...shot, lifetime: 3601 }, /lifetime is 3601, it must be between 0 and 3600 s/);
    refused({ ...shot, lifetme: 1 }, /beam: lifetme is not an option; known are from, to, /);
    refused({ ...shot, from: other.createTransform() }, /Transform of this kit/);
    refused(null, /beam: options is null, it must be an object/);
    assert.throws(() => kit.createBeam(other.createBeamStyle(), shot), InvalidDefError);
    assert.throws(() => kit.createBeam({}, shot), /style must be a BeamStyle of this kit/);
    assert.throws(() => kit.createBeamStyle({ widht: 1 }), /did you mean width\?/);
    const dead = kit.createTransform();
    dead.destroy();
    assert.throws(() => kit.createBeam(style, { ...shot, to: dead }), StaleHandleError);
    assert.equal(style.stats.requested, 0);

    const from = Float32Array.of(1, 2, 3);
    const beam = kit.createBeam(style, { from, to: kit.createTransform(), color: '#f00', width: [1, 0] });
    from[0] = NaN; // it has a copy
    beam.set({ color: 'blue' });
    assert.throws(() => beam.set({ lifetime: 1 }), /lifetime is not an option/);
    assert.throws(() => beam.set({ to: [Infinity, 0, 0] }), /to is inf/i);
    beam.set({ to: [3, 4, 5] });
    assert.ok(beam.alive);
    assert.equal(beam.style, style);
    assert.deepEqual(style.toJSON(), { overflow: 'replaceOldest' });
    style.set({ width: 2 });
    assert.deepEqual(style.toJSON(), { overflow: 'replaceOldest', width: 2 });
    assert.throws(() => style.set({ maxBeams: 3 }), /maxBeams is fixed/);
    other.dispose();
    kit.dispose();
});

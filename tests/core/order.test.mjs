// Calls in an order that games get into by accident: things that are destroyed while others use
// them, from within handlers, or refused half way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

const view = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -10, 1);
const projection = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0);
const pixels = { pixels: new Uint8Array(4), width: 1, height: 1 };

function lay(kit, trail, count, dt = 0.05) {
    for (let i = 0; i < count; i++) {
        trail.transform.set(i, 0, 0);
        kit.update(dt);
        kit.draw({ view, projection });
    }
}

test('a function that modifies points may end the trail, its style or the kit', async () => {
    for (const end of [({ trail }) => trail.destroy(), ({ trail }) => trail.style.destroy(), ({ kit }) => kit.dispose()]) {
        const kit = await openKit();
        const trail = kit.createTrail();
        lay(kit, trail, 3);
        let calls = 0;
        trail.modify = () => {
            calls++;
            end({ kit, trail });
        };
        kit.update(0.05);
        if (kit.state === 'ready') kit.update(0.05);
        assert.equal(calls, 1);
        assert.throws(() => {
            trail.modify = () => {};
        }, { name: 'StaleHandleError' });
        kit.dispose();
    }
});

test('nobody hears of anything after a handler has disposed of the kit', async () => {
    const kit = await openKit();
    const trails = [kit.createTrail(), kit.createTrail()];
    const heard = [];
    for (const trail of trails) {
        trail.on('started', () => {
            heard.push(trail);
            kit.dispose();
        });
    }
    for (let i = 0; i < 2; i++) {
        for (const trail of trails) trail.transform.set(i, 0, 0);
        kit.update(0.05);
    }
    assert.deepEqual(heard, [trails[0]]);
});

test('a style whose texture was destroyed can be changed; a dead texture is refused', async () => {
    const kit = await openKit();
    const texture = kit.createTexture(pixels);
    const styles = [kit.createTrailStyle({ texture }), kit.createBeamStyle({ texture }),
        kit.createEmitterStyle({ texture })];
    texture.destroy();
    for (const style of styles) {
        style.set({ softness: 0.5 });
        assert.deepEqual(style.toJSON(), { softness: 0.5 });
        assert.throws(() => style.set({ texture }), { name: 'StaleHandleError' });
    }
    kit.dispose();
});

test('what died under a short lifetime stays dead under a long one and spoils nothing', async () => {
    const kit = await openKit();
    const style = kit.createTrailStyle({ lifetime: 3, gravity: [0, -1, 0] });
    const trail = kit.createTrail(style);
    lay(kit, trail, 20);
    style.set({ lifetime: 0.01 });
    lay(kit, trail, 20);
    style.set({ lifetime: 3600 });
    kit.draw({ view, projection });
    const corners = style.expand();
    assert.ok(corners.length >= 12);
    assert.ok(corners.every(Number.isFinite));
    const xs = corners.filter((_, i) => i % 3 === 0);
    assert.ok(xs.every((x) => x > 17.999 && x < 19.001), `${xs}`);
    kit.dispose();
});

const twoParts = { version: 1, trails: [{ style: { lifetime: 0.1 } }],
    beams: [{ style: { maxBeams: 8 }, from: [0, 0, 0], to: [0, 1, 0] }] };

test('a play that is refused takes nothing from the pool', async () => {
    const kit = await openKit();
    const other = await openKit();
    const effect = kit.createEffect(twoParts, { maxInstances: 1, overflow: 'dropNewest' });
    const dead = kit.createTransform();
    dead.destroy();
    const wrong = [{ scale: NaN }, { scale: '1' }, { rotation: [0, 0, 0] }, { rotation: [0, 0, 0, NaN] },
        { transform: dead }, { transform: other.createTransform() }, { transform: false }, { position: [0] }];
    for (const options of wrong) {
        assert.throws(() => effect.play(options), /must be|destroyed/);
        assert.equal(effect.playing, 0);
    }
    const instance = effect.play();
    assert.ok(instance.playing);
    instance.stop();
    for (let i = 0; i < 9; i++) kit.update(0.1);
    // It cannot be attached to itself.
    assert.throws(() => effect.play({ transform: instance.transform }), /slot itself/);
    assert.ok(effect.play());
    kit.dispose();
    other.dispose();
});

test('an instance plays again after the game destroyed its transform', async () => {
    const kit = await openKit();
    const effect = kit.createEffect(twoParts, { maxInstances: 1 });
    const first = effect.play();
    first.transform.destroy();
    first.stop();
    for (let i = 0; i < 9; i++) kit.update(0.1);
    const second = effect.play({ position: [5, 0, 0] });
    assert.ok(second.playing);
    second.transform.set(6, 0, 0);
    kit.update(0.1);
    kit.dispose();
});

test('nothing plays of an effect that was destroyed', async () => {
    const kit = await openKit();
    const effect = kit.createEffect(twoParts);
    const instance = effect.play();
    kit.update(0.1);
    effect.destroy();
    assert.deepEqual([instance.playing, instance.stopped, effect.playing], [false, true, 0]);
    instance.stop();
    kit.update(0.1);
    assert.deepEqual([kit.stats.trails, kit.stats.beams], [0, 0]);
    kit.dispose();
});

test('an effect whose beams find no room in the kit does not stop the time', async () => {
    const kit = await openKit({ maxBeams: 2 });
    const effect = kit.createEffect(twoParts, { maxInstances: 4 });
    for (let i = 0; i < 4; i++) effect.play();
    for (let i = 0; i < 3; i++) kit.update(0.1);
    assert.deepEqual([kit.stats.updates, kit.stats.beams], [3, 2]);
    kit.dispose();
});

test('arguments of what reads and writes geometry are checked', async () => {
    const kit = await openKit();
    const style = kit.createEmitterStyle();
    const trail = kit.createTrail();
    const wrong = [() => style.readGeometry(), () => style.readGeometry({ view, projection: 1 }),
        () => style.readGeometry({ view, projection }, NaN), () => kit.drawShadow(),
        () => trail.writePoints(),
        () => trail.style.stroke({ from: [0, 0, 0], to: [1, 0, 0], ageTo: 1n }),
        () => kit.createEffect({ version: 1, trails: new Array(2) }),
        () => kit.createEffect({ version: 1, name: {} })];
    for (const call of wrong) assert.throws(call, { name: 'InvalidDefError' }, String(call));
    kit.dispose();
});

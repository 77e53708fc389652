// Parents of transform slots, seen through what the emitter of a child lays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

const half = Math.SQRT1_2;
const aboutY = { x: 0, y: half, z: 0, w: half }; // a quarter turn: x becomes -z

function near(actual, expected) {
    const text = `${Array.from(actual)} instead of ${expected}`;
    expected.forEach((value, i) => assert.ok(Math.abs(actual[i] - value) < 1e-5, text));
}

function placeOf(kit, emitter) {
    emitter.reset(1);
    emitter.teleport();
    emitter.burst(1);
    kit.update(0);
    return emitter.style.readParticles()[0].position;
}

async function openFamily() {
    const kit = await openKit();
    const [root, arm, hand] = [0, 1, 2].map(() => kit.createTransform());
    arm.setParent(root);
    hand.setParent(arm);
    root.set(10, 0, 0, aboutY, 2);
    arm.set(3, 0, 0, aboutY);
    hand.set(1, 5, 0);
    const emitter = kit.createEmitter(
        { rateOverTime: 0, speed: 0, gravity: [0, 0, 0] }, { transform: hand },
    );
    return { kit, root, arm, hand, emitter };
}

test('[kit.transforms.parent] a slot is relative to its parents: place, turn and scale', async () => {
    const { kit, root, arm, hand, emitter } = await openFamily();
    // hand in arm's space: (1, 5, 0) turned: (0, 5, -1); + (3, 0, 0); turned and doubled by root.
    near(placeOf(kit, emitter), [10 - 2, 10, -6]);
    root.set(20, 0, 0, [0, 0, 0, 1], 1); // moving the parent moves the child
    near(placeOf(kit, emitter), [23, 5, -1]);
    hand.setParent(null); // as the world's from the next update on
    near(placeOf(kit, emitter), [1, 5, 0]);
    hand.setParent(arm);
    near(placeOf(kit, emitter), [23, 5, -1]);
    arm.destroy();
    near(placeOf(kit, emitter), [1, 5, 0]);
    kit.dispose();
});

test('[kit.transforms.parent] cycles, dead slots and other things are refused and change nothing', async () => {
    const { kit, root, arm, hand, emitter } = await openFamily();
    for (const child of [root, arm, hand]) {
        assert.throws(() => root.setParent(child), {
            name: 'InvalidDefError', message: /parent is the slot itself or one of its children/ });
    }
    assert.throws(() => hand.setParent({ slot: 0 }), {
        name: 'InvalidDefError', message: /transform: parent is .* a Transform of this kit or null/ });
    const dead = kit.createTransform();
    dead.destroy();
    assert.throws(() => hand.setParent(dead), { name: 'StaleHandleError' });
    near(placeOf(kit, emitter), [8, 10, -6]);
    kit.dispose();
});

test('[kit.transforms.parent] NaN in a parent skips the samples of its children', async () => {
    const { kit, root, hand } = await openFamily();
    const trail = kit.createTrail({ lifetime: 9 }, { transform: hand });
    for (let i = 0; i < 5; i++) {
        root.set(i, 0, 0);
        kit.update(0.1);
    }
    const points = trail.pointCount;
    root.set(NaN, 0, 0);
    kit.update(0.1);
    assert.equal(kit.stats.rejected, 1);
    assert.equal(trail.pointCount, points);
    root.set(5, 0, 0);
    kit.update(0.1);
    assert.ok(trail.pointCount > points);
    kit.dispose();
});

// Faults that users of other particle systems reported, as small inputs with the right behaviour.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StaleHandleError } from '../../web/index.js';
import { openKit } from './load.mjs';

const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2, 0];
const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1];

test('fault 1: ten minutes in one update neither loop nor pass the cap', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 100, lifetime: 2, maxParticles: 150 });
    kit.update(600);
    const { requested, spawned, expired, capacity } = emitter.stats;
    assert.equal(requested, 60000);
    assert.equal(kit.stats.particles, 150);
    assert.equal(requested, spawned + expired + capacity);
    kit.dispose();
});

test('fault 3: coming back after 30 s shows a steady stream, aged as it should be', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 200, lifetime: 1, maxParticles: 1000 });
    kit.update(1 / 60);
    kit.update(30);
    const { ages, count } = emitter.style.readArrays();
    assert.equal(count, 200);
    const sorted = ages.toSorted();
    sorted.forEach((age, i) => assert.ok(Math.abs(age - (i + 0.5) / 200) < 0.006));
    kit.dispose();
});

test('fault 5: 3 a second at 0.7 s a frame are exactly 6 in 2 s, also when started late', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 3, lifetime: 60, startDelay: 0.3 });
    for (const dt of [0.7, 0.7, 0.7, 0.2]) kit.update(dt);
    assert.equal(emitter.stats.spawned, 6);
    kit.dispose();
});

test('fault 7: nothing is left a lifetime after the end, at any frame rate', async () => {
    for (const rate of [30, 60, 144, 333]) {
        const kit = await openKit();
        const emitter = kit.createEmitter({ rateOverTime: 100, lifetime: 0.5 });
        for (let i = 0; i < rate; i++) kit.update(1 / rate);
        emitter.emitting = false;
        for (let i = 0; i <= rate / 2; i++) kit.update(1 / rate);
        kit.draw({ view, projection });
        assert.deepEqual([kit.stats.particles, kit.stats.drawCalls], [0, 0]);
        kit.dispose();
    }
});

test('fault 9: time does not run backward', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 10, lifetime: 5 });
    kit.update(2);
    const before = emitter.style.readParticles();
    assert.throws(() => kit.update(-3), /dt is -3/);
    assert.throws(() => kit.update(NaN), /dt/);
    assert.deepEqual(emitter.style.readParticles(), before);
    kit.dispose();
});

test('fault 25: a burst after a teleport is all at the new place', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 0, rateOverDistance: 5, speed: 0, lifetime: 9 });
    kit.update(0.1);
    emitter.transform.set(70, 0, 0);
    emitter.teleport();
    emitter.burst(50);
    kit.update(0.1);
    const { positions, count } = emitter.style.readArrays();
    assert.equal(count, 50);
    for (let i = 0; i < count; i++) assert.equal(positions[i * 3], 70);
    kit.dispose();
});

test('fault 27: what is in a moving space is with it in the frame that moved it', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 0, speed: 0, lifetime: 99, space: 'local' });
    emitter.burst(1);
    kit.update(0);
    for (let i = 1; i < 5; i++) {
        emitter.transform.set(10 * i, 0, 0);
        kit.update(1 / 60);
        assert.equal(emitter.style.readParticles()[0].position[0], 10 * i);
    }
    kit.dispose();
});

test('fault 37: a thousand emitters off screen draw nothing', async () => {
    const kit = await openKit();
    const style = kit.createEmitterStyle({ maxEmitters: 1000, maxParticles: 20000, lifetime: 2 });
    for (let i = 0; i < 1000; i++) {
        const emitter = kit.createEmitter(style, { seed: i });
        emitter.transform.set(1000 + i, 0, 0);
    }
    for (let i = 0; i < 30; i++) kit.update(1 / 30);
    kit.draw({ view, projection });
    assert.deepEqual([kit.stats.drawCalls, kit.stats.particles > 5000], [0, true]);
    kit.dispose();
});

test('fault 65: destroyed twice, or while it tells of deaths, nothing else is harmed', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 0, lifetime: 0.5 });
    const other = kit.createEmitter({ rateOverTime: 0, lifetime: 5 });
    let told = 0;
    emitter.on('died', () => {
        told++;
        if (told === 1) emitter.destroy();
    });
    emitter.burst(3);
    other.burst(4);
    kit.update(0.1);
    kit.update(1);
    assert.ok(told >= 1);
    assert.throws(() => emitter.destroy(), StaleHandleError);
    kit.update(1);
    assert.equal(kit.stats.particles, 4);
    kit.dispose();
});

test('fault 69: a transform acts once, whatever options are toggled', async () => {
    const kit = await openKit();
    const options = { rateOverTime: 0, speed: 0, lifetime: 9 };
    for (const space of ['world', 'local', 'parent']) {
        const parent = kit.createTransform();
        parent.set(60, 40, 0);
        const transform = kit.createTransform();
        transform.setParent(parent);
        transform.set(40, 60, 0);
        const emitter = kit.createEmitter({ ...options, space }, { transform });
        emitter.burst(1);
        kit.update(0);
        for (const change of [{ drag: 1 }, { noise: 0.0 }, { orbit: 0 }, { drag: 0 }]) {
            emitter.style.set(change);
            kit.update(0.1);
            const [{ position }] = emitter.style.readParticles();
            assert.ok(Math.hypot(position[0] - 100, position[1] - 100) < 1e-4, space);
        }
        emitter.destroy();
    }
    kit.dispose();
});

// Effects: JSON in, instances at transforms, pooled, ended, replayed.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { effects } from '../../web/effect-presets.js';
import { openKit } from './load.mjs';

const puff = {
    version: 1,
    name: 'puff',
    emitters: [
        { style: { looping: false, duration: 0.1, rateOverTime: 0, bursts: [{ count: 20 }],
            lifetime: [0.5, 1], speed: 1, coneAngle: 3 }, position: [0, 1, 0] },
        { style: { looping: false, duration: 0.5, startDelay: 0.5, rateOverTime: 40,
            lifetime: 0.4, speed: 0 } },
    ],
    trails: [{ style: { lifetime: 0.3, minVertexDistance: 0.01 }, position: [1, 0, 0],
        delay: 0.2, duration: 0.5 }],
    beams: [{ style: { width: 0.2 }, from: [0, 0, 0], to: [0, 2, 0], delay: 0.3, lifetime: 0.2 }],
};

function run(kit, seconds, each = () => {}) {
    const steps = Math.round(seconds * 60);
    for (let i = 0; i < steps; i++) {
        each(i / 60);
        kit.update(1 / 60);
    }
}

test('[particle.effect] emitters, trails and beams play on one timeline at a transform, then it ends', async () => {
    const kit = await openKit();
    const effect = kit.createEffect(puff);
    const instance = effect.play({ position: [10, 0, 0], seed: 4 });
    assert.deepEqual([instance.playing, instance.stopped, effect.playing], [true, false, 1]);
    run(kit, 0.1);
    const [x, y] = kit.stats.particles ? [10, 1] : [];
    assert.deepEqual([x, y], [10, 1]);
    assert.equal(kit.stats.particles, 20);
    assert.equal(kit.stats.beams, 0);
    let points = 0;
    let beams = 0;
    run(kit, 0.6, (t) => {
        instance.transform.set(10 + t, 0, 0); // the game moves it
        points = Math.max(points, kit.stats.trailPoints);
        beams = Math.max(beams, kit.stats.beams);
    });
    assert.ok(points > 10, `${points} points`);
    assert.equal(beams, 1);
    assert.equal(kit.stats.beams, 0); // gone after its 0.2 s
    run(kit, 2.5);
    assert.deepEqual([instance.playing, effect.playing], [false, 0]);
    assert.equal(kit.stats.particles, 0);
    kit.dispose();
});

test('[particle.effect] stop is graceful: nothing more is laid, what lives fades, then it can play again', async () => {
    const kit = await openKit();
    const effect = kit.createEffect({ version: 1, emitters: [
        { style: { rateOverTime: 100, lifetime: 1, speed: 0 } },
    ] }, { maxInstances: 1 });
    const instance = effect.play();
    run(kit, 1.5);
    const alive = kit.stats.particles;
    assert.ok(Math.abs(alive - 100) <= 2, `${alive}`);
    instance.stop();
    run(kit, 0.5);
    assert.ok(Math.abs(kit.stats.particles - 50) <= 2, `${kit.stats.particles}`);
    assert.deepEqual([instance.stopped, instance.playing], [true, true]);
    run(kit, 0.6);
    assert.deepEqual([instance.playing, effect.playing, kit.stats.particles], [false, 0, 0]);
    assert.equal(effect.play(), instance); // from the pool
    run(kit, 0.5);
    assert.ok(Math.abs(kit.stats.particles - 50) <= 2);
    kit.dispose();
});

test('[particle.effect] the same seed plays the same, wherever it comes from the pool; a parent carries it', async () => {
    const kit = await openKit();
    const effect = kit.createEffect(puff, { maxInstances: 3 });
    const mover = kit.createTransform();
    mover.set(0, 5, 0, null, 2);
    const hashes = [];
    for (let round = 0; round < 3; round++) {
        if (round === 1) effect.play({ seed: 99 }); // another takes the first of the pool
        effect.play({ seed: 7 });
        run(kit, 0.3);
        hashes.push(kit.stats.particles);
        effect.stop();
        run(kit, 3);
        assert.equal(effect.playing, 0);
    }
    assert.deepEqual(hashes, [20, 40, 20]);
    const still = kit.createEffect({ version: 1, emitters: [{ position: [1, 0, 0], style: {
        looping: false, rateOverTime: 0, bursts: [{ count: 1 }], speed: 0 } }] });
    still.play({ transform: mover, position: [0, 1, 0] });
    run(kit, 0.1);
    assert.equal(kit.stats.particles, 1);
    kit.dispose();
});

test('[particle.effect] the pool is bounded: the newest is dropped or the oldest replaced', async () => {
    const kit = await openKit();
    const endless = { version: 1, emitters: [{ style: { rateOverTime: 10 } }] };
    const dropping = kit.createEffect(endless, { maxInstances: 2, overflow: 'dropNewest' });
    const first = dropping.play();
    dropping.play();
    assert.equal(dropping.play(), null);
    assert.equal(dropping.playing, 2);
    const replacing = kit.createEffect(endless, { maxInstances: 2 });
    const oldest = replacing.play();
    replacing.play();
    assert.equal(replacing.play(), oldest);
    assert.equal(replacing.playing, 2);
    assert.ok(first.playing);
    kit.dispose();
});

test('[particle.effect] 1,000 plays a second allocate nothing in the core, and leave the others as they are', async () => {
    const kit = await openKit({ maxEmitters: 2048 });
    const still = kit.createEmitter({ rateOverTime: 50, lifetime: 2, coneAngle: 1 }, { seed: 3 });
    const spark = kit.createEffect({ version: 1, emitters: [{ style: {
        looping: false, duration: 0.1, rateOverTime: 0, bursts: [{ count: 4 }], lifetime: 0.1,
        maxParticles: 8192 } }] }, { maxInstances: 400 });
    const many = (i) => {
        for (let k = 0; k < (i % 3 === 2 ? 16 : 17); k++) spark.play({ position: [i, k, 0] });
    };
    for (let i = 0; i < 60; i++) {
        many(i);
        kit.update(1 / 60);
    }
    const { allocations, heapBytes } = kit.stats;
    for (let i = 0; i < 180; i++) {
        many(i);
        kit.update(1 / 60);
    }
    assert.equal(kit.stats.allocations, allocations);
    assert.equal(kit.stats.heapBytes, heapBytes);
    const survivors = JSON.stringify(still.style.readParticles());
    kit.dispose();
    const quiet = await openKit({ maxEmitters: 2048 });
    const same = quiet.createEmitter({ rateOverTime: 50, lifetime: 2, coneAngle: 1 }, { seed: 3 });
    for (let i = 0; i < 240; i++) quiet.update(1 / 60);
    assert.equal(JSON.stringify(same.style.readParticles()), survivors);
    quiet.dispose();
});

test('[kit.serialize] an effect goes to JSON and back without loss; a file loads by URL', async () => {
    const kit = await openKit();
    const text = JSON.stringify(kit.createEffect(puff));
    const again = JSON.stringify(kit.createEffect(JSON.parse(text)));
    assert.equal(again, text);
    assert.deepEqual(JSON.parse(text), { ...puff, duration: 0 });
    const server = createServer((request, response) => {
        if (request.url === '/puff.json') response.end(text);
        else if (request.url === '/page.html') response.end('<!doctype html>');
        else response.writeHead(404).end();
    });
    await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
    const url = `http://127.0.0.1:${server.address().port}`;
    const loaded = await kit.loadEffect(`${url}/puff.json`);
    assert.equal(JSON.stringify(loaded), text);
    await assert.rejects(kit.loadEffect(`${url}/none.json`), {
        name: 'LoadError', message: /effect: .*none\.json answered 404/ });
    await assert.rejects(kit.loadEffect(`${url}/page.html`), {
        name: 'LoadError', message: /effect: .*page\.html is not JSON/ });
    server.close();
    kit.dispose();
});

test('[kit.serialize] every style, forest and the world go to JSON and back without loss', async () => {
    const kit = await openKit();
    const styles = [
        [(o) => kit.createTrailStyle(o), { lifetime: 2, colorOverLength: ['#fff', [1, 0.5, 0]], width: 0.5 }],
        [(o) => kit.createEmitterStyle(o), { size: [0.1, 0.4], sizeOverLife: [[0, 1], [1, 0]], shape: 'box' }],
        [(o) => kit.createBeamStyle(o), { width: 0.3, colorOverLength: ['red', 'blue'] }],
    ];
    for (const [make, options] of styles) {
        const json = JSON.parse(JSON.stringify(make(options)));
        assert.deepEqual(json, options);
        assert.deepEqual(JSON.parse(JSON.stringify(make(json))), json);
    }
    kit.world.set({ fogDensity: 0.01, sunDirection: [0, 1, 0] });
    const world = JSON.parse(JSON.stringify(kit.world));
    kit.world.set(world);
    assert.deepEqual(JSON.parse(JSON.stringify(kit.world)), world);
    kit.dispose();
});

test('[kit.validate] what is wrong with an effect is named with its part, and nothing is left of it', async () => {
    const kit = await openKit({ maxEmitterStyles: 2 });
    const emitter = { style: {} };
    const wrong = [
        [undefined, /effect: options is undefined/],
        [{}, /effect: version is undefined, it must be 1/],
        [{ version: 2 }, /effect: version is 2, it must be 1/],
        [{ version: 1, particles: [] }, /effect: particles is not an option; known are version/],
        [{ version: 1, emitters: {} }, /effect: emitters is .* a list/],
        [{ version: 1, duration: NaN }, /effect: duration is NaN, it must be between 0 and 3600 s/],
        [{ version: 1, emitters: [emitter, { stile: {} }] }, /effect: emitters\[1\]: stile is not an option/],
        [{ version: 1, emitters: [{ style: { rate: 1 } }] }, /effect: emitters\[0\]: emitter style: rate is not an option/],
        [{ version: 1, emitters: [{ style: { lifetime: -1 } }] }, /effect: emitters\[0\]: emitter style: lifetime is -1/],
        [{ version: 1, emitters: [{ ...emitter, position: [0, NaN, 0] }] }, /effect: emitters\[0\]\.position is .*3 numbers/],
        [{ version: 1, trails: [{ delay: -1 }] }, /effect: trails\[0\]\.delay is -1, it must be between 0 and 3600 s/],
        [{ version: 1, beams: [{ from: [0, 0, 0] }] }, /effect: beams\[0\]: from and to are needed/],
    ];
    for (let round = 0; round < 3; round++) {
        for (const [def, message] of wrong) {
            assert.throws(() => kit.createEffect(def), { name: 'InvalidDefError', message });
        }
    }
    assert.throws(() => kit.createEffect({ version: 1 }, { maxInstances: 0 }), /maxInstances is 0/);
    assert.throws(() => kit.createEffect({ version: 1 }, { overflow: 'grow' }), /overflow is "grow"/);
    assert.equal(kit.stats.emitters, 0);
    const effect = kit.createEffect({ version: 1, emitters: [emitter, emitter] }); // both styles are free
    assert.throws(() => effect.play({ seed: -1 }), /play: seed is -1/);
    assert.throws(() => effect.play({ at: [0, 0, 0] }), /play: at is not an option/);
    assert.equal(effect.playing, 0);
    effect.destroy();
    assert.throws(() => effect.play(), { name: 'StaleHandleError' });
    assert.throws(() => effect.destroy(), { name: 'StaleHandleError' });
    kit.createEffect({ version: 1, emitters: [emitter, emitter] });
    kit.dispose();
});

test('[particle.effect] at least 16 effects come with the kit, and each of them plays', async () => {
    assert.ok(Object.keys(effects).length >= 16);
    for (const [name, definition] of Object.entries(effects)) {
        const kit = await openKit();
        const effect = kit.createEffect(definition, { maxInstances: 1 });
        assert.equal(effect.name, name);
        assert.ok(Object.isFrozen(definition));
        effect.play({ seed: 1 });
        let most = 0;
        run(kit, 1, () => {
            most = Math.max(most, kit.stats.particles);
        });
        assert.ok(most >= 5, `${name}: ${most} particles`);
        assert.equal(kit.stats.dropped, 0, name);
        kit.dispose();
    }
});

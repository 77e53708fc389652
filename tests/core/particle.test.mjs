// Particles in the core's wasm: the same bytes as native, and what JavaScript makes of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets, StaleHandleError } from '../../web/index.js';
import { openKit } from './load.mjs';

// tests/native/test_particle.c has the same number.
const GOLDEN_PARTICLES = 3730276302;

const varied = {
    rateOverTime: 120, lifetime: [0.5, 3], shape: 'sphere', coneAngle: 0.7, speed: [1, 9],
    radialSpeed: [-1, 1], size: [0.05, 0.5], rotation: [-3, 3], spin: [-2, 2],
    brightness: [0.5, 2], inheritVelocity: 0.25, gravity: [0, -5, 0], drag: 0.75, turbulence: 0.5,
};

function playVaried(kit, emitter) {
    for (let i = 0; i < 300; i++) {
        const rotation = { x: 0, y: i / 64, z: 0, w: 1 };
        emitter.transform.set((i % 64) / 8, 0, (i % 80) / 16, rotation);
        if (i % 50 === 7) emitter.burst(20);
        kit.update(1 / 64);
    }
}

function hashOf(particles) {
    const floats = particles.flatMap((p) => [
        ...p.position, p.size, ...p.velocity, p.rotation, ...p.color, p.age, p.lifetime,
    ]);
    return new Uint8Array(Float32Array.from(floats).buffer)
        .reduce((hash, byte) => Math.imul(hash ^ byte, 16777619) >>> 0, 2166136261);
}

function sumOf({ spawned, budget, capacity, expired, rejected }) {
    return spawned + budget + capacity + expired + rejected;
}

test('[particle.streams] Node has the same bytes as native builds', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter(varied, { seed: 42 });
    playVaried(kit, emitter);
    const particles = emitter.style.readParticles();
    assert.equal(particles.length, kit.stats.particles);
    assert.equal(hashOf(particles), GOLDEN_PARTICLES);
    kit.dispose();
});

test('[particle.streams] capacity and other emitters leave a particle as it is', async () => {
    const kit = await openKit();
    const roomy = kit.createEmitter(varied, { seed: 9 });
    const narrow = kit.createEmitter({ ...varied, maxParticles: 30 }, { seed: 9 });
    const other = kit.createEmitter(varied, { seed: 10 });
    for (let i = 0; i < 100; i++) kit.update(1 / 60);
    assert.ok(narrow.stats.capacity > 50 && roomy.stats.capacity === 0);
    const known = new Set(roomy.style.readParticles().map((p) => JSON.stringify(p)));
    const kept = narrow.style.readParticles();
    assert.equal(kept.length, 30);
    for (const particle of kept) assert.ok(known.has(JSON.stringify(particle)));
    for (const particle of other.style.readParticles()) {
        assert.ok(!known.has(JSON.stringify(particle)));
    }
    kit.dispose();
});

test('[particle.births] 3 a second for 2 s at 0.7 s a frame are exactly 6', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 3, lifetime: 10 });
    for (const dt of [0.7, 0.7, 0.6]) kit.update(dt);
    assert.equal(emitter.stats.spawned, 6);
    assert.equal(kit.stats.particles, 6);
    kit.dispose();
});

test('[particle.burst] [particle.teleport] a burst after a jump is at the new place', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 0, speed: 0, lifetime: 5 });
    kit.update(0.1);
    emitter.transform.set(100, 0, 0);
    emitter.teleport();
    emitter.burst(50).burst(7, [1, 2, 3]);
    kit.update(0.1);
    const particles = emitter.style.readParticles();
    const at = (x) => particles.filter(({ position }) => position[0] === x).length;
    assert.deepEqual([particles.length, at(100), at(1)], [57, 50, 7]);
    emitter.reset(1);
    assert.equal(emitter.style.readParticles().length, 0);
    kit.dispose();
});

test('[particle.overload] a tab that slept for ten minutes keeps the newest', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 65536, lifetime: 2, maxParticles: 5000 });
    kit.update(600);
    const { stats } = emitter;
    assert.equal(stats.requested, 600 * 65536);
    assert.equal(stats.spawned, 5000);
    assert.equal(sumOf(stats), stats.requested);
    const ages = emitter.style.readParticles().map(({ age }) => age);
    assert.ok(Math.max(...ages) < 0.08);
    assert.equal(kit.stats.dropped, stats.capacity + stats.budget);
    kit.dispose();
});

test('[particle.pool] NaN in a transform is counted and never laid', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 10, lifetime: 50 });
    kit.update(1);
    emitter.transform.set(NaN, 0, 0);
    kit.update(1);
    emitter.transform.set(5, 0, 0);
    kit.update(1);
    assert.deepEqual([emitter.stats.spawned, emitter.stats.rejected], [20, 10]);
    for (const { position } of emitter.style.readParticles()) {
        assert.ok(position.every(Number.isFinite) && [0, 5].includes(position[0]));
    }
    kit.dispose();
});

test('[particle.curves] size, colour and opacity follow their keys', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({
        rateOverTime: 0, lifetime: 2, size: 0.5, color: [1, 1, 1, 0.5],
        sizeOverLife: [[0, 1], [0.5, 3], [1, 0]], colorOverLife: ['#ff0000', [0, 0, 4, 1]],
        alphaOverLife: [1, 0],
    });
    emitter.color = [1, 1, 0.5];
    emitter.burst(1);
    kit.update(0);
    for (const life of [0, 0.25, 0.5, 0.75]) {
        const [particle] = emitter.style.readParticles();
        const near = (value, expected) => assert.ok(Math.abs(value - expected) < 0.02,
            `${value} is not near ${expected} at ${life}`);
        near(particle.size, life <= 0.5 ? 0.5 + 2 * life : 3 - 3 * life);
        near(particle.color[0], 1 - life);
        near(particle.color[2], 2 * life);
        near(particle.color[3], 0.5 * (1 - life));
        kit.update(0.5);
    }
    assert.equal(emitter.style.readParticles().length, 0);
    kit.dispose();
});

test('[particle.limits] limits, unknown names and dead handles are refused by name', async () => {
    const kit = await openKit();
    const refused = (options, message) =>
        assert.throws(() => kit.createEmitterStyle(options), { name: 'InvalidDefError', message });
    refused({ lifetime: [1, 3601] }, /lifetime is 3601, it must be between 0.001 and 3600 s/);
    refused({ drag: 129 }, /drag is 129/);
    refused({ spin: [-1025, 0] }, /spin is -1025/);
    refused({ rateOverTime: 65537 }, /rateOverTime is 65537/);
    refused({ maxParticles: 65537 }, /maxParticles/);
    refused({ direction: [0, 0, 0] }, /direction is 0, it must have a length/);
    refused({ emitRate: 5 }, /emitRate is not an option/);
    refused({ preset: 'spark' }, /preset is "spark", it must be one of sparks, /);
    const emitter = kit.createEmitter({ maxParticles: 10 });
    assert.throws(() => emitter.burst(11), /count is 11, .* between 0 and maxParticles, 10/);
    assert.throws(() => emitter.burst(1.5), /whole number/);
    assert.throws(() => emitter.burst(1, [0, NaN, 0]), /burst: position has NaN, it must be between -1e18 and 1e18 m/);
    assert.throws(() => {
        emitter.rate = 65537;
    }, /rate is 65537/);
    assert.equal(emitter.rate, 10);
    emitter.rate = 3;
    assert.equal(emitter.rate, 3);
    const { style } = emitter;
    emitter.destroy();
    assert.throws(() => emitter.burst(1), StaleHandleError);
    assert.throws(() => style.readParticles(), StaleHandleError);
    kit.dispose();
});

test('[particle.cull] a style off screen is not drawn and goes on living', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ preset: 'smoke' });
    emitter.transform.set(0, 0, -20);
    for (let i = 0; i < 120; i++) kit.update(1 / 60);
    const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2, 0];
    const away = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1];
    const toward = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    kit.draw({ view: away, projection });
    assert.equal(kit.stats.drawCalls, 0);
    assert.ok(kit.stats.particles > 30);
    kit.draw({ view: toward, projection });
    assert.equal(kit.stats.drawCalls, 1);
    kit.dispose();
});

test('[particle.sort] sorting sends 2 bytes a particle, nothing while nothing moves', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 0, lifetime: 9, sort: true });
    const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2, 0];
    const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1];
    emitter.burst(2048);
    kit.update(0);
    kit.draw({ view, projection });
    const allocations = kit.stats.allocations;
    kit.update(1 / 60);
    kit.draw({ view, projection });
    assert.equal(kit.stats.recordBytes, 2048 * 2);
    kit.update(0);
    kit.draw({ view, projection });
    assert.equal(kit.stats.recordBytes, 0);
    kit.update(0);
    kit.draw({ view: view.with(13, 1), projection });
    assert.equal(kit.stats.recordBytes, 2048 * 2);
    assert.equal(kit.stats.allocations, allocations);
    kit.dispose();
});

test('[particle.closed-form] what lives sends nothing', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ preset: 'sparks', rateOverTime: 0, lifetime: 60 });
    const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2, 0];
    const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -5, 1];
    emitter.burst(1000);
    kit.update(1 / 60);
    kit.draw({ view, projection });
    assert.ok(kit.stats.recordBytes >= 64000);
    for (let i = 0; i < 30; i++) {
        kit.update(1 / 60);
        kit.draw({ view: view.with(12, i), projection });
        assert.equal(kit.stats.recordBytes, 0);
    }
    kit.dispose();
});

test('[particle.presets] every preset stays within the ranges and comes to life', async () => {
    const kit = await openKit();
    const names = Object.keys(presets.emitterStyle);
    assert.ok(names.length >= 12);
    for (const name of names) {
        const style = kit.createEmitterStyle({ preset: name });
        const emitter = kit.createEmitter(style, { seed: 1 });
        emitter.burst(20);
        for (let i = 0; i < 30; i++) kit.update(1 / 60);
        assert.ok(style.readParticles().length >= 15, name);
        assert.deepEqual(Object.keys(style.toJSON()).filter((key) =>
            !Object.hasOwn(kit.schemas.emitterStyle.fields, key)), []);
        style.destroy();
    }
    assert.equal(kit.stats.particles, 0);
    kit.dispose();
});

test('[particle.births] after days of running births are as exact as at the start', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 8, lifetime: 2, speed: [1, 3] }, { seed: 4 });
    const play = () => {
        emitter.reset(4);
        for (let i = 0; i < 64; i++) kit.update(1 / 32);
        return emitter.style.readParticles();
    };
    const early = play();
    for (let hour = 0; hour < 100; hour++) kit.update(3599.7);
    const late = play();
    assert.equal(early.length, 16);
    assert.equal(late.length, 16);
    late.forEach(({ position, age }, i) => {
        // An epoch is an hour at most: a quarter of a millisecond, at 3 m/s.
        assert.ok(Math.abs(age - early[i].age) < 5e-4);
        assert.ok(Math.abs(position[1] - early[i].position[1]) < 2e-3);
    });
    kit.dispose();
});

test('[particle.shapes] a mesh, a polyline and bursts are given as rows, and refused by name', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({
        rateOverTime: 0, speed: 0, lifetime: 9, shape: 'mesh',
        shapePoints: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
        bursts: [{ time: 0, count: 30 }, [1, 5, 2, 0.5, 1]],
    });
    kit.update(0);
    const places = emitter.style.readParticles().map(({ position }) => position);
    assert.equal(places.length, 30);
    assert.ok(places.every(([x, y, z]) => x >= 0 && y >= 0 && x + y < 1.0001 && z === 0));
    for (let i = 0; i < 16; i++) kit.update(0.1);
    assert.equal(emitter.style.readParticles().length, 40);
    emitter.style.set({ shape: 'polyline', shapePoints: [{ x: 0, y: 5, z: 0 }, [1, 5, 0]] });
    emitter.burst(3);
    kit.update(0.1);
    assert.ok(emitter.style.readParticles().slice(-3).every(({ position }) => position[1] === 5));
    const refused = (options, message) =>
        assert.throws(() => kit.createEmitterStyle(options), { name: 'InvalidDefError', message });
    refused({ shapePoints: [[1, 2]] }, /shapePoints is .* a list of \[x, y, z\] or \{ x, y, z \}/);
    refused({ shapePoints: [1, 2] }, /a list of/);
    refused({ shapePoints: [{ x: 1, y: 2 }] }, /a list of/);
    refused({ bursts: [{ cout: 3 }] }, /bursts is .*time, count, cycles, interval, probability/);
    refused({ bursts: [{ probability: 2 }] }, /probability of bursts must be between 0 and 1/);
    refused({ shape: 'mesh' }, /shapePoints of a mesh must be 3 points a triangle/);
    kit.dispose();
});

test('[particle.prewarm] an emitter begins in steady state, without simulating the past', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 50, lifetime: 4, prewarm: true });
    kit.update(0);
    const ages = emitter.style.readParticles().map(({ age }) => age);
    assert.equal(ages.length, 200);
    assert.ok(Math.max(...ages) > 3.9 && Math.min(...ages) < 0.1);
    assert.equal(kit.stats.updates, 1);
    for (let i = 0; i < 60; i++) kit.update(1 / 60);
    assert.equal(emitter.style.readParticles().length, 200);
    kit.dispose();
});

test('[particle.burst] a one-shot emitter is alive until its last particle died', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({
        rateOverTime: 0, looping: false, duration: 0.5, startDelay: 0.25, lifetime: 1,
        bursts: [{ count: 8 }],
    });
    const play = () => {
        const lives = [];
        for (let i = 0; i < 20; i++) {
            kit.update(0.1);
            lives.push(emitter.alive);
        }
        return lives.lastIndexOf(true);
    };
    assert.equal(play(), 11);
    emitter.restart();
    assert.equal(play(), 11);
    assert.equal(emitter.stats.spawned, 16);
    emitter.destroy();
    kit.dispose();
});

test('[particle.limits] steps of 60 s and the budget are taken at their edges', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({ rateOverTime: 0, maxBirths: 256, lifetime: 100 });
    emitter.burst(256);
    kit.update(60);
    assert.deepEqual([emitter.stats.spawned, emitter.stats.budget], [256, 0]);
    emitter.burst(257);
    kit.update(0);
    assert.deepEqual([emitter.stats.spawned, emitter.stats.budget], [512, 1]);
    const style = (options) => kit.createEmitterStyle({ maxParticles: 1, ...options }).destroy();
    style({ lifetime: 3600, drag: 128, spin: [-1024, 1024], rateOverTime: 65536 });
    style({ maxParticles: 65536 });
    assert.throws(() => style({ drag: 128.1 }), /between 0 and 128/);
    assert.throws(() => style({ maxBirths: 65537 }), /maxBirths/);
    assert.throws(() => kit.update(-1), /dt is -1/);
    kit.dispose();
});

test('[particle.sub] children at deaths, and deaths as events with their places', async () => {
    const kit = await openKit();
    const shell = kit.createEmitter({ rateOverTime: 0, lifetime: 1, speed: 4 });
    const sparks = kit.createEmitter({ rateOverTime: 0, lifetime: 2, speed: 0 });
    shell.addSubEmitter(sparks, { on: 'death', count: 12 });
    const deaths = [];
    const stop = shell.on('died', (event) => deaths.push(event));
    shell.burst(2, [1, 0, 0]);
    kit.update(0);
    kit.update(0.5);
    assert.deepEqual([deaths.length, sparks.stats.requested], [0, 0]);
    kit.update(1);
    assert.equal(deaths.length, 2);
    assert.equal(deaths[0].target, shell);
    deaths[0].position.forEach((x, i) => assert.ok(Math.abs(x - [1, 4, 0][i]) < 1e-4));
    deaths[0].values.forEach((x, i) => assert.ok(Math.abs(x - [0, 4, 0][i]) < 1e-4));
    const children = sparks.style.readParticles();
    assert.equal(children.length, 24);
    assert.ok(children.every(({ position: [x, y], age }) =>
        x === 1 && Math.abs(y - 4) < 1e-4 && Math.abs(age - 0.5) < 1e-4));
    stop();
    shell.removeSubEmitters();
    shell.burst(2);
    kit.update(3);
    kit.update(3);
    assert.deepEqual([deaths.length, sparks.stats.requested], [2, 24]);
    assert.throws(() => shell.addSubEmitter({}), /child is .*, it must be an Emitter of this kit/);
    assert.throws(() => shell.addSubEmitter(sparks, { on: 'fire' }), /on is "fire"/);
    assert.throws(() => shell.on('born', () => {}), /event is "born", it must be one of died/);
    kit.dispose();
});

test('[particle.read] positions, velocities, colours, sizes and ages as typed arrays', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({
        rateOverTime: 50, lifetime: [0.4, 2], coneAngle: 1, speed: [1, 4], gravity: [0, -3, 0],
        size: [0.1, 0.3], spin: 2, colorOverLife: ['#ffffff', '#ff0000'],
    }, { seed: 3 });
    for (let i = 0; i < 60; i++) kit.update(1 / 30);
    const { style } = emitter;
    const arrays = style.readArrays();
    const list = style.readParticles();
    assert.equal(arrays.count, kit.stats.particles);
    assert.equal(list.length, arrays.count);
    list.forEach((particle, i) => {
        const three = (name) => Array.from(arrays[name].subarray(i * 3, i * 3 + 3));
        assert.deepEqual(three('positions'), Array.from(particle.position));
        assert.deepEqual(three('velocities'), Array.from(particle.velocity));
        assert.deepEqual(Array.from(arrays.colors.subarray(i * 4, i * 4 + 4)), particle.color);
        assert.deepEqual([arrays.sizes[i], arrays.rotations[i], arrays.ages[i], arrays.lifetimes[i]],
            [particle.size, particle.rotation, particle.age, particle.lifetime]);
        // What is read is the closed form: where it was born, and what gravity made of it.
        const { age, lifetime, position: [, y], velocity: [, vy] } = particle;
        assert.ok(age >= 0 && age < lifetime && lifetime >= 0.4 && lifetime <= 2);
        assert.ok(Math.abs(y - (vy * age + 1.5 * age * age)) < 1e-4);
    });
    // Copies: another update does not change them.
    const before = arrays.positions.slice();
    kit.update(0.1);
    assert.deepEqual(arrays.positions, before);
    emitter.emitting = false;
    kit.update(5);
    assert.equal(style.readArrays().count, 0);
    assert.equal(style.readArrays().positions.length, 0);
    kit.dispose();
});

// Mesh, texture and depth pass through a kit without a device as well.
test('[particle.sprites] what makes no sprite is refused', async () => {
    const kit = await openKit();
    const refused = (options, message) =>
        assert.throws(() => kit.createEmitterStyle(options), { message });
    refused({ mesh: [[0, 0, 0], [1, 0, 0]] }, /mesh must be 3 points a triangle/);
    refused({ frameColumns: 65 }, /frameColumns is 65/);
    refused({ texture: 3 }, /texture is 3, it must be a Texture of this kit or null/);
    const texture = kit.createTexture({ pixels: new Uint8Array(4), width: 1, height: 1 });
    const style = kit.createEmitterStyle({ sprite: 'texture', texture });
    texture.destroy();
    style.set({ size: 2 });
    assert.throws(() => style.set({ texture }), /texture: this handle was destroyed/);
    const emitter = kit.createEmitter({ sprite: 'mesh', lifetime: 9 });
    assert.throws(() => {
        emitter.blend = 'screen';
    }, /blend is "screen", it must be one of alpha, additive, premultiplied or null/);
    emitter.burst(7);
    kit.update(0);
    kit.draw({ view: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -5, 1],
        projection: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2, 0] });
    // A chip of stone has eight sides.
    assert.deepEqual([kit.stats.instances, kit.stats.vertices], [7, 7 * 24]);
    kit.dispose();
});

test('[particle.pool] a thousand effects a second allocate nothing and touch no survivor', async () => {
    const play = async (churn) => {
        const kit = await openKit();
        const lasting = { ...varied, maxParticles: 2000 };
        const survivor = kit.createEmitter(lasting, { seed: 42 });
        const style = kit.createEmitterStyle({
            rateOverTime: 0, lifetime: [0.1, 0.5], looping: false, duration: 0.1, sort: true,
            bursts: [{ count: 6 }], maxParticles: 8000, maxEmitters: 600,
        });
        const transform = kit.createTransform();
        const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2, 0];
        const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1];
        const playing = [];
        let allocations;
        let heapBytes;
        for (let i = 0; i < 180; i++) {
            for (let k = 0; churn && k < 17; k++) {
                playing.push(kit.createEmitter(style, { transform, seed: i * 17 + k }));
            }
            kit.update(1 / 60);
            kit.draw({ view, projection });
            while (playing.length && !playing[0].alive) playing.shift().destroy();
            if (i === 60) ({ allocations, heapBytes } = kit.stats);
        }
        assert.equal(kit.stats.allocations, allocations);
        assert.equal(kit.stats.heapBytes, heapBytes);
        if (churn) assert.ok(playing.length < 17 * 40 && kit.stats.emitters > 100);
        const hash = hashOf(survivor.style.readParticles());
        kit.dispose();
        return hash;
    };
    assert.equal(await play(true), await play(false));
});

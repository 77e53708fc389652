// Ten minutes of a game that does everything at random, the same in every run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

const view = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -10, 1);
const projection = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0);

function randomFrom(seed) {
    let state = seed;
    const next = () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) / 2 ** 32;
    };
    return { next, chance: (share) => next() < share, pick: (list) => list[Math.floor(next() * list.length)] };
}

function makeStyles(kit) {
    const trails = [{}, { shape: 'tube', gravity: [0, -2, 0] }, { shape: 'sword', teleportDistance: 8 },
        { smoothing: 0.05, maxVertexDistance: 0.5 }, { pointData: true, emitMode: 'always', turbulence: 1 }];
    return {
        trails: trails.map((look) => kit.createTrailStyle({ ...look, maxTrails: 6, maxPoints: 24 })),
        beams: [kit.createBeamStyle({ maxBeams: 5, jitter: 0.2, overflow: 'replaceOldest' })],
        emitters: [{ space: 'local' }, { ground: 'bounce' }, { attraction: 3, orbit: [1, 2] }].map((look) =>
            kit.createEmitterStyle({ ...look, maxParticles: 50, maxEmitters: 6, rateOverTime: 40 })),
    };
}

// What a game may do to a trail or to an emitter at any time.
const actions = {
    trails: [(trail) => trail.teleport(), (trail) => trail.clear(), (trail) => trail.suspend(),
        (trail) => trail.suspend({ clear: true }), (trail) => trail.resume(), (trail) => trail.resume(),
        (trail) => trail.writePoints(trail.readPoints()), (trail, { next }) => {
            trail.width = 15 * next();
        }],
    emitters: [(emitter) => emitter.burst(20), (emitter) => emitter.teleport(), (emitter) => emitter.reset(),
        (emitter) => emitter.restart(), (emitter, { next }) => {
            emitter.rate = 100 * next();
        }],
};

function act(kit, styles, alive, random) {
    const { chance, pick, next } = random;
    for (const [kind, create] of [['trails', 'createTrail'], ['emitters', 'createEmitter']]) {
        const style = pick(styles[kind]);
        const same = alive[kind].filter((thing) => thing.style === style);
        if (same.length < 3 && chance(0.3)) {
            try {
                alive[kind].push(kit[create](style));
            } catch (error) {
                assert.equal(error.name, 'CapacityError'); // those that fade take room
            }
        }
        const thing = alive[kind].length && pick(alive[kind]);
        if (thing && chance(0.1)) {
            thing.destroy();
            alive[kind].splice(alive[kind].indexOf(thing), 1);
        } else if (thing && chance(0.2)) {
            pick(actions[kind])(thing, random);
        }
    }
    const ends = alive.trails.map((trail) => trail.transform);
    const from = ends.length && chance(0.5) ? pick(ends) : [0, 0, 0];
    if (chance(0.1)) kit.createBeam(styles.beams[0], { from, to: [1, 0, 0], lifetime: next() });
    if (chance(0.01)) styles.trails[0].set({ lifetime: pick([0.01, 1, 60]) });
    for (const { transform } of [...alive.trails, ...alive.emitters]) {
        if (!chance(0.8)) continue;
        const x = chance(0.02) ? pick([NaN, 1e6, -Infinity]) : 20 * next();
        transform.set(x, 5 * next(), next(), [next(), 0, 0, 2], pick([1, 1, 1, 0, -1]));
    }
}

function checkGeometry(styles) {
    for (const style of styles.trails) assert.ok(style.expand().every(Number.isFinite));
    for (const style of styles.emitters) {
        assert.ok(style.readGeometry({ view, projection }).every(Number.isFinite));
    }
}

function checkCounters(kit, styles, alive) {
    const sum = (stats, names) => names.reduce((total, name) => total + stats[name], 0);
    for (const { stats } of alive.emitters) {
        const parts = ['spawned', 'budget', 'capacity', 'expired', 'rejected'];
        assert.equal(stats.requested, sum(stats, parts));
    }
    const { stats } = styles.beams[0];
    const parts = ['alive', 'expired', 'released', 'replaced', 'dropped'];
    assert.equal(stats.requested, sum(stats, parts));
    assert.deepEqual([kit.stats.trails, kit.stats.emitters], [alive.trails.length, alive.emitters.length]);
}

test('ten minutes at random: frames allocate nothing, counters add up, all geometry is finite', async () => {
    const kit = await openKit();
    const styles = makeStyles(kit);
    const alive = { trails: [], emitters: [] };
    const random = randomFrom(20261130);
    const allocating = [];
    for (let frame = 0; frame < 12000; frame++) {
        act(kit, styles, alive, random);
        const { allocations, heapBytes } = kit.stats;
        kit.update(random.chance(0.02) ? 0 : 0.05);
        kit.draw({ view, projection });
        const now = kit.stats;
        if (now.allocations > allocations || now.heapBytes > heapBytes) allocating.push(frame);
        if (frame % 50 === 0) {
            checkGeometry(styles);
            checkCounters(kit, styles, alive);
        }
    }
    // The first drawing of a style makes its textures.
    assert.deepEqual(allocating.filter((frame) => frame > 500), []);
    kit.dispose();
});

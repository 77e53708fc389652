// Particles whose state is kept: what a game reads and writes, what it costs, and its loop.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../../tools/process.mjs';
import { openKit } from './load.mjs';

const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2, 0];
const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1];

test('[particle.forces] a game pushes kept states; the statistics show what they send', async () => {
    const kit = await openKit();
    const emitter = kit.createEmitter({
        rateOverTime: 0, lifetime: 9, speed: 0, simulated: true, maxParticles: 1024,
    });
    emitter.burst(1000);
    kit.update(0);
    kit.draw({ view, projection });
    const { state } = emitter.style;
    assert.deepEqual([state.first, state.count, state.capacity], [0, 1000, 1024]);
    // A wind of the game's own, and a wall at 1 m.
    for (let frame = 0; frame < 60; frame++) {
        const { x, velocityX, first, count, capacity } = emitter.style.state;
        for (let k = 0; k < count; k++) {
            const i = (first + k) % capacity;
            velocityX[i] += i / 1000 / 60;
            if (x[i] < 1) continue;
            x[i] = 1;
            velocityX[i] = 0;
        }
        kit.update(1 / 60);
        kit.draw({ view, projection });
        assert.ok(Math.abs(kit.stats.recordBytes - 12000) <= 200);
    }
    const { positions } = emitter.style.readArrays();
    for (let i = 0; i < 1000; i++) {
        // Half of the acceleration's square second.
        const expected = Math.min(i / 1000 / 2, 1);
        assert.ok(Math.abs(positions[i * 3] - expected) < 0.02);
    }
    const allocations = kit.stats.allocations;
    kit.update(1 / 60);
    assert.equal(kit.stats.allocations, allocations);
    const closed = kit.createEmitterStyle({});
    assert.throws(() => closed.state, /it has no state, it is not simulated/);
    kit.dispose();
});

test('the loop over kept states becomes vector instructions where the target has them', () => {
    const assembly = execFileSync('emcc', ['-O3', '-msimd128', '-ffp-contract=off', '-Isrc',
        '-isystem', 'build/wasm/external', '-S', 'src/effects/particle/particle_state.c', '-o', '-'],
    { cwd: root, encoding: 'utf8' });
    const body = /wwStateStep:[\s\S]*?end_function/.exec(assembly)[0];
    for (const instruction of ['v128.load', 'f32x4.mul', 'f32x4.add', 'v128.store']) {
        assert.ok(body.includes(instruction), instruction);
    }
});

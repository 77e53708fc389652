// The budget of triangles: exact at its edge, and nothing is cut in silence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

const camera = {
    view: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1),
    projection: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0),
};

function shown(kit) {
    const { effectTriangles, trianglesCut, dropped } = kit.stats;
    return { effectTriangles, trianglesCut, dropped };
}

function burst(kit, count, options) {
    const emitter = kit.createEmitter({
        rateOverTime: 0, lifetime: 10, maxParticles: 65536, maxBirths: 65536, ...options,
    });
    emitter.burst(count);
    return emitter;
}

test('[kit.budget] by default 65,536 triangles are drawn and what is beyond is counted', async () => {
    for (const [count, cut] of [[32768, 0], [32769, 2], [50000, 34464]]) {
        const kit = await openKit();
        burst(kit, count);
        kit.update(0);
        kit.draw(camera);
        const effectTriangles = 2 * count - cut;
        assert.deepEqual(shown(kit), { effectTriangles, trianglesCut: cut, dropped: cut });
        assert.equal(kit.stats.particles, count, 'they live on');
        kit.draw(camera); // another view has a budget of its own
        assert.deepEqual(shown(kit),
            { effectTriangles: 2 * effectTriangles, trianglesCut: 2 * cut, dropped: 2 * cut });
        kit.update(0);
        assert.equal(kit.stats.effectTriangles, 0);
        assert.equal(kit.stats.trianglesCut, 2 * cut);
        kit.dispose();
    }
});

test('[kit.budget] the limit is settable, checked, and published', async () => {
    const kit = await openKit({ maxEffectTriangles: 100000 });
    assert.equal(kit.limits.maxEffectTriangles, 100000);
    burst(kit, 50000);
    kit.update(0);
    kit.draw(camera);
    assert.deepEqual(shown(kit), { effectTriangles: 100000, trianglesCut: 0, dropped: 0 });
    kit.dispose();
    const none = await openKit({ maxEffectTriangles: 0 });
    burst(none, 10);
    none.update(0);
    none.draw(camera);
    assert.equal(none.stats.drawCalls, 0);
    assert.equal(none.stats.trianglesCut, 20);
    none.dispose();
    await assert.rejects(openKit({ maxEffectTriangles: 16777217 }),
        /maxEffectTriangles is 16777217, it must be .*between 0 and 16777216/);
    await assert.rejects(openKit({ maxEffectTriangles: 0.5 }), /maxEffectTriangles is 0.5/);
});

// A trail of 40 points, three beams of one piece, a burst of 30: 2 triangles each.
async function mixed(maxEffectTriangles, options) {
    const kit = await openKit({ maxEffectTriangles });
    const trail = kit.createTrail({ lifetime: 100, minVertexDistance: 0.1, ...options });
    for (let i = 0; i <= 40; i++) {
        trail.transform.set(0.2 * i - 4, 0, 0);
        kit.update(0.01);
    }
    const style = kit.createBeamStyle({ caps: 'flat' });
    for (let i = 0; i < 3; i++) kit.createBeam(style, { from: [0, i, 0], to: [1, i, 0] });
    burst(kit, 30);
    kit.update(0);
    kit.draw(camera);
    const { drawCalls, effectTriangles, trianglesCut } = kit.stats;
    kit.dispose();
    return { drawCalls, effectTriangles, trianglesCut };
}

test('[kit.budget] what is drawn first keeps its triangles: trails, beams, particles', async () => {
    const whole = await mixed(1e6);
    const all = whole.effectTriangles;
    assert.equal(whole.drawCalls, 3);
    assert.ok(all > 2 * (38 + 3 + 30));
    const expected = [
        [all, 3], [all - 2, 3], [all - 58, 3], // particles go first, to the last of them
        [all - 60, 2], [all - 66, 1], // then beams
        [50, 1], [10, 1], [4, 1], [0, 0],
    ];
    for (const [budget, drawCalls] of expected) {
        assert.deepEqual(await mixed(budget),
            { drawCalls, effectTriangles: budget, trianglesCut: all - budget }, `${budget}`);
    }
    // An odd one does not fit half a quad.
    assert.deepEqual(await mixed(51), { drawCalls: 1, effectTriangles: 50, trianglesCut: all - 50 });
});

test('[kit.budget] whatever is drawn stays within the budget', async () => {
    const styles = [
        { shape: 'tube', sides: 7 }, { shape: 'cross' }, { joins: 'round' },
        { overlap: 'once', color: '#ff000080' },
    ];
    for (const style of styles) {
        const whole = await mixed(1e6, style);
        for (const budget of [0, 1, 17, 100, 101, 333, 700, 1111]) {
            const { effectTriangles, trianglesCut } = await mixed(budget, style);
            assert.ok(effectTriangles <= budget, `${JSON.stringify(style)} ${budget}`);
            assert.equal(effectTriangles + trianglesCut, whole.effectTriangles);
        }
    }
});

test('[kit.budget] trees are no effect', async () => {
    const kit = await openKit({ maxEffectTriangles: 0 });
    const forest = kit.createForest({ species: [{ preset: 'oak', variants: 1 }] });
    forest.plant([{ position: [0, 0, 0] }]);
    kit.update(0);
    kit.draw(camera);
    assert.equal(kit.stats.meshTrees, 1);
    assert.equal(kit.stats.trianglesCut, 0);
    kit.dispose();
});

// The fog of the world over effects, as pixels: ten metres before the eye a density of a tenth lets
// 1/e of the light through.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const MIDDLE = [256, 144];
const THROUGH = 163; // 1/e in sRGB

const near = (actual, expected, what) => expected.forEach((value, i) =>
    assert.ok(Math.abs(actual[i] - value) <= 3, `${what}: ${actual} is not ${expected}`));

/** What a white effect looks like in red fog, in no fog, and outside of the fog. */
const inFog = (stage, family, look) => stage.run(
    async ({ createKit, makeCanvas, camera, snap, lay }, [kind, options]) => {
        const draw = async (fogDensity, more) => {
            const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0, 0] });
            kit.world.set({ fogColor: [1, 0, 0, 1], fogDensity });
            if (kind === 'trail') {
                const trail = kit.createTrail({ lifetime: 100, width: 2, softness: 0,
                    fadeMode: 'none', minVertexDistance: 0.01, ...options, ...more });
                lay(kit, trail, [[-4, 0, 0], [4, 0, 0]]);
            } else if (kind === 'beam') {
                const style = kit.createBeamStyle({ width: 2, softness: 0, core: 0, ...options });
                kit.createBeam(style, { from: [-4, 0, 0], to: [4, 0, 0] });
                kit.update(0);
            } else {
                kit.createEmitter({ rateOverTime: 0, lifetime: 100, size: 4, speed: 0,
                    sprite: 'square', color: '#ffffff', ...options }).burst(1);
                kit.update(0);
            }
            kit.draw(camera());
            return snap(kit);
        };
        return { foggy: await draw(0.1), clear: await draw(0),
            outside: kind === 'trail' && await draw(0.1, { fog: false }) };
    }, [family, look]);

const covered = [255, THROUGH, THROUGH, 255];
const added = [THROUGH, THROUGH, THROUGH, 0];

for (const [what, look] of Object.entries({
    'a plain ribbon': {},
    'a ribbon with round joins': { joins: 'round' },
    'a premultiplied ribbon': { blend: 'premultiplied' },
    'an additive ribbon': { blend: 'additive' },
    'an additive sword': { shape: 'sword', root: [0, -1, 0], tip: [0, 1, 0], blend: 'additive' },
})) {
    renderTest(`[trail.material] fog lies over ${what} unless its style says no`, async (stage) => {
        const { foggy, clear, outside } = await inFog(stage, 'trail', look);
        const additive = look.blend === 'additive';
        near(foggy.pixel(...MIDDLE), additive ? added : covered, 'in fog');
        near(clear.pixel(...MIDDLE), [255, 255, 255, additive ? 0 : 255], 'without fog');
        assert.deepEqual(outside.pixel(...MIDDLE), clear.pixel(...MIDDLE));
    });
}

renderTest('[trail.tube] fog lies over a tube', async (stage) => {
    const { foggy, clear, outside } = await inFog(stage, 'trail', { shape: 'tube', width: 0.5 });
    near(foggy.pixel(...MIDDLE), covered, 'in fog');
    near(clear.pixel(...MIDDLE), [255, 255, 255, 255], 'without fog');
    assert.deepEqual(outside.pixel(...MIDDLE), clear.pixel(...MIDDLE));
});

renderTest('fog does not lie over trails of the screen', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay }) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0, 0] });
        kit.world.set({ fogColor: [1, 0, 0, 1], fogDensity: 0.1 });
        const trail = kit.createTrail({ space: 'screen', lifetime: 100, width: 40, softness: 0,
            fadeMode: 'none', minVertexDistance: 1 });
        lay(kit, trail, [[100, 144, 0], [400, 144, 0]]);
        kit.draw(camera());
        return snap(kit);
    });
    near(picture.pixel(...MIDDLE), [255, 255, 255, 255], 'on the screen');
});

renderTest('[beam.look] fog lies over beams that cover and dims those that add light', async (stage) => {
    const alpha = await inFog(stage, 'beam', { blend: 'alpha' });
    near(alpha.foggy.pixel(...MIDDLE), covered, 'alpha');
    near(alpha.clear.pixel(...MIDDLE), [255, 255, 255, 255], 'without fog');
    const additive = await inFog(stage, 'beam', { blend: 'additive' });
    near(additive.foggy.pixel(...MIDDLE), added, 'additive');
});

renderTest('fog lies over particles that cover and dims those that add light', async (stage) => {
    const alpha = await inFog(stage, 'particle', { blend: 'alpha' });
    const additive = await inFog(stage, 'particle', { blend: 'additive' });
    const whole = alpha.clear.pixel(...MIDDLE);
    near(whole, [255, 255, 255, 255], 'without fog');
    near(alpha.foggy.pixel(...MIDDLE), covered, 'alpha');
    near(additive.foggy.pixel(...MIDDLE), added, 'additive');
});

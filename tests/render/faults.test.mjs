// Faults that other systems had, as small inputs, where no family's own test has them.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

renderTest('fault 11: a kit that a timer drives runs without any animation frame', async (stage) => {
    const { before, after, frames } = await stage.run(async ({ createKit, makeCanvas }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        let frames = 0;
        const original = window.requestAnimationFrame;
        window.requestAnimationFrame = (callback) => {
            frames++;
            return original(callback);
        };
        kit.createEmitter({ rateOverTime: 100, lifetime: 9 });
        const before = kit.stats.particles;
        for (let i = 0; i < 5; i++) {
            await new Promise((resolve) => { setTimeout(resolve, 1); });
            kit.update(0.1);
        }
        window.requestAnimationFrame = original;
        return { before, after: kit.stats.particles, frames };
    });
    assert.deepEqual([before, after, frames], [0, 50, 0]);
});

renderTest('fault 41: 40,000 points in one style are drawn where they lie, the last ones too', async (stage) => {
    const { picture, points } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(), maxEffectTriangles: 131072 });
        const style = kit.createTrailStyle({ maxTrails: 10, maxPoints: 4096, lifetime: 1000, width: 0.5,
            minVertexDistance: 0, fadeMode: 'none', softness: 0, maxPointsPerUpdate: 1 });
        const trails = Array.from({ length: 10 }, () => kit.createTrail(style));
        for (let i = 0; i < 4000; i++) {
            trails.forEach((trail, k) => trail.transform.set(-8 + 16 * i / 3999, 4.5 - k, 0));
            kit.update(1 / 60);
        }
        kit.draw(camera({ halfHeight: 5 }));
        return { picture: snap(kit), points: kit.stats.trailPoints };
    });
    assert.ok(points >= 39900, `${points} points`);
    // 28.8 pixels a metre; ten ribbons from left to right, clear between them.
    for (let k = 0; k < 10; k++) {
        const y = 144 - (4.5 - k) * 28.8;
        for (const x of [-7.8, -2, 3, 7.8]) {
            assert.ok(picture.pixel(256 + x * 28.8, y)[3] > 250, `ribbon ${k} at ${x} m`);
            if (k < 9) assert.equal(picture.pixel(256 + x * 28.8, y + 14.4)[3], 0, `below ${k}`);
        }
    }
});

renderTest('fault 57: a hundred frames ask GL for nothing', async (stage) => {
    const asked = await stage.run(async ({ createKit, makeCanvas, camera }) => {
        const kit = await createKit({ canvas: makeCanvas(256, 144) });
        const trail = kit.createTrail({ lifetime: 1 });
        kit.createEmitter({ preset: 'smoke' });
        const beams = kit.createBeamStyle();
        kit.createBeam(beams, { from: [0, 0, 0], to: [1, 1, 1] });
        const frame = (i) => {
            trail.transform.set(i / 20, Math.sin(i / 9), 0);
            kit.update(1 / 60);
            kit.draw(camera());
        };
        for (let i = 0; i < 3; i++) frame(i); // what is compiled at its first draw
        const asked = [];
        for (const name of ['getParameter', 'getError', 'isEnabled', 'getIndexedParameter',
            'getUniformLocation', 'getAttribLocation', 'getProgramParameter', 'checkFramebufferStatus',
            'getTexParameter', 'getBufferParameter', 'getVertexAttrib', 'readPixels']) {
            const original = kit.gl[name];
            kit.gl[name] = (...args) => {
                asked.push(name);
                return original.apply(kit.gl, args);
            };
        }
        for (let i = 3; i < 103; i++) frame(i);
        const result = [...asked];
        for (const key of Object.keys(kit.gl)) delete kit.gl[key];
        return result;
    });
    assert.deepEqual(asked, []);
});

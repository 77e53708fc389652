// Trails as pixels. Orthographic camera: 20 pixels a metre, the origin in the middle of 512 x 288.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const at = (x, y = 0) => [256 + 20 * x, 144 - 20 * y];
const near = (actual, expected, tolerance, what) =>
    assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);

/** Lays a straight trail from x = -8 to x = 8 in one second and draws it at 64 frames a second. */
const straight = async (stage, style) =>
    stage.run(async ({ createKit, makeCanvas, camera, snap }, options) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({ maxPoints: 256, softness: 0, fadeMode: 'none', ...options });
        for (let i = 0; i <= 64; i++) {
            trail.transform.set(-8 + i / 4, 0, 0);
            kit.update(i ? 1 / 64 : 0);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    }, style);

renderTest('[trail.head] the ribbon reaches its source and has its width', async (stage) => {
    const picture = await straight(stage, { lifetime: 10, width: 1 });
    const { x, y, width, height } = picture.bounds(([, , , a]) => a > 128);
    near(x, at(-8)[0], 2, 'tail');
    near(x + width, at(8)[0], 2, 'head');
    near(height, 20, 1, 'width in pixels');
    near(y + height / 2, at(0)[1], 1, 'middle');
    // Closed: no gap or seam between the segments.
    assert.equal(picture.count(([, , , a]) => a < 250, { x: 110, y: 138, width: 290, height: 12 }), 0);
});

renderTest('[trail.lifetime] the tail is cut at lifetime, between two points', async (stage) => {
    // 16 m/s and half a second: 8 metres behind the head, wherever the points are.
    for (const minVertexDistance of [0.1, 1.7, 5]) {
        const picture = await straight(stage, { lifetime: 0.5, width: 1, minVertexDistance });
        const { x, width } = picture.bounds(([, , , a]) => a > 128);
        near(x, at(0)[0], 2, `tail with ${minVertexDistance} m between points`);
        near(x + width, at(8)[0], 2, 'head');
    }
});

renderTest('[trail.over-length] colour, alpha and width follow the length from head to tail', async (stage) => {
    const picture = await straight(stage, {
        lifetime: 10,
        width: 2,
        widthOverLength: [1, 0.25],
        colorOverLength: [[0, '#ff0000'], [0.5, '#00ff00'], [1, '#0000ff']],
    });
    const column = (x) => picture.count(([, , , a]) => a > 128, { x: at(x)[0], y: 0, width: 1, height: 288 });
    near(column(7), 40 * (1 - 0.75 * (1 / 16)), 2, 'width near the head');
    near(column(0), 40 * (1 - 0.75 * 0.5), 2, 'width in the middle');
    near(column(-7.5), 40 * (1 - 0.75 * (15.5 / 16)), 2, 'width near the tail');
    const [head, middle, tail] = [6.8, 0, -7.8].map((x) => picture.pixel(...at(x)));
    assert.ok(head[0] > 200 && head[2] < 10, `head ${head} is red`);
    assert.ok(middle[1] > 240 && middle[0] < 60 && middle[2] < 60, `middle ${middle} is green`);
    assert.ok(tail[2] > 230 && tail[0] < 10, `tail ${tail} is blue`);
});

renderTest('[trail.over-age] colour and alpha follow the age of each point', async (stage) => {
    const picture = await straight(stage, {
        lifetime: 2, // the oldest point is half way
        width: 1,
        alphaOverAge: [1, 0],
        colorOverAge: [[0, '#ffffff'], [0.25, '#ffffff'], [0.25, '#ff0000'], [1, '#ff0000']],
    });
    for (const x of [6, 2, -2, -6]) {
        const age = (8 - x) / 16 / 2;
        const [r, g, , a] = picture.pixel(...at(x));
        near(a, 255 * (1 - age), 4, `alpha at age ${age}`);
        near(r, a, 3, 'red, premultiplied');
        assert.equal(g > 100, age < 0.25, `green ${g} at age ${age}`);
    }
});

renderTest('[trail.teleport] no pixel lies in the gap of a teleport, what was laid stays', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({
            lifetime: 10, width: 1, softness: 0, fadeMode: 'none', teleportDistance: 3,
        });
        for (const x of [-9, -8.5, -8, -7.5, -7, 5, 5.5, 6, 6.5, 7]) {
            trail.transform.set(x, 0, 0);
            kit.update(1 / 60);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    });
    const [left, right] = [at(-6.9)[0] + 1, at(4.9)[0]];
    assert.equal(picture.count(undefined, { x: left, y: 0, width: right - left, height: 288 }), 0);
    assert.ok(picture.pixel(...at(-8))[3] > 250);
    assert.ok(picture.pixel(...at(6))[3] > 250);
});

renderTest('a source that is created far from the origin draws nothing near it', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({ width: 2, softness: 0 });
        trail.transform.set(9, 4, 0);
        kit.update(1 / 60);
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    });
    assert.equal(picture.count(), 0);
});

renderTest('[trail.idle] 1,000 idle trails under an orbiting camera send no record bytes', async (stage) => {
    const { bytes, calls, visible } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const style = kit.createTrailStyle({ maxTrails: 1000, maxPoints: 32, lifetime: 20 });
        const trails = Array.from({ length: 1000 }, () => kit.createTrail(style));
        for (let frame = 0; frame < 20; frame++) {
            trails.forEach((trail, i) => trail.transform.set(frame * 0.2, (i % 40) * 0.3 - 6, i / 100));
            kit.update(1 / 60);
        }
        kit.update(1 / 60);
        kit.draw(camera());
        const seen = { bytes: [], calls: [] };
        for (let frame = 0; frame < 60; frame++) {
            kit.update(1 / 60);
            kit.draw(camera({ eye: [Math.sin(frame / 10) * 15, 3, Math.cos(frame / 10) * 15] }));
            seen.bytes.push(kit.stats.recordBytes);
            seen.calls.push(kit.stats.drawCalls);
        }
        return { ...seen, visible: snap(kit) };
    });
    assert.deepEqual(new Set(bytes), new Set([0]));
    assert.deepEqual(new Set(calls), new Set([1]));
    assert.ok(visible.coverage() > 0.05);
});

renderTest('[trail.style-shared] one style is one draw, and an edit shows on idle trails', async (stage) => {
    const { calls, before, after, error } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const style = kit.createTrailStyle({
            maxTrails: 8, lifetime: 30, width: 1, softness: 0, fadeMode: 'none', color: '#ff0000',
        });
        const trails = Array.from({ length: 8 }, () => kit.createTrail(style));
        for (let frame = 0; frame <= 20; frame++) {
            trails.forEach((trail, i) => trail.transform.set(frame * 0.4 - 4, i * 1.5 - 5.25, 0));
            kit.update(1 / 60);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        const result = { calls: kit.stats.drawCalls, before: snap(kit) };
        style.set({ color: '#0000ff', width: 0.5 });
        try {
            style.set({ color: '#00ff00', width: -1 });
        } catch (caught) {
            result.error = caught.message;
        }
        kit.update(0);
        kit.draw(camera({ halfHeight: 7.2 }));
        return { ...result, after: snap(kit) };
    });
    assert.equal(calls, 1);
    assert.equal(error, 'trail style: width is -1, it must be between 0 and 1000 m');
    for (let i = 0; i < 8; i++) {
        const y = i * 1.5 - 5.25;
        assert.deepEqual(before.pixel(...at(0, y)), [255, 0, 0, 255]);
        assert.deepEqual(after.pixel(...at(0, y)), [0, 0, 255, 255]);
        assert.equal(before.pixel(...at(0, y + 0.4))[3], 255);
        assert.equal(after.pixel(...at(0, y + 0.4))[3], 0);
    }
});

renderTest('blending: alpha covers what is behind, additive adds and leaves alpha alone', async (stage) => {
    const draw = (blend) => stage.run(async ({ createKit, makeCanvas, camera, snap }, mode) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0.5, 0.5] });
        const trail = kit.createTrail({
            lifetime: 9, width: 2, softness: 0, fadeMode: 'none', color: [1, 0, 0, 0.5], blend: mode,
        });
        for (let i = 0; i <= 20; i++) {
            trail.transform.set(i * 0.4 - 4, 0, 0);
            kit.update(1 / 60);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    }, blend);
    const over = (await draw('alpha')).pixel(...at(0));
    const sum = (await draw('additive')).pixel(...at(0));
    [128, 0, 64, 191].forEach((value, i) => near(over[i], value, 2, `alpha, channel ${i}`));
    [128, 0, 128, 128].forEach((value, i) => near(sum[i], value, 2, `additive, channel ${i}`));
});

renderTest('two runs of the same frames are byte-identical', async (stage) => {
    const [first, second] = [await straight(stage, { softness: 0.6 }), await straight(stage, { softness: 0.6 })];
    assert.equal(first.difference(second).max, 0);
    assert.ok(first.count() > 500);
});

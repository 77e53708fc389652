// What is laid, as pixels. Orthographic camera: 20 pixels a metre, the origin in the middle of
// 512 x 288. "Fault n" is the number of a fault that other systems have had.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const at = (x, y = 0) => [256 + 20 * x, 144 - 20 * y];
const near = (actual, expected, tolerance, what) =>
    assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);

renderTest('[trail.pinned] texture and colours of what is laid stay when old points die', async (stage) => {
    const pictures = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const pixels = new Uint8Array(8 * 4).map((_, i) => (i % 4 === 3 ? 255 : 30 * Math.floor(i / 4)));
        const texture = kit.createTexture({ pixels, width: 8, height: 1, wrap: 'repeat', mipmaps: false });
        await texture.ready;
        const trail = kit.createTrail({
            lifetime: 2, maxPoints: 256, width: 2, softness: 0, fadeMode: 'none', caps: 'flat', texture,
            textureMode: 'tile', textureScale: 0.7, pointData: true,
        });
        for (let i = 0; i <= 64; i++) {
            trail.transform.set(-8 + i / 4, 0, 0);
            kit.update(i ? 1 / 64 : 0);
        }
        const points = trail.readPoints();
        for (let i = 0; i < points.count; i++) points.color.set([i / 64, 1 - i / 64, 1, 1], 4 * i);
        trail.writePoints(points);
        const seen = [];
        for (let i = 0; i < 3; i++) {
            kit.draw(camera({ halfHeight: 7.2 }));
            seen.push(snap(kit));
            kit.update(i === 0 ? 0.9 : 0.5); // at rest: only the tail goes on
        }
        return { pictures: seen };
    }).then((result) => result.pictures);
    const row = (picture, from) => Array.from({ length: at(7.5)[0] - at(from)[0] },
        (_, i) => picture.pixel(at(from)[0] + i, at(0)[1]));
    assert.ok(new Set(row(pictures[0], -7.5).map(String)).size > 50, 'stripes in changing colours');
    assert.deepEqual(row(pictures[1], -7.5), row(pictures[0], -7.5)); // the tail is still at -8
    assert.equal(pictures[2].pixel(...at(-3))[3], 0); // half of it has gone
    assert.deepEqual(row(pictures[2], 0.5), row(pictures[0], 0.5));
});

const plume = (stage, style) => stage.run(async ({ createKit, makeCanvas, camera, snap }, options) => {
    const kit = await createKit({ canvas: makeCanvas() });
    const trail = kit.createTrail({
        lifetime: 1, width: 1, softness: 0, fadeMode: 'none', drift: [0, 5, 0], ...options,
    });
    trail.transform.set(0, -4, 0);
    for (let i = 0; i < 100; i++) kit.update(1 / 60);
    kit.draw(camera({ halfHeight: 7.2 }));
    return snap(kit);
}, style);

renderTest('[trail.emit-modes] a source at rest has a plume with always, and nothing with moving', async (stage) => {
    for (const maxInterval of [0, 0.2]) {
        const picture = await plume(stage, { emitMode: 'always', maxInterval, caps: 'flat' });
        const { x, y, width, height } = picture.bounds(([, , , a]) => a > 128);
        near(x, at(-0.5)[0], 1, 'left edge');
        near(width, 20, 1, 'width');
        near(y, at(0, 1)[1], 2, 'top: five metres up in a lifetime');
        near(y + height, at(0, -4)[1], 2, 'down to the source');
        assert.equal(picture.count(([, , , a]) => a < 250,
            { x: x + 2, y: y + 3, width: width - 4, height: height - 6 }), 0, 'one piece');
    }
    assert.equal((await plume(stage, { emitMode: 'moving' })).count(), 0);
});

renderTest('[trail.live-controls] opacity fades the living trail, width shapes what comes', async (stage) => {
    const [full, half] = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({
            lifetime: 10, maxPoints: 256, width: 2, softness: 0, fadeMode: 'none', caps: 'flat',
        });
        for (let i = 0; i <= 64; i++) {
            if (i === 32) trail.width = 0.25;
            trail.transform.set(-8 + i / 4, 0, 0);
            kit.update(1 / 64);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        const before = snap(kit);
        trail.opacity = 0.5;
        kit.draw(camera({ halfHeight: 7.2 }));
        return { pictures: [before, snap(kit)] };
    }).then((result) => result.pictures);
    const column = (picture, x) => picture.count(([, , , a]) => a > 40, { x: at(x)[0], y: 0, width: 1, height: 288 });
    near(column(full, -4), 40, 1, 'laid before');
    near(column(full, 4), 10, 1, 'laid after');
    for (const x of [-6, -2, 2, 6]) {
        assert.equal(full.pixel(...at(x))[3], 255);
        near(half.pixel(...at(x))[3], 127, 2, `alpha at ${x}`);
    }
});

renderTest('[trail.stroke] a stroke stands whole, thins from its older end, and is gone', async (stage) => {
    const pictures = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const style = kit.createTrailStyle({
            lifetime: 1, width: 1, softness: 0, fadeMode: 'none', caps: 'flat', maxTrails: 2,
        });
        kit.update(1);
        style.stroke({ from: [-8, 2, 0], to: [8, 2, 0], ageFrom: 0.5 });
        style.stroke({ path: [[-8, -2, 0], [0, -2, 0], [0, -6, 0]] });
        const seen = [];
        for (let i = 0; i < 4; i++) {
            kit.draw(camera({ halfHeight: 7.2 }));
            seen.push(snap(kit));
            kit.update([0.25, 0.5, 0.5][i] ?? 0);
        }
        return { pictures: seen };
    }).then((result) => result.pictures);
    const left = (picture) => {
        let x = 0;
        while (x < 512 && picture.pixel(x, at(0, 2)[1])[3] < 128) x++;
        return x;
    };
    near(left(pictures[0]), at(-8)[0], 1, 'whole');
    near(left(pictures[1]), at(-8)[0], 1, 'nothing has reached its lifetime');
    near(left(pictures[2]), at(0)[0], 1, 'after 0.75 s half of it has');
    for (const place of [[-5, -2], [0, -5]]) assert.equal(pictures[2].pixel(...at(...place))[3], 255);
    assert.equal(pictures[2].pixel(...at(-5, 2))[3], 0);
    assert.equal(pictures[3].count(), 0);
});

renderTest('[trail.smooth] a circle sampled 8 times a turn is drawn within 1% of the circle', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({
            lifetime: 10, maxPoints: 256, width: 0.1, softness: 0, fadeMode: 'none', smoothing: 0.005,
        });
        for (let i = 0; i <= 9; i++) {
            trail.transform.set(6 * Math.cos(i * Math.PI / 4), 6 * Math.sin(i * Math.PI / 4), 0);
            kit.update(1 / 60);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    });
    let off = 0;
    let drawn = 0;
    for (let y = 0; y < 288; y++) {
        for (let x = 0; x < 512; x++) {
            if (picture.pixel(x, y)[3] < 128) continue;
            drawn++;
            const radius = Math.hypot(x + 0.5 - 256, y + 0.5 - 144) / 20;
            if (Math.abs(radius - 6) > 0.06 + 0.05 + 0.05) off++; // 1%, half the width, a pixel
        }
    }
    assert.ok(drawn > 1200, `${drawn} pixels`);
    assert.equal(off, 0);
});

renderTest('widths that fall to nothing and rise again leave two pieces (fault 21)', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({
            lifetime: 10, maxPoints: 256, width: 4, softness: 0, fadeMode: 'none', caps: 'flat',
            widthOverLength: [1, 0, 1],
        });
        for (let i = 0; i <= 64; i++) {
            trail.transform.set(-8 + i / 4, 0, 0);
            kit.update(1 / 64);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    });
    const column = (x) => picture.count(([, , , a]) => a > 128, { x: at(x)[0], y: 0, width: 1, height: 288 });
    for (const x of [-7, -4, -1, 1, 4, 7]) near(column(x), 10 * Math.abs(x), 3, `width at ${x}`);
    assert.ok(column(0) <= 2, 'nothing bridges the middle');
});

renderTest('the head is at a parent that moves fast, in the same frame (fault 27)', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const ship = kit.createTransform();
        const nozzle = kit.createTransform();
        nozzle.setParent(ship);
        nozzle.set(2, 0, 0);
        kit.createTrail(
            { lifetime: 10, width: 1, softness: 0, fadeMode: 'none', caps: 'flat' },
            { transform: nozzle },
        );
        for (const x of [-30, -20, -10, 0]) {
            ship.set(x, 0, 0);
            kit.update(1 / 60);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    });
    const { x, width } = picture.bounds(([, , , a]) => a > 128);
    near(x + width, at(2)[0], 1, 'newest end');
});

// Beams as pixels. Orthographic camera: 20 pixels a metre, the origin in the middle of 512 x 288.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const at = (x, y = 0) => [256 + 20 * x, 144 - 20 * y];
const near = (actual, expected, tolerance, what) =>
    assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);
const solid = ([, , , a]) => a > 128;

/** Draws beams of one style after `age` seconds. */
const draw = async (stage, style, beams, { age = 0, view = { halfHeight: 7.2 } } = {}) =>
    stage.run(async ({ createKit, makeCanvas, camera, snap }, given) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const look = kit.createBeamStyle(given.style);
        for (const beam of given.beams) kit.createBeam(look, beam);
        kit.update(given.age);
        kit.draw(camera(given.view));
        return snap(kit);
    }, { style, beams, age, view });

const crisp = { blend: 'alpha', softness: 0, core: 0, caps: 'flat', width: 1, fadeMode: 'none' };

renderTest('[beam.look] colours run from end to end, each end has its width, edges are closed', async (stage) => {
    const picture = await draw(stage, { ...crisp, colorOverLength: ['#ff0000', '#0000ff'] },
        [{ from: [-8, 0, 0], to: [8, 0, 0], width: [2, 0.5] }]);
    const { x, width } = picture.bounds(solid);
    near(x, at(-8)[0], 1, 'begin');
    near(x + width, at(8)[0], 1, 'end');
    for (const place of [-7.9, -4, 0, 4, 7.9]) {
        const share = (place + 8) / 16;
        const box = { x: Math.round(at(place)[0]), y: 0, width: 1, height: 288 };
        const column = picture.count(solid, box);
        near(column, 20 * (2 - 1.5 * share), 2, `width at ${place}`);
        const [r, , b, a] = picture.pixel(...at(place));
        near((r / 255) ** 2.2, 1 - share, 0.04, `red at ${place}`);
        near((b / 255) ** 2.2, share, 0.04, `blue at ${place}`);
        assert.equal(a, 255);
        // Symmetric to its line: no kink where the two triangles of the quad meet.
        const rows = picture.bounds((pixel, px) => solid(pixel) && px === box.x);
        near(rows.y + rows.height / 2, 144, 1, `middle at ${place}`);
    }
});

renderTest('[beam.look] the life of a shot fades alpha and width, then nothing is left', async (stage) => {
    const beams = [{ from: [-8, 0, 0], to: [8, 0, 0], lifetime: 2 }];
    const play = (fadeMode, age, more) => draw(stage, { ...crisp, fadeMode, ...more }, beams, { age });
    const rows = (picture) => picture.count(solid, { x: 256, y: 0, width: 1, height: 288 });
    for (const age of [0, 0.5, 1.5]) {
        const left = 1 - age / 2;
        near((await play('alpha', age)).pixel(...at(0))[3], 255 * left, 3, `alpha after ${age} s`);
        near(rows(await play('width', age)), 20 * left, 1, `width after ${age} s`);
    }
    const curves = { alphaOverLife: [0, 1], widthOverLife: [[0, 1], [1, 3]],
        colorOverLife: ['#ff0000', '#00ff00'] };
    const late = await play('none', 1, curves);
    near(late.pixel(...at(0))[3], 128, 3, 'alpha half way');
    near(late.count(([, , , a]) => a > 64, { x: 256, y: 0, width: 1, height: 288 }), 40, 2, 'width half way');
    const [r, g] = late.pixel(...at(0));
    near(r, g, 6, 'as red as green half way');
    assert.equal((await play('none', 2)).count(), 0);
});

renderTest('[beam.look] faces the camera from all sides, has round caps, and is a disc end on', async (stage) => {
    const style = { ...crisp, caps: 'round', width: 2 };
    // Turned about its line and seen from above, the front and below it is the same.
    const pictures = [];
    for (const eye of [[0, 0, 30], [0, 30, 0.001], [0, -20, 20]]) {
        pictures.push(await draw(stage, style, [{ from: [-5, 0, 0], to: [5, 0, 0] }],
            { view: { halfHeight: 7.2, eye, up: [0, eye[1] > 25 ? 0 : 1, eye[1] > 25 ? -1 : 0] } }));
    }
    for (const picture of pictures) {
        const box = picture.bounds(solid);
        near(box.width, 20 * 12, 2, 'length with caps');
        near(box.height, 40, 2, 'width');
        assert.ok(!solid(picture.pixel(...at(-5.8, 0.8))) && solid(picture.pixel(...at(-5.6, 0.6))),
            'the cap is round');
        near(picture.count(solid), 400 * (20 + Math.PI), 120, 'area');
    }
    for (const [x, halfHeight] of [[0, 7.2], [1.5, 0]]) {
        const view = { eye: [0, 0, 20], fovY: 2 * Math.atan(7.2 / 20), halfHeight };
        // Along the line of sight: behind its near end everything is hidden.
        const disc = await draw(stage, style, [{ from: [x, 0, 0], to: [x * 2, 0, -20] }], { view });
        const box = disc.bounds(solid);
        near(box.width, 40, 3, 'disc');
        near(box.height, 40, 3, 'disc');
        near(disc.count(solid), 400 * Math.PI, 90, 'area of the disc');
    }
});

renderTest('[beam.look] soft edges, a hot core, and three ways to blend over a white and a black host', async (stage) => {
    const base = { ...crisp, width: 4, softness: 1, core: 0.25, coreColor: [1, 1, 1], color: [1, 0, 0] };
    const picture = await draw(stage, base, [{ from: [-8, 0, 0], to: [8, 0, 0] }]);
    let last = 256;
    for (let y = 0; y <= 2.2; y += 0.1) {
        const alpha = picture.pixel(...at(0, y))[3];
        assert.ok(alpha <= last, 'falls toward the edge');
        last = alpha;
    }
    assert.equal(last, 0);
    near(picture.pixel(...at(0, 1))[3], 128, 9, 'half way');
    assert.ok(picture.pixel(...at(0, 0))[1] > 240, 'white in the core');
    assert.ok(picture.pixel(...at(0, 0.8))[1] < 10, 'red beside it');

    const over = (blend, clear) => stage.run(async ({ createKit, makeCanvas, camera, snap }, given) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: given.clear });
        const style = kit.createBeamStyle({ softness: 0, core: 0, width: 2, blend: given.blend,
            color: [0.5, 0, 0, 0.5] });
        kit.createBeam(style, { from: [-8, 0, 0], to: [8, 0, 0] });
        kit.update(0);
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    }, { blend, clear });
    const red = 188; // 0.5, sRGB encoded
    const expected = {
        alpha: [[red / 2, 0, 0, 255], [255 / 2 + red / 2, 255 / 2, 255 / 2, 255]],
        additive: [[red / 2, 0, 0, 255], [255, 255, 255, 255]],
        premultiplied: [[red, 0, 0, 255], [255, 255 / 2, 255 / 2, 255]],
    };
    for (const [blend, [black, white]] of Object.entries(expected)) {
        for (const [clear, pixel] of [[[0, 0, 0, 1], black], [[1, 1, 1, 1], white]]) {
            const seen = (await over(blend, clear)).pixel(...at(0));
            pixel.forEach((value, i) => near(seen[i], value, 2, `${blend} over ${clear}, channel ${i}`));
        }
    }
});

renderTest('[beam.look] zero length draws nothing, reversed ends draw the same, the near plane cuts cleanly', async (stage) => {
    for (const style of [crisp, { ...crisp, caps: 'round' }, { jitter: 0.5, branches: 3 }]) {
        const nothing = await draw(stage, style, [{ from: [1, 2, 3], to: [1, 2, 3] }]);
        assert.equal(nothing.count(), 0);
    }
    const style = { ...crisp, caps: 'round' };
    const there = await draw(stage, style, [{ from: [-6, -3, 1], to: [7, 4, -2] }]);
    const back = await draw(stage, style, [{ from: [7, 4, -2], to: [-6, -3, 1] }]);
    assert.ok(there.count() > 4000);
    assert.ok(there.difference(back).max <= 2);
    // From before the camera to far behind it, below the line of sight: nothing above the middle.
    const view = { eye: [0, 0, 10], target: [0, 0, 0] };
    const passing = await draw(stage, style, [{ from: [0, -2, 0], to: [0, -2, 200] }], { view });
    assert.equal(passing.count(undefined, { x: 0, y: 0, width: 512, height: 150 }), 0);
    assert.ok(solid(passing.pixel(256, 270)));
    const column = (y) => passing.count(solid, { x: 0, y, width: 512, height: 1 });
    assert.ok(column(280) > column(230) && column(230) > 20, 'wider toward the camera');
});

renderTest('[beam.follow] both ends are at their transforms in the frame in which these moved', async (stage) => {
    const pictures = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const style = kit.createBeamStyle({ blend: 'alpha', softness: 0, core: 0, caps: 'flat' });
        style.set({ width: 0.5 });
        const [from, to, carrier] = [kit.createTransform(), kit.createTransform(), kit.createTransform()];
        to.setParent(carrier);
        kit.createBeam(style, { from, to });
        const shots = [];
        for (let i = 0; i < 4; i++) {
            from.set(-8 + i, 3, 0);
            carrier.set(i, -4, 0);
            to.set(4, 0, 0);
            kit.update(1 / 60);
            kit.draw(camera({ halfHeight: 7.2 }));
            shots.push(snap(kit));
        }
        return shots;
    });
    pictures.forEach((picture, i) => {
        const { x, y, width, height } = picture.bounds(solid);
        near(x, at(-8 + i)[0], 3, 'from');
        near(x + width, at(4 + i)[0], 3, 'to');
        near(y, at(0, 3)[1], 5, 'from');
        near(y + height, at(0, -4)[1], 5, 'to');
        assert.ok(solid(picture.pixel(...at(-2 + i, -0.5))), 'the middle');
    });
});

// tests/native/test_beam.c has the same numbers from the reference in C.
const heights = [0, 0.75136, 1.37978, 1.26301, 1.20683, 0.77206, 0.32242, 0.18889, 0];

renderTest('[beam.jitter] the pixels are where the reference says, the same seed the same path', async (stage) => {
    const style = { ...crisp, width: 0.2, jitter: 0.1, segments: 8, jitterRate: 0 };
    const beam = { from: [-8, 0, 0], to: [8, 0, 0], seed: 7 };
    const picture = await draw(stage, style, [beam]);
    for (let i = 1; i < 32; i++) {
        const node = Math.min(Math.floor(i / 4), 7);
        const height = heights[node] + (heights[node + 1] - heights[node]) * (i / 4 - node);
        const column = Math.round(at(-8 + i / 2)[0]);
        const rows = picture.bounds((pixel, x) => solid(pixel) && x === column);
        near(rows.y + rows.height / 2, at(0, height)[1], 1.5, `height at ${i}`);
    }
    const path = async (seed, age) => draw(stage, { ...style, jitterRate: 10 }, [{ ...beam, seed }], { age });
    const first = await path(3, 0);
    assert.equal(first.difference(await path(3, 0)).max, 0);
    assert.ok(first.difference(await path(4, 0)).pixels > 300);
});

renderTest('[beam.jitter] paths are re-rolled at the rate, or move over, with branches, at no upload', async (stage) => {
    const play = (style) => stage.run(async ({ createKit, makeCanvas, camera, snap }, given) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const look = kit.createBeamStyle({ blend: 'alpha', jitter: 0.1, segments: 32, jitterRate: 5,
            width: 0.3, ...given });
        kit.createBeam(look, { from: [-8, 0, 0], to: [8, 0, 0], seed: 5 });
        const frames = [];
        for (let i = 0; i <= 16; i++) {
            kit.update(1 / 16);
            kit.draw(camera({ halfHeight: 7.2 }));
            if (i) frames.push({ picture: snap(kit), bytes: kit.stats.recordBytes });
        }
        return frames;
    }, style);
    const changesOf = (frames) => frames.slice(1)
        .map(({ picture }, i) => picture.difference(frames[i].picture).pixels);
    const jumping = await play({});
    assert.ok(jumping.every(({ bytes }) => bytes === 0));
    const jumps = changesOf(jumping).filter((pixels) => pixels > 0);
    assert.ok(jumps.length >= 4 && jumps.length <= 5, `${jumps.length} paths in a second`);
    assert.ok(Math.min(...jumps) > 500);
    // Moving over it is never at rest, and never jumps as far.
    const moving = await play({ jitterBlend: 1 });
    assert.ok(moving.every(({ bytes }) => bytes === 0));
    const moves = changesOf(moving);
    assert.ok(moves.filter((pixels) => pixels > 0).length >= 15);
    const branched = await play({ branches: 4 });
    assert.ok(branched[0].picture.count() > 1.2 * jumping[0].picture.count());
    const brightness = new Set((await play({ flicker: 0.9 }))
        .map(({ picture }) => picture.data.reduce((most, value, i) => (i % 4 === 3 ? Math.max(most, value) : most), 0)));
    assert.ok(brightness.size >= 4, 'it flickers');
});

renderTest('a texture runs along the beam, tiled by metres, and scrolls without an upload', async (stage) => {
    const play = (style) => stage.run(async ({ createKit, makeCanvas, camera, snap }, given) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const pixels = new Uint8Array(64 * 4).map((_, i) => (i % 4 === 3 ? 255 : (i >> 2) < 32 ? 255 : 0));
        const texture = kit.createTexture({ pixels, width: 64, height: 1, wrap: 'repeat', filter: 'nearest' });
        const look = kit.createBeamStyle({ blend: 'alpha', softness: 0, core: 0, caps: 'flat', width: 1,
            texture, ...given });
        kit.createBeam(look, { from: [-8, 0, 0], to: [8, 0, 0] });
        kit.update(0);
        kit.draw(camera({ halfHeight: 7.2 }));
        const before = snap(kit);
        kit.update(0.25);
        kit.draw(camera({ halfHeight: 7.2 }));
        return { before, after: snap(kit), bytes: kit.stats.recordBytes };
    }, style);
    const isWhite = (picture, x) => picture.pixel(...at(x))[0] > 128;
    const stretched = await play({});
    assert.ok(isWhite(stretched.before, -4) && !isWhite(stretched.before, 4));
    const tiled = await play({ textureMode: 'tile', textureScale: 0.25, scroll: 2 });
    for (const x of [-7, -3, 1, 5]) {
        assert.ok(isWhite(tiled.before, x) && !isWhite(tiled.before, x + 2), `at ${x}`);
        assert.ok(!isWhite(tiled.after, x) && isWhite(tiled.after, x + 2), `scrolled at ${x}`);
    }
    assert.equal(tiled.bytes, 0);
});

renderTest('beams come back with a lost context, and the canvas counts them', async (stage) => {
    const { before, after, beams } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const canvas = makeCanvas();
        const kit = await createKit({ canvas, statsEveryFrame: true });
        const style = kit.createBeamStyle({ blend: 'alpha', width: 1, jitter: 0.1, branches: 2, jitterRate: 0 });
        const to = kit.createTransform();
        to.set(6, 3, 0);
        kit.createBeam(style, { from: [-8, 0, 0], to });
        kit.createBeam(style, { from: [-8, -4, 0], to: [8, -4, 0], lifetime: 100 });
        kit.update(0.01);
        kit.draw(camera({ halfHeight: 7.2 }));
        const first = snap(kit);
        const counted = canvas.dataset.wwBeams;
        const lose = kit.gl.getExtension('WEBGL_lose_context');
        const event = (name) => new Promise((resolve) => {
            canvas.addEventListener(name, () => setTimeout(resolve), { once: true });
        });
        const lost = event('webglcontextlost');
        lose.loseContext();
        await lost;
        kit.update(0.01);
        kit.draw(camera({ halfHeight: 7.2 }));
        const restored = event('webglcontextrestored');
        lose.restoreContext();
        await restored;
        kit.update(0);
        kit.draw(camera({ halfHeight: 7.2 }));
        return { before: first, after: snap(kit), beams: counted };
    });
    assert.equal(beams, '2');
    assert.ok(before.count() > 3000);
    assert.ok(before.difference(after).max <= 2);
});

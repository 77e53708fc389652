// How trails look, as pixels. Orthographic camera: 20 pixels a metre, the origin in the middle of
// 512 x 288.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const at = (x, y = 0) => [256 + 20 * x, 144 - 20 * y];
const near = (actual, expected, tolerance, what) =>
    assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);
const nearColor = (actual, expected, tolerance, what) =>
    expected.forEach((value, i) => near(actual[i], value, tolerance, `${what}, channel ${i}`));
const solid = ([, , , a]) => a > 128;
const height = (picture, x) => picture.count(solid, { x: at(x)[0], y: 0, width: 1, height: 288 });

/**
 * Lays one trail along corners, 16 m a second, and draws it. `texture` is a list of colours along
 * (or lists of these, rows across).
 */
const shoot = (stage, options, corners = [[-8, 0, 0], [8, 0, 0]], setting = {}) => stage.run(
    async ({ createKit, makeCanvas, camera, snap, lay, walk }, [style, points, { clear, world }]) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: clear ?? [0, 0, 0, 0] });
        if (world) kit.world.set(world);
        if (style.texture) {
            const rows = Array.isArray(style.texture[0][0]) ? style.texture : [style.texture];
            style.texture = kit.createTexture({ pixels: Uint8Array.from(rows.flat(2)), filter: 'nearest',
                width: rows[0].length, height: rows.length, wrap: 'repeat' });
            await style.texture.ready;
        }
        const trail = kit.createTrail({ lifetime: 100, maxPoints: 1024, width: 2, softness: 0,
            fadeMode: 'none', caps: 'flat', minVertexDistance: 0.01, ...style });
        lay(kit, trail, walk(points), 1 / 64);
        kit.draw(camera({ halfHeight: 7.2 }));
        return { picture: snap(kit), calls: kit.stats.drawCalls };
    }, [options, corners, setting]);

const red = [255, 0, 0, 255];
const green = [0, 255, 0, 255];
const blue = [0, 0, 255, 255];
const white = [255, 255, 255, 255];

renderTest('[trail.overlap] a half-transparent ribbon that crosses itself has one value (fault 49)', async (stage) => {
    const knot = [[-9, -4, 0], [6, 4, 0], [8, 0, 0], [6, -4, 0], [-9, 4, 0], [-9, 5.5, 0], [9, 5.5, 0],
        [9, -2, 0], [8.7, -2, 0], [8.7, 5, 0]];
    for (const blend of ['alpha', 'additive', 'premultiplied']) {
        const color = blend === 'premultiplied' ? [0.5, 0.5, 0.5, 0.5] : [1, 1, 1, 0.5];
        const options = { color, blend, joins: 'round', caps: 'round' };
        const once = await shoot(stage, { ...options, overlap: 'once' }, knot);
        const twice = await shoot(stage, { ...options, overlap: 'blend' }, knot);
        const channel = blend === 'additive' ? 0 : 3;
        const full = blend === 'alpha' ? 128 : once.picture.pixel(...at(0.9, 0.9))[channel];
        assert.ok(twice.picture.count((p) => p[channel] > full + 40) > 1000, `${blend}: it does cross itself`);
        assert.equal(once.picture.count((p) => p[channel] > full + 3), 0, `${blend}: no pixel is covered twice`);
        // No wedge and no seam: what is covered in full by the blended one is so here.
        let dark = 0;
        once.picture.forEach((pixel, x, y) => {
            if (twice.picture.pixel(x, y)[channel] >= full && pixel[channel] < full - 8) dark++;
        });
        assert.ok(dark <= 12, `${blend}: ${dark} dark pixels`);
        assert.equal(once.calls, 5);
        assert.equal(twice.calls, 1);
    }
    // Soft edges hide nothing behind them either: across the crossing it is as dense as without it.
    const cross = [[-6, -3, 0], [6, 3, 0], [6, -3, 0], [-6, 3, 0]];
    const soft = (await shoot(stage, { color: [1, 1, 1, 0.5], softness: 1, overlap: 'once', width: 3 }, cross)).picture;
    for (let t = -2; t <= 2; t += 0.1) {
        near(soft.pixel(...at(t, t / 2))[3], 128, 14, `soft, ${t} along one ribbon`);
        near(soft.pixel(...at(t, -t / 2))[3], 128, 14, `soft, ${t} along the other`);
    }
});

renderTest('two styles that are drawn once cover each other, each once', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        for (const y of [-1, 1]) {
            const trail = kit.createTrail({ lifetime: 100, maxPoints: 256, width: 2, softness: 0,
                fadeMode: 'none', overlap: 'once', color: [1, 1, 1, 0.5] });
            lay(kit, trail, walk([[-4, y * 3, 0], [4, -y * 3, 0]]));
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    });
    near(picture.pixel(...at(0))[3], 191, 2, 'where they cross');
    near(picture.pixel(...at(3, 2.25))[3], 128, 2, 'where one is');
});

renderTest('[trail.fade-mode] what falls to nothing with age: alpha, width, both or none', async (stage) => {
    const expected = { none: [1, 1], alpha: [1, 0], width: [0, 1], both: [0, 0] };
    for (const [fadeMode, [keepsWidth, keepsAlpha]] of Object.entries(expected)) {
        // The tail is one second old and dies at two: half of it is gone.
        const { picture } = await shoot(stage, { fadeMode, lifetime: 2 });
        for (const x of [-7, -4, 0, 4, 7]) {
            const left = 1 - (8 - x) / 16 / 2;
            const column = picture.count(([, , , a]) => a > 40, { x: at(x)[0], y: 0, width: 1, height: 288 });
            near(column, 40 * (keepsWidth ? 1 : left), 2, `${fadeMode}: width at ${x}`);
            near(picture.pixel(...at(x))[3], 255 * (keepsAlpha ? 1 : left), 4, `${fadeMode}: alpha at ${x}`);
        }
    }
});

renderTest('[trail.texture-mode] stretch follows the visible length, tile lies fixed, perSegment repeats, scroll uploads nothing', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const pixels = Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255);
        const texture = kit.createTexture({ pixels, width: 2, height: 1, wrap: 'repeat', filter: 'nearest' });
        await texture.ready;
        const shot = () => {
            kit.draw(camera({ halfHeight: 7.2 }));
            return snap(kit);
        };
        const result = {};
        for (const [name, options] of Object.entries({
            stretch: { textureMode: 'stretch' },
            tile: { textureMode: 'tile', textureScale: 0.25 },
            perSegment: { textureMode: 'perSegment', minVertexDistance: 2, textureScale: 2 },
        })) {
            // 16 m a second; a second shows.
            const trail = kit.createTrail({ lifetime: 1, maxPoints: 256, width: 2, softness: 0,
                fadeMode: 'none', caps: 'flat', minVertexDistance: 0.01, texture, ...options });
            lay(kit, trail, walk([[-12, 0, 0], [4, 0, 0]]), 1 / 64);
            const before = shot();
            lay(kit, trail, walk([[4, 0, 0], [8, 0, 0]]), 1 / 64);
            result[name] = [before, shot()];
            kit.update(0.75); // at rest the tail moves on: a quarter is left
            result[name].push(shot());
            trail.clear();
            trail.destroy();
            kit.update(1);
        }
        const trail = kit.createTrail({ lifetime: 100, maxPoints: 256, width: 2, softness: 0, scroll: 0.5,
            fadeMode: 'none', caps: 'flat', texture, textureMode: 'tile', textureScale: 0.25 });
        lay(kit, trail, walk([[-8, 0, 0], [8, 0, 0]]), 1 / 64);
        kit.update(1 / 64);
        const still = shot();
        kit.update(0.5); // a quarter of a repeat of 4 m
        result.scroll = [still, shot()];
        result.bytes = kit.stats.recordBytes;
        return result;
    });
    // Where red turns to blue from left to right: [from red to blue], [from blue to red].
    const edges = (picture) => {
        const found = [[], []];
        for (let x = 1; x < 512; x++) {
            const [left, right] = [picture.pixel(x - 1, 144), picture.pixel(x, 144)];
            if (left[3] < 128 || right[3] < 128) continue;
            if (left[0] > 128 && right[2] > 128) found[0].push((x - 256) / 20);
            if (left[2] > 128 && right[0] > 128) found[1].push((x - 256) / 20);
        }
        return found;
    };
    const nearList = (actual, expected, what) => {
        assert.equal(actual.length, expected.length, `${what}: ${actual}`);
        expected.forEach((value, i) => near(actual[i], value, 0.11, what));
    };
    // Red is the half at the head.
    nearList(edges(shots.stretch[0])[1], [-4], 'stretch');
    nearList(edges(shots.stretch[1])[1], [0], 'stretch, later');
    nearList(edges(shots.stretch[2])[1], [6], 'stretch, shorter');
    // A repeat every 4 m from where the trail began, wherever head and tail are.
    nearList(edges(shots.tile[0])[0], [-10, -6, -2, 2], 'tile');
    nearList(edges(shots.tile[1])[0], [-6, -2, 2, 6], 'tile, later');
    nearList(edges(shots.tile[2])[0], [6], 'tile, shorter');
    // Two repeats on every segment of 2 m.
    const all = edges(shots.perSegment[1])[0].filter((x) => x > -7 && x < 5);
    nearList(all, Array.from({ length: 12 }, (_, i) => i - 6.5), 'perSegment');
    // Scrolled toward the tail, that is to the left.
    nearList(edges(shots.scroll[1])[0].slice(0, 3),
        edges(shots.scroll[0])[0].map((x) => x - 1).filter((x) => x > -8).slice(0, 3), 'scroll');
    assert.equal(shots.bytes, 0);
});

renderTest('[trail.pinned] texture and colours stay where they were laid while the tail dies', async (stage) => {
    const [before, after] = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const pixels = new Uint8Array(16 * 4).map((_, i) => (i * 97) % 256 | (i % 4 === 3 ? 255 : 0));
        const texture = kit.createTexture({ pixels, width: 16, height: 1, wrap: 'repeat' });
        await texture.ready;
        const trail = kit.createTrail({ lifetime: 1, maxPoints: 256, width: 2, softness: 0, pointData: true,
            fadeMode: 'none', caps: 'flat', texture, textureMode: 'tile', textureScale: 0.31 });
        lay(kit, trail, walk([[-8, 0, 0], [8, 0, 0]]), 1 / 64);
        const points = trail.readPoints();
        for (let i = 0; i < points.count; i++) points.color[4 * i + 1] = i % 7 / 6;
        trail.writePoints(points);
        kit.draw(camera({ halfHeight: 7.2 }));
        const first = snap(kit);
        kit.update(0.5); // half of it dies
        kit.draw(camera({ halfHeight: 7.2 }));
        return [first, snap(kit)];
    });
    assert.equal(after.count(solid, { x: 0, y: 0, width: at(-0.2)[0], height: 288 }), 0, 'the old half is gone');
    let worst = 0;
    for (let x = at(0.2)[0]; x < at(7.9)[0]; x++) {
        const [a, b] = [before.pixel(x, 144), after.pixel(x, 144)];
        worst = Math.max(worst, ...a.map((value, i) => Math.abs(value - b[i])));
    }
    assert.ok(worst <= 1, `what is left changed by ${worst}`);
    assert.ok(new Set(Array.from({ length: 100 }, (_, i) => before.pixel(260 + i, 144)[1])).size > 20);
});

renderTest('[trail.material] texture times tint, three blends in one draw each, depth and sides', async (stage) => {
    const setting = { clear: [0, 0, 0.5, 0.5] };
    const line = [[-4, 0, 0], [4, 0, 0]];
    const textured = await shoot(stage, { texture: [white, green], textureMode: 'stretch', color: '#ff0' }, line);
    nearColor(textured.picture.pixel(...at(2)), [255, 255, 0, 255], 2, 'white times yellow');
    nearColor(textured.picture.pixel(...at(-2)), [0, 255, 0, 255], 2, 'green times yellow');
    const blends = { alpha: [128, 0, 64, 191], additive: [128, 0, 128, 128], premultiplied: [255, 0, 64, 191] };
    for (const [blend, expected] of Object.entries(blends)) {
        for (const lit of [false, true]) { // the plain and the full shader
            const world = { sunColor: [0, 0, 0], skyColor: '#ffffff', groundColor: '#ffffff' };
            const { picture, calls } = await shoot(stage, { blend, color: [1, 0, 0, 0.5], lit }, line,
                { ...setting, world });
            nearColor(picture.pixel(...at(0)), expected, 2, `${blend}${lit ? ', lit' : ''}`);
            assert.equal(calls, 1);
        }
    }
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const make = (z, color, options = {}) => {
            const trail = kit.createTrail({ lifetime: 100, maxPoints: 64, width: 2, softness: 0, color,
                fadeMode: 'none', ...options });
            lay(kit, trail, walk(options.way ?? [[-4, 0, z], [4, 0, z]]));
            return trail;
        };
        const result = {};
        const shot = (name, view) => {
            kit.update(0);
            kit.draw(camera({ halfHeight: 7.2, ...view }));
            result[name] = snap(kit);
        };
        const nearer = make(2, '#f00', { depthWrite: true }); // drawn first
        const farther = make(-2, '#00f');
        shot('written');
        farther.style.set({ depthTest: false });
        shot('untested');
        farther.style.set({ depthTest: true });
        nearer.style.set({ depthWrite: false });
        shot('unwritten');
        for (const trail of [nearer, farther]) {
            trail.clear();
            trail.destroy();
        }
        const sheet = make(0, '#0f0', { facing: 'normal', axis: [0, 0, 1], doubleSided: false });
        shot('front');
        shot('back', { eye: [0, 0, -10] });
        sheet.style.set({ doubleSided: true });
        shot('both', { eye: [0, 0, -10] });
        return result;
    }, null, {});
    nearColor(shots.written.pixel(...at(0)), red, 2, 'what wrote its depth hides what is behind');
    nearColor(shots.untested.pixel(...at(0)), blue, 2, 'without a test it does not');
    nearColor(shots.unwritten.pixel(...at(0)), blue, 2, 'what wrote none hides nothing');
    near(height(shots.front, 0), 40, 1, 'a single side from the front');
    assert.equal(shots.back.count(), 0, 'a single side from behind');
    near(height(shots.both, 0), 40, 1, 'both sides from behind');
});

renderTest('[trail.lit] the sun and the sky of the world shine on ribbons and tubes', async (stage) => {
    const dark = { skyColor: [0, 0, 0], groundColor: [0, 0, 0] };
    const above = { sunDirection: [0, 1, 0], sunColor: [1, 1, 1], ...dark };
    const way = [[-6, 0, 0], [6, 0, 0]];
    const shot = async (options, world) =>
        (await shoot(stage, { lit: true, ...options }, way, { world })).picture;
    // A sheet that faces up is lit from above and dark from below; from below its other side is.
    const sheet = { facing: 'normal', axis: [0, 0.9, 0.44] };
    const level = (linear) => Math.round(255 * (linear <= 0.0031308 ? linear * 12.92
        : 1.055 * linear ** (1 / 2.4) - 0.055));
    const length = Math.hypot(0.9, 0.44);
    near((await shot(sheet, above)).pixel(...at(0))[1], level(0.9 / length), 3, 'sun on a sheet');
    near((await shot(sheet, { ...above, sunDirection: [0, -1, 0] })).pixel(...at(0))[1], 0, 2, 'sun behind it');
    const sky = { sunColor: [0, 0, 0], skyColor: [0, 0, 1], groundColor: [1, 0, 0] };
    const shaded = (await shot(sheet, sky)).pixel(...at(0));
    const upward = 0.5 + 0.5 * 0.9 / length;
    near(shaded[2], level(upward), 3, 'sky');
    near(shaded[0], level(1 - upward), 3, 'ground');
    for (const options of [{}, { shape: 'tube', sides: 32 }]) {
        const name = options.shape ?? 'ribbon';
        const lit = await shot(options, above);
        const [top, middle, bottom] = [0.75, 0, -0.75].map((y) => lit.pixel(...at(0, y)));
        assert.ok(top[1] > 170 && bottom[1] < 10, `${name}: bright above ${top}, dark below ${bottom}`);
        assert.ok(middle[1] < top[1], `${name}: darker toward the viewer`);
        assert.deepEqual([top, bottom].map((p) => p[3]), [255, 255]);
    }
    // What is not lit does not care.
    const plain = (await shoot(stage, { color: '#808080' }, way, { world: dark })).picture;
    nearColor(plain.pixel(...at(0)), [128, 128, 128, 255], 2, 'unlit');
});

renderTest('colours above 1 glow: they are brighter than white where they fade', async (stage) => {
    const shot = async (color) => (await shoot(stage, { color })).picture.pixel(...at(0));
    const [plain, bright] = [await shot([1, 1, 1, 0.25]), await shot([4, 4, 4, 0.25])];
    near(plain[0], 64, 2, 'white at a quarter');
    near(bright[0], 255 * 0.25 * (1.055 * 4 ** (1 / 2.4) - 0.055), 3, 'four times white');
    assert.equal(plain[3], bright[3]);
});

renderTest('soft edges fade over their share of the half width, tapered ribbons too', async (stage) => {
    const profile = (picture, x, half) => [0.2, 0.45, 0.625, 0.75, 0.95].map((share) =>
        picture.pixel(...at(x, share * half))[3] / 255);
    const smooth = (share) => {
        const t = Math.min(Math.max((share - 0.5) / 0.5, 0), 1);
        return 1 - t * t * (3 - 2 * t);
    };
    for (const options of [{ width: 8 }, { width: 8, widthOverLength: [1, 0.5] }, { width: 8, lit: true }]) {
        const world = { sunColor: [0, 0, 0], skyColor: '#fff', groundColor: '#fff' };
        // One segment: it must not show which of its two triangles a pixel is in.
        const { picture } = await shoot(stage, { softness: 0.5, minVertexDistance: 100, ...options },
            undefined, { world });
        for (const x of [-6, -2, 2, 6]) {
            const half = options.widthOverLength ? 4 * (1 - 0.5 * (8 - x) / 16) : 4;
            profile(picture, x, half).forEach((alpha, i) =>
                near(alpha, smooth([0.2, 0.45, 0.625, 0.75, 0.95][i]), 0.06, `${JSON.stringify(options)} at ${x}, ${i}`));
        }
    }
});

renderTest('[trail.modify] drift, gravity and turbulence move what was laid, the head stays, nothing is uploaded', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const result = {};
        for (const [name, options] of Object.entries({
            drift: { drift: [0, 2, 0] },
            gravity: { gravity: [0, -4, 0] },
            turbulence: { turbulence: 1, turbulenceFrequency: 0.3, turbulenceSpeed: 0.5 },
        })) {
            const kit = await createKit({ canvas: makeCanvas() });
            const trail = kit.createTrail({ lifetime: 4, maxPoints: 256, width: 0.5, softness: 0,
                fadeMode: 'none', ...options });
            lay(kit, trail, walk([[-8, 0, 0], [8, 0, 0]]), 1 / 64);
            kit.update(0.001);
            kit.draw(camera({ halfHeight: 7.2 }));
            const first = snap(kit);
            kit.update(0.5);
            kit.draw(camera({ halfHeight: 7.2 }));
            result[name] = { first, later: snap(kit), bytes: kit.stats.recordBytes, calls: kit.stats.drawCalls };
        }
        return result;
    });
    const middle = (picture, x) => {
        const box = picture.bounds(undefined) && { x: at(x)[0], y: 0, width: 1, height: 288 };
        let [sum, count] = [0, 0];
        picture.forEach(([, , , a], _, y) => {
            sum += a * (y + 0.5);
            count += a;
        }, box);
        return (144 - sum / count) / 20;
    };
    for (const [name, { first, later, bytes, calls }] of Object.entries(shots)) {
        assert.deepEqual([bytes, calls], [0, 1], name);
        for (const [picture, since] of [[first, 0.001], [later, 0.501]]) {
            for (const x of [-7, -3, 1, 5]) {
                const age = (8 - x) / 16 + since;
                if (name === 'drift') near(middle(picture, x), 2 * age, 0.06, `drift at ${x}`);
                if (name === 'gravity') near(middle(picture, x), -2 * age * age, 0.08, `gravity at ${x}`);
            }
            near(middle(picture, 7.8), name === 'drift' ? 2 * since : name === 'gravity' ? -2 * since ** 2 : 0,
                0.15, `${name}: the head`);
        }
    }
    const { first, later } = shots.turbulence;
    const spread = [-7, -5, -3, -1, 1].map((x) => middle(first, x));
    assert.ok(Math.max(...spread.map(Math.abs)) > 0.05 && Math.max(...spread.map(Math.abs)) <= 1.5, `${spread}`);
    assert.ok(first.difference(later).pixels > 200, 'it swirls on');
});

renderTest('[trail.shader] a game shades trails in GLSL: set, swapped, taken back, refused, restored', async (stage) => {
    const result = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk, nextFrame }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const style = kit.createTrailStyle({ lifetime: 100, maxPoints: 256, width: 2, softness: 0,
            fadeMode: 'none', color: '#ff0000' });
        const trail = kit.createTrail(style);
        lay(kit, trail, walk([[-8, 0, 0], [8, 0, 0]]));
        const pictures = {};
        const shot = (name) => {
            kit.update(0);
            kit.draw(camera({ halfHeight: 7.2 }));
            pictures[name] = snap(kit);
        };
        const refusal = (source) => {
            try {
                style.shader = source;
                return null;
            } catch (error) {
                return `${error.name}: ${error.message}`;
            }
        };
        const refused = [];
        shot('built in');
        style.shader = `
            float a(vec2 uv) { return step(0.5, uv.x); }
            vec4 shade(TrailFragment f) { return vec4(a(f.uv), 1.0 - a(f.uv), 0.0, 1.0); }`;
        shot('set');
        refused.push(refusal('vec4 shade(TrailFragment f) {\n    return f.color;\n}\n\nfloat x = nothing;'));
        refused.push(refusal('vec4 tint(TrailFragment f) { return f.color; }'));
        refused.push(refusal(7));
        shot('after refusals');
        const kept = style.shader;
        style.shader = 'vec4 shade(TrailFragment f) { return vec4(0.0, 0.0, 1.0, f.uv.y > 0.5 ? 1.0 : 0.25); }';
        shot('swapped');
        style.set({ shape: 'ribbon', width: 1 });
        shot('edited');
        const lose = kit.gl.getExtension('WEBGL_lose_context');
        lose.loseContext();
        await nextFrame();
        await nextFrame();
        lose.restoreContext();
        for (let i = 0; i < 100 && kit.state !== 'ready'; i++) await nextFrame();
        shot('restored');
        style.shader = null;
        shot('taken back');
        const tube = kit.createTrailStyle({ shape: 'tube', lifetime: 100, width: 2, fadeMode: 'none' });
        tube.shader = 'vec4 shade(TrailFragment f) { return vec4(abs(f.normal), 1.0); }';
        lay(kit, kit.createTrail(tube), walk([[-8, 4, 0], [8, 4, 0]], 1));
        shot('tube');
        return { pictures, refused, kept, bytes: kit.stats.uploadBytes };
    }, null, { allow: /CONTEXT_LOST|context lost/i });
    const { pictures } = result;
    const pixel = (name, x, y = 0) => pictures[name].pixel(...at(x, y));
    nearColor(pixel('built in', 4), red, 2, 'built in');
    for (const name of ['set', 'after refusals']) {
        nearColor(pixel(name, 4), green, 2, `${name}, near the head`);
        nearColor(pixel(name, -4), red, 2, `${name}, near the tail`);
    }
    for (const [name, y] of [['swapped', 0.5], ['edited', 0.25], ['restored', 0.25]]) {
        const sides = [pixel(name, 0, y), pixel(name, 0, -y)].sort((a, b) => a[3] - b[3]);
        nearColor(sides[0], [0, 0, 64, 64], 2, `${name}, the one side`);
        nearColor(sides[1], blue, 2, `${name}, the other`);
    }
    nearColor(pixel('taken back', 4), red, 2, 'taken back');
    assert.ok(pixel('tube', 0, 4)[2] > 250 && pixel('tube', 0, 4.95)[1] > 200, 'a tube has its normals');
    assert.match(result.refused[0], /^InvalidDefError: shader: line 5: 'nothing'/);
    assert.match(result.refused[1], /must define vec4 shade\(TrailFragment f\)/);
    assert.equal(result.refused[2], 'InvalidDefError: trail style: shader is 7, it must be GLSL or null');
    assert.match(result.kept, /float a\(vec2 uv\)/);
});

renderTest('a transparent canvas gets no dark fringe and no halo from additive trails (fault 47)', async (stage) => {
    const { picture } = await shoot(stage, { blend: 'additive', softness: 1, color: '#ffffff' });
    picture.forEach(([r, g, b, a]) => {
        assert.equal(a, 0); // it only adds light: CSS shows the page behind it
        assert.ok(r === g && g === b);
    });
    const covered = (await shoot(stage, { softness: 1, color: '#ffffff' })).picture;
    covered.forEach(([r, , , a]) => assert.ok(Math.abs(r - a) <= 1, `premultiplied white ${r} ${a}`));
});

renderTest('a host gets its stencil state back from trails that are drawn once', async (stage) => {
    const [before, after, picture] = await stage.run(
        async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
            const gl = makeCanvas().getContext('webgl2', { stencil: true });
            const kit = await createKit({ gl, hostState: 'preserve' });
            const trail = kit.createTrail({ lifetime: 100, maxPoints: 64, width: 2, overlap: 'once',
                softness: 0, fadeMode: 'none', color: [1, 1, 1, 0.5] });
            lay(kit, trail, walk([[-4, 0, 0], [4, 0, 0], [-4, 1, 0]]));
            gl.enable(gl.STENCIL_TEST);
            gl.stencilFuncSeparate(gl.FRONT, gl.LEQUAL, 3, 0x0f);
            gl.stencilFuncSeparate(gl.BACK, gl.GREATER, 5, 0xf0);
            gl.stencilOpSeparate(gl.FRONT, gl.INCR, gl.DECR, gl.INVERT);
            gl.stencilMaskSeparate(gl.BACK, 0x3c);
            const names = ['TEST', ...['', 'BACK_'].flatMap((side) => ['FUNC', 'REF', 'VALUE_MASK', 'FAIL',
                'PASS_DEPTH_FAIL', 'PASS_DEPTH_PASS', 'WRITEMASK'].map((name) => side + name))];
            const read = () => names.map((name) => Number(gl.getParameter(gl[`STENCIL_${name}`])));
            const state = read();
            kit.draw(camera({ halfHeight: 7.2 }));
            return [state, read(), snap(kit)];
        });
    assert.deepEqual(after, before);
    assert.equal(picture.count(([, , , a]) => a > 132), 0);
    assert.ok(picture.count(([, , , a]) => a > 120) > 4000);
});

// Shapes of trails as pixels. Orthographic camera: 20 pixels a metre, the origin in the middle of
// 512 x 288; "front" looks along -z, "above" along -y with x to the right and z down.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const at = (x, y = 0) => [256 + 20 * x, 144 - 20 * y];
const near = (actual, expected, tolerance, what) =>
    assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);
const solid = ([, , , a]) => a > 128;

/** Lays one trail and draws it from the front and from above. */
const shoot = (stage, options, path) => stage.run(
    async ({ createKit, makeCanvas, camera, snap, lay }, [style, points]) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({ lifetime: 100, maxPoints: 1024, width: 1, softness: 0,
            fadeMode: 'none', caps: 'flat', minVertexDistance: 0.01, ...style });
        lay(kit, trail, points);
        kit.draw(camera({ halfHeight: 7.2 }));
        const front = snap(kit);
        kit.update(0);
        kit.draw(camera({ halfHeight: 7.2, eye: [0, 10, 0], up: [0, 0, -1] }));
        return { front, above: snap(kit) };
    }, [options, path]);

const straight = Array.from({ length: 65 }, (_, i) => [-8 + i / 4, 0, 0]);
const height = (picture, x) => picture.count(solid, { x: at(x)[0], y: 0, width: 1, height: 288 });

renderTest('[trail.facing] sides stand across the camera, across an axis of each sample, or in a plane', async (stage) => {
    const camera = await shoot(stage, {}, straight);
    const plane = await shoot(stage, { facing: 'normal', axis: [0, 1, 0] }, straight);
    // The source lies down half way: its y axis becomes z.
    const half = Math.SQRT1_2;
    const falling = straight.map((point, i) => [...point, i < 32 ? [0, 0, 0, 1] : [half, 0, 0, half]]);
    const axis = await shoot(stage, { facing: 'axis', axis: [0, 1, 0] }, falling);
    for (const x of [-6, -3, 3, 6]) {
        near(height(camera.front, x), 20, 1, `camera, front, ${x}`);
        near(height(camera.above, x), 20, 1, `camera, above, ${x}`);
        near(height(plane.front, x), 0, 1, `normal, front, ${x}`);
        near(height(plane.above, x), 20, 1, `normal, above, ${x}`);
        near(height(axis.front, x), x < 0 ? 20 : 0, 1, `axis, front, ${x}`);
        near(height(axis.above, x), x < 0 ? 0 : 20, 1, `axis, above, ${x}`);
    }
});

renderTest('[trail.view-source] one trail of a style faces an eye of its own, the other the camera', async (stage) => {
    const pictures = await stage.run(async ({ createKit, makeCanvas, camera, snap, walk }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const style = kit.createTrailStyle({ lifetime: 100, maxPoints: 256, maxTrails: 2,
            softness: 0, fadeMode: 'none', width: 1 });
        const [one, other] = [kit.createTrail(style), kit.createTrail(style)];
        one.eye = [0, 100, 0];
        for (const [x] of walk([[-8, 0, 0], [8, 0, 0]])) {
            one.transform.set(x, 3, 0);
            other.transform.set(x, -3, 0);
            kit.update(1 / 60);
        }
        const draw = (eye, up) => {
            kit.update(0);
            kit.draw(camera({ halfHeight: 7.2, eye, up }));
            return snap(kit);
        };
        const front = draw([0, 0, 10], [0, 1, 0]);
        const above = draw([0, 10, 0], [0, 0, -1]);
        one.eye = null;
        return { front, above, again: draw([0, 0, 10], [0, 1, 0]) };
    });
    const upper = { x: at(0)[0], y: 0, width: 1, height: 144 };
    const lower = { ...upper, y: 144 };
    near(pictures.front.count(solid, upper), 0, 1, 'own eye, from the front');
    near(pictures.front.count(solid, lower), 20, 1, 'no own eye, from the front');
    near(height(pictures.above, 0), 20, 1, 'both, from above');
    near(pictures.again.count(solid, upper), 20, 1, 'own eye taken back');
});

renderTest('[trail.sword] the ribbon is what a blade sweeps from root to tip', async (stage) => {
    // The blade turns from up to right around the origin in a quarter of a circle.
    const swing = Array.from({ length: 33 }, (_, i) => {
        const angle = -(i / 32) * (Math.PI / 4); // half of the turn
        return [0, 0, 0, [0, 0, Math.sin(angle), Math.cos(angle)]];
    });
    const { front } = await shoot(stage, { shape: 'sword', root: [0, 2, 0], tip: [0, 6, 0] }, swing);
    for (const degrees of [5, 25, 45, 65, 85]) {
        const [c, s] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
        for (const [radius, on] of [[1.85, 0], [2.15, 1], [4, 1], [5.85, 1], [6.15, 0]]) {
            assert.equal(solid(front.pixel(...at(c * radius, s * radius))) ? 1 : 0, on,
                `${degrees} degrees, ${radius} m from the root`);
        }
    }
    near(front.count(solid), Math.PI / 4 * (36 - 4) * 400, 150, 'area of the quarter ring');
});

renderTest('crossed ribbons show their width from the front and from above', async (stage) => {
    const { front, above } = await shoot(stage, { shape: 'cross' }, straight);
    near(height(front, 0), 20, 1, 'front');
    near(height(above, 0), 20, 1, 'above');
    // One call draws both.
    const calls = await stage.run(async ({ createKit, makeCanvas, camera, lay }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({ shape: 'cross', lifetime: 9 });
        lay(kit, trail, [[0, 0, 0], [1, 0, 0], [2, 0, 0]]);
        kit.draw(camera());
        return kit.stats.drawCalls;
    });
    assert.equal(calls, 1);
});

renderTest('[trail.tube] sides from 3 to 32 make a polygon, both ends are closed, the seam is clean', async (stage) => {
    const { ends, seam, hull } = await stage.run(
        async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
            const kit = await createKit({ canvas: makeCanvas(), antialias: false });
            const pixels = new Uint8Array(64 * 4).fill(255);
            for (let i = 0; i < 64; i++) pixels.set([i * 4, 0, 255 - i * 4], i * 4);
            const texture = kit.createTexture({ pixels, width: 1, height: 64, wrap: 'clamp' });
            await texture.ready;
            const shot = async (options, camera_) => {
                const trail = kit.createTrail({ shape: 'tube', lifetime: 50, maxPoints: 64, width: 8,
                    fadeMode: 'none', ...options });
                lay(kit, trail, walk([[0, 0, -2], [0, 0, 2]]));
                kit.draw(camera(camera_));
                const picture = snap(kit);
                trail.clear();
                trail.destroy();
                kit.update(1);
                return picture;
            };
            const result = { ends: {}, hull: {} };
            for (const sides of [3, 4, 7, 8, 32]) {
                // Along the tube: head and tail as filled polygons.
                result.ends[sides] = [await shot({ sides }, { halfHeight: 7.2 }),
                    await shot({ sides }, { halfHeight: 7.2, eye: [0, 0, -10] })];
            }
            result.seam = [];
            for (let i = 0; i < 8; i++) {
                const angle = i * Math.PI / 4 + 0.1;
                result.seam.push(await shot({ sides: 16, texture },
                    { halfHeight: 7.2, eye: [Math.sin(angle) * 20, Math.cos(angle) * 20, 0], up: [0, 0, 1] }));
            }
            result.hull = await shot({ sides: 32 }, { halfHeight: 7.2, eye: [20, 0, 0] });
            return result;
        });
    for (const [sides, pictures] of Object.entries(ends)) {
        const area = sides / 2 * Math.sin(2 * Math.PI / sides) * 16 * 400;
        for (const picture of pictures) {
            near(picture.count(solid), area, area * 0.01 + 60, `closed end of ${sides} sides`);
        }
    }
    near(hull.bounds(solid).height, 160, 2, 'diameter');
    near(hull.bounds(solid).width, 80, 2, 'length');
    // Around the tube red rises and blue falls steadily; only the seam itself jumps, and between two
    // pixels: nothing is smeared across it.
    let jumps = 0;
    for (const picture of seam) {
        const row = Array.from({ length: 150 }, (_, i) => picture.pixel(181 + i, 144));
        for (let i = 1; i < row.length; i++) {
            if (Math.abs(row[i][0] - row[i - 1][0]) > 100) jumps++;
            else assert.ok(Math.abs(row[i][0] - row[i - 1][0]) < 40, `step ${row[i - 1]} to ${row[i]}`);
        }
    }
    assert.ok(jumps >= 2, 'the seam is seen from some sides');
});

renderTest('[trail.tube] an S-curve with a straight middle does not roll (fault 39)', async (stage) => {
    // One half of the way around is red, the other blue: the line between them stays on its side.
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay }) => {
        const kit = await createKit({ canvas: makeCanvas(), antialias: false });
        const pixels = new Uint8Array([255, 0, 0, 255, 0, 0, 255, 255]);
        const texture = kit.createTexture({ pixels, width: 1, height: 2, filter: 'nearest' });
        await texture.ready;
        const trail = kit.createTrail({ shape: 'tube', sides: 32, lifetime: 50, maxPoints: 512, width: 2,
            fadeMode: 'none', texture });
        const path = [];
        for (let i = 0; i <= 40; i++) path.push([-8 + i * 0.1, -3 + 3 * Math.sin((i / 40 - 0.5) * Math.PI), 0]);
        for (let i = 1; i <= 40; i++) path.push([-4 + i * 0.2, 0, 0]);
        for (let i = 1; i <= 40; i++) path.push([4 + i * 0.1, -3 + 3 * Math.cos((i / 40) * Math.PI), 0]);
        lay(kit, trail, path);
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    });
    // From the front only one half shows, whatever the curve did: a roll of 5 degrees would bring
    // a strip of the other in.
    const colors = [picture.count(([r, , , a]) => a > 128 && r > 128),
        picture.count(([, , b, a]) => a > 128 && b > 128)];
    assert.ok(colors[0] + colors[1] > 10000);
    const along = [];
    for (let x = -7.5; x < 7.6; x += 0.5) {
        const column = [];
        for (let y = 0; y < 288; y++) {
            const [r, , b, a] = picture.pixel(at(x)[0], y);
            if (a > 128) column.push(r > b);
        }
        along.push(column.filter(Boolean).length / column.length);
    }
    // Share of red in each column: the same all the way. 5 degrees would change it by 0.04.
    assert.ok(Math.max(...along) - Math.min(...along) < 0.05, `shares of red ${along}`);
});

renderTest('[trail.joins] miters are bounded, bevels cut the corner, round joins round it', async (stage) => {
    const corner = [[-6, -2, 0], [0, -2, 0], [0, 5, 0]];
    const shots = {};
    for (const joins of ['miter', 'bevel', 'round']) {
        shots[joins] = (await shoot(stage, { joins, width: 4 }, corner)).front;
    }
    const outer = (picture, distance) => solid(picture.pixel(...at(distance, -2 - distance)));
    // The outside of a right angle, along its diagonal: the tip of the miter is at 2, the circle
    // reaches 1.41, the bevel 1.
    assert.deepEqual(['miter', 'bevel', 'round'].map((joins) =>
        [0.9, 1.1, 1.35, 1.5, 1.9, 2.1].map((d) => (outer(shots[joins], d) ? 1 : 0)).join('')),
    ['111110', '100000', '111000']);
    // Sharper than 120 degrees nothing is longer than the half width.
    for (const joins of ['miter', 'bevel', 'round']) {
        const sharp = [[-6, 0.5, 0], [4, 0, 0], [-6, -0.5, 0]];
        const box = (await shoot(stage, { joins, width: 2 }, sharp)).front.bounds(solid);
        assert.ok(box.x + box.width <= at(5.1)[0], `${joins}: reaches ${box.x + box.width}`);
        if (joins === 'round') near(box.x + box.width, at(5)[0], 2, 'round end of a sharp corner');
    }
    // Half-transparent corners of long segments have one value: nothing is drawn twice.
    for (const joins of ['miter', 'bevel', 'round']) {
        const { front } = await shoot(stage, { joins, width: 2, color: [1, 1, 1, 0.5] }, corner);
        assert.equal(front.count(([, , , a]) => a > 132), 0, `${joins}: drawn twice`);
        near(front.pixel(...at(0, -2))[3], 128, 2, `${joins}: in the corner`);
    }
});

renderTest('[trail.joins] duplicates, reversals, views along the path and single points stay within reach (fault 29)', async (stage) => {
    const cases = {
        reversal: [[-3, 0, 0], [3, 0, 0], [-3, 0, 0]],
        duplicate: [[-3, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [3, 0, 0]],
        nearly: [[-3, 0, 0], [3, 0, 0], [3.00001, 1e-5, 0], [-3, 1e-6, 0], [3, 0, 0]],
        along: [[0, 0, -3], [0, 0, 3], [0, 0, 5], [0, 0, 6]],
    };
    for (const joins of ['miter', 'bevel', 'round']) {
        for (const [name, path] of Object.entries(cases)) {
            const { front, above } = await shoot(stage, { joins, width: 1 }, path);
            const box = front.bounds() ?? { x: 256, y: 144, width: 0, height: 0 };
            const reach = name === 'along' ? 0.6 : 3.6;
            assert.ok(box.x >= at(-reach)[0] && box.x + box.width <= at(reach)[0], `${joins} ${name} ${JSON.stringify(box)}`);
            assert.ok(box.y >= at(0, 0.6)[1] && box.y + box.height <= at(0, -0.6)[1], `${joins} ${name} ${JSON.stringify(box)}`);
            if (name === 'along') near(above.bounds(solid).height, 180, 2, 'seen from above');
            else near(front.bounds(solid).height, 20, 2, `${joins} ${name}: width`);
        }
        const { front } = await shoot(stage, { joins }, [[1, 1, 0]]);
        assert.equal(front.count(), 0, 'a single point');
    }
});

renderTest('[trail.joins] where the path turns through the view the ribbon keeps its width', async (stage) => {
    // Half a circle in the plane of the view: seen from the front a line that comes back.
    const arc = Array.from({ length: 61 }, (_, i) =>
        [4 * Math.sin(i / 60 * Math.PI), 0, 4 * Math.cos(i / 60 * Math.PI)]);
    const { front } = await shoot(stage, { width: 1 }, arc);
    const box = front.bounds();
    assert.ok(box.height <= 22 && box.x + box.width <= at(4.6)[0], JSON.stringify(box));
    for (let x = 0.25; x < 3.8; x += 0.25) near(height(front, x), 20, 2, `width at ${x}`);
});

renderTest('a ribbon wider than the radius of its hairpin fills it without gaps or rays', async (stage) => {
    const hairpin = [];
    for (let i = 0; i <= 40; i++) hairpin.push([-6 + i * 0.2, -0.5, 0]);
    for (let i = 1; i < 24; i++) {
        const angle = -Math.PI / 2 + i / 24 * Math.PI;
        hairpin.push([2 + 0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0]);
    }
    for (let i = 0; i <= 40; i++) hairpin.push([2 - i * 0.2, 0.5, 0]);
    const options = { width: 3, color: [1, 1, 1, 0.5] };
    const once = (await shoot(stage, { ...options, overlap: 'once' }, hairpin)).front;
    for (let angle = -80; angle <= 80; angle += 8) {
        const [c, s] = [Math.cos(angle * Math.PI / 180), Math.sin(angle * Math.PI / 180)];
        for (const radius of [0.3, 0.8, 1.4, 1.85]) {
            near(once.pixel(...at(2 + c * radius, s * radius))[3], 128, 2, `${angle} degrees, ${radius} m`);
        }
        assert.equal(once.pixel(...at(2 + c * 2.15, s * 2.15))[3], 0, `${angle} degrees, outside`);
    }
    assert.equal(once.count(([, , , a]) => a > 132), 0);
    // Blended, the bend itself is laid once: only the legs cover each other.
    const blended = (await shoot(stage, options, hairpin)).front;
    for (let angle = -70; angle <= 70; angle += 10) {
        const [c, s] = [Math.cos(angle * Math.PI / 180), Math.sin(angle * Math.PI / 180)];
        near(blended.pixel(...at(2 + c * 1.2, s * 1.2))[3], 128, 3, `blended at ${angle} degrees`);
    }
});

renderTest('[trail.caps] ends and breaks are flat or round, round ones within the length', async (stage) => {
    const shots = {};
    for (const caps of ['flat', 'round']) {
        shots[caps] = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }, wish) => {
            const kit = await createKit({ canvas: makeCanvas() });
            const trail = kit.createTrail({ lifetime: 100, maxPoints: 256, width: 4, softness: 0,
                fadeMode: 'none', caps: wish, minVertexDistance: 3 });
            lay(kit, trail, walk([[-11, 0, 0], [-2, 0, 0]]));
            trail.teleport();
            lay(kit, trail, walk([[2, 0, 0], [11, 0, 0]]));
            kit.draw(camera({ halfHeight: 7.2 }));
            return snap(kit);
        }, caps);
    }
    // Corners and middles of the four ends: tail, break, new beginning, head.
    for (const [end, inward] of [[-11, 1], [-2, -1], [2, 1], [11, -1]]) {
        const corner = at(end + inward * 0.25, 1.75);
        const middle = at(end + inward * 0.25, 0);
        const side = at(end + inward * 2.2, 1.85);
        assert.ok(solid(shots.flat.pixel(...corner)), `flat corner at ${end}`);
        assert.ok(!solid(shots.round.pixel(...corner)), `round corner at ${end}`);
        for (const picture of Object.values(shots)) {
            assert.ok(solid(picture.pixel(...middle)), `middle at ${end}`);
            assert.ok(solid(picture.pixel(...side)), `side at ${end}`);
            assert.equal(picture.pixel(...at(end - inward * 0.2))[3], 0, `beyond ${end}`);
        }
    }
});

renderTest('a segment through the near plane shows only where it is in front of it (fault 33)', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({ lifetime: 100, width: 0.5, softness: 0, fadeMode: 'none' });
        lay(kit, trail, [[2, -1, 20], [2, -1, -40], [2, -1, -41]]); // from behind the camera at z = 10
        kit.draw(camera());
        return snap(kit);
    });
    assert.ok(picture.count(solid) > 500, 'it is drawn');
    // It lies right of and below the middle all the way.
    assert.equal(picture.count(undefined, { x: 0, y: 0, width: 254, height: 288 }), 0);
    assert.equal(picture.count(undefined, { x: 0, y: 0, width: 512, height: 142 }), 0);
});

renderTest('a width of zero in the middle makes two pieces that meet there (fault 21)', async (stage) => {
    const { front } = await shoot(stage, { width: 2, widthOverLength: [1, 0, 1] }, straight);
    near(height(front, 7), 40 * (7 / 8), 2, 'near the head');
    near(height(front, -7), 40 * (7 / 8), 2, 'near the tail');
    assert.ok(height(front, 0) <= 1, 'nothing in the middle');
    near(height(front, 1), 5, 2, 'close to the middle');
});

renderTest('widths in pixels are the same at every distance and angle of view (fault 43)', async (stage) => {
    const measured = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const result = [];
        for (const widthUnits of ['world', 'pixels']) {
            const trail = kit.createTrail({ lifetime: 100, maxPoints: 256, softness: 0, widthUnits,
                fadeMode: 'none', width: widthUnits === 'world' ? 1 : 12 });
            lay(kit, trail, walk([[-40, 0, 0], [40, 0, 0]], 2));
            for (const [distance, degrees] of [[10, 60], [40, 60], [10, 30], [10, 90]]) {
                kit.update(0);
                kit.draw(camera({ eye: [0, 0, distance], fovY: degrees * Math.PI / 180 }));
                result.push([widthUnits, distance, degrees, snap(kit)]);
            }
            trail.clear();
            trail.destroy();
            kit.update(0.1);
        }
        return result;
    });
    for (const [units, distance, degrees, picture] of measured) {
        const projected = 288 / (2 * distance * Math.tan(degrees * Math.PI / 360));
        const expected = units === 'pixels' ? 12 : projected;
        near(picture.count(solid, { x: 256, y: 0, width: 1, height: 288 }), expected, 1.01,
            `${units} at ${distance} m, ${degrees} degrees`);
    }
});

renderTest('[trail.space] screen: pixels of the canvas from its upper left, whatever the camera', async (stage) => {
    const pictures = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({ space: 'screen', lifetime: 100, maxPoints: 256, width: 20,
            softness: 0, fadeMode: 'none', caps: 'flat', minVertexDistance: 4 });
        lay(kit, trail, walk([[100, 50, 0], [400, 50, 0]], 10));
        return [camera(), camera({ eye: [50, 3, -7], target: [0, 90, 0] }), camera({ halfHeight: 1 })]
            .map((view) => {
                kit.update(0);
                kit.draw(view);
                return snap(kit);
            });
    });
    for (const picture of pictures) {
        assert.deepEqual(picture.bounds(solid), { x: 100, y: 40, width: 300, height: 20 });
    }
});

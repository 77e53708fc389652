// Where trails are: the geometry that the core reckons is what the GPU draws, bounds hold it, and
// what is out of view is not drawn.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const near = (actual, expected, tolerance, what) =>
    assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);

/** Which pixels some quads cover, from their corners in the world and a view-projection matrix. */
function rasterize(corners, matrix, width, height) {
    const mask = new Uint8Array(width * height);
    const project = (i) => {
        const [x, y, z] = corners.subarray(i, i + 3);
        const [cx, cy, , w] = [0, 1, 2, 3].map((row) =>
            matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row]);
        assert.ok(w > 0, 'in front of the camera');
        return [(cx / w * 0.5 + 0.5) * width, (0.5 - cy / w * 0.5) * height];
    };
    const fill = ([ax, ay], [bx, by], [cx, cy]) => {
        const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
        if (area === 0) return;
        const [left, right] = [Math.min(ax, bx, cx), Math.max(ax, bx, cx)];
        const [top, bottom] = [Math.min(ay, by, cy), Math.max(ay, by, cy)];
        for (let y = Math.max(Math.floor(top), 0); y < Math.min(bottom, height); y++) {
            for (let x = Math.max(Math.floor(left), 0); x < Math.min(right, width); x++) {
                const [px, py] = [x + 0.5, y + 0.5];
                const u = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area;
                const v = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area;
                if (u >= 0 && v >= 0 && u + v <= 1) mask[y * width + x] = 1;
            }
        }
    };
    for (let i = 0; i < corners.length; i += 12) {
        const [a, b, c, d] = [0, 3, 6, 9].map((offset) => project(i + offset));
        fill(a, b, c);
        fill(a, c, d);
    }
    return mask;
}

/** Pixels that differ although they are no edge of the mask. */
function countFaults(picture, mask) {
    const { width, height } = picture;
    let faults = 0;
    for (let y = 2; y < height - 2; y++) {
        for (let x = 2; x < width - 2; x++) {
            const own = mask[y * width + x];
            let inner = true;
            for (let dy = -1; dy <= 1; dy++) {
                for (let dx = -1; dx <= 1; dx++) inner &&= mask[(y + dy) * width + x + dx] === own;
            }
            if (inner && (picture.pixel(x, y)[3] > 128 ? 1 : 0) !== own) faults++;
        }
    }
    return faults;
}

const looks = {
    plain: {},
    tapered: { widthOverLength: [1, 0.2], widthOverAge: [0.5, 1], fadeMode: 'width' },
    pixels: { widthUnits: 'pixels', width: 14 },
    axis: { facing: 'axis', axis: [0, 1, 0] },
    normal: { facing: 'normal', axis: [0.3, 1, 0.4] },
    sword: { shape: 'sword', root: [0, -0.5, 0], tip: [0.2, 1, 0] },
    cross: { shape: 'cross' },
    tube: { shape: 'tube', sides: 7 },
    carried: { drift: [0, 0.6, 0], gravity: [0.4, -0.8, 0], turbulence: 0.7, turbulenceFrequency: 0.35 },
    local: { space: 'local' },
    corners: { minVertexDistance: 1.4 },
    mitered: { minVertexDistance: 1.4, lit: true },
    curved: { minVertexDistance: 1.5, smoothing: 0.01 },
};

renderTest('the geometry that the core reckons is what the GPU draws, for every shape', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay }, styles) => {
        const result = [];
        for (const [name, options] of Object.entries(styles)) {
            const kit = await createKit({ canvas: makeCanvas(), antialias: false });
            const style = kit.createTrailStyle({ lifetime: 2.2, maxPoints: 512, maxTrails: 2, width: 0.8,
                softness: 0, fadeMode: 'none', caps: 'flat', minVertexDistance: 0.2, ...options });
            const trail = kit.createTrail(style);
            const parent = kit.createTransform();
            if (name === 'local') trail.transform.setParent(parent);
            const path = [];
            for (let i = 0; i <= 150; i++) {
                const a = i * 0.05;
                path.push([-5 + i * 0.065, Math.sin(a) * 2, Math.cos(a) * 2 - 1,
                    [Math.sin(a / 2), 0, 0, Math.cos(a / 2)]]);
            }
            lay(kit, trail, path);
            parent.set(1, 1, 0, [0, 0, Math.sin(0.2), Math.cos(0.2)]);
            kit.update(0);
            for (const eye of [[0, 2, 9], [-7, 4, 6]]) {
                const view = camera({ eye });
                kit.update(0);
                kit.draw(view);
                const picture = snap(kit);
                result.push({ name, eye, picture, corners: Array.from(style.expand()),
                    view: Array.from(view.view), projection: Array.from(view.projection) });
            }
            kit.dispose();
        }
        return result;
    }, looks);
    for (const { name, eye, picture, corners, view, projection } of shots) {
        const matrix = new Float64Array(16);
        for (let c = 0; c < 4; c++) {
            for (let r = 0; r < 4; r++) {
                for (let k = 0; k < 4; k++) matrix[c * 4 + r] += projection[k * 4 + r] * view[c * 4 + k];
            }
        }
        const floats = Float64Array.from(corners);
        const mask = rasterize(floats, matrix, picture.width, picture.height);
        const covered = mask.reduce((sum, on) => sum + on, 0);
        assert.ok(covered > 1000 && floats.every(Number.isFinite), `${name} covers ${covered} pixels`);
        const faults = countFaults(picture, mask);
        assert.ok(faults <= covered * 0.003, `${name} from ${eye}: ${faults} of ${covered} pixels differ`);
    }
});

renderTest('[trail.bounds] bounds follow the geometry; what is out of view is not drawn, a visible tail is', async (stage) => {
    const result = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const view = { halfHeight: 7.2 };
        const draw = (options) => {
            kit.draw(camera({ ...view, ...options }));
            return { calls: kit.stats.drawCalls, picture: snap(kit) };
        };
        const style = { lifetime: 1, maxPoints: 256, width: 1, softness: 0, fadeMode: 'none', caps: 'flat' };
        const trail = kit.createTrail(style);
        const found = { empty: trail.bounds };
        lay(kit, trail, walk([[-8, 1, 0], [8, 1, 0]]), 1 / 64); // 16 m/s
        draw();
        found.whole = trail.bounds;
        lay(kit, trail, walk([[8, 1, 0], [8, -7, 0]]), 1 / 64);
        draw();
        found.turned = trail.bounds;
        // Its head leaves the view on the right; the tail is still in it.
        lay(kit, trail, walk([[8, -7, 0], [8, 0, 0], [20, 0, 0]]), 1 / 64);
        found.leaving = draw();
        lay(kit, trail, walk([[20, 0, 0], [60, 0, 0]]), 1 / 64);
        found.gone = draw();
        trail.style.set({ culling: false });
        kit.update(0);
        found.unculled = draw();
        trail.style.set({ culling: true });
        kit.update(0);
        found.turnedTo = draw({ eye: [50, 0, 10], target: [50, 0, 0] });
        kit.update(1.5); // at rest it has died
        found.dead = [trail.bounds, draw({ eye: [50, 0, 10], target: [50, 0, 0] }).calls];
        trail.destroy();
        // Carried into the view from a place that is out of it.
        const falling = kit.createTrail({ ...style, lifetime: 4, drift: [0, -8, 0] });
        lay(kit, falling, walk([[-8, 20, 0], [8, 20, 0]]), 1 / 64);
        kit.update(2.5);
        found.fallen = draw();
        falling.clear();
        falling.destroy();
        kit.update(0.1);
        // A wide ribbon and a blade beside the view reach into it.
        const wide = kit.createTrail({ ...style, width: 10 });
        lay(kit, wide, walk([[-8, 10, 0], [8, 10, 0]]), 1 / 64);
        found.wide = draw();
        wide.clear();
        wide.destroy();
        kit.update(0.1);
        const blade = kit.createTrail({ ...style, shape: 'sword', root: [0, 0, 0], tip: [0, -6, 0] });
        lay(kit, blade, walk([[-8, 10, 0], [8, 10, 0]]), 1 / 64);
        found.blade = draw();
        return found;
    });
    const box = ({ min, max }, expected, what) => [...min, ...max].forEach((value, i) =>
        near(value, expected[i], 0.06, `${what}: ${i}`));
    assert.equal(result.empty, null);
    box(result.whole, [-8, 0.5, 0, 8, 1.5, 0], 'a straight trail');
    box(result.turned, [0, -7, 0, 8.5, 1.5, 0], 'after a corner, half of it dead');
    assert.equal(result.leaving.calls, 1);
    assert.ok(result.leaving.picture.count() > 400, 'the tail shows while the head is out of view (fault 35)');
    assert.deepEqual([result.gone.calls, result.gone.picture.count()], [0, 0]);
    assert.deepEqual([result.unculled.calls, result.unculled.picture.count()], [1, 0]);
    assert.equal(result.turnedTo.calls, 1);
    assert.ok(result.turnedTo.picture.count() > 2000);
    assert.deepEqual(result.dead, [null, 0]);
    for (const name of ['fallen', 'wide', 'blade']) {
        assert.ok(result[name].picture.count() > 400, `${name} is in view`);
        assert.equal(result[name].calls, 1, name);
    }
});

renderTest('[trail.bounds] a thousand trails out of view take no draw call (fault 37)', async (stage) => {
    const { hidden, shown } = await stage.run(async ({ createKit, makeCanvas, camera }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const style = kit.createTrailStyle({ maxTrails: 1000, maxPoints: 4, lifetime: 9 });
        const trails = Array.from({ length: 1000 }, () => kit.createTrail(style));
        for (let frame = 0; frame < 4; frame++) {
            trails.forEach((trail, i) => trail.transform.set(frame, i % 30, 50 + i / 30));
            kit.update(1 / 60);
        }
        kit.draw(camera({ eye: [0, 0, 10], target: [0, 0, 0] }));
        const calls = kit.stats.drawCalls;
        kit.update(0);
        kit.draw(camera({ eye: [0, 0, 10], target: [0, 0, 20] }));
        return { hidden: calls, shown: kit.stats.drawCalls };
    });
    assert.deepEqual([hidden, shown], [0, 1]);
});

renderTest('[trail.bounds] a fast circle through few samples is drawn where only its bulge shows (fault 23)', async (stage) => {
    const { calls, bounds, corners, picture } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const trail = kit.createTrail({ lifetime: 2, maxPoints: 512, width: 0.1, smoothing: 0.005,
            fadeMode: 'none' });
        for (let i = 0; i <= 40; i++) { // five turns a second, 12 samples a turn
            const angle = i / 12 * 2 * Math.PI;
            trail.transform.set(5 * Math.cos(angle), 5 * Math.sin(angle), 0);
            kit.update(1 / 60);
        }
        // Between the samples at 0 and 30 degrees: the curve at 15 is outside of their chord.
        const at = [5 * Math.cos(Math.PI / 12), 5 * Math.sin(Math.PI / 12), 0];
        kit.draw(camera({ halfHeight: 0.08, eye: [at[0], at[1], 10], target: at }));
        return { calls: kit.stats.drawCalls, picture: snap(kit), bounds: trail.bounds,
            corners: Array.from(trail.style.expand()) };
    });
    assert.equal(calls, 1);
    assert.ok(picture.count() > 1000);
    const radii = [];
    for (let i = 0; i < corners.length; i += 3) {
        radii.push(Math.hypot(corners[i], corners[i + 1]));
        for (let axis = 0; axis < 3; axis++) {
            const value = corners[i + axis];
            assert.ok(value >= bounds.min[axis] && value <= bounds.max[axis]);
        }
    }
    assert.ok(Math.max(...radii) < 5.1 + 0.05 && Math.min(...radii.slice(0, -8)) > 4.9 - 0.05);
});

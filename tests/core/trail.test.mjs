// Trails through the JavaScript interface, in the core's wasm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0];
const camera = { view: identity, projection };

/** Moves a trail along x, a metre an update, and draws. */
function run(kit, trail, count, from = 0) {
    for (let i = 0; i < count; i++) {
        trail.transform.set(from + i, 0, 0);
        kit.update(1 / 60);
        kit.draw(camera);
    }
}

function near(actual, expected, tolerance = 1e-4) {
    assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
}

test('[trail.points] positions, ages, widths, rotations, colours and vectors are typed arrays', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 10, pointData: true });
    for (let i = 0; i < 10; i++) {
        trail.transform.set(i, 2, 0, { x: 0, y: Math.sin(i / 20), z: 0, w: Math.cos(i / 20) });
        trail.width = i < 5 ? 1 : 2;
        kit.update(1 / 4);
    }
    const points = trail.readPoints();
    assert.equal(points.count, 10);
    assert.equal(points.count, trail.pointCount);
    for (const [name, size] of Object.entries(
        { position: 3, rotation: 4, color: 4, vector: 3, age: 1, width: 1, begins: 1 },
    )) {
        assert.ok(points[name] instanceof Float32Array, name);
        assert.equal(points[name].length, size * 10, name);
    }
    for (let i = 0; i < 10; i++) { // oldest first
        assert.deepEqual([...points.position.subarray(3 * i, 3 * i + 3)], [i, 2, 0]);
        near(points.age[i], (9 - i) / 4);
        near(points.rotation[4 * i + 1], Math.sin(i / 20));
        near(points.width[i], i < 5 ? 1 : 2, 0.002);
        assert.equal(points.begins[i], i ? 0 : 1);
        assert.deepEqual([...points.color.subarray(4 * i, 4 * i + 4)], [1, 1, 1, 1]);
    }
    kit.dispose();
});

test('[trail.points] what is written is read again, and only the records that changed are sent', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 10, pointData: true, maxPoints: 256 });
    run(kit, trail, 200);
    trail.transform.set(199, 0, 0);
    kit.update(1 / 60);
    kit.draw(camera);
    kit.update(1 / 60);
    kit.draw(camera);
    assert.equal(kit.stats.recordBytes, 0);
    const same = trail.readPoints();
    trail.writePoints(same);
    kit.draw(camera);
    const headBytes = kit.stats.recordBytes; // the live points are always written
    assert.ok(headBytes <= 16 * (3 + 4) + 32, `${headBytes} bytes for nothing new`);
    kit.update(1 / 60);
    const points = trail.readPoints();
    points.position[3 * 100 + 1] = 5;
    points.color.set([4, 0.25, 0, 0.5], 4 * 100);
    points.vector.set([7, -8, 9], 3 * 100);
    points.width[100] = 3;
    points.age[100] = points.age[100] + 0.001;
    points.rotation.set([0, 1, 0, 0], 4 * 100);
    trail.writePoints(points);
    kit.draw(camera);
    // The record, its two neighbours for their tangents, the live points.
    assert.equal(kit.stats.recordBytes, 3 * 64 + headBytes);
    const written = points.age[100];
    const again = trail.readPoints();
    assert.equal(again.position[301], 5);
    [4, 0.25, 0, 0.5].forEach((value, i) => near(again.color[400 + i], value, value * 0.002));
    assert.deepEqual([...again.vector.subarray(300, 303)], [7, -8, 9]);
    near(again.width[100], 3, 0.003);
    near(again.age[100], written);
    assert.deepEqual([...again.rotation.subarray(400, 404)], [0, 1, 0, 0]);
    // The newest point stays at its source.
    again.position[3 * 199] = 1000;
    trail.writePoints(again);
    assert.equal(trail.readPoints().position[3 * 199], 199);
    kit.dispose();
});

test('[trail.points] without pointData there are positions, ages and widths; bad values are refused whole', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 10 });
    run(kit, trail, 20);
    const points = trail.readPoints();
    assert.deepEqual(Object.keys(points), ['count', 'position', 'age', 'width', 'begins']);
    points.width[3] = 0.5;
    points.position[3 * 4] = NaN;
    assert.throws(() => trail.writePoints(points), {
        name: 'InvalidDefError', message: 'trail: a written point is not finite' });
    assert.equal(trail.readPoints().width[3], 1);
    const old = trail.readPoints();
    run(kit, trail, 1, 30);
    assert.throws(() => trail.writePoints(old), {
        name: 'InvalidDefError', message: /changed since they were read/ });
    kit.dispose();
});

test('[trail.points] ages that are written decide when points die', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 2 });
    run(kit, trail, 20);
    const points = trail.readPoints();
    for (let i = 0; i < 10; i++) points.age[i] = 1.9 - i / 100;
    trail.writePoints(points);
    kit.update(0.25);
    assert.equal(trail.pointCount, 11); // nine whole segments have gone
    kit.dispose();
});

test('[trail.modify] a function changes the points after every update, before they are drawn', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 10, pointData: true });
    let calls = 0;
    trail.modify = (points, self) => {
        calls++;
        assert.equal(self, trail);
        for (let i = 0; i < points.count; i++) {
            points.position[3 * i + 1] = Math.sin(points.position[3 * i]);
            points.color[4 * i + 1] = 0.25;
        }
    };
    run(kit, trail, 30);
    assert.equal(calls, 29); // not while there are no points
    const points = trail.readPoints();
    for (let i = 0; i + 1 < points.count; i++) {
        near(points.position[3 * i + 1], Math.sin(points.position[3 * i]), 1e-6);
        near(points.color[4 * i + 1], 0.25, 1e-3);
    }
    assert.equal(points.position[3 * 29 + 1], 0); // the source is where the game put it
    trail.modify = null;
    run(kit, trail, 5, 30);
    assert.equal(calls, 29);
    assert.throws(() => { trail.modify = 7; }, { message: /trail: modify is 7, it must be a function/ });
    // A style that goes takes its trails and their functions with it.
    trail.modify = () => assert.fail('of a trail that is gone');
    trail.style.destroy();
    kit.update(1 / 60);
    kit.dispose();
});

test('[trail.events] started, reset, orphaned and faded are heard once each', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 0.5, teleportDistance: 20 });
    const heard = [];
    for (const type of ['started', 'reset', 'orphaned', 'faded']) {
        trail.on(type, ({ target, position }) => {
            assert.equal(target, trail);
            heard.push([type, ...position]);
        });
    }
    run(kit, trail, 10);
    assert.deepEqual(heard.splice(0), [['started', 1, 0, 0]]);
    run(kit, trail, 10, 1000);
    assert.deepEqual(heard.splice(0), [['reset', 1000, 0, 0]]);
    trail.clear();
    trail.transform.set(0, 0, 0);
    kit.update(0);
    assert.deepEqual(heard.splice(0).map(([type]) => type), ['reset', 'faded']);
    run(kit, trail, 10);
    assert.deepEqual(heard.splice(0).map(([type]) => type), ['started']);
    trail.transform.destroy();
    kit.update(0.1);
    assert.deepEqual(heard.splice(0).map(([type]) => type), ['orphaned']);
    for (let i = 0; i < 10; i++) kit.update(0.1);
    assert.deepEqual(heard.splice(0).map(([type]) => type), ['faded']);
    kit.dispose();
});

test('[trail.orphan] destroying the source lets the trail decay, or vanish by option', async () => {
    const kit = await openKit();
    const decaying = kit.createTrail({ lifetime: 1 });
    const vanishing = kit.createTrail({ lifetime: 1, orphanMode: 'vanish' });
    for (let i = 0; i < 30; i++) {
        for (const trail of [decaying, vanishing]) trail.transform.set(i, 0, 0);
        kit.update(1 / 60);
    }
    for (const trail of [decaying, vanishing]) trail.transform.destroy();
    kit.update(1 / 60);
    assert.ok(decaying.pointCount >= 29);
    assert.equal(vanishing.pointCount, 0);
    for (let i = 0; i < 61; i++) kit.update(1 / 60);
    assert.equal(decaying.pointCount, 0);
    kit.dispose();
});

test('[trail.live-controls] opacity costs one small write, width shapes only what is laid from now on', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 10 });
    run(kit, trail, 30);
    trail.width = 0.25;
    run(kit, trail, 30, 30);
    const { width, position, count } = trail.readPoints();
    for (let i = 0; i < count; i++) near(width[i], position[3 * i] < 30 ? 1 : 0.25, 1e-3);
    kit.update(1 / 60);
    kit.draw(camera);
    kit.update(1 / 60);
    trail.opacity = 0.5;
    kit.draw(camera);
    assert.equal(kit.stats.recordBytes, 16);
    assert.deepEqual([trail.opacity, trail.width], [0.5, 0.25]);
    for (const [name, value, message] of [
        ['opacity', 2, 'trail: opacity is 2, it must be between 0 and 1'],
        ['opacity', NaN, 'trail: opacity is NaN, it must be between 0 and 1'],
        ['width', 16, 'trail: width is 16, it must be between 0 and 15'],
        ['width', 'wide', 'trail: width is "wide", it must be a number'],
        ['eye', [1, 2], 'trail: eye is [1,2], it must be [x, y, z]'],
    ]) {
        assert.throws(() => { trail[name] = value; }, { name: 'InvalidDefError', message });
    }
    assert.deepEqual([trail.opacity, trail.width, trail.eye], [0.5, 0.25, null]);
    kit.dispose();
});

test('[trail.suspend] trails and groups are hidden or cleared, and activated again', async () => {
    const kit = await openKit();
    const style = kit.createTrailStyle({ lifetime: 100, maxTrails: 2 });
    const [first, second] = [kit.createTrail(style), kit.createTrail(style)];
    const move = (from) => {
        for (let i = 0; i < 10; i++) {
            first.transform.set(from + i, 0, 0);
            second.transform.set(from + i, 1, 0);
            kit.update(1 / 60);
        }
    };
    move(0);
    style.suspend();
    move(20);
    assert.deepEqual([first.pointCount, second.pointCount], [10, 10]);
    style.resume();
    move(40);
    assert.deepEqual([first.pointCount, second.pointCount], [20, 20]);
    assert.deepEqual([...first.readPoints().begins].filter(Boolean).length, 2);
    first.suspend({ clear: true });
    move(60);
    assert.deepEqual([first.pointCount, second.pointCount], [0, 30]);
    first.resume();
    move(80);
    assert.deepEqual([first.pointCount, second.pointCount], [10, 40]);
    kit.dispose();
});

test('[trail.stroke] strokes between points and along paths age, and their room comes back', async () => {
    const kit = await openKit();
    const style = kit.createTrailStyle({ lifetime: 1, maxTrails: 2 });
    style.stroke({ from: [0, 0, 0], to: [10, 0, 0], ageFrom: 0.6 });
    style.stroke({ path: [[0, 0, 0], Float32Array.of(1, 1, 0), [2, 0, 0]] });
    assert.throws(() => style.stroke({ path: new Float32Array(6) }), { name: 'CapacityError' });
    kit.draw(camera);
    assert.ok(kit.stats.recordBytes > 0);
    for (let i = 0; i < 9; i++) {
        kit.update(0.1);
        kit.draw(camera);
        assert.equal(kit.stats.recordBytes, 0);
    }
    kit.update(0.2);
    style.stroke({ path: [0, 0, 0, 1, 0, 0] });
    for (const [options, message] of [
        [{ from: [0, 0, 0] }, /stroke: path is .*, it must be a list of \[x, y, z\], or from and to/],
        [{ path: [0, 0, 0, 1] }, /stroke: path/],
        [{ from: [0, 0, 0], to: [0, 1, 0], ageTo: 2 }, 'stroke: ageTo is 2, it must be between 0 and 1'],
        [{ from: [0, 0, 0], to: [0, 1, 0], age: 2 }, /stroke: age is not an option/],
        [{ path: new Float32Array(195) },
            'stroke: the path has 65 points, it must have between 2 and 64 (maxPoints)'],
    ]) {
        assert.throws(() => style.stroke(options), { name: 'InvalidDefError', message });
    }
    kit.dispose();
});

test('[trail.diagnostics] live trails, points, resets, overwritten, expired and dropped are counted', async () => {
    const kit = await openKit();
    const style = kit.createTrailStyle({
        lifetime: 1, maxTrails: 2, maxPoints: 16, teleportDistance: 20,
        maxVertexDistance: 0.5, maxPointsPerUpdate: 4,
    });
    const trail = kit.createTrail(style);
    const idle = kit.createTrail(style);
    const before = kit.stats.toJSON();
    assert.deepEqual([before.trails, before.trailPoints], [2, 0]);
    run(kit, trail, 10, 0); // a metre an update: 2 pieces
    assert.equal(kit.stats.trailPoints, trail.pointCount);
    assert.deepEqual([kit.stats.trailSkipped, kit.stats.trailResets], [0, 0]);
    const held = trail.pointCount;
    assert.ok(held <= 16);
    assert.ok(kit.stats.trailOverwritten > 0);
    const laid = held + kit.stats.trailOverwritten;
    assert.equal(laid, 9 + 7 + 1 + 1); // 9 samples, 8 pieces between them less the pending one, the head
    trail.teleport();
    run(kit, trail, 5, 500);
    assert.equal(kit.stats.trailResets, 1);
    for (let i = 0; i < 5; i++) {
        trail.transform.set(504 + 10 * i, 0, 0);
        kit.update(1 / 60);
    }
    assert.equal(kit.stats.trailSkipped, 3 * (20 - 4)); // the last segments are still to come
    for (let i = 0; i < 10; i++) kit.update(0.2);
    assert.deepEqual([kit.stats.trailPoints, kit.stats.trails], [0, 2]);
    assert.ok(kit.stats.trailExpired > 0 && kit.stats.expired === kit.stats.trailExpired);
    assert.equal(kit.stats.dropped, kit.stats.trailOverwritten);
    idle.destroy();
    assert.equal(kit.stats.trails, 1);
    kit.dispose();
});

test('[trail.lod] the distance from the eye of the last draw thins what is laid', async () => {
    const kit = await openKit();
    const options = {
        lifetime: 100, maxPoints: 256, lodStart: 10, lodEnd: 50, lodFloor: 0.2, minVertexDistance: 0.001,
    };
    const lay = (z, eye) => {
        const trail = kit.createTrail(options);
        trail.eye = eye;
        kit.draw(camera); // from the origin
        for (let i = 0; i <= 100; i++) {
            trail.transform.set(i / 500, 0, z);
            kit.update(1 / 60);
        }
        const { pointCount } = trail;
        trail.destroy();
        return pointCount;
    };
    near(lay(-5, null), 101, 1);
    near(lay(-30, null), 60, 2);
    near(lay(-500, null), 21, 2);
    near(lay(-500, [0, 0, -499]), 101, 1);
    near(lay(0, [0, 0, 1e4]), 21, 2);
    kit.dispose();
});

test('times that run backward are refused and change nothing (fault 9)', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 10 });
    run(kit, trail, 10);
    const before = trail.readPoints().age.slice();
    assert.throws(() => kit.update(-3), { name: 'InvalidDefError' });
    assert.deepEqual(trail.readPoints().age, before);
    kit.dispose();
});

test('1,000 moving trails send 80 bytes each', async () => {
    const kit = await openKit();
    const style = kit.createTrailStyle({ maxTrails: 1000 });
    const trails = Array.from({ length: 1000 }, () => kit.createTrail(style));
    for (let frame = 0; frame < 150; frame++) {
        trails.forEach((trail, i) => trail.transform.set(frame * 0.3, i, Math.sin(frame / 7)));
        kit.update(1 / 60);
        kit.draw(camera);
    }
    assert.ok(kit.stats.trailPoints >= 60_000);
    assert.equal(kit.stats.recordBytes, 80_000);
    assert.ok(kit.stats.uploadBytes <= 96_000);
    kit.dispose();
});

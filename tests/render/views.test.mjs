// Several views of one update, canvases that change their size, and time that does.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

renderTest('[kit.views] two views of one update share a canvas and show the same moment', async (stage) => {
    const { both, left, right, updates } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const emitter = kit.createEmitter({ preset: 'smoke' }, { seed: 3 });
        const trail = kit.createTrail({ lifetime: 4, width: 0.5 });
        for (let i = 0; i < 90; i++) {
            emitter.transform.set(Math.sin(i / 20), 0, 0);
            trail.transform.set(i / 20 - 2, Math.sin(i / 10), 0);
            kit.update(1 / 60);
        }
        const front = camera({ eye: [0, 1, 8], aspect: 256 / 288 });
        const above = camera({ eye: [0.1, 9, 0.1], aspect: 256 / 288 });
        const at = (x) => [x, 0, 256, 288];
        kit.draw({ ...front, viewport: at(0) });
        kit.draw({ ...above, viewport: at(256) });
        const seen = snap(kit);
        const alone = [];
        for (const [view, x] of [[front, 0], [above, 256]]) {
            kit.gl.clear(kit.gl.COLOR_BUFFER_BIT);
            kit.draw({ ...view, viewport: at(x) });
            alone.push(snap(kit));
        }
        return { both: seen, left: alone[0], right: alone[1], updates: kit.stats.updates };
    });
    assert.equal(updates, 90);
    let filled = 0;
    for (let y = 0; y < 288; y += 3) {
        for (let x = 0; x < 512; x += 3) {
            const expected = (x < 256 ? left : right).pixel(x, y);
            assert.deepEqual(both.pixel(x, y), expected, `at ${x}, ${y}`);
            if (expected[3] > 20) filled++;
        }
    }
    assert.ok(filled > 300, `${filled} samples are filled`);
    // The halves differ: each has its own camera.
    const differing = [];
    for (let y = 0; y < 288; y += 3) {
        for (let x = 0; x < 256; x += 3) {
            if (Math.abs(both.pixel(x, y)[3] - both.pixel(x + 256, y)[3]) > 30) differing.push([x, y]);
        }
    }
    assert.ok(differing.length > 200);
});

renderTest('[kit.views] a view clears its own part of the canvas only; a wrong viewport is named', async (stage) => {
    const { picture, messages } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 1, 1] });
        kit.draw({ ...camera(), viewport: [0, 0, 512, 288] });
        kit.gl.clearColor(1, 0, 0, 1);
        kit.gl.clear(kit.gl.COLOR_BUFFER_BIT);
        kit.draw({ ...camera(), viewport: [100, 50, 200, 100] });
        const picture = snap(kit);
        const messages = [];
        for (const viewport of [[0, 0, 0, 10], [0, 0, 10], [0, 0.5, 10, 10], 'all', [0, 0, NaN, 1]]) {
            try {
                kit.draw({ ...camera(), viewport });
                messages.push('');
            } catch (error) {
                messages.push(`${error.name}: ${error.message}`);
            }
        }
        return { picture, messages };
    });
    assert.deepEqual(picture.pixel(99, 200), [255, 0, 0, 255]);
    assert.deepEqual(picture.pixel(101, 288 - 51), [0, 0, 255, 255]);
    assert.deepEqual(picture.pixel(299, 288 - 149), [0, 0, 255, 255]);
    assert.deepEqual(picture.pixel(301, 200), [255, 0, 0, 255]);
    for (const message of messages) {
        assert.match(message, /^InvalidDefError: draw: viewport is .* \[x, y, width, height\]/);
    }
});

renderTest('[kit.resize] a canvas of another size or pixel ratio is filled after one call or none', async (stage) => {
    const { wide, ratio, sizes, message } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(200, 100) });
        const emitter = kit.createEmitter({ rateOverTime: 0, size: 2, speed: 0, sprite: 'disc', lifetime: 9 });
        emitter.burst(1, [0, 0, 0]);
        kit.update(0.1);
        kit.canvas.width = 400; // by the page itself: no call at all
        kit.canvas.height = 300;
        kit.draw(camera({ halfHeight: 1.5, aspect: 4 / 3 }));
        const wide = snap(kit);
        Object.assign(kit.canvas.style, { width: '240px', height: '120px' });
        kit.resize(2);
        const sizes = [kit.canvas.width, kit.canvas.height];
        kit.draw(camera({ halfHeight: 1.5, aspect: 2 }));
        const ratio = snap(kit);
        kit.resize(2); // the same size again does not clear what is shown
        const kept = snap(kit);
        let message;
        try {
            kit.resize(0);
        } catch (error) {
            ({ message } = error);
        }
        return { wide, ratio, sizes, message, kept };
    });
    assert.deepEqual([wide.width, wide.height], [400, 300]);
    assert.deepEqual(sizes, [480, 240]);
    for (const [picture, pixels] of [[wide, 100], [ratio, 80]]) {
        const x = picture.width / 2;
        const y = picture.height / 2;
        // A disc of 2 m across: 1 m is half of `pixels` to each side.
        for (const [dx, dy] of [[0, 0], [0.9, 0], [-0.9, 0], [0, 0.9], [0, -0.9]]) {
            assert.ok(picture.pixel(Math.round(x + dx * pixels), Math.round(y + dy * pixels))[3] > 250);
        }
        for (const [dx, dy] of [[1.1, 0], [-1.1, 0], [0, 1.1], [0, -1.1]]) {
            assert.equal(picture.pixel(Math.round(x + dx * pixels), Math.round(y + dy * pixels))[3], 0);
        }
    }
    assert.match(message, /resize: pixelRatio is 0, it must be above 0 and up to 16/);
});

// A trail and particles, as they look after two seconds of play that begins `late`.
async function playAfter({ createKit, makeCanvas, camera, snap }, late) {
    const kit = await createKit({ canvas: makeCanvas() });
    const trail = kit.createTrail({ lifetime: 1, width: 0.4, teleportDistance: 5 });
    const emitter = kit.createEmitter({ rateOverTime: 0, lifetime: 3, speed: 1, coneAngle: 0.5 }, { seed: 5 });
    for (const dt of late) kit.update(dt);
    emitter.burst(40);
    trail.teleport();
    for (let i = 0; i < 120; i++) {
        trail.transform.set(i / 30 - 2, Math.sin(i / 12), 0);
        kit.update(1 / 60);
    }
    kit.draw(camera({ eye: [0, 0, 6] }));
    const picture = snap(kit);
    kit.dispose();
    return { picture, points: 0 };
}

function largestStep(a, b) {
    let largest = 0;
    for (let y = 0; y < a.height; y++) {
        for (let x = 0; x < a.width; x++) {
            const [p, q] = [a.pixel(x, y), b.pixel(x, y)];
            for (let i = 0; i < 4; i++) largest = Math.max(largest, Math.abs(p[i] - q[i]));
        }
    }
    return largest;
}

renderTest('[kit.time] after an hour in a hidden tab and after a week it looks as in the first second', async (stage) => {
    const pictures = await stage.run(async (tools, source) => {
        const playAfter = new Function(`return ${source};`)();
        const week = Array.from({ length: 24 * 7 }, () => 3600);
        const results = [];
        for (const late of [[], [3600], week, [...week, 0.123]]) {
            results.push(await playAfter(tools, late));
        }
        return results.map(({ picture }) => picture);
    }, String(playAfter));
    const [first, ...later] = pictures;
    assert.ok(first.pixel(256, 144).length === 4);
    for (const picture of later) {
        // Times are rounded to a float of at most an hour: a hair of an edge may move.
        const largest = largestStep(first, picture);
        assert.ok(largest <= 24, `a channel differs by ${largest}`);
    }
});

renderTest('[kit.time] timeScale slows, stops and hastens; a pause draws the same picture', async (stage) => {
    const { ages, still, messages } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const emitter = kit.createEmitter({ rateOverTime: 0, lifetime: 100, speed: 1 });
        emitter.burst(1, [0, 0, 0]);
        kit.update(0);
        const age = () => emitter.style.readParticles()[0].age;
        const ages = [];
        for (const scale of [1, 0.25, 0, 4]) {
            kit.timeScale = scale;
            const before = age();
            for (let i = 0; i < 10; i++) kit.update(0.1);
            ages.push(age() - before);
        }
        kit.timeScale = 0;
        kit.draw(camera());
        const first = snap(kit);
        kit.update(1);
        kit.draw(camera());
        const messages = [NaN, -1, 101, '1'].map((scale) => {
            try {
                kit.timeScale = scale;
                return 'taken';
            } catch (error) {
                return error.message;
            }
        });
        return { ages, still: [first, snap(kit)], messages };
    });
    for (const [i, expected] of [1, 0.25, 0, 4].entries()) {
        assert.ok(Math.abs(ages[i] - expected) < 1e-4, `${ages[i]} instead of ${expected}`);
    }
    assert.equal(largestStep(...still), 0);
    for (const message of messages) assert.match(message, /kit: timeScale is .*between 0 and 100/);
});

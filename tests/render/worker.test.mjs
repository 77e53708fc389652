// A kit in a worker that draws on an OffscreenCanvas; the page writes transforms and the camera.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchChromium, watch } from '../../tools/chromium.mjs';
import { isolation, serve } from '../../tools/serve.mjs';

let browser;

before(async () => {
    browser = await launchChromium();
});
after(() => browser?.close());

/** Runs a function in a page that has `ask(job, rest, transfer)` for its worker. */
async function run(headers, body, argument) {
    const server = await serve({ headers });
    const page = await browser.newPage({ viewport: { width: 320, height: 180 }, deviceScaleFactor: 1 });
    const problems = watch(page);
    try {
        await page.goto(`${server.url}tests/render/page.html`);
        const result = await page.evaluate(async ([source, value]) => {
            const worker = new Worker('/tests/render/worker-thread.js', { type: 'module' });
            const waiting = new Map();
            let count = 0;
            const answerOf = (id) => new Promise((resolve, reject) => {
                waiting.set(id, { resolve, reject });
                worker.onerror = (event) => reject(new Error(event.message));
            });
            worker.onmessage = ({ data: { id, answer, failure } }) => {
                const { resolve, reject } = waiting.get(id);
                if (failure) reject(new Error(failure));
                else resolve(answer);
            };
            await answerOf(0);
            const ask = (job, rest, transfer = []) => {
                const id = ++count;
                worker.postMessage({ id, job, ...rest }, transfer);
                return answerOf(id);
            };
            const { TransformWriter, TransformReader } = await import('willowisp/worker');
            const test = new Function(`return (${source});`)();
            const result = await test({ ask, TransformWriter, TransformReader }, value);
            worker.terminate();
            return result;
        }, [String(body), argument]);
        assert.deepEqual(problems, []);
        return result;
    } finally {
        await page.close();
        await server.close();
    }
}

// A trail from x = -6 to 6 m through y = 0; an orthographic camera that shows 16 x 9 m on 256 x 144.
const drawTrail = async ({ ask, TransformWriter }) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 256, height: 144 });
    document.body.append(canvas);
    const offscreen = canvas.transferControlToOffscreen();
    const writer = new TransformWriter(8);
    const isShared = writer.buffer !== null;
    const opened = await ask('open', { canvas: offscreen, buffer: writer.buffer }, [offscreen]);
    const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1];
    const projection = [1 / 8, 0, 0, 0, 0, 1 / 4.5, 0, 0, 0, 0, -1 / 50, 0, 0, 0, 0, 1];
    writer.setCamera(view, projection);
    let last;
    for (let i = 0; i <= 24; i++) {
        writer.set(3, -6 + i / 2, 0, 0, { x: 0, y: 0, z: 0, w: 1 }, 1);
        const frame = writer.commit();
        last = await ask('draw', isShared ? {} : { frame });
    }
    // Written, but not handed over: it is not seen.
    writer.set(3, 0, 4, 0);
    const unseen = await ask('draw', {});
    return { isShared, isolated: crossOriginIsolated, opened, last, unseen, rows: await ask('read', {}) };
};

for (const isIsolated of [true, false]) {
    test(`[web.worker] a trail follows what the page writes ${isIsolated ? 'into shared memory' : 'and posts, without isolation'}`, async () => {
        const headers = isIsolated ? isolation : {};
        const { isShared, isolated, opened, last, unseen, rows } = await run(headers, drawTrail);
        assert.deepEqual([isShared, isolated], [isIsolated, isIsolated]);
        assert.deepEqual(opened, { early: false, camera: null });
        assert.equal(last.isDrawn, true);
        assert.equal(last.error, 0);
        assert.equal(last.stats.trails, 1);
        assert.equal(last.stats.frame, 25);
        assert.equal(unseen.stats.trailPoints, last.stats.trailPoints);
        // 16 pixels a metre: red from x = 32 to 224 in the rows 64 to 80, and nowhere else.
        const red = (row) => row.flatMap((value, x) => (value > 250 ? [x] : []));
        const middle = red(rows[72]);
        assert.ok(middle[0] <= 32 && middle.at(-1) >= 222 && middle.length === middle.at(-1) - middle[0] + 1,
            `${middle}`);
        assert.deepEqual([red(rows[60]), red(rows[84]), red(rows[100])], [[], [], []]);
    });
}

test('[web.worker] no frame is read half written, and none is older than the last', async () => {
    const result = await run(isolation, async ({ ask, TransformWriter }) => {
        const slots = 500;
        const writer = new TransformWriter(slots);
        const milliseconds = 700;
        const racing = ask('race', { buffer: writer.buffer, slots, milliseconds });
        const matrix = new Float32Array(16);
        const end = performance.now() + milliseconds + 100;
        let number = 0;
        while (performance.now() < end) {
            number++;
            writer.data.fill(number);
            writer.setCamera(matrix.fill(number), matrix);
            writer.commit();
        }
        return { ...await racing, written: number };
    });
    assert.deepEqual([result.mixed, result.backward], [0, 0]);
    assert.ok(result.frames > 50, `${result.frames} frames were seen of ${result.written}`);
    assert.ok(result.last <= result.written);
});

test('[web.worker] wrong arguments are refused', async () => {
    const messages = await run(isolation, ({ TransformWriter, TransformReader }) => {
        const note = (act) => {
            try {
                act();
                return 'nothing';
            } catch (error) {
                return `${error.name}: ${error.message}`;
            }
        };
        const writer = new TransformWriter(4);
        return [
            note(() => new TransformWriter(0)),
            note(() => new TransformWriter(1048577)),
            note(() => writer.set(4, 0, 0, 0)),
            note(() => writer.set(-1, 0, 0, 0)),
            note(() => writer.setCamera([1], new Float32Array(16))),
            note(() => new TransformReader(new ArrayBuffer(8))),
            note(() => new TransformReader(writer.buffer).follow(4, {})),
            note(() => new TransformReader().take(new Float32Array(33))),
            note(() => new TransformReader(writer.buffer).follow(3, {})),
        ];
    });
    const expected = [
        /^InvalidDefError: TransformWriter: slots is 0, it must be a whole number from 1 to 1048576/,
        /^InvalidDefError: TransformWriter: slots is 1048577/,
        /^InvalidDefError: TransformWriter: slot is 4, it must be a whole number from 0 to 3/,
        /^InvalidDefError: TransformWriter: slot is -1/,
        /^InvalidDefError: TransformWriter: view is \[1\], it must be 16 numbers, column-major/,
        /^InvalidDefError: TransformReader: buffer must be a writer's/,
        /^InvalidDefError: TransformReader: slot is 4, it must be a whole number from 0 to 3/,
        /^InvalidDefError: TransformReader: frame is .* it must be what commit\(\) returned/,
        /^nothing$/,
    ];
    expected.forEach((pattern, i) => assert.match(messages[i], pattern));
});

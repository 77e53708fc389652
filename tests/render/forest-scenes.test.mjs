// The scenes of forests as a visitor sees them: what lives in a fixed frame, and what is seen where.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchChromium, watch } from '../../tools/chromium.mjs';
import { serve } from '../../tools/serve.mjs';

let server;
let browser;

before(async () => {
    server = await serve();
    browser = await launchChromium();
});
after(async () => {
    await browser?.close();
    await server?.close();
});

// Counters of the canvas, and which shares of its middle and of its top are green.
async function visit(path) {
    const page = await browser.newPage({ viewport: { width: 320, height: 180 }, deviceScaleFactor: 1 });
    const problems = watch(page);
    await page.goto(`${server.url}examples/${path}&seed=1&trees=800&pictures=3`);
    await page.waitForFunction(() => document.documentElement.dataset.done, undefined, { timeout: 120000 });
    const seen = await page.evaluate(() => {
        const canvas = document.querySelector('canvas');
        const copy = new OffscreenCanvas(canvas.width, canvas.height)
            .getContext('2d', { willReadFrequently: true });
        // The stage draws once more in this task, so that there is something to copy.
        window.stage.redraw();
        copy.drawImage(canvas, 0, 0);
        const green = (x, y, width, height) => {
            const { data } = copy.getImageData(x, y, width, height);
            let count = 0;
            for (let i = 0; i < data.length; i += 4) {
                if (data[i + 1] > data[i + 2] + 12) count++;
            }
            return count / (width * height);
        };
        return {
            counters: { ...canvas.dataset },
            middle: green(120, 70, 80, 60),
            top: green(120, 0, 80, 24),
        };
    });
    assert.deepEqual(problems, []);
    await page.close();
    return { ...seen, count: (name) => Number(seen.counters[`ww${name}`]) };
}

test('straight down on the woods: impostors in few draws, no sky', async () => {
    const { count, middle, top } = await visit('forest_aerial.html?frame=1&view=down');
    assert.ok(count('Trees') > 250 && count('Impostors') > 250, `${count('Impostors')} impostors`);
    assert.ok(count('DrawCalls') <= 6, `${count('DrawCalls')} draw calls`);
    assert.ok(middle > 0.7 && top > 0.7, `green: ${middle} in the middle, ${top} at the top`);
});

test('a forest grows from bare ground under the sky', async () => {
    const { count, middle, top } = await visit('forest_growth.html?frame=2400');
    assert.equal(count('Trees'), 800);
    assert.ok(count('MeshTrees') > 4, `${count('MeshTrees')} meshes`);
    assert.ok(middle > 0.5, `green: ${middle} in the middle`);
    assert.ok(top < 0.2, `green: ${top} at the top`);
});

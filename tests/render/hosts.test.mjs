// The example pages of engines, workers and pages without code, as visitors see them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchChromium, watch } from '../../tools/chromium.mjs';
import { isolation, serve } from '../../tools/serve.mjs';

let server;
let browser;

before(async () => {
    server = await serve({ headers: isolation });
    browser = await launchChromium();
});
after(async () => {
    await browser?.close();
    await server?.close();
});

// The page, its counters, and how many pixels of its picture look in some way.
async function visit(path, looks) {
    const page = await browser.newPage({ viewport: { width: 320, height: 180 }, deviceScaleFactor: 1 });
    const problems = watch(page);
    await page.goto(`${server.url}examples/${path}`);
    await page.waitForFunction(() => document.documentElement.dataset.done, undefined, { timeout: 120000 });
    await page.addStyleTag({ content: '#stats, #help { display: none }' });
    const png = (await page.screenshot()).toString('base64');
    const counts = await page.evaluate(async ([base64, sources]) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        return sources.map((source) => {
            const test = new Function(`return (${source});`)();
            let count = 0;
            for (let i = 0; i < data.length; i += 4) {
                if (test(data[i], data[i + 1], data[i + 2])) count++;
            }
            return count;
        });
    }, [png, looks.map(String)]);
    assert.deepEqual(problems, []);
    const dataset = await page.$eval('canvas', (canvas) => ({ ...canvas.dataset }));
    const stats = await page.evaluate(() => document.querySelector('#stats')?.textContent);
    await page.close();
    return { counts, stats, number: (name) => Number(dataset[`ww${name}`]) };
}

const glowing = (r, g, b) => Math.max(r, g, b) > 225;
const stone = (r, g, b) => r > 70 && r > b && r < 190 && Math.abs(r - g) < 60;

for (const engine of ['three', 'babylon', 'playcanvas']) {
    test(`[web.${engine}] the carousel turns in its engine, with trails, a fire and trees`, async () => {
        const { counts, number } = await visit(`${engine}_carousel.html?frame=60`, [glowing, stone]);
        assert.ok(counts[0] > 120 && counts[0] < 4000, `${counts[0]} glowing pixels`);
        assert.ok(counts[1] > 4000, `${counts[1]} pixels of stone`);
        assert.equal(number('Trails'), 5);
        assert.ok(number('TrailPoints') > 100 && number('Particles') > 60 && number('Trees') > 300);
    });
}

test('[web.worker] the swarm is drawn by the worker from shared memory', async () => {
    const { counts, stats, number } = await visit('worker_swarm.html?frame=60',
        [(r, g, b) => Math.max(r, g, b) > 90]);
    assert.match(stats, /^shared memory/);
    assert.equal(number('Trails'), 150);
    assert.ok(counts[0] > 2000 && counts[0] < 30000, `${counts[0]} bright pixels`);
});

test('[web.embed] the page without code shows its effects', async () => {
    const { counts, number } = await visit('embed_page.html?frame=40', [(r, g, b) => g > 120 && g > r && g > b]);
    assert.ok(number('Particles') > 10);
    assert.ok(counts[0] > 3, `${counts[0]} pixels of fireflies`);
});

test('the gallery leads to these pages', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}examples/index.html`);
    const links = await page.$$eval('nav a', (list) => list.map((a) => new URL(a.href).pathname));
    for (const name of ['three_carousel', 'babylon_carousel', 'playcanvas_carousel', 'worker_swarm', 'embed_page']) {
        assert.ok(links.includes(`/examples/${name}.html`), name);
    }
    await page.close();
});

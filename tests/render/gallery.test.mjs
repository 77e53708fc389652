// The example pages as a visitor uses them.
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

async function open(path) {
    const page = await browser.newPage({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 1 });
    const problems = watch(page);
    await page.goto(server.url + path);
    return { page, problems };
}

const counts = (page) => page.evaluate(() => {
    const { wwParticles, wwTrailPoints, wwBeams } = document.querySelector('canvas').dataset;
    return { particles: Number(wwParticles), points: Number(wwTrailPoints), beams: Number(wwBeams) };
});

test('[web.gallery] every effect is live, with knobs, statistics and code', async () => {
    const { page, problems } = await open('');
    await page.waitForSelector('#effects button');
    const names = await page.$$eval('#effects button', (buttons) => buttons.map((b) => b.dataset.name));
    assert.ok(names.length >= 15, `${names}`);
    for (const name of names) {
        await page.click(`#effects button[data-name=${name}]`);
        const isTrail = ['comet', 'silk', 'contrail'].includes(name);
        const isBeam = ['laser', 'lightning', 'plasma'].includes(name);
        const living = isTrail ? 'wwTrailPoints' : isBeam ? 'wwBeams' : 'wwParticles';
        await page.waitForFunction((key) => Number(document.querySelector('canvas').dataset[key]) > 0,
            living, { timeout: 60000 });
        assert.ok(await page.$$eval('#knobs input[type=range]', (list) => list.length) >= 6, name);
        const code = await page.textContent('#code');
        assert.match(code, isTrail ? /fx\.createTrail\(/ : isBeam ? /fx\.createBeam\(/ : new RegExp(`preset: '${name}'`));
    }
    assert.match(await page.textContent('#stats'), /draw calls {2}\d/);
    assert.deepEqual(problems, []);
    await page.close();
});

test('[web.gallery] a slider changes what is drawn and the code to copy', async () => {
    const { page, problems } = await open('examples/index.html?effect=sparks');
    await page.waitForSelector('#knobs input[type=range]');
    await page.waitForFunction(() => Number(document.querySelector('canvas').dataset.wwParticles) > 0);
    const knob = page.locator('#knobs label', { hasText: 'rateOverTime' }).locator('input');
    await knob.evaluate((input) => {
        input.value = input.min;
        input.dispatchEvent(new Event('input'));
    });
    assert.match(await page.textContent('#code'), /rateOverTime: 0/);
    const before = (await counts(page)).particles;
    await page.waitForFunction((n) => Number(document.querySelector('canvas').dataset.wwParticles) < n,
        before, { timeout: 60000 });
    assert.deepEqual(problems, []);
    await page.close();
});

test('example pages draw a fixed frame and say that they are done', async () => {
    for (const path of ['trail_ribbons.html', 'particle_sparks.html']) {
        const { page, problems } = await open(`examples/${path}?frame=60&seed=1`);
        await page.waitForFunction(() => document.documentElement.dataset.done, undefined, { timeout: 60000 });
        const { particles, points } = await counts(page);
        assert.ok(particles + points > 100, path);
        assert.deepEqual(problems, []);
        await page.close();
    }
});

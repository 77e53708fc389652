// The scenes of effects as a visitor sees them: a fixed frame, what lives in it, and where it glows.
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

// Counters of the canvas, and how many of its pixels a test (in the page) takes.
async function visit(path, takes = () => true) {
    const page = await browser.newPage({ viewport: { width: 320, height: 180 }, deviceScaleFactor: 1 });
    const problems = watch(page);
    await page.goto(`${server.url}examples/${path}`);
    await page.waitForFunction(() => document.documentElement.dataset.done, undefined, { timeout: 120000 });
    const { counters, pixels } = await page.evaluate((source) => {
        const canvas = document.querySelector('canvas');
        const test = new Function(`return (${source});`)();
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
        // The stage draws once more in this task, so that there is something to copy.
        window.stage?.fx.update(0);
        window.stage?.redraw();
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
            const x = (i / 4) % canvas.width / canvas.width;
            const y = Math.floor(i / 4 / canvas.width) / canvas.height;
            if (test(data[i], data[i + 1], data[i + 2], x, y)) count++;
        }
        return { counters: { ...canvas.dataset }, pixels: count };
    }, String(takes));
    assert.deepEqual(problems, []);
    await page.close();
    return { pixels, count: (name) => Number(counters[`ww${name}`]) };
}

test('the campfire glows in the middle of the night, with trees around it', async () => {
    const { pixels, count } = await visit('effect_campfire.html?frame=90&seed=1',
        (r, g, b, x, y) => r > 220 && g > 90 && b < 200 && Math.abs(x - 0.5) < 0.1 && y > 0.35);
    assert.ok(pixels > 60, `${pixels} glowing pixels`);
    assert.ok(count('Particles') > 120 && count('Trees') > 250);
});

test('fireworks burst in the sky, rockets draw their trails', async () => {
    const { pixels, count } = await visit('effect_fireworks.html?frame=150&seed=1',
        (r, g, b, x, y) => r + g + b > 420 && y < 0.75);
    assert.ok(pixels > 30, `${pixels} bright pixels`);
    assert.ok(count('Particles') > 300 && count('TrailPoints') > 20);
});

test('[web.recipes] accepted shots are beams with a flash at the muzzle and sparks where they hit', async () => {
    const { pixels, count } = await visit('effect_range.html?frame=13&seed=1',
        (r, g, b) => r > 200 && r > b + 60);
    assert.ok(count('Beams') >= 1, `${count('Beams')} beams`);
    assert.ok(count('Particles') > 60);
    assert.ok(pixels > 60, `${pixels} glowing pixels`);
});

test('[web.recipes] swarm bursts: ninety ribbons in one draw call, bursts among them', async () => {
    const { pixels, count } = await visit('effect_swarm.html?frame=120&seed=1',
        (r, g, b) => b > 180 && b >= r);
    assert.equal(count('Trails'), 90);
    assert.ok(count('TrailPoints') > 3000 && count('Particles') > 200);
    assert.equal(count('Dropped'), 0);
    assert.ok(count('DrawCalls') <= 3, `${count('DrawCalls')} draw calls`);
    assert.ok(pixels > 120, `${pixels} blue pixels`);
});

test('[web.recipes] skimmer dust rises along the way, not along jumps', async () => {
    const { pixels, count } = await visit('effect_skimmer.html?frame=120&seed=1',
        (r, g, b) => b > 200 && r > 150);
    assert.ok(count('Particles') > 300 && count('Trails') === 6);
    assert.ok(pixels > 15, `${pixels} bright pixels`);
});

test('weather: rain falls over the forest', async () => {
    const { count } = await visit('effect_weather.html?frame=60&seed=1&weather=rain');
    assert.ok(count('Particles') > 400, `${count('Particles')} particles`);
    assert.ok(count('Trees') > 1000);
});

test('the browser of effects shows each by its name, on every ground', async () => {
    for (const [effect, ground] of [['portal', 'dark'], ['confetti', 'bright'], ['campfire', 'transparent']]) {
        const { count } = await visit(`effect_browser.html?effect=${effect}&ground=${ground}&frame=40`);
        assert.ok(count('Particles') > 30, `${effect}: ${count('Particles')}`);
    }
});

// `willowisp/embed` in a page without code (embed.html): what its canvases show, and when.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchChromium, watch } from '../../tools/chromium.mjs';
import { serve } from '../../tools/serve.mjs';
import { Picture } from './picture.mjs';

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

const expected = /is not an effect|no-such\.json|data-distance|404/;

async function open({ path = 'tests/render/embed.html', ...options } = {}) {
    const page = await browser.newPage({ viewport: { width: 400, height: 600 }, deviceScaleFactor: 1,
        ...options });
    const problems = watch(page);
    await page.goto(server.url + path);
    return { page, problems };
}

const data = (page, id) => page.$eval(`#${id}`, ({ dataset }) => ({ ...dataset }));
const frames = async (page, id) => Number((await data(page, id)).wwFrame ?? 0);
const later = (page, milliseconds) => page.evaluate((time) => new Promise((resolve) => {
    setTimeout(resolve, time);
}), milliseconds);

async function waitForFrame(page, id, frame) {
    await page.waitForFunction(([name, wanted]) => (
        Number(document.getElementById(name).dataset.wwFrame ?? 0) >= wanted), [id, frame],
    { timeout: 60000 });
}

// What the page shows where the canvas is, and what it would show without it.
async function pictureOf(page, id) {
    const png = await page.locator(`#${id}`).screenshot();
    return Picture.fromPage(await page.evaluate(async (base64) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
        const { width, height } = bitmap;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.drawImage(bitmap, 0, 0);
        const pixels = context.getImageData(0, 0, width, height).data;
        let text = '';
        for (let y = height - 1; y >= 0; y--) {
            text += String.fromCharCode(...pixels.subarray(4 * width * y, 4 * width * (y + 1)));
        }
        return { width, height, base64: btoa(text) };
    }, png.toString('base64')));
}

const ground = ([r, g, b]) => r === 16 && g === 32 && b === 48;

test('[web.embed] a canvas with a name shows the effect over the page, at its own size', async () => {
    const { page, problems } = await open();
    for (const id of ['fireflies', 'plain', 'file']) await waitForFrame(page, id, 12);
    const fireflies = await pictureOf(page, 'fireflies');
    assert.deepEqual([fireflies.width, fireflies.height], [320, 180]);
    const lights = fireflies.count(([r, g, b]) => g > 90 && g > r && g > b);
    assert.ok(lights > 20 && lights < 320 * 180 * 0.3, `${lights} pixels of light`);
    assert.ok(fireflies.count(ground) > 320 * 180 * 0.3, 'the page shows through');
    // 60 squares of 0.6 m a second in a box of 2 m at 10 m: red in the middle, page at the edge.
    const file = await pictureOf(page, 'file');
    const red = ([r, g, b]) => r > 200 && g < 60 && b < 60;
    assert.ok(file.count(red, { x: 140, y: 70, width: 40, height: 40 }) > 1200);
    assert.equal(file.count(red, { x: 0, y: 0, width: 40, height: 180 }), 0);
    assert.equal((await data(page, 'file')).wwError, '');
    assert.deepEqual(await data(page, 'quiet'), {});
    assert.deepEqual(problems.filter((text) => !expected.test(text)), []);
    await page.close();
});

test('[web.embed] an effect that ends is played again', async () => {
    const { page } = await open();
    await page.evaluate(() => {
        window.counts = [];
        const { dataset } = document.getElementById('plain');
        new MutationObserver(() => window.counts.push(Number(dataset.wwParticles)))
            .observe(document.getElementById('plain'), { attributes: true });
    });
    // It burns for 2.2 s, then nothing is left for 0.8 s, then it burns again.
    await page.waitForFunction(() => {
        const burns = window.counts.map((count) => count > 0).filter((on, i, all) => on !== all[i - 1]);
        return burns.join().includes('true,false,true');
    }, undefined, { timeout: 40000 });
    await page.close();
});

test('[web.embed] what is wrong is said in the console and on the canvas', async () => {
    const { page, problems } = await open();
    const errorOf = async (id) => {
        await page.waitForFunction((name) => document.getElementById(name).dataset.wwError, id);
        return (await data(page, id)).wwError;
    };
    const unknown = await errorOf('unknown');
    assert.match(unknown, /^embed: "fireflys" is not an effect: .*sparks, dust, .*fireflies, .*portal$/);
    const missing = await errorOf('missing');
    assert.match(missing, /^effect: http.*\/tests\/render\/no-such\.json answered 404$/);
    const near = await errorOf('near');
    assert.match(near, /^embed: data-distance is "-3", it must be above 0 and below 200 m$/);
    for (const message of [unknown, missing, near]) assert.ok(problems.includes(message), message);
    await page.close();
});

test('[web.embed] it follows the size of its canvas, and does not grow where none is set', async () => {
    const { page } = await open({ deviceScaleFactor: 2 });
    await waitForFrame(page, 'fireflies', 5);
    await waitForFrame(page, 'plain', 20);
    const sizeOf = (id) => page.$eval(`#${id}`, ({ width, height, clientWidth, clientHeight }) => (
        [width, height, clientWidth, clientHeight]));
    assert.deepEqual(await sizeOf('fireflies'), [640, 360, 320, 180]);
    assert.deepEqual(await sizeOf('plain'), [600, 300, 300, 150]); // HTML's own default
    await page.$eval('#fireflies', ({ style }) => {
        style.width = '200px';
    });
    await waitForFrame(page, 'fireflies', await frames(page, 'fireflies') + 3);
    assert.deepEqual(await sizeOf('fireflies'), [400, 360, 200, 180]);
    await page.close();
});

test('[web.embed] it stands still while it is not seen, and ends with its canvas', async () => {
    const { page } = await open();
    await waitForFrame(page, 'fireflies', 5);
    assert.equal(await frames(page, 'below'), 0);
    await page.evaluate(() => scrollTo(0, 1e6));
    await waitForFrame(page, 'below', 10);
    await later(page, 300);
    const before = await frames(page, 'fireflies');
    await later(page, 600);
    assert.equal(await frames(page, 'fireflies'), before);
    await page.evaluate(() => {
        window.gone = document.getElementById('below');
        window.gone.remove();
    });
    await page.waitForFunction(() => window.gone.dataset.wwState === 'disposed');
    await page.evaluate(() => scrollTo(0, 0));
    await waitForFrame(page, 'fireflies', before + 3);
    await page.close();
});

test('[web.embed] where less motion is preferred it is a still picture', async () => {
    const { page } = await open({ reducedMotion: 'reduce' });
    for (const id of ['fireflies', 'plain']) {
        await page.waitForFunction((name) => (
            Number(document.getElementById(name).dataset.wwParticles) > 0), id, { timeout: 60000 });
        await later(page, 300);
    }
    const [still, frame] = [await pictureOf(page, 'plain'), await frames(page, 'plain')];
    await later(page, 700);
    assert.equal(await frames(page, 'plain'), frame);
    assert.equal(still.difference(await pictureOf(page, 'plain')).max, 0);
    assert.ok(still.count((pixel) => !ground(pixel)) > 500, 'the explosion is seen');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await waitForFrame(page, 'plain', frame + 5);
    await page.close();
});

// The example pages of trails and beams: what is seen at stated places of the picture that a page
// draws of a fixed frame. 640 x 360.
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

// Colours as one would name them.
const white = ([r, g, b]) => Math.min(r, g, b) > 238;
const pale = ([r]) => r > 185;
const lit = ([r, g, b]) => Math.max(r, g, b) > 120;
const blue = ([r, , b]) => b > 110 && b > r + 45;
const purple = ([r, g, b]) => Math.min(r, b) > g + 30;
const green = ([r, g, b]) => g > Math.max(r, b) + 25;
const gold = ([r, g, b]) => r > 120 && r >= g && g > b + 40;
const black = ([r, g, b]) => Math.max(r, g, b) < 75;

// [what, colour, [x, y, width, height], least share, most share]
const pages = {
    'trail_contrail?frame=300': [
        ['smoke that has spread', pale, [265, 10, 120, 150], 0.03, 0.5],
        ['smoke just born', white, [510, 225, 120, 80], 0.02, 0.3],
        ['the sky beside it', white, [10, 100, 230, 120], 0, 0],
    ],
    'trail_swipe?frame=35': [
        ['the newest of the cut, behind the blade', blue, [385, 165, 50, 45], 0.3, 1],
        ['its end, which fades', lit, [215, 150, 40, 30], 0, 0.02],
        ['the ground before it', lit, [20, 280, 600, 70], 0, 0],
    ],
    'trail_orientation?frame=150': [
        ['a tube', purple, [160, 140, 250, 200], 0.015, 0.5],
        ['crossed ribbons', blue, [220, 140, 240, 150], 0.08, 0.5],
        ['a ribbon in a plane', green, [265, 130, 220, 120], 0.02, 0.4],
        ['a ribbon across an axis of its source', gold, [300, 120, 220, 110], 0.02, 0.4],
    ],
    'trail_spaces?frame=150': [
        ['laid in the world', gold, [190, 145, 90, 40], 0.03, 0.6],
        ['laid on the platform', blue, [360, 160, 120, 60], 0.03, 0.6],
        ['laid on the screen', purple, [200, 270, 320, 50], 0.03, 0.6],
    ],
    'trail_fades?frame=300': [
        ['without fading', lit, [170, 80, 155, 35], 0.4, 0.9],
        ['by width: the old end is thin', lit, [440, 150, 60, 35], 0.01, 0.15],
        ['by both: the old end is gone', lit, [440, 180, 60, 35], 0, 0.02],
        ['over age: the oldest is red', ([r, g]) => r > g + 60, [440, 210, 60, 30], 0.1, 0.9],
        ['the gap of a teleport', lit, [340, 80, 90, 190], 0, 0],
    ],
    'trail_drawing?frame=200': [
        ['the first rose', blue, [25, 45, 155, 140], 0.1, 0.6],
        ['the second rose', gold, [255, 170, 130, 140], 0.1, 0.6],
        ['the night between', gold, [400, 60, 230, 290], 0, 0],
    ],
    'trail_magic?frame=150': [
        ['the first ribbon', blue, [245, 100, 130, 45], 0.03, 0.7],
        ['the second ribbon', purple, [280, 130, 125, 110], 0.02, 0.6],
        ['the third ribbon', green, [245, 180, 135, 90], 0.02, 0.6],
        ['the ground', lit, [20, 310, 600, 40], 0, 0],
    ],
    'trail_ropes?frame=120': [
        ['ropes', gold, [185, 170, 210, 80], 0.05, 0.5],
        ['the snake', green, [130, 240, 260, 65], 0.15, 0.8],
        ['nothing on the lawn', green, [480, 260, 150, 90], 0, 0],
    ],
    'trail_tyres?frame=400': [
        ['marks of one bend', black, [330, 260, 170, 100], 0.02, 0.3],
        ['marks of the next', black, [440, 160, 110, 80], 0.01, 0.3],
        ['no mark where it rolled', black, [250, 170, 130, 80], 0, 0],
    ],
    'trail_stress?frame=60': [
        ['the middle of the swarm', lit, [220, 140, 200, 100], 0.3, 1],
        ['beside it', lit, [0, 140, 100, 150], 0, 0],
    ],
    'beam_lightning?frame=216': [
        ['a strike from the sky', white, [290, 0, 45, 85], 0.01, 0.5],
        ['bolts to the balls', blue, [340, 155, 75, 60], 0.03, 0.6],
        ['plasma between two poles', purple, [330, 145, 95, 25], 0.08, 0.9],
        ['the ground', lit, [440, 250, 190, 100], 0, 0],
    ],
};

async function pictureOf(path) {
    const [name, query] = path.split('?');
    const page = await browser.newPage({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 1 });
    const problems = watch(page);
    await page.goto(`${server.url}examples/${name}.html?${query}&seed=1`);
    await page.waitForFunction(() => document.documentElement.dataset.done, undefined, { timeout: 60000 });
    await page.addStyleTag({ content: '#stats, #help, .label { display: none }' });
    const png = (await page.screenshot()).toString('base64');
    const bytes = await page.evaluate(async (base64) => {
        const response = await fetch(`data:image/png;base64,${base64}`);
        const bitmap = await createImageBitmap(await response.blob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d');
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        let text = '';
        for (let i = 0; i < data.length; i += 32768) {
            text += String.fromCharCode(...data.subarray(i, i + 32768));
        }
        return btoa(text);
    }, png);
    const drawCalls = await page.evaluate(() => Number(document.querySelector('canvas').dataset.wwDrawCalls));
    await page.close();
    const picture = new Picture({ width: 640, height: 360, data: Buffer.from(bytes, 'base64') });
    return { picture, problems, drawCalls };
}

for (const [path, places] of Object.entries(pages)) {
    test(`the page ${path.split('?')[0]} shows what it is about`, async () => {
        const { picture, problems, drawCalls } = await pictureOf(path);
        assert.deepEqual(problems, []);
        assert.ok(drawCalls > 0);
        for (const [what, color, [x, y, width, height], least, most] of places) {
            const share = picture.count(color, { x, y, width, height }) / (width * height);
            assert.ok(share >= least && share <= most, `${what}: ${share} is not ${least} to ${most}`);
        }
    });
}

test('the gallery leads to every example', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}examples/index.html`);
    const links = await page.$$eval('nav a', (list) => list.map((a) => new URL(a.href).pathname));
    for (const path of Object.keys(pages)) {
        assert.ok(links.includes(`/examples/${path.split('?')[0]}.html`), path);
    }
    await page.close();
});

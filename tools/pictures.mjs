// `npm run pictures`: renders every example page at 1280 x 720 into out/pictures, and a contact
// sheet of them all. `npm run pictures -- trail --frame 240` takes the pages whose name holds
// "trail".
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from './build.mjs';
import { launchChromium, watch } from './chromium.mjs';
import { ToolError, main, root, say } from './process.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';

const viewport = { width: 1280, height: 720 };
const sheetColumns = 3;
const patience = 120000; // milliseconds for one page; software GL is slow

function readArguments() {
    const words = process.argv.slice(2);
    const at = words.indexOf('--frame');
    const [, frame] = at < 0 ? [undefined, '120'] : words.splice(at, 2);
    if (!/^\d+$/.test(frame ?? '')) throw new ToolError('--frame takes a number of steps');
    return { words, frame };
}

async function renderPage(browser, url, name, frame, path) {
    const page = await browser.newPage({ viewport, deviceScaleFactor: 1 });
    const problems = watch(page);
    try {
        await page.goto(`${url}examples/${name}?frame=${frame}&seed=1`);
        const isDone = () => document.documentElement.dataset.done;
        await page.waitForFunction(isDone, undefined, { timeout: patience })
            .catch(() => problems.push(`not done after ${patience / 1000} s`));
        await page.screenshot({ path, timeout: patience });
    } finally {
        await page.close();
    }
    return problems;
}

async function renderSheet(browser, pictures, path) {
    const width = viewport.width / 2;
    const cells = pictures.map((picture) => {
        const data = readFileSync(picture).toString('base64');
        return `<figure><img src="data:image/png;base64,${data}" width="${width}">` +
            `<figcaption>${basename(picture, '.png')}</figcaption></figure>`;
    });
    const page = await browser.newPage({ viewport: { width: sheetColumns * width, height: 400 } });
    await page.setContent(`<style>body{margin:0;display:grid;background:#222;color:#ddd;
        font:14px sans-serif;grid-template-columns:repeat(${sheetColumns},${width}px)}
        figure{margin:0}figcaption{padding:4px 8px 10px}img{display:block}</style>` +
        cells.join(''));
    await page.screenshot({ path, fullPage: true });
    await page.close();
}

await main(async () => {
    const { words, frame } = readArguments();
    const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));
    const names = readdirSync(join(root, 'examples'), { recursive: true })
        .filter((name) => name.endsWith('.html') && isWanted(name)).sort();
    if (names.length === 0) throw new ToolError(`no example matches ${words.join(' ')}`);
    setup('browser');
    build('wasm');
    const folder = join(root, 'out/pictures');
    if (words.length === 0) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });

    const server = await serve();
    const browser = await launchChromium();
    const pictures = [];
    let failures = 0;
    try {
        for (const name of names) {
            const path = join(folder, `${name.slice(0, -'.html'.length).replaceAll('/', '_')}.png`);
            const problems = await renderPage(browser, server.url, name, frame, path);
            say(`${name} → ${path}`);
            for (const problem of problems) say(`  ${problem}`);
            failures += problems.length > 0;
            pictures.push(path);
        }
        await renderSheet(browser, pictures, join(folder, 'contact-sheet.png'));
    } finally {
        await browser.close();
        await server.close();
    }
    if (failures) throw new ToolError(`${failures} of ${names.length} pages had problems`);
});

// `npm run bench`: runs the benchmarks under tests/bench and writes out/bench.json and a table.
//
// A page (*.html) puts its results into `window.results`, a script (*.mjs) returns them from its
// default export: a list of flat objects, one a row. `npm run bench -- trail` takes those whose
// name holds "trail".
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { launchChromium, watch } from './chromium.mjs';
import { ToolError, main, root, say } from './process.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';

const viewport = { width: 1280, height: 720 };
const patience = 600000; // milliseconds for one page

// No frame limiter: what is measured is the work, not the display.
const flags = ['--disable-gpu-vsync', '--disable-frame-rate-limit', '--enable-precise-memory-info',
    '--js-flags=--expose-gc'];

async function runPage(browser, url, name) {
    const page = await browser.newPage({ viewport, deviceScaleFactor: 1 });
    const problems = watch(page);
    try {
        await page.goto(`${url}tests/bench/${name}`);
        await page.waitForFunction(() => window.results, undefined, { timeout: patience });
        return await page.evaluate(() => window.results);
    } catch (error) {
        throw new ToolError(`${name}: ${[error.message, ...problems].join('\n  ')}`);
    } finally {
        await page.close();
    }
}

function show(value) {
    if (typeof value !== 'number') return String(value ?? '');
    if (Number.isInteger(value)) return value.toLocaleString('en');
    return value.toPrecision(4);
}

function tableOf(rows) {
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const cells = [keys, ...rows.map((row) => keys.map((key) => show(row[key])))];
    const widths = keys.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
    const isNumber = keys.map((key) => rows.some((row) => typeof row[key] === 'number'));
    const pad = (text, i) => (isNumber[i] ? text.padStart(widths[i]) : text.padEnd(widths[i]));
    return cells.map((row) => `  ${row.map(pad).join('  ').trimEnd()}\n`).join('');
}

await main(async () => {
    const words = process.argv.slice(2);
    const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));
    const names = readdirSync(join(root, 'tests/bench'))
        .filter((name) => /\.(html|mjs)$/.test(name) && isWanted(name)).sort();
    if (names.length === 0) throw new ToolError(`no benchmark matches ${words.join(' ')}`);
    setup('browser');
    build('wasm');

    // Isolated from other origins a page's clock ticks in 5 instead of 100 microseconds.
    const server = await serve({ headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
    } });
    const browser = await launchChromium(flags);
    const all = {};
    try {
        for (const name of names) {
            say(`running ${name}`);
            const path = pathToFileURL(join(root, 'tests/bench', name));
            all[name] = name.endsWith('.html') ? await runPage(browser, server.url, name)
                : await (await import(path)).default();
            process.stdout.write(tableOf(all[name]));
        }
    } finally {
        await browser.close();
        await server.close();
    }
    mkdirSync(join(root, 'out'), { recursive: true });
    writeFileSync(join(root, 'out/bench.json'), `${JSON.stringify(all, null, 2)}\n`);
    say('wrote out/bench.json');
});

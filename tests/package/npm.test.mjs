// The package as users get it: what is in the tarball, what the linters of packages say, and how it
// runs once it is installed into a fresh project with each bundler, or with none.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
    cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchChromium, watch } from '../../tools/chromium.mjs';
import { root } from '../../tools/process.mjs';
import { serve } from '../../tools/serve.mjs';

// Nothing inline, nothing from elsewhere, no eval: the strictest policy that still compiles wasm.
const strictPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; " +
    'img-src data:';

let folder; // an empty one, outside the repository
let tarball;
let packed;
let browser;

before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'willowisp-'));
    const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination',
        folder], { cwd: root, encoding: 'utf8' });
    [packed] = Object.values(JSON.parse(output));
    tarball = join(folder, packed.filename);
    browser = await launchChromium();
});

after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
});

/** A fresh project with the tarball installed. `entry` replaces 'willowisp' in main.js. */
function makeProject(name, entry = 'willowisp') {
    const project = join(folder, name);
    cpSync(join(root, 'tests/package/fixtures/app'), project, { recursive: true });
    const main = join(project, 'main.js');
    writeFileSync(main, readFileSync(main, 'utf8').replace("from 'willowisp'", `from '${entry}'`));
    execFileSync('npm', ['install', tarball, '--offline', '--no-audit', '--no-fund'],
        { cwd: project, stdio: 'pipe' });
    return project;
}

/** Opens a built project in Chromium and looks at what it drew. */
async function checkDrawing(project, headers = { 'content-security-policy': strictPolicy }) {
    const server = await serve({ folder: project, headers });
    const page = await browser.newPage({ deviceScaleFactor: 1 });
    try {
        const problems = watch(page);
        await page.goto(`${server.url}index.html`);
        await page.waitForFunction(() => document.documentElement.dataset.done, undefined,
            { timeout: 60000 }).catch((error) => problems.push(error.message));
        assert.deepEqual(problems, []);
        const { version, trails, upper, middle, lower, error } = await page.evaluate(() => window.result);
        assert.equal(version, packed.version);
        assert.equal(trails, 1);
        assert.equal(error, 0);
        assert.ok(upper[0] > 180 && upper[1] < 10 && upper[2] < 10, `trail is ${upper}`);
        assert.ok(lower[1] > 150 && lower[0] < 10 && lower[2] < 10, `particles are ${lower}`);
        assert.deepEqual(middle, [0, 0, 0]);
    } finally {
        await page.close();
        await server.close();
    }
}

test('the tarball holds what is published and nothing else', () => {
    const files = packed.files.map(({ path }) => path).sort();
    const others = files.filter((path) => !/^web\/[a-z-]+(\.d\.ts|\.js)$/.test(path));
    assert.deepEqual(others.filter((path) => path !== 'CHANGELOG.md'),
        ['LICENSE', 'README.md', 'dist/willowisp.wasm', 'dist/willowisp.wasm.js', 'package.json']);
    for (const file of ['web/index.js', 'web/index.d.ts', 'web/wasm.js', 'web/unpack.js']) {
        assert.ok(files.includes(file), `${file} is missing`);
    }
    assert.ok(packed.unpackedSize < 1e6, `${packed.unpackedSize} bytes unpacked`);
});

test('every file that published code refers to is in the tarball', () => {
    const files = new Set(packed.files.map(({ path }) => path));
    for (const file of [...files].filter((path) => /^(web|dist)\/.*\.(js|ts)$/.test(path))) {
        const text = readFileSync(join(root, file), 'utf8');
        const references = /(?:from|import\(|new URL\()\s*'(\.[^']+)'/g;
        for (const [, reference] of text.matchAll(references)) {
            const path = new URL(reference, `file:///${file}`).pathname.slice(1);
            const typed = path.replace(/\.js$/, '.d.ts');
            const found = files.has(path) || (file.endsWith('.d.ts') && files.has(typed));
            assert.ok(found, `${file} refers to ${reference}`);
        }
    }
});

test('publint and are-the-types-wrong have nothing to say', () => {
    const publint = spawnSync(process.execPath, ['node_modules/publint/src/cli.js', 'run', tarball,
        '--strict'], { cwd: root, encoding: 'utf8' });
    assert.equal(publint.status, 0, publint.stdout + publint.stderr);
    const attw = spawnSync(process.execPath, ['node_modules/@arethetypeswrong/cli/dist/index.js',
        tarball, '--profile', 'esm-only', '--no-emoji', '--exclude-entrypoints', './willowisp.wasm',
        './package.json'], { cwd: root, encoding: 'utf8' });
    assert.equal(attw.status, 0, attw.stdout + attw.stderr);
});

for (const [name, entry] of [['inline', 'willowisp'], ['separate', 'willowisp/wasm']]) {
    test(`[web.npm] [web.csp] a fresh Vite project draws with ${entry}`, async () => {
        const project = makeProject(`vite-${name}`, entry);
        const { build } = await import('vite');
        await build({ root: project, logLevel: 'warn', configFile: false,
            build: { modulePreload: { polyfill: false } } });
        await checkDrawing(join(project, 'dist'));
    });

    test(`[web.npm] [web.csp] a fresh webpack project draws with ${entry}`, async () => {
        const project = makeProject(`webpack-${name}`, entry);
        const { default: webpack } = await import('webpack');
        const stats = await new Promise((resolve, reject) => {
            // Its hint at 244 KiB is not gzipped; size.test.mjs counts what is downloaded.
            webpack({ context: project, entry: './main.js', mode: 'production',
                performance: { hints: false },
                output: { path: join(project, 'dist'), filename: 'main.js' } },
            (error, result) => (error ? reject(error) : resolve(result)));
        });
        const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
        assert.deepEqual([...errors, ...warnings], []);
        cpSync(join(project, 'index.html'), join(project, 'dist/index.html'));
        await checkDrawing(join(project, 'dist'));
    });
}

test('[web.npm] [web.csp] a fresh esbuild project draws', async () => {
    const project = makeProject('esbuild');
    const { build } = await import('esbuild');
    const { warnings } = await build({ absWorkingDir: project, entryPoints: ['main.js'], bundle: true,
        minify: true, format: 'esm', outdir: 'dist', logLevel: 'silent' });
    assert.deepEqual(warnings, []);
    cpSync(join(project, 'index.html'), join(project, 'dist/index.html'));
    await checkDrawing(join(project, 'dist'));
});

test('[web.npm] [web.csp] [web.three] a fresh Vite project draws with three.js', async () => {
    const project = makeProject('vite-three');
    cpSync(join(root, 'tests/package/fixtures/three.js'), join(project, 'main.js'));
    symlinkSync(join(root, 'node_modules/three'), join(project, 'node_modules/three'));
    const { build } = await import('vite');
    // three.js alone is over its hint at 500 KB.
    await build({ root: project, logLevel: 'warn', configFile: false,
        build: { modulePreload: { polyfill: false }, chunkSizeWarningLimit: 2000 } });
    await checkDrawing(join(project, 'dist'));
});

test('[web.embed] [web.csp] two lines of HTML show an effect, under the strictest policy', async () => {
    const project = makeProject('embed');
    writeFileSync(join(project, 'index.html'), `<!doctype html>
        <link rel="icon" href="data:,">
        <script type="module" src="node_modules/willowisp/web/embed.js"></script>
        <canvas data-willowisp="fireflies"></canvas>`);
    const server = await serve({ folder: project, headers: { 'content-security-policy': strictPolicy } });
    const page = await browser.newPage();
    const problems = watch(page);
    await page.goto(`${server.url}index.html`);
    await page.waitForFunction(() => Number(document.querySelector('canvas').dataset.wwParticles) > 0);
    assert.deepEqual(problems, []);
    await page.close();
    await server.close();
});

test('[web.npm] a project without a bundler draws through an import map', async () => {
    const project = makeProject('plain');
    const path = join(project, 'index.html');
    const map = '<script type="importmap">{ "imports": { "willowisp": ' +
        '"./node_modules/willowisp/web/index.js" } }</script>\n';
    writeFileSync(path, readFileSync(path, 'utf8').replace('<script', `${map}<script`));
    await checkDrawing(project, {});
});

test('an installed package runs in Node, and importing it does nothing', () => {
    const project = makeProject('node');
    const source = `
        const before = Object.keys(globalThis).length;
        for (const entry of ['presets', 'worker', 'embed']) await import('willowisp/' + entry);
        for (const entry of ['willowisp', 'willowisp/wasm']) {
            const { createKit } = await import(entry);
            if (Object.keys(globalThis).length !== before) throw new Error('globals changed');
            const kit = await createKit({ headless: true });
            const trail = kit.createTrail({});
            for (let i = 0; i < 10; i++) {
                trail.transform.set(i, 0, 0);
                kit.update(1 / 60);
            }
            console.log(kit.version, kit.stats.trailPoints);
            kit.dispose();
        }`;
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, 'run.mjs'), source);
    const output = execFileSync(process.execPath, ['run.mjs'], { cwd: project, encoding: 'utf8' });
    const lines = output.trim().split('\n');
    assert.equal(lines.length, 2);
    for (const line of lines) assert.match(line, new RegExp(`^${packed.version} [1-9]\\d*$`));
});

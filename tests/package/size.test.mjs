// What a page downloads: the inline entry with everything that it reaches, minified and gzipped.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from '../../tools/process.mjs';

// What is reached, so that it cannot creep. The goal of 60 KB was set for first light alone (which
// now takes 60.3 KB); row web.size waits for it. What came later is on top, and raises this openly.
const BUDGET = 108000;

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

async function bundle(entry) {
    const { outputFiles } = await build({ absWorkingDir: root, entryPoints: [entry], bundle: true,
        minify: true, format: 'esm', write: false, external: ['node:*'], splitting: true,
        outdir: 'out' });
    // The first chunk is the entry; hoststate.js, loaded on demand, is a chunk that is not counted.
    return gzipped(outputFiles[0].contents);
}

test('wasm and JavaScript together do not grow past 108,000 bytes gzipped', async (t) => {
    const whole = await bundle('web/index.js');
    const glue = await bundle('web/wasm.js');
    const wasm = gzipped(readFileSync(join(root, 'dist/willowisp.wasm')));
    t.diagnostic(`inline entry ${whole} bytes, JavaScript alone ${glue}, wasm alone ${wasm}`);
    assert.ok(whole <= BUDGET, `${whole} bytes are over ${BUDGET}`);
    // The packing costs little over the wasm itself.
    assert.ok(whole - glue <= wasm * 1.03 + 512, `packing: ${whole - glue} for ${wasm}`);
});

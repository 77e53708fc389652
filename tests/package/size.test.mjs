// What a page downloads: the inline entry with everything that it reaches, minified and gzipped.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from '../../tools/process.mjs';

// The whole kit: trails, beams, particles, effects, trees, forests, their shaders and messages. First
// light alone (before beams, effects, species and growth) took 60.3 KB; a game that wants less to
// travel inside its JavaScript takes the entry `willowisp/wasm`. It was 140 KB before loops ran in
// lanes, the adapters' hooks, tramplers, and the floating origin.
const BUDGET = 160000;

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

async function bundle(entry) {
    const { outputFiles } = await build({ absWorkingDir: root, entryPoints: [entry], bundle: true,
        minify: true, format: 'esm', write: false, external: ['node:*'], splitting: true,
        outdir: 'out' });
    // The first chunk is the entry; hoststate.js, loaded on demand, is a chunk that is not counted.
    return gzipped(outputFiles[0].contents);
}

test('[web.size] wasm and JavaScript together stay within 160,000 bytes gzipped', async (t) => {
    const whole = await bundle('web/index.js');
    const glue = await bundle('web/wasm.js');
    const wasm = gzipped(readFileSync(join(root, 'dist/willowisp.wasm')));
    t.diagnostic(`inline entry ${whole} bytes, JavaScript alone ${glue}, wasm alone ${wasm}`);
    assert.ok(whole <= BUDGET, `${whole} bytes are over ${BUDGET}`);
    // The packing costs little over the wasm itself.
    assert.ok(whole - glue <= wasm * 1.03 + 512, `packing: ${whole - glue} for ${wasm}`);
});

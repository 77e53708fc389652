// The tools on small inputs: tables, packing, the server, the border of the wasm module.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { declaredFunctions, findBorderFaults } from '../../tools/build.mjs';
import { parseDefinition, parseStats } from '../../tools/definitions.mjs';
import { pack } from '../../tools/pack.mjs';
import { root } from '../../tools/process.mjs';
import { pageSource, typesSource } from '../../tools/schema.mjs';
import { serve } from '../../tools/serve.mjs';
import { unpack } from '../../web/unpack.js';

const probe = `// schema: probe style
// A comment between.
FLOAT(lifetime, 1.5, 0.01f, 3.6e3, "s", "How long (in all) it \\"lives\\".")
INT(count, 8, 1, 16, "things", "How many"
    " there are.")
BOOL(on, 1, "Whether.")
ENUM(mode, 1, 2, "none|some|all", "Which.")
VEC3(place, 0, -9.81, +2, -10, 10, "m", "Where.")
RANGE(speed, 1, 2, 0, 100, "m/s", "How fast.")
COLOR(color, 1, 0.5, .25, 1, 1000, "Tint.")
CURVE(width, 0, 8, "", "Factor.")
GRADIENT(tint, 1000, "Colours.")
`;

test('a table is read with offsets, defaults, limits and units', () => {
    const { name, bytes, fields } = parseDefinition(probe, 'probe.def');
    assert.equal(name, 'probe style');
    assert.equal(bytes, 4 + 4 * 4 + 12 + 8 + 16 + 8 + 8);
    const [lifetime, count, on, mode, place, speed, color, width, tint] = fields;
    assert.deepEqual(lifetime, { name: 'lifetime', type: 'float', offset: 4, default: 1.5, min: 0.01,
        max: 3600, unit: 's', text: 'How long (in all) it "lives".' });
    assert.equal(count.text, 'How many there are.');
    assert.deepEqual([on.default, on.offset], [true, 12]);
    assert.deepEqual([mode.default, mode.values], ['some', ['none', 'some', 'all']]);
    assert.deepEqual([place.default, place.offset], [[0, -9.81, 2], 20]);
    assert.deepEqual([speed.default, speed.offset, speed.max], [[1, 2], 32, 100]);
    assert.deepEqual([color.default, color.offset], [[1, 0.5, 0.25, 1], 40]);
    assert.deepEqual([width.offset, width.default, width.max], [56, undefined, 8]);
    assert.deepEqual([tint.offset, tint.min, tint.max], [64, 0, 1000]);
});

test('what is not understood in a table is an error with its file and line', () => {
    const lines = {
        'FLAOT(a, 1, 0, 2, "", "A.")': /probe\.def:2: expected one of FLOAT/,
        'FLOAT(a, 1, 0, 2, "", "A."': /probe\.def:2: expected "\)"/,
        'FLOAT(a, 1, 0, 2, "A.")': /probe\.def:2: a: FLOAT takes other arguments/,
        'FLOAT(a, 3, 0, 2, "", "A.")': /probe\.def:2: a: default 3 is out of range/,
        'FLOAT(a, 1, 2, 0, "", "A.")': /probe\.def:2: a: minimum 2 is above maximum 0/,
        'FLOAT(a, WIDE, 0, 2, "", "A.")': /probe\.def:2: a: expected a number or a string/,
        'FLOAT(a, 0x10, 0, 20, "", "A.")': /probe\.def:2: cannot read "0x10/,
        'FLOAT(Big, 1, 0, 2, "", "A.")': /probe\.def:2: FLOAT needs a lowerCamel name/,
        'FLOAT(a, 1, 0, 2, "", "no sentence")': /probe\.def:2: a: the text must be a sentence/,
        'INT(a, 1.5, 0, 2, "", "A.")': /probe\.def:2: a: INT takes whole numbers/,
        'ENUM(a, 0, 2, "x|y", "A.")': /probe\.def:2: a: last must be the number of values - 1/,
        'RANGE(a, 2, 1, 0, 9, "", "A.")': /probe\.def:2: a: default is upside down/,
        'BOOL(a, 1, "A.")\nBOOL(a, 1, "A.")': /probe\.def:3: a stands here twice/,
        '#include "x"': /probe\.def:2: cannot read "#include/,
        'STAT(a, "A.")': /probe\.def:2: STAT belongs into stats\.def/,
    };
    for (const [line, message] of Object.entries(lines)) {
        assert.throws(() => parseDefinition(`// schema: probe\n${line}\n`, 'probe.def'), { message });
    }
    assert.throws(() => parseDefinition('BOOL(a, 1, "A.")\n', 'probe.def'), /probe\.def:1: it needs/);
    assert.throws(() => parseStats('BOOL(a, 1, "A.")\n', 'stats.def'), /stats\.def:1: only STAT/);
});

test('the generated types and the page say everything', () => {
    const parsed = [{ key: 'probe', options: 'ProbeOptions', ...parseDefinition(probe, 'probe.def') }];
    const stats = parseStats('STAT(frames, "Frames drawn.")\nSTAT(draws, "Draws.")\n', 'stats.def');
    assert.equal(parsed[0].bytes, 72);
    const types = typesSource(parsed, stats);
    assert.match(types, /How long \(in all\) it "lives"\. 0\.01 to 3600 s; default 1\.5\. \*\/\n {4}lifetime\?: number;/);
    assert.match(types, /mode\?: 'none' \| 'some' \| 'all';/);
    assert.match(types, /speed\?: number \| readonly \[number, number\];/);
    assert.match(types, /\/\*\* Frames drawn\. \*\/\n {4}readonly frames: number;/);
    const page = pageSource(parsed, stats);
    assert.match(page, /\| `place` \| vec3 \| `\[0,-9\.81,2\]` \| -10 to 10 m \| Where\. \|/);
});

test('packed bytes come back whole and need no escape', () => {
    const all = Uint8Array.from({ length: 70000 }, (_, i) => (i * i * 31 + (i >> 8)) & 255);
    for (const bytes of [new Uint8Array(0), Uint8Array.of(0), all, new Uint8Array(1000),
        readFileSync(join(root, 'dist/willowisp.wasm'))]) {
        const { mask, text } = pack(bytes);
        assert.match(text, /^[ -~]*$/);
        assert.doesNotMatch(text, /['\\<]/);
        assert.equal(Buffer.compare(unpack(mask, text), bytes), 0);
    }
});

test('the inline entry carries exactly the bytes of dist/willowisp.wasm', async () => {
    const { wasmBytes } = await import('../../dist/willowisp.wasm.js');
    const bytes = wasmBytes();
    assert.ok(bytes instanceof Uint8Array);
    assert.equal(Buffer.compare(bytes, readFileSync(join(root, 'dist/willowisp.wasm'))), 0);
    assert.notEqual(wasmBytes(), bytes);
});

test('the wasm imports GL alone and exports what the header declares', () => {
    const module = new WebAssembly.Module(readFileSync(join(root, 'dist/willowisp.wasm')));
    assert.deepEqual(findBorderFaults(module), []);
    assert.ok(declaredFunctions().length > 40);
    // A module that imports env.abort and exports nothing: 1 type, 1 import.
    const stranger = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
        1, 4, 1, 0x60, 0, 0, 2, 13, 1, 3, 0x65, 0x6e, 0x76, 5, 0x61, 0x62, 0x6f, 0x72, 0x74, 0, 0));
    const faults = findBorderFaults(stranger);
    assert.match(faults[0], /imports env\.abort/);
    assert.ok(faults.includes('it does not export ww_createKit'));
});

function get(url, path, method = 'GET') {
    return new Promise((resolve, reject) => {
        // Not fetch: that would tidy the path first.
        const { hostname, port } = new URL(url);
        request({ hostname, port, path, method }, (response) => {
            let text = '';
            response.on('data', (piece) => {
                text += piece;
            });
            response.on('end', () => resolve({ status: response.statusCode, text,
                headers: response.headers }));
        }).on('error', reject).end();
    });
}

test('the server gives types, refuses what is outside, takes the next free port', async () => {
    const first = await serve({ port: 18080, headers: { 'x-probe': 'yes' } });
    const second = await serve({ port: 18080 });
    try {
        assert.notEqual(first.url, second.url);
        const wasm = await get(first.url, '/dist/willowisp.wasm', 'HEAD');
        assert.equal(wasm.status, 200);
        assert.equal(wasm.headers['content-type'], 'application/wasm');
        assert.equal(wasm.headers['cache-control'], 'no-store');
        assert.equal(wasm.headers['x-probe'], 'yes');
        const script = await get(first.url, '/web/index.js?x=1');
        assert.match(script.headers['content-type'], /^text\/javascript/);
        assert.match(script.text, /createKit/);
        assert.equal((await get(first.url, '/')).headers.location, '/examples/');
        const outside = ['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/.git/config', '/nothing',
            '/%00', '/web'];
        for (const path of outside) assert.equal((await get(first.url, path)).status, 404, path);
        assert.equal((await get(first.url, '/%')).status, 400);
        assert.equal((await get(first.url, '/', 'POST')).status, 405);
    } finally {
        await first.close();
        await second.close();
    }
});

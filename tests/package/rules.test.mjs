// The rules of the house, read from the sources.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../tools/process.mjs';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8' }).trim().split('\n');
const read = (file) => readFileSync(join(root, file), 'utf8');
const cFiles = tracked.filter((file) => /^(src|tests)\/.*\.[ch]$/.test(file));
const sources = cFiles.filter((file) => file.startsWith('src/'));

function withoutComments(text) {
    return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
        .replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
}

function matches(files, pattern, clean = withoutComments) {
    return files.flatMap((file) => clean(read(file)).split('\n').flatMap((line, i) => (
        pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])));
}

test('GLES3 and Emscripten headers stand only where GL and the wasm boundary are', () => {
    const inner = sources.filter((file) => !file.startsWith('src/gpu/gpu_webgl2'));
    assert.deepEqual(matches(inner, /#include [<"](GLES|GL\/|emscripten|webgl|gpu\/gpu_webgl2)/), []);
    assert.match(read('src/gpu/gpu_webgl2.h'), /#include <GLES3\/gl3\.h>/);
});

// Who may include whom. The families do not know each other; forests are made of trees, and the
// impostor baker renders the frames that the forest lays out.
const layers = {
    'src/base': ['src/base'],
    'src/ring': ['src/base', 'src/ring'],
    'src/effects': ['src/base', 'src/ring', 'src/effects'],
    'src/effects/trail': ['src/base', 'src/ring', 'src/effects', 'src/effects/trail'],
    'src/effects/beam': ['src/base', 'src/ring', 'src/effects', 'src/effects/beam'],
    'src/effects/particle': ['src/base', 'src/ring', 'src/effects', 'src/effects/particle'],
    'src/effects/flora': ['src/base', 'src/ring', 'src/effects', 'src/effects/flora'],
    'src/effects/forest': ['src/base', 'src/ring', 'src/effects', 'src/effects/flora',
        'src/effects/forest'],
    'src/gpu': ['src/base', 'src/ring', 'src/gpu', 'generated'],
    'src/gpu/impostor_bake': ['src/base', 'src/ring', 'src/gpu', 'src/effects/forest'],
    'src/frame': ['src', 'src/base', 'src/ring', 'src/effects', 'src/effects/trail',
        'src/effects/beam', 'src/effects/particle', 'src/effects/flora', 'src/effects/forest',
        'src/gpu', 'src/frame'],
    'src/api': ['src', 'src/base', 'src/ring', 'src/effects', 'src/effects/trail',
        'src/effects/beam', 'src/effects/particle', 'src/effects/flora', 'src/effects/forest',
        'src/frame', 'src/api'],
};

test('includes follow the arrows between the layers', () => {
    const wrong = [];
    for (const file of sources) {
        if (file === 'src/willowisp.h') continue;
        const allowed = layers[file.replace(/\.[ch]$/, '')] ?? layers[dirname(file)];
        assert.ok(allowed, `${file} is in no layer`);
        for (const [, included] of read(file).matchAll(/^#include "(.*)"/gm)) {
            if (included.startsWith('base/schema_')) continue;
            const folder = included === 'shaders.h' ? 'generated' : dirname(`src/${included}`);
            if (!allowed.includes(folder)) wrong.push(`${file} includes ${included}`);
        }
    }
    assert.deepEqual(wrong, []);
});

test('no random, clock, printf or libm trigonometry in the core, no allocation but the counted one', () => {
    const forbidden = /(?<![\w.>])(rand|srand|time|clock|f?printf|sn?printf|puts|(sin|cos|tan|asin|acos|atan|atan2|exp|exp2|log|log2|log10|pow|cbrt|hypot|fma)f?)\s*\(/;
    assert.deepEqual(matches(sources, forbidden), []);
    const inner = sources.filter((file) => file !== 'src/base/memory.c');
    assert.deepEqual(matches(inner, /(?<![\w.>])(malloc|calloc|realloc|free|aligned_alloc)\s*\(/), []);
    assert.deepEqual(matches(sources, /(?<![\w.>])glm_(perspective|rotate|quat|lookat)\w*\s*\(/), []);
});

// Functions begin in the first column and end with a brace there.
function longFunctions(file) {
    const long = [];
    let start = 0;
    read(file).split('\n').forEach((line, i) => {
        if (/^[A-Za-z].*\)\s*\{$|^ {4}.*\) \{$/.test(line) && !start && !/^ {4}(if|for|while|switch)/.test(line)) {
            start = i;
        } else if (line === '}') {
            if (start && i - start + 1 > 80) long.push(`${file}:${start + 1}: ${i - start + 1} lines`);
            start = 0;
        }
    });
    return long;
}

test('no C file over 600 lines, no C function over 80', () => {
    const lengths = sources.map((file) => [file, read(file).split('\n').length - 1]);
    assert.deepEqual(lengths.filter(([, lines]) => lines > 600), []);
    assert.deepEqual(sources.flatMap(longFunctions), []);
});

test('lines end within 100 columns', () => {
    // C is left to clang-format, which cannot break everything.
    const code = tracked.filter((file) =>
        /^(web|shaders|tools|examples)\/.*\.(js|mjs|glsl|vert|frag)$/.test(file));
    const wide = code.flatMap((file) => read(file).split('\n').flatMap((line, i) => (
        line.length > 100 ? [`${file}:${i + 1}`] : [])));
    assert.deepEqual(wide, []);
});

test('C is formatted as clang-format does it', () => {
    const { status, stderr } = spawnSync('clang-format', ['--dry-run', '-Werror', ...cFiles],
        { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stderr.split('\n').slice(0, 40).join('\n'));
});

test('JavaScript is clean for ESLint', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath,
        ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings=0'], { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
});

test('nothing leads to a registry, another machine or an unfinished thing', () => {
    const texts = tracked.filter((file) => /\.(c|h|js|mjs|ts|json|md|html|txt|cmake|def|glsl|vert|frag)$/
        .test(file) || ['.npmrc', '.ci/run', 'CMakeLists.txt'].includes(file));
    const itself = 'tests/package/rules.test.mjs';
    const lines = matches(texts.filter((file) => file !== itself),
        /registry\.|"resolved"|\bTODO\b|\bFIXME\b|\bXXX\b/, (text) => text);
    assert.deepEqual(lines, []);
});

test('the generated schema, types and page are up to date', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/schema.mjs', '--check'],
        { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
});

// Shows the native test programs and fuzzers as tests of Node's runner. Under the sanitizers each
// title of a program is a test of its own; the gcc build must agree with it.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../tools/process.mjs';

// What ctest knows of a build folder: [{ name, command: [program, …] }].
function listPrograms(preset) {
    const output = execFileSync('ctest',
        ['--test-dir', join(root, 'build', preset), '--show-only=json-v1'], { encoding: 'utf8' });
    return JSON.parse(output).tests;
}

function run([program, ...args]) {
    return new Promise((resolve) => {
        const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 };
        execFile(program, args, options, (error, stdout, stderr) => {
            resolve({ code: error ? (error.code ?? error.signal) : 0, stdout, stderr });
        });
    });
}

// Details come before the line of their test: [{ title, passed, details }].
function readResults(stdout) {
    const results = [];
    let details = '';
    for (const line of stdout.split('\n')) {
        const match = /^(ok|FAIL) (.*)$/.exec(line);
        if (match) results.push({ title: match[2], passed: match[1] === 'ok', details });
        details = match ? '' : `${details}${line}\n`;
    }
    return results;
}

const isFuzzer = ({ name }) => name.startsWith('fuzz_');
const sanitized = listPrograms('sanitize');

for (const { name, command } of sanitized.filter((program) => !isFuzzer(program))) {
    test(`${name} under the address and undefined behaviour sanitizers`, async (t) => {
        const { code, stdout, stderr } = await run(command);
        const results = readResults(stdout);
        for (const { title, passed, details } of results) {
            await t.test(title, () => assert.ok(passed, details));
        }
        assert.ok(results.length > 0, `${name} ran no test`);
        assert.equal(code, 0, `${name} ended with ${code}\n${stderr.slice(-4000)}`);
    });
}

for (const { name, command } of listPrograms('native')) {
    test(`${name} gives the same results when gcc optimises it`, async () => {
        const { code, stdout, stderr } = await run(command);
        const failed = readResults(stdout).filter(({ passed }) => !passed);
        assert.deepEqual(failed, []);
        assert.equal(code, 0, stderr.slice(-4000));
    });
}

for (const { name, command } of sanitized.filter(isFuzzer)) {
    test(`${name} survives thousands of random inputs`, async () => {
        const { code, stderr } = await run(command);
        assert.equal(code, 0, stderr.slice(-4000));
    });
}

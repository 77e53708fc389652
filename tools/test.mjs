// `npm test`: builds everything, then runs every tests/**/*.test.mjs with Node's own runner.
// `npm test -- core trail` runs only the files whose path holds one of these words.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { ToolError, main, root, say } from './process.mjs';
import { setup } from './setup.mjs';

function findTests(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) {
            return ['fixtures', 'node_modules'].includes(entry.name) ? [] : findTests(path);
        }
        return entry.name.endsWith('.test.mjs') ? [relative(root, path)] : [];
    });
}

const seconds = (since) => Math.round((Date.now() - since) / 1000);

await main(() => {
    const started = Date.now();
    const words = process.argv.slice(2);
    const isWanted = (path) => words.length === 0 || words.some((word) => path.includes(word));
    const tests = findTests(join(root, 'tests')).filter(isWanted).sort();
    if (tests.length === 0) throw new ToolError(`no test file matches ${words.join(' ')}`);
    const needsNative = tests.some((path) => path.startsWith('tests/native'));

    setup('test');
    build('wasm');
    if (needsNative) for (const target of ['sanitize', 'native']) build(target);
    say(`built after ${seconds(started)} s, running ${tests.length} test files`);
    const { status } = spawnSync(process.execPath,
        ['--test', '--test-concurrency=2', '--test-reporter=spec', ...tests],
        { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    say(`${status === 0 ? 'all passed' : 'FAILED'} after ${seconds(started)} s`);
    process.exitCode = status ?? 1;
});

// Finds what the build and the tests need, and installs what is missing where that is possible
// without asking: Debian packages as root, npm packages anywhere. Quick when nothing is to do.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
    ToolError, capture, firstExisting, isMain, main, root, run, say, which,
} from './process.mjs';

const TOOLCHAIN = 'cmake/Modules/Platform/Emscripten.cmake';

/** Emscripten's root folder: the one with the CMake toolchain file, or undefined. */
export function findEmscripten() {
    const emcc = which('emcc');
    const folders = [
        process.env.WW_EMSCRIPTEN,
        process.env.EMSDK && join(process.env.EMSDK, 'upstream/emscripten'),
        emcc && dirname(realpathSync(emcc)),
    ];
    const isRoot = (folder) => folder && existsSync(join(folder, TOOLCHAIN));
    const found = folders.find(isRoot);
    if (found || !emcc) return found;
    const asked = capture('em-config', ['EMSCRIPTEN_ROOT']);
    return isRoot(asked) ? asked : undefined;
}

/** A Chromium or Chrome, or undefined. */
export function findChromium() {
    const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
    return firstExisting([
        process.env.WW_CHROMIUM,
        ...names.map(which),
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ]);
}

function findCglm() {
    const folders = [process.env.CGLM_ROOT, '/usr/include', '/usr/local/include'];
    return firstExisting(folders.map((folder) => folder && join(folder, 'cglm/cglm.h')));
}

function findSanitizers() {
    if (!which('clang')) return undefined;
    if (process.platform !== 'linux') return 'with the compiler';
    const resources = capture('clang', ['-print-resource-dir']);
    const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
    return firstExisting([
        `${resources}/lib/linux/libclang_rt.fuzzer-${machine}.a`,
        `${resources}/lib/${machine}-pc-linux-gnu/libclang_rt.fuzzer.a`,
    ]);
}

// What is needed, for what, how it is found, and what it is called elsewhere.
const requirements = [
    { what: 'emcc (Emscripten)', for: 'build', find: findEmscripten, apt: 'emscripten',
        brew: 'emscripten', hint: 'or emsdk: ./emsdk install latest && ./emsdk activate latest' },
    { what: 'cglm headers', for: 'build', find: findCglm, apt: 'libcglm-dev', brew: 'cglm',
        hint: 'or set CGLM_ROOT to the folder that holds cglm/' },
    { what: 'cmake', for: 'build', find: () => which('cmake'), apt: 'cmake', brew: 'cmake' },
    { what: 'ninja', for: 'build', find: () => which('ninja'), apt: 'ninja-build', brew: 'ninja' },
    { what: 'chromium', for: 'browser', find: findChromium, apt: 'chromium',
        brew: '--cask chromium', hint: 'or set WW_CHROMIUM to the program' },
    { what: 'glslangValidator', for: 'test', find: () => which('glslangValidator'),
        apt: 'glslang-tools', brew: 'glslang' },
    { what: 'gcc', for: 'test', find: () => which('gcc'), apt: 'gcc libc6-dev', brew: 'gcc' },
    { what: 'clang', for: 'test', find: () => which('clang'), apt: 'clang', brew: 'llvm' },
    { what: 'clang sanitizers and libFuzzer', for: 'test', find: findSanitizers,
        apt: 'libclang-rt-dev', brew: 'llvm' },
    { what: 'clang-format', for: 'test', find: () => which('clang-format'), apt: 'clang-format',
        brew: 'clang-format' },
];

const purposes = {
    build: ['build'],
    browser: ['build', 'browser'],
    test: ['build', 'browser', 'test'],
};

function packages(missing, manager) {
    return [...new Set(missing.flatMap((requirement) => requirement[manager].split(' ')))];
}

function explain(missing) {
    const lines = ['willowisp: these are missing:'];
    for (const requirement of missing) {
        lines.push(`  - ${requirement.what}${requirement.hint ? ` (${requirement.hint})` : ''}`);
    }
    lines.push('Install them, then run the same command again:');
    lines.push(`  Debian, Ubuntu:  sudo apt-get install ${packages(missing, 'apt').join(' ')}`);
    const formulas = [...new Set(missing.map((requirement) => requirement.brew))];
    lines.push(`  macOS:           ${formulas.map((name) => `brew install ${name}`).join(' && ')}`);
    return lines.join('\n');
}

function installWithApt(missing) {
    const names = packages(missing, 'apt');
    say(`installing ${names.join(' ')} (a minute or two)`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], { env, quiet: true });
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names],
        { env, quiet: true });
}

function findMissing(purpose) {
    return requirements.filter((requirement) => purposes[purpose].includes(requirement.for) &&
        !requirement.find());
}

function ensurePrograms(purpose) {
    let missing = findMissing(purpose);
    if (missing.length && process.getuid?.() === 0 && which('apt-get')) {
        try {
            installWithApt(missing);
        } catch (error) {
            throw new ToolError(`${error.message}\n${explain(missing)}`);
        }
        missing = findMissing(purpose);
    }
    if (missing.length) throw new ToolError(explain(missing));
}

/**
 * Installs the npm packages for development. The hash of the lock file that node_modules was
 * installed from stands in a stamp beside it.
 */
export function ensureNodeModules() {
    const lock = readFileSync(join(root, 'package-lock.json'));
    const hash = createHash('sha256').update(lock).digest('hex');
    const stamp = join(root, 'node_modules/.willowisp-lock');
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
    say('installing npm packages for development');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true });
    writeFileSync(stamp, hash);
}

/**
 * Makes sure that everything for a purpose is there: 'build' (wasm), 'browser' (and Chromium) or
 * 'test' (and the native compilers). Throws a ToolError that lists exactly what is missing.
 */
export function setup(purpose = 'test') {
    ensurePrograms(purpose);
    if (purpose !== 'build') ensureNodeModules();
}

if (isMain(import.meta.url)) {
    await main(() => {
        setup(process.argv[2]);
        say('everything is there');
    });
}

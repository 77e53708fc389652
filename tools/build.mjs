// Builds: `node tools/build.mjs [wasm|native|sanitize|all]`. Each target is a CMake preset with
// its own folder under build/; the wasm build also writes dist/willowisp.wasm.js, the inline copy.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packModule } from './pack.mjs';
import { ToolError, isMain, main, root, run, say } from './process.mjs';
import { writeSchema } from './schema.mjs';
import { findEmscripten, setup } from './setup.mjs';

const targets = ['wasm', 'native', 'sanitize'];

// Exports that the linker adds to every reactor; the glue uses the first two.
const linkerExports = ['memory', '_initialize', '__indirect_function_table', '__errno_location',
    'stackSave', 'stackRestore', 'stackAlloc', 'emscripten_stack_get_end',
    'emscripten_stack_get_free', 'emscripten_stack_get_base', 'emscripten_stack_init'];

// Debian's Emscripten keeps its JavaScript modules here, where another Node does not look.
const debianModules = '/usr/share/nodejs';

function environment() {
    const env = { ...process.env, WW_EMSCRIPTEN: findEmscripten() ?? '' };
    // Debian's cache of system libraries is frozen: a cache of one's own would lack them.
    if (env.WW_EMSCRIPTEN.startsWith('/usr/share/')) {
        delete env.EM_CACHE;
        if (existsSync(join(debianModules, 'acorn'))) env.NODE_PATH = debianModules;
        // A version manager's shim in front of Python would cost more than the compiler.
        if (existsSync('/usr/bin/python3')) env.EMSDK_PYTHON ??= '/usr/bin/python3';
    }
    return env;
}

/** The functions that src/willowisp.h declares for the wasm module, in its order. */
export function declaredFunctions() {
    const header = readFileSync(join(root, 'src/willowisp.h'), 'utf8');
    return Array.from(header.matchAll(/^WW_API\s[^;(]*?(ww_\w+)\s*\(/gm), (match) => match[1]);
}

/** What is wrong with the border of a wasm module, one sentence a line. */
export function findBorderFaults(module) {
    const faults = [];
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        const expected = from === 'env' &&
            (/^gl[A-Z]/.test(name) || name === 'emscripten_notify_memory_growth');
        if (!expected) faults.push(`it imports ${from}.${name}, which the glue does not have`);
    }
    const exported = WebAssembly.Module.exports(module).map((entry) => entry.name);
    const declared = declaredFunctions();
    for (const name of [...declared, 'memory', '_initialize']) {
        if (!exported.includes(name)) faults.push(`it does not export ${name}`);
    }
    for (const name of exported) {
        if (declared.includes(name) || linkerExports.includes(name)) continue;
        faults.push(`it exports ${name}, which src/willowisp.h does not declare`);
    }
    return faults;
}

function writeInlineCopy() {
    const bytes = readFileSync(join(root, 'dist/willowisp.wasm'));
    const faults = findBorderFaults(new WebAssembly.Module(bytes));
    if (faults.length) throw new ToolError(`dist/willowisp.wasm: ${faults.join('\n  ')}`);
    const source = packModule(bytes, 'willowisp.wasm', '../web/unpack.js');
    const path = join(root, 'dist/willowisp.wasm.js');
    if (existsSync(path) && readFileSync(path, 'utf8') === source) return;
    writeFileSync(path, source);
}

function buildPreset(preset, env) {
    const folder = join(root, 'build', preset);
    if (!existsSync(join(folder, 'build.ninja'))) {
        say(`configuring ${preset}`);
        run('cmake', ['--preset', preset], { env, quiet: true });
    }
    say(`building ${preset}`);
    // On a terminal Ninja shows its progress in one line; in a log only failures are worth reading.
    run('cmake', ['--build', '--preset', preset], { env, quiet: !process.stdout.isTTY });
}

/** Builds one target, after the files that are generated from the parameter tables. */
export function build(target) {
    writeSchema();
    mkdirSync(join(root, 'dist'), { recursive: true });
    buildPreset(target, environment());
    if (target === 'wasm') writeInlineCopy();
}

if (isMain(import.meta.url)) {
    await main(() => {
        const wish = process.argv[2] ?? 'wasm';
        if (wish !== 'all' && !targets.includes(wish)) {
            throw new ToolError(`usage: node tools/build.mjs [${targets.join('|')}|all]`);
        }
        setup(wish === 'wasm' ? 'build' : 'test');
        for (const target of wish === 'all' ? targets : [wish]) build(target);
    });
}

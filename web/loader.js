// URL | bytes | Response | Module -> an instance of the core. Nothing happens at import time.

import { LoadError } from './errors.js';
import { createGlBinding } from './gl.js';
import { Memory } from './memory.js';
import { readSchemas } from './schema.js';

const MAGIC = [0x00, 0x61, 0x73, 0x6d];

// A disposed kit gives its instance back, so that creating and disposing kits does not pile up
// address space until the garbage collector looks.
const idle = new WeakMap();
const compiled = new Map();

function checkMagic(bytes, origin) {
    const length = Math.min(4, bytes.byteLength);
    const head = new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, length);
    if (bytes.byteLength >= 4 && MAGIC.every((byte, i) => head[i] === byte)) return;
    const found = [...head].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    throw new LoadError(
        `${origin} is not a wasm file: it begins with ${found || 'nothing'} instead of 00 61 73 6d`,
    );
}

async function bytesOfResponse(response, url) {
    const kind = response.headers.get('content-type') ?? 'no content type';
    if (!response.ok) throw new LoadError(`${url} answered ${response.status} (${kind})`);
    const bytes = await response.arrayBuffer();
    checkMagic(bytes, `${url} (${kind})`);
    return bytes;
}

async function bytesOfFile(url) {
    // The specifier in a variable keeps bundlers from following it into a browser bundle.
    const specifier = 'node:fs/promises';
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ specifier);
    return readFile(new URL(url));
}

async function bytesOf(source) {
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
        checkMagic(source, 'wasm');
        return source;
    }
    if (typeof Response !== 'undefined' && source instanceof Response) {
        return bytesOfResponse(source, source.url || 'the wasm response');
    }
    const url = String(source);
    let response;
    try {
        if (url.startsWith('file:')) return await bytesOfFile(url);
        response = await fetch(url);
    } catch (cause) {
        throw new LoadError(`${url} could not be fetched: ${cause.message}`);
    }
    return bytesOfResponse(response, url);
}

async function compile(source) {
    if (source instanceof WebAssembly.Module) return source;
    const bytes = await bytesOf(source);
    try {
        return await WebAssembly.compile(bytes);
    } catch (cause) {
        throw new LoadError(
            `the wasm could not be compiled (a content security policy needs ` +
                `'wasm-unsafe-eval'): ${cause.message}`,
        );
    }
}

/** Compiles each source once; `source` may be a function that gives the bytes. */
async function moduleOf(source) {
    const key = source instanceof URL ? source.href : source;
    const cacheable = typeof key === 'string' || typeof key === 'function';
    if (!cacheable) return compile(source);
    if (!compiled.has(key)) {
        const module = compile(typeof source === 'function' ? source() : source);
        compiled.set(key, module);
        module.catch(() => compiled.delete(key));
    }
    return compiled.get(key);
}

async function coreOf(module, imports) {
    let cause = 'it does not export ww_createKit';
    try {
        const { exports } = await WebAssembly.instantiate(module, imports);
        if (exports.ww_createKit) return exports;
    } catch (error) {
        cause = error.message;
    }
    throw new LoadError(`the wasm is not the core of this version of willowisp: ${cause}`);
}

/**
 * An instance of the core: its exports, its heap and its GL binding.
 * @returns {Promise<{ core: object, memory: Memory, schemas: object, attachGl(gl): void,
 *     names: object, release(): void }>}
 */
export async function instantiate(source) {
    const module = await moduleOf(source);
    const waiting = idle.get(module)?.pop();
    if (waiting) return waiting;
    const memory = new Memory();
    const needed = WebAssembly.Module.imports(module).map(({ name }) => name);
    const binding = createGlBinding(needed, memory);
    const core = await coreOf(module, {
        env: { ...binding.imports, emscripten_notify_memory_growth: () => {} },
    });
    memory.attach(core.memory);
    core._initialize();
    const schemas = readSchemas({ core, memory });
    const loaded = {
        core,
        memory,
        schemas,
        attachGl: binding.attach,
        names: binding.names,
        release() {
            binding.attach(null);
            if (!idle.has(module)) idle.set(module, []);
            idle.get(module).push(loaded);
        },
    };
    return loaded;
}

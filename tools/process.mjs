// Running programs and finding them, with Node's own modules only.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The path of a program on PATH, or undefined. */
export function which(program) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
        const path = join(folder, program);
        try {
            accessSync(path, constants.X_OK);
            if (statSync(path).isFile()) return path;
        } catch {
            // not here
        }
    }
    return undefined;
}

/** The first of the given paths that exists, or undefined. */
export function firstExisting(paths) {
    return paths.find((path) => path && existsSync(path));
}

/** What a program prints, trimmed, or undefined when it fails. */
export function capture(program, args) {
    const result = spawnSync(program, args, { encoding: 'utf8', cwd: root });
    return result.status === 0 ? result.stdout.trim() : undefined;
}

/** Runs a program with its output shown; throws a ToolError that names it when it fails. */
export function run(program, args, { env = process.env, quiet = false } = {}) {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const result = spawnSync(program, args, { cwd: root, env, stdio, encoding: 'utf8',
        maxBuffer: 1 << 28 });
    if (result.status === 0) return;
    if (quiet) process.stderr.write((result.stdout ?? '') + (result.stderr ?? ''));
    const reason = result.error?.message ?? `exit code ${result.status ?? result.signal}`;
    throw new ToolError(`${program} ${args.join(' ')} failed: ${reason}`);
}

/** A failure whose message says everything: shown without a stack. */
export class ToolError extends Error {}

/** One progress line. */
export function say(text) {
    process.stdout.write(`willowisp: ${text}\n`);
}

/** True when the module with this URL is what node was started with. */
export function isMain(url) {
    return process.argv[1] === fileURLToPath(url);
}

/** Runs the body of a command-line tool: a ToolError becomes one message and exit code 1. */
export async function main(body) {
    try {
        await body();
    } catch (error) {
        process.stderr.write(`${error instanceof ToolError ? error.message : error.stack}\n`);
        process.exitCode = 1;
    }
}

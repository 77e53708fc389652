// A small static server for the repository on 127.0.0.1: right types, nothing cached. The pages
// find the kit through an import map, so the sources are served as they stand.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { ToolError, isMain, main, root, say } from './process.mjs';

const types = {
    '.css': 'text/css; charset=utf-8',
    '.glb': 'model/gltf-binary',
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json; charset=utf-8',
    '.md': 'text/markdown; charset=utf-8',
    '.mjs': 'text/javascript; charset=utf-8',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
};

function fail(response, status, text) {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${text}\n`);
}

async function answer(folder, home, headers, request, response) {
    if (!['GET', 'HEAD'].includes(request.method)) return fail(response, 405, 'GET only');
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/' && home) {
        // Not the page itself: its relative addresses would be wrong here.
        response.writeHead(302, { location: home, 'cache-control': 'no-store' });
        return response.end();
    }
    let path;
    try {
        path = normalize(join(folder, decodeURIComponent(pathname)));
    } catch {
        return fail(response, 400, 'not a path');
    }
    const isHidden = path.slice(folder.length).includes(`${sep}.`);
    if (!path.startsWith(folder + sep) || isHidden) return fail(response, 404, 'not here');
    if (path.endsWith(sep)) path = join(path, 'index.html');
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return fail(response, 404, `${pathname} is not here`);
    response.writeHead(200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-length': found.size,
        'cache-control': 'no-store',
        ...headers,
    });
    if (request.method === 'HEAD') return response.end();
    return createReadStream(path).pipe(response);
}

function listen(server, port) {
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
            server.off('error', reject);
            resolve(server.address().port);
        });
    });
}

async function listenFrom(server, port) {
    for (let candidate = port; candidate < port + 50; candidate++) {
        try {
            return await listen(server, candidate);
        } catch (error) {
            if (error.code !== 'EADDRINUSE' || port === 0) throw error;
        }
    }
    throw new ToolError(`ports ${port} to ${port + 49} are all taken`);
}

/** Headers under which pages may share memory with their workers. */
export const isolation = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
};

/**
 * Serves a folder. `port` 0 takes any free port, another number that or the next free one; `home`
 * is where `/` leads; `headers` go with every answer. Resolves to { url, close() }.
 */
export async function serve({ folder = root, port = 0, home = '/examples/', headers = {} } = {}) {
    const server = createServer((request, response) => {
        answer(folder, home, headers, request, response).catch((error) => {
            if (!response.headersSent) fail(response, 500, error.message);
        });
    });
    const actual = await listenFrom(server, port);
    return {
        url: `http://127.0.0.1:${actual}/`,
        close: () => new Promise((resolve) => {
            server.close(resolve);
            server.closeAllConnections();
        }),
    };
}

/** The port that the command line asks for with --port, or 8080. */
export function wantedPort() {
    const at = process.argv.indexOf('--port');
    if (at < 0) return 8080;
    const port = Number(process.argv[at + 1]);
    if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
    throw new ToolError('--port takes 0 to 65535');
}

if (isMain(import.meta.url)) {
    await main(async () => {
        const { url } = await serve({ port: wantedPort(), headers: isolation });
        say(`serving ${url}`);
    });
}

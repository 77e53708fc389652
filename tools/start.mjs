// `npm start`: everything from a fresh clone to the gallery in the browser.
import { build } from './build.mjs';
import { main, say } from './process.mjs';
import { isolation, serve, wantedPort } from './serve.mjs';
import { ensureNodeModules, setup } from './setup.mjs';

await main(async () => {
    const port = wantedPort();
    setup('build');
    build('wasm');
    try {
        ensureNodeModules();
    } catch (error) {
        say(`the pages with other engines in them will not work: ${error.message}`);
    }
    const { url } = await serve({ port, headers: isolation });
    process.stdout.write(`willowisp gallery: ${url}\n`);
});

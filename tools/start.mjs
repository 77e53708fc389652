// `npm start`: everything from a fresh clone to the gallery in the browser.
import { build } from './build.mjs';
import { main } from './process.mjs';
import { serve, wantedPort } from './serve.mjs';
import { setup } from './setup.mjs';

await main(async () => {
    const port = wantedPort();
    setup('build');
    build('wasm');
    const { url } = await serve({ port });
    process.stdout.write(`willowisp gallery: ${url}\n`);
});

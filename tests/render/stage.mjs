// A server, a Chromium and a page of it with the kit: what render tests and benchmarks of pictures use.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium, watch } from '../../tools/chromium.mjs';
import { root } from '../../tools/process.mjs';
import { serve } from '../../tools/serve.mjs';
import { Picture } from './picture.mjs';

function revive(value, pictures) {
    if (value === null || typeof value !== 'object') return value;
    if (value.isPicture) {
        pictures.push(Picture.fromPage(value));
        return pictures.at(-1);
    }
    if (Array.isArray(value)) return value.map((item) => revive(item, pictures));
    return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, revive(item, pictures)]));
}

/** A page with the kit in it. */
export class Stage {
    static async open({ headers } = {}) {
        const stage = new Stage();
        stage.server = await serve({ headers });
        stage.browser = await launchChromium();
        stage.page = await stage.browser.newPage({ viewport: { width: 512, height: 288 },
            deviceScaleFactor: 1 });
        stage.problems = watch(stage.page);
        stage.pictures = [];
        await stage.page.goto(`${stage.server.url}tests/render/page.html`);
        await stage.page.waitForFunction(() => 'runTest' in window);
        return stage;
    }

    /**
     * Runs a function in the page and gives back what it returns. `allow` is a pattern of console
     * lines that are expected.
     */
    async run(body, argument, { allow } = {}) {
        const { result, failure, errors } = await this.page.evaluate(
            ([source, value]) => window.runTest(source, value), [String(body), argument]);
        const revived = revive(result, this.pictures);
        const problems = this.problems.splice(0).filter((text) => !allow?.test(text));
        assert.equal(failure, undefined);
        assert.deepEqual([...problems, ...errors], []);
        return revived;
    }

    savePictures(title) {
        if (this.pictures.length === 0) return;
        const folder = join(root, 'out/failures');
        mkdirSync(folder, { recursive: true });
        const name = title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
        this.pictures.forEach((picture, i) => {
            const path = join(folder, `${name.slice(0, 80)}-${i}.png`);
            writeFileSync(path, picture.toPng());
            process.stderr.write(`picture of the failure: ${path}\n`);
        });
    }

    async close() {
        await this.browser?.close();
        await this.server?.close();
    }
}

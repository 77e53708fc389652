// Render tests: `renderTest('title', async (stage) => …)`. One server and one Chromium a test file.
//
//   const { before, after } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
//       const kit = await createKit({ canvas: makeCanvas() });      // 512 x 288
//       …
//       kit.update(1 / 60);
//       kit.draw(camera({ halfHeight: 5 }));
//       return { before: snap(kit), after: … };                     // pictures arrive as Picture
//   }, argument);
//
// The function runs in the page (tests/render/page.js has its tools) and sees nothing of this file
// but the argument. Console errors, warnings and GL errors fail the test; pictures of a failed test
// are written to out/failures.
import { after, before, test } from 'node:test';
import { Stage } from './stage.mjs';

let stage;
before(async () => {
    stage = await Stage.open();
});
after(() => stage?.close());

/** A test with a stage of its file. */
export function renderTest(title, body) {
    test(title, async () => {
        stage.pictures = [];
        try {
            await body(stage);
        } catch (error) {
            stage.savePictures(title);
            throw error;
        }
    });
}

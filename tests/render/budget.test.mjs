// What the budget of triangles leaves, as pixels.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

renderTest('[kit.budget] of sorted particles the farthest go, of others the oldest', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const result = {};
        for (const sort of [false, true]) {
            const canvas = makeCanvas();
            const kit = await createKit({
                canvas, maxEffectTriangles: 2, statsEveryFrame: true,
            });
            const emitter = kit.createEmitter({
                rateOverTime: 0, lifetime: 10, speed: 0, size: 2, sprite: 'square', sort,
            });
            // Nearest first, so that the order of births is not that of the depth.
            for (const [color, x, z] of [['#ff0000', -4, 3], ['#00ff00', 0, 0], ['#0000ff', 4, -3]]) {
                emitter.color = color;
                emitter.burst(1, [x, 0, z]);
                kit.update(0.1);
            }
            kit.draw(camera({ halfHeight: 7.2 }));
            result[sort] = { picture: snap(kit), dropped: canvas.dataset.wwDropped,
                cut: canvas.dataset.wwTrianglesCut };
        }
        return result;
    });
    // 20 pixels a metre, the origin in the middle: red at 176, green at 256, blue at 336.
    const columns = (picture) => [176, 256, 336].map((x) => picture.pixel(x, 144)[3]);
    assert.deepEqual(columns(shots.false.picture), [0, 0, 255]);
    assert.deepEqual(columns(shots.true.picture), [255, 0, 0]);
    for (const { dropped, cut } of Object.values(shots)) assert.deepEqual([dropped, cut], ['4', '4']);
});

renderTest('[kit.budget] a trail that is cut keeps its head', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const result = [];
        for (const maxEffectTriangles of [65536, 24]) {
            const kit = await createKit({ canvas: makeCanvas(), maxEffectTriangles });
            const trail = kit.createTrail({
                lifetime: 100, minVertexDistance: 0.25, width: 1, widthOverLength: [1, 1],
            });
            lay(kit, trail, walk([[-10, 0, 0], [10, 0, 0]]));
            kit.draw(camera({ halfHeight: 7.2 }));
            result.push(snap(kit));
        }
        return result;
    });
    const [whole, cut] = shots.map((picture) => picture.bounds(([, , , a]) => a > 20));
    assert.ok(whole.width > 300, `${whole.width}`);
    // 12 quads of a quarter of a metre, 20 pixels a metre.
    assert.ok(cut.width > 45 && cut.width < 65, `${cut.width}`);
    assert.ok(Math.abs(cut.x + cut.width - whole.x - whole.width) <= 1);
});

// Debug lines of trails as pixels. Orthographic camera: 20 pixels a metre, the origin in the middle.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const at = (x, y = 0) => [256 + 20 * x, 144 - 20 * y];

renderTest('[trail.debug] points, segments, sides and bounds are drawn on demand', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay }) => {
        const kit = await createKit({ canvas: makeCanvas(), antialias: false });
        const trail = kit.createTrail({ lifetime: 100, maxPoints: 64, width: 4, softness: 0,
            fadeMode: 'none', caps: 'flat', color: '#000000', minVertexDistance: 2 });
        lay(kit, trail, [-8, -6, -4, -2, 0, 2, 4, 6, 8].map((x) => [x, 0, 0]));
        kit.update(1 / 60);
        const shot = () => {
            kit.update(0);
            kit.draw(camera({ halfHeight: 7.2 }));
            return [snap(kit), kit.stats.drawCalls, kit.stats.recordBytes];
        };
        shot();
        const result = { none: shot() };
        for (const debug of ['points', 'segments', 'sides', 'bounds', 'all']) {
            trail.style.set({ debug });
            shot();
            result[debug] = shot();
        }
        trail.style.set({ debug: 'none' });
        shot();
        result.again = shot();
        return result;
    });
    const colors = { points: [255, 255, 255], segments: [255, 204, 0], sides: [0, 204, 255], bounds: [255, 0, 204] };
    const isColor = (pixel, name) => colors[name].every((value, i) => Math.abs(pixel[i] - value) < 4);
    // A point, between two points, on the side at a point, and on the edge of the box.
    const places = { points: at(2), segments: at(3), sides: at(2, 1.2), bounds: at(3, 2) };
    for (const [debug, [picture, calls, bytes]] of Object.entries(shots)) {
        const off = debug === 'none' || debug === 'again';
        assert.equal(calls, off ? 1 : 2, debug);
        assert.equal(bytes > 0, !off, `${debug}: what it sends is counted`);
        for (const [name, place] of Object.entries(places)) {
            const wanted = debug === name || debug === 'all';
            assert.equal(isColor(picture.pixel(...place), name), wanted, `${debug}: ${name} at ${place}`);
        }
        if (off) assert.equal(picture.count(([r, g, b]) => r + g + b > 0), 0, debug);
    }
    // All nine points, and both edges of the box.
    const [points] = shots.points;
    for (let x = -8; x <= 8; x += 2) assert.ok(isColor(points.pixel(...at(x * 0.999)), 'points'), `point at ${x}`);
    const [bounds] = shots.bounds;
    for (const y of [2, -2]) assert.ok(isColor(bounds.pixel(...at(-5, y)), 'bounds'), `edge at ${y}`);
    assert.equal(points.difference(shots.all[0]).pixels > 500, true);
});

// A floating origin as pictures: the same before and after, near and a million metres away.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

// A scene of everything at `at`, and its picture before and after the origin was shifted by `by`.
// Numbers of a camera are rounded differently then, so that an edge may fall on the other side of a
// sample; nothing else may change.
async function shoot({ createKit, makeCanvas, camera, snap }, { at, by, trees, eye }) {
    const kit = await createKit({ canvas: makeCanvas(), antialias: false, clear: [0, 0, 0, 1] });
    const place = (x, y, z) => [at[0] + x, at[1] + y, at[2] + z];
    kit.wind.set({ direction: [1, 0.5], strength: 0.7 });
    kit.world.set({ snow: 0.4 });
    let forest;
    if (trees) {
        forest = kit.createForest({ species: [{ preset: 'birch', variants: 1 }], impostorPixels: 40 });
        forest.plant([[-6, -4, -2], [5, -4, -8], [0, -4, -40]].map(([x, y, z]) => ({
            position: place(x, y, z) })));
    }
    const trails = ['world', 'local', 'screen'].map((space) => kit.createTrail({
        space, lifetime: 100, width: space === 'screen' ? 8 : 0.5, minVertexDistance: 0.25,
        color: space === 'local' ? '#40c0ff' : '#ffc040',
        ...(space === 'world' && { turbulence: 0.5, turbulenceFrequency: 0.3 }),
    }));
    const parent = kit.createTransform();
    trails[1].transform.setParent(parent);
    const emitters = [
        { color: '#ff4030' }, { space: 'local', color: '#30ff60' }, { noise: 1.5, color: '#c040ff' },
        { attraction: 2, center: [1, 0, 0], color: '#ffff40' }, { simulated: true, color: '#ffffff' },
    ].map((options) => kit.createEmitter({ lifetime: 20, rateOverTime: 20, speed: [0.2, 1],
        coneAngle: 3.14, size: 0.4, sort: true, ...options }));
    const beam = kit.createBeamStyle({ jitter: 0.1, width: 0.2, color: '#80ffff' });
    kit.createBeam(beam, { from: place(-4, -2, 0), to: place(4, -2.5, 0), seed: 3 });
    for (let i = 0; i <= 32; i++) {
        trails[0].transform.set(...place(i / 4 - 4, Math.sin(i / 4), 0));
        parent.set(...place(0, 2, -1));
        trails[1].transform.set(i / 4 - 4, 0, 0);
        trails[2].transform.set(100 + 8 * i, 20, 0);
        emitters.forEach(({ transform }, k) => transform.set(...place(2 * k - 4, 0, -1)));
        kit.update(1 / 64);
    }
    if (trees) forest.bake();
    const look = (origin) => camera({
        eye: place(...eye).map((value, i) => value - origin[i]),
        target: place(0, 0, 0).map((value, i) => value - origin[i]),
    });
    kit.draw(look([0, 0, 0]));
    kit.draw(look([0, 0, 0]));
    const before = snap(kit);
    kit.shiftOrigin(...by);
    kit.draw(look(by));
    const after = snap(kit);
    // Time goes on, and nothing jumps: what was not written again lies where it was.
    kit.update(0);
    kit.draw(look(by));
    return { before, after, next: snap(kit) };
}

// Share of the pixels that differ by more than `levels` of 255, and the largest difference.
function changed(a, b, levels) {
    let count = 0;
    for (let i = 0; i < a.data.length; i += 4) {
        const worst = Math.max(...[0, 1, 2, 3].map((k) => Math.abs(a.data[i + k] - b.data[i + k])));
        count += worst > levels;
    }
    return count / (a.width * a.height);
}

// Floats are as fine as 1/16,000 of a pixel at 64 m here, and as 1/300 at 1,024 m: a shift as far as
// that rounds what it moves, which soft edges show.
function same(a, b, what, by) {
    const most = Math.max(...by.map(Math.abs)) > 200 ? 5e-3 : 2e-4;
    const { mean, max, pixels } = a.difference(b);
    const share = changed(a, b, 2);
    const text = `${what}: ${share} of the pixels changed, mean ${mean}, max ${max}, ${pixels} differ`;
    assert.ok(share <= most && mean < 0.03, text);
}

renderTest('[kit.origin] a shift changes no picture of trails, beams and particles', async (stage) => {
    for (const by of [[64, 0, -32], [1024, -256, 512], [13.37, 5.1, -77.7]]) {
        const { before, after, next } = await stage.run(shoot,
            { at: [0, 0, 0], by, eye: [0, 1, 10] });
        assert.ok(before.count(([r, g, b]) => r + g + b > 60) > 2000, 'something shows');
        same(after, before, `by ${by}`, by);
        same(next, before, `by ${by}, after an update`, by);
    }
});

renderTest('[kit.origin] a shift changes no picture of trees in the wind', async (stage) => {
    for (const by of [[48, 4, -64], [512, 16, -1024]]) {
        const { before, after, next } = await stage.run(shoot,
            { at: [0, 0, 0], by, eye: [0, 1, 10], trees: true });
        same(after, before, `trees by ${by}`, by);
        same(next, before, `trees by ${by}, after an update`, by);
    }
});

renderTest('[kit.origin] a million metres away the picture is that of the same scene near', async (stage) => {
    // With a floating origin: the game's numbers stay small while its world is far away.
    const far = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const shots = [];
        for (const shifts of [0, 1000]) {
            const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0, 1] });
            const trail = kit.createTrail({ lifetime: 100, width: 0.5, minVertexDistance: 0.25 });
            const emitter = kit.createEmitter({ lifetime: 100, rateOverTime: 0, speed: 1, size: 0.5,
                coneAngle: 3.14, sort: true });
            for (let i = 0; i < shifts; i++) {
                kit.shiftOrigin(1000, 0, -1000);
                kit.update(0);
            }
            trail.teleport();
            emitter.transform.set(0, 0, 0);
            emitter.burst(50);
            for (let i = 0; i <= 32; i++) {
                if (shifts && i % 8 === 0) kit.shiftOrigin(i % 16 ? -64 : 64, 0, 32);
                const [x, y, z] = kit.origin.map((value, k) => value - [1e6, 0, -1e6][k] * (shifts > 0));
                trail.transform.set(i / 4 - 4 - x, Math.sin(i / 4) - y, -z);
                emitter.transform.set(-x, -y, -z);
                kit.update(1 / 64);
            }
            const [x, y, z] = kit.origin.map((value, k) => value - [1e6, 0, -1e6][k] * (shifts > 0));
            kit.draw(camera({ eye: [-x, -y, 10 - z], target: [-x, -y, -z] }));
            shots.push(snap(kit));
        }
        return shots;
    });
    assert.ok(far[0].count(([r, g, b]) => r + g + b > 60) > 2000);
    assert.deepEqual(far[1].difference(far[0]), { max: 0, mean: 0, pixels: 0 });
});

renderTest('[kit.origin] what was built a million metres away is sharp once the origin is there', async (stage) => {
    // Places on the grid of floats, as they are there: 1/16 m. Before the shift numbers are coarse.
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const result = [];
        for (const at of [[0, 0, 0], [1e6, 0, -1e6]]) {
            const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0, 1] });
            const style = kit.createBeamStyle({ width: 0.3 });
            const emitter = kit.createEmitter({ rateOverTime: 0, lifetime: 10, speed: 0, size: 0.5 });
            for (let i = 0; i < 16; i++) {
                const x = i / 2 - 4;
                kit.createBeam(style, { from: [at[0] + x, at[1] - 2, at[2]],
                    to: [at[0] + x + 0.25, at[1] - 4, at[2] - 1] });
                emitter.burst(1, [at[0] + x, at[1] + i / 16, at[2] - i / 16]);
            }
            kit.update(0);
            if (at[0]) kit.shiftOrigin(...at);
            kit.draw(camera());
            result.push(snap(kit));
        }
        return result;
    });
    assert.ok(shots[0].count(([r, g, b]) => r + g + b > 60) > 1000);
    assert.deepEqual(shots[1].difference(shots[0]), { max: 0, mean: 0, pixels: 0 });
});

// Many trees: all meshes in one call and one by one, and a flight through their bands.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

renderTest('[forest.pool] one call for all meshes draws what a call for each of them does', async (stage) => {
    const [one, many] = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const shots = [];
        for (const multiDraw of [undefined, false]) {
            const scene = await openForest(tools, { multiDraw, species: ['birch', 'pine'], trees: [],
                frames: 4, impostorSize: 16, growSeconds: 1000, size: [192, 96],
                level1Pixels: 40, level2Pixels: 20, impostorPixels: 10 });
            const trees = Array.from({ length: 60 }, (_, i) => ({
                position: [(i % 12 - 6) * 9, 0, -Math.floor(i / 12) * 40], yaw: i, variant: i % 2,
                age: 0.3 + 0.7 * (i % 5) / 4, scale: 0.8 + 0.05 * (i % 7),
            }));
            const [first, second] = scene.forest.plant(trees);
            scene.forest.fell(first, { direction: [0, 1], height: 1 });
            scene.forest.fell(second, { direction: [1, 0], height: 2 });
            scene.bake();
            const picture = scene.look({ eye: [0, 12, 60], target: [0, 4, -60], pixelsPerMetre: 1.5 });
            const { drawCalls, meshTrees, instances, vertices } = scene.kit.stats;
            shots.push({ picture, drawCalls, meshTrees, instances, vertices });
        }
        return shots;
    });
    assert.ok(one.picture.count(([r, g, b]) => r + g + b > 30) > 3000);
    assert.deepEqual(Buffer.from(one.picture.data), Buffer.from(many.picture.data));
    assert.ok(one.meshTrees > 40 && one.meshTrees === many.meshTrees, `${one.meshTrees} meshes`);
    assert.deepEqual([one.instances, one.vertices], [many.instances, many.vertices]);
    assert.equal(one.drawCalls, 2); // the meshes and the impostors
    assert.ok(many.drawCalls >= 5, `${many.drawCalls} calls of two variants at three levels`);
});

// A seeded flight over the woods and through them, of which a frame in many is drawn, and beside
// the woods one tree that the camera comes up to and leaves through all bands.
renderTest('[forest.scale] a random flight: no GL error, and no tree pops on its way through the bands', async (stage) => {
    const { covers, levels, most } = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const scene = await openForest(tools, { trees: [], species: ['birch', 'pine'], frames: 4,
            impostorSize: 32, size: [96, 64], maxTrees: 3000 });
        const { kit, forest } = scene;
        forest.scatter({ area: [-200, -200, 200, 200], count: 2000, minDistance: 3, seed: 3 });
        let random = 1;
        const dice = () => {
            random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
            return random / 2 ** 32;
        };
        let [x, y, z, yaw] = [0, 8, 0, 0];
        const most = { drawCalls: 0, recordBytes: 0, dropped: 0 };
        for (let frame = 0; frame < 40; frame++) {
            yaw += (dice() - 0.5) * 1.2;
            x = Math.max(-180, Math.min(180, x + 12 * Math.cos(yaw)));
            z = Math.max(-180, Math.min(180, z + 12 * Math.sin(yaw)));
            y = Math.max(2, Math.min(120, y + (dice() - 0.5) * 20));
            scene.look({ eye: [x, y, z], dt: 15, // ten minutes in all
                target: [x + Math.cos(yaw), y - 0.3 + 0.4 * dice(), z + Math.sin(yaw)], pixelsPerMetre: 50 });
            if (!frame) continue; // the first sends the records of all
            for (const key of Object.keys(most)) most[key] = Math.max(most[key], kit.stats[key]);
        }
        // Alone, so that the bytes of a picture say how much of it the tree covers.
        const alone = await openForest(tools, { species: ['birch'], frames: 7, impostorSize: 64,
            size: [160, 160], level1Pixels: 110, level2Pixels: 80, impostorPixels: 55 });
        const covers = [];
        const levels = [];
        for (let step = 0; step <= 60; step++) {
            const size = 9 - 0.1 * step; // pixels of a metre, a ninetieth to a thirtieth less each
            const [black, white] = [0, 1].map((background) => alone.look({
                eye: [30, 14, 160], target: [0, 6, 0], pixelsPerMetre: size, background }));
            covers.push({ size, black, white });
            levels.push(alone.kit.stats.instances);
        }
        return { covers, levels, most };
    });
    assert.ok(most.drawCalls <= 2 && most.recordBytes < 16384 && most.dropped === 0, JSON.stringify(most));
    assert.ok(levels.filter((shown) => shown > 1).length > 12, 'the tree fades from level to level');
    const areas = covers.map(({ size, black, white }) => {
        let sum = 0;
        for (let i = 1; i < black.data.length; i += 4) sum += 1 - (white.data[i] - black.data[i]) / 255;
        return sum / size ** 2; // square metres
    });
    areas.slice(1).forEach((area, i) => {
        const change = area / areas[i] - 1;
        assert.ok(Math.abs(change) < 0.06, `step ${i}: ${(100 * change).toFixed(1)} % of the tree`);
    });
});

renderTest('[forest.pool] meshes that share buffers: a species more, and a context that was lost', async (stage) => {
    const { alone, first, both, after } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const small = { limbs: 4, branches: 2, twigs: 0 };
        const canvas = makeCanvas(160, 96);
        const kit = await createKit({ canvas, antialias: false, clear: [0, 0, 0, 1] });
        const extension = kit.gl.getExtension('WEBGL_lose_context');
        kit.wind.set({ strength: 0 });
        const open = (species) => kit.createForest({ species, maxTrees: 16, impostorPixels: 1,
            level2Pixels: 2, level1Pixels: 3, impostorFrames: 3, impostorSize: 16, growSeconds: 1000 });
        const draw = () => {
            kit.update(0);
            kit.draw(camera({ target: [0, 6, 0], eye: [0, 6, 40], halfHeight: 9, aspect: 160 / 96 }));
            return kit.state === 'ready' ? snap(kit) : null;
        };
        const pine = { preset: 'pine', seed: 5, ...small };
        const seedling = { position: [7, 0, 0], age: 0.6 }; // what grows reads the table of growth
        // The second species by itself: what it must look like behind the first.
        const other = open([pine]);
        other.plant([seedling]);
        const alone = draw();
        other.destroy();
        const forest = open([{ preset: 'oak', seed: 2, ...small }]);
        forest.plant([{ position: [-7, 0, 0] }]);
        const first = draw();
        forest.addSpecies(pine);
        forest.plant([{ ...seedling, variant: 1 }]);
        draw();
        const both = draw();
        const wait = (type) => new Promise((resolve) => {
            canvas.addEventListener(type, () => setTimeout(resolve), { once: true });
        });
        const lost = wait('webglcontextlost');
        extension.loseContext();
        await lost;
        const restored = wait('webglcontextrestored');
        extension.restoreContext();
        await restored;
        draw();
        return { alone, first, both, after: draw() };
    }, undefined, { allow: /CONTEXT_LOST/ });
    const half = (x) => ({ x, y: 0, width: 80, height: 96 });
    const lit = ([r, g, b]) => r + g + b > 30;
    assert.ok(first.count(lit, half(0)) > 100 && first.count(lit, half(80)) === 0, 'the first alone');
    assert.ok(alone.count(lit, half(80)) > 60, `${alone.count(lit, half(80))} pixels of the second`);
    const differing = (a, b, box) => {
        let count = 0;
        a.forEach((pixel, x, y) => {
            if (pixel.some((value, c) => value !== b.pixel(x, y)[c])) count++;
        }, box);
        return count;
    };
    assert.equal(differing(both, first, half(0)), 0);
    assert.equal(differing(both, alone, half(80)), 0);
    assert.equal(both.difference(after).max, 0);
});

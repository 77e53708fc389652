// Trees that grow in the vertex shader, beside the meshes of the same age from the core.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/process.mjs';
import { renderTest } from './harness.mjs';

const ages = [0.01, 0.05, 0.12, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 1];

renderTest('[flora.gpu-growth] the shader grows a tree as the core does, at every age', async (stage) => {
    const results = await stage.run(async ({ createKit, makeCanvas, camera }, tested) => {
        const { watchTrees, matchVertices } = await import('/tests/render/growth-page.js');
        const canvas = makeCanvas(128, 128);
        const gl = canvas.getContext('webgl2');
        const watched = watchTrees(gl);
        const kit = await createKit({ gl, multiDraw: false });
        kit.wind.set({ strength: 0 });
        const found = [];
        for (const wish of [
            { preset: 'oak', seed: 3 }, { preset: 'pine', seed: 8 },
            { stems: 3, forks: 2, limbs: 8, branches: 3, twigs: 2, sprigs: 2, seed: 5,
                growthOverlap: 0.2, leafThreshold: 0.5, growthLag: 3 },
        ]) {
            const tree = kit.createTree(wish);
            const mature = tree.mesh();
            const forest = kit.createForest({ species: [wish], maxTrees: tested.length,
                level1Pixels: 3, level2Pixels: 2, impostorPixels: 1, impostorFrames: 3,
                impostorSize: 16 });
            // One instance an age, all in one draw.
            forest.plant(tested.map((age) => ({ position: [0, 0, 0], age })));
            forest.bake();
            kit.update(0);
            // So near that sprouts are the finest mesh too.
            const view = camera({ halfHeight: 0.1, target: [0, 0.05, 0] });
            kit.draw(view);
            watched.vertexCount = mature.uvs.length / 2;
            watched.places = [];
            watched.catching = true;
            kit.draw(view);
            watched.catching = false;
            const [places] = watched.places;
            const trees = forest.trees;
            tested.forEach((age) => {
                tree.age = age;
                const young = tree.mesh();
                // The list of a draw is in the order of the records.
                const instance = tested.findIndex((_, i) => Math.abs(trees[i * 8 + 7] - age) < 1e-6);
                const from = instance * mature.uvs.length / 2 * 3;
                const grown = places.subarray(from, from + mature.positions.length);
                const tolerance = 1e-3 * mature.height;
                const numbers = matchVertices(mature, young, grown, tolerance);
                found.push({
                    age,
                    draws: watched.places.length,
                    vertices: young.uvs.length / 2,
                    matched: numbers.filter((n) => n < mature.uvs.length / 2).length,
                    triangles: young.indices.length / 3,
                });
            });
            tree.destroy();
            forest.destroy();
        }
        return found;
    }, ages);
    assert.equal(results.length, 3 * ages.length);
    for (const { age, draws, vertices, matched, triangles } of results) {
        assert.equal(draws, 1, 'all ages are instances of one draw');
        assert.ok(triangles > 10, `at ${age}`);
        assert.equal(matched, vertices, `vertices within 1e-3 of the height at ${age}`);
    }
});

renderTest('[flora.gpu-growth] growing sends nothing but the camera and the time', async (stage) => {
    const { sent, heights } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(128, 128), antialias: false,
            clear: [0, 0, 0, 0] });
        kit.wind.set({ strength: 0 });
        const forest = kit.createForest({ species: [{ preset: 'pine' }], growSeconds: 4,
            level1Pixels: 3, level2Pixels: 2, impostorPixels: 1, impostorFrames: 3, impostorSize: 16 });
        forest.plant([{ position: [0, 0, 0], age: 0.2 }, { position: [9, 0, 0], age: 0.5 }]);
        forest.bake();
        const view = camera({ halfHeight: 12, target: [0, 6, 0] });
        kit.update(0);
        for (let i = 0; i < 3; i++) kit.draw(view);
        const sent = [];
        const heights = [];
        for (let i = 0; i < 10; i++) {
            kit.update(0.5);
            kit.draw(view);
            sent.push([kit.stats.recordBytes, kit.stats.uploadBytes]);
            const { base64, width, height } = snap(kit);
            const pixels = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
            let top = -1; // rows of the left tree from below
            for (let y = 0; y < height; y++) {
                for (let x = 0; x < width * 0.6; x++) if (pixels[(y * width + x) * 4 + 3]) top = y;
            }
            heights.push(top);
        }
        return { sent, heights };
    });
    for (const [records, all] of sent) {
        assert.equal(records, 0, 'no node, mesh or record is sent');
        assert.ok(all <= 512, `${all} bytes: the uniform block of the camera and the time`);
    }
    heights.forEach((height, i) => assert.ok(i === 0 || height >= heights[i - 1], `${heights}`));
    assert.ok(heights.at(-1) > heights[0] + 15, `${heights}`);
});

renderTest('[flora.seed] trees have the same bytes in the browser as natively', async (stage) => {
    const source = readFileSync(join(root, 'tests/native/test_flora.c'), 'utf8');
    const golden = [...source.matchAll(/\{(OAK|PINE), (\w+)u, (0x\w+)u\}/g)]
        .map(([, preset, seed, hash]) => [preset.toLowerCase(), Number(seed), Number(hash)]);
    assert.ok(golden.length >= 8);
    const hashes = await stage.run(async ({ createKit }, trees) => {
        const { hashTree } = await import('/tests/core/hash-tree.js');
        const kit = await createKit({ headless: true });
        return trees.map(([preset, seed]) => hashTree(kit, kit.createTree({ preset, seed })));
    }, golden);
    assert.deepEqual(hashes, golden.map(([, , hash]) => hash));
});

// Undergrowth and what touches the ground: bowing to tramplers, ending at a distance, fallen crowns.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const lit = ([r, g, b]) => r + g + b > 30;

function middleOf(picture, box) {
    let [sum, count] = [0, 0];
    picture.forEach((pixel, x) => {
        if (lit(pixel)) [sum, count] = [sum + x, count + 1];
    }, box);
    return sum / count;
}

const differing = (a, b) => {
    let count = 0;
    a.forEach((pixel, x, y) => {
        const other = b.pixel(x, y);
        if (pixel.some((value, c) => Math.abs(value - other[c]) > 8)) count++;
    });
    return count;
};

renderTest('[forest.ground] grass bows away from a trampler where it is, and rises again behind it', async (stage) => {
    const { before, left, passed, later, tree } = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const open = async (preset) => openForest(tools, {
            as: 'mesh', species: [preset], trees: [{ position: [-2, 0, 0] }, { position: [2, 0, 0] }],
        });
        const meadow = await open('tallGrass');
        const far = { eye: [0, 0.8, 60], target: [0, 0.8, 0], pixelsPerMetre: 20 };
        const walker = meadow.kit.createTransform();
        const before = meadow.look(far);
        meadow.kit.tramplers.set([{ transform: walker, radius: 0.9 }]);
        walker.set(-2.5, 0.4, 0); // left of the left plant
        const left = meadow.look({ ...far, dt: 0.02 });
        walker.set(40, 0.4, 0);
        const passed = meadow.look({ ...far, dt: 0.02 });
        for (let i = 0; i < 30; i++) meadow.kit.update(0.1);
        const later = meadow.look(far);
        const wood = await open('birch'); // trees stand
        const still = wood.look({ ...far, pixelsPerMetre: 6 });
        wood.kit.tramplers.set([{ transform: wood.kit.createTransform(), radius: 5 }]);
        return { before, left, passed, later, tree: [still, wood.look({ ...far, pixelsPerMetre: 6, dt: 0.02 })] };
    });
    const west = { x: 0, y: 0, width: 64, height: 128 };
    const east = { x: 64, y: 0, width: 64, height: 128 };
    const high = { x: 0, y: 0, width: 64, height: 66 }; // above half the height of the plants
    const shift = middleOf(left, west) - middleOf(before, west);
    assert.ok(shift > 4, `the trampled plant leans ${shift} pixels away`);
    assert.ok(Math.abs(middleOf(left, east) - middleOf(before, east)) < 0.5, 'the other stands');
    const tops = [before, left].map((picture) => picture.count(lit, high));
    assert.ok(tops[0] > 15 && tops[1] < 0.6 * tops[0], `${tops} pixels above half the height`);
    assert.ok(differing(passed, before) > 50, 'it lies for a while');
    assert.equal(differing(later, before), 0);
    assert.equal(differing(...tree), 0);
});

renderTest('[forest.ground] grass vanishes toward its distance little by little', async (stage) => {
    const shares = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const trees = Array.from({ length: 64 }, (_, i) =>
            ({ position: [((i % 8) - 3.5) * 1.3, 0, (Math.floor(i / 8) - 3.5) * 0.1] }));
        const scene = await openForest(tools, { species: ['oak'], trees: [], frames: 4, impostorSize: 16 });
        scene.forest.addSpecies({ preset: 'tallGrass', impostors: false, maxDistance: 100 });
        scene.bake();
        scene.forest.plant(trees.map((tree) => ({ ...tree, variant: 1 })));
        const list = [];
        for (let distance = 30; distance <= 110; distance += 2) {
            const picture = scene.look({ eye: [0, 0.6, distance], target: [0, 0.6, 0], pixelsPerMetre: 11 });
            list.push({ distance, picture });
        }
        return { list, ready: scene.forest.ready };
    });
    assert.equal(shares.ready, 1);
    const covers = shares.list.map(({ distance, picture }) => ({ distance, cover: picture.count(lit) }));
    const full = covers[0].cover;
    assert.ok(full > 500, `${full} pixels of grass`);
    for (const { distance, cover } of covers) {
        if (distance <= 50) assert.ok(cover > 0.9 * full, `${cover} of ${full} at ${distance} m`);
        if (distance > 101) assert.equal(cover, 0, `at ${distance} m`);
    }
    const drops = covers.slice(1).map(({ cover }, i) => (covers[i].cover - cover) / full);
    assert.ok(Math.max(...drops) < 0.15, `${Math.max(...drops)} of it vanishes within 2 m`);
    const some = covers.filter(({ cover }) => cover > 0.1 * full && cover < 0.8 * full);
    assert.ok(some.length >= 5, `partly there over ${2 * some.length} m`);
});

renderTest('[forest.ground] a fallen crown lies on the ground, not in it', async (stage) => {
    const { fallen, ground } = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const scene = await openForest(tools, { as: 'mesh', species: ['oak'], size: [256, 128] });
        scene.forest.fell(scene.forest.ids[0], { direction: [1, 0], height: 0.5 });
        for (let i = 0; i < 60; i++) scene.kit.update(0.1);
        const far = { eye: [0, 0, 900], target: [0, 0, 0], pixelsPerMetre: 8 };
        return { fallen: scene.look(far), ground: 64 };
    });
    const above = fallen.count(lit, { x: 0, y: 0, width: 256, height: ground });
    const below = fallen.count(lit, { x: 0, y: ground + 1, width: 256, height: 128 - ground - 1 });
    assert.ok(above > 1000, `${above} pixels of a lying tree`);
    assert.ok(below < 0.01 * above, `${below} pixels below the ground`);
});

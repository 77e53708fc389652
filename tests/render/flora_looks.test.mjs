// How trees look: through the year, in snow and rain, against the sun, near the bark, in each look.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

/** Pictures of one tree of each of `looks`: { world, eye, target, pixelsPerMetre, species }. */
const portraits = (stage, looks) => stage.run(async (tools, list) => {
    const { openForest } = await import('/tests/render/forest-page.js');
    const scenes = new Map();
    const pictures = [];
    for (const { preset, world, ...camera } of list) {
        if (!scenes.has(preset)) {
            scenes.set(preset, await openForest(tools, { as: 'mesh', species: [preset] }));
        }
        const scene = scenes.get(preset);
        scene.kit.world.set({ season: 0.5, snow: 0, wetness: 0, treeLook: 'natural',
            sunDirection: [0.45, 0.75, 0.48], ...world });
        pictures.push(scene.look({ background: 0, ...camera }));
    }
    return pictures;
}, looks);

// Mean colour and share of the pixels that are not the black background.
function seen(picture, box) {
    const sum = [0, 0, 0];
    let count = 0;
    let all = 0;
    picture.forEach((pixel) => {
        all++;
        if (pixel[0] + pixel[1] + pixel[2] < 12) return;
        count++;
        for (let c = 0; c < 3; c++) sum[c] += pixel[c];
    }, box);
    return { share: count / all, color: sum.map((value) => value / Math.max(count, 1)) };
}

const whole = { eye: [0, 8, 250], target: [0, 6, 0], pixelsPerMetre: 8 };
const crown = { x: 20, y: 5, width: 88, height: 55 };

renderTest('[flora.seasons] leaves come, turn and fall, snow lies on top, rain darkens; evergreens stay', async (stage) => {
    const year = [0.05, 0.5, 0.8, 0.97].map((season) => ({ ...whole, preset: 'oak', world: { season } }));
    const green = [0.05, 0.5, 0.97].map((season) => ({ ...whole, preset: 'pine', world: { season } }));
    const pink = [0.1, 0.35, 0.55].map((season) => ({ ...whole, target: [0, 4, 0], pixelsPerMetre: 14,
        preset: 'cherry', world: { season } }));
    const weather = [{ snow: 0.9 }, { wetness: 1 }].map((world) => ({ ...whole, preset: 'oak', world }));
    const looks = await portraits(stage, [...year, ...green, ...pink, ...weather]);
    const views = looks.map((picture) => seen(picture, crown));
    const [winter, summer, autumn, bare, p0, p1, p2, early, blossom, after, snowy, wet] = views;
    assert.ok(summer.share > 1.5 * winter.share && summer.share > 1.5 * bare.share, 'leaves fall');
    assert.ok(summer.color[1] > 1.1 * summer.color[0], 'green in summer');
    assert.ok(autumn.color[0] > 1.15 * autumn.color[1], 'red in autumn');
    for (const view of [p0, p2]) {
        assert.ok(Math.abs(view.share - p1.share) < 0.01, 'a pine keeps its needles');
    }
    assert.ok(blossom.share > 1.5 * early.share, 'blossoms open');
    assert.ok(blossom.color[0] > 1.1 * blossom.color[1] && blossom.color[2] > blossom.color[1], 'pink');
    assert.ok(after.color[1] > after.color[0], 'then leaves');
    assert.ok(Math.min(...snowy.color) > 1.3 * Math.min(...summer.color), 'white on top');
    assert.ok(wet.color[1] < 0.95 * summer.color[1], 'rain darkens');
});

renderTest('[flora.leaf-light] leaves glow against the sun, are paler below, and never mirror it', async (stage) => {
    const suns = [[0, 0.25, 1], [0, 0.25, -1]];
    const side = suns.map((sunDirection) => ({ ...whole, preset: 'maple', world: { sunDirection } }));
    const dark = { ...whole, preset: 'maple', world: { sunDirection: [0, 0.25, -1], sunColor: [0, 0, 0] } };
    const below = [40, -40].map((y) => ({ eye: [0, 14 + y, 1], target: [0, 14, 0],
        pixelsPerMetre: 10, preset: 'aspen', world: { sunColor: [0, 0, 0], skyColor: [1, 1, 1],
            groundColor: [1, 1, 1] } }));
    const pictures = await portraits(stage, [...side, dark, ...below]);
    const [front, back, none, above, under] = pictures.map((picture) => seen(picture, crown));
    assert.ok(front.color[1] > back.color[1], 'the lit side is brighter');
    assert.ok(back.color[1] > 1.2 * none.color[1], 'light comes through from behind');
    const yellow = ({ color }) => color[2] / color[1];
    assert.ok(yellow(back) < yellow(none), 'and is yellower than what the sky adds');
    assert.ok(under.color[2] / under.color[1] > above.color[2] / above.color[1], 'paler below');
    // No mirror: nothing is near white, whatever the sun.
    for (const picture of pictures.slice(0, 2)) {
        assert.equal(picture.count(([r, g, b]) => Math.min(r, g, b) > 235, crown), 0);
    }
});

renderTest('[flora.looks] natural, painterly and toon differ; toon has few tones and a line', async (stage) => {
    const names = ['natural', 'painterly', 'toon'];
    const pictures = await portraits(stage, names.map((treeLook) =>
        ({ ...whole, preset: 'oak', world: { treeLook } })));
    const difference = (a, b) => {
        let sum = 0;
        a.forEach((pixel, x, y) => {
            for (let c = 0; c < 3; c++) sum += Math.abs(pixel[c] - b.pixel(x, y)[c]);
        }, crown);
        return sum / (3 * crown.width * crown.height);
    };
    for (const [a, b] of [[0, 1], [0, 2], [1, 2]]) {
        const apart = difference(pictures[a], pictures[b]);
        assert.ok(apart > 2, `${names[a]} and ${names[b]}: ${apart}`);
    }
    const inked = pictures.map((picture) => picture.count(([r, g, b]) =>
        r + g + b > 6 && Math.max(r, g, b) < 40, crown));
    assert.ok(inked[2] > 1.5 * inked[0], `ink: ${inked}`);
    const shares = pictures.map((picture) => seen(picture, crown).share);
    assert.ok(Math.abs(shares[1] - shares[0]) < 0.02);
});

renderTest('[flora.bark] bark has a relief near, and its mean colour far away', async (stage) => {
    const presets = ['oak', 'pine', 'birch', 'palm', 'eucalyptus', 'beech'];
    const height = { oak: 1.5, pine: 2, birch: 2, palm: 1.4, eucalyptus: 2, beech: 1.5 };
    const offset = { palm: 0.2 };
    const looks = presets.flatMap((preset) => [200, 16].map((pixelsPerMetre) => ({ preset,
        eye: [offset[preset] ?? 0, height[preset], 40], target: [offset[preset] ?? 0, height[preset], 0],
        pixelsPerMetre, world: { sunDirection: [0.8, 0.5, 0.5] } })));
    const pictures = await portraits(stage, looks);
    presets.forEach((preset, i) => {
        const box = { x: 56, y: 40, width: 16, height: 48 };
        const near = pictures[2 * i];
        const mean = seen(near, box).color;
        let spread = 0;
        near.forEach((pixel) => {
            spread += Math.abs(pixel[1] - mean[1]);
        }, box);
        spread /= box.width * box.height;
        assert.ok(spread > 2, `${preset} is plain: ${spread}`);
        const far = seen(pictures[2 * i + 1], { x: 62, y: 62, width: 4, height: 4 }).color;
        for (let c = 0; c < 3; c++) {
            const ratio = far[c] / mean[c];
            assert.ok(ratio > 0.6 && ratio < 1.6, `${preset} channel ${c}: ${ratio}`);
        }
    });
});

renderTest('[flora.bark] the relief grows with the radius of the wood', async (stage) => {
    const pictures = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const scene = await openForest(tools, { as: 'mesh', trees: [] });
        return [0.02, 1].map((barkRoughRadius) => {
            const forest = scene.kit.createForest({ impostorPixels: 1, level2Pixels: 2, level1Pixels: 3,
                species: [{ preset: 'oak', barkRoughRadius }] });
            forest.plant([{ position: [0, 0, 0] }]);
            const picture = scene.look({ eye: [0, 1.5, 40], target: [0, 1.5, 0], pixelsPerMetre: 200 });
            forest.destroy();
            return picture;
        });
    });
    const [old, young] = pictures.map((picture) => {
        const box = { x: 56, y: 40, width: 16, height: 48 };
        const mean = picture.mean(box)[1];
        let spread = 0;
        picture.forEach((pixel) => {
            spread += Math.abs(pixel[1] - mean);
        }, box);
        return spread;
    });
    assert.ok(old > 1.3 * young, `${old} and ${young}`);
});

// The effects that come with the kit, as pictures: what is seen, where, in which colours, on dark
// and bright ground and on a transparent canvas.
import assert from 'node:assert/strict';
import { effects } from '../../web/effect-presets.js';
import { renderTest } from './harness.mjs';

// When to look (seconds), from how far (metres), and what the brightest pixels must look like.
const fire = ([r, g, b]) => r >= g && g > b;
const grey = ([r, g, b]) => Math.max(r, g, b) - Math.min(r, g, b) < 60;
const expected = {
    sparks: { at: 1, from: 7, hue: fire },
    dust: { at: 1.5, from: 6, hue: ([r, , b]) => r > b },
    exhaust: { at: 1, from: 6, hue: grey },
    smoke: { at: 3, from: 11, hue: grey },
    campfire: { at: 1.5, from: 7, hue: fire },
    embers: { at: 2, from: 6, hue: fire },
    snow: { at: 0.5, from: 8, hue: grey },
    rain: { at: 0.8, from: 9, hue: grey },
    fireflies: { at: 1, from: 8, hue: ([r, g, b]) => g >= r && g > b },
    bubbles: { at: 2, from: 4, hue: ([r, , b]) => b >= r },
    magicCircle: { at: 1.5, from: 6, hue: ([r, , b]) => b >= r },
    explosion: { at: 0.2, from: 15, hue: fire },
    muzzleFlash: { at: 0.04, from: 4, hue: ([r, g, b]) => r >= g && g >= b }, // white hot
    waterSplash: { at: 0.4, from: 5, hue: grey },
    leavesInWind: { at: 1, from: 8, hue: ([r, , b]) => r > b },
    confetti: { at: 1, from: 11, hue: () => true },
    portal: { at: 1.5, from: 7, hue: ([r, g, b]) => b >= g && r >= g },
};

function draw({ createKit, makeCanvas, camera, snap }, { definition, at, from, clear }) {
    return createKit({ canvas: makeCanvas(320, 180), clear }).then((kit) => {
        kit.createEffect(definition, { maxInstances: 1 }).play({ seed: 3 });
        for (let time = 0; time < at; time += 1 / 60) kit.update(1 / 60);
        kit.draw(camera({ eye: [from * 0.4, 1.5 + from * 0.16, from * 0.9], aspect: 16 / 9,
            target: [0, from * 0.14, 0], fovY: 0.8 }));
        return { picture: snap(kit), particles: kit.stats.particles, drawCalls: kit.stats.drawCalls,
            emitters: kit.stats.emitters };
    });
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function brightest(picture) {
    const pixels = [];
    picture.forEach((pixel) => pixels.push(pixel));
    pixels.sort((a, b) => (b[0] + b[1] + b[2]) - (a[0] + a[1] + a[2]));
    const count = 20;
    const sum = [0, 0, 0];
    for (const pixel of pixels.slice(0, count)) sum.forEach((_, i) => { sum[i] += pixel[i] / count; });
    return sum;
}

for (const [name, definition] of Object.entries(effects)) {
    renderTest(`[particle.presets] the effect ${name} is seen in its colours on dark, bright and clear ground`, async (stage) => {
        const { at, from, hue } = expected[name];
        const grounds = { dark: [0.02, 0.025, 0.04, 1], bright: [0.86, 0.89, 0.93, 1], clear: [0, 0, 0, 0] };
        const seen = {};
        for (const [ground, clear] of Object.entries(grounds)) {
            seen[ground] = await stage.run(draw, { definition, at, from, clear });
        }
        const { dark, bright, clear } = seen;
        assert.ok(dark.particles >= 3);
        // One draw call an emitter style, on every ground.
        assert.equal(dark.drawCalls, dark.emitters);
        const changed = ({ picture }, ground) => picture.count(
            (pixel) => distance(pixel, grounds[ground].map((c) => c * 255)) > 24);
        const [onDark, onBright] = [changed(dark, 'dark'), changed(bright, 'bright')];
        assert.ok(onDark > 60 && onDark < 320 * 180 * 0.75, `${onDark} pixels on dark`);
        assert.ok(onBright > 20, `${onBright} pixels on bright`);
        const color = brightest(dark.picture);
        assert.ok(hue(color), `its brightest pixels are ${color.map(Math.round)}`);
        assert.ok(Math.max(...color) > 60, `its brightest pixels are ${color.map(Math.round)}`);
        // Premultiplied over what is behind, the transparent canvas is the dark one.
        let worst = 0;
        clear.picture.forEach(([r, g, b, a], x, y) => {
            const behind = grounds.dark.map((c) => c * (255 - a));
            const over = [r + behind[0], g + behind[1], b + behind[2]].map((c) => Math.min(c, 255));
            worst = Math.max(worst, distance(over, dark.picture.pixel(x, y)));
        });
        assert.ok(worst < 12, `composed it differs by ${worst}`);
    });
}

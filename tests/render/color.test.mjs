// Colours mix in linear light where the target lets them, and what a canvas hands to the page is
// premultiplied.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const near = (actual, expected, what) => expected.forEach((value, i) => assert.ok(
    Math.abs(actual[i] - value) <= 2, `${what}: ${actual}, not ${expected}`));

// The middle of one square, drawn over black into a framebuffer of the host.
async function squareInTarget({ createKit, makeCanvas, camera }, { kitOptions, internal, options, age = 0 }) {
    const canvas = makeCanvas();
    const gl = canvas.getContext('webgl2');
    const kit = await createKit({ gl, ...kitOptions });
    const emitter = kit.createEmitter({ rateOverTime: 0, lifetime: 10, speed: 0, size: 40,
        sprite: 'square', ...options });
    emitter.burst(1);
    kit.update(0);
    kit.update(age);
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl[internal], 512, 288);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.viewport(0, 0, 512, 288);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    kit.draw(camera({ halfHeight: 7.2 }));
    const pixel = new Uint8Array(4);
    gl.readPixels(256, 144, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return Array.from(pixel);
}

const halfWhite = { color: '#ffffff80' };
const toLinearTarget = { kitOptions: { output: 'linear' }, internal: 'SRGB8_ALPHA8' };
const toEncodedTarget = { kitOptions: { output: 'srgb' }, internal: 'RGBA8' };

renderTest('[kit.color] linear output blends in linear light: half white over black is 188', async (stage) => {
    near(await stage.run(squareInTarget, { ...toLinearTarget, options: halfWhite }),
        [188, 188, 188, 255], 'linear into an sRGB target');
    near(await stage.run(squareInTarget, { ...toEncodedTarget, options: halfWhite }),
        [128, 128, 128, 255], 'encoded, as pages blend');
});

renderTest('[kit.color] a colour is the same to the eye in either output', async (stage) => {
    const options = { color: '#c08040' };
    for (const target of [toLinearTarget, toEncodedTarget]) {
        near(await stage.run(squareInTarget, { ...target, options }), [0xc0, 0x80, 0x40, 255],
            target.kitOptions.output);
    }
});

renderTest('[kit.color] gradients mix in linear light: midway from black to white is 188', async (stage) => {
    const options = { lifetime: 2,
        colorOverLife: ['#000000', '#ffffff'] };
    for (const target of [toLinearTarget, toEncodedTarget]) {
        near(await stage.run(squareInTarget, { ...target, options, age: 1 }), [188, 188, 188, 255],
            target.kitOptions.output);
    }
});

renderTest('[kit.color] over the page, a transparent canvas shows what it would over an opaque one', async (stage) => {
    const pixels = await stage.run(async ({ createKit, makeCanvas, camera }) => {
        const canvas = makeCanvas();
        const kit = await createKit({ canvas, antialias: false });
        const options = { rateOverTime: 0, lifetime: 10, speed: 0, size: 4, sprite: 'square' };
        const show = (x, look) => {
            const emitter = kit.createEmitter({ ...options, ...look });
            emitter.transform.set(x, 0, 0);
            emitter.burst(1);
        };
        show(-8, { color: '#ffffff80' });
        show(0, { color: '#ff000080', blend: 'additive' });
        show(8, { color: '#00ff00' });
        kit.update(0);
        kit.draw(camera({ halfHeight: 7.2 }));
        const page = document.createElement('canvas');
        [page.width, page.height] = [512, 288];
        const context = page.getContext('2d', { willReadFrequently: true });
        context.fillStyle = '#0000ff';
        context.fillRect(0, 0, 512, 288);
        context.drawImage(canvas, 0, 0);
        return [96, 256, 416, 500].map((x) => Array.from(context.getImageData(x, 144, 1, 1).data));
    });
    near(pixels[0], [128, 128, 255, 255], 'half white over blue');
    near(pixels[1], [128, 0, 255, 255], 'half red added to blue');
    near(pixels[2], [0, 255, 0, 255], 'green over blue');
    near(pixels[3], [0, 0, 255, 255], 'blue where nothing is drawn');
});

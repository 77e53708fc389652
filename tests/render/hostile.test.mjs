// Hosts that leave state behind, contexts that go at the wrong time, cameras in the wrong place.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

// One tree, a ribbon and smoke in a context whose host sets everything that could do harm.
const sceneOfHost = async ({ createKit, makeCanvas, camera, snap }, { dirty }) => {
    const gl = makeCanvas(256, 144).getContext('webgl2', { antialias: false, stencil: true });
    const kit = await createKit({ gl });
    const spoil = () => {
        for (const name of ['SCISSOR_TEST', 'STENCIL_TEST', 'CULL_FACE', 'BLEND', 'POLYGON_OFFSET_FILL',
            'SAMPLE_COVERAGE', 'SAMPLE_ALPHA_TO_COVERAGE', 'RASTERIZER_DISCARD']) gl.enable(gl[name]);
        gl.scissor(0, 0, 7, 7);
        gl.stencilFunc(gl.NEVER, 0, 255);
        gl.cullFace(gl.FRONT_AND_BACK);
        gl.blendEquationSeparate(gl.FUNC_SUBTRACT, gl.MIN);
        gl.blendFunc(gl.ZERO, gl.ZERO);
        gl.colorMask(false, true, false, true);
        gl.depthMask(false);
        gl.depthFunc(gl.NEVER);
        gl.polygonOffset(50, 50);
        gl.sampleCoverage(0, false);
        for (const name of ['UNPACK_FLIP_Y_WEBGL', 'UNPACK_PREMULTIPLY_ALPHA_WEBGL']) {
            gl.pixelStorei(gl[name], true);
        }
        for (const name of ['UNPACK_ROW_LENGTH', 'UNPACK_SKIP_PIXELS', 'UNPACK_SKIP_ROWS',
            'PACK_ROW_LENGTH', 'PACK_SKIP_PIXELS', 'PACK_SKIP_ROWS']) gl.pixelStorei(gl[name], 3);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 8);
        gl.pixelStorei(gl.PACK_ALIGNMENT, 8);
        for (const target of [gl.PIXEL_UNPACK_BUFFER, gl.PIXEL_PACK_BUFFER]) {
            gl.bindBuffer(target, gl.createBuffer());
            gl.bufferData(target, 16, gl.STATIC_DRAW);
        }
        for (let unit = 0; unit < 8; unit++) {
            const sampler = gl.createSampler();
            gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
            gl.bindSampler(unit, sampler);
            gl.bindBufferBase(gl.UNIFORM_BUFFER, unit, gl.createBuffer());
        }
        gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, gl.createTransformFeedback());
        gl.bindVertexArray(gl.createVertexArray());
        gl.activeTexture(gl.TEXTURE7);
    };
    const clear = () => {
        gl.disable(gl.SCISSOR_TEST);
        gl.disable(gl.RASTERIZER_DISCARD);
        gl.colorMask(true, true, true, true);
        gl.depthMask(true);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    };
    const forest = kit.createForest({ species: [{ preset: 'pine', limbs: 6, branches: 2 }], maxTrees: 4,
        impostorFrames: 3, impostorSize: 16, impostorPixels: 100 });
    forest.plant([{ position: [-3, -4, 0], scale: 0.6 }, { position: [4, -4, -30] }]);
    forest.bake();
    const trail = kit.createTrail({ width: 1, lifetime: 9, color: '#0af' });
    kit.createEmitter({ preset: 'smoke', rateOverTime: 0, sort: true }).burst(9, [2, 1, 0]);
    for (let i = 0; i < 4; i++) {
        trail.transform.set(i * 2 - 4, Math.sin(i), 1);
        kit.update(0.1);
        clear();
        if (dirty) spoil();
        kit.draw(camera({ eye: [0, 0, 14] }));
    }
    return { picture: snap(kit), ready: forest.ready };
};

renderTest('[kit.adopt] no state that a host leaves behind changes a pixel', async (stage) => {
    const clean = await stage.run(sceneOfHost, { dirty: false });
    const dirty = await stage.run(sceneOfHost, { dirty: true });
    assert.deepEqual([clean.ready, dirty.ready], [1, 1]);
    assert.ok(clean.picture.count(([, , blue]) => blue > 100) > 500);
    let changed = 0;
    clean.picture.forEach((pixel, x, y) => {
        changed += pixel.some((value, i) => value !== dirty.picture.pixel(x, y)[i]) ? 1 : 0;
    });
    assert.equal(changed, 0);
});

renderTest('[kit.canvas] a context that is lost while pictures are baked comes back whole', async (stage) => {
    const states = await stage.run(async ({ createKit, makeCanvas, camera, nextFrame }) => {
        const canvas = makeCanvas(128, 72);
        const kit = await createKit({ canvas, antialias: false });
        const seedling = { preset: 'pine', limbs: 2, branches: 1, twigs: 0, variants: 2 };
        const grove = { species: [seedling], maxTrees: 4, impostorFrames: 3, impostorSize: 16, bakePerDraw: 1 };
        const forest = kit.createForest(grove);
        forest.plant([{ position: [0, 0, -40] }]);
        const frame = () => {
            kit.update(0.01);
            kit.draw(camera());
        };
        frame();
        const result = [forest.ready > 0 && forest.ready < 1];
        const extension = kit.gl.getExtension('WEBGL_lose_context');
        extension.loseContext();
        frame(); // the event has not arrived yet
        await nextFrame();
        await nextFrame();
        result.push(kit.state);
        const trail = kit.createTrail({ lifetime: 9 }); // what is made meanwhile comes back, too
        trail.transform.set(1, 0, 0);
        frame();
        kit.createForest(grove).destroy();
        extension.restoreContext();
        for (let i = 0; i < 100 && kit.state !== 'ready'; i++) await nextFrame();
        for (let i = 0; i < 30; i++) frame();
        result.push(kit.state, forest.ready, kit.gl.getError());
        extension.loseContext();
        const { gl } = kit;
        result.push(await createKit({ gl }).then(() => 'opened', (error) => `${error.name}: ${error.message}`));
        await nextFrame();
        kit.dispose();
        return result;
    }, undefined, { allow: /CONTEXT_LOST|context lost/i });
    assert.deepEqual(states,
        [true, 'lost', 'ready', 1, 0, 'ContextError: the WebGL2 context is lost']);
});

renderTest('[trail.head] cameras inside a ribbon, along it and far away give no GL error', async (stage) => {
    const counts = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const canvas = makeCanvas(64, 36);
        const kit = await createKit({ canvas, antialias: false });
        kit.draw(camera()); // before any update
        const wide = kit.createTrail({ width: 1000, lifetime: 9, minVertexDistance: 0 });
        const thin = kit.createTrail({ width: 1e-6, lifetime: 9 });
        for (let i = 0; i < 6; i++) {
            wide.transform.set(i % 2 ? i : -i, 0, 0);
            thin.transform.set(i, 0, 0);
            kit.update(i % 3 ? 0.05 : 0);
        }
        const cameras = [camera({ eye: [0, 0, 0.001], target: [1, 0, 0] }), camera({ eye: [9, 0, 0] }),
            camera({ halfHeight: 1e-3 }), camera({ halfHeight: 1e5 }), camera({ fovY: 3.1 }),
            camera({ near: 1e-6, far: 1e9 }), { view: camera().view, projection: new Float32Array(16) }];
        for (const one of cameras) {
            kit.draw(one);
            kit.draw(one);
        }
        canvas.width = 0;
        kit.draw(camera());
        canvas.width = 64;
        kit.draw(camera());
        return [kit.stats.trails, snap(kit).width];
    });
    assert.deepEqual(counts, [2, 64]);
});

renderTest('a picture that the browser does not take is refused and leaves nothing', async (stage) => {
    const errors = await stage.run(async ({ createKit, makeCanvas }) => {
        const kit = await createKit({ canvas: makeCanvas(), maxTextures: 1 });
        const wrong = [{ source: { width: 4, height: 4 } }, { texture: {}, width: 2, height: 2 }];
        const names = [...wrong, ...wrong].map((options) => {
            try {
                kit.createTexture(options);
                return 'accepted';
            } catch (error) {
                return error.name;
            }
        });
        kit.createTexture({ pixels: new Uint8Array(4), width: 1, height: 1 });
        return names;
    });
    assert.deepEqual(errors, Array(4).fill('InvalidDefError'));
});

renderTest('a texture made while the context is lost shows when it is back', async (stage) => {
    const { state, picture } = await stage.run(async ({ createKit, makeCanvas, camera, snap, lay, walk }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const { canvas } = kit;
        const extension = kit.gl.getExtension('WEBGL_lose_context');
        const until = (type) => new Promise((resolve) => {
            canvas.addEventListener(type, () => setTimeout(resolve), { once: true });
        });
        const made = (pixels) => kit.createTexture({ pixels: Uint8Array.from(pixels), width: 1, height: 1 });
        const old = made([255, 0, 0, 255]);
        const lost = until('webglcontextlost');
        extension.loseContext();
        await lost;
        const texture = made([0, 255, 0, 255]);
        made([0, 0, 255, 255]).destroy();
        old.update();
        const style = { lifetime: 100, width: 4, softness: 0, fadeMode: 'none' };
        lay(kit, kit.createTrail({ ...style, texture }), walk([[-5, 2, 0], [5, 2, 0]]));
        lay(kit, kit.createTrail({ ...style, texture: old }), walk([[-5, -2, 0], [5, -2, 0]]));
        const restored = until('webglcontextrestored');
        extension.restoreContext();
        await restored;
        kit.draw(camera({ halfHeight: 5 }));
        return { state: kit.state, picture: snap(kit) };
    }, undefined, { allow: /CONTEXT_LOST|context lost/i });
    assert.equal(state, 'ready');
    assert.deepEqual(picture.pixel(256, 87), [0, 255, 0, 255]);
    assert.deepEqual(picture.pixel(256, 201), [255, 0, 0, 255]);
});

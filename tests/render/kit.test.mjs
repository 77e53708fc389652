// The kit and its canvas: contexts of its own and of others, order, statistics, loss, disposal.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

renderTest('[kit.canvas] createKit({canvas}) draws on that canvas, transparent elsewhere', async (stage) => {
    const { picture, version, state } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const canvas = makeCanvas();
        const kit = await createKit({ canvas });
        const trail = kit.createTrail({ width: 2, softness: 0, fadeMode: 'none', lifetime: 9 });
        for (let i = 0; i < 20; i++) {
            trail.transform.set(i / 5, 0, 0);
            kit.update(1 / 60);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        return { picture: snap(kit), version: kit.version, state: canvas.dataset.wwState };
    });
    assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.equal(state, 'ready');
    assert.deepEqual(picture.pixel(256 + 40, 144), [255, 255, 255, 255]);
    assert.deepEqual(picture.pixel(20, 20), [0, 0, 0, 0]);
});

renderTest('[kit.canvas] a canvas without WebGL2, a missing wasm file and wrong arguments get a clear error (fault 61)', async (stage) => {
    const messages = await stage.run(async ({ createKit, makeCanvas }) => {
        const flat = makeCanvas();
        flat.getContext('2d');
        const taken = makeCanvas();
        await createKit({ canvas: taken });
        const attempts = [
            { canvas: flat },
            { canvas: {} },
            {},
            { canvas: makeCanvas(), lifetme: 1 },
            { canvas: makeCanvas(), maxTrails: 0 },
            { gl: {} },
            { canvas: makeCanvas(), wasm: '/tests/render/page.html' },
            { canvas: makeCanvas(), wasm: '/no/such/file.wasm' },
            { canvas: makeCanvas(), wasm: new Uint8Array(4) },
            { canvas: taken },
        ];
        const result = [];
        for (const attempt of attempts) {
            await createKit(attempt).then(
                () => result.push('no error'),
                (error) => result.push(`${error.name}: ${error.message}`),
            );
        }
        return result;
    }, undefined, { allow: /404/ });
    const expected = [
        /^ContextError: this canvas gives no WebGL2 context: /,
        /^InvalidDefError: createKit: canvas must be an HTMLCanvasElement or an OffscreenCanvas/,
        /^InvalidDefError: createKit: canvas, gl or headless: true is needed/,
        /^InvalidDefError: kit: lifetme is not an option; known are .*maxTrails/,
        /^InvalidDefError: kit: maxTrails is 0, it must be a whole number between 1 and 65535 trails/,
        /^ContextError: gl is not a WebGL2 context/,
        /^LoadError: .*page\.html \(text\/html.*\) is not a wasm file: it begins with 3c 21/,
        /^LoadError: .*\/no\/such\/file\.wasm answered 404/,
        /^LoadError: wasm is not a wasm file: it begins with 00 00 00 00/,
        /^InvalidDefError: createKit: this canvas has a kit already: dispose of it first/,
    ];
    expected.forEach((pattern, i) => assert.match(messages[i], pattern));
});

// A host that draws a red square at depth 0 left of the middle and relies on its own state.
const hostScene = async ({ createKit, makeCanvas, camera, snap }, { hostState, draws }) => {
    const gl = makeCanvas().getContext('webgl2', { antialias: false });
    const program = gl.createProgram();
    for (const [kind, source] of [
        [gl.VERTEX_SHADER, `#version 300 es
            layout(location = 0) in vec2 place; uniform vec3 shift;
            void main() { gl_Position = vec4(place + shift.xy, shift.z, 1.0); }`],
        [gl.FRAGMENT_SHADER, `#version 300 es
            precision mediump float; uniform sampler2D picture; out vec4 pixel;
            void main() { pixel = texture(picture, vec2(0.5)); }`],
    ]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE,
        new Uint8Array([255, 0, 0, 255]));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.3, -0.5, 0.3, -0.5, 0.3, 0.5, -0.3, 0.5]),
        gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    const setState = () => {
        gl.useProgram(program);
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.activeTexture(gl.TEXTURE2);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.uniform1i(gl.getUniformLocation(program, 'picture'), 2);
        gl.enable(gl.DEPTH_TEST);
        gl.enable(gl.CULL_FACE);
        gl.depthFunc(gl.LESS);
        gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
        gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    };
    setState();
    const drawHost = (x, z) => {
        gl.uniform3f(gl.getUniformLocation(program, 'shift'), x, 0, z);
        gl.drawArrays(gl.TRIANGLE_FAN, 0, 4);
    };
    const kit = draws ? await createKit({ gl, hostState }) : null;
    const names = ['CURRENT_PROGRAM', 'VERTEX_ARRAY_BINDING', 'ARRAY_BUFFER_BINDING', 'ACTIVE_TEXTURE',
        'TEXTURE_BINDING_2D', 'DEPTH_TEST', 'CULL_FACE', 'BLEND', 'DEPTH_FUNC', 'DEPTH_WRITEMASK',
        'UNPACK_FLIP_Y_WEBGL', 'UNPACK_PREMULTIPLY_ALPHA_WEBGL', 'UNIFORM_BUFFER_BINDING',
        'DRAW_FRAMEBUFFER_BINDING', 'SAMPLE_ALPHA_TO_COVERAGE', 'BLEND_SRC_RGB', 'BLEND_DST_RGB'];
    const state = () => names.map((name) => gl.getParameter(gl[name]));
    const trail = kit?.createTrail({ width: 3, softness: 0, fadeMode: 'none', lifetime: 9, color: '#00f' });
    // Opening a kit and drawing with it both end in WebGL's initial state unless it is preserved.
    if (kit && hostState !== 'preserve') setState();
    let same = true;
    let picture = null;
    for (let frame = 0; frame < 12; frame++) {
        gl.clearColor(0.5, 0.5, 0.5, 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        drawHost(-0.4, 0.9);  // behind the trail
        drawHost(0.4, -0.9);  // in front of it
        if (kit) {
            trail.transform.set(-12 + frame * 2, 0, 0);
            kit.update(1 / 60);
            const before = state();
            kit.draw(camera({ halfHeight: 7.2, near: 1, far: 19 }));
            if (hostState === 'preserve') {
                same &&= state().every((value, i) => value === before[i]);
            } else setState();
        }
        drawHost(0, -0.95);   // after the kit: a HUD over everything
        picture = snap({ gl });
    }
    return { picture, same };
};

for (const hostState of ['preserve', undefined]) {
    renderTest(`[kit.adopt] a kit in a host's context is tested against its depth, the host goes on correctly (${hostState ?? 'host resets'})`, async (stage) => {
        const alone = (await stage.run(hostScene, { draws: false })).picture;
        const { picture, same } = await stage.run(hostScene, { hostState, draws: true });
        assert.ok(same, 'the state after the draw is the state before it');
        const x = (device) => Math.round((device + 1) * 256);
        assert.deepEqual(picture.pixel(x(-0.6), 144), [0, 0, 255, 255]); // trail over the far square
        assert.deepEqual(picture.pixel(x(-0.6), 100), [255, 0, 0, 255]); // the square beside the trail
        assert.deepEqual(picture.pixel(x(0.6), 144), [255, 0, 0, 255]);  // the near square hides it
        assert.deepEqual(picture.pixel(x(0), 144), [255, 0, 0, 255]);    // the HUD is over all
        assert.deepEqual(picture.pixel(x(0.74), 144), [0, 0, 255, 255]); // the trail on the background
        // Nothing else changed: outside the trail's band both pictures are the same.
        let changed = 0;
        picture.forEach((pixel, px, py) => {
            if (Math.abs(py - 144) <= 32) return;
            changed += pixel.some((value, i) => value !== alone.pixel(px, py)[i]) ? 1 : 0;
        });
        assert.equal(changed, 0);
    });
}

// GL calls of a frame in which everything rests, and its picture after what the game did in between.
const ownScene = async ({ createKit, makeCanvas, camera, snap }, { exclusive, meddles }) => {
    const kit = await createKit({ canvas: makeCanvas(), antialias: false, exclusive });
    const { gl } = kit;
    const pixels = new Uint8Array([0, 255, 0, 255]);
    const texture = kit.createTexture({ pixels, width: 1, height: 1 });
    const textured = { texture, softness: 0, fadeMode: 'none', lifetime: 9, width: 3 };
    const trail = kit.createTrail(textured);
    const draw = () => kit.draw(camera({ halfHeight: 7.2, near: 1, far: 19 }));
    for (let frame = 0; frame < 6; frame++) {
        trail.transform.set(-5 + frame * 2, 0, 0);
        kit.update(1 / 60);
        draw();
    }
    // Textures change hands between frames, and their numbers are used again.
    kit.createTexture({ pixels: new Uint8Array(16), width: 2, height: 2 }).destroy();
    texture.update();
    kit.update(0);
    draw();
    if (meddles) {
        gl.depthMask(false);
        gl.enable(gl.CULL_FACE);
        gl.cullFace(gl.FRONT_AND_BACK);
        for (let unit = 0; unit < 6; unit++) {
            gl.activeTexture(gl.TEXTURE0 + unit);
            gl.bindTexture(gl.TEXTURE_2D, null);
        }
    }
    let calls = 0;
    for (const key in gl) {
        if (typeof gl[key] !== 'function') continue;
        const original = gl[key].bind(gl);
        gl[key] = (...values) => {
            calls++;
            return original(...values);
        };
    }
    draw();
    const counted = calls;
    return { calls: counted, picture: snap(kit) };
};

renderTest('[kit.canvas] a frame on a canvas of the kit\'s own sets only what differs', async (stage) => {
    const own = await stage.run(ownScene, {});
    const shared = await stage.run(ownScene, { exclusive: false });
    assert.deepEqual(own.picture.pixel(256, 144), [0, 255, 0, 255]); // the texture on the trail
    assert.deepEqual(own.picture.data, shared.picture.data);
    assert.ok(own.calls <= 20, `${own.calls} calls`);
    assert.ok(own.calls < shared.calls / 4, `${own.calls} calls against ${shared.calls}`);
});

renderTest('[kit.canvas] with exclusive false a game may draw through the kit\'s context', async (stage) => {
    const { picture } = await stage.run(ownScene, { exclusive: false, meddles: true });
    assert.deepEqual(picture.pixel(256, 144), [0, 255, 0, 255]);
});

renderTest('[kit.order] opaque trees first, effects after and tested against their depth', async (stage) => {
    const { picture, calls } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: [1, 1, 1, 1], antialias: false });
        const style = { width: 1.2, softness: 0, fadeMode: 'none', lifetime: 9 };
        // Effects are drawn in the order in which their styles were made.
        const back = kit.createTrail({ ...style, color: '#00ffff' });
        const front = kit.createTrail({ ...style, color: '#ff00ff' });
        // Created last, and drawn first all the same.
        const forest = kit.createForest({ species: [{ preset: 'pine', variants: 1 }], impostorFrames: 3,
            impostorPixels: 1 });
        forest.plant([{ position: [0, -7, 0], scale: 1 }]);
        for (let i = 0; i <= 30; i++) {
            front.transform.set(i - 15, -4, 8);
            back.transform.set(i - 15, 0, -8);
            kit.update(1 / 60);
        }
        kit.draw(camera({ eye: [0, 0, 30], halfHeight: 7.2 }));
        return { picture: snap(kit), calls: kit.stats.drawCalls };
    });
    assert.ok(calls >= 3);
    // The ribbon in front covers the tree whole; the one behind shows where the tree is not.
    const isFront = ([r, g, b]) => r === 255 && g === 0 && b === 255;
    const isBack = ([r, g, b]) => r === 0 && g === 255 && b === 255;
    assert.equal(picture.count(isFront, { x: 0, y: 144 + 80 - 10, width: 512, height: 20 }), 512 * 20);
    const behind = picture.count(isBack, { x: 0, y: 144 - 10, width: 512, height: 20 });
    assert.ok(behind > 200 * 20 && behind < 495 * 20, `${behind} pixels of the far ribbon`);
    // The trunk and the shoots around it hide most of it.
    assert.ok(picture.count(isBack, { x: 250, y: 144 - 10, width: 12, height: 20 }) < 140);
});

renderTest('[kit.stats] the canvas carries the statistics as data attributes', async (stage) => {
    const { dataset, stats, later } = await stage.run(async ({ createKit, makeCanvas, camera }) => {
        const canvas = makeCanvas();
        const kit = await createKit({ canvas, statsEveryFrame: true });
        const trail = kit.createTrail({ lifetime: 9 });
        const emitter = kit.createEmitter({ rateOverTime: 0, lifetime: 5, maxParticles: 16 });
        for (let i = 0; i < 4; i++) emitter.burst(10);
        for (let i = 0; i < 10; i++) {
            trail.transform.set(i, 0, 0);
            kit.update(1 / 60);
            kit.draw(camera());
        }
        const result = { dataset: { ...canvas.dataset }, stats: kit.stats.toJSON() };
        kit.update(1 / 60);
        kit.draw(camera());
        kit.draw(camera());
        return { ...result, later: { calls: kit.stats.drawCalls, frame: kit.stats.frame } };
    });
    const names = ['State', 'Frame', 'Fps', 'CpuMs', 'DrawCalls', 'Instances', 'Vertices', 'UploadBytes',
        'Trails', 'TrailPoints', 'Particles', 'Trees', 'Impostors', 'Dropped', 'GpuBytes', 'HeapBytes',
        'Error'];
    for (const name of names) assert.ok(`ww${name}` in dataset, `data-ww for ${name}`);
    assert.equal(dataset.wwState, 'ready');
    assert.equal(dataset.wwError, '');
    assert.equal(Number(dataset.wwFrame), 10);
    assert.equal(Number(dataset.wwTrailPoints), 10);
    assert.equal(Number(dataset.wwParticles), 16);
    assert.equal(Number(dataset.wwDropped), 24);
    assert.equal(Number(dataset.wwDrawCalls), 2);
    assert.equal(stats.trails, 1);
    assert.ok(stats.uploadBytes > stats.recordBytes && stats.recordBytes > 0);
    // The clock of a page may be too coarse to see a frame of ten points.
    assert.ok(stats.gpuBytes > 1000 && stats.heapBytes >= 4194304 && stats.cpuMs >= 0);
    assert.deepEqual(later, { calls: 4, frame: 12 }); // two draws since the update
});

renderTest('[kit.context-loss] after a lost context everything alive is drawn again (fault 59)', async (stage) => {
    const { before, after, states } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const canvas = makeCanvas();
        const kit = await createKit({ canvas });
        const extension = kit.gl.getExtension('WEBGL_lose_context');
        const trail = kit.createTrail({ width: 2, lifetime: 30, fadeMode: 'none' });
        kit.createEmitter({ rateOverTime: 0, lifetime: 30, speed: [1, 3], coneAngle: 3 }, { seed: 3 }).burst(50);
        for (let i = 0; i < 20; i++) {
            trail.transform.set(i / 5, 0, 0);
            kit.update(1 / 60);
        }
        const draw = () => {
            kit.draw(camera({ halfHeight: 7.2 }));
            return kit.state === 'ready' ? snap(kit) : null;
        };
        const pictures = { before: draw() };
        const seen = [canvas.dataset.wwState];
        const wait = (type) => new Promise((resolve) => {
            canvas.addEventListener(type, () => setTimeout(resolve), { once: true });
        });
        const lost = wait('webglcontextlost');
        extension.loseContext();
        await lost;
        draw();
        seen.push(canvas.dataset.wwState);
        const restored = wait('webglcontextrestored');
        extension.restoreContext();
        await restored;
        pictures.after = draw();
        seen.push(canvas.dataset.wwState);
        return { ...pictures, states: seen };
    }, undefined, { allow: /CONTEXT_LOST/ });
    assert.deepEqual(states, ['ready', 'lost', 'ready']);
    assert.ok(before.count() > 1000);
    assert.equal(before.difference(after).max, 0);
});

renderTest('[kit.dispose] dispose frees every GL object; 20 rounds on one context end as they began', async (stage) => {
    const { alive, heaps, error } = await stage.run(async ({ createKit, makeCanvas, camera }) => {
        const gl = makeCanvas().getContext('webgl2');
        let count = 0;
        for (const kind of ['Texture', 'Buffer', 'VertexArray', 'Framebuffer', 'Renderbuffer', 'Program', 'Shader']) {
            const [create, destroy] = [gl[`create${kind}`].bind(gl), gl[`delete${kind}`].bind(gl)];
            gl[`create${kind}`] = (...parts) => {
                count++;
                return create(...parts);
            };
            gl[`delete${kind}`] = (object) => {
                if (object) count--;
                destroy(object);
            };
        }
        const heap = [];
        let kit;
        for (let round = 0; round < 20; round++) {
            kit = await createKit({ gl });
            const trail = kit.createTrail();
            const emitter = kit.createEmitter({ preset: 'sparks' });
            for (let i = 0; i < 3; i++) {
                trail.transform.set(i, 0, 0);
                emitter.transform.set(0, i, 0);
                kit.update(1 / 60);
                kit.draw(camera());
            }
            heap.push(kit.stats.heapBytes);
            kit.dispose();
            kit.dispose(); // twice is as good as once
        }
        const result = { alive: count, heaps: [heap[0], Math.max(...heap)] };
        try {
            kit.update(1 / 60);
        } catch (caught) {
            result.error = `${caught.name}: ${caught.message}`;
        }
        return result;
    });
    assert.equal(alive, 0);
    assert.equal(heaps[0], heaps[1]);
    assert.equal(error, 'StaleHandleError: this kit was disposed');
});

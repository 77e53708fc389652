// What particles look like: sprites, textures, solids, facing, blends, soft edges, order.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const near = (actual, expected, tolerance, what) => {
    actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= tolerance,
        `${what}: ${actual} is not near ${expected}`));
};

renderTest('[particle.sprites] each shape covers what its geometry says', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const result = {};
        for (const sprite of ['square', 'diamond', 'triangle', 'disc', 'ring', 'soft', 'spark',
            'smoke', 'flake', 'mesh']) {
            const style = kit.createEmitterStyle({
                rateOverTime: 0, lifetime: 100, speed: 0, size: 8, sprite, color: '#ffffff',
            });
            kit.createEmitter(style, { seed: 1 }).burst(1);
            kit.update(0);
            kit.draw(camera({ halfHeight: 7.2 }));
            result[sprite] = snap(kit);
            style.destroy();
        }
        return result;
    });
    // 160 pixels: the share of the square that is more than half covered.
    const share = (sprite) => shots[sprite].count(([, , , a]) => a > 128) / 160 ** 2;
    near([share('square'), share('diamond'), share('disc')], [1, 0.5, Math.PI / 4], 0.03, 'shares');
    near([share('triangle')], [0.3], 0.02, 'triangle');
    // A ring is empty in the middle, a spark and a glow are strongest there.
    const alpha = (sprite, x, y) => shots[sprite].pixel(256 + x, 144 + y)[3];
    assert.ok(alpha('ring', 0, 0) === 0 && alpha('ring', 61, 0) > 200);
    for (const sprite of ['soft', 'spark']) {
        assert.ok(alpha(sprite, 0, 0) > 240 && alpha(sprite, 40, 0) < alpha(sprite, 15, 0));
        assert.ok(alpha(sprite, 79, 79) === 0);
    }
    assert.ok(alpha('triangle', 0, -60) > 200 && alpha('triangle', 60, -60) === 0);
    assert.ok(share('mesh') > 0.08 && share('mesh') < 0.5);
    for (const sprite of ['smoke', 'flake']) assert.ok(shots[sprite].count() > 1500);
});

renderTest('[particle.sprites] textures show their frames, upright, and blend between them', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0, 1] });
        // Two by two frames of 16 pixels: red, green, blue, white; the lower half of each is clear.
        const size = 32;
        const pixels = new Uint8Array(size * size * 4);
        const colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];
        for (let y = 0; y < size; y++) {
            for (let x = 0; x < size; x++) {
                const frame = (x >> 4) + 2 * (y >> 4);
                pixels.set([...colors[frame], y % 16 < 8 ? 255 : 0], (y * size + x) * 4);
            }
        }
        const texture = kit.createTexture({
            pixels, width: size, height: size, filter: 'nearest', mipmaps: false,
        });
        const look = {
            rateOverTime: 0, lifetime: 4, speed: 0, size: 8, sprite: 'texture', texture,
            frameColumns: 2, frameRows: 2,
        };
        const play = (options, times) => {
            const emitter = kit.createEmitter({ ...look, ...options }, { seed: 1 });
            emitter.burst(1);
            kit.update(0);
            let now = 0;
            const pictures = times.map((time) => {
                kit.update(time - now);
                now = time;
                kit.draw(camera({ halfHeight: 7.2 }));
                return snap(kit);
            });
            emitter.destroy();
            return pictures;
        };
        return {
            life: play({}, [0.5, 1.5, 2.5, 3.5]),
            rate: play({ frameRate: 2 }, [0.25, 0.75, 2.25]),
            blended: play({ frameBlend: true }, [0.5, 3.9]),
        };
    });
    const upper = (shot) => shot.pixel(256, 104);
    near(upper(shots.life[0]), [255, 0, 0, 255], 2, 'first');
    near(upper(shots.life[1]), [0, 255, 0, 255], 2, 'second');
    near(upper(shots.life[2]), [0, 0, 255, 255], 2, 'third');
    near(upper(shots.life[3]), [255, 255, 255, 255], 2, 'last');
    near(shots.life[0].pixel(256, 184), [0, 0, 0, 255], 2, 'the lower half is clear');
    near(upper(shots.rate[1]), [0, 255, 0, 255], 2, 'at 2 a second');
    near(upper(shots.rate[2]), [255, 0, 0, 255], 2, 'round again');
    // Half way in linear light: 188 in sRGB.
    near(upper(shots.blended[0]), [188, 188, 0, 255], 4, 'between two');
    near(upper(shots.blended[1]), [255, 255, 255, 255], 4, 'the last one stays');
});

renderTest('[particle.sprites] a style without its texture yet is a square of its colour', async (stage) => {
    const shot = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const options = { rateOverTime: 0, speed: 0, size: 8, sprite: 'texture', color: '#0000ff' };
        kit.createEmitter(options).burst(1);
        kit.update(0);
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    });
    near(shot.pixel(256, 144), [0, 0, 255, 255], 1, 'blue');
});

renderTest('[particle.sprites] flat, upright and along the path', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const play = (options, view) => {
            const emitter = kit.createEmitter({
                rateOverTime: 0, lifetime: 9, speed: 0, size: 6, sprite: 'square', ...options,
            });
            emitter.burst(1);
            kit.update(0);
            kit.draw(camera({ halfHeight: 7.2, ...view }));
            emitter.destroy();
            return snap(kit);
        };
        const above = { eye: [0, 10, 0.001], target: [0, 0, 0] };
        const slanted = { eye: [0, 10, 10], target: [0, 0, 0] };
        return {
            flatAbove: play({ facing: 'horizontal' }, above),
            flatSide: play({ facing: 'horizontal' }, { eye: [0, 0, 10] }),
            flatSlanted: play({ facing: 'horizontal' }, slanted),
            uprightSlanted: play({ facing: 'vertical' }, slanted),
            camera: play({}, slanted),
            path: play({ facing: 'velocity', speed: 1, direction: [1, 1, 0] }, {}),
        };
    });
    const size = (name) => {
        const box = shots[name].bounds(([, , , a]) => a > 128);
        return box ? [box.width, box.height] : [0, 0];
    };
    const slant = 120 * Math.SQRT1_2;
    near(size('flatAbove'), [120, 120], 2, 'flat from above');
    near(size('flatSide'), [0, 0], 0, 'flat from the side');
    near(size('flatSlanted'), [120, slant], 2, 'flat from a slant');
    near(size('uprightSlanted'), [120, slant], 2, 'upright from a slant');
    near(size('camera'), [120, 120], 2, 'toward the camera');
    // A square on its corner.
    near(size('path'), [120 * Math.SQRT2, 120 * Math.SQRT2], 4, 'along the path');
});

renderTest('[particle.sprites] solids cover each other by depth and take the light', async (stage) => {
    const { shots, drawCalls } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        kit.world.set({ sunDirection: [0, 0, 1] });
        // A square toward +z and one toward -z.
        const wall = (z, a, b) => [[-1, -1, z], [a, b, z], [1, 1, z], [-1, -1, z], [1, 1, z],
            [b, a, z]];
        const emitter = kit.createEmitter({
            rateOverTime: 0, lifetime: 9, speed: 0, size: 2, sprite: 'mesh', lighting: 1,
            mesh: [...wall(0.01, 1, -1), ...wall(-0.01, -1, 1)],
        });
        emitter.color = '#ff0000';
        emitter.burst(1, [0, 0, 1]);
        emitter.color = '#0000ff';
        emitter.burst(1, [1, 0, -1]);
        kit.update(0);
        const look = (z) => {
            kit.draw(camera({ halfHeight: 7.2, eye: [0, 0, z] }));
            return snap(kit);
        };
        return { shots: [look(10), look(-10)], drawCalls: kit.stats.drawCalls / 2 };
    });
    assert.equal(drawCalls, 1);
    near(shots[0].pixel(256, 144).slice(1), [0, 0, 255], 1, 'red in front');
    near(shots[1].pixel(256, 144).slice(0, 2), [0, 0], 1, 'blue from behind');
    assert.ok(shots[0].pixel(256, 144)[0] > shots[1].pixel(256, 144)[2] + 20, 'sunny side');
});

renderTest('[particle.blend] alpha, additive and premultiplied in one draw call', async (stage) => {
    const { shot, drawCalls, colors } = await stage.run(async (
        { createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const style = kit.createEmitterStyle({
            rateOverTime: 0, lifetime: 100, speed: 0, size: 4, sprite: 'square',
        });
        for (const [blend, x] of [['alpha', -6], ['additive', 0], ['premultiplied', 6]]) {
            const emitter = kit.createEmitter(style);
            emitter.blend = blend;
            emitter.color = blend === 'premultiplied' ? [0.2, 0, 0, 0.5] : [1, 0, 0, 0.5];
            emitter.burst(1, [x, 0, 0]);
        }
        kit.update(0);
        kit.draw(camera({ halfHeight: 7.2 }));
        const colors = style.readParticles().map(({ color }) => color);
        return { shot: snap(kit), drawCalls: kit.stats.drawCalls, colors };
    });
    assert.equal(drawCalls, 1);
    near(shot.pixel(136, 144), [128, 0, 0, 128], 1, 'alpha covers by its opacity');
    near(shot.pixel(256, 144), [128, 0, 0, 0], 1, 'additive covers nothing');
    near(shot.pixel(376, 144), [124, 0, 0, 128], 1, 'premultiplied adds and covers');
    for (const color of colors) near([color[3]], [0.5], 1e-6, 'opacity that is read');
});

renderTest('[particle.curves] between two curves each particle has a mix of its own', async (stage) => {
    const { read, shot } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const emitter = kit.createEmitter({
            rateOverTime: 0, lifetime: 2, speed: 0, size: 1, sprite: 'square',
            sizeOverLife: [0.5, 1], sizeOverLife2: [1.5, 3], colorOverLife: '#ff0000',
            colorOverLife2: '#0000ff', alphaOverLife: 1, alphaOverLife2: 1,
        }, { seed: 4 });
        for (let i = 0; i < 5; i++) emitter.burst(1, [-8 + 4 * i, 0, 0]);
        kit.update(0);
        kit.update(1);
        kit.draw(camera({ halfHeight: 7.2 }));
        return { read: emitter.style.readParticles(), shot: snap(kit) };
    });
    const sizes = read.map(({ size }) => size);
    assert.ok(Math.max(...sizes) - Math.min(...sizes) > 0.3);
    for (const { size, color: [r, g, b], position } of read) {
        assert.ok(size >= 0.75 && size <= 2.25);
        // Size and colour share the particle's own mix.
        const mix = (size - 0.75) / 1.5;
        near([r, g, b], [1 - mix, 0, mix], 0.01, 'colour');
        const column = Math.round(256 + 20 * position[0]);
        const box = shot.bounds(([, , , a], x) => a > 128 && Math.abs(x - column) < 35);
        near([box.width], [20 * size], 1.6, 'width');
    }
});

renderTest('[particle.soft] sprites fade before the depth of the host, unless they opt out (fault 53)', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const canvas = makeCanvas();
        const gl = canvas.getContext('webgl2', { alpha: true });
        const kit = await createKit({ gl, clear: [0, 0, 0, 0] });
        const view = { fovY: Math.PI / 3, eye: [0, 0, 10] };
        const { projection } = camera(view);
        // A wall at z = 0 over the right half of the host's depth texture, nothing on the left.
        const z = (projection[10] * -10 + projection[14]) / 10;
        const depths = new Float32Array(512 * 288).map((_, i) =>
            (i % 512 < 256 ? 1 : z * 0.5 + 0.5));
        const object = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, object);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT32F, 512, 288, 0, gl.DEPTH_COMPONENT,
            gl.FLOAT, depths);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        const depth = kit.createTexture({ texture: object, width: 512, height: 288 });
        const play = (softness, at, withDepth = true) => {
            const emitter = kit.createEmitter({
                rateOverTime: 0, lifetime: 9, speed: 0, size: 6, sprite: 'square', softness,
            });
            emitter.burst(1, [0, 0, at]);
            kit.update(0);
            gl.clearColor(0, 0, 0, 0);
            gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
            kit.draw({ ...camera(view), ...(withDepth && { depth }) });
            emitter.destroy();
            return snap(kit);
        };
        const bad = [];
        try {
            kit.draw({ ...camera(view), depth: object });
        } catch (error) {
            bad.push(error.message);
        }
        return {
            before: play(2, 3), half: play(2, 1), within: play(2, 0), behind: play(2, -1),
            decal: play(0, 0), without: play(2, 0, false), bad,
        };
    });
    const sides = (name) => [shots[name].pixel(240, 144)[3], shots[name].pixel(272, 144)[3]];
    near(sides('before'), [255, 255], 1, 'well before the wall');
    near(sides('half'), [255, 128], 2, 'half of the softness before it');
    near(sides('within'), [255, 0], 2, 'in the wall');
    near(sides('behind'), [255, 0], 1, 'behind it');
    // What lies flat on a wall (a scorch mark) stays, because softness is off by default.
    near(sides('decal'), [255, 255], 0, 'a decal');
    near(sides('without'), [255, 255], 0, 'a draw without depth');
    assert.match(shots.bad[0], /draw: depth is .*, it must be a Texture of this kit/);
});

renderTest('[particle.soft] near the camera sprites fade, lit smoke follows the sun', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const play = (options, at = 0) => {
            const emitter = kit.createEmitter({
                rateOverTime: 0, lifetime: 9, speed: 0, size: 6, ...options,
            }, { seed: 2 });
            emitter.burst(1, [0, 0, at]);
            kit.update(0.01);
            kit.draw(camera({ eye: [0, 0, 10] }));
            emitter.destroy();
            return snap(kit);
        };
        const far = play({ sprite: 'square', nearFade: 2 });
        const close = play({ sprite: 'square', nearFade: 2 }, 9);
        kit.world.set({ sunDirection: [1, 0, 0.2] });
        const east = play({ sprite: 'smoke', lighting: 1 });
        kit.world.set({ sunDirection: [-1, 0, 0.2] });
        const west = play({ sprite: 'smoke', lighting: 1 });
        return { far, close, east, west };
    });
    near(shots.far.pixel(256, 144), [255, 255, 255, 255], 1, 'far');
    near([shots.close.pixel(256, 144)[3]], [128], 3, 'half faded');
    const bright = (shot, x) => shot.mean({ x, y: 100, width: 40, height: 88 })[0];
    assert.ok(bright(shots.east, 280) > bright(shots.west, 280) + 8);
    assert.ok(bright(shots.west, 192) > bright(shots.east, 192) + 8);
});

renderTest('[particle.sort] effects are drawn in the order of making, unless a bias says otherwise (fault 55)', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const add = (color, sortBias) => {
            const style = kit.createEmitterStyle({
                rateOverTime: 0, lifetime: 100, speed: 0, size: 6, sprite: 'square', color, sortBias,
            });
            kit.createEmitter(style).burst(1);
            return style;
        };
        const styles = [add('#ff0000', 0), add('#00ff00', 0), add('#0000ff', 0)];
        const look = () => {
            kit.update(0.01);
            kit.draw(camera({ halfHeight: 7.2 }));
            return snap(kit);
        };
        const plain = look();
        styles[0].set({ sortBias: 1 });
        const raised = look();
        styles[2].set({ sortBias: -1 });
        styles[0].set({ sortBias: 0 });
        return { plain, raised, lowered: look() };
    });
    near(shots.plain.pixel(256, 144), [0, 0, 255, 255], 0, 'the last one made');
    near(shots.raised.pixel(256, 144), [255, 0, 0, 255], 0, 'the larger bias');
    near(shots.lowered.pixel(256, 144), [0, 255, 0, 255], 0, 'ties keep their order');
});

// Draws the corners that the CPU gives with a program of the page's own.
renderTest('[particle.reference] the geometry from the CPU is what is drawn', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(), antialias: false });
        const { gl } = kit;
        const program = gl.createProgram();
        for (const [type, source] of [
            [gl.VERTEX_SHADER, `#version 300 es
                in vec3 p; uniform mat4 m; void main() { gl_Position = m * vec4(p, 1.0); }`],
            [gl.FRAGMENT_SHADER, `#version 300 es
                precision highp float; out vec4 c; void main() { c = vec4(1.0); }`],
        ]) {
            const shader = gl.createShader(type);
            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.linkProgram(program);
        const drawQuads = (corners, { view, projection }) => {
            const matrix = new Float32Array(16);
            for (let c = 0; c < 4; c++) {
                for (let r = 0; r < 4; r++) {
                    for (let k = 0; k < 4; k++) {
                        matrix[c * 4 + r] += projection[k * 4 + r] * view[c * 4 + k];
                    }
                }
            }
            const points = [];
            for (let q = 0; q < corners.length; q += 12) {
                for (const i of [0, 1, 2, 0, 2, 3]) {
                    points.push(...corners.subarray(q + i * 3, q + i * 3 + 3));
                }
            }
            gl.clearColor(0, 0, 0, 0);
            gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
            gl.useProgram(program);
            gl.uniformMatrix4fv(gl.getUniformLocation(program, 'm'), false, matrix);
            const buffer = gl.createBuffer();
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.STATIC_DRAW);
            const at = gl.getAttribLocation(program, 'p');
            gl.enableVertexAttribArray(at);
            gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 0, 0);
            gl.drawArrays(gl.TRIANGLES, 0, points.length / 3);
            gl.disableVertexAttribArray(at);
            gl.bindBuffer(gl.ARRAY_BUFFER, null);
            gl.useProgram(null);
        };
        const base = {
            rateOverTime: 40, lifetime: 3, coneAngle: 2, speed: [1, 4], gravity: [0, -3, 0],
            drag: 0.4, size: [0.3, 0.8], sprite: 'texture', rotation: [-3, 3], spin: [-2, 2],
        };
        const result = [];
        for (const [name, options] of Object.entries({
            plain: {}, stretched: { stretch: 0.2 }, path: { facing: 'velocity' },
            flat: { facing: 'horizontal' }, upright: { facing: 'vertical' },
            local: { space: 'local' }, forces: { orbit: 1, attraction: 2, noise: 0.5 },
            bouncing: { ground: 'bounce', groundHeight: -1 }, tiny: { size: 0.001 },
            swaying: { turbulence: 0.6, speedOverLife: [1, 0] },
            kept: { simulated: true, stretch: 0.1 },
        })) {
            const emitter = kit.createEmitter({ ...base, ...options }, { seed: 8 });
            emitter.transform.set(1, 0, 0, [0, 0, 0.3826834, 0.9238795], 1.2);
            for (let i = 0; i < 50; i++) kit.update(1 / 25);
            const cameras = { straight: camera({ halfHeight: 6, eye: [0, 4, 10] }),
                near: camera({ eye: [4, 3, 6], target: [1, 0, 0] }) };
            for (const [angle, view] of Object.entries(cameras)) {
                kit.draw(view);
                const drawn = snap(kit);
                const corners = emitter.style.readGeometry(view);
                drawQuads(corners, view);
                result.push({ name: `${name} ${angle}`, drawn, own: snap(kit),
                    quads: corners.length / 12 });
            }
            emitter.destroy();
        }
        return result;
    });
    assert.equal(shots.length, 22);
    for (const { name, drawn, own, quads } of shots) {
        assert.ok(quads > 60, name);
        const covered = own.count(([, , , a]) => a > 0);
        let differing = 0;
        own.forEach(([, , , a], x, y) => {
            if ((a > 0) !== (drawn.pixel(x, y)[3] > 0)) differing++;
        });
        // Edges may fall to either side of a pixel's middle.
        const allowed = name.startsWith('tiny') ? covered : 0.01 * covered + 12;
        assert.ok(covered > 50 && differing <= allowed,
            `${name}: ${differing} of ${covered} pixels differ`);
    }
});

renderTest('fault 67: two eyes and a rolled head see sprites where they are, upright ones upright', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const up = [Math.sin(0.35), Math.cos(0.35), 0];
        const look = (options, view) => {
            const emitter = kit.createEmitter({
                rateOverTime: 0, lifetime: 9, speed: 0, size: 3, sprite: 'square', ...options,
            });
            emitter.burst(1);
            kit.update(0);
            kit.draw(camera(view));
            emitter.destroy();
            return snap(kit);
        };
        return {
            left: look({}, { eye: [-0.032, 0, 6] }), right: look({}, { eye: [0.032, 0, 6] }),
            upright: look({ facing: 'vertical' }, { up, eye: [0, 0, 6] }),
        };
    });
    const middle = ({ x, width }) => x + width / 2;
    const [left, right] = [shots.left.bounds(), shots.right.bounds()];
    assert.ok(Math.abs(left.width - right.width) <= 1 && Math.abs(left.height - right.height) <= 1);
    // The target is in the middle of either eye.
    assert.ok(Math.abs(middle(left) - 256) <= 1 && Math.abs(middle(right) - 256) <= 1);
    // Seen with a rolled head an upright square stands on its side: wider than a plain one.
    assert.ok(shots.upright.bounds().width > left.width * 1.15);
});

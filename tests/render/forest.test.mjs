// Forests as pixels: impostors beside the meshes they stand for, light, wind, cross-fades, baking.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const between = (value, low, high, what) =>
    assert.ok(value >= low && value <= high, `${what} is ${value}, not within ${low} to ${high}`);

/**
 * What a tree covers and how it looks, from pictures of it on black and on white: `alpha` and
 * `color` (premultiplied) by pixel, the sum of alpha and the mean colour, 0..1.
 */
function matte(black, white) {
    const alpha = [];
    const sum = [0, 0, 0];
    let coverage = 0;
    for (let i = 0; i < black.data.length; i += 4) {
        const a = 1 - (white.data[i + 1] - black.data[i + 1]) / 255;
        alpha.push(a);
        coverage += a;
        for (let c = 0; c < 3; c++) sum[c] += black.data[i + c] / 255;
    }
    return { alpha, coverage, color: sum.map((value) => value / coverage) };
}

/** Pictures on black and white from each view, of one species as meshes or as impostors. */
const portraits = (stage, options, views) =>
    stage.run(async (tools, [settings, looks]) => {
        const { openForest, orbit } = await import('/tests/render/forest-page.js');
        const scene = await openForest(tools, settings);
        return looks.map(({ yaw, elevation, pixelsPerMetre, sun, wind, time }) => {
            scene.kit.world.set({ sunDirection: sun ?? [0.45, 0.75, 0.48], windStrength: wind ?? 0 });
            if (time) scene.kit.update(time);
            const target = [0, 6, 0];
            const camera = { eye: orbit(target, 250, yaw, elevation), target, pixelsPerMetre };
            return [0, 1].map((background) => scene.look({ ...camera, background }));
        });
    }, [options, views]);

const mattes = async (...args) => (await portraits(...args)).map((pair) => matte(...pair));

renderTest('[forest.impostor] covers and colours what its mesh does, from the side and from above', async (stage) => {
    const views = [[10, 3], [100, 14], [200, 28], [300, 45], [40, 62], [160, 84]]
        .map(([yaw, elevation]) => ({ yaw, elevation, pixelsPerMetre: 5 }));
    for (const preset of ['oak', 'pine']) {
        const meshes = await mattes(stage, { as: 'mesh', species: [preset] }, views);
        const impostors = await mattes(stage, { as: 'impostor', species: [preset], frames: 12 }, views);
        views.forEach(({ elevation }, i) => {
            const [mesh, impostor] = [meshes[i], impostors[i]];
            const what = `${preset} at ${elevation} degrees`;
            assert.ok(mesh.coverage > 300, what);
            between(impostor.coverage / mesh.coverage, 0.92, 1.08, `${what}: coverage`);
            impostor.color.forEach((value, c) =>
                between(value - mesh.color[c], -0.035, 0.035, `${what}: colour ${c}`));
            // Where one is solid the other must not be empty: a shifted or doubled crown is.
            let wrong = 0;
            mesh.alpha.forEach((alpha, p) => {
                if (Math.abs(alpha - impostor.alpha[p]) > 0.75) wrong++;
            });
            between(wrong / mesh.coverage, 0, 0.1, `${what}: pixels that disagree`);
        });
    }
});

renderTest('[forest.impostor-mips] far trees keep their coverage and colour', async (stage) => {
    const sizes = [4, 2, 1, 0.5]; // pixels a metre
    const views = sizes.map((pixelsPerMetre) => ({ yaw: 30, elevation: 20, pixelsPerMetre }));
    // One sample a pixel counts badly what is smaller than it: rows of trees even it out.
    const trees = Array.from({ length: 5 }, (_, i) => ({ position: [(i - 2) * 15.3, 0, i * 3.7] }));
    const [near, ...far] = await mattes(stage, { as: 'impostor', trees, size: [512, 128] }, views);
    far.forEach((one, i) => {
        const shrunk = (sizes[i + 1] / sizes[0]) ** 2;
        between(one.coverage / (near.coverage * shrunk), 0.8, 1.2, `coverage at ${sizes[i + 1]} px/m`);
        one.color.forEach((value, c) =>
            between(value - near.color[c], -0.04, 0.04, `colour ${c} at ${sizes[i + 1]} px/m`));
    });
});

renderTest('[forest.impostor] the lit side follows the sun, whatever the yaw of the tree', async (stage) => {
    const sides = ([black]) => [0, 64].map((x) => black.mean({ x, y: 0, width: 64, height: 128 })[1]);
    for (const as of ['mesh', 'impostor']) {
        for (const yaw of [0, 2.2]) {
            const trees = [{ position: [0, 0, 0], yaw }];
            const views = [[1, 0.2, 0.1], [-1, 0.2, 0.1]]
                .map((sun) => ({ yaw: 0, elevation: 10, pixelsPerMetre: 7, sun }));
            const [east, west] = (await portraits(stage, { as, trees }, views)).map(sides);
            const ratio = (east[1] / east[0]) / (west[1] / west[0]);
            assert.ok(ratio > 1.4, `${as} turned by ${yaw}: right over left changes by ${ratio}`);
        }
    }
});

renderTest('[flora.wind] [forest.impostor-wind] the wind moves the tops and not the feet', async (stage) => {
    const views = [0, 1, 1].map((wind, i) =>
        ({ yaw: 0, elevation: 3, pixelsPerMetre: 7, wind, time: i === 2 ? 1.5 : 0 }));
    for (const as of ['mesh', 'impostor']) {
        const [[calm], [storm], [later]] = await portraits(stage, { as }, views);
        const { y, height } = calm.bounds(([r, g, b]) => r + g + b > 30);
        const rows = (top, share) => ({ x: 0, y: Math.round(top), width: 128, height: Math.ceil(height * share) });
        const crown = rows(y, 0.6);
        const foot = rows(y + height * 0.97, 0.03);
        const change = (a, b, box) => {
            let sum = 0;
            a.forEach((pixel, px, py) => {
                sum += Math.abs(pixel[1] - b.pixel(px, py)[1]);
            }, box);
            return sum / (box.width * box.height);
        };
        assert.ok(change(calm, storm, crown) > 5, `${as}: crown moves`);
        assert.ok(change(storm, later, crown) > 3, `${as}: crown moves on`);
        between(change(calm, storm, foot), 0, 2, `${as}: change at the foot`);
        const leaning = (picture) => {
            let [sum, count] = [0, 0];
            picture.forEach(([r, g, b], px) => {
                if (r + g + b > 30) [sum, count] = [sum + px, count + 1];
            }, crown);
            return sum / count;
        };
        assert.ok(leaning(storm) > leaning(calm) + 1, `${as}: leans with the wind`);
    }
});

renderTest('[forest.bands] no hole and no double tree while a mesh fades into its impostor', async (stage) => {
    const coverages = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const scene = await openForest(tools, { impostorPixels: 60, fade: 0.2 });
        const target = [0, 6, 0];
        const eye = [20, 20, 250];
        const pictures = [];
        for (let pixelsPerMetre = 2; pixelsPerMetre <= 9; pixelsPerMetre += 0.25) {
            const [black, white] = [0, 1].map((background) =>
                scene.look({ eye, target, pixelsPerMetre, background }));
            const { drawCalls } = scene.kit.stats;
            pictures.push({ pixelsPerMetre, black, white, drawCalls });
        }
        return pictures;
    });
    const levels = coverages.map(({ black, white, pixelsPerMetre, drawCalls }) =>
        ({ drawCalls, area: matte(black, white).coverage / pixelsPerMetre ** 2 }));
    assert.equal(levels[0].drawCalls, 1);
    assert.equal(levels.at(-1).drawCalls, 1);
    const both = levels.filter(({ drawCalls }) => drawCalls === 2);
    assert.ok(both.length >= 4, `${both.length} sizes show both`);
    const [impostor, mesh] = [levels[0].area, levels.at(-1).area];
    for (const { area } of both) {
        between(area, 0.9 * Math.min(impostor, mesh), 1.1 * Math.max(impostor, mesh), 'covered area');
    }
});

renderTest('[forest.impostor-bake] the host\'s picture and state stay as they were', async (stage) => {
    const result = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const trees = [{ position: [0, 0, 5000] }]; // out of view
        const scene = await openForest(tools, { as: 'mesh', trees, frames: 5, bakePerDraw: 6 });
        const { gl, forest } = scene;
        const ready = [];
        let picture;
        for (let i = 0; i < 6; i++) {
            ready.push(forest.ready);
            picture = scene.look({ eye: [0, 5, 30], target: [0, 5, 0], pixelsPerMetre: 5, background: 0.5 });
        }
        return {
            ready,
            picture,
            framebuffer: gl.getParameter(gl.FRAMEBUFFER_BINDING) === null,
            viewport: Array.from(gl.getParameter(gl.VIEWPORT)),
            scissor: gl.isEnabled(gl.SCISSOR_TEST),
        };
    });
    assert.deepEqual(result.ready.map((share) => Math.round(share * 25)), [0, 6, 12, 18, 24, 25]);
    assert.equal(result.picture.count(([r, g, b]) => r === 128 && g === 128 && b === 128), 128 * 128);
    assert.deepEqual(result.viewport, [0, 0, 128, 128]);
    assert.ok(result.framebuffer);
    assert.equal(result.scissor, false);
});

renderTest('[forest.pool] thousands of trees: few draw calls, and nothing sent while the camera rests', async (stage) => {
    const { moving, resting, drawCalls, trees } = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const scene = await openForest(tools,
            { species: ['oak', 'pine'], trees: [], frames: 4, impostorSize: 16, size: [64, 64] });
        scene.forest.scatter({ area: [-300, -300, 300, 300], count: 5000, minDistance: 2, seed: 7 });
        const frame = (x) => {
            scene.look({ eye: [x, 8, 0], target: [x + 50, 5, 20], pixelsPerMetre: 1 });
            return scene.kit.stats.recordBytes;
        };
        frame(0);
        const sent = [1, 2, 3].map((x) => frame(x * 3));
        return {
            moving: Math.max(...sent),
            resting: frame(9),
            drawCalls: scene.kit.stats.drawCalls,
            trees: scene.forest.treeCount,
        };
    });
    assert.equal(trees, 5000);
    between(moving, 4, 65536, 'bytes sent by a moving camera');
    assert.equal(resting, 0);
    between(drawCalls, 1, 5, 'draw calls of two variants');
});

renderTest('[forest.shadow] a light sees the depth of near trees, in a framebuffer without colour', async (stage) => {
    const { depths, after, records, calls } = await stage.run(async (tools) => {
        const { openForest } = await import('/tests/render/forest-page.js');
        const trees = [{ position: [0, 0, 0] }, { position: [0, 0, -400] }];
        const scene = await openForest(tools, { as: 'mesh', trees, shadowDistance: 100 });
        const { gl, kit } = scene;
        scene.bake(); // baking sends the bounds of pictures
        scene.look({ eye: [0, 5, 30], target: [0, 5, 0], pixelsPerMetre: 5 });
        const depth = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, depth);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, 64, 64);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        const map = gl.createFramebuffer();
        // Straight down on each tree: 16 m wide, from 40 m above to the ground.
        const lightOver = (z) => tools.camera({ eye: [0, 40, z], target: [0, 0, z], up: [0, 0, -1],
            halfHeight: 8, aspect: 1, near: 0, far: 40 });
        // Shows the depths as colours: red, and green where there is something.
        const program = gl.createProgram();
        const sources = [[gl.VERTEX_SHADER, `#version 300 es
            void main() { vec2 p = vec2(gl_VertexID % 2, gl_VertexID / 2) * 4.0 - 1.0;
            gl_Position = vec4(p, 0.0, 1.0); }`], [gl.FRAGMENT_SHADER, `#version 300 es
            precision highp float; uniform sampler2D depth; out vec4 pixel;
            void main() { float d = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r;
            pixel = vec4(d, d < 1.0 ? 1.0 : 0.0, 0.0, 1.0); }`]];
        for (const [type, source] of sources) {
            const shader = gl.createShader(type);
            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.linkProgram(program);
        const depths = [0, -400].map((z) => {
            gl.bindFramebuffer(gl.FRAMEBUFFER, map);
            gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth, 0);
            gl.viewport(0, 0, 64, 64);
            gl.depthMask(true);
            gl.clear(gl.DEPTH_BUFFER_BIT);
            kit.drawShadow({ ...lightOver(z), viewport: [0, 0, 64, 64] });
            gl.bindFramebuffer(gl.FRAMEBUFFER, null);
            gl.disable(gl.DEPTH_TEST);
            gl.useProgram(program);
            gl.bindTexture(gl.TEXTURE_2D, depth);
            gl.drawArrays(gl.TRIANGLES, 0, 3);
            return tools.snap(kit, 64, 64);
        });
        const calls = kit.stats.drawCalls;
        const after = scene.look({ eye: [0, 5, 30], target: [0, 5, 0], pixelsPerMetre: 5 });
        return { depths, after, calls, records: kit.stats.recordBytes };
    });
    const [near, far] = depths;
    const covered = near.count(([, green]) => green > 128);
    assert.ok(covered > 500, `${covered} of 4096 pixels under the crown`);
    assert.ok(near.count(([red, green]) => green > 128 && red > 150 && red < 220) > 300, 'depth of the crown');
    assert.equal(far.count(([, green]) => green > 128), 0); // beyond shadowDistance
    assert.ok(after.count(([r, g, b]) => r + g + b > 30) > 500);
    assert.equal(records, 0); // the camera's lists stayed
    assert.ok(calls >= 1);
});

// The adapters in the engines that they are for. Each has the same scene (tests/render/engines):
// grey ground, a camera at z = 10 of 60 degrees, a blue box at x = -1.4 that is nearer than the trail,
// a green one at x = 3 that is farther, a half-transparent yellow one above, and a node that sits a
// metre above a moving parent. Boxes are textured, so that every cache of an engine is in use.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

// A red ribbon from x = -6 to 6 through y = 0 behind the node, whose parent moves beneath it.
const scenario = async ({ createKit, makeCanvas, snap }, { engine, options }) => {
    const canvas = makeCanvas();
    const { open } = await import(`/tests/render/engines/${engine}.js`);
    const world = await open(canvas, options);
    const gl = canvas.getContext('webgl2');
    const picture = () => {
        world.frame();
        const bound = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING); // PlayCanvas has one of its own
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
        const pixels = snap({ gl });
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, bound);
        return pixels;
    };
    picture();
    const result = { alone: picture() };
    const fx = await world.attach({ createKit });
    result.opened = picture(); // opening a kit and making a texture must not be seen
    fx.kit.createTexture({ pixels: new Uint8Array(16).fill(255), width: 2, height: 2 });
    result.textured = picture();
    const trail = fx.trail(world.mover, { width: 1, softness: 0, fadeMode: 'none', lifetime: 60,
        color: '#ff0000', minVertexDistance: 0.1 });
    for (let i = 0; i <= 24; i++) {
        world.move(-6 + i / 2, -1, 0);
        fx.update(1 / 60);
        world.frame();
    }
    result.drawn = picture();
    result.calls = fx.kit.stats.drawCalls;
    // The end of the trail is where the node is, though the parent turned since the last frame.
    world.move(6, 0, Math.PI / 2);
    fx.update(1 / 60);
    const { position, count } = trail.readPoints();
    const { x, y, z } = world.place();
    result.last = Array.from(position.slice(3 * (count - 1), 3 * count));
    result.place = fx.place({ x, y, z });
    fx.visible = false;
    result.hidden = picture();
    fx.visible = true;
    fx.dispose();
    result.left = picture();
    result.state = fx.kit.state;
    world.close();
    return result;
};

const red = ([r, g, b]) => r > 230 && g < 20 && b < 20;

function checkScenario({ alone, opened, textured, drawn, hidden, left, last, place, calls, state }) {
    // The near face of the blue box stands at x = 167.5 to 231.9.
    const near = (pixel, test, what) => assert.ok(test(pixel), `${what} is ${pixel}`);
    near(alone.pixel(200, 144), ([r, g, b]) => b > 100 && b > 1.8 * r && b > 1.8 * g, 'the blue box');
    near(alone.pixel(312, 144), ([r, g, b]) => g > 60 && g > 1.4 * r && g > 1.4 * b, 'the green box');
    assert.equal(alone.count(red), 0);
    // The engine's picture is the same before, between and after.
    for (const [name, picture] of Object.entries({ opened, textured, hidden, left })) {
        assert.equal(alone.difference(picture).max, 0, name);
    }
    // At 10 m a metre is 24.9 pixels: the ribbon covers the rows from y = 131.6 to 156.4.
    near(drawn.pixel(256, 144), red, 'the trail before the ground');
    near(drawn.pixel(120, 144), red, 'the trail on the left');
    near(drawn.pixel(312, 144), red, 'the trail before the green box');
    assert.deepEqual(drawn.pixel(200, 144), alone.pixel(200, 144), 'the blue box before the trail');
    assert.deepEqual(drawn.bounds(red), { x: 107, y: 132, width: 298, height: 24 });
    let changed = 0;
    drawn.forEach((pixel, x, y) => {
        if (y >= 130 && y <= 158) return;
        changed += pixel.some((value, i) => value !== alone.pixel(x, y)[i]);
    });
    assert.equal(changed, 0, 'pixels changed beside the trail');
    const hiding = { x: 169, y: 132, width: 62, height: 24 };
    assert.equal(drawn.count(red, hiding), 0, 'red over the blue box');
    last.forEach((value, i) => assert.ok(Math.abs(value - place[i]) < 1e-4, `${last} is not ${place}`));
    assert.ok(Math.abs(last[0] - 5) < 1e-4 && Math.abs(last[1]) < 1e-4, `${last}`);
    assert.ok(calls >= 1);
    assert.equal(state, 'disposed');
}

for (const engine of ['three', 'babylon', 'playcanvas']) {
    for (const antialias of [false, true]) {
        renderTest(`[web.${engine}] a trail follows a node under a moving parent, and sits in the scene${antialias ? ', antialiased' : ''}`, async (stage) => {
            checkScenario(await stage.run(scenario, { engine, options: { antialias } }));
        });
    }
}

renderTest('[web.babylon] a right-handed scene is not turned over', async (stage) => {
    checkScenario(await stage.run(scenario, { engine: 'babylon', options: { rightHanded: true } }));
});

// Ribbon through y = 0 at once, of a node that then ends.
const ending = async ({ createKit, makeCanvas }, { engine }) => {
    const { open } = await import(`/tests/render/engines/${engine}.js`);
    const world = await open(makeCanvas());
    const fx = await world.attach({ createKit, maxTransforms: 3 });
    const events = [];
    const trail = fx.trail(world.mover, { lifetime: 0.5 });
    trail.on('orphaned', ({ type }) => events.push(type));
    trail.on('faded', ({ type }) => events.push(type));
    const step = () => {
        fx.update(1 / 60);
        world.frame();
    };
    const stopped = fx.trail(world.mover, {});
    for (let i = 0; i < 20; i++) {
        world.move(i / 4, 0, 0);
        step();
    }
    stopped.destroy(); // ends following, too: its slot is free
    step();
    fx.follow(world.mover).destroy();
    (world.mover.dispose ?? world.mover.destroy).call(world.mover);
    for (let i = 0; i < 60; i++) step();
    const slots = [fx.kit.createTransform(), fx.kit.createTransform(), fx.kit.createTransform()];
    world.close();
    return { events, slots: slots.length };
};

for (const engine of ['babylon', 'playcanvas']) {
    renderTest(`[web.${engine}] the trail of a node that is gone fades, and its slot is free`, async (stage) => {
        assert.deepEqual(await stage.run(ending, { engine }), { events: ['orphaned', 'faded'], slots: 3 });
    });
}

const refusals = async ({ createKit, makeCanvas }, { engine }) => {
    const { open } = await import(`/tests/render/engines/${engine}.js`);
    const { attach } = await import(`willowisp/${engine}`);
    const world = await open(makeCanvas());
    const messages = [];
    const note = async (act) => {
        try {
            await act();
            messages.push('nothing');
        } catch (error) {
            messages.push(`${error.name}: ${error.message}`);
        }
    };
    await note(() => attach({}, {}));
    await note(() => attach(undefined));
    await note(() => world.attach({ createKit, maxTrials: 1 }));
    const fx = await world.attach({ createKit, maxTrails: 1 });
    await note(() => fx.follow({ position: 1 }));
    await note(() => fx.trail(null, {}));
    await note(() => fx.emitter(undefined, {}));
    fx.trail(world.mover); // the limit of one is not used up by what was refused
    await note(() => fx.trail(world.mover));
    fx.dispose();
    world.close();
    return messages;
};

const names = { three: ['a THREE.WebGLRenderer', 'a THREE.Object3D'],
    babylon: ['a Babylon.js Scene', 'a Babylon.js node'],
    playcanvas: ['a PlayCanvas Application', 'a PlayCanvas Entity'] };

for (const [engine, [host, thing]] of Object.entries(names)) {
    renderTest(`[web.${engine}] wrong arguments are refused by name`, async (stage) => {
        const messages = await stage.run(refusals, { engine });
        const expected = [
            new RegExp(`^InvalidDefError: ${engine}: \\w+ is \\{\\}, it must be ${host}`),
            new RegExp(`^InvalidDefError: ${engine}: \\w+ is undefined, it must be ${host}`),
            /^InvalidDefError: kit: maxTrials is not an option; did you mean maxTrails/,
            new RegExp(`^InvalidDefError: follow: object is \\{"position":1\\}, it must be ${thing}`),
            new RegExp(`^InvalidDefError: follow: object is null, it must be ${thing}`),
            new RegExp(`^InvalidDefError: follow: object is undefined, it must be ${thing}`),
            /^CapacityError: /,
        ];
        assert.equal(messages.length, expected.length, messages.join('\n'));
        expected.forEach((pattern, i) => assert.match(messages[i], pattern));
    });
}

renderTest('[web.three] [web.babylon] a depth buffer that runs the other way is refused', async (stage) => {
    const messages = await stage.run(async ({ createKit, makeCanvas }) => {
        const open = async (engine, options) => {
            const canvas = makeCanvas();
            const world = await (await import(`/tests/render/engines/${engine}.js`)).open(canvas, options);
            if (options.reversed) world.engine.useReverseDepthBuffer = true;
            const message = await world.attach({ createKit }).then(() => 'nothing', (error) => error.message);
            world.close();
            return message;
        };
        return [await open('three', { logarithmicDepthBuffer: true }), await open('babylon', { reversed: true })];
    });
    assert.match(messages[0], /^three: logarithmicDepthBuffer is on: effects cannot be tested/);
    assert.match(messages[1], /^babylon: useReverseDepthBuffer is on: effects cannot be tested/);
});

renderTest('[web.three] effects are in what a composer gets: a multisampled target, linear', async (stage) => {
    const { picture, again } = await stage.run(async ({ createKit, makeCanvas, snap }) => {
        const canvas = makeCanvas();
        const { open } = await import('/tests/render/engines/three.js');
        const { renderer, scene, camera, mover, move, attach, close, THREE } = await open(canvas);
        const target = new THREE.WebGLRenderTarget(256, 144, { type: THREE.HalfFloatType, samples: 4 });
        const fx = await attach({ createKit, output: 'linear', multisampled: true });
        // Linear 0.5 is 188 of 255 in sRGB.
        fx.trail(mover, { width: 1, softness: 0, fadeMode: 'none', lifetime: 60, color: [0.5, 0, 0, 1] });
        const screen = new THREE.Scene();
        screen.add(new THREE.Mesh(new THREE.PlaneGeometry(2, 2),
            new THREE.MeshBasicMaterial({ map: target.texture, depthTest: false })));
        const flat = new THREE.OrthographicCamera(-1, 1, 1, -1, -1, 1);
        const render = () => {
            renderer.setRenderTarget(target);
            renderer.render(scene, camera);
            const bound = renderer.getRenderTarget() === target;
            renderer.setRenderTarget(null);
            renderer.render(screen, flat);
            if (!bound) throw new Error('the target is no longer set');
            return snap({ gl: renderer.getContext() });
        };
        for (let i = 0; i <= 24; i++) {
            move(-6 + i / 2, -1, 0);
            fx.update(1 / 60);
            render();
        }
        const picture = render();
        const again = render();
        target.dispose();
        close();
        return { picture, again };
    });
    assert.equal(picture.difference(again).max, 0);
    const [r, g, b] = picture.pixel(256, 144);
    assert.ok(Math.abs(r - 188) <= 2 && g === 0 && b === 0, `${r} ${g} ${b}`);
    assert.ok(picture.pixel(200, 144)[2] > 100, 'the blue box is before it');
    assert.ok(Math.abs(picture.pixel(40, 40)[0] - 64) <= 1, 'the ground');
});

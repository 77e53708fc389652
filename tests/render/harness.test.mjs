import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

renderTest('the harness reads the pixels that WebGL drew', async (stage) => {
    const { picture } = await stage.run(({ makeCanvas, snap }) => {
        const gl = makeCanvas().getContext('webgl2', { alpha: true });
        gl.clearColor(0.2, 0.4, 0.6, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(100, 200, 30, 20); // from below
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT);
        return { picture: snap({ gl }) };
    });
    assert.deepEqual([picture.width, picture.height], [512, 288]);
    assert.deepEqual(picture.pixel(0, 0), [51, 102, 153, 255]);
    const isClear = ([, , , alpha]) => alpha === 0;
    assert.deepEqual(picture.bounds(isClear), { x: 100, y: 288 - 220, width: 30, height: 20 });
    assert.equal(picture.count(isClear), 600);
    assert.deepEqual(picture.mean({ x: 0, y: 0, width: 50, height: 50 }), [51, 102, 153, 255]);
});

renderTest('the harness fails a test on GL errors, console warnings and exceptions', async (stage) => {
    await assert.rejects(stage.run(({ makeCanvas }) => {
        const gl = makeCanvas().getContext('webgl2');
        gl.enable(0x1234);
    }), /GL error 0x500/);
    stage.problems.length = 0;
    await assert.rejects(stage.run(() => console.warn('careful')), /careful/);
    await assert.rejects(stage.run(() => { throw new Error('broken'); }), /broken/);
    await stage.run(() => console.warn('careful'), undefined, { allow: /careful/ });
});

renderTest('the harness opens kits and closes them after each run', async (stage) => {
    for (let round = 0; round < 20; round++) {
        const { version, picture } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
            const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0.5, 1] });
            kit.update(1 / 60);
            kit.draw(camera());
            return { version: kit.version, picture: snap(kit) };
        });
        assert.match(version, /^\d+\.\d+\.\d+$/);
        assert.deepEqual(picture.pixel(256, 144), [0, 0, 128, 255]);
    }
});

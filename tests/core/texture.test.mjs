// Textures without a device: what is refused, what a handle is, what JSON has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

const pixels = new Uint8Array(2 * 2 * 4).fill(255);

test('a texture of pixels has its size and is counted; destroyed it throws', async () => {
    const kit = await openKit();
    const before = kit.stats.gpuBytes;
    const texture = kit.createTexture({ pixels, width: 2, height: 2, wrap: 'repeat' });
    assert.equal(await texture.ready, texture);
    assert.deepEqual([texture.width, texture.height, texture.url], [2, 2, null]);
    assert.equal(kit.stats.gpuBytes, before + 16);
    texture.update();
    assert.equal(kit.stats.gpuBytes, before + 16);
    texture.destroy();
    assert.equal(kit.stats.gpuBytes, before);
    assert.throws(() => texture.destroy(), { name: 'StaleHandleError', message: /texture/ });
    assert.throws(() => texture.update(), { name: 'StaleHandleError', message: /texture/ });
    kit.dispose();
});

test('what is wrong with a texture is named, and nothing is made', async () => {
    const kit = await openKit();
    const wrong = [
        [{}, /give one of source, url, pixels or texture/],
        [{ pixels, url: 'a.png' }, /give one of source, url, pixels or texture/],
        [{ pixels, width: 2, height: 3 }, /texture: pixels is .* 24 bytes of RGBA/],
        [{ pixels, width: 2 }, /texture: height is undefined, it must be a whole number between 1/],
        [{ pixels, width: 0, height: 2 }, /texture: width is 0, it must be a whole number between 1/],
        [{ pixels, width: 2, height: 2, wrap: 'mirror' }, /texture: wrap is "mirror".*clamp, repeat/],
        [{ pixels, width: 2, height: 2, filter: 1 }, /texture: filter is 1.*linear, nearest/],
        [{ pixels, width: 2, height: 2, size: 1 }, /texture: size is not an option/],
    ];
    const before = kit.stats.gpuBytes;
    for (const [options, message] of wrong) {
        assert.throws(() => kit.createTexture(options), { name: 'InvalidDefError', message });
    }
    assert.equal(kit.stats.gpuBytes, before);
    kit.dispose();
});

test('a picture that cannot be fetched rejects with its URL; its handle stays harmless', async () => {
    const kit = await openKit();
    const texture = kit.createTexture({ url: 'http://127.0.0.1:9/none.png' });
    await assert.rejects(texture.ready, {
        name: 'LoadError', message: /http:\/\/127\.0\.0\.1:9\/none\.png could not be fetched/ });
    assert.equal(texture.width, 0);
    assert.equal(JSON.stringify({ texture }), '{"texture":"http://127.0.0.1:9/none.png"}');
    texture.destroy();
    kit.dispose();
});

test('[kit.limits] as many textures as maxTextures says, and no more', async () => {
    const kit = await openKit({ maxTextures: 2 });
    const make = () => kit.createTexture({ pixels, width: 2, height: 2 });
    const first = make();
    make();
    assert.throws(make, { name: 'CapacityError', message: /texture.*all 2 are taken/ });
    first.destroy();
    make();
    kit.dispose();
});

// Particles as pixels: where they are, what colour they have, and what covers what.
import assert from 'node:assert/strict';
import { renderTest } from './harness.mjs';

const near = (actual, expected, tolerance, what) => {
    actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= tolerance,
        `${what}: ${actual} is not near ${expected}`));
};

renderTest('[particle.reference] sprites are where the reference says', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const emitter = kit.createEmitter({
            rateOverTime: 0, lifetime: 10, coneAngle: 3.14, speed: [1, 5], gravity: [0, -2, 0],
            drag: 0.8, turbulence: 0.3, size: 0.6, sprite: 'disc', color: '#ffffff',
        });
        const result = [];
        for (let seed = 1; seed <= 6; seed++) {
            emitter.reset(seed);
            emitter.burst(1);
            kit.update(0);
            kit.update(0.2 * seed);
            kit.draw(camera({ halfHeight: 7.2 }));
            const [particle] = emitter.style.readParticles();
            result.push({ picture: snap(kit), position: particle.position });
        }
        return result;
    });
    for (const { picture, position } of shots) {
        // 20 pixels a metre, the origin in the middle.
        const { x, y, width, height } = picture.bounds(([, , , a]) => a > 128);
        near([x + width / 2, y + height / 2],
            [256 + 20 * position[0], 144 - 20 * position[1]], 1, 'centre');
        near([width, height], [11.5, 11.5], 1.5, 'size');
    }
});

renderTest('[particle.reference] every kind of path is drawn where the reference says', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        kit.wind.set({ direction: [1, 0], strength: 0.3 });
        const base = {
            rateOverTime: 0, lifetime: 4, coneAngle: 3.14, speed: [2, 4], size: 0.6, sprite: 'disc',
            gravity: [0, -2, 0], color: '#ffffff',
        };
        const ways = {
            wind: { windInfluence: 1, drag: 0.6 },
            spring: { attraction: 3, drag: 0.4, center: [1, 0, 0] },
            creep: { attraction: 1, drag: 6, center: [-3, 1, 0] },
            orbit: { orbit: [1, 2], orbitAxis: [0.2, 0, 1], center: [1, 1, 0] },
            curve: { speedOverLife: [2, 1, -1] },
            noise: { noise: 1.5, noiseScale: 3, noiseSeed: 9 },
            bounce: { ground: 'bounce', groundHeight: -1, gravity: [0, -9, 0], speed: 1 },
            slope: { ground: 'slide', groundHeight: -1, groundNormal: [0.5, 1, 0], drag: 0.3 },
            stick: { ground: 'stick', groundHeight: -1, gravity: [0, -9, 0], speed: 1 },
            local: { space: 'local' },
            kept: { simulated: true, drag: 0.5 },
        };
        const result = [];
        for (const [name, options] of Object.entries(ways)) {
            const emitter = kit.createEmitter({ ...base, ...options }, { seed: 3 });
            emitter.burst(1);
            kit.update(0);
            for (const dt of [0.3, 0.9, 0.6]) {
                if (name === 'local') {
                    emitter.transform.set(dt, 1, 0, [0, 0, Math.sin(dt), Math.cos(dt)], 1.5);
                }
                kit.update(dt);
                kit.draw(camera({ halfHeight: 7.2 }));
                const { position, size } = emitter.style.readParticles()[0];
                result.push({ name, picture: snap(kit), position, size });
            }
            emitter.destroy();
        }
        return result;
    });
    assert.equal(shots.length, 33);
    for (const { name, picture, position, size } of shots) {
        const { x, y, width, height } = picture.bounds(([, , , a]) => a > 128);
        near([x + width / 2, y + height / 2],
            [256 + 20 * position[0], 144 - 20 * position[1]], 1, `centre of ${name}`);
        near([width, height], [20 * size - 0.7, 20 * size - 0.7], 2, `size of ${name}`);
    }
});

renderTest('[particle.closed-form] ten small updates draw what a long one draws (fault 63)', async (stage) => {
    const { one, many } = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const play = async (steps) => {
            const kit = await createKit({ canvas: makeCanvas() });
            const emitter = kit.createEmitter({
                rateOverTime: 40, lifetime: 5, coneAngle: 1, speed: [2, 6], gravity: [0, -4, 0],
                drag: 0.5, size: 0.5, sprite: 'soft',
            }, { seed: 5 });
            kit.update(0);
            for (let i = 1; i <= steps; i++) {
                emitter.transform.set((4 * i) / steps, 0, 0);
                kit.update(1 / steps);
            }
            kit.draw(camera({ halfHeight: 6 }));
            return snap(kit);
        };
        return { one: await play(1), many: await play(10) };
    });
    assert.ok(one.count() > 2000);
    assert.ok(one.difference(many).max <= 2);
});

renderTest('[particle.curves] colour, opacity and size change over life', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0, 1] });
        const emitter = kit.createEmitter({
            rateOverTime: 0, lifetime: 4, speed: 0, size: 2, sprite: 'square',
            colorOverLife: ['#ff0000', '#ff0000', '#0000ff', '#0000ff'],
            alphaOverLife: [[0, 1], [0.7, 1], [1, 0]], sizeOverLife: [1, 3],
        });
        emitter.burst(1);
        kit.update(0);
        const result = [];
        for (let i = 0; i < 4; i++) {
            kit.draw(camera({ halfHeight: 7.2 }));
            result.push(snap(kit));
            kit.update(1);
        }
        kit.draw(camera({ halfHeight: 7.2 }));
        return [...result, snap(kit)];
    });
    const lit = ([r, , b]) => r + b > 20;
    const widths = shots.map((shot) => shot.bounds(lit)?.width ?? 0);
    near(widths, [40, 60, 80, 100, 0], 2, 'widths');
    near(shots[0].pixel(256, 144), [255, 0, 0, 255], 1, 'red');
    near(shots[1].pixel(256, 144), [255, 0, 0, 255], 1, 'still red');
    // Half way in linear light: 0.5 is 188 in sRGB.
    near(shots[2].pixel(256, 144), [188, 0, 188, 255], 4, 'purple');
    // At 3/4 of life the opacity is 0.25 / 0.3.
    near(shots[3].pixel(256, 144), [0, 0, 255 * (0.25 / 0.3), 255], 4, 'faded blue');
});

renderTest('[particle.sort] back to front from either side', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0, 1] });
        const play = (sort) => {
            const style = kit.createEmitterStyle({
                rateOverTime: 0, lifetime: 100, speed: 0, size: 4, sprite: 'square', sort,
            });
            const emitter = kit.createEmitter(style);
            // Shuffled in depth: green is in the middle, red nearest to +z.
            for (const [color, z] of [['#ff0000', 2], ['#0000ff', -2], ['#00ff00', 0]]) {
                emitter.color = color;
                emitter.burst(1, [0, 0, z]);
                kit.update(0.01);
            }
            return style;
        };
        const look = (z) => {
            kit.draw(camera({ halfHeight: 5, eye: [0, 0, z] }));
            return snap(kit);
        };
        const plain = play(false);
        const unsorted = look(10);
        plain.destroy();
        play(true);
        return { unsorted, front: look(10), back: look(-10) };
    });
    near(shots.unsorted.pixel(256, 144), [0, 255, 0, 255], 1, 'last born');
    near(shots.front.pixel(256, 144), [255, 0, 0, 255], 1, 'from the front');
    near(shots.back.pixel(256, 144), [0, 0, 255, 255], 1, 'from behind');
});

renderTest('[particle.sort] layers of half opacity blend in the order of depth (fault 51)', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas(), clear: [0, 0, 0, 1] });
        const emitter = kit.createEmitter({
            rateOverTime: 0, lifetime: 100, speed: 0, size: 4, sprite: 'square', sort: true,
        });
        for (const [color, z] of [[[1, 0, 0, 0.5], 1], [[0, 0, 1, 0.5], -1], [[0, 1, 0, 0.5], 0]]) {
            emitter.color = color;
            emitter.burst(1, [0, 0, z]);
        }
        kit.update(0);
        kit.draw(camera({ halfHeight: 5 }));
        return snap(kit);
    });
    near(picture.pixel(256, 144), [128, 64, 32, 255], 2, 'three layers');
});

renderTest('[particle.blend] additive light covers nothing on a clear canvas', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const result = {};
        for (const blend of ['alpha', 'additive', 'premultiplied']) {
            const kit = await createKit({ canvas: makeCanvas() });
            const emitter = kit.createEmitter({
                rateOverTime: 0, lifetime: 100, speed: 0, size: 6, sprite: 'square', blend,
                color: blend === 'premultiplied' ? [0.2, 0, 0, 0.5] : [1, 0, 0, 0.5],
            });
            emitter.burst(1);
            kit.update(0);
            kit.draw(camera({ halfHeight: 5 }));
            result[blend] = snap(kit);
        }
        return result;
    });
    near(shots.alpha.pixel(256, 144), [128, 0, 0, 128], 1, 'alpha covers by its opacity');
    near(shots.additive.pixel(256, 144), [128, 0, 0, 0], 1, 'additive covers nothing');
    near(shots.premultiplied.pixel(256, 144), [124, 0, 0, 128], 1, 'premultiplied adds and covers');
    for (const shot of Object.values(shots)) near(shot.pixel(5, 5), [0, 0, 0, 0], 0, 'background');
});

renderTest('[particle.blend] no dark fringe and no square edge', async (stage) => {
    const shots = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const result = {};
        for (const sprite of ['soft', 'disc', 'spark', 'ring', 'smoke', 'flake']) {
            const style = kit.createEmitterStyle({
                rateOverTime: 0, lifetime: 100, speed: 0, size: 8, sprite, color: '#ffffff',
            });
            kit.createEmitter(style).burst(1);
            kit.update(0);
            kit.draw(camera({ halfHeight: 5 }));
            result[sprite] = snap(kit);
            style.destroy();
        }
        return result;
    });
    for (const [sprite, shot] of Object.entries(shots)) {
        let fringe = 0;
        shot.forEach(([r, , , a]) => {
            if (a > 10) fringe = Math.max(fringe, a - r);
        });
        // White, premultiplied: every channel is the opacity (smoke shades its lumps).
        if (sprite !== 'smoke') assert.ok(fringe <= 2, `${sprite}: fringe ${fringe}`);
        // 8 m are 230 pixels: the corners of the sprite's square are empty.
        near(shot.pixel(256 - 112, 144 - 112), [0, 0, 0, 0], 0, `corner of ${sprite}`);
        assert.ok(shot.count() > 3000, `${sprite} is there`);
    }
});

renderTest('[particle.curves] stretched sprites lie along their way', async (stage) => {
    const shot = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const emitter = kit.createEmitter({
            rateOverTime: 0, lifetime: 10, direction: [1, 0, 0], speed: 10, size: 0.4,
            stretch: 0.3, sprite: 'disc',
        });
        emitter.burst(1, [-5, 0, 0]);
        kit.update(0);
        kit.update(0.6);
        kit.draw(camera({ halfHeight: 7.2 }));
        return { picture: snap(kit), position: emitter.style.readParticles()[0].position };
    });
    const { position } = shot;
    const { x, y, width, height } = shot.picture.bounds(([, , , a]) => a > 128);
    // 3 m of tail and 0.4 m of sprite at 20 pixels a metre.
    near([width, height], [68, 8], 2, 'size');
    near([x + width, y + height / 2], [256 + 20 * (position[0] + 0.2), 144], 1.5, 'head');
});

renderTest('[particle.births] a moving source lays evenly along its way', async (stage) => {
    const picture = await stage.run(async ({ createKit, makeCanvas, camera, snap }) => {
        const kit = await createKit({ canvas: makeCanvas() });
        const emitter = kit.createEmitter({
            rateOverTime: 100, lifetime: 10, speed: 0, size: 0.4, sprite: 'disc',
        });
        emitter.transform.set(-10, 0, 0);
        kit.update(0);
        emitter.transform.set(10, 0, 0);
        kit.update(0.1);
        kit.draw(camera({ halfHeight: 7.2 }));
        return snap(kit);
    });
    const starts = [];
    for (let x = 1; x < 512; x++) {
        const covered = (column) => picture.pixel(column, 144)[3] > 128;
        if (covered(x) && !covered(x - 1)) starts.push(x);
    }
    // Ten births, 2 m (40 pixels) apart, the first one 1 m along the way.
    assert.equal(starts.length, 10);
    near(starts, Array.from({ length: 10 }, (_, i) => 256 - 180 + 40 * i - 4), 1.5, 'places');
});

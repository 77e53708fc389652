// Effects to start from: `fx.createEffect(effects.explosion)`. Plain JSON, to copy and change.
// An own entry (`willowisp/presets`), so that nobody downloads what they do not use.

const effect = (name, parts) => Object.freeze({ version: 1, name, ...parts });
const emitter = (style, position = [0, 0, 0], rotation = [0, 0, 0, 1]) => (
    { style, position, rotation });
const once = { looping: false, rateOverTime: 0, duration: 0.1 };
const burst = (count, time = 0) => ({ ...once, duration: time + 0.1, bursts: [{ time, count }] });
const glow = [[0, 0], [0.08, 1], [1, 0]];

/** A flash, a ball of fire that turns to smoke, debris, sparks, and a ring along the ground. */
const explosion = effect('explosion', {
    emitters: [
        emitter({
            ...burst(1), sprite: 'soft', lifetime: 0.22, speed: 0, size: 7, blend: 'additive',
            color: [5, 3.6, 2], sizeOverLife: [0.6, 1, 1.15], alphaOverLife: [1, 0.4, 0],
        }),
        emitter({ preset: 'explosion', ...burst(70) }),
        emitter({
            ...burst(46), preset: 'sparks', coneAngle: 3.14, speed: [5, 15], lifetime: [0.5, 1.5],
            drag: 1.1, size: [0.06, 0.15],
        }),
        emitter({
            ...burst(34), sprite: 'square', lifetime: [0.9, 1.9], coneAngle: 1.35, speed: [3, 9.5],
            gravity: [0, -9.8, 0], drag: 0.25, size: [0.07, 0.22], spin: [-9, 9],
            rotation: [-3.14, 3.14], lighting: 0.75, color: [0.1, 0.085, 0.07],
            brightness: [0.5, 1.5], alphaOverLife: [1, 1, 1, 0],
        }),
        emitter({
            ...burst(90), sprite: 'smoke', shape: 'disc', extents: [0.4, 0, 0.4], surface: true,
            lifetime: [0.7, 1.3], speed: 0, radialSpeed: [10, 13], drag: 3, size: [0.5, 0.9],
            sizeOverLife: [0.5, 1.3, 2], rotation: [-3.14, 3.14], lighting: 0.8,
            color: [0.42, 0.36, 0.28], alphaOverLife: [[0, 0.22], [0.4, 0.14], [1, 0]], nearFade: 1,
        }, [0, -0.2, 0]),
    ],
});

/** A tongue of fire, a flash and a puff along -z, the way a barrel points. */
const muzzleFlash = effect('muzzleFlash', {
    emitters: [
        emitter({
            ...burst(1), sprite: 'soft', lifetime: 0.07, speed: 0, size: 1.1, blend: 'additive',
            color: [4, 2.6, 1.1], alphaOverLife: [1, 0.6, 0],
        }),
        emitter({
            ...burst(16), sprite: 'spark', direction: [0, 0, -1], coneAngle: 0.16, drag: 6,
            lifetime: [0.05, 0.13], speed: [6, 15], size: [0.2, 0.42], stretch: 0.05,
            blend: 'premultiplied', colorOverLife: [
                [0, [4, 3, 1.6, 0.5]], [0.5, [2, 0.75, 0.12, 0.5]], [1, [0, 0, 0, 0]],
            ],
        }),
        emitter({
            ...burst(12), preset: 'sparks', direction: [0, 0, -1], coneAngle: 0.5, speed: [4, 11],
            lifetime: [0.15, 0.45], size: [0.03, 0.06],
        }),
        emitter({
            ...burst(9), sprite: 'smoke', direction: [0, 0, -1], coneAngle: 0.35, speed: [0.6, 2.6],
            drag: 3.5, gravity: [0, 0.5, 0], lifetime: [0.5, 1.1], size: [0.16, 0.3],
            sizeOverLife: [0.6, 1.6, 2.6], rotation: [-3.14, 3.14], lighting: 0.7,
            color: [0.55, 0.55, 0.56], alphaOverLife: [[0, 0.35], [0.4, 0.18], [1, 0]],
        }),
    ],
});

/** A stone falls into water: a crown of drops, a column, foam and rings on the surface. */
const waterSplash = effect('waterSplash', {
    emitters: [
        emitter({
            ...burst(220), sprite: 'soft', shape: 'ring', extents: [0.3, 0.04, 0.3],
            lifetime: [0.6, 1.05], coneAngle: 0.16, speed: [2.6, 4.4], radialSpeed: [0.7, 1.7],
            gravity: [0, -9.8, 0], drag: 0.3, size: [0.05, 0.16], stretch: 0.03,
            color: [0.78, 0.9, 0.98], brightness: [0.8, 1.25], sizeOverLife: [0.7, 1, 0.5],
            alphaOverLife: [[0, 0.85], [0.7, 0.7], [1, 0]],
        }),
        emitter({
            ...burst(120, 0.06), duration: 0.2, sprite: 'soft', shape: 'disc',
            extents: [0.1, 0, 0.1], lifetime: [0.8, 1.25], coneAngle: 0.07, speed: [2.5, 6.2],
            gravity: [0, -9.8, 0], drag: 0.2, size: [0.06, 0.2], stretch: 0.025,
            color: [0.82, 0.93, 1], alphaOverLife: [[0, 0.8], [0.7, 0.65], [1, 0]],
        }),
        emitter({
            ...burst(40), sprite: 'smoke', shape: 'disc', extents: [0.35, 0, 0.35],
            lifetime: [0.5, 1], speed: [0.5, 1.8], coneAngle: 0.9, gravity: [0, -3, 0], drag: 2,
            size: [0.35, 0.7], sizeOverLife: [0.6, 1.4, 1.8], rotation: [-3.14, 3.14],
            color: [0.85, 0.93, 0.97], lighting: 0.6,
            alphaOverLife: [[0, 0], [0.1, 0.38], [1, 0]],
        }),
    ],
});

// Turns the plane of rings and discs upright.
const upright = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** An upright ring of motes that are drawn toward its middle. */
const portal = effect('portal', {
    emitters: [
        emitter({
            rateOverTime: 260, sprite: 'spark', shape: 'ring', extents: [1.5, 0.12, 1.5],
            lifetime: [0.8, 1.5], speed: 0, radialSpeed: [-0.75, -0.1], size: [0.05, 0.16],
            turbulence: 0.1, turbulenceFrequency: 1.2, blend: 'premultiplied',
            brightness: [0.5, 1.5], sizeOverLife: [0.4, 1, 0.2],
            colorOverLife: [
                [0, [0, 0, 0, 0]], [0.1, [1.9, 0.55, 2.6, 0.7]], [0.6, [0.5, 0.28, 2.6, 0.6]],
                [1, [0, 0, 0, 0]],
            ],
        }, [0, 1.7, 0], upright),
        emitter({
            rateOverTime: 30, sprite: 'smoke', shape: 'ring', extents: [1.3, 0.1, 1.3],
            lifetime: [1, 2], speed: 0, radialSpeed: [-0.25, 0], size: [0.4, 0.8],
            rotation: [-3.14, 3.14], spin: [-2, 2], blend: 'premultiplied',
            color: [0.2, 0.06, 0.55, 0.6], alphaOverLife: [0, 0.7, 0],
        }, [0, 1.7, 0], upright),
        emitter({
            rateOverTime: 24, sprite: 'spark', shape: 'ring', extents: [1.5, 0.1, 1.5],
            lifetime: [0.6, 1.2], coneAngle: 3.14, speed: [0.3, 1.1], drag: 1, size: [0.03, 0.08],
            blend: 'premultiplied', color: [1.6, 0.9, 2.6, 0.6], alphaOverLife: glow,
        }, [0, 1.7, 0], upright),
    ],
});

/** A wheel of light on the ground with rising motes. */
const magicCircle = effect('magicCircle', {
    emitters: [
        emitter({ preset: 'magic', extents: [1.3, 0, 1.3], rateOverTime: 110 }),
        emitter({
            rateOverTime: 120, sprite: 'soft', shape: 'ring', extents: [1.3, 0.03, 1.3],
            lifetime: [0.5, 0.9], speed: 0, size: [0.16, 0.3], blend: 'premultiplied',
            color: [0.1, 0.5, 0.9, 0.6], alphaOverLife: [0, 0.7, 0],
        }),
        emitter({
            rateOverTime: 60, sprite: 'spark', shape: 'ring', extents: [0.75, 0.02, 0.75],
            lifetime: [0.4, 0.9], speed: [0.1, 0.4], size: [0.05, 0.12], blend: 'premultiplied',
            color: [0.5, 1.2, 2.2, 0.6], alphaOverLife: glow,
        }),
        emitter({
            rateOverTime: 5, sprite: 'soft', shape: 'disc', extents: [0.9, 0, 0.9],
            lifetime: [1.2, 2], speed: [0.25, 0.5], size: [0.9, 1.4], blend: 'additive',
            color: [0.03, 0.1, 0.22], alphaOverLife: [0, 1, 0],
        }),
    ],
});

/** Flames, embers, a column of smoke and the light on the ground around them. */
const campfire = effect('campfire', {
    emitters: [
        emitter({ preset: 'fire', rateOverTime: 95 }),
        emitter({
            preset: 'fire', rateOverTime: 40, extents: [0.14, 0, 0.14], size: [0.3, 0.5],
            speed: [1.4, 2.5], lifetime: [0.5, 0.95],
        }, [0, 0.1, 0]),
        emitter({ preset: 'embers', rateOverTime: 26 }, [0, 0.3, 0]),
        emitter({
            preset: 'smoke', rateOverTime: 13, lifetime: [3.5, 6], brightness: [0.5, 0.8],
        }, [0, 1.5, 0]),
        emitter({
            rateOverTime: 7, sprite: 'soft', lifetime: [0.4, 0.7], speed: 0, size: [3, 4.2],
            blend: 'additive', color: [0.2, 0.065, 0.012], alphaOverLife: [0, 0.6, 0],
        }, [0, 0.35, 0]),
    ],
});

/** Paper of every colour, shot up and fluttering down. */
const paper = (color, direction) => emitter({
    ...burst(46), sprite: 'square', direction, coneAngle: 0.42, speed: [6, 11],
    gravity: [0, -2.6, 0], drag: 1.6, lifetime: [2.6, 4.6], size: [0.1, 0.19],
    rotation: [-3.14, 3.14], spin: [-11, 11], turbulence: 0.3, turbulenceFrequency: 0.8,
    lighting: 0.35, color, brightness: [0.75, 1.3], alphaOverLife: [[0, 1], [0.85, 1], [1, 0]],
});
const confetti = effect('confetti', {
    emitters: [
        paper([0.95, 0.12, 0.2], [-0.15, 1, 0.05]), paper([1, 0.66, 0.05], [0.1, 1, -0.1]),
        paper([0.1, 0.6, 0.95], [0.15, 1, 0.1]), paper([0.25, 0.8, 0.25], [-0.05, 1, 0]),
        paper([0.75, 0.25, 0.9], [0, 1, 0.15]),
    ],
});

/** Autumn leaves carried along; wind blows toward +x. */
const leaf = (color) => emitter({
    rateOverTime: 14, prewarm: true, sprite: 'diamond', shape: 'box', extents: [5, 1.6, 2.5],
    lifetime: [4, 6.5], direction: [1, -0.1, 0], coneAngle: 0.35, speed: [1, 2.2],
    gravity: [0.25, -0.35, 0], drag: 0.35, turbulence: 0.55, turbulenceFrequency: 0.35,
    size: [0.14, 0.3], rotation: [-3.14, 3.14], spin: [-3.2, 3.2], lighting: 0.7, color,
    brightness: [0.7, 1.3], nearFade: 0.6, alphaOverLife: [[0, 0], [0.08, 1], [0.9, 1], [1, 0]],
}, [-3, 2.6, 0]);
const leavesInWind = effect('leavesInWind', {
    emitters: [leaf([0.75, 0.27, 0.05]), leaf([0.85, 0.52, 0.09]), leaf([0.5, 0.12, 0.04]),
        leaf([0.4, 0.36, 0.1])],
});

/** Streaks of rain with splashes where they meet the ground. */
const rain = effect('rain', {
    emitters: [
        emitter({
            preset: 'rain', color: [0.5, 0.56, 0.64], size: [0.016, 0.03], prewarm: true,
        }, [0, 6, 0]),
        emitter({
            rateOverTime: 420, sprite: 'ring', shape: 'box', extents: [8, 0, 8],
            lifetime: [0.18, 0.3], speed: 0, size: [0.1, 0.22], sizeOverLife: [0.2, 1],
            color: [0.5, 0.57, 0.65], alphaOverLife: [0.5, 0.25, 0], nearFade: 1,
        }, [0, 0.02, 0]),
        emitter({
            rateOverTime: 500, sprite: 'soft', shape: 'box', extents: [8, 0, 8],
            lifetime: [0.2, 0.34], coneAngle: 0.7, speed: [0.7, 1.5], gravity: [0, -9.8, 0],
            size: [0.02, 0.04], color: [0.8, 0.88, 0.96], alphaOverLife: [0.6, 0.5, 0],
            nearFade: 1,
        }, [0, 0.02, 0]),
    ],
});

const alone = (name, position = [0, 0, 0], rest = {}) => effect(name, {
    emitters: [emitter({ preset: name, ...rest }, position)],
});

/** By name, each the `definition` of a `createEffect`. */
export const effects = Object.freeze({
    sparks: alone('sparks', [0, 1, 0]),
    dust: alone('dust'),
    exhaust: alone('exhaust', [0, 1, 0]),
    smoke: alone('smoke'),
    campfire,
    embers: alone('embers'),
    snow: alone('snow', [0, 6, 0], { prewarm: true }),
    rain,
    fireflies: alone('fireflies', [0, 1.2, 0], { prewarm: true }),
    bubbles: alone('bubbles'),
    magicCircle,
    explosion,
    muzzleFlash,
    waterSplash,
    leavesInWind,
    confetti,
    portal,
});

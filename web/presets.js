// Looks to start from: plain options for `createEmitterStyle({ preset: 'sparks', ... })`. Options
// beside the preset's name go over its own. Colours are linear RGB; above 1 they glow. Sizes suit
// a scene of a few metres: what is larger or smaller scales with the transform.

const emitterStyle = {
    /** Hot metal flung from a point; good in bursts of 20 to 60. */
    sparks: {
        rateOverTime: 90, lifetime: [0.35, 1.1], coneAngle: 0.75, speed: [2.5, 7.5],
        gravity: [0, -9.8, 0], drag: 0.7, size: [0.06, 0.12], stretch: 0.05, sprite: 'spark',
        blend: 'premultiplied', brightness: [0.6, 1.5],
        colorOverLife: [
            [0, [2.6, 1.7, 0.7, 0.9]], [0.3, [1.9, 0.65, 0.08, 0.9]],
            [0.75, [0.9, 0.16, 0.01, 0.8]], [1, [0, 0, 0, 0]],
        ],
        sizeOverLife: [[0, 1], [1, 0.5]],
    },
    /** Pale earth stirred up by feet and wheels. */
    dust: {
        rateOverTime: 30, lifetime: [1.2, 2.6], shape: 'disc', extents: [0.4, 0, 0.4],
        coneAngle: 1.2, speed: [0.3, 1.3], gravity: [0, 0.12, 0], drag: 1.4, turbulence: 0.12,
        rotation: [-3.14, 3.14], spin: [-0.6, 0.6], size: [0.35, 0.8], sprite: 'smoke',
        color: [0.46, 0.37, 0.26], brightness: [0.85, 1.15], lighting: 0.8, nearFade: 0.8,
        sizeOverLife: [[0, 0.5], [0.3, 1.3], [1, 2.4]],
        alphaOverLife: [[0, 0], [0.12, 0.42], [0.5, 0.22], [1, 0]],
    },
    /** Thin grey gas blown out along +z, behind something that flies along -z. */
    exhaust: {
        rateOverTime: 70, lifetime: [0.6, 1.3], direction: [0, 0, 1], coneAngle: 0.12,
        speed: [2.5, 4], inheritVelocity: 0.2, gravity: [0, 0.5, 0], drag: 1.8,
        rotation: [-3.14, 3.14], spin: [-1.2, 1.2], size: [0.16, 0.26], sprite: 'smoke',
        brightness: [0.85, 1.15], lighting: 0.7, nearFade: 0.5,
        sizeOverLife: [[0, 0.5], [0.25, 1.3], [1, 3.4]],
        colorOverLife: [[0, [0.2, 0.19, 0.2]], [1, [0.42, 0.42, 0.44]]],
        alphaOverLife: [[0, 0], [0.08, 0.6], [0.4, 0.28], [1, 0]],
    },
    /** A soft column from a chimney or a wreck. */
    smoke: {
        rateOverTime: 26, lifetime: [3, 5.5], shape: 'disc', extents: [0.18, 0, 0.18],
        coneAngle: 0.22, speed: [0.9, 1.7], gravity: [0.12, 0.35, 0], drag: 0.45,
        turbulence: 0.3, turbulenceFrequency: 0.3, rotation: [-3.14, 3.14], spin: [-0.5, 0.5],
        size: [0.55, 0.95], sprite: 'smoke', brightness: [0.8, 1.2], lighting: 0.85,
        nearFade: 1, sort: true,
        sizeOverLife: [[0, 0.45], [0.3, 1.5], [1, 3.4]],
        colorOverLife: [[0, [0.1, 0.095, 0.09]], [0.4, [0.22, 0.215, 0.21]], [1, [0.4, 0.4, 0.4]]],
        alphaOverLife: [[0, 0], [0.08, 0.75], [0.4, 0.45], [1, 0]],
    },
    /** A camp fire: light first, then a breath of smoke. */
    fire: {
        rateOverTime: 80, lifetime: [0.55, 1.15], shape: 'disc', extents: [0.3, 0, 0.3],
        coneAngle: 0.12, speed: [0.9, 1.9], radialSpeed: [-0.45, -0.1], gravity: [0, 1.6, 0],
        drag: 0.6, turbulence: 0.09, turbulenceFrequency: 1.4, rotation: [-3.14, 3.14],
        spin: [-1.6, 1.6], size: [0.4, 0.7], sprite: 'smoke', blend: 'premultiplied',
        brightness: [0.8, 1.2], nearFade: 0.5,
        sizeOverLife: [[0, 0.55], [0.2, 1], [0.7, 0.7], [1, 0.35]],
        colorOverLife: [
            [0, [0.05, 0.02, 0.004, 0]], [0.15, [0.42, 0.19, 0.045, 0.4]],
            [0.4, [0.3, 0.065, 0.006, 0.4]], [0.75, [0.07, 0.006, 0.001, 0.35]], [1, [0, 0, 0, 0]],
        ],
    },
    /** Glowing flakes that dance above a fire. */
    embers: {
        rateOverTime: 22, lifetime: [1.8, 4], shape: 'disc', extents: [0.45, 0, 0.45],
        coneAngle: 0.35, speed: [0.5, 1.6], gravity: [0, 0.7, 0], drag: 0.7, turbulence: 0.4,
        turbulenceFrequency: 0.45, size: [0.04, 0.085], stretch: 0.012, sprite: 'spark',
        blend: 'premultiplied', brightness: [0.4, 1.6],
        colorOverLife: [
            [0, [0, 0, 0, 0]], [0.06, [2.4, 1, 0.15, 0.8]], [0.4, [1.3, 0.3, 0.02, 0.7]],
            [0.5, [1.9, 0.42, 0.03, 0.8]], [0.7, [0.6, 0.06, 0.005, 0.6]],
            [0.78, [0.9, 0.08, 0.006, 0.6]], [1, [0, 0, 0, 0]],
        ],
    },
    /** A flurry in a box of 16 by 16 m; keep its transform above the camera. */
    snow: {
        rateOverTime: 320, lifetime: [5.5, 7], shape: 'box', extents: [8, 0.4, 8],
        direction: [0, -1, 0], coneAngle: 0.25, speed: [0.9, 1.3], gravity: [0.15, -1.2, 0.05],
        drag: 1, turbulence: 0.35, turbulenceFrequency: 0.3, rotation: [-3.14, 3.14],
        spin: [-1.2, 1.2], size: [0.045, 0.1], sprite: 'flake', color: [0.95, 0.97, 1],
        nearFade: 1.2, alphaOverLife: [[0, 0], [0.08, 0.95], [0.85, 0.95], [1, 0]],
    },
    /** Streaks in a box of 16 by 16 m; keep its transform 6 m above the ground. */
    rain: {
        rateOverTime: 900, lifetime: [0.62, 0.7], shape: 'box', extents: [8, 0.5, 8],
        direction: [0.06, -1, 0], coneAngle: 0.015, speed: [8.5, 10], size: [0.011, 0.02],
        stretch: 0.045, sprite: 'soft', color: [0.8, 0.86, 0.94], nearFade: 1,
        alphaOverLife: [[0, 0], [0.1, 0.65], [0.9, 0.65], [1, 0]],
    },
    /** Lights that drift and blink over a meadow. */
    fireflies: {
        rateOverTime: 7, lifetime: [4.5, 8], shape: 'box', extents: [4, 0.8, 4],
        coneAngle: 3.14, speed: [0.05, 0.25], turbulence: 0.7, turbulenceFrequency: 0.2,
        size: [0.16, 0.28], sprite: 'spark', blend: 'premultiplied', brightness: [0.7, 1.3],
        colorOverLife: [
            [0, [0, 0, 0, 0]], [0.1, [0.05, 0.1, 0.01, 0.1]], [0.16, [0.75, 1.5, 0.12, 0.6]],
            [0.28, [0.04, 0.08, 0.01, 0.1]], [0.42, [0.03, 0.06, 0.01, 0.1]],
            [0.5, [0.75, 1.5, 0.12, 0.6]], [0.62, [0.05, 0.1, 0.01, 0.1]],
            [0.74, [0.03, 0.06, 0.01, 0.1]], [0.82, [0.75, 1.5, 0.12, 0.6]],
            [0.92, [0.05, 0.1, 0.01, 0.1]], [1, [0, 0, 0, 0]],
        ],
    },
    /** A rising ring of motes around something enchanted. */
    magic: {
        rateOverTime: 75, lifetime: [0.9, 2], shape: 'disc', extents: [0.7, 0, 0.7], surface: true,
        coneAngle: 0.25, speed: [0.5, 1.3], radialSpeed: [-0.45, 0], drag: 0.5, turbulence: 0.16,
        turbulenceFrequency: 0.9, size: [0.07, 0.2], sprite: 'spark', blend: 'premultiplied',
        brightness: [0.5, 1.4],
        colorOverLife: [
            [0, [0, 0, 0, 0]], [0.1, [0.25, 1.5, 2.4, 0.7]], [0.5, [0.45, 0.4, 2.4, 0.7]],
            [0.8, [0.9, 0.12, 1.1, 0.6]], [1, [0, 0, 0, 0]],
        ],
        sizeOverLife: [[0, 0.3], [0.15, 1], [1, 0.15]],
    },
    /** A ball of fire that turns to smoke: `burst(60)`. */
    explosion: {
        rateOverTime: 0, lifetime: [0.9, 2.2], shape: 'sphere', extents: [0.35, 0.35, 0.35],
        coneAngle: 3.1415, speed: [0.2, 1], radialSpeed: [1.5, 7.5], gravity: [0, 0.7, 0],
        drag: 3.4, rotation: [-3.14, 3.14], spin: [-1, 1], size: [0.8, 1.5], sprite: 'smoke',
        blend: 'premultiplied', brightness: [0.75, 1.25], nearFade: 1,
        sizeOverLife: [[0, 0.35], [0.12, 0.95], [1, 1.7]],
        colorOverLife: [
            [0, [3, 2.1, 1, 0.5]], [0.08, [0.9, 0.36, 0.06, 0.6]],
            [0.22, [0.28, 0.05, 0.006, 0.75]], [0.4, [0.02, 0.008, 0.005, 0.75]],
            [0.7, [0.008, 0.0075, 0.007, 0.45]], [1, [0, 0, 0, 0]],
        ],
    },
    /** Water thrown up by a stone: `burst(150)`. */
    splash: {
        rateOverTime: 0, lifetime: [0.5, 1.15], shape: 'disc', extents: [0.22, 0, 0.22],
        coneAngle: 0.4, speed: [1.2, 5], radialSpeed: [0.1, 1.4], gravity: [0, -9.8, 0],
        drag: 0.4, size: [0.035, 0.12], stretch: 0.022, sprite: 'soft', brightness: [0.75, 1.25],
        color: [0.7, 0.85, 0.96],
        sizeOverLife: [[0, 0.6], [0.25, 1], [1, 0.45]],
        alphaOverLife: [[0, 0.95], [0.6, 0.8], [1, 0]],
    },
    /** Rings that wobble upward in water. */
    bubbles: {
        rateOverTime: 16, lifetime: [1.8, 3.4], shape: 'disc', extents: [0.4, 0, 0.4],
        coneAngle: 0.3, speed: [0.3, 0.7], gravity: [0, 0.9, 0], drag: 1, turbulence: 0.12,
        turbulenceFrequency: 1.1, size: [0.04, 0.14], sprite: 'ring', color: [0.7, 0.9, 1],
        brightness: [0.8, 1.2],
        sizeOverLife: [[0, 0.4], [0.2, 0.9], [1, 1.15]],
        alphaOverLife: [[0, 0], [0.1, 0.7], [0.9, 0.6], [1, 0]],
    },
};

for (const preset of Object.values(emitterStyle)) Object.freeze(preset);

/** By kind of style, then by name. */
export const presets = Object.freeze({ emitterStyle: Object.freeze(emitterStyle) });

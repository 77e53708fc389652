// Ribbons: four looks on one path each. A trail needs a style, a transform and nothing else.

import { createStage } from './stage.js';

const { fx, run } = await createStage({
    sky: 'night',
    orbit: { target: [0, 2, 0], distance: 12.5, pitch: 0.22 },
});

const styles = [
    // A comet: hot and thin at the head, wide and cool behind.
    {
        lifetime: 1.6,
        width: 0.9,
        color: [1.6, 1.6, 1.6, 1],
        colorOverLength: ['#fff4d0', '#ffb02e', '#ff5500', '#40100000'],
        widthOverLength: [0.35, 1, 0.8, 0.2],
        blend: 'additive',
        softness: 1,
    },
    // A silk ribbon: crisp edges, alpha blended.
    {
        lifetime: 2.2,
        width: 0.6,
        colorOverLength: ['#9fe8ff', '#3d7bff', '#5b2bd9'],
        widthOverLength: [0.05, 1, 0.7],
        softness: 0.12,
        fadeMode: 'width',
    },
    // A contrail: thin at birth, spreading and fading with age.
    {
        lifetime: 3,
        width: 0.16,
        color: '#ffffff',
        alphaOverAge: [0, 0.8, 0.35, 0],
        widthOverAge: [1, 2.5, 5],
        softness: 1,
    },
    // A wisp: green light, doubled below.
    {
        lifetime: 1.8,
        width: 0.28,
        color: [0.5, 1.8, 0.9, 1],
        colorOverAge: ['#d8ffe0', '#38f59a', '#00805000'],
        blend: 'additive',
        softness: 1,
    },
];

const ribbons = [];
styles.forEach((look, kind) => {
    const style = fx.createTrailStyle({ maxPoints: 256, maxTrails: 3, ...look });
    for (let i = 0; i < 3; i++) {
        ribbons.push({ trail: fx.createTrail(style), kind, phase: i * 2.1 + kind * 1.3 });
    }
});

run((dt, time) => {
    for (const { trail, kind, phase } of ribbons) {
        const t = time * (1.15 - kind * 0.12) + phase;
        const radius = 3 + kind * 0.9;
        trail.transform.set(
            Math.cos(t) * radius + Math.sin(t * 2.3 + phase) * 0.8,
            2.2 + Math.sin(t * 1.7 + phase * 2) * 1.9,
            Math.sin(t) * radius + Math.cos(t * 1.9) * 0.8,
        );
    }
});

// The courier's aeroplane: a few lofted sections, flat-shaded. Nose toward -Z, metres.

import { facesMesh } from '../scenery.js';

const red = [0.62, 0.06, 0.04];
const cream = [0.78, 0.7, 0.52];
const dark = [0.03, 0.035, 0.04];
const glass = [0.12, 0.2, 0.26];

// z, half width, bottom, top
const fuselage = [
    [-2.7, 0.34, -0.36, 0.3],
    [-2.2, 0.5, -0.5, 0.46],
    [-0.6, 0.56, -0.56, 0.6],
    [1.0, 0.42, -0.38, 0.46],
    [3.4, 0.12, 0.06, 0.34],
];

function ring([z, half, bottom, top]) {
    const bevel = half * 0.45;
    return [
        [-half + bevel, bottom, z], [half - bevel, bottom, z],
        [half, bottom + bevel, z], [half, top - bevel, z],
        [half - bevel, top, z], [-half + bevel, top, z],
        [-half, top - bevel, z], [-half, bottom + bevel, z],
    ];
}

function loft(sections, color) {
    const rings = sections.map(ring);
    const faces = [];
    for (let i = 1; i < rings.length; i++) {
        for (let k = 0; k < 8; k++) {
            const next = (k + 1) % 8;
            faces.push([color, [rings[i - 1][k], rings[i - 1][next], rings[i][next], rings[i][k]]]);
        }
    }
    faces.push([dark, [...rings[0]].reverse()], [color, rings.at(-1)]);
    return faces;
}

/** A slab with a thick leading edge: corners given for the right side, mirrored for the left. */
function wing(root, tip, y, rise, thickness, color) {
    const sides = [1, -1].map((side) => {
        const corner = ([x, z], up, lift) => [x * side, y + up + lift, z];
        const top = [
            corner([0, root[0]], thickness, 0), corner([tip[0], tip[1]], thickness * 0.6, rise),
            corner([tip[0], tip[2]], 0, rise), corner([0, root[1]], 0, 0),
        ];
        const bottom = [
            corner([0, root[0]], -thickness, 0), corner([tip[0], tip[1]], -thickness * 0.6, rise),
            corner([tip[0], tip[2]], 0, rise), corner([0, root[1]], 0, 0),
        ];
        const front = [bottom[0], bottom[1], top[1], top[0]];
        const cap = [top[1], bottom[1], top[2]];
        const faces = [[color, [...top].reverse()], [color, bottom], [color, front], [color, cap]];
        return side > 0 ? faces : faces.map(([c, corners]) => [c, [...corners].reverse()]);
    });
    return sides.flat();
}

const fin = [
    [red, [[0.06, 0.3, 2.3], [0.04, 0.28, 3.5], [0.03, 1.45, 3.6], [0.03, 1.4, 3.05]]],
    [red, [[-0.06, 0.3, 2.3], [-0.03, 1.4, 3.05], [-0.03, 1.45, 3.6], [-0.04, 0.28, 3.5]]],
    [cream, [[-0.06, 0.3, 2.3], [0.06, 0.3, 2.3], [0.03, 1.4, 3.05], [-0.03, 1.4, 3.05]]],
];

const canopy = [
    [-1.5, 0.26, 0.4, 0.62],
    [-0.9, 0.34, 0.4, 0.98],
    [0.1, 0.32, 0.4, 0.96],
    [0.9, 0.16, 0.35, 0.55],
];

export const wingtips = [[4.9, 0.62, -0.25], [-4.9, 0.62, -0.25]];
export const exhaust = [0.5, -0.42, -1.7];

export function planeMesh() {
    return facesMesh([
        ...loft(fuselage, red),
        ...loft(canopy, glass),
        ...wing([-1.35, 0.55], [4.9, -0.85, 0.3], 0.12, 0.5, 0.13, cream),
        ...wing([2.55, 3.4], [1.75, 2.8, 3.4], 0.25, 0.06, 0.05, cream),
        ...fin,
    ]);
}

/** Two blades; spun by the page. */
export function propellerMesh() {
    const blade = (side) => [
        [dark, [
            [0.09 * side, 0, 0], [0.14 * side, 1.15 * side, 0.02],
            [-0.1 * side, 1.15 * side, -0.02], [-0.09 * side, 0, 0],
        ]],
        [dark, [
            [-0.09 * side, 0, 0], [-0.1 * side, 1.15 * side, -0.02],
            [0.14 * side, 1.15 * side, 0.02], [0.09 * side, 0, 0],
        ]],
    ];
    return facesMesh([...blade(1), ...blade(-1)]);
}

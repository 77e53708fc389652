// The few solids of the examples, for `Scenery.addMesh`. Metres, linear colours.

import { facesMesh } from './scenery.js';

/** A box around the origin; `size` is [x, y, z], `at` its middle. */
export function boxFaces([x, y, z], color, at = [0, 0, 0]) {
    const corner = (i, j, k) => [at[0] + (i * x) / 2, at[1] + (j * y) / 2, at[2] + (k * z) / 2];
    const side = (axis, sign) => {
        const turn = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
        const corners = turn.map(([a, b]) => {
            const signs = [0, 0, 0];
            signs[axis] = sign;
            signs[(axis + 1) % 3] = a;
            signs[(axis + 2) % 3] = b;
            return corner(...signs);
        });
        return [color, sign > 0 ? corners : corners.reverse()];
    };
    return [0, 1, 2].flatMap((axis) => [side(axis, 1), side(axis, -1)]);
}

/** A body of revolution about Y: `profile` is a list of [radius, height] from below. */
export function latheFaces(profile, color, sides = 16) {
    const ring = ([radius, y]) => Array.from({ length: sides }, (_, i) => {
        const angle = (i / sides) * 2 * Math.PI;
        return [radius * Math.sin(angle), y, radius * Math.cos(angle)];
    });
    const faces = [];
    for (let i = 1; i < profile.length; i++) {
        const [below, above] = [ring(profile[i - 1]), ring(profile[i])];
        for (let k = 0; k < sides; k++) {
            const next = (k + 1) % sides;
            const corners = [below[k], below[next], above[next], above[k]];
            faces.push([color, profile[i][0] > 0 ? corners : corners.slice(0, 3)]);
        }
    }
    return faces;
}

/** A ball around the origin. */
export function ballFaces(radius, color, sides = 16) {
    const rings = sides / 2;
    const profile = Array.from({ length: rings + 1 }, (_, i) => {
        const angle = (i / rings) * Math.PI;
        return [radius * Math.sin(angle), -radius * Math.cos(angle)];
    });
    profile[0][0] = 1e-3;
    profile[rings][0] = 0;
    return latheFaces(profile, color, sides);
}

/** Adds faces to a scene. */
export function addFaces(scenery, faces, options) {
    const { vertices, indices } = facesMesh(faces);
    return scenery.addMesh(vertices, indices, options);
}

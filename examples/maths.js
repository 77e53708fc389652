// The few matrices and vectors that the examples need. Column-major, right-handed, Y up.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const normalize = (a) => scale(a, 1 / (length(a) || 1));
export const mix = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t);
export const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

export function perspective(fovY, aspect, near, far) {
    const f = 1 / Math.tan(fovY / 2);
    return Float32Array.of(
        f / aspect, 0, 0, 0, 0, f, 0, 0,
        0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0,
    );
}

export function lookAt(eye, target, up = [0, 1, 0]) {
    const back = normalize(subtract(eye, target));
    const right = normalize(cross(up, back));
    const over = cross(back, right);
    return Float32Array.of(
        right[0], over[0], back[0], 0,
        right[1], over[1], back[1], 0,
        right[2], over[2], back[2], 0,
        -dot(right, eye), -dot(over, eye), -dot(back, eye), 1,
    );
}

export function multiply(a, b) {
    const out = new Float32Array(16);
    for (let column = 0; column < 4; column++) {
        for (let row = 0; row < 4; row++) {
            for (let k = 0; k < 4; k++) {
                out[column * 4 + row] += a[k * 4 + row] * b[column * 4 + k];
            }
        }
    }
    return out;
}

/** Where a point is on the screen, -1..1 right and up, and its depth (0 or less: behind). */
export function project(matrix, [x, y, z]) {
    const row = (i) => matrix[i] * x + matrix[i + 4] * y + matrix[i + 8] * z + matrix[i + 12];
    const depth = row(3);
    return [row(0) / depth, row(1) / depth, depth];
}

/** A quaternion from a rotation about Y (yaw), then X (pitch), then Z (roll), in radians. */
export function quaternion(yaw, pitch, roll) {
    const [sy, cy] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
    const [sx, cx] = [Math.sin(pitch / 2), Math.cos(pitch / 2)];
    const [sz, cz] = [Math.sin(roll / 2), Math.cos(roll / 2)];
    return {
        x: cy * sx * cz + sy * cx * sz,
        y: sy * cx * cz - cy * sx * sz,
        z: cy * cx * sz - sy * sx * cz,
        w: cy * cx * cz + sy * sx * sz,
    };
}

export function rotate({ x, y, z, w }, v) {
    const t = scale(cross([x, y, z], v), 2);
    return add(add(v, scale(t, w)), cross([x, y, z], t));
}

/** A seeded random stream, so that a page looks the same on every visit. */
export function randomFrom(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

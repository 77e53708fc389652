// What benchmarks share, in a page or not: a camera that moves, quantiles over frames.

/** A camera that circles the origin; `still` stands. */
export function cameraAt(frame, { radius = 40, height = 12, still = false } = {}) {
    const angle = still ? 0 : frame * 0.01;
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    const pitch = Math.atan2(height, radius);
    const [sp, cp] = [Math.sin(pitch), Math.cos(pitch)];
    const view = Float32Array.of(
        c, s * sp, s * cp, 0, 0, cp, -sp, 0, -s, c * sp, c * cp, 0,
        0, 0, -Math.hypot(radius, height), 1,
    );
    const f = 1 / Math.tan(0.5);
    const projection = Float32Array.of(
        f / (16 / 9), 0, 0, 0, 0, f, 0, 0, 0, 0, -1.0002, -1, 0, 0, -0.20002, 0,
    );
    return { view, projection };
}

export const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)];

// The woods that the benchmarks of forests share: six species of four variants each, the cameras,
// and trees as a game hands them in, many at a time.

export const densityOfTrees = 0.01; // a square metre
export const sixSpecies = ['oak', 'beech', 'birch', 'maple', 'spruce', 'pine'];

// Trees of few triangles: what the main thread does is the same, and software draws them in time.
export const thinTrees = { limbs: 3, branches: 1, twigs: 0 };

/**
 * `count` trees of `variants` a species, planted around the origin and seen for 600 m. `tree` is
 * what all species have besides.
 */
export function openWoods(kit, { count, room = 0, variants = 4, tree = {}, ...options }) {
    const forest = kit.createForest({
        species: sixSpecies.map((preset, i) => ({ preset, variants, seed: 10 * i + 1, ...tree })),
        maxTrees: count + room,
        maxDistance: 600,
        ...options,
    });
    const half = Math.sqrt(count / densityOfTrees) / 2;
    forest.scatter({ area: [-half, -half, half, half], count, minDistance: 3, seed: 7, patchiness: 0 });
    forest.bake();
    return forest;
}

/** 13 numbers for each of `count` trees in rows, beside the woods. */
export function moreTrees(count, variants = 24) {
    const floats = new Float32Array(13 * count);
    for (let i = 0; i < count; i++) {
        const [x, z] = [3000 + (i % 100) * 7, Math.floor(i / 100) * 7];
        floats.set([x, 0, z, i, 1, i % variants, 1, 0, 0, 0, 1, 1, 1], 13 * i);
    }
    return floats;
}

const projection = (() => {
    const f = 1 / Math.tan(0.5);
    return Float32Array.of(f / (16 / 9), 0, 0, 0, 0, f, 0, 0, 0, 0, -1.0002, -1, 0, 0, -0.20002, 0);
})();

function lookFrom([x, y, z], yaw, pitch) {
    const [s, c, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
    const rows = [[c, 0, -s], [s * sp, cp, c * sp], [s * cp, -sp, c * cp]];
    const view = new Float32Array(16);
    rows.forEach((row, r) => {
        row.forEach((value, k) => { view[4 * k + r] = value; });
        view[12 + r] = -(row[0] * x + row[1] * y + row[2] * z);
    });
    view[15] = 1;
    return { view, projection, viewport: [0, 0, 1280, 720] };
}

/** Cameras by frame: through the woods at 12 m/s on a winding way, resting, or looking away. */
export const cameras = {
    moving: (frame) => {
        const t = frame / 60;
        const place = [120 * Math.sin(t * 0.1), 6 + 4 * Math.sin(t * 0.4), 120 * Math.cos(t * 0.1)];
        return lookFrom(place, t * 0.6, 0.05 * Math.sin(t));
    },
    still: () => lookFrom([0, 6, 0], 0.4, 0),
    away: (frame) => lookFrom([0, 900, 0], frame * 0.01, -0.9),
};

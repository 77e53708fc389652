// The rolling land of the forest scenes: its height and its colour.

/** Side of a cell of the land's mesh, metres. */
export const LAND_STEP = 16;

function rolling(x, z) {
    return (
        14 * Math.sin(x * 0.0061 + 1.2) * Math.cos(z * 0.0053) +
        6 * Math.sin(x * 0.017 + z * 0.011) +
        1.6 * Math.sin(x * 0.051) * Math.sin(z * 0.043)
    );
}

/** Height of the mesh, whose cells are two triangles each, so that nothing stands above it. */
export function hills(x, z) {
    const [column, row] = [Math.floor(x / LAND_STEP), Math.floor(z / LAND_STEP)];
    const [u, v] = [x / LAND_STEP - column, z / LAND_STEP - row];
    const corner = (i, j) => rolling((column + i) * LAND_STEP, (row + j) * LAND_STEP);
    const [east, south] = [corner(1, 0), corner(0, 1)];
    if (u + v < 1) return corner(0, 0) * (1 - u - v) + east * u + south * v;
    return corner(1, 1) * (u + v - 1) + east * (1 - v) + south * (1 - u);
}

export function landColor(x, z, y) {
    const dry = Math.min(Math.max((y + 6) / 26, 0), 1);
    return [0.052 + 0.075 * dry, 0.095 + 0.035 * dry, 0.026 + 0.02 * dry];
}

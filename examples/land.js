// The rolling land of the forest scenes: its height and its colour.

export function hills(x, z) {
    return (
        14 * Math.sin(x * 0.0061 + 1.2) * Math.cos(z * 0.0053) +
        6 * Math.sin(x * 0.017 + z * 0.011) +
        1.6 * Math.sin(x * 0.051) * Math.sin(z * 0.043)
    );
}

export function landColor(x, z, y) {
    const dry = Math.min(Math.max((y + 6) / 26, 0), 1);
    return [0.052 + 0.075 * dry, 0.095 + 0.035 * dry, 0.026 + 0.02 * dry];
}

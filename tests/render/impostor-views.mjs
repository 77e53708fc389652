// How well impostors stand for their meshes at the size where they take over, from many sides.
import * as likeness from './likeness.mjs';

/** Between the rings of pictures as well as near them, in degrees. */
export const elevations = [2, 8, 14, 20, 26, 32, 38, 45, 52, 60, 70, 82];

/** Every elevation from `count` yaws of its own, none that of a picture. */
export const viewsAround = (count) => elevations.flatMap((elevation, i) =>
    Array.from({ length: count }, (_, k) => ({ elevation, yaw: 31.7 * (i + 1) + (k * 360) / count })));

/**
 * Rows { yaw, elevation, ssim, overlap, coverage, color, eightYaws } of a tree 64 pixels high. The
 * truth is the finest mesh with 16 samples a pixel, averaged as a multisampled canvas does.
 * `eightYaws` is the SSIM of the nearest of eight such pictures around the tree, taken from 10
 * degrees above: what a plain card shows.
 */
export async function compareImpostor(stage, { species, views, frames = 12, size = 64 }) {
    const pictures = await stage.run(async (tools, [preset, angles, impostorFrames, impostorSize]) => {
        const { openForest, orbit } = await import('/tests/render/forest-page.js');
        const mesh = await openForest(tools,
            { as: 'mesh', species: [preset], size: [448, 448], antialias: false });
        const impostor = await openForest(tools, { as: 'impostor', species: [preset],
            size: [112, 112], frames: impostorFrames, impostorSize });
        const { height } = mesh.forest.tree(mesh.forest.ids[0]);
        const target = [0, height / 2, 0];
        const truthAt = (yaw, elevation) => mesh.look({ eye: orbit(target, height * 16, yaw, elevation),
            target, pixelsPerMetre: 256 / height, clearAlpha: 0 });
        const cards = new Map();
        const cardAt = (yaw) => {
            const nearest = (Math.round(yaw / 45) * 45) % 360;
            if (!cards.has(nearest)) cards.set(nearest, truthAt(nearest, 10));
            return cards.get(nearest);
        };
        return angles.map(({ yaw, elevation }) => {
            const eye = orbit(target, height * 16, yaw, elevation);
            const [black, white] = [0, 1].map((background) =>
                impostor.look({ eye, target, pixelsPerMetre: 64 / height, background }));
            return { truth: truthAt(yaw, elevation), card: cardAt(yaw), black, white };
        });
    }, [species, views, frames, size]);
    return pictures.map(({ truth, card, black, white }, i) => {
        const real = likeness.shrink(truth, 4);
        return {
            ...views[i],
            ...likeness.compare(real, likeness.matte(black, white)),
            eightYaws: likeness.compare(real, likeness.shrink(card, 4)).ssim,
        };
    });
}

/** { mean, low, high, fifth (percentile) } of one number of the rows. */
export function spread(rows, key) {
    const values = rows.map((row) => row[key]).sort((a, b) => a - b);
    return {
        mean: values.reduce((sum, value) => sum + value) / values.length,
        low: values[0],
        high: values.at(-1),
        fifth: values[Math.floor(0.05 * values.length)],
    };
}

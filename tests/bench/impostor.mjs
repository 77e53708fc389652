// Impostors beside their meshes at 64 pixels, by species: what the pictures are worth.
import { compareImpostor, spread, viewsAround } from '../render/impostor-views.mjs';
import { Stage } from '../render/stage.mjs';

const YAWS = 2; // at each of twelve elevations
const trees = ['oak', 'maple', 'japaneseMaple', 'birch', 'aspen', 'beech', 'cherry', 'apple', 'willow',
    'poplar', 'pine', 'spruce', 'cypress', 'palm', 'baobab', 'acacia', 'bonsai', 'deadTree',
    'eucalyptus', 'bamboo'];

function rowOf(species, rows) {
    const [ssim, overlap, coverage, color, card] =
        ['ssim', 'overlap', 'coverage', 'color', 'eightYaws'].map((key) => spread(rows, key));
    return {
        species,
        'SSIM': ssim.mean,
        'fifth percentile': ssim.fifth,
        'worst SSIM': ssim.low,
        'overlap': overlap.mean,
        'worst overlap': overlap.low,
        'coverage': coverage.mean,
        'worst coverage': Math.max(1 - coverage.low, coverage.high - 1),
        'colour off by': color.mean,
        'worst colour': color.high,
        'SSIM of eight yaws': card.mean,
        'least lead over them': Math.min(...rows.map((row) => row.ssim - row.eightYaws)),
    };
}

export default async function bench() {
    const stage = await Stage.open();
    try {
        const table = [];
        for (const species of trees) {
            table.push(rowOf(species, await compareImpostor(stage, { species, views: viewsAround(YAWS) })));
        }
        return table;
    } finally {
        await stage.close();
    }
}

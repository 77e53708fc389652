// The woods of the forest scenes: species that grow together, scattered from a seed, and ferns,
// bushes and grass under them. `?trees=2000&pictures=4` makes a scene small enough for slow
// machines: fewer trees, impostors of 4 x 4 pictures.

import { hills, LAND_STEP, landColor } from './land.js';
import { landMesh } from './scenery.js';
import { seed } from './stage.js';

const query = new URLSearchParams(location.search);
/** Pictures a side of the grid of an impostor: `?pictures=`. */
export const pictures = Number(query.get('pictures') ?? 10);

/** Trees that a scene is to have: `?trees=`, or as the scene says. */
export const treeCount = (usual) => Number(query.get('trees') ?? usual);

export const mixedWoods = ['oak', 'beech', 'birch', 'maple', 'spruce', 'pine'];

/** Rolling land that is as large as it takes to hide its edge in the haze. */
export function addLand(scenery, size = 2600) {
    const cells = 2 * Math.ceil(size / (2 * LAND_STEP));
    const land = landMesh(cells * LAND_STEP, cells, hills, landColor);
    scenery.addMesh(land.vertices, land.indices, { grain: 1 });
}

/**
 * A picture waits for its impostors, which takes seconds where software draws; a visitor sees
 * coarse meshes for the moment that baking takes, a few pictures a frame.
 */
export function showImpostors(forest) {
    if (query.has('frame')) forest.bake();
}

/** `count` trees on a square whose half side is `reach` metres; `rest` goes to the scatter. */
export function plantWoods(fx, { count, reach, species = mixedWoods, options = {}, ...rest }) {
    const forest = fx.createForest({
        species: species.map((preset) => ({ preset, seed })),
        maxTrees: Math.max(count, 16),
        impostorFrames: pictures,
        ...options,
    });
    forest.scatter({
        area: [-reach, -reach, reach, reach],
        count,
        minDistance: 3.2,
        scale: [0.6, 1.15],
        patchiness: 0.3,
        patchSize: 110,
        mixing: 0.45,
        seed,
        height: hills,
        ...rest,
    });
    showImpostors(forest);
    return forest;
}

const undergrowth = [
    { preset: 'tallGrass', variants: 2, maxDistance: 45 },
    { preset: 'fern', maxDistance: 60 },
    { preset: 'bush', maxDistance: 80, height: 1.2 },
].map((one) => ({ ...one, seed, impostors: false, shadows: false }));

/**
 * Grass, ferns and bushes in the pool of a forest: meshes of a short reach, densest where `density`
 * (x, z) says; only grass grows on `paths`. The forest needs room for them (maxTrees).
 */
export function plantUndergrowth(forest, { count, area, density, paths }) {
    const firstSpecies = forest.species.length;
    for (const species of undergrowth) forest.addSpecies(species);
    const common = { area, density, height: hills, patchiness: 0, sink: 0.5 };
    const many = Math.round(0.9 * count);
    forest.scatter({ ...common, count: many, minDistance: 0.35, scale: [0.45, 0.9], seed: seed + 1,
        firstSpecies, speciesCount: 1 });
    forest.scatter({ ...common, count: count - many, minDistance: 0.9, scale: [0.5, 1], paths,
        mixing: 0.2, patchSize: 12, seed: seed + 2, firstSpecies: firstSpecies + 1 });
}

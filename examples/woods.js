// The woods of the forest scenes: species that grow together, scattered from a seed, and ferns,
// bushes and grass under them. `?trees=2000&pictures=4` makes a scene small enough for slow
// machines: fewer trees, impostors of 4 x 4 pictures.

import { hills, landColor } from './land.js';
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
    const land = landMesh(size, 170, hills, landColor);
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

/** Ferns, bushes and grass. They are small on the screen early on: no impostors, a short reach. */
export function plantUndergrowth(fx, { count, reach, ...rest }) {
    const undergrowth = fx.createForest({
        species: ['fern', 'bush', 'tallGrass'].map((preset) => ({ preset, seed })),
        maxTrees: Math.max(count, 16),
        cellSize: 16,
        level1Pixels: 150,
        level2Pixels: 70,
        impostorPixels: 8,
        impostorFrames: 3,
        impostorSize: 16,
        maxDistance: 70,
    });
    undergrowth.scatter({
        area: [-reach, -reach, reach, reach],
        count,
        minDistance: 0.7,
        scale: [0.5, 1],
        patchSize: 9,
        mixing: 0.2,
        seed: seed + 1,
        height: hills,
        ...rest,
    });
    return undergrowth;
}

// What a game says of its camera.

import { isNumberList, refuseValue } from './options.js';

function checkMatrix(name, matrix) {
    let numbers = 0;
    if (matrix?.length === 16) {
        while (numbers < 16 && typeof matrix[numbers] === 'number') numbers++;
    }
    if (numbers !== 16) refuseValue(name, matrix, '16 numbers, column-major');
}

/** The camera of a call, or throws an InvalidDefError that names the call and what is wrong. */
export function checkCamera(call, camera) {
    if (camera === null || typeof camera !== 'object') {
        refuseValue(`${call}: camera`, camera, '{ view, projection }');
    }
    checkMatrix(`${call}: view`, camera.view);
    checkMatrix(`${call}: projection`, camera.projection);
    const { viewport } = camera;
    const isRectangle = viewport === undefined || (isNumberList(viewport, 4) &&
        Array.from(viewport).every(Number.isInteger) && viewport[2] > 0 && viewport[3] > 0);
    if (!isRectangle) {
        refuseValue(`${call}: viewport`, viewport, '[x, y, width, height] in whole pixels');
    }
    return camera;
}

/** Where a camera is on the ground: x, z, written to `out` if there is one. */
export function placeOf(view, out) {
    const place = out ?? [0, 0];
    for (let i = 0; i < 2; i++) {
        const axis = 8 * i;
        place[i] = -(view[axis] * view[12] + view[axis + 1] * view[13] + view[axis + 2] * view[14]);
    }
    return place;
}

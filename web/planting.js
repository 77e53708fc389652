// Trees as a game says them -> the numbers that the core takes.

import { checkOptions, isNumberList, refuseValue } from './options.js';

/** Numbers of a tree in the core: see ww_plantForest. */
export const PLANT_FLOATS = 13;

// Where each of them is, and what is taken where a game says nothing.
const single = { yaw: 3, scale: 4, variant: 5, age: 6, season: 7 };
const defaults = [0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1];
const known = ['position', ...Object.keys(single), 'lean', 'tint'];

/** Writes one tree over 13 numbers from `at` on; what it leaves out stays. */
export function writeTree(name, floats, at, tree) {
    const { position, lean, tint, ...rest } = checkOptions(name, tree, known);
    const lists = { position: [position, 3, 0], lean: [lean, 2, 8], tint: [tint, 3, 10] };
    for (const [key, [value, length, place]] of Object.entries(lists)) {
        if (value === undefined && key !== 'position') continue;
        if (!isNumberList(value, length)) {
            refuseValue(`${name}: ${key}`, value, length === 2 ? '[x, z]' : '3 numbers');
        }
        floats.set(value, at + place);
    }
    for (const [key, value] of Object.entries(rest)) {
        if (value === undefined) continue;
        if (typeof value !== 'number') refuseValue(`${name}: ${key}`, value, 'a number');
        floats[at + single[key]] = value;
    }
}

function fill(floats, count) {
    for (let i = 0; i < count; i++) floats.set(defaults, i * PLANT_FLOATS);
}

/** `[{ position, yaw, scale, variant, ... }]` -> 13 numbers a tree. */
export function treesFromObjects(trees) {
    const floats = new Float32Array(trees.length * PLANT_FLOATS);
    fill(floats, trees.length);
    for (let i = 0; i < trees.length; i++) {
        writeTree(`plant: tree ${i}`, floats, i * PLANT_FLOATS, trees[i]);
    }
    return floats;
}

/** `stride` numbers a tree in the order of the core, 6 to 13 -> all 13 of them. */
export function treesFromNumbers(list, stride) {
    const count = list.length / stride;
    const isTyped = list instanceof Float32Array || list instanceof Float64Array;
    if (!Number.isInteger(count) || !(isTyped || isNumberList(list, list.length))) {
        refuseValue('plant: trees', list, `${stride} numbers for each tree`);
    }
    if (stride === PLANT_FLOATS && list instanceof Float32Array) return list;
    const floats = new Float32Array(count * PLANT_FLOATS);
    for (let i = 0, from = 0, to = 0; i < count; i++) {
        for (let k = 0; k < stride; k++) floats[to++] = list[from++];
        for (let k = stride; k < PLANT_FLOATS; k++) floats[to++] = defaults[k];
    }
    return floats;
}

// Numbers between 0 and 1 that follow from a seed: which trees a density lets stand.
export function createChance(seed) {
    let state = (seed ^ 0x9e3779b9) >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}

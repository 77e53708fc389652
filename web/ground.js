// Where trees of a scatter may stand: what a game says of its land, asked place by place.

import { InvalidDefError } from './errors.js';
import { isFiniteList, isNumberList, refuseValue } from './options.js';
import { createChance, PLANT_FLOATS } from './planting.js';

/** Options of `scatter` that the core does not know. */
const own = ['area', 'density', 'heights', 'maxSlope', 'paths'];
const STEP = 0.5; // metres, for slopes
const SCALE = 4; // of the numbers of a tree
const VARIANT = 5;

function ask(name, answer, x, z) {
    const value = answer(x, z);
    if (Number.isFinite(value)) return value;
    return refuseValue(`scatter: ${name}(${x}, ${z})`, value, 'a finite number');
}

export function areaOptions(area) {
    if (area === undefined) return {};
    if (!isNumberList(area, 4)) {
        refuseValue('scatter: area', area, '[minX, minZ, maxX, maxZ], each within 1000000 m');
    }
    return { minX: area[0], minZ: area[1], maxX: area[2], maxZ: area[3] };
}

/** A map over the area as a function of the place, between its numbers. */
function readMap({ data, width, height }, [minX, minZ, maxX, maxZ]) {
    const at = (column, row) =>
        data[Math.min(row, height - 1) * width + Math.min(column, width - 1)];
    const mix = (a, b, t) => a + (b - a) * t;
    return (x, z) => {
        const u = Math.min(Math.max((x - minX) / (maxX - minX), 0), 1) * (width - 1);
        const v = Math.min(Math.max((z - minZ) / (maxZ - minZ), 0), 1) * (height - 1);
        const [i, j] = [Math.floor(u), Math.floor(v)];
        const row = (k) => mix(at(i, k), at(i + 1, k), u - i);
        return mix(row(j), row(j + 1), v - j);
    };
}

function densityOf(density, area) {
    if (density === undefined || typeof density === 'function') return density;
    const { data, width, height } = density ?? {};
    const isMap = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0 &&
        data?.length === width * height && typeof data[0] === 'number';
    if (!isMap) {
        const wanted = 'a function of x and z, or { data, width, height }';
        refuseValue('scatter: density', density, wanted);
    }
    return readMap(density, area);
}

function distanceTo([ax, az], [bx, bz], x, z) {
    const [dx, dz] = [bx - ax, bz - az];
    const share = ((x - ax) * dx + (z - az) * dz) / (dx * dx + dz * dz || 1);
    const t = Math.min(Math.max(share, 0), 1);
    return Math.hypot(ax + t * dx - x, az + t * dz - z);
}

function checkPath(path, index) {
    const { points, width } = path ?? {};
    const isPath = Array.isArray(points) && points.length > 0 &&
        points.every((point) => isFiniteList(point, 2)) && typeof width === 'number' && width > 0;
    if (!isPath) refuseValue(`scatter: paths[${index}]`, path, '{ points: [[x, z], ...], width }');
    return path;
}

function isOnPath({ points, width }, x, z) {
    const half = width / 2;
    return points.some((point, i) => distanceTo(points[Math.max(i - 1, 0)], point, x, z) < half);
}

/** What a scatter's options say of the land; `fields` are the options of the core. */
export class Ground {
    constructor({ area, height = 0, density, heights, maxSlope, paths = [], ...rest }, fields) {
        const unknown = Object.keys(rest).find((key) => !Object.hasOwn(fields, key));
        if (unknown) {
            const known = [...own, ...Object.keys(fields)].join(', ');
            throw new InvalidDefError(`scatter: ${unknown} is not an option; known are ${known}`);
        }
        if (typeof height !== 'number' && typeof height !== 'function') {
            refuseValue('scatter: height', height, 'a number or a function of x and z');
        }
        const isRange = isNumberList(heights, 2) && heights[0] <= heights[1];
        if (heights !== undefined && !isRange) {
            refuseValue('scatter: heights', heights, '[lowest, highest]');
        }
        if (maxSlope !== undefined && !(typeof maxSlope === 'number' && maxSlope >= 0)) {
            refuseValue('scatter: maxSlope', maxSlope, 'a rise over run, 0 or more');
        }
        if (!Array.isArray(paths)) refuseValue('scatter: paths', paths, 'a list');
        this.height = height;
        this.sink = rest.sink ?? fields.sink.default;
        this.heights = heights;
        this.maxSlope = maxSlope;
        this.paths = paths.map(checkPath);
        const { minX, minZ, maxX, maxZ } = { ...fields, ...rest, ...areaOptions(area) };
        const corners = [minX, minZ, maxX, maxZ].map((value) => value?.default ?? value);
        this.density = densityOf(density, corners);
        /** For the core. */
        this.options = { ...rest, ...areaOptions(area) };
        if (typeof height === 'number') this.options.height = height;
    }

    /** Whether every place is as good as any other. */
    get isPlain() {
        const isFlat = typeof this.height === 'number' && !this.heights;
        return isFlat && !this.density && !this.paths.length;
    }

    #heightAt(x, z) {
        return typeof this.height === 'number' ? this.height : ask('height', this.height, x, z);
    }

    #slopeAt(x, z) {
        const east = this.#heightAt(x + STEP, z) - this.#heightAt(x - STEP, z);
        const south = this.#heightAt(x, z + STEP) - this.#heightAt(x, z - STEP);
        return Math.hypot(east, south) / (2 * STEP);
    }

    #suits(x, y, z, slope, chance) {
        if (this.density && chance >= ask('density', this.density, x, z)) return false;
        if (this.heights && (y < this.heights[0] || y > this.heights[1])) return false;
        if (this.maxSlope !== undefined && slope > this.maxSlope) return false;
        return !this.paths.some((path) => isOnPath(path, x, z));
    }

    /**
     * Gives candidates their heights and keeps those that suit; the same for the same seed. `feet`:
     * radii of the variants where they meet the ground.
     */
    choose(trees, feet) {
        const chance = createChance((this.options.seed ?? 1) ^ (this.options.tile ?? 0));
        let kept = 0;
        for (let tree = 0; tree < trees.length; tree += PLANT_FLOATS) {
            const [x, z] = [trees[tree], trees[tree + 2]];
            const y = this.#heightAt(x, z);
            const slope = typeof this.height === 'number' ? 0 : this.#slopeAt(x, z);
            if (!this.#suits(x, y, z, slope, this.density ? chance() : 0)) continue;
            const foot = feet[trees[tree + VARIANT]] * trees[tree + SCALE];
            trees[tree + 1] = y - this.sink * slope * foot;
            trees.copyWithin(kept, tree, tree + PLANT_FLOATS);
            kept += PLANT_FLOATS;
        }
        return trees.subarray(0, kept);
    }
}

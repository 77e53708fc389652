// Forests: pooled trees, near ones as meshes, far ones as impostors.

import {
    check, checkCount, checkHandle, checkObject, checkOptions, checkWhole, isNumberList, lastError,
    refuseValue, writeOptions,
} from './options.js';
import { writeTreeOptions } from './tree.js';

const PLANT_FLOATS = 7; // x, y, z, yaw, scale, variant, age
const LIST_FLOATS = 6; // the same without the age
const TREE_FLOATS = 8;
const plantOptions = ['position', 'yaw', 'scale', 'variant', 'age'];

// Numbers between 0 and 1 that follow from a seed: which trees a density lets stand.
function createChance(seed) {
    let state = (seed ^ 0x9e3779b9) >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}

function areaOptions(area) {
    if (area === undefined) return {};
    if (!isNumberList(area, 4)) {
        refuseValue('scatter: area', area, '[minX, minZ, maxX, maxZ], each within 1000000 m');
    }
    return { minX: area[0], minZ: area[1], maxX: area[2], maxZ: area[3] };
}

function askGround(name, ask, x, z) {
    const answer = ask(x, z);
    if (Number.isFinite(answer)) return answer;
    return refuseValue(`scatter: ${name}(${x}, ${z})`, answer, 'a finite number');
}

function writeTree(floats, at, tree, index) {
    const name = `plant: tree ${index}`;
    const { position, yaw = 0, scale = 1, variant = 0, age = 1 } =
        checkOptions(name, tree, plantOptions);
    if (!isNumberList(position, 3)) refuseValue(`${name}: position`, position, '[x, y, z]');
    for (const [key, value] of Object.entries({ yaw, scale, variant, age })) {
        if (typeof value !== 'number') refuseValue(`${name}: ${key}`, value, 'a number');
    }
    floats.set([...position, yaw, scale, variant, age], at);
}

/** `[{ position, yaw, scale, variant, age }]`, or 6 numbers a tree. */
function plantFloats(trees) {
    if (ArrayBuffer.isView(trees) || typeof trees[0] === 'number') {
        const count = trees.length / LIST_FLOATS;
        if (!Number.isInteger(count) || !isNumberList(trees, trees.length)) {
            refuseValue('plant: trees', trees, `${LIST_FLOATS} numbers for each tree`);
        }
        const floats = new Float32Array(count * PLANT_FLOATS).fill(1);
        for (let i = 0; i < count; i++) {
            floats.set(trees.slice(i * LIST_FLOATS, (i + 1) * LIST_FLOATS), i * PLANT_FLOATS);
        }
        return floats;
    }
    const floats = new Float32Array(trees.length * PLANT_FLOATS);
    for (let i = 0; i < trees.length; i++) writeTree(floats, i * PLANT_FLOATS, trees[i], i);
    return floats;
}

export class Forest {
    #kit;
    #handle;
    #species = [];
    #variantCount = 0;

    /** `species`: `[{ preset, variants, seed, ...tree options }]`; the rest are forest options. */
    constructor(kit, wish = {}) {
        const { species = [{ preset: 'oak' }], ...options } = checkObject('forest', wish);
        this.#kit = kit;
        if (!Array.isArray(species)) refuseValue('forest: species', species, 'a list');
        const { core } = kit._loaded;
        const { at } = writeOptions(kit._loaded, 'forest', options, core.ww_defaultForestDef);
        this.#handle = checkHandle(kit._loaded, core.ww_createForest(kit._live(), at));
        try {
            for (const one of species) this.addSpecies(one);
        } catch (error) {
            this.destroy();
            throw error;
        }
    }

    #call(name, ...rest) {
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core[name](this.#kit._live(), this.#handle, ...rest));
    }

    #ask(name) {
        const { core } = this.#kit._loaded;
        const kit = this.#kit._live();
        checkCount(this.#kit._loaded, core.ww_forestTreeCount(kit, this.#handle));
        return core[name](kit, this.#handle);
    }

    /**
     * Builds `variants` trees of a species, 1..64 over the whole forest; takes milliseconds each.
     * Later species make the impostors of all be baked again.
     */
    addSpecies(wish) {
        const { preset, variants = 1, seed = 1, ...tree } = checkObject('tree', wish);
        const loaded = this.#kit._loaded;
        checkWhole('species: variants', variants, 1, 64);
        checkWhole('species: seed', seed, 0, 0xffffffff);
        const at = writeTreeOptions(loaded, preset, tree);
        this.#call('ww_addForestSpecies', at, seed, variants);
        this.#species.push({ preset, firstVariant: this.#variantCount, variants });
        this.#variantCount += variants;
    }

    /** What it is made of: `[{ preset, firstVariant, variants }]`. */
    get species() {
        return this.#species.map((one) => ({ ...one }));
    }

    /** Trees that look different; `variant` of a tree is below it. */
    get variantCount() {
        return this.#variantCount;
    }

    /**
     * Plants seeded trees over `area` [minX, minZ, maxX, maxZ]. `height` is a number or a function
     * (x, z) => y, `density` a function (x, z) => 0..1 that thins them out.
     * @returns how many were planted: at most `count`
     */
    scatter(wish = {}) {
        const { area, height = 0, density, ...options } = checkObject('scatter', wish);
        const loaded = this.#kit._loaded;
        const { core, memory } = loaded;
        if (typeof height !== 'number' && typeof height !== 'function') {
            refuseValue('scatter: height', height, 'a number or a function of x and z');
        }
        if (density !== undefined && typeof density !== 'function') {
            refuseValue('scatter: density', density, 'a function of x and z');
        }
        const level = typeof height === 'number' ? { height } : {};
        const { at } = writeOptions(
            loaded,
            'scatter',
            { ...areaOptions(area), ...options, ...level },
            core.ww_defaultScatterDef,
        );
        this.#call('ww_scatterForest', at);
        const count = this.#ask('ww_forestCandidateCount');
        const first = this.#ask('ww_forestCandidates') >> 2;
        if (typeof height === 'number' && !density) {
            this.#call('ww_plantForest', first << 2, count);
            return count;
        }
        // A copy: the game's functions may call the kit, and the heap may grow meanwhile.
        const trees = memory.f32.slice(first, first + count * PLANT_FLOATS);
        const chance = createChance(options.seed ?? 1);
        let kept = 0;
        for (let tree = 0; tree < trees.length; tree += PLANT_FLOATS) {
            const x = trees[tree];
            const z = trees[tree + 2];
            if (density && chance() >= askGround('density', density, x, z)) continue;
            if (typeof height !== 'number') trees[tree + 1] = askGround('height', height, x, z);
            trees.copyWithin(kept * PLANT_FLOATS, tree, tree + PLANT_FLOATS);
            kept++;
        }
        this.#plant(trees.subarray(0, kept * PLANT_FLOATS));
        return kept;
    }

    #plant(floats) {
        const { core, memory } = this.#kit._loaded;
        const at = core.ww_scratch(Math.max(floats.byteLength, 4));
        if (!at) throw lastError(this.#kit._loaded);
        memory.f32.set(floats, at >> 2);
        this.#call('ww_plantForest', at, floats.length / PLANT_FLOATS);
    }

    /**
     * Plants trees where they are said to stand, all or none: `[{ position: [x, y, z], yaw, scale,
     * variant, age }]`, or 6 numbers a tree: x, y, z, yaw (radians), scale, variant.
     */
    plant(trees) {
        if (!Array.isArray(trees) && !ArrayBuffer.isView(trees)) {
            refuseValue('plant: trees', trees, 'a list');
        }
        if (trees.length) this.#plant(plantFloats(trees));
        return this;
    }

    /** Trees planted. */
    get treeCount() {
        return this.#ask('ww_forestTreeCount');
    }

    /**
     * A copy of the planted trees, 8 numbers each: x, y, z, scale, yaw, variant, a random number
     * 0..1 that gives a tree its tint and sway, its age at the kit's epoch.
     */
    get trees() {
        const first = this.#ask('ww_forestTrees') >> 2;
        return this.#kit._loaded.memory.f32.slice(first, first + this.treeCount * TREE_FLOATS);
    }

    /** Share of the impostor pictures that are baked, 0..1; baking goes on in every draw. */
    get ready() {
        return this.#ask('ww_forestReady');
    }

    /** Bakes what is left in the next draw instead of over many; for loading screens and tests. */
    bake() {
        this.#call('ww_bakeForest');
        return this;
    }

    /** Removes the forest and all its trees. */
    destroy() {
        this.#call('ww_destroyForest');
    }
}

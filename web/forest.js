// Forests: pooled trees, near ones as meshes, far ones as impostors.

import {
    check, checkBetween, checkCount, checkHandle, checkObject, checkOptions, checkWhole,
    isFiniteList, lastError, refuseValue, writeOptions,
} from './options.js';
import { Ground } from './ground.js';
import { PLANT_FLOATS, treesFromNumbers, treesFromObjects, writeTree } from './planting.js';
import { ForestStream, tileOf } from './stream.js';
import { writeTreeOptions } from './tree.js';

const TREE_FLOATS = 8;
const STATE_FLOATS = 15; // of ww_ForestTree

function checkId(call, id) {
    return checkWhole(`${call}: id`, id, 0, 0xffffffff);
}

function checkIds(call, ids) {
    const list = typeof ids === 'number' ? [ids] : ids;
    if (!list?.[Symbol.iterator]) refuseValue(`${call}: ids`, ids, 'a number or a list of them');
    return Uint32Array.from(list, (id) => checkId(call, id));
}

export class Forest {
    #kit;
    #handle;
    #options;
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
        this.#options = structuredClone(options);
        this._streams = new Set();
        try {
            for (const one of species) this.addSpecies(one);
        } catch (error) {
            this.destroy();
            throw error;
        }
    }

    get _origin() {
        return this.#kit.origin;
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
        const loaded = this.#kit._loaded;
        const { schemas, core, memory } = loaded;
        const { preset, ...rest } = checkObject('tree', wish);
        const isOwn = ([key]) => Object.hasOwn(schemas.species.fields, key);
        const own = Object.fromEntries(Object.entries(rest).filter(isOwn));
        const tree = Object.fromEntries(Object.entries(rest).filter((entry) => !isOwn(entry)));
        const { at } = writeOptions(loaded, 'species', own, core.ww_defaultSpeciesDef);
        const species = memory.u8.slice(at, at + schemas.species.bytes);
        this.#lend(new Float32Array(0), schemas.tree.bytes + species.length); // room for both
        const treeAt = writeTreeOptions(loaded, preset, tree);
        memory.u8.set(species, treeAt + schemas.tree.bytes);
        this.#call('ww_addForestSpecies', treeAt, treeAt + schemas.tree.bytes);
        const { variants = 1 } = own;
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
     * (x, z) => y; `density` thins them out, a function (x, z) => 0..1 or a map over the area;
     * `heights` [low, high], `maxSlope` and `paths` [{ points, width }] keep them off land.
     * @returns how many were planted: at most `count`
     */
    scatter(wish = {}) {
        return this.#scatter(wish).length;
    }

    #scatter(wish) {
        const loaded = this.#kit._loaded;
        const { core, memory, schemas } = loaded;
        const ground = new Ground(checkObject('scatter', wish), schemas.scatter.fields);
        const { at } = writeOptions(
            loaded, 'scatter', ground.options, core.ww_defaultScatterDef,
        );
        this.#call('ww_scatterForest', at);
        const count = this.#ask('ww_forestCandidateCount');
        const first = this.#ask('ww_forestCandidates') >> 2;
        if (ground.isPlain) {
            const ids = this.#lend(new Float32Array(0), count * 4);
            this.#call('ww_plantForest', first << 2, count, ids);
            return memory.u32.slice(ids >> 2, (ids >> 2) + count);
        }
        // A copy: the game's functions may call the kit, and the heap may grow meanwhile.
        const candidates = memory.f32.slice(first, first + count * PLANT_FLOATS);
        const trees = ground.choose(candidates, this.#feet());
        return this.#plant(trees);
    }

    /**
     * Lets the trees of cells come and go around the camera of the last draw: a world larger than
     * memory. `plant(column, row, area)` says what stands in a cell: what `plant` takes, with 6
     * numbers a tree, or options for `scatter`, whose seed may be the same everywhere.
     */
    stream(options) {
        const stream = new ForestStream(this, options);
        this._streams.add(stream);
        this.#kit._streamed.add(this);
        return stream;
    }

    // The trees of one cell of a stream; their numbers.
    _plantCell(trees, [minX, minZ, maxX, maxZ], column, row) {
        if (Array.isArray(trees) || ArrayBuffer.isView(trees)) return this.plant(trees);
        const { minDistance = 2 } = checkObject('scatter', trees);
        // Trees of neighbouring cells keep their distance, too.
        const margin = Math.min(minDistance / 2, (maxX - minX) / 4);
        const area = [minX + margin, minZ + margin, maxX - margin, maxZ - margin];
        return this.#scatter({ area, tile: tileOf(column, row), ...trees });
    }

    // Radii of the variants where they meet the ground.
    #feet() {
        const { core } = this.#kit._loaded;
        const kit = this.#kit._live();
        return Array.from({ length: this.#variantCount },
            (_, variant) => core.ww_forestFoot(kit, this.#handle, variant));
    }

    // Room in the core's scratch memory for so many bytes, with what is to lie there.
    #lend(floats, bytes = 0) {
        const { core, memory } = this.#kit._loaded;
        const at = core.ww_scratch(Math.max(floats.byteLength + bytes, 4));
        if (!at) throw lastError(this.#kit._loaded);
        memory.f32.set(floats, at >> 2);
        return at;
    }

    #plant(floats) {
        const count = floats.length / PLANT_FLOATS;
        const at = this.#lend(floats, count * 4);
        const ids = at + floats.byteLength;
        this.#call('ww_plantForest', at, count, ids);
        return this.#kit._loaded.memory.u32.slice(ids >> 2, (ids >> 2) + count);
    }

    /**
     * Plants trees where they are said to stand, all or none: `[{ position: [x, y, z], yaw, scale,
     * variant, age, season, lean, tint }]`, or `stride` numbers a tree in this order.
     * @returns {Uint32Array} a number for each, which names it until it is removed
     */
    plant(trees, stride = 6) {
        checkWhole('plant: stride', stride, 6, PLANT_FLOATS);
        if (!Array.isArray(trees) && !ArrayBuffer.isView(trees)) {
            refuseValue('plant: trees', trees, 'a list');
        }
        if (!trees.length) return new Uint32Array(0);
        const isNumbers = ArrayBuffer.isView(trees) || typeof trees[0] === 'number';
        return this.#plant(isNumbers ? treesFromNumbers(trees, stride) : treesFromObjects(trees));
    }

    #readTree(id) {
        const at = this.#lend(new Float32Array(STATE_FLOATS));
        this.#call('ww_readForestTree', checkId('tree', id), at);
        return at;
    }

    /** What a tree is like now: what `plant` takes, and `{ height, felled }`. */
    tree(id) {
        const { memory } = this.#kit._loaded;
        const at = this.#readTree(id);
        const all = Array.from(memory.f32.subarray(at >> 2, (at >> 2) + STATE_FLOATS));
        const [yaw, scale, variant, age, season] = all.slice(3);
        return {
            position: all.slice(0, 3), yaw, scale, variant, age, season,
            lean: all.slice(8, 10), tint: all.slice(10, 13), height: all[13], felled: all[14] >= 0,
        };
    }

    #note(id, edit) {
        for (const stream of this._streams) stream._note(id, edit);
        return this;
    }

    /** Changes what is said of a tree, its place above all; it keeps its number. */
    move(id, wish) {
        this._move(id, wish);
        return this.#note(id, { moved: structuredClone(wish) });
    }

    _move(id, wish) {
        const { memory } = this.#kit._loaded;
        const at = this.#readTree(id);
        const floats = memory.f32.slice(at >> 2, (at >> 2) + PLANT_FLOATS);
        const position = Array.from(floats.subarray(0, 3));
        writeTree('move: tree', floats, 0, { position, ...checkObject('tree', wish) });
        this.#call('ww_moveForestTree', id, this.#lend(floats));
    }

    /**
     * A tree falls toward `direction` [x, z], cut `height` metres above its foot. It lies for
     * `felledSeconds` of the forest; its stump stays until it is removed. `ago`: seconds for which
     * it has been felled.
     */
    fell(id, options = {}) {
        const { direction = [1, 0], height = 0.5, ago = 0 } =
            checkOptions('fell', options, ['direction', 'height', 'ago']);
        this._fell(id, { direction, height, ago });
        return this.#note(id, { felled: { direction: Array.from(direction), height } });
    }

    _fell(id, { direction, height, ago }) {
        if (!isFiniteList(direction, 2)) refuseValue('fell: direction', direction, '[x, z]');
        checkBetween('fell: height', height, 0, 100, ' m');
        checkBetween('fell: ago', ago, 0, 1e6, ' s');
        const toward = Math.atan2(direction[1], direction[0]);
        this.#call('ww_fellForestTree', checkId('fell', id), toward, height, ago);
    }

    /** Removes a tree, or a list of them. */
    remove(ids) {
        const list = checkIds('remove', ids);
        for (const id of this._streams.size ? list : []) this.#note(id, { removed: true });
        this._remove(list);
        return this;
    }

    _remove(list) {
        const at = this.#lend(new Float32Array(list.buffer));
        this.#kit._loaded.memory.u32.set(list, at >> 2);
        this.#call('ww_removeForestTrees', at, list.length);
    }

    /**
     * The first tree that a ray meets within `maxDistance` metres, as it stands without wind.
     * @returns {{ id: number, distance: number } | null}
     */
    pick(origin, direction, maxDistance = 1000) {
        for (const [key, value] of Object.entries({ origin, direction })) {
            if (!isFiniteList(value, 3)) refuseValue(`pick: ${key}`, value, '3 finite numbers');
        }
        checkBetween('pick: maxDistance', maxDistance, 0, Infinity, ' m');
        const { core, memory } = this.#kit._loaded;
        const kit = this.#kit._live();
        checkCount(this.#kit._loaded, core.ww_forestTreeCount(kit, this.#handle));
        const at = this.#lend(Float32Array.of(...origin, ...direction, maxDistance));
        const id = core.ww_pickForestTree(kit, this.#handle, at) >>> 0;
        return id ? { id, distance: memory.f32[(at >> 2) + 6] } : null;
    }

    /** Trees whose feet are within `radius` metres of (x, z), in no order. */
    near(x, z, radius) {
        for (const [key, value] of Object.entries({ x, z, radius })) {
            if (!Number.isFinite(value)) refuseValue(`near: ${key}`, value, 'a finite number');
        }
        checkBetween('near: radius', radius, 0, Infinity, ' m');
        const { core, memory } = this.#kit._loaded;
        const kit = this.#kit._live();
        const count = checkCount(
            this.#kit._loaded, core.ww_findForestTrees(kit, this.#handle, x, z, radius),
        );
        const first = core.ww_foundForestTrees(kit, this.#handle) >> 2;
        return memory.u32.slice(first, first + count);
    }

    /** Trees planted. */
    get treeCount() {
        return this.#ask('ww_forestTreeCount');
    }

    #list(floats) {
        const { memory } = this.#kit._loaded;
        const count = this.treeCount;
        const at = this.#lend(new Float32Array(count * floats));
        this.#call('ww_readForest', floats > 1 ? at : 0, floats > 1 ? 0 : at);
        const view = floats > 1 ? memory.f32 : memory.u32;
        return view.slice(at >> 2, (at >> 2) + count * floats);
    }

    /**
     * A copy of the planted trees, 8 numbers each: x, y, z, scale, yaw, variant, a random number
     * 0..1 that gives a tree its tint and sway, its age when the kit was made.
     */
    get trees() {
        return this.#list(TREE_FLOATS);
    }

    /** The numbers of the planted trees, in the same order. */
    get ids() {
        return this.#list(1);
    }

    /** Changes options of the forest; the limits, the cells and the pictures stay as created. */
    set(options) {
        const merged = { ...this.#options, ...checkObject('forest', options) };
        const { core } = this.#kit._loaded;
        const { at } = writeOptions(this.#kit._loaded, 'forest', merged, core.ww_defaultForestDef);
        this.#call('ww_setForest', at);
        this.#options = merged;
        return this;
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
        for (const stream of this._streams) stream._end();
        this._streams.clear();
        this.#kit._streamed.delete(this);
    }
}

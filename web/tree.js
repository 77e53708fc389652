// One tree of a species: built over several updates, read as meshes of any age, felled, exported.

import {
    check, checkBetween, checkHandle, checkObject, checkOptions, checkWhole, copyOptions,
    jsonOptions, lastError, refuseValue, writeOptions,
} from './options.js';
import { readOptions } from './schema.js';

const family = { name: 'tree', events: ['progress', 'generated', 'matured'] };
const VERTEX_BYTES = 40; // WwMeshVertex, src/ring/mesh.h
const LEVELS = 3;
const parts = ['standing', 'felled'];

/** Names of the tree presets, in the order of their numbers in the core. */
export function treePresets({ core, memory }) {
    return Array.from({ length: core.ww_treePresetCount() }, (_, i) =>
        memory.readString(core.ww_treePresetName(i)),
    );
}

function findPreset(loaded, name) {
    const names = treePresets(loaded);
    const index = names.indexOf(name);
    if (index >= 0) return index;
    return refuseValue('tree: preset', name, `one of ${names.join(', ')}`);
}

/** Writes a preset and the options that differ from it into scratch memory. */
export function writeTreeOptions(loaded, preset, options) {
    const { core } = loaded;
    const number = preset === undefined ? -1 : findPreset(loaded, preset);
    return writeOptions(loaded, 'tree', options, (def) => {
        core.ww_defaultTreeDef(def);
        if (number >= 0) check(loaded, core.ww_treePreset(number, def));
    }).at;
}

/** All options of a preset. */
export function treePreset(loaded, name) {
    const at = writeTreeOptions(loaded, name, {});
    return readOptions(loaded.memory, loaded.schemas.tree, at);
}

// The vertices of the core as one array an attribute.
function readVertices(memory, at, count) {
    const floats = memory.f32;
    const bytes = memory.u8;
    const positions = new Float32Array(count * 3);
    const normals = new Float32Array(count * 3);
    const colors = new Uint8Array(count * 4);
    const uvs = new Float32Array(count * 2);
    for (let i = 0; i < count; i++) {
        const byte = at + i * VERTEX_BYTES;
        const float = byte >> 2;
        for (let k = 0; k < 3; k++) {
            positions[i * 3 + k] = floats[float + k];
            normals[i * 3 + k] = (bytes[byte + 12 + k] << 24) >> 24;
        }
        const scale = 1 / Math.hypot(normals[i * 3], normals[i * 3 + 1], normals[i * 3 + 2]);
        for (let k = 0; k < 3; k++) normals[i * 3 + k] *= scale;
        for (let k = 0; k < 4; k++) colors[i * 4 + k] = bytes[byte + 16 + k];
        uvs[i * 2] = floats[float + 6];
        uvs[i * 2 + 1] = floats[float + 7];
    }
    return { positions, normals, colors, uvs };
}

export class Tree {
    #kit;
    #handle;
    #options;
    #seed;
    #growth; // what was said of its age
    #age = 1;
    #growSeconds = 0;

    /** `{ preset, seed, age, growSeconds, ...tree options }` */
    constructor(kit, wish = {}) {
        const { preset, seed = 1, age = 1, growSeconds = 0, ...options } =
            checkObject('tree', wish);
        this.#kit = kit;
        this.#seed = checkWhole('tree: seed', seed, 0, 0xffffffff);
        this.#age = checkBetween('tree: age', age, 0, 1);
        this.#growSeconds = checkBetween('tree: growSeconds', growSeconds, 0, 1e6, ' s');
        const loaded = kit._loaded;
        const pointer = kit._live();
        const at = writeTreeOptions(loaded, preset, options);
        this.#handle = checkHandle(loaded, loaded.core.ww_createTree(pointer, at, seed));
        this.#options = copyOptions(preset === undefined ? options : { preset, ...options });
        this.#growth = { ...(age !== 1 && { age }), ...(growSeconds && { growSeconds }) };
        this.#setAge();
    }

    get _handle() {
        return this.#handle;
    }

    #call(name, ...rest) {
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core[name](this.#kit._live(), this.#handle, ...rest));
    }

    #setAge() {
        this.#call('ww_setTreeAge', this.#age, this.#growSeconds);
    }

    /** What it was made from, as JSON has it. */
    toJSON() {
        return { ...jsonOptions(this.#options), seed: this.#seed, ...this.#growth };
    }

    /** 0 (sprouts) to 1 (mature). */
    get age() {
        const { core } = this.#kit._loaded;
        const age = core.ww_treeAge(this.#kit._live(), this.#handle);
        if (age < 0) throw lastError(this.#kit._loaded);
        return age;
    }
    set age(age) {
        this.#age = checkBetween('tree: age', age, 0, 1);
        this.#setAge();
    }

    /** Seconds in which it grows from 0 to 1; 0: it keeps its age. */
    get growSeconds() {
        return this.#growSeconds;
    }
    set growSeconds(seconds) {
        this.#growSeconds = checkBetween('tree: growSeconds', seconds, 0, 1e6, ' s');
        this.#age = this.age;
        this.#setAge();
    }

    /** Calls `handler(event)` after updates in which it happened; returns what stops that. */
    on(type, handler) {
        return this.#kit._listen(this.#handle, this, family, type, handler);
    }

    /** Cuts the trunk level, so many metres above its foot; 0 makes the tree whole again. */
    fell(height) {
        this.#call('ww_fellTree', checkBetween('tree: height', height, 0, 1000, ' m'));
        return this;
    }

    /**
     * The mesh at its age, as copies: `{ positions, normals, colors, uvs, indices, woodIndexCount,
     * height, radius }`. `level` 0 is the finest; `part` is `standing` or `felled`. Builds what is
     * not built yet.
     */
    mesh(options = {}) {
        const { level = 0, part = 'standing' } =
            checkOptions('mesh', options, ['level', 'part']);
        const loaded = this.#kit._loaded;
        const { core, memory } = loaded;
        checkWhole('tree: level', level, 0, LEVELS - 1);
        if (!parts.includes(part)) refuseValue('tree: part', part, `one of ${parts.join(', ')}`);
        const view = core.ww_treeMesh(
            this.#kit._live(), this.#handle, level, parts.indexOf(part),
        );
        if (!view) throw lastError(loaded);
        const [vertices, indices, vertexCount, indexCount, woodIndexCount] =
            memory.u32.subarray(view >> 2, (view >> 2) + 5);
        const [height, radius] = memory.f32.subarray((view >> 2) + 5, (view >> 2) + 7);
        return {
            ...readVertices(memory, vertices, vertexCount),
            indices: memory.u32.slice(indices >> 2, (indices >> 2) + indexCount),
            woodIndexCount,
            height,
            radius,
        };
    }

    /** A glTF 2.0 file (.glb) of the tree at its age: one scene a level, the finest first. */
    async toGlb(options = {}) {
        const { levels = LEVELS } = checkOptions('toGlb', options, ['levels']);
        checkWhole('tree: levels', levels, 1, LEVELS);
        const meshes = Array.from({ length: levels }, (_, level) => this.mesh({ level }));
        const { writeGlb } = await import('./glb.js');
        return writeGlb(meshes, this.#options.preset ?? 'tree', this.#kit.version);
    }

    /** Removes the tree. */
    destroy() {
        this.#call('ww_destroyTree');
        this.#kit._events.forget(this.#handle);
    }
}

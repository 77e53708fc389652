// Trees as glTF 2.0 in its binary form (.glb): the format that other engines and editors read.

const MAGIC = 0x46546c67; // 'glTF'
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

// sRGB bytes -> linear, as glTF has vertex colours; 16 bits, so that dark bark keeps its tones.
function linearColors(colors) {
    const table = Array.from({ length: 256 }, (_, i) => {
        const x = i / 255;
        return Math.round(65535 * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    });
    const linear = new Uint16Array(colors.length);
    for (let i = 0; i < colors.length; i += 4) {
        for (let k = 0; k < 3; k++) linear[i + k] = table[colors[i + k]];
        linear[i + 3] = 65535; // visibility of the sky, which is no opacity
    }
    return linear;
}

function bounds(positions) {
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    positions.forEach((value, i) => {
        min[i % 3] = Math.min(min[i % 3], value);
        max[i % 3] = Math.max(max[i % 3], value);
    });
    return { min, max };
}

// The vertices that a range of the indices uses, numbered anew: wood and leaves apart.
function split(mesh, from, to) {
    const numbers = new Map();
    const indices = new Uint32Array(to - from);
    for (let i = from; i < to; i++) {
        const vertex = mesh.indices[i];
        if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
        indices[i - from] = numbers.get(vertex);
    }
    const pick = (source, size) => {
        const picked = new source.constructor(numbers.size * size);
        for (const [vertex, number] of numbers) {
            for (let k = 0; k < size; k++) picked[number * size + k] = source[vertex * size + k];
        }
        return picked;
    };
    return {
        positions: pick(mesh.positions, 3),
        normals: pick(mesh.normals, 3),
        colors: pick(mesh.colors, 4),
        uvs: pick(mesh.uvs, 2),
        indices,
    };
}

class Writer {
    constructor() {
        this.pieces = [];
        this.length = 0;
        this.bufferViews = [];
        this.accessors = [];
    }

    /** Appends an array of 4-byte rows and returns the number of its accessor. */
    add(array, type, componentType, size, target, extra = {}) {
        this.bufferViews.push({
            buffer: 0, byteOffset: this.length, byteLength: array.byteLength, target,
        });
        this.pieces.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
        this.length += array.byteLength;
        return this.accessors.push({
            bufferView: this.bufferViews.length - 1, componentType, count: array.length / size,
            type, ...extra,
        }) - 1;
    }

    addPrimitive(part, material) {
        const { positions, normals, uvs, colors, indices } = part;
        return {
            attributes: {
                POSITION: this.add(positions, 'VEC3', FLOAT, 3, ARRAY_BUFFER, bounds(positions)),
                NORMAL: this.add(normals, 'VEC3', FLOAT, 3, ARRAY_BUFFER),
                TEXCOORD_0: this.add(uvs, 'VEC2', FLOAT, 2, ARRAY_BUFFER),
                COLOR_0: this.add(linearColors(colors), 'VEC4', UNSIGNED_SHORT, 4, ARRAY_BUFFER,
                    { normalized: true }),
            },
            indices: this.add(indices, 'SCALAR', UNSIGNED_INT, 1, ELEMENT_ARRAY_BUFFER),
            material,
        };
    }
}

function pack(json, writer) {
    const text = new TextEncoder().encode(JSON.stringify(json));
    const jsonLength = (text.length + 3) & ~3;
    const binaryLength = writer.length ? 8 + writer.length : 0;
    const file = new Uint8Array(20 + jsonLength + binaryLength);
    const words = new DataView(file.buffer);
    [MAGIC, 2, file.length, jsonLength, JSON_CHUNK].forEach((word, i) => {
        words.setUint32(i * 4, word, true);
    });
    file.fill(0x20, 20, 20 + jsonLength);
    file.set(text, 20);
    if (!writer.length) return file;
    words.setUint32(20 + jsonLength, writer.length, true);
    words.setUint32(24 + jsonLength, BINARY_CHUNK, true);
    let at = 28 + jsonLength;
    for (const piece of writer.pieces) {
        file.set(piece, at);
        at += piece.length;
    }
    return file;
}

/** `meshes` as Tree.mesh gives them, one a level; each becomes a scene of its own. */
export function writeGlb(meshes, name, version) {
    const writer = new Writer();
    const json = {
        asset: { version: '2.0', generator: `willowisp ${version}` },
        scene: 0, scenes: [], nodes: [], meshes: [],
        materials: [
            { name: 'bark', pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.95 } },
            { name: 'leaves', doubleSided: true,
                pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.8 } },
        ],
    };
    meshes.forEach((mesh, level) => {
        const { woodIndexCount, indices } = mesh;
        const primitives = [];
        if (woodIndexCount) primitives.push(writer.addPrimitive(split(mesh, 0, woodIndexCount), 0));
        if (woodIndexCount < indices.length) {
            primitives.push(writer.addPrimitive(split(mesh, woodIndexCount, indices.length), 1));
        }
        const title = `${name} level ${level}`;
        const node = { name: title };
        // A tree that has not sprouted has no mesh.
        if (primitives.length) node.mesh = json.meshes.push({ name: title, primitives }) - 1;
        json.scenes.push({ name: title, nodes: [json.nodes.push(node) - 1] });
    });
    if (!json.meshes.length) {
        delete json.meshes;
        delete json.materials;
        return pack(json, writer);
    }
    const { accessors, bufferViews, length } = writer;
    return pack({ ...json, accessors, bufferViews, buffers: [{ byteLength: length }] }, writer);
}

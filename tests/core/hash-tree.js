/** Hash of the bytes of all levels, as tests/native/test_flora.c has it. */
export function hashTree(kit, tree) {
    const { core, memory } = kit._loaded;
    let hash = 2166136261;
    const add = (at, bytes) => {
        for (const byte of memory.u8.subarray(at, at + bytes)) {
            hash = Math.imul(hash ^ byte, 16777619);
        }
    };
    for (let level = 0; level < 3; level++) {
        const view = core.ww_treeMesh(kit._pointer, tree._handle, level, 0) >> 2;
        const [vertices, indices, vertexCount, indexCount] = memory.u32.subarray(view, view + 4);
        add(vertices, vertexCount * 40);
        add(indices, indexCount * 4);
    }
    return hash >>> 0;
}

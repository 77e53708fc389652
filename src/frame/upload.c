// Sends what families marked in their tables and meshes, and nothing else.
#include "frame/kit.h"

static uint32_t joinedRows(uint32_t begin, uint32_t end, uint32_t width) {
    return (end - 1) / width - begin / width + 1;
}

static void uploadRect(
    WwGpu *gpu, const WwTable *table, uint32_t begin, uint32_t width, uint32_t height) {
    gpu->ops->upload(gpu, table->texture, begin % table->width, begin / table->width, width, height,
        table->bytes + (uintptr_t)begin * table->texelBytes);
}

// A linear range as up to three rectangles: the end of a row, whole rows, the start of a row.
static void uploadRange(WwGpu *gpu, const WwTable *table, uint32_t begin, uint32_t end) {
    const uint32_t width = table->width;
    if (joinedRows(begin, end, width) == 1) {
        uploadRect(gpu, table, begin, end - begin, 1);
        return;
    }
    if (begin % width) {
        const uint32_t rest = width - begin % width;
        uploadRect(gpu, table, begin, rest, 1);
        begin += rest;
    }
    const uint32_t rows = (end - begin) / width;
    if (rows) uploadRect(gpu, table, begin, width, rows);
    begin += rows * width;
    if (begin < end) uploadRect(gpu, table, begin, end - begin, 1);
}

static void uploadTable(WwGpu *gpu, WwTable *table) {
    if (!table->texture) {
        const WwTextureDesc desc = {
            (WwTextureKind)table->format, table->width, table->height, 0, 1};
        table->texture = gpu->ops->createTexture(gpu, &desc);
        // A new texture is zero, as a new table is: only what was written needs to be sent.
    }
    for (uint32_t i = 0; i < table->dirtyCount; i++) {
        uploadRange(gpu, table, table->dirty[i].begin, table->dirty[i].end);
    }
    table->dirtyCount = 0;
}

void wwUploadAll(ww_Kit *kit) {
    WwGpu *gpu = kit->gpu;
    WwTableList *tables = &kit->shared.tables;
    WwMeshList *meshes = &kit->shared.meshes;
    while (tables->orphans.count) {
        gpu->ops->destroyTexture(gpu, tables->orphans.handles[--tables->orphans.count]);
    }
    while (kit->shared.programs.count) {
        gpu->ops->destroyProgram(gpu, kit->shared.programs.handles[--kit->shared.programs.count]);
    }
    while (meshes->orphans.count) {
        gpu->ops->destroyMesh(gpu, meshes->orphans.handles[--meshes->orphans.count]);
    }
    for (WwTable *table = tables->first; table; table = table->next) uploadTable(gpu, table);
    for (WwMesh *mesh = meshes->first; mesh; mesh = mesh->next) {
        if (mesh->buffer || mesh->lead) continue;
        const uint32_t buffer = gpu->ops->createMesh(gpu, mesh);
        for (WwMesh *one = mesh; one; one = one->joined) one->buffer = buffer;
    }
}

void wwUploadMarkAll(ww_Kit *kit) {
    kit->shared.tables.orphans.count = 0;
    kit->shared.meshes.orphans.count = 0;
    kit->shared.programs.count = 0;
    for (WwTable *table = kit->shared.tables.first; table; table = table->next) {
        table->texture = 0;
        wwTableMarkAll(table);
    }
    for (WwMesh *mesh = kit->shared.meshes.first; mesh; mesh = mesh->next) mesh->buffer = 0;
    const WwPool *pictures = &kit->shared.textures.pool;
    for (uint32_t slot = 0; slot < pictures->used; slot++) {
        WwPicture *picture = wwPoolAt(pictures, slot);
        if (picture) picture->texture = 0; // JavaScript makes it anew
    }
    kit->worldDirty = true;
    kit->tramplers.dirty = true;
}

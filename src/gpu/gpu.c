#include "gpu/gpu.h"

uint32_t wwTexelBytes(WwTextureKind kind) {
    switch (kind) {
    case WW_TEXTURE_RGBA32F:
        return 16;
    case WW_TEXTURE_RGBA16F:
        return 8;
    case WW_TEXTURE_R16UI:
        return 2;
    default:
        return 4;
    }
}

uint32_t wwTextureBytes(const WwTextureDesc *desc) {
    uint32_t bytes = 0;
    for (uint32_t level = 0; level < desc->levels; level++) {
        const uint32_t width = desc->width >> level ? desc->width >> level : 1;
        const uint32_t height = desc->height >> level ? desc->height >> level : 1;
        bytes += width * height * wwTexelBytes(desc->kind);
    }
    return bytes * (desc->layers ? desc->layers : 1);
}

WwMeshBytes wwMeshBytes(const WwMesh *mesh) {
    WwMeshBytes bytes = {0};
    for (; mesh; mesh = mesh->joined) {
        bytes.vertices += mesh->vertexCount * (uint32_t)sizeof(WwMeshVertex);
        bytes.indices += mesh->indexCount * (uint32_t)sizeof(uint32_t);
    }
    return bytes;
}

// All parts in one call are one draw call.
static void countParts(WwGpu *gpu, const WwDraw *draw) {
    gpu->counters.drawCalls += gpu->multiDraw ? 1 : draw->partCount;
    for (uint32_t i = 0; i < draw->partCount; i++) {
        const WwDrawPart part = draw->parts[i];
        gpu->counters.instances += part.instances;
        gpu->counters.vertices += part.instances * part.mesh->indexCount;
    }
}

void wwGpuCountDraw(WwGpu *gpu, const WwDraw *draw) {
    if (draw->parts) {
        countParts(gpu, draw);
        return;
    }
    const uint32_t instances =
        draw->mesh ? draw->instances
                   : (draw->quads + draw->quadsPerInstance - 1) / draw->quadsPerInstance;
    const uint32_t indices = draw->mesh ? draw->mesh->indexCount : draw->quadsPerInstance * 6;
    gpu->counters.drawCalls++;
    gpu->counters.instances += instances;
    gpu->counters.vertices += instances * indices;
}

void wwGpuCountUpload(WwGpu *gpu, uint32_t bytes, bool records) {
    gpu->counters.uploadBytes += bytes;
    if (records) gpu->counters.recordBytes += bytes;
}

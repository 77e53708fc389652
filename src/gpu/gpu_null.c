// The twin without a device: counts what WebGL2 would be sent and keeps the texels of plain
// textures, so that tests can compare the GPU's copy with the heap's.
#include "base/memory.h"
#include "base/status.h"
#include "gpu/gpu_null.h"

#include <string.h>

#define MAX_TEXTURES 1024u
#define MAX_MESHES 1024u

typedef struct NullTexture {
    WwTextureDesc desc;
    unsigned char *texels; // none for array textures: nothing is uploaded into those
    bool live;
} NullTexture;

typedef struct NullGpu {
    WwGpu base;
    NullTexture textures[MAX_TEXTURES];
    uint32_t meshBytes[MAX_MESHES];
    bool inPass;
} NullGpu;

static NullGpu *self(WwGpu *gpu) {
    return (NullGpu *)(void *)gpu;
}

static void destroy(WwGpu *gpu) {
    for (uint32_t i = 0; i < MAX_TEXTURES; i++) wwFree(self(gpu)->textures[i].texels);
    wwFree(gpu);
}

static bool openGpu(WwGpu *gpu) {
    gpu->gpuBytes = 0;
    return true;
}

static void begin(WwGpu *gpu) {
    (void)gpu;
}

static void end(WwGpu *gpu) {
    WW_ASSERT(!self(gpu)->inPass);
    (void)gpu;
}

// What a texel takes in the heap; a half-float texture is sent as floats.
static uint32_t sentBytes(WwTextureKind kind) {
    return kind == WW_TEXTURE_RGBA16F ? 16 : wwTexelBytes(kind);
}

static uint32_t createTexture(WwGpu *gpu, const WwTextureDesc *desc) {
    for (uint32_t i = 0; i < MAX_TEXTURES; i++) {
        NullTexture *texture = &self(gpu)->textures[i];
        if (texture->live) continue;
        texture->desc = *desc;
        texture->live = true;
        wwFree(texture->texels);
        const bool plain = desc->layers == 0 && desc->kind != WW_TEXTURE_DEPTH;
        texture->texels =
            plain ? wwAlloc((size_t)desc->width * desc->height * sentBytes(desc->kind)) : NULL;
        gpu->gpuBytes += wwTextureBytes(desc);
        return i + 1;
    }
    return 0;
}

static uint32_t adoptTexture(WwGpu *gpu, uint32_t name, const WwTextureDesc *desc) {
    (void)name;
    return createTexture(gpu, desc);
}

static void destroyTexture(WwGpu *gpu, uint32_t id) {
    NullTexture *texture = &self(gpu)->textures[id - 1];
    gpu->gpuBytes -= wwTextureBytes(&texture->desc);
    wwFree(texture->texels);
    memset(texture, 0, sizeof *texture);
}

static void upload(WwGpu *gpu, uint32_t id, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
    const void *texels) {
    NullTexture *texture = &self(gpu)->textures[id - 1];
    const uint32_t size = sentBytes(texture->desc.kind);
    for (uint32_t row = 0; row < height; row++) {
        memcpy(texture->texels + ((size_t)(y + row) * texture->desc.width + x) * size,
            (const unsigned char *)texels + (size_t)row * width * size, (size_t)width * size);
    }
    wwGpuCountUpload(gpu, width * height * size, true);
}

static uint32_t createMesh(WwGpu *gpu, const WwMesh *mesh) {
    for (uint32_t i = 0; i < MAX_MESHES; i++) {
        if (self(gpu)->meshBytes[i]) continue;
        const WwMeshBytes bytes = wwMeshBytes(mesh);
        self(gpu)->meshBytes[i] = bytes.vertices + bytes.indices;
        gpu->gpuBytes += self(gpu)->meshBytes[i];
        wwGpuCountUpload(gpu, self(gpu)->meshBytes[i], true);
        return i + 1;
    }
    return 0;
}

static void destroyMesh(WwGpu *gpu, uint32_t id) {
    gpu->gpuBytes -= self(gpu)->meshBytes[id - 1];
    self(gpu)->meshBytes[id - 1] = 0;
}

static void setBlock(WwGpu *gpu, WwBlock block, const void *bytes, uint32_t size) {
    (void)block;
    (void)bytes;
    wwGpuCountUpload(gpu, size, false);
}

static void beginPass(WwGpu *gpu, const WwPass *pass) {
    (void)pass;
    self(gpu)->inPass = true;
}

static void endPass(WwGpu *gpu) {
    self(gpu)->inPass = false;
}

static void draw(WwGpu *gpu, const WwDraw *item) {
    if (self(gpu)->inPass) return;
    wwGpuCountDraw(gpu, item);
}

// Nothing is compiled here, so nothing is refused.
static uint32_t createProgram(WwGpu *gpu, WwPipeline pipeline, const char *source) {
    (void)gpu;
    (void)pipeline;
    (void)source;
    return 1;
}

static void destroyProgram(WwGpu *gpu, uint32_t program) {
    (void)gpu;
    (void)program;
}

// Without a device every picture is opaque, so that checks of emptiness pass.
static void readPixels(WwGpu *gpu, const WwPass *pass, uint32_t attachment, uint8_t *rgba) {
    (void)gpu;
    (void)attachment;
    memset(rgba, 0xff, (size_t)pass->width * (size_t)pass->height * 4);
}

static const WwGpuOps ops = {
    .destroy = destroy,
    .open = openGpu,
    .begin = begin,
    .end = end,
    .createTexture = createTexture,
    .adoptTexture = adoptTexture,
    .destroyTexture = destroyTexture,
    .upload = upload,
    .createMesh = createMesh,
    .destroyMesh = destroyMesh,
    .setBlock = setBlock,
    .beginPass = beginPass,
    .endPass = endPass,
    .draw = draw,
    .createProgram = createProgram,
    .destroyProgram = destroyProgram,
    .read = readPixels,
};

WwGpu *wwGpuCreateNull(void) {
    NullGpu *gpu = wwAlloc(sizeof *gpu);
    if (!gpu) {
        wwFail(WW_ERROR_OUT_OF_MEMORY, "out of memory for the device");
        return NULL;
    }
    gpu->base.ops = &ops;
    gpu->base.maxTextureSize = 2048;
    gpu->base.maxArrayLayers = 256;
    return &gpu->base;
}

const void *wwGpuNullTexels(const WwGpu *gpu, uint32_t texture) {
    return ((const NullGpu *)(const void *)gpu)->textures[texture - 1].texels;
}

#ifndef WW_WEBGL2
WwGpu *wwGpuCreateWebgl2(void) {
    return NULL;
}
#endif

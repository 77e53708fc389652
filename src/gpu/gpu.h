// The GPU behind one small interface: WebGL2 (gpu_webgl2.c) or a twin without a device that counts
// and keeps (gpu_null.c), for Node, native tests and headless kits.
#pragma once

#include "ring/draw.h"

typedef enum WwTextureKind {
    WW_TEXTURE_RGBA32F = WW_TEXEL_RGBA32F,
    WW_TEXTURE_RGBA16F = WW_TEXEL_RGBA16F,
    WW_TEXTURE_R16UI = WW_TEXEL_R16UI,
    WW_TEXTURE_R32UI = WW_TEXEL_R32UI,
    WW_TEXTURE_RGBA8,        // linear, filtered, renderable; an array when layers > 0
    WW_TEXTURE_SRGB8_ALPHA8, // as above, decoded before filtering
    WW_TEXTURE_DEPTH,        // renderbuffer for passes
} WwTextureKind;

typedef struct WwTextureDesc {
    WwTextureKind kind;
    uint32_t width, height;
    uint32_t layers; // 0: a plain 2D texture
    uint32_t levels; // mip levels, at least 1
} WwTextureDesc;

// A pass into textures of our own. Ends with endPass, which goes back to the host's framebuffer.
typedef struct WwPass {
    uint32_t color[2]; // textures; color[1] may be 0
    uint32_t layer, level;
    uint32_t depth; // 0: none
    int32_t x, y, width, height;
    bool clear; // the rectangle, to zero (depth to 1)
} WwPass;

// Reset by the frame at the start of each update and draw.
typedef struct WwGpuCounters {
    uint32_t drawCalls, instances, vertices;
    uint32_t uploadBytes; // everything sent: records, tables, uniform blocks, meshes
    uint32_t recordBytes; // tables and meshes only
} WwGpuCounters;

typedef enum WwBlock {
    WW_BLOCK_VIEW,    // camera and time, every draw
    WW_BLOCK_WORLD,   // sun, ambient, wind: when it changed
    WW_BLOCK_TRAMPLE, // spheres in the undergrowth: when one moved
    WW_BLOCK_COUNT,
} WwBlock;

typedef struct WwGpu WwGpu;

typedef struct WwGpuOps {
    void (*destroy)(WwGpu *gpu);
    // Programs and buffers of our own; false with a message when the context refuses a shader.
    // Called again after a lost context was restored.
    bool (*open)(WwGpu *gpu);
    // Sets every piece of GL state that uploads and draws depend on, without asking GL for any.
    void (*begin)(WwGpu *gpu);
    // Leaves the state that the documentation promises to the host; on a context of the kit's own
    // only what `clear` depends on.
    void (*end)(WwGpu *gpu);
    uint32_t (*createTexture)(WwGpu *gpu, const WwTextureDesc *desc);
    // A texture that the host made: it knows it by `name`, and only the host deletes it.
    uint32_t (*adoptTexture)(WwGpu *gpu, uint32_t name, const WwTextureDesc *desc);
    void (*destroyTexture)(WwGpu *gpu, uint32_t texture);
    void (*upload)(WwGpu *gpu, uint32_t texture, uint32_t x, uint32_t y, uint32_t width,
        uint32_t height, const void *texels);
    uint32_t (*createMesh)(WwGpu *gpu, const WwMesh *mesh); // with all that joined it
    void (*destroyMesh)(WwGpu *gpu, uint32_t buffer);
    void (*setBlock)(WwGpu *gpu, WwBlock block, const void *bytes, uint32_t size);
    void (*beginPass)(WwGpu *gpu, const WwPass *pass);
    void (*endPass)(WwGpu *gpu);
    void (*draw)(WwGpu *gpu, const WwDraw *draw);
    // A pipeline whose fragments are shaded by GLSL of a game (WwPipelineRow.shade). 0: refused,
    // with a message that names the game's own lines.
    uint32_t (*createProgram)(WwGpu *gpu, WwPipeline pipeline, const char *source);
    void (*destroyProgram)(WwGpu *gpu, uint32_t program);
    // Reads a rectangle of a colour texture's level as RGBA8 (slow: for the check of a bake).
    void (*read)(WwGpu *gpu, const WwPass *pass, uint32_t attachment, uint8_t *rgba);
} WwGpuOps;

struct WwGpu {
    const WwGpuOps *ops;
    WwGpuCounters counters;
    uint32_t gpuBytes; // textures and meshes that are alive
    uint32_t maxTextureSize;
    uint32_t maxArrayLayers;
    bool multiDraw; // WEBGL_multi_draw is there: set before it is opened
    bool exclusive; // nobody else changes the state of the context
};

WwGpu *wwGpuCreateNull(void);
// NULL where the build has no WebGL2 (native tests).
WwGpu *wwGpuCreateWebgl2(void);

// The sizes that both twins agree on.
uint32_t wwTextureBytes(const WwTextureDesc *desc);
uint32_t wwTexelBytes(WwTextureKind kind);

typedef struct WwMeshBytes {
    uint32_t vertices, indices;
} WwMeshBytes;

// With all that joined it.
WwMeshBytes wwMeshBytes(const WwMesh *mesh);

// What both twins count, so that figures without a device are the figures with one.
void wwGpuCountDraw(WwGpu *gpu, const WwDraw *draw);
void wwGpuCountUpload(WwGpu *gpu, uint32_t bytes, bool records);

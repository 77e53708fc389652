// What the WebGL2 files share: the device and its objects.
#pragma once

#include "gpu/gpu.h"
#include "gpu/pipelines.h"

#include <GLES3/gl3.h>

#define MAX_RESOURCES 1024u
#define UNITS (WW_DRAW_TABLES + WW_DRAW_TEXTURES)

// A texture, or a renderbuffer when its kind is WW_TEXTURE_DEPTH.
typedef struct Texture {
    WwTextureDesc desc;
    GLuint name;
    bool adopted; // the host deletes it
} Texture;

typedef struct MeshBuffers {
    GLuint vertexArray, vertexBuffer, indexBuffer;
    uint32_t bytes;
} MeshBuffers;

// A binding of which only the context knows.
#define UNKNOWN_TEXTURE 0xffffffffu

typedef struct Program {
    GLuint name;
    GLint params;
    GLint partNumber; // where parts are drawn one by one
    bool refused;     // compiled on demand, in vain
} Program;

// Fixed state of a draw.
typedef struct State {
    bool blend, depthTest, depthWrite, alphaToCoverage, once;
} State;

typedef struct WebglGpu {
    WwGpu base;
    Texture textures[MAX_RESOURCES];
    MeshBuffers meshes[MAX_RESOURCES];
    Program programs[WW_PIPELINE_COUNT];
    Program shaded[MAX_RESOURCES]; // by games
    GLuint quadArray, quadIndices;
    GLuint blocks[WW_BLOCK_COUNT];
    uint32_t blockBytes[WW_BLOCK_COUNT];
    GLuint framebuffer;
    GLint hostViewport[4];
    // What is bound between begin and end, so that a draw changes only what differs. On a context
    // of our own it stays from frame to frame, while `settled`.
    bool settled;
    State state;
    bool stencilCleared;
    uint32_t boundTextures[UNITS];
    GLuint boundArray;
} WebglGpu;

static inline WebglGpu *wwWebglGpu(WwGpu *gpu) {
    return (WebglGpu *)(void *)gpu;
}

// gpu_webgl2_programs.c: false with a message when the context refuses a shader.
bool wwWebglOpenProgram(WebglGpu *gpu, WwPipeline pipeline);
// The program of a draw, compiled now if it is the first; NULL when the context refused it.
const Program *wwWebglProgram(WebglGpu *gpu, const WwDraw *draw);
uint32_t wwWebglCreateProgram(WwGpu *base, WwPipeline pipeline, const char *source);
void wwWebglDestroyProgram(WwGpu *base, uint32_t program);
void wwWebglDeletePrograms(WebglGpu *gpu);

// gpu_webgl2_resources.c
GLenum wwWebglTarget(const WwTextureDesc *desc);
uint32_t wwWebglCreateTexture(WwGpu *base, const WwTextureDesc *desc);
uint32_t wwWebglAdoptTexture(WwGpu *base, uint32_t name, const WwTextureDesc *desc);
void wwWebglDestroyTexture(WwGpu *base, uint32_t id);
void wwWebglUpload(WwGpu *base, uint32_t id, uint32_t x, uint32_t y, uint32_t width,
    uint32_t height, const void *texels);
uint32_t wwWebglCreateMesh(WwGpu *base, const WwMesh *mesh);
void wwWebglDestroyMesh(WwGpu *base, uint32_t id);
void wwWebglDeleteResources(WebglGpu *gpu);

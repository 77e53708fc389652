// The device: opening, state, passes and draws. Only the gpu_webgl2 files call GL, and they never
// ask it for anything in a frame: queries stall the pipeline.
#include "base/memory.h"
#include "base/status.h"
#include "gpu/gpu_webgl2.h"

#include <string.h>

// Of WEBGL_multi_draw, bound by web/gl.js.
void glMultiDrawElementsInstancedWEBGL(GLenum mode, const GLsizei *counts, GLenum type,
    const void *const *offsets, const GLsizei *instanceCounts, GLsizei drawCount);

#define UNPACK_FLIP_Y_WEBGL 0x9240
#define UNPACK_PREMULTIPLY_ALPHA_WEBGL 0x9241

// ---- opening and closing

static void openQuads(WebglGpu *gpu) {
    uint16_t indices[WW_QUADS * 6];
    for (uint32_t quad = 0; quad < WW_QUADS; quad++) {
        static const uint16_t corners[6] = {0, 1, 2, 0, 2, 3};
        for (uint32_t i = 0; i < 6; i++) indices[quad * 6 + i] = (uint16_t)(quad * 4 + corners[i]);
    }
    glGenVertexArrays(1, &gpu->quadArray);
    glBindVertexArray(gpu->quadArray);
    glGenBuffers(1, &gpu->quadIndices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu->quadIndices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    glBindVertexArray(0);
}

static void limits(WwGpu *gpu) {
    GLint value = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &value);
    gpu->maxTextureSize = (uint32_t)value;
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &value);
    gpu->maxArrayLayers = (uint32_t)value;
}

static bool openGpu(WwGpu *base) {
    WebglGpu *gpu = wwWebglGpu(base);
    memset(gpu->textures, 0, sizeof gpu->textures);
    memset(gpu->meshes, 0, sizeof gpu->meshes);
    memset(gpu->blocks, 0, sizeof gpu->blocks);
    memset(gpu->programs, 0, sizeof gpu->programs);
    memset(gpu->shaded, 0, sizeof gpu->shaded);
    base->gpuBytes = 0;
    gpu->settled = false;
    limits(base);
    for (uint32_t i = 0; i < WW_PIPELINE_COUNT; i++) {
        if (wwPipelines[i].onDemand) continue;
        if (!wwWebglOpenProgram(gpu, (WwPipeline)i)) return false;
    }
    openQuads(gpu);
    glGenFramebuffers(1, &gpu->framebuffer);
    glUseProgram(0);
    return true;
}

static void destroy(WwGpu *base) {
    WebglGpu *gpu = wwWebglGpu(base);
    wwWebglDeleteResources(gpu);
    wwWebglDeletePrograms(gpu);
    for (uint32_t i = 0; i < WW_BLOCK_COUNT; i++) {
        if (gpu->blocks[i]) glDeleteBuffers(1, &gpu->blocks[i]);
    }
    if (gpu->quadArray) glDeleteVertexArrays(1, &gpu->quadArray);
    if (gpu->quadIndices) glDeleteBuffers(1, &gpu->quadIndices);
    if (gpu->framebuffer) glDeleteFramebuffers(1, &gpu->framebuffer);
    wwFree(gpu);
}

// ---- state

static void unbindUnits(WebglGpu *gpu) {
    for (uint32_t unit = 0; unit < UNITS; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, 0);
        glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
        gpu->boundTextures[unit] = 0;
    }
    glActiveTexture(GL_TEXTURE0);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const GLenum turnedOff[] = {GL_CULL_FACE, GL_STENCIL_TEST, GL_SCISSOR_TEST,
    GL_POLYGON_OFFSET_FILL, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE, GL_RASTERIZER_DISCARD,
    GL_BLEND};
static const GLenum pixelStoreZeros[] = {UNPACK_FLIP_Y_WEBGL, UNPACK_PREMULTIPLY_ALPHA_WEBGL,
    GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS,
    GL_UNPACK_SKIP_IMAGES, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS};

static void setAll(WebglGpu *gpu) {
    // Wrong values here corrupt the record textures without any GL error.
    for (uint32_t i = 0; i < COUNT(pixelStoreZeros); i++) glPixelStorei(pixelStoreZeros[i], 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (uint32_t i = 0; i < COUNT(turnedOff); i++) glDisable(turnedOff[i]);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    for (uint32_t unit = 0; unit < UNITS; unit++) glBindSampler(unit, 0);
    unbindUnits(gpu);
    for (uint32_t block = 0; block < WW_BLOCK_COUNT; block++) {
        if (gpu->blocks[block]) glBindBufferBase(GL_UNIFORM_BUFFER, block, gpu->blocks[block]);
    }
    gpu->state = (State){.depthTest = true, .depthWrite = true};
    glBindVertexArray(0);
    gpu->boundArray = 0;
}

static void begin(WwGpu *base) {
    WebglGpu *gpu = wwWebglGpu(base);
    gpu->stencilCleared = false;
    if (gpu->settled) {
        glDisable(GL_SCISSOR_TEST); // of a viewport that was cleared
    } else {
        setAll(gpu);
    }
    gpu->settled = base->exclusive;
}

static void setCapability(GLenum capability, bool on) {
    if (on) {
        glEnable(capability);
    } else {
        glDisable(capability);
    }
}

static State stateOf(const WwDraw *item) {
    const WwPipelineRow *row = &wwPipelines[item->pipeline];
    return (State){
        .blend = row->blend,
        .depthTest = row->depthTest && !(item->state & WW_DRAW_NO_DEPTH_TEST),
        .depthWrite = row->depthWrite || (item->state & WW_DRAW_DEPTH_WRITE),
        .alphaToCoverage = row->alphaToCoverage,
        .once = item->state & WW_DRAW_ONCE,
    };
}

// The stencil buffer holds which group of draws was the last to show in a pixel.
static void beginOnce(WebglGpu *gpu) {
    static const GLint zero = 0;
    glEnable(GL_STENCIL_TEST);
    glStencilMask(0xffffffffu);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    if (!gpu->stencilCleared) glClearBufferiv(GL_STENCIL, 0, &zero);
    gpu->stencilCleared = true;
}

static void setState(WebglGpu *gpu, State state) {
    const State old = gpu->state;
    if (state.once && !old.once) beginOnce(gpu);
    if (!state.once && old.once) glDisable(GL_STENCIL_TEST);
    if (state.depthTest != old.depthTest) setCapability(GL_DEPTH_TEST, state.depthTest);
    if (state.depthWrite != old.depthWrite) glDepthMask(state.depthWrite ? GL_TRUE : GL_FALSE);
    if (state.alphaToCoverage != old.alphaToCoverage) {
        setCapability(GL_SAMPLE_ALPHA_TO_COVERAGE, state.alphaToCoverage);
        // The alpha that chooses samples must not make what is opaque behind them transparent.
        if (state.alphaToCoverage) {
            glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_ONE, GL_ONE);
        } else {
            glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        }
    }
    const bool blends = state.blend || state.alphaToCoverage;
    if (blends != (old.blend || old.alphaToCoverage)) setCapability(GL_BLEND, blends);
    gpu->state = state;
}

// WebGL's initial values for everything that begin and draw touch.
static void end(WwGpu *base) {
    WebglGpu *gpu = wwWebglGpu(base);
    if (gpu->settled) {
        setState(gpu, (State){.depthTest = true, .depthWrite = true});
        return;
    }
    unbindUnits(gpu);
    glBindVertexArray(0);
    glUseProgram(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    for (uint32_t block = 0; block < WW_BLOCK_COUNT; block++) {
        glBindBufferBase(GL_UNIFORM_BUFFER, block, 0);
    }
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glDisable(GL_STENCIL_TEST);
    if (gpu->stencilCleared) {
        glStencilFunc(GL_ALWAYS, 0, 0xff);
        glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    }
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glBlendFunc(GL_ONE, GL_ZERO);
}

// ---- uniform blocks

static void setBlock(WwGpu *base, WwBlock block, const void *bytes, uint32_t size) {
    WebglGpu *gpu = wwWebglGpu(base);
    if (!gpu->blocks[block]) {
        glGenBuffers(1, &gpu->blocks[block]);
        glBindBufferBase(GL_UNIFORM_BUFFER, block, gpu->blocks[block]);
        glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)size, bytes, GL_DYNAMIC_DRAW);
    } else {
        glBindBufferBase(GL_UNIFORM_BUFFER, block, gpu->blocks[block]);
        glBufferSubData(GL_UNIFORM_BUFFER, 0, (GLsizeiptr)size, bytes);
    }
    wwGpuCountUpload(base, size, false);
}

// ---- passes into textures of our own

static void attach(GLenum attachment, const Texture *texture, const WwPass *pass) {
    if (texture->desc.layers) {
        glFramebufferTextureLayer(
            GL_FRAMEBUFFER, attachment, texture->name, (GLint)pass->level, (GLint)pass->layer);
    } else {
        glFramebufferTexture2D(
            GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, texture->name, (GLint)pass->level);
    }
}

static void clearPass(const WwPass *pass) {
    const GLfloat zero[4] = {0, 0, 0, 0};
    const GLfloat far = 1.0f;
    glEnable(GL_SCISSOR_TEST);
    glScissor(pass->x, pass->y, pass->width, pass->height);
    glClearBufferfv(GL_COLOR, 0, zero);
    if (pass->color[1]) glClearBufferfv(GL_COLOR, 1, zero);
    if (pass->depth) {
        glDepthMask(GL_TRUE);
        glClearBufferfv(GL_DEPTH, 0, &far);
        glDepthMask(GL_FALSE);
    }
    glDisable(GL_SCISSOR_TEST);
}

static void beginPass(WwGpu *base, const WwPass *pass) {
    WebglGpu *gpu = wwWebglGpu(base);
    static const GLenum buffers[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glGetIntegerv(GL_VIEWPORT, gpu->hostViewport); // answered by the browser's own copy
    glBindFramebuffer(GL_FRAMEBUFFER, gpu->framebuffer);
    attach(GL_COLOR_ATTACHMENT0, &gpu->textures[pass->color[0] - 1], pass);
    if (pass->color[1]) {
        attach(GL_COLOR_ATTACHMENT1, &gpu->textures[pass->color[1] - 1], pass);
    } else {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, 0, 0);
    }
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER,
        pass->depth ? gpu->textures[pass->depth - 1].name : 0);
    glDrawBuffers(pass->color[1] ? 2 : 1, buffers);
    glViewport(pass->x, pass->y, pass->width, pass->height);
    setState(gpu, (State){0});
    if (pass->clear) clearPass(pass);
}

static void endPass(WwGpu *base) {
    WebglGpu *gpu = wwWebglGpu(base);
    // Name 0 is the framebuffer that the host had bound when the pass began (web/gl.js).
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(
        gpu->hostViewport[0], gpu->hostViewport[1], gpu->hostViewport[2], gpu->hostViewport[3]);
}

static void readPass(WwGpu *gpu, const WwPass *pass, uint32_t attachment, uint8_t *rgba) {
    (void)gpu;
    glReadBuffer(GL_COLOR_ATTACHMENT0 + attachment);
    glReadPixels(pass->x, pass->y, pass->width, pass->height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
}

// ---- draws

static void bindTexture(WebglGpu *gpu, uint32_t unit, uint32_t id) {
    if (gpu->boundTextures[unit] == id) return;
    glActiveTexture(GL_TEXTURE0 + unit);
    const GLenum target = id ? wwWebglTarget(&gpu->textures[id - 1].desc) : GL_TEXTURE_2D;
    glBindTexture(target, id ? gpu->textures[id - 1].name : 0);
    gpu->boundTextures[unit] = id;
}

static void bindArray(WebglGpu *gpu, GLuint vertexArray) {
    if (gpu->boundArray == vertexArray) return;
    glBindVertexArray(vertexArray);
    gpu->boundArray = vertexArray;
}

static const void *indicesOf(const WwMesh *mesh) {
    return (const void *)(uintptr_t)(mesh->firstIndex * sizeof(uint32_t));
}

// The vertex shader knows each part by its number: gl_DrawID where there is one call for all.
static void drawParts(WebglGpu *gpu, const Program *program, const WwDraw *item) {
    static GLsizei counts[WW_DRAW_PARTS], instances[WW_DRAW_PARTS];
    static const void *offsets[WW_DRAW_PARTS];
    const GLsizei partCount = (GLsizei)item->partCount;
    bindArray(gpu, gpu->meshes[item->parts[0].mesh->buffer - 1].vertexArray);
    for (GLsizei i = 0; i < partCount; i++) {
        counts[i] = (GLsizei)item->parts[i].mesh->indexCount;
        instances[i] = (GLsizei)item->parts[i].instances;
        offsets[i] = indicesOf(item->parts[i].mesh);
        if (gpu->base.multiDraw) continue;
        glUniform1i(program->partNumber, i);
        glDrawElementsInstanced(GL_TRIANGLES, counts[i], GL_UNSIGNED_INT, offsets[i], instances[i]);
    }
    if (!gpu->base.multiDraw) return;
    glMultiDrawElementsInstancedWEBGL(
        GL_TRIANGLES, counts, GL_UNSIGNED_INT, offsets, instances, partCount);
}

static void draw(WwGpu *base, const WwDraw *item) {
    WebglGpu *gpu = wwWebglGpu(base);
    const Program *program = wwWebglProgram(gpu, item);
    if (!program) return;
    setState(gpu, stateOf(item));
    if (item->state & WW_DRAW_ONCE) glStencilFunc(GL_NOTEQUAL, (GLint)item->once, 0xff);
    glUseProgram(program->name);
    if (item->paramCount && program->params >= 0) {
        glUniform4fv(program->params, (GLsizei)item->paramCount, &item->params[0][0]);
    }
    for (uint32_t i = 0; i < WW_DRAW_TABLES; i++) {
        bindTexture(gpu, i, item->tables[i] ? item->tables[i]->texture : 0);
    }
    for (uint32_t i = 0; i < WW_DRAW_TEXTURES; i++) {
        bindTexture(gpu, WW_DRAW_TABLES + i, item->textures[i]);
    }
    if (item->parts) {
        drawParts(gpu, program, item);
    } else if (item->mesh) {
        bindArray(gpu, gpu->meshes[item->mesh->buffer - 1].vertexArray);
        glDrawElementsInstanced(GL_TRIANGLES, (GLsizei)item->mesh->indexCount, GL_UNSIGNED_INT,
            indicesOf(item->mesh), (GLsizei)item->instances);
    } else {
        const uint32_t instances =
            (item->quads + item->quadsPerInstance - 1) / item->quadsPerInstance;
        bindArray(gpu, gpu->quadArray);
        glDrawElementsInstanced(GL_TRIANGLES, (GLsizei)item->quadsPerInstance * 6,
            GL_UNSIGNED_SHORT, NULL, (GLsizei)instances);
    }
    wwGpuCountDraw(base, item);
}

static const WwGpuOps ops = {
    .destroy = destroy,
    .open = openGpu,
    .begin = begin,
    .end = end,
    .createTexture = wwWebglCreateTexture,
    .adoptTexture = wwWebglAdoptTexture,
    .destroyTexture = wwWebglDestroyTexture,
    .upload = wwWebglUpload,
    .createMesh = wwWebglCreateMesh,
    .destroyMesh = wwWebglDestroyMesh,
    .setBlock = setBlock,
    .beginPass = beginPass,
    .endPass = endPass,
    .draw = draw,
    .createProgram = wwWebglCreateProgram,
    .destroyProgram = wwWebglDestroyProgram,
    .read = readPass,
};

WwGpu *wwGpuCreateWebgl2(void) {
    WebglGpu *gpu = wwAlloc(sizeof *gpu);
    if (!gpu) {
        wwFail(WW_ERROR_OUT_OF_MEMORY, "out of memory for the device");
        return NULL;
    }
    gpu->base.ops = &ops;
    return &gpu->base;
}

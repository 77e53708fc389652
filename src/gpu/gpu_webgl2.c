// The only file that calls GL. Never asks GL for anything in a frame: queries stall the pipeline.
#include "base/memory.h"
#include "base/status.h"
#include "gpu/gpu.h"
#include "gpu/pipelines.h"

#include <GLES3/gl3.h>

#include <string.h>

#define UNPACK_FLIP_Y_WEBGL 0x9240
#define UNPACK_PREMULTIPLY_ALPHA_WEBGL 0x9241
#define MAX_RESOURCES 1024u
#define UNITS (WW_DRAW_TABLES + WW_DRAW_TEXTURES)

// A texture, or a renderbuffer when its kind is WW_TEXTURE_DEPTH.
typedef struct Texture {
    WwTextureDesc desc;
    GLuint name;
} Texture;

typedef struct MeshBuffers {
    GLuint vertexArray, vertexBuffer, indexBuffer;
    uint32_t bytes;
} MeshBuffers;

typedef struct Program {
    GLuint name;
    GLint params;
} Program;

typedef struct WebglGpu {
    WwGpu base;
    Texture textures[MAX_RESOURCES];
    MeshBuffers meshes[MAX_RESOURCES];
    Program programs[WW_PIPELINE_COUNT];
    GLuint quadArray, quadIndices;
    GLuint blocks[WW_BLOCK_COUNT];
    uint32_t blockBytes[WW_BLOCK_COUNT];
    GLuint framebuffer;
    GLint hostViewport[4];
    // What is bound between begin and end, so that a draw changes only what differs.
    const WwPipelineRow *state;
    uint32_t boundTextures[UNITS];
    GLuint boundArray;
} WebglGpu;

static WebglGpu *self(WwGpu *gpu) {
    return (WebglGpu *)(void *)gpu;
}

// ---- programs

static GLuint compile(GLenum stage, const char *const *source, const char *name) {
    static char log[512];
    GLsizei count = 0;
    while (source[count]) count++;
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, count, source, NULL);
    glCompileShader(shader);
    GLint compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled) return shader;
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glDeleteShader(shader);
    wwFail(WW_ERROR_CONTEXT, "WebGL2 refused the shader ");
    wwFailText(name);
    wwFailText(stage == GL_VERTEX_SHADER ? ".vert: " : ".frag: ");
    wwFailText(log);
    return 0;
}

static GLuint link(GLuint vertex, GLuint fragment, const char *name) {
    static char log[512];
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked) return program;
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    glDeleteProgram(program);
    wwFail(WW_ERROR_CONTEXT, "WebGL2 could not link the program ");
    wwFailText(name);
    wwFailText(": ");
    wwFailText(log);
    return 0;
}

static void setSampler(GLuint program, const char *name, GLint unit) {
    const GLint location = glGetUniformLocation(program, name);
    if (location >= 0) glUniform1i(location, unit);
}

static void bindInterface(GLuint program) {
    static const char *const samplers[UNITS] = {
        "table0", "table1", "table2", "table3", "texture0", "texture1"};
    static const char *const blocks[WW_BLOCK_COUNT] = {"ViewBlock", "WorldBlock"};
    glUseProgram(program);
    for (GLint unit = 0; unit < (GLint)UNITS; unit++) setSampler(program, samplers[unit], unit);
    for (GLuint block = 0; block < WW_BLOCK_COUNT; block++) {
        const GLuint index = glGetUniformBlockIndex(program, blocks[block]);
        if (index != GL_INVALID_INDEX) glUniformBlockBinding(program, index, block);
    }
}

static bool openProgram(WebglGpu *gpu, WwPipeline pipeline) {
    const WwPipelineRow *row = &wwPipelines[pipeline];
    const GLuint vertex = compile(GL_VERTEX_SHADER, row->vertex, row->name);
    if (!vertex) return false;
    const GLuint fragment = compile(GL_FRAGMENT_SHADER, row->fragment, row->name);
    const GLuint program = fragment ? link(vertex, fragment, row->name) : 0;
    glDeleteShader(vertex);
    if (fragment) glDeleteShader(fragment);
    if (!program) return false;
    bindInterface(program);
    gpu->programs[pipeline] = (Program){program, glGetUniformLocation(program, "params")};
    return true;
}

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
    WebglGpu *gpu = self(base);
    memset(gpu->textures, 0, sizeof gpu->textures);
    memset(gpu->meshes, 0, sizeof gpu->meshes);
    memset(gpu->blocks, 0, sizeof gpu->blocks);
    memset(gpu->programs, 0, sizeof gpu->programs);
    base->gpuBytes = 0;
    limits(base);
    for (uint32_t i = 0; i < WW_PIPELINE_COUNT; i++) {
        if (!openProgram(gpu, (WwPipeline)i)) return false;
    }
    openQuads(gpu);
    glGenFramebuffers(1, &gpu->framebuffer);
    glUseProgram(0);
    return true;
}

static void deleteTexture(const Texture *texture) {
    if (!texture->name) return;
    if (texture->desc.kind == WW_TEXTURE_DEPTH) {
        glDeleteRenderbuffers(1, &texture->name);
    } else {
        glDeleteTextures(1, &texture->name);
    }
}

static void deleteMesh(const MeshBuffers *mesh) {
    if (!mesh->vertexArray) return;
    glDeleteVertexArrays(1, &mesh->vertexArray);
    glDeleteBuffers(1, &mesh->vertexBuffer);
    glDeleteBuffers(1, &mesh->indexBuffer);
}

static void destroy(WwGpu *base) {
    WebglGpu *gpu = self(base);
    for (uint32_t i = 0; i < MAX_RESOURCES; i++) {
        deleteTexture(&gpu->textures[i]);
        deleteMesh(&gpu->meshes[i]);
    }
    for (uint32_t i = 0; i < WW_PIPELINE_COUNT; i++) {
        if (gpu->programs[i].name) glDeleteProgram(gpu->programs[i].name);
    }
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

static void begin(WwGpu *base, uint32_t width, uint32_t height) {
    (void)width;
    (void)height;
    WebglGpu *gpu = self(base);
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
    static const WwPipelineRow opaque = {.depthTest = true, .depthWrite = true};
    gpu->state = &opaque;
    gpu->boundArray = 0;
}

static void setCapability(GLenum capability, bool on) {
    if (on) {
        glEnable(capability);
    } else {
        glDisable(capability);
    }
}

static void setState(WebglGpu *gpu, const WwPipelineRow *row) {
    const WwPipelineRow *old = gpu->state;
    if (row == old) return;
    if (row->depthTest != old->depthTest) setCapability(GL_DEPTH_TEST, row->depthTest);
    if (row->depthWrite != old->depthWrite) glDepthMask(row->depthWrite ? GL_TRUE : GL_FALSE);
    if (row->alphaToCoverage != old->alphaToCoverage) {
        setCapability(GL_SAMPLE_ALPHA_TO_COVERAGE, row->alphaToCoverage);
        // The alpha that chooses samples must not make what is opaque behind them transparent.
        if (row->alphaToCoverage) {
            glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_ONE, GL_ONE);
        } else {
            glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        }
    }
    const bool blends = row->blend || row->alphaToCoverage;
    if (blends != (old->blend || old->alphaToCoverage)) setCapability(GL_BLEND, blends);
    gpu->state = row;
}

// WebGL's initial values for everything that begin and draw touch.
static void end(WwGpu *base) {
    WebglGpu *gpu = self(base);
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
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glBlendFunc(GL_ONE, GL_ZERO);
}

// ---- textures

static GLenum storageFormat(WwTextureKind kind) {
    switch (kind) {
    case WW_TEXTURE_RGBA32F:
        return GL_RGBA32F;
    case WW_TEXTURE_RGBA16F:
        return GL_RGBA16F;
    case WW_TEXTURE_R16UI:
        return GL_R16UI;
    case WW_TEXTURE_R32UI:
        return GL_R32UI;
    case WW_TEXTURE_SRGB8_ALPHA8:
        return GL_SRGB8_ALPHA8;
    default:
        return GL_RGBA8;
    }
}

static bool isFiltered(WwTextureKind kind) {
    return kind == WW_TEXTURE_RGBA16F || kind == WW_TEXTURE_RGBA8 ||
           kind == WW_TEXTURE_SRGB8_ALPHA8;
}

static GLenum targetOf(const WwTextureDesc *desc) {
    return desc->layers ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
}

static void setFilters(const WwTextureDesc *desc) {
    const GLenum target = targetOf(desc);
    const GLint near = isFiltered(desc->kind) ? GL_LINEAR : GL_NEAREST;
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, near);
    glTexParameteri(
        target, GL_TEXTURE_MIN_FILTER, desc->levels > 1 ? GL_LINEAR_MIPMAP_LINEAR : near);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static GLuint makeRenderbuffer(const WwTextureDesc *desc) {
    GLuint name;
    glGenRenderbuffers(1, &name);
    glBindRenderbuffer(GL_RENDERBUFFER, name);
    glRenderbufferStorage(
        GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, (GLsizei)desc->width, (GLsizei)desc->height);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    return name;
}

static GLuint makeTexture(WebglGpu *gpu, const WwTextureDesc *desc) {
    const GLenum target = targetOf(desc);
    GLuint name;
    glGenTextures(1, &name);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(target, name);
    if (desc->layers) {
        glTexStorage3D(target, (GLsizei)desc->levels, storageFormat(desc->kind),
            (GLsizei)desc->width, (GLsizei)desc->height, (GLsizei)desc->layers);
    } else {
        glTexStorage2D(target, (GLsizei)desc->levels, storageFormat(desc->kind),
            (GLsizei)desc->width, (GLsizei)desc->height);
    }
    setFilters(desc);
    glBindTexture(target, 0);
    gpu->boundTextures[0] = 0;
    return name;
}

static uint32_t createTexture(WwGpu *base, const WwTextureDesc *desc) {
    WebglGpu *gpu = self(base);
    for (uint32_t i = 0; i < MAX_RESOURCES; i++) {
        if (gpu->textures[i].name) continue;
        const GLuint name =
            desc->kind == WW_TEXTURE_DEPTH ? makeRenderbuffer(desc) : makeTexture(gpu, desc);
        gpu->textures[i] = (Texture){*desc, name};
        base->gpuBytes += wwTextureBytes(desc);
        return i + 1;
    }
    return 0;
}

static void destroyTexture(WwGpu *base, uint32_t id) {
    Texture *texture = &self(base)->textures[id - 1];
    deleteTexture(texture);
    base->gpuBytes -= wwTextureBytes(&texture->desc);
    texture->name = 0;
}

static void upload(WwGpu *base, uint32_t id, uint32_t x, uint32_t y, uint32_t width,
    uint32_t height, const void *texels) {
    WebglGpu *gpu = self(base);
    const Texture *texture = &gpu->textures[id - 1];
    GLenum format = GL_RGBA, type = GL_FLOAT;
    uint32_t bytes = 16;
    if (texture->desc.kind == WW_TEXTURE_R16UI) {
        format = GL_RED_INTEGER;
        type = GL_UNSIGNED_SHORT;
        bytes = 2;
    } else if (texture->desc.kind == WW_TEXTURE_R32UI) {
        format = GL_RED_INTEGER;
        type = GL_UNSIGNED_INT;
        bytes = 4;
    }
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture->name);
    glTexSubImage2D(GL_TEXTURE_2D, 0, (GLint)x, (GLint)y, (GLsizei)width, (GLsizei)height, format,
        type, texels);
    gpu->boundTextures[0] = id;
    wwGpuCountUpload(base, width * height * bytes, true);
}

// ---- meshes

static void vertexLayout(void) {
    const GLsizei stride = sizeof(WwMeshVertex);
    for (GLuint attribute = 0; attribute < 5; attribute++) glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(
        0, 3, GL_FLOAT, GL_FALSE, stride, (void *)offsetof(WwMeshVertex, position));
    glVertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, stride, (void *)offsetof(WwMeshVertex, normal));
    glVertexAttribPointer(
        2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, (void *)offsetof(WwMeshVertex, color));
    glVertexAttribPointer(
        3, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, (void *)offsetof(WwMeshVertex, wind));
    glVertexAttribPointer(4, 2, GL_FLOAT, GL_FALSE, stride, (void *)offsetof(WwMeshVertex, uv));
}

static void sendMesh(WwGpu *base, MeshBuffers *buffers, const WwMesh *mesh) {
    const uint32_t vertexBytes = mesh->vertexCount * (uint32_t)sizeof(WwMeshVertex);
    const uint32_t indexBytes = mesh->indexCount * (uint32_t)sizeof(uint32_t);
    glGenVertexArrays(1, &buffers->vertexArray);
    glBindVertexArray(buffers->vertexArray);
    glGenBuffers(1, &buffers->vertexBuffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffers->vertexBuffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)vertexBytes, mesh->vertices, GL_STATIC_DRAW);
    vertexLayout();
    glGenBuffers(1, &buffers->indexBuffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers->indexBuffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)indexBytes, mesh->indices, GL_STATIC_DRAW);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    self(base)->boundArray = 0;
    buffers->bytes = vertexBytes + indexBytes;
    base->gpuBytes += buffers->bytes;
    wwGpuCountUpload(base, buffers->bytes, true);
}

static uint32_t createMesh(WwGpu *base, const WwMesh *mesh) {
    WebglGpu *gpu = self(base);
    for (uint32_t i = 0; i < MAX_RESOURCES; i++) {
        if (gpu->meshes[i].vertexArray) continue;
        sendMesh(base, &gpu->meshes[i], mesh);
        return i + 1;
    }
    return 0;
}

static void destroyMesh(WwGpu *base, uint32_t id) {
    MeshBuffers *mesh = &self(base)->meshes[id - 1];
    deleteMesh(mesh);
    base->gpuBytes -= mesh->bytes;
    memset(mesh, 0, sizeof *mesh);
}

// ---- uniform blocks

static void setBlock(WwGpu *base, WwBlock block, const void *bytes, uint32_t size) {
    WebglGpu *gpu = self(base);
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
    WebglGpu *gpu = self(base);
    static const GLenum buffers[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    static const WwPipelineRow passState = {0};
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
    setState(gpu, &passState);
    if (pass->clear) clearPass(pass);
}

static void endPass(WwGpu *base) {
    WebglGpu *gpu = self(base);
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
    const GLenum target = id ? targetOf(&gpu->textures[id - 1].desc) : GL_TEXTURE_2D;
    glBindTexture(target, id ? gpu->textures[id - 1].name : 0);
    gpu->boundTextures[unit] = id;
}

static void bindArray(WebglGpu *gpu, GLuint vertexArray) {
    if (gpu->boundArray == vertexArray) return;
    glBindVertexArray(vertexArray);
    gpu->boundArray = vertexArray;
}

static void draw(WwGpu *base, const WwDraw *item) {
    WebglGpu *gpu = self(base);
    const Program *program = &gpu->programs[item->pipeline];
    setState(gpu, &wwPipelines[item->pipeline]);
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
    if (item->mesh) {
        bindArray(gpu, gpu->meshes[item->mesh->buffer - 1].vertexArray);
        glDrawElementsInstanced(GL_TRIANGLES, (GLsizei)item->mesh->indexCount, GL_UNSIGNED_INT,
            NULL, (GLsizei)item->instances);
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
    .createTexture = createTexture,
    .destroyTexture = destroyTexture,
    .upload = upload,
    .createMesh = createMesh,
    .destroyMesh = destroyMesh,
    .setBlock = setBlock,
    .beginPass = beginPass,
    .endPass = endPass,
    .draw = draw,
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

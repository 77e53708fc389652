// Textures and meshes of the WebGL2 device.
#include "gpu/gpu_webgl2.h"

#include <string.h>

#define INDICES_AT_A_TIME 4096u

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

GLenum wwWebglTarget(const WwTextureDesc *desc) {
    return desc->layers ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
}

static void setFilters(const WwTextureDesc *desc) {
    const GLenum target = wwWebglTarget(desc);
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
    const GLenum target = wwWebglTarget(desc);
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

static void deleteTexture(const Texture *texture) {
    if (!texture->name || texture->adopted) return;
    if (texture->desc.kind == WW_TEXTURE_DEPTH) {
        glDeleteRenderbuffers(1, &texture->name);
    } else {
        glDeleteTextures(1, &texture->name);
    }
}

static uint32_t keepTexture(WwGpu *base, const WwTextureDesc *desc, GLuint name, bool adopted) {
    WebglGpu *gpu = wwWebglGpu(base);
    for (uint32_t i = 0; i < MAX_RESOURCES; i++) {
        if (gpu->textures[i].name) continue;
        gpu->textures[i] = (Texture){*desc, name, adopted};
        base->gpuBytes += wwTextureBytes(desc);
        return i + 1;
    }
    return 0;
}

uint32_t wwWebglCreateTexture(WwGpu *base, const WwTextureDesc *desc) {
    const GLuint name = desc->kind == WW_TEXTURE_DEPTH ? makeRenderbuffer(desc)
                                                       : makeTexture(wwWebglGpu(base), desc);
    const uint32_t id = keepTexture(base, desc, name, false);
    if (!id) deleteTexture(&(Texture){*desc, name, false});
    return id;
}

uint32_t wwWebglAdoptTexture(WwGpu *base, uint32_t name, const WwTextureDesc *desc) {
    wwWebglGpu(base)->settled = false; // JavaScript has just filled it
    return keepTexture(base, desc, name, true);
}

void wwWebglDestroyTexture(WwGpu *base, uint32_t id) {
    WebglGpu *gpu = wwWebglGpu(base);
    Texture *texture = &gpu->textures[id - 1];
    // Another texture may get this id.
    for (uint32_t unit = 0; unit < UNITS; unit++) {
        if (gpu->boundTextures[unit] == id) gpu->boundTextures[unit] = UNKNOWN_TEXTURE;
    }
    deleteTexture(texture);
    base->gpuBytes -= wwTextureBytes(&texture->desc);
    texture->name = 0;
}

void wwWebglUpload(WwGpu *base, uint32_t id, uint32_t x, uint32_t y, uint32_t width,
    uint32_t height, const void *texels) {
    WebglGpu *gpu = wwWebglGpu(base);
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
    for (GLuint attribute = 0; attribute < 6; attribute++) glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(
        0, 3, GL_FLOAT, GL_FALSE, stride, (void *)offsetof(WwMeshVertex, position));
    glVertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, stride, (void *)offsetof(WwMeshVertex, normal));
    glVertexAttribPointer(
        2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, (void *)offsetof(WwMeshVertex, color));
    glVertexAttribPointer(
        3, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, (void *)offsetof(WwMeshVertex, wind));
    glVertexAttribPointer(4, 2, GL_FLOAT, GL_FALSE, stride, (void *)offsetof(WwMeshVertex, uv));
    glVertexAttribPointer(5, 4, GL_SHORT, GL_FALSE, stride, (void *)offsetof(WwMeshVertex, axis));
}

// WebGL2 has no first vertex of a draw: indices count from the start of the buffers.
static void sendIndices(const WwMesh *mesh) {
    uint32_t some[INDICES_AT_A_TIME];
    for (uint32_t first = 0; first < mesh->indexCount; first += INDICES_AT_A_TIME) {
        const uint32_t rest = mesh->indexCount - first;
        const uint32_t count = rest < INDICES_AT_A_TIME ? rest : INDICES_AT_A_TIME;
        for (uint32_t i = 0; i < count; i++) some[i] = mesh->indices[first + i] + mesh->firstVertex;
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)(mesh->firstIndex + first) * 4,
            (GLsizeiptr)count * 4, some);
    }
}

static void sendMesh(WwGpu *base, MeshBuffers *buffers, const WwMesh *mesh) {
    const WwMeshBytes bytes = wwMeshBytes(mesh);
    glGenVertexArrays(1, &buffers->vertexArray);
    glBindVertexArray(buffers->vertexArray);
    glGenBuffers(1, &buffers->vertexBuffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffers->vertexBuffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes.vertices, NULL, GL_STATIC_DRAW);
    vertexLayout();
    glGenBuffers(1, &buffers->indexBuffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers->indexBuffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)bytes.indices, NULL, GL_STATIC_DRAW);
    for (; mesh; mesh = mesh->joined) {
        const GLsizeiptr size = (GLsizeiptr)(mesh->vertexCount * sizeof(WwMeshVertex));
        const GLintptr at = (GLintptr)(mesh->firstVertex * sizeof(WwMeshVertex));
        glBufferSubData(GL_ARRAY_BUFFER, at, size, mesh->vertices);
        sendIndices(mesh);
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    wwWebglGpu(base)->boundArray = 0;
    buffers->bytes = bytes.vertices + bytes.indices;
    base->gpuBytes += buffers->bytes;
    wwGpuCountUpload(base, buffers->bytes, true);
}

static void deleteMesh(const MeshBuffers *mesh) {
    if (!mesh->vertexArray) return;
    glDeleteVertexArrays(1, &mesh->vertexArray);
    glDeleteBuffers(1, &mesh->vertexBuffer);
    glDeleteBuffers(1, &mesh->indexBuffer);
}

uint32_t wwWebglCreateMesh(WwGpu *base, const WwMesh *mesh) {
    WebglGpu *gpu = wwWebglGpu(base);
    for (uint32_t i = 0; i < MAX_RESOURCES; i++) {
        if (gpu->meshes[i].vertexArray) continue;
        sendMesh(base, &gpu->meshes[i], mesh);
        return i + 1;
    }
    return 0;
}

void wwWebglDestroyMesh(WwGpu *base, uint32_t id) {
    WebglGpu *gpu = wwWebglGpu(base);
    MeshBuffers *mesh = &gpu->meshes[id - 1];
    if (gpu->boundArray == mesh->vertexArray) gpu->boundArray = 0;
    deleteMesh(mesh);
    base->gpuBytes -= mesh->bytes;
    memset(mesh, 0, sizeof *mesh);
}

void wwWebglDeleteResources(WebglGpu *gpu) {
    for (uint32_t i = 0; i < MAX_RESOURCES; i++) {
        deleteTexture(&gpu->textures[i]);
        deleteMesh(&gpu->meshes[i]);
    }
}

// The solid that particles of the sprite `mesh` are.
#include "base/memory.h"
#include "effects/particle/particle.h"

#include <string.h>

#define CHIP_FACES 8u

// A double pyramid with uneven corners: eight sides, about 1 m long.
static void chipCorner(uint32_t face, uint32_t corner, float out[3]) {
    static const float corners[6][3] = {{0.45f, 0.05f, 0}, {-0.38f, 0, 0.08f}, {0, 0.34f, 0.05f},
        {0.06f, -0.3f, 0}, {0, 0.04f, 0.28f}, {-0.05f, 0, -0.32f}};
    const uint32_t x = face & 1u, y = 2u + (face >> 1 & 1u), z = 4u + (face >> 2);
    const bool turned = ((face ^ face >> 1 ^ face >> 2) & 1u) != 0;
    const uint32_t order[3] = {x, turned ? z : y, turned ? y : z};
    memcpy(out, corners[order[corner]], sizeof corners[0]);
}

static void setNormals(WwMeshVertex *triangle) {
    float b[3], c[3], normal[3];
    for (int i = 0; i < 3; i++) {
        b[i] = triangle[1].position[i] - triangle[0].position[i];
        c[i] = triangle[2].position[i] - triangle[0].position[i];
    }
    const float n[3] = {
        b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]};
    wwNormalize3(n, (const float[3]){0, 1, 0}, normal);
    for (uint32_t corner = 0; corner < 3; corner++) {
        for (int i = 0; i < 3; i++) triangle[corner].normal[i] = (int8_t)(normal[i] * 127.0f);
    }
}

bool wwParticleMesh(
    WwParticles *particles, WwEmitterStyle *style, const ww_EmitterStyleDef *def, WwKeyArray keys) {
    WwMeshList *meshes = &particles->shared->meshes;
    if (def->sprite != WW_SPRITE_MESH) {
        wwMeshDestroy(meshes, &style->mesh);
        return true;
    }
    const uint32_t count = def->mesh.count ? def->mesh.count : CHIP_FACES * 3;
    WwMeshVertex *vertices = wwAlloc(sizeof *vertices * count);
    uint32_t *indices = wwAlloc(sizeof *indices * count);
    if (!vertices || !indices) {
        wwFree(vertices);
        wwFree(indices);
        return false;
    }
    float radius = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        indices[i] = i;
        if (def->mesh.count) {
            memcpy(vertices[i].position, keys.floats + def->mesh.first + i * 3,
                sizeof vertices[i].position);
        } else {
            chipCorner(i / 3, i % 3, vertices[i].position);
        }
        const float *p = vertices[i].position;
        radius = wwMax(radius, sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
        if (i % 3 == 2) setNormals(vertices + i - 2);
    }
    style->meshRadius = radius;
    wwMeshDestroy(meshes, &style->mesh);
    return wwMeshAdopt(meshes, &style->mesh, vertices, count, indices, count);
}

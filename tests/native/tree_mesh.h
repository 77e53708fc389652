// Meshes of trees as tests look at them: whether wood is closed, its volume, whether all is sound.
#pragma once

#include "base/maths.h"
#include "base/memory.h"
#include "base/random.h"
#include "effects/flora/parts.h"
#include "effects/flora/trees.h"

#include "check.h"

#include <stdlib.h>

#define SEEDS 50u

static inline void build(const ww_TreeDef *def, uint32_t seed, WwTreeModel *model) {
    CHECK(wwTreeBuild(def, seed, model) == WW_OK);
}

static inline bool isWood(const WwMeshVertex *vertex) {
    return vertex->normal[3] == 0;
}

static inline double distance(const float a[3], const float b[3]) {
    const double x = (double)a[0] - (double)b[0];
    const double y = (double)a[1] - (double)b[1];
    const double z = (double)a[2] - (double)b[2];
    return sqrt(x * x + y * y + z * z);
}

static inline void freeMesh(WwTreeMesh *mesh) {
    wwFree(mesh->vertices);
    wwFree(mesh->indices);
}

// ---- closed wood

typedef struct Edge {
    uint32_t low, high; // numbers of places
    int32_t balance;    // how often it is passed one way rather than the other
    bool used;
} Edge;

typedef struct Welder {
    uint32_t *places; // of vertices: the first vertex in the same place
    uint32_t *table;
    Edge *edges;
    uint32_t size; // of both tables, a power of two
} Welder;

static inline void weld(Welder *welder, const WwTreeMesh *mesh) {
    welder->size = 1;
    while (welder->size < 2 * mesh->indexCount + 2 * mesh->vertexCount) welder->size *= 2;
    welder->places = malloc(mesh->vertexCount * sizeof(uint32_t) + 4);
    welder->table = malloc(welder->size * sizeof(uint32_t));
    welder->edges = calloc(welder->size, sizeof(Edge));
    memset(welder->table, 0xff, welder->size * sizeof(uint32_t));
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const float *p = mesh->vertices[i].position;
        uint32_t bits[3];
        memcpy(bits, p, sizeof bits);
        uint32_t slot =
            (uint32_t)wwMix64(bits[0] ^ ((uint64_t)bits[1] << 21) ^ ((uint64_t)bits[2] << 42)) &
            (welder->size - 1);
        // Two tubes may touch in a point: only vertices of one node are welded.
        while (welder->table[slot] != 0xffffffffu) {
            const WwMeshVertex *other = &mesh->vertices[welder->table[slot]];
            if (other->node == mesh->vertices[i].node &&
                memcmp(other->position, p, sizeof bits) == 0)
                break;
            slot = (slot + 1) & (welder->size - 1);
        }
        if (welder->table[slot] == 0xffffffffu) welder->table[slot] = i;
        welder->places[i] = welder->table[slot];
    }
}

static inline void passEdge(Welder *welder, uint32_t from, uint32_t to) {
    const uint32_t low = wwMinU(from, to), high = wwMaxU(from, to);
    uint32_t slot = (uint32_t)wwMix64(((uint64_t)low << 32) + high) & (welder->size - 1);
    while (welder->edges[slot].used &&
           (welder->edges[slot].low != low || welder->edges[slot].high != high)) {
        slot = (slot + 1) & (welder->size - 1);
    }
    welder->edges[slot].used = true;
    welder->edges[slot].low = low;
    welder->edges[slot].high = high;
    welder->edges[slot].balance += from < to ? 1 : -1;
}

// Edges of the wood that two triangles do not pass in opposite directions.
static inline uint32_t openEdges(const WwTreeMesh *mesh) {
    Welder welder;
    uint32_t open = 0;
    weld(&welder, mesh);
    for (uint32_t i = 0; i < mesh->indexCount; i += 3) {
        if (!isWood(&mesh->vertices[mesh->indices[i]])) continue;
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t from = welder.places[mesh->indices[i + k]];
            const uint32_t to = welder.places[mesh->indices[i + (k + 1) % 3]];
            if (from != to) passEdge(&welder, from, to);
        }
    }
    for (uint32_t i = 0; i < welder.size; i++) open += welder.edges[i].balance != 0;
    free(welder.places);
    free(welder.table);
    free(welder.edges);
    return open;
}

// Signed volume of the wood of each node; how many are not positive.
static inline double volumeOf(const WwTreeMesh *mesh, uint32_t nodeCount, uint32_t *inward) {
    double *volumes = calloc(nodeCount, sizeof(double));
    double sum = 0.0;
    *inward = 0;
    for (uint32_t i = 0; i < mesh->indexCount; i += 3) {
        const WwMeshVertex *a = &mesh->vertices[mesh->indices[i]];
        if (!isWood(a)) continue;
        const float *p[3];
        double q[3][3];
        for (uint32_t k = 0; k < 3; k++) {
            p[k] = mesh->vertices[mesh->indices[i + k]].position;
            for (int c = 0; c < 3; c++) q[k][c] = p[k][c];
        }
        volumes[a->node] += (q[0][0] * (q[1][1] * q[2][2] - q[1][2] * q[2][1]) -
                                q[0][1] * (q[1][0] * q[2][2] - q[1][2] * q[2][0]) +
                                q[0][2] * (q[1][0] * q[2][1] - q[1][1] * q[2][0])) /
                            6.0;
    }
    for (uint32_t i = 0; i < nodeCount; i++) {
        sum += volumes[i];
        // Hairs of a seedling are finer than floats of their place can tell.
        if (volumes[i] < -1e-7) (*inward)++;
    }
    free(volumes);
    return sum;
}

static inline bool isSoundAt(const WwTreeMesh *mesh) {
    bool sound = mesh->indexCount % 3 == 0;
    uint32_t highest = 0;
    for (uint32_t i = 0; i < mesh->indexCount; i++) highest = wwMaxU(highest, mesh->indices[i]);
    sound &= !mesh->indexCount || highest + 1 == mesh->vertexCount;
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const WwMeshVertex *vertex = &mesh->vertices[i];
        const int32_t x = vertex->normal[0], y = vertex->normal[1], z = vertex->normal[2];
        const int32_t squared = x * x + y * y + z * z;
        sound &= wwFinite3(vertex->position) && wwFinite(vertex->uv[0]) && wwFinite(vertex->uv[1]);
        sound &= squared > 125 * 125 && squared < 129 * 129;
    }
    return sound;
}

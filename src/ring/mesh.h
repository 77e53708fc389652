// A static indexed mesh in the heap, mirrored in GPU buffers; kept so that a lost context can be
// answered from memory.
#pragma once

#include "ring/orphans.h"

// 40 bytes. The vertex of everything that is a mesh (trees). Metres, in the tree's own space, its
// foot at the origin, Y up.
typedef struct WwMeshVertex {
    float position[3];
    int8_t normal[4]; // xyz unit normal * 127; w: 0 wood, 127 leaf, 96 blossom, 80 fruit
    uint8_t color[4]; // rgb albedo, sRGB encoded; a: ambient visibility (255 = open to the sky)
    uint8_t wind[4];  // r: branch sway weight, g: branch phase; leaves: b: flutter weight, a: a
                      // random number of the leaf; wood: b: tiles of bark around it,
                      // a: its radius, square root of quarters of a metre
    float uv[2];      // wood: metres around and along the bark; leaves: -1..1 across, 0..1 along
    int16_t axis[3];  // of the node that it belongs to, where it sits: from the node's start, in
                      // lengths * 32767
    uint16_t node;    // number in WwTreeModel.growth
} WwMeshVertex;

typedef struct WwMesh {
    WwMeshVertex *vertices;
    uint32_t *indices; // triangles, counter-clockwise seen from outside
    uint32_t vertexCount;
    uint32_t indexCount;
    uint32_t buffer; // the GPU's copy, owned by the frame; 0 while there is none
    struct WwMesh *next;
    // Meshes that one call may draw share the buffers of the first of them.
    struct WwMesh *lead;   // NULL: it is the first, or alone
    struct WwMesh *joined; // the next in the same buffers
    uint32_t firstVertex, firstIndex;
} WwMesh;

typedef struct WwMeshList {
    WwMesh *first;
    WwOrphans orphans; // buffers of destroyed meshes
} WwMeshList;

// Takes over `vertices` and `indices`, which were made by wwAlloc. False when the heap is
// exhausted: they are freed and the mesh is empty.
bool wwMeshAdopt(WwMeshList *list, WwMesh *mesh, WwMeshVertex *vertices, uint32_t vertexCount,
    uint32_t *indices, uint32_t indexCount);
// Those that joined it must be destroyed, too.
void wwMeshDestroy(WwMeshList *list, WwMesh *mesh);
// Puts `mesh` behind all that joined `lead`; the GPU's copy is made anew.
void wwMeshJoin(WwMeshList *list, WwMesh *lead, WwMesh *mesh);

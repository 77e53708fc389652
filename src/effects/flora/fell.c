// Felling: a level cut through the trunk. Stems and arms are cut where the plane meets them and
// closed there; everything that grows from them goes with the part that bears it.
#include "base/memory.h"
#include "effects/flora/parts.h"
#include "effects/flora/trees.h"

#include <string.h>

#define NOT_YET 0xffffffffu

// An edge of the cut, in the order in which the cap goes along it.
typedef struct CutEdge {
    WwMeshVertex from, to;
} CutEdge;

typedef struct Saw {
    const WwTreeMesh *mesh;
    float height;
    bool above;          // which part is kept
    uint32_t trunkCount; // nodes that are cut
    uint8_t *nodesKept;  // of the others
    WwGrownNode *nodes;  // at the age
    uint32_t *numbers;   // of vertices in the part
    CutEdge *edges;
    uint32_t edgeCount;
    WwTreeBuilder builder;
} Saw;

static bool isKept(const Saw *saw, float y) {
    return (y > saw->height) == saw->above;
}

static void chooseNodes(Saw *saw, const WwTreeGrowth *growth) {
    for (uint32_t i = saw->trunkCount; i < growth->nodeCount; i++) {
        const uint32_t parent = (uint32_t)growth->texels[1 + 2 * i][3];
        const bool own = parent < saw->trunkCount;
        saw->nodesKept[i] = own ? isKept(saw, saw->nodes[i].start[1]) : saw->nodesKept[parent];
    }
}

static void addVertex(Saw *saw, const WwMeshVertex *vertex) {
    *wwBuilderVertex(&saw->builder) = *vertex;
}

static uint32_t numberOf(Saw *saw, uint32_t index) {
    if (saw->numbers[index] == NOT_YET) {
        saw->numbers[index] = saw->builder.mesh->vertexCount;
        addVertex(saw, &saw->mesh->vertices[index]);
    }
    return saw->numbers[index];
}

// Where the edge meets the plane; the same bits from both triangles that share it.
static WwMeshVertex crossing(const Saw *saw, const WwMeshVertex *a, const WwMeshVertex *b) {
    const bool turned = a->position[1] > saw->height;
    const WwMeshVertex *low = turned ? b : a;
    const WwMeshVertex *high = turned ? a : b;
    const float rise = high->position[1] - low->position[1];
    const float t = (saw->height - low->position[1]) / wwMax(rise, 1e-12f);
    WwMeshVertex vertex = *low;
    vertex.position[0] = wwLerp(low->position[0], high->position[0], t);
    vertex.position[1] = saw->height;
    vertex.position[2] = wwLerp(low->position[2], high->position[2], t);
    for (int i = 0; i < 2; i++) vertex.uv[i] = wwLerp(low->uv[i], high->uv[i], t);
    float normal[3];
    for (int i = 0; i < 3; i++) {
        normal[i] = wwLerp((float)low->normal[i], (float)high->normal[i], t);
    }
    const float up[3] = {0.0f, 1.0f, 0.0f};
    wwNormalize3(normal, up, normal);
    for (int i = 0; i < 3; i++) vertex.normal[i] = wwSignedByte(normal[i]);
    return vertex;
}

static void keepTriangle(Saw *saw, const uint32_t *corners) {
    const uint32_t a = numberOf(saw, corners[0]);
    const uint32_t b = numberOf(saw, corners[1]);
    const uint32_t c = numberOf(saw, corners[2]);
    wwBuilderTriangle(&saw->builder, a, b, c);
}

static void cutTriangle(Saw *saw, const uint32_t *corners) {
    const WwMeshVertex *vertices = saw->mesh->vertices;
    uint32_t polygon[4];
    uint32_t count = 0;
    CutEdge edge = {0};
    for (uint32_t k = 0; k < 3; k++) {
        const WwMeshVertex *here = &vertices[corners[k]];
        const WwMeshVertex *next = &vertices[corners[(k + 1) % 3]];
        const bool inside = isKept(saw, here->position[1]);
        if (inside) polygon[count++] = numberOf(saw, corners[k]);
        if (inside == isKept(saw, next->position[1])) continue;
        const WwMeshVertex cut = crossing(saw, here, next);
        polygon[count++] = saw->builder.mesh->vertexCount;
        addVertex(saw, &cut);
        if (inside)
            edge.to = cut;
        else
            edge.from = cut;
    }
    for (uint32_t k = 1; k + 1 < count; k++) {
        wwBuilderTriangle(&saw->builder, polygon[0], polygon[k], polygon[k + 1]);
    }
    saw->edges[saw->edgeCount++] = edge;
}

static void sawTriangle(Saw *saw, const uint32_t *corners) {
    const WwMeshVertex *first = &saw->mesh->vertices[corners[0]];
    if (first->node >= saw->trunkCount) {
        if (saw->nodesKept[first->node]) keepTriangle(saw, corners);
        return;
    }
    uint32_t inside = 0;
    for (uint32_t k = 0; k < 3; k++) {
        inside += isKept(saw, saw->mesh->vertices[corners[k]].position[1]);
    }
    // A leaf on the trunk is not cut: it goes with its first corner.
    if (first->normal[3] != 0) inside = isKept(saw, first->position[1]) ? 3 : 0;
    if (inside == 3)
        keepTriangle(saw, corners);
    else if (inside > 0)
        cutTriangle(saw, corners);
}

// Pale wood over the cut, as a fan around the middle of each stem.
static void closeCut(Saw *saw) {
    for (uint32_t node = 0; node < saw->trunkCount; node++) {
        WwMeshVertex center = {0};
        uint32_t count = 0;
        for (uint32_t i = 0; i < saw->edgeCount; i++) {
            const WwMeshVertex *from = &saw->edges[i].from;
            if (from->node != node) continue;
            if (!count++)
                center = *from;
            else
                for (int k = 0; k < 3; k++) center.position[k] += from->position[k];
        }
        if (!count) continue;
        for (int k = 0; k < 3; k++) center.position[k] /= (float)count;
        center.position[1] = saw->height;
        for (uint32_t i = 0; i < saw->edgeCount; i++) {
            WwMeshVertex corners[3] = {saw->edges[i].from, saw->edges[i].to, center};
            if (corners[0].node != node) continue;
            const uint32_t first = saw->builder.mesh->vertexCount;
            for (uint32_t k = 0; k < 3; k++) {
                const WwMeshVertex flat = {
                    .normal = {0, saw->above ? -127 : 127, 0, 0}, .color = {196, 164, 118, 255}};
                memcpy(corners[k].normal, flat.normal, sizeof flat.normal);
                memcpy(corners[k].color, flat.color, sizeof flat.color);
                corners[k].uv[0] = corners[k].position[0];
                corners[k].uv[1] = corners[k].position[2];
                addVertex(saw, &corners[k]);
            }
            wwBuilderTriangle(&saw->builder, first, first + 1, first + 2);
        }
    }
}

// Wood before leaves, so that the cut is wood, too.
static void sawThrough(Saw *saw) {
    const uint32_t count = saw->mesh->indexCount;
    bool closed = false;
    for (uint32_t i = 0; i < count; i += 3) {
        const uint32_t *corners = saw->mesh->indices + i;
        const bool leaf = saw->mesh->vertices[corners[0]].normal[3] != 0;
        if (leaf && !closed) {
            closeCut(saw);
            closed = true;
        }
        sawTriangle(saw, corners);
    }
    if (!closed) closeCut(saw);
}

bool wwFellMesh(const WwTreeGrowth *growth, float age, const WwTreeMesh *mesh, float height,
    bool above, WwTreeMesh *part) {
    *part = (WwTreeMesh){0};
    Saw saw = {.mesh = mesh,
        .height = height,
        .above = above,
        .trunkCount = (uint32_t)growth->texels[0][1],
        .nodesKept = wwAlloc(growth->nodeCount),
        .nodes = wwAlloc(growth->nodeCount * sizeof(WwGrownNode)),
        .numbers = wwAlloc(mesh->vertexCount * sizeof(uint32_t) + 4),
        .builder = {.mesh = part}};
    uint32_t trunkTriangles = 0;
    for (uint32_t i = 0; i < mesh->indexCount; i += 3) {
        trunkTriangles += mesh->vertices[mesh->indices[i]].node < saw.trunkCount;
    }
    saw.edges = wwAlloc((trunkTriangles + 1) * sizeof *saw.edges);
    // A triangle that is cut becomes two, brings two vertices of its own and three of the cap.
    const bool made = saw.nodesKept && saw.nodes && saw.numbers && saw.edges &&
                      wwBuilderReserve(&saw.builder, mesh->vertexCount + 5 * trunkTriangles + 1,
                          mesh->indexCount + 9 * trunkTriangles + 3);
    if (made) {
        memset(saw.numbers, 0xff, mesh->vertexCount * sizeof(uint32_t));
        wwGrowNodes(growth, age, saw.nodes);
        chooseNodes(&saw, growth);
        sawThrough(&saw);
    }
    wwFree(saw.nodesKept);
    wwFree(saw.nodes);
    wwFree(saw.numbers);
    wwFree(saw.edges);
    if (!made) {
        wwFree(part->vertices);
        wwFree(part->indices);
        *part = (WwTreeMesh){0};
    }
    return made;
}

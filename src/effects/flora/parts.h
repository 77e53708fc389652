// What the stages of tree building hand to each other.
#pragma once

#include "base/four.h"
#include "effects/flora/skeleton.h"

#include <stddef.h>
#include <string.h>

// leafShape of tree.def.
enum {
    WW_LEAF_SPRIG,
    WW_LEAF_SPRAY,
    WW_LEAF_SINGLE,
    WW_LEAF_CROSSED,
    WW_LEAF_STAR,
    WW_LEAF_TUFT,
    WW_LEAF_BALL,
    WW_LEAF_FROND,
    WW_LEAF_FAN,
    WW_LEAF_BLADE
};

// Fronds, fans and blades stand around the top of a shoot instead of along it.
static inline bool wwIsFrond(const ww_TreeDef *def) {
    return def->leafShape >= WW_LEAF_FROND;
}

typedef enum WwFoliage { WW_LEAF, WW_BLOSSOM, WW_FRUIT, WW_FOLIAGE_KINDS } WwFoliage;

// One foliage part.
typedef struct WwLeaf {
    WwFoliage kind;
    float position[3]; // its base, metres
    float along[3];    // unit, from its base to its tip
    float face[3];     // unit, upper side, across `along`
    float puff[3];     // unit, out of the mass of leaves that it belongs to
    float size;        // metres
    float tint, hue;   // -1..1
    float visibility;  // share of the sky that it sees
    float sway, phase;
    uint32_t node; // that bears it
    float axis[3]; // where on it, in its lengths from its start
} WwLeaf;

typedef struct WwLeafPlan {
    WwLeaf *leaves;
    uint32_t count;
} WwLeafPlan;

// A node at an age.
typedef struct WwGrownNode {
    float start[3];
    float length, girth, leaves; // shares of what they are in the mature tree
} WwGrownNode;

void wwGrowNodes(const WwTreeGrowth *growth, float age, WwGrownNode *nodes);

// ---- outline.c

// A point of an outline in the frame of its part: across it, along it, above its face.
typedef struct WwOutlinePoint {
    float position[3]; // shares of the part's size
    float normal[3];
    float light; // brightness
    float uv[2]; // -1..1 across its blade, 0..1 along it
} WwOutlinePoint;

#define WW_OUTLINE_POINTS 128u
#define WW_OUTLINE_TRIANGLES 96u

typedef struct WwOutline {
    WwOutlinePoint points[WW_OUTLINE_POINTS];
    uint8_t triangles[WW_OUTLINE_TRIANGLES][3];
    uint32_t pointCount, triangleCount;
} WwOutline;

void wwOutlineLeaf(const ww_TreeDef *def, uint32_t level, WwOutline *outline);
void wwOutlineBlossom(uint32_t level, WwOutline *outline);
void wwOutlineFruit(uint32_t level, WwOutline *outline);

// How dark it is within the crown: a grid of cells over the leaves.
#define WW_CROWN_CELLS 16u

typedef struct WwCrown {
    float *visibility; // WW_CROWN_CELLS cubed, x fastest; NULL when there are no leaves
    float low[3], cell[3];
    float perCell[3]; // 1 / cell
} WwCrown;

// A mesh that grows; `failed` once the heap is exhausted.
typedef struct WwTreeBuilder {
    WwTreeMesh *mesh;
    uint32_t vertexCapacity, indexCapacity;
    bool failed;
} WwTreeBuilder;

// Room for so many more; then the two below cannot fail. False (and `failed`) without memory.
bool wwBuilderReserve(WwTreeBuilder *builder, uint32_t vertices, uint32_t indices);
// The next vertex, to be written whole.
static inline WwMeshVertex *wwBuilderVertex(WwTreeBuilder *builder) {
    return &builder->mesh->vertices[builder->mesh->vertexCount++];
}

static inline void wwBuilderTriangle(WwTreeBuilder *builder, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *indices = builder->mesh->indices + builder->mesh->indexCount;
    indices[0] = a;
    indices[1] = b;
    indices[2] = c;
    builder->mesh->indexCount += 3;
}

// 0..1 as a byte, -1..1 as a signed byte.
static inline uint8_t wwByte(float x) {
    return (uint8_t)wwNearest(wwClamp(x, 0.0f, 1.0f) * 255.0f);
}

static inline int8_t wwSignedByte(float x) {
    return (int8_t)wwNearest(wwClamp(x, -1.0f, 1.0f) * 127.0f);
}

// Four directions of any length as unit normals, three signed bytes each, the first lowest;
// `fallback`, which is unit, for those without a length.
static inline WwFourBits wwPackNormals(WwFour x, WwFour y, WwFour z, const float fallback[3]) {
    const WwFour squared = x * x + y * y + z * z;
    const WwFourBits usable = squared > 1e-30f;
    const WwFour scale = 127.0f / wwFourSqrt(wwFourPick(usable, squared, wwFourAll(1.0f)));
    const float whole = WW_NEAREST;
    x = wwFourPick(usable, x, wwFourAll(fallback[0])) * scale + whole;
    y = wwFourPick(usable, y, wwFourAll(fallback[1])) * scale + whole;
    z = wwFourPick(usable, z, wwFourAll(fallback[2])) * scale + whole;
    return ((WwFourBits)x & 255) | ((WwFourBits)y & 255) << 8 | ((WwFourBits)z & 255) << 16;
}

// The node that a vertex grows with and where on its axis it sits, as they stand in the vertex.
static inline uint64_t wwBuilderSeat(uint32_t node, const float axis[3]) {
    uint64_t seat = (uint64_t)node << 48;
    for (int i = 0; i < 3; i++) {
        seat |= (uint64_t)(wwNearest(axis[i] * 32767.0f) & 0xffffu) << (16 * i);
    }
    return seat;
}

// Four vertices at once: `head` holds x, y, z and normals, `tail` colours, wind, u and v, one row
// each; the seat, as it stands in the vertex, is the same for all.
static inline void wwBuilderFour(
    WwMeshVertex *vertices, WwFour head[4], WwFour tail[4], uint64_t seat) {
    wwFourTurn(head);
    wwFourTurn(tail);
    for (int k = 0; k < 4; k++) {
        char *vertex = (char *)&vertices[k];
        wwFourStore(vertex, head[k]);
        wwFourStore(vertex + offsetof(WwMeshVertex, color), tail[k]);
        memcpy(vertex + offsetof(WwMeshVertex, axis), &seat, sizeof seat);
    }
}

// A linear colour, sRGB encoded, 0..1.
void wwTreeEncode(const ww_Color *linear, float encoded[3]);

bool wwLeavesPlan(
    const ww_TreeDef *def, uint32_t seed, const WwSkeleton *skeleton, WwLeafPlan *plan);
void wwLeavesPlanFree(WwLeafPlan *plan);
// The most that one foliage part takes at a level.
void wwLeafSize(const ww_TreeDef *def, uint32_t level, uint32_t *points, uint32_t *triangles);
// Which leaves a level has: `keep` of them, spread evenly over the plan, and those that reach
// furthest.
typedef struct WwLeafChoice {
    uint32_t level, keep;
    float scale;                      // how much larger they are, as far as
    float boundsMin[3], boundsMax[3]; // the finer level leaves room
    float widen;                      // how much wider they are beside that
} WwLeafChoice;

void wwLeavesBuild(const ww_TreeDef *def, const WwLeafPlan *plan, const WwLeafChoice *choice,
    WwTreeBuilder *builder);

bool wwCrownShade(const ww_TreeDef *def, const WwLeafPlan *plan, WwCrown *crown);
void wwCrownFree(WwCrown *crown);
float wwCrownVisibility(const WwCrown *crown, const float point[3]);

void wwWoodBuild(const ww_TreeDef *def, uint32_t seed, const WwSkeleton *skeleton,
    const WwCrown *crown, uint32_t level, WwTreeBuilder *builder);

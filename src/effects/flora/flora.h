// Trees: definition + seed -> skeleton -> wood and leaves -> levels of detail. Pure C and the same
// bytes on every compiler; the forest draws what comes out.
#pragma once

#include "base/schema.h"
#include "ring/mesh.h"

// One species. Filled by ww_defaultTreeDef or ww_treePreset, then changed as wished.
typedef struct ww_TreeDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/flora/tree.def"
#include "base/schema_end.h"
} ww_TreeDef;

extern const WwSchema wwTreeSchema;

ww_Status wwTreeCheck(const ww_TreeDef *def);

uint32_t wwTreePresetCount(void);
// NULL when there is no such preset.
const char *wwTreePresetName(uint32_t preset);
// Overwrites the whole definition. `preset` is below wwTreePresetCount.
void wwTreePreset(uint32_t preset, ww_TreeDef *def);

// What the shaders know of a species. Texels:
//   0  second colour of the bark, linear rgb; its pattern
//   1  autumn colour, linear rgb; how much paler the under side of leaves is
//   2  season of the leaves, season of the blossoms
//   3  season of the fruit; 1 for veined leaves; radius of wood with the whole relief, metres
//   4  size of the bark's pattern, metres; depth of its relief; translucency of leaves; how far it
//      bows to tramplers
#define WW_LOOK_TEXELS 5u
void wwTreeLook(const ww_TreeDef *def, float look[WW_LOOK_TEXELS][4]);

// Level 0 is the whole tree, about 15,000 triangles for the presets; level 1 has about 40 % of it,
// level 2 at most 15 %.
#define WW_TREE_LEVELS 3u

// Made with wwAlloc, so that wwMeshAdopt can take the arrays over (then set them to NULL here).
typedef struct WwTreeMesh {
    WwMeshVertex *vertices;
    uint32_t *indices;
    uint32_t vertexCount, indexCount;
} WwTreeMesh;

// How a tree grows, 1 + 2 texels a node for the vertex shader (shaders/growth.glsl):
//   0         share of its length at which a shoot bears its first leaves, number of the stems and
//             arms of the trunk (the first nodes), 0, 0
//   1 + 2 i   start of node i in the mature tree xyz, number of its parent (its own: it stands)
//   2 + 2 i   age at its birth, 1 / time to lengthen, 1 / time to thicken, length
typedef struct WwTreeGrowth {
    float (*texels)[4];
    uint32_t nodeCount;
} WwTreeGrowth;

#define WW_GROWTH_TEXELS(nodes) (1u + 2u * (nodes))

typedef struct WwTreeModel {
    WwTreeMesh levels[WW_TREE_LEVELS];
    WwTreeGrowth growth;
    float height;                     // metres
    float radius;                     // horizontal, around the trunk's foot, metres
    float boundsMin[3], boundsMax[3]; // of all levels
} WwTreeModel;

// A tree that is being built, a stage at a time; a stage takes about a millisecond at most.
typedef struct WwTreeJob WwTreeJob;

// `def` is not copied. NULL when the heap is exhausted. End it in any case.
WwTreeJob *wwTreeJobBegin(const ww_TreeDef *def, uint32_t seed);
// False when nothing is left to do: the model is complete, or empty after a failure.
bool wwTreeJobStep(WwTreeJob *job, WwTreeModel *model);
uint32_t wwTreeJobLeft(const WwTreeJob *job); // stages
float wwTreeJobShare(const WwTreeJob *job);   // that is done, 0..1
void wwTreeJobEnd(WwTreeJob *job);

// All stages at once: takes milliseconds. On failure the model is empty.
ww_Status wwTreeBuild(const ww_TreeDef *def, uint32_t seed, WwTreeModel *model);
void wwTreeModelFree(WwTreeModel *model);

// Share of its growth a second; 0: it does not grow. A millisecond at least, so that it is finite.
static inline float wwGrowthRate(float growSeconds) {
    if (growSeconds <= 0.0f) return 0.0f;
    return growSeconds > 1e-3f ? 1.0f / growSeconds : 1e3f;
}

// The mesh of a tree at an age of 0..1: what has not sprouted is left out, so that at 0 nothing is
// left. Twin: grownPlace in shaders/growth.glsl. False when the heap is exhausted.
bool wwGrowMesh(const WwTreeGrowth *growth, const WwTreeMesh *mature, float age, WwTreeMesh *grown);

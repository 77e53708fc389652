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

// Level 0 is the whole tree, about 15,000 triangles for the presets; level 1 has about 40 % of it,
// level 2 at most 15 %.
#define WW_TREE_LEVELS 3u

// Made with wwAlloc, so that wwMeshAdopt can take the arrays over (then set them to NULL here).
typedef struct WwTreeMesh {
    WwMeshVertex *vertices;
    uint32_t *indices;
    uint32_t vertexCount, indexCount;
} WwTreeMesh;

typedef struct WwTreeModel {
    WwTreeMesh levels[WW_TREE_LEVELS];
    float height;                     // metres
    float radius;                     // horizontal, around the trunk's foot, metres
    float boundsMin[3], boundsMax[3]; // of all levels
} WwTreeModel;

// Takes milliseconds. On failure the model is empty.
ww_Status wwTreeBuild(const ww_TreeDef *def, uint32_t seed, WwTreeModel *model);
void wwTreeModelFree(WwTreeModel *model);

// Trees by name: made of a definition and a seed, a stage at a time, so that a game which wants
// many never waits for one; then read as meshes of any age, and felled.
#pragma once

#include "effects/effect.h"
#include "effects/flora/flora.h"

// The mesh of a part of a tree, as it is handed out. Wood comes first.
typedef struct ww_TreeMesh {
    const WwMeshVertex *vertices; // 40 bytes each
    const uint32_t *indices;
    uint32_t vertexCount, indexCount;
    uint32_t woodIndexCount; // the indices behind it are leaves
    float height, radius;    // metres, of this mesh
} ww_TreeMesh;

typedef struct WwTree {
    ww_TreeDef def;
    uint32_t seed;
    uint32_t number; // in the order of creation
    WwTreeJob *job;  // NULL once it is built
    bool failed;     // the heap was exhausted
    WwTreeModel model;
    float age, rate; // 0..1; ages that a second adds
    float cutHeight; // metres; 0: it stands
    WwTreeMesh mesh; // the last that was asked for
    ww_TreeMesh view;
} WwTree;

typedef struct WwTrees {
    WwShared *shared;
    WwPool pool;
    uint32_t nextNumber;
} WwTrees;

WwTrees *wwTreesCreate(WwShared *shared, uint32_t maxTrees);
void wwTreesDestroy(WwTrees *trees);
uint32_t wwTreeCreate(WwTrees *trees, const ww_TreeDef *def, uint32_t seed);
ww_Status wwTreeDestroy(WwTrees *trees, uint32_t tree);
void wwTreesLay(WwTrees *trees, const WwStep *step);
// One stage of the tree that has waited longest. Returns how many stages are left over all trees.
uint32_t wwTreesBuild(WwTrees *trees);
// Sets the age, and in how many seconds a tree comes from 0 to 1; 0: it stays.
ww_Status wwTreeSetAge(WwTrees *trees, WwTree *tree, float age, float growSeconds);
ww_Status wwTreeFell(WwTree *tree, float height);
// The mesh at the tree's age: `part` 0 is what stands, 1 what was felled. Builds what is not built.
// NULL after a failure. Valid until the next call for this tree.
const ww_TreeMesh *wwTreeView(WwTrees *trees, uint32_t handle, uint32_t level, uint32_t part);

// fell.c: one of both parts of a mesh that is cut level at a height. False when the heap is
// exhausted.
bool wwFellMesh(const WwTreeGrowth *growth, float age, const WwTreeMesh *mesh, float height,
    bool above, WwTreeMesh *part);

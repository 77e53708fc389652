// Trees in the thousands: kept in pages of cells (forest_store.h), drawn as meshes near and
// impostors far.
//
// Nothing is sent for a tree but when it comes, moves, falls or goes. A frame visits blocks of
// cells: those outside the view or beyond maxDistance cost one test each. The pages of the others
// are named to the GPU as batches of up to 32 records, in one draw call for every impostor of the
// forest; only cells near enough to hold meshes are looked at tree by tree and give one list of
// records for each variant and level. Which of the two shows a tree, or what share of its pixels
// while they cross-fade, both shaders work out from the same height in pixels (tree.glsl). So a
// list is sent only when it changes, and a camera that rests sends nothing.
//
// Record of a tree, 3 texels:
//   0  position of the foot xyz, scale
//   1  yaw in radians, variant, random number 0..1, age at the kit's epoch (age 1: mature)
//   2  tint rgb and season, 6 bits each; lean along x and z, 12 bits each; second since the kit's
//      epoch at which it was felled (WW_NEVER: it stands); where it falls to and where it was cut,
//      shares of a turn and of its height, 12 bits each
// Batch, 1 texel: first record * 32 + count - 1
// List, 1 texel: record; from bit 24 on which part of the tree (WwTreePart)
// Variant, 10 texels:
//   0  centre of the upright cylinder that holds the tree xyz, radius of the sphere around it
//   1  radius and half height of the cylinder, height of the tree, 1 + layer of the atlas when its
//      impostor is baked, 0 when not
//   2  mean albedo of the wood, linear rgb; bend in a storm, radians
//   3  mean albedo of the leaves, linear rgb; their translucency
//   4  look of the species, WW_LOOK_TEXELS (effects/flora/flora.h)
//   9  age at which the trunk sprouts, 1 / ages that it takes to its height, first texel of its
//      growth, distance at which the last of its trees ends
// Behind the variants, for each picture of each of them, 1 texel: its frame (wwImpostorFrame)
#pragma once

#include "effects/effect.h"
#include "effects/flora/flora.h"
#include "effects/forest/forest_store.h"

typedef struct ww_ForestDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/forest/forest.def"
#include "base/schema_end.h"
} ww_ForestDef;

typedef struct ww_SpeciesDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/forest/species.def"
#include "base/schema_end.h"
} ww_SpeciesDef;

typedef struct ww_ScatterDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/forest/scatter.def"
#include "base/schema_end.h"
} ww_ScatterDef;

#define WW_FOREST_VARIANTS 64u // of one forest, over all its species
// x, y, z, yaw, scale, variant, age, season, lean x and z, tint rgb: how trees are handed in.
#define WW_PLANT_FLOATS 13u
#define WW_VARIANT_TEXELS (5u + WW_LOOK_TEXELS)
#define WW_IMPOSTOR_SAMPLES 3u // a side of a texel while baking
#define WW_IMPOSTOR_RETAKES 3u
// A variant with less than this share of opaque texels over all its pictures was not drawn at all.
#define WW_IMPOSTOR_EMPTY 0.002f

typedef struct WwForestVariant {
    WwMesh meshes[WW_TREE_LEVELS];
    uint32_t growthFirst; // texel in the forest's table
    float center[3];      // of the upright cylinder that holds the tree
    float radius, halfHeight;
    float sphere;  // radius around center
    float height;  // above the foot
    float foot;    // radius of the wood where it meets the ground
    float bend;    // radians of the top in a storm
    float trample; // how far it bows to tramplers, 0..1
    float far;     // metres from which on none is drawn
    bool impostors, shadows;
    uint32_t layer;            // of the atlas
    float wood[3], leaf[3];    // mean albedo, linear
    float translucency;        // of the leaves
    float sprouts, growthRate; // of the trunk, in ages
    float look[WW_LOOK_TEXELS][4];
    uint32_t pictures; // baked so far
    uint32_t retakes;
    bool ready;  // all pictures are there
    bool failed; // they came out empty every time: the variant stays a mesh
} WwForestVariant;

typedef enum WwTreePart {
    WW_PART_WHOLE,
    WW_PART_STUMP,   // of a felled tree: below the cut
    WW_PART_FALLING, // above it
} WwTreePart;

// What one camera saw, so that the next frame sends only what is new.
typedef struct WwForestSight {
    mat4 viewProjection;
    float eye[3];
    float pixelsPerUnit;
    bool valid;
    float until;        // seconds since the kit's epoch: growing or falling trees change it then
    float reference[3]; // what levels are seen from: dragged along by the eye
    float referencePixels;
    bool hasReference, isParallel;
    uint32_t listFirst[WW_FOREST_VARIANTS][WW_TREE_LEVELS];
    uint32_t listCount[WW_FOREST_VARIANTS][WW_TREE_LEVELS];
    uint32_t batches;
    uint32_t meshTrees, impostorTrees, skippedTrees;
    float impostorEdge; // pixels: impostorPixels, or more when maxMeshes is reached
    float groundShare;  // of the distances of undergrowth: 1, or less past maxUndergrowth
} WwForestSight;

// What impostorMemory leaves of impostorFrames and impostorSize.
typedef struct WwImpostorGrid {
    uint32_t frames, size;
} WwImpostorGrid;

typedef struct WwForest {
    ww_ForestDef def;
    WwForestVariant *variants[WW_FOREST_VARIANTS];
    uint32_t variantCount;
    uint32_t speciesFirst[WW_FOREST_VARIANTS]; // first variant of each species
    uint32_t speciesCount;

    WwForestStore store;
    WwTable batches;
    WwTable list;
    WwTable shadowList;
    WwTable variantTable;
    WwTable growth; // of all variants: see WwTreeGrowth
    uint32_t growthTexels;
    float now;      // seconds since the kit's epoch, of the last update
    float matureAt; // when the last tree has grown up

    uint32_t *visible; // cells of this frame, near to far
    uint32_t *scratch;
    uint32_t foundCount; // handles in `scratch` after wwForestFind
    float *candidates;   // of the last scatter, until they are planted
    uint32_t candidateCount;
    size_t candidateBytes; // what is allocated
    WwForestSight sight;
    WwDrawPart parts[WW_DRAW_PARTS]; // of what the sight shows as meshes
    uint32_t partCount;
    WwDrawPart shadowParts[WW_FOREST_VARIANTS];

    uint32_t atlas[2];    // colour, surface; textures of the GPU, 0 while there are none
    uint32_t atlasOwners; // places kept in the list of orphaned textures
    uint32_t atlasLayers;
    WwImpostorGrid grid; // of the variants that are there
    bool bakeAll;        // finish in the next draw
} WwForest;

// One tree as it is now: what it was planted with, in the same order, and what became of it.
typedef struct ww_ForestTree {
    float position[3]; // of the foot
    float yaw, scale, variant;
    float age; // 0..1
    float season;
    float lean[2], tint[3];
    float height; // full-grown, metres
    float felled; // seconds since it was felled; -1: it stands
} ww_ForestTree;

typedef struct WwRay {
    float origin[3], direction[3]; // unit
} WwRay;

typedef struct WwPick {
    uint32_t tree; // 0: none
    float distance;
} WwPick;

_Static_assert(WW_FOREST_VARIANTS *WW_TREE_LEVELS <= WW_DRAW_PARTS, "a part for each mesh");

typedef struct WwForests {
    WwShared *shared;
    WwPool pool;
    uint32_t super[2]; // supersampled picture: colour, surface; 0 while nothing is baked
    uint32_t superDepth;
    uint32_t superSize;
    float now; // seconds since the kit's epoch, at the last update
} WwForests;

typedef struct WwForestCounts {
    uint32_t trees;
    uint32_t meshTrees; // drawn as meshes in the last draw; twice while they cross-fade
    uint32_t impostors; // trees in the cells of the last draw that show impostors
    uint32_t dropped; // trees of the last draw that had no impostor yet and found no room as meshes
    uint32_t retakes; // impostors that came out empty and were baked again, since creation
} WwForestCounts;

extern const WwSchema wwForestSchema;
extern const WwSchema wwSpeciesSchema;
extern const WwSchema wwScatterSchema;

// forest_def.c
WwForests *wwForestsCreate(WwShared *shared, uint32_t maxForests);
void wwForestsDestroy(WwForests *forests);
uint32_t wwForestCreate(WwForests *forests, const ww_ForestDef *def);
ww_Status wwForestSet(WwForest *forest, const ww_ForestDef *def);
ww_Status wwForestDestroy(WwForests *forests, uint32_t forest);
ww_Status wwForestAddSpecies(
    WwForests *forests, WwForest *forest, const ww_TreeDef *tree, const ww_SpeciesDef *species);
// Its impostor is not there yet.
static inline bool wwForestIsUnbaked(const WwForestVariant *variant) {
    return variant->impostors && !variant->ready && !variant->failed;
}
// Layers of the atlas: variants with impostors.
uint32_t wwForestLayers(const WwForest *forest);
// Trees and undergrowth that one list of meshes has room for.
static inline uint32_t wwForestListRoom(const ww_ForestDef *def) {
    return 2 * (def->maxMeshes + def->maxUndergrowth);
}
WwForestCounts wwForestsCounts(const WwForests *forests);
void wwForestWriteVariant(WwForest *forest, uint32_t variant);

// forest_lay.c
void wwForestsLay(WwForests *forests, const WwStep *step);
void wwForestsRebase(WwForests *forests, float seconds);
void wwForestsShift(WwForests *forests, const double by[3]);
// WW_PLANT_FLOATS each, all or none; writes their handles unless `handles` is NULL.
ww_Status wwForestPlant(WwForest *forest, const float *trees, uint32_t count, uint32_t *handles);
ww_Status wwForestMove(WwForest *forest, uint32_t handle, const float *tree);
// Fell `ago` seconds before now toward `direction`, radians from x to z, cut at `height` metres
// above its foot.
ww_Status wwForestFell(WwForest *forest, uint32_t handle, float direction, float height, float ago);
ww_Status wwForestRemove(WwForest *forest, uint32_t handle);
ww_Status wwForestRead(WwForest *forest, uint32_t handle, ww_ForestTree *tree);
// Writes the trees in the order of cells, 8 floats each, and their handles; either may be NULL.
void wwForestList(const WwForest *forest, float *trees, uint32_t *handles);
WwTreeExtent wwForestMeasureTree(const void *forest, const float *record);
// Trees go on from the ages that they have when they begin to grow in another time.
void wwForestKeepAges(WwForest *forest, float growSeconds);
// Ages that a second adds.
float wwForestGrowthRate(const WwForest *forest);
float wwForestAge(const WwForest *forest, const float *record);
// Height of a tree at its age, as a share of its full height. Twin: treeSize in shaders/tree.glsl.
float wwForestSize(const WwForest *forest, const WwForestVariant *variant, const float *record);
// Slope along x and z by which a tree leans, and its length; where it was cut, as a share of its
// height.
void wwForestSlope(const float *record, float slope[2]);
float wwForestLean(const float *record);
float wwForestCut(const float *record);
static inline bool wwForestIsFelled(const float *record) {
    return record[10] < WW_NEVER;
}

// forest_find.c
// The first tree that a ray meets within `far` metres, without wind.
WwPick wwForestPick(const WwForest *forest, const WwRay *ray, float far);
// Handles of the trees whose feet are within `radius` of (x, z), into the scratch memory.
void wwForestFind(WwForest *forest, float x, float z, float radius);

// scatter.c: trees that found room, WW_PLANT_FLOATS each, in forest->candidates.
ww_Status wwForestScatter(WwForest *forest, const ww_ScatterDef *def);
void wwForestDropCandidates(WwForest *forest);

// forest_view.c
void wwForestsView(WwForests *forests, const WwView *view, WwDrawList *list);
// Writes `count` numbers to a table from texel `at` on; marks only from the first to the last that
// differs.
void wwForestWriteList(WwTable *table, uint32_t at, const uint32_t *numbers, uint32_t count);
// Where the list of a part of a draw begins, and its level, stand behind the list.
#define WW_PART_LEVEL_SHIFT 24u
void wwForestSetShared(const WwForest *forest, WwDraw *draw, const WwTable *list);
// One draw of the meshes of all `parts`.
void wwForestDrawParts(const WwForest *forest, WwDrawList *list, WwPipeline pipeline,
    const WwTable *numbers, const WwDrawPart *parts, uint32_t count);
// Heights on the screen, in pixels, below which each level gives way to the next, near to far.
void wwForestEdges(const ww_ForestDef *def, float impostorEdge, float edges[WW_TREE_LEVELS]);

// forest_shadow.c
void wwForestsShadow(WwForests *forests, const WwView *light, WwDrawList *list);

// impostor.c: the grid of pictures. Twin: shaders/impostor.glsl.
// Direction from the tree to the camera of picture (column, row) of a grid of `frames` a side.
void wwImpostorDirection(uint32_t frames, uint32_t column, uint32_t row, float direction[3]);
// Right and up of that picture.
void wwImpostorAxes(const float direction[3], float right[3], float up[3]);
// Middle of the picture from the centre of the variant and its half size, along right and up,
// metres.
void wwImpostorFrame(
    const WwForestVariant *variant, const float direction[3], float size, float frame[4]);
uint32_t wwImpostorLevels(uint32_t size);
WwImpostorGrid wwImpostorGrid(const WwForest *forest);
// Cylinder, sphere and colours of a variant, from its finest mesh.
void wwImpostorMeasure(WwForestVariant *variant);
// After a lost context: no picture is left.
void wwForestsForgetPictures(WwForests *forests);
float wwForestReady(const WwForest *forest);

// wind.c: how trees move. Twin: shaders/wind.glsl.
#define WW_GUST_ROWS 3

typedef struct WwWind {
    float direction[2];                                   // unit, in the xz plane
    float strength, gust;                                 // 0..1
    float time;                                           // seconds, 0..1000
    float gustPlace[WW_GUST_ROWS], gustBow[WW_GUST_ROWS]; // shifted with the origin
} WwWind;

// Weights of a vertex: see WwMeshVertex.wind, as 0..1.
typedef struct WwWindWeights {
    float branch, phase, leaf;
} WwWindWeights;

// The origin moved by (x, z): the gusts stay where they are.
void wwWindShift(double place[WW_GUST_ROWS], double bow[WW_GUST_ROWS], const float direction[2],
    double x, double z);

// How hard it blows on the tree whose foot is at (x, z), 0..1.6.
float wwWindForce(const WwWind *wind, float x, float z);
// Where the wind takes a point given relative to the foot of its tree, in the axes of the world.
void wwWindSway(const WwWind *wind, const float foot[3], float random, float height, float bend,
    WwWindWeights weights, const float normal[3], float point[3]);
// Metres that no point of a tree is ever moved beyond.
float wwWindReach(float height, float bend);

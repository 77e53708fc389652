// What can be said about forests: validation, creation and destruction, species.
#include "effects/forest/forest.h"

#include "base/memory.h"

#include <string.h>

#define WW_SCHEMA wwForestSchema
#define WW_SCHEMA_NAME "forest"
#define WW_SCHEMA_STRUCT ww_ForestDef
#define WW_SCHEMA_FILE "effects/forest/forest.def"
#include "base/schema_table.h"

#define WW_SCHEMA wwSpeciesSchema
#define WW_SCHEMA_NAME "species"
#define WW_SCHEMA_STRUCT ww_SpeciesDef
#define WW_SCHEMA_FILE "effects/forest/species.def"
#include "base/schema_table.h"

#define WW_SCHEMA wwScatterSchema
#define WW_SCHEMA_NAME "scatter"
#define WW_SCHEMA_STRUCT ww_ScatterDef
#define WW_SCHEMA_FILE "effects/forest/scatter.def"
#include "base/schema_table.h"

WwForests *wwForestsCreate(WwShared *shared, uint32_t maxForests) {
    WwForests *forests = wwAlloc(sizeof *forests);
    if (!forests) return NULL;
    forests->shared = shared;
    if (wwPoolCreate(&forests->pool, WW_TAG_FOREST, sizeof(WwForest), maxForests)) return forests;
    wwForestsDestroy(forests);
    return NULL;
}

static void freeVariant(WwForests *forests, WwForestVariant *variant) {
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        wwMeshDestroy(&forests->shared->meshes, &variant->meshes[level]);
    }
    wwFree(variant);
}

static void freeForest(WwForests *forests, WwForest *forest) {
    WwTableList *tables = &forests->shared->tables;
    for (uint32_t v = 0; v < forest->variantCount; v++) freeVariant(forests, forest->variants[v]);
    for (uint32_t i = 0; i < forest->atlasOwners; i++) {
        wwOrphansRemoveOwner(&tables->orphans, forest->atlas[i]);
    }
    wwStoreDestroy(tables, &forest->store);
    wwTableDestroy(tables, &forest->batches);
    wwTableDestroy(tables, &forest->list);
    wwTableDestroy(tables, &forest->shadowList);
    wwTableDestroy(tables, &forest->variantTable);
    wwTableDestroy(tables, &forest->growth);
    wwFree(forest->visible);
    wwFree(forest->scratch);
    wwFree(forest->candidates);
}

void wwForestsDestroy(WwForests *forests) {
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (forest) freeForest(forests, forest);
    }
    wwPoolDestroy(&forests->pool);
    wwFree(forests);
}

static bool createStorage(WwForests *forests, WwForest *forest) {
    const ww_ForestDef *def = &forest->def;
    WwTableList *tables = &forests->shared->tables;
    if (!wwStoreCreate(tables, &forest->store, def->maxTrees, def->cellSize)) return false;
    const uint32_t pages = forest->store.pageCount;
    const uint32_t needed = wwMaxU(2 * pages, 3 * wwForestListRoom(def));
    forest->visible = wwAlloc(sizeof(uint32_t) * pages);
    forest->scratch = wwAlloc(sizeof(uint32_t) * wwMaxU(needed, def->maxTrees));
    // A destroyed forest leaves two textures to be deleted at the next draw.
    while (forest->atlasOwners < 2 && wwOrphansAddOwner(&tables->orphans)) forest->atlasOwners++;
    return forest->visible && forest->scratch && forest->atlasOwners == 2 &&
           wwTableCreate(tables, &forest->batches, WW_TEXEL_R32UI, pages) &&
           wwTableCreate(
               tables, &forest->list, WW_TEXEL_R32UI, wwForestListRoom(def) + WW_DRAW_PARTS) &&
           wwTableCreate(tables, &forest->shadowList, WW_TEXEL_R32UI,
               wwForestListRoom(def) + WW_DRAW_PARTS) &&
           wwTableCreate(tables, &forest->variantTable, WW_TEXEL_RGBA32F,
               (WW_VARIANT_TEXELS + def->impostorFrames * def->impostorFrames) *
                   WW_FOREST_VARIANTS);
}

uint32_t wwForestCreate(WwForests *forests, const ww_ForestDef *def) {
    if (wwSchemaCheck(&wwForestSchema, def, (WwKeyArray){0}) != WW_OK) return 0;
    if (def->impostorSize % 16) {
        // So that pictures can be halved into mips without sharing texels.
        wwFail(WW_ERROR_INVALID_DEF, "forest: impostorSize must be a multiple of 16 px");
        return 0;
    }
    uint32_t handle = 0;
    WwForest *forest = wwPoolAdd(&forests->pool, &handle);
    if (!forest) return 0;
    forest->def = *def;
    forest->now = forests->now;
    if (createStorage(forests, forest)) return handle;
    freeForest(forests, forest);
    wwPoolRemove(&forests->pool, handle);
    wwFail(WW_ERROR_OUT_OF_MEMORY, "forest: out of memory for maxTrees trees");
    return 0;
}

ww_Status wwForestSet(WwForest *forest, const ww_ForestDef *def) {
    const ww_Status status = wwSchemaCheck(&wwForestSchema, def, (WwKeyArray){0});
    if (status != WW_OK) return status;
    ww_ForestDef next = *def;
    next.maxTrees = forest->def.maxTrees;
    next.maxMeshes = forest->def.maxMeshes;
    next.maxUndergrowth = forest->def.maxUndergrowth;
    next.cellSize = forest->def.cellSize;
    next.impostorFrames = forest->def.impostorFrames;
    next.impostorSize = forest->def.impostorSize;
    next.impostorMemory = forest->def.impostorMemory;
    wwForestKeepAges(forest, next.growSeconds);
    forest->def = next;
    forest->sight.valid = false;
    return WW_OK;
}

ww_Status wwForestDestroy(WwForests *forests, uint32_t handle) {
    WwForest *forest = wwPoolGet(&forests->pool, handle);
    if (!forest) return WW_ERROR_STALE_HANDLE;
    freeForest(forests, forest);
    wwPoolRemove(&forests->pool, handle);
    return WW_OK;
}

void wwForestWriteVariant(WwForest *forest, uint32_t index) {
    const WwForestVariant *variant = forest->variants[index];
    const uint32_t texel = index * WW_VARIANT_TEXELS;
    float *row = wwTableFloats(&forest->variantTable, texel);
    memcpy(row, variant->center, sizeof variant->center);
    row[3] = variant->sphere;
    row[4] = variant->radius;
    row[5] = variant->halfHeight;
    row[6] = variant->height;
    row[7] = variant->ready ? 1.0f + (float)variant->layer : 0.0f;
    memcpy(row + 8, variant->wood, sizeof variant->wood);
    row[11] = variant->bend;
    memcpy(row + 12, variant->leaf, sizeof variant->leaf);
    row[15] = variant->translucency;
    memcpy(row + 16, variant->look, sizeof variant->look);
    float *last = row + 16 + 4 * WW_LOOK_TEXELS;
    last[0] = variant->sprouts;
    last[1] = variant->growthRate;
    last[2] = (float)variant->growthFirst;
    last[3] = variant->far;
    wwTableMark(&forest->variantTable, texel, texel + WW_VARIANT_TEXELS);
    forest->sight.valid = false;
}

// Takes the meshes over; false when the heap is exhausted.
static bool adoptMeshes(WwForests *forests, WwForestVariant *variant, WwTreeModel *model) {
    bool adopted = true;
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        WwTreeMesh *mesh = &model->levels[level];
        adopted = wwMeshAdopt(&forests->shared->meshes, &variant->meshes[level], mesh->vertices,
                      mesh->vertexCount, mesh->indices, mesh->indexCount) &&
                  adopted;
        *mesh = (WwTreeMesh){0};
    }
    return adopted;
}

static bool adoptGrowth(
    WwForests *forests, WwForest *forest, WwForestVariant *variant, const WwTreeGrowth *growth) {
    const uint32_t first = forest->growthTexels;
    const uint32_t end = first + WW_GROWTH_TEXELS(growth->nodeCount);
    if (!wwTableGrow(&forests->shared->tables, &forest->growth, WW_TEXEL_RGBA32F, end))
        return false;
    memcpy(wwTableFloats(&forest->growth, first), growth->texels, (end - first) * sizeof(float[4]));
    wwTableMark(&forest->growth, first, end);
    forest->growthTexels = end;
    variant->growthFirst = first;
    variant->sprouts = growth->texels[2][0]; // of the trunk
    variant->growthRate = growth->texels[2][1];
    return true;
}

static WwForestVariant *buildVariant(WwForests *forests, WwForest *forest, const ww_TreeDef *tree,
    const ww_SpeciesDef *species, uint32_t number) {
    WwTreeModel model;
    if (wwTreeBuild(tree, species->seed + number, &model) != WW_OK) return NULL;
    WwForestVariant *variant = wwAlloc(sizeof *variant);
    const bool made = variant && adoptMeshes(forests, variant, &model) &&
                      adoptGrowth(forests, forest, variant, &model.growth);
    wwTreeModelFree(&model);
    if (!made) {
        if (variant) freeVariant(forests, variant);
        wwFail(WW_ERROR_OUT_OF_MEMORY, "forest: out of memory for a species");
        return NULL;
    }
    variant->bend = tree->windBend;
    variant->trample = tree->trample;
    variant->far = species->maxDistance;
    variant->impostors = species->impostors != 0;
    variant->shadows = species->shadows != 0;
    variant->translucency = tree->leafTranslucency;
    wwTreeLook(tree, variant->look);
    wwImpostorMeasure(variant);
    return variant;
}

uint32_t wwForestLayers(const WwForest *forest) {
    uint32_t layers = 0;
    for (uint32_t v = 0; v < forest->variantCount; v++) layers += forest->variants[v]->impostors;
    return layers;
}

// So that one call can draw all of them.
static void joinMeshes(WwForests *forests, WwForest *forest, WwForestVariant *variant) {
    WwMesh *lead = &forest->variants[0]->meshes[0];
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        WwMesh *mesh = &variant->meshes[level];
        if (mesh != lead) wwMeshJoin(&forests->shared->meshes, lead, mesh);
    }
}

// All variants or none. The atlas has a layer a variant, so it is made and baked anew.
ww_Status wwForestAddSpecies(
    WwForests *forests, WwForest *forest, const ww_TreeDef *tree, const ww_SpeciesDef *species) {
    const ww_Status status = wwSchemaCheck(&wwSpeciesSchema, species, (WwKeyArray){0});
    if (status != WW_OK) return status;
    if (species->variants > WW_FOREST_VARIANTS - forest->variantCount) {
        wwFail(WW_ERROR_CAPACITY, "forest: ");
        wwFailNumber((float)species->variants);
        wwFailText(" variants do not fit: a forest has 1 to 64 over all its species");
        return WW_ERROR_CAPACITY;
    }
    uint32_t layer = wwForestLayers(forest);
    const uint32_t first = forest->variantCount;
    const uint32_t growthTexels = forest->growthTexels;
    for (uint32_t v = 0; v < species->variants; v++) {
        WwForestVariant *variant = buildVariant(forests, forest, tree, species, v);
        if (!variant) {
            forest->growthTexels = growthTexels;
            while (forest->variantCount > first) {
                freeVariant(forests, forest->variants[--forest->variantCount]);
            }
            return wwLastStatus();
        }
        variant->layer = layer;
        layer += variant->impostors;
        forest->variants[forest->variantCount++] = variant;
    }
    for (uint32_t v = first; v < forest->variantCount; v++) {
        joinMeshes(forests, forest, forest->variants[v]);
        wwForestWriteVariant(forest, v);
    }
    forest->speciesFirst[forest->speciesCount++] = first;
    forest->grid = wwImpostorGrid(forest);
    return WW_OK;
}

WwForestCounts wwForestsCounts(const WwForests *forests) {
    WwForestCounts counts = {0};
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        const WwForest *forest = wwPoolAt(&forests->pool, i);
        if (!forest) continue;
        counts.trees += forest->store.treeCount;
        counts.meshTrees += forest->sight.meshTrees;
        counts.impostors += forest->sight.impostorTrees;
        counts.dropped += forest->sight.skippedTrees;
        for (uint32_t v = 0; v < forest->variantCount; v++) {
            counts.retakes += forest->variants[v]->retakes;
        }
    }
    return counts;
}

// Levels of detail come from the skeleton and the plan of the leaves, never from a mesh: a coarse
// level has tubes of fewer sides and rings, fewer but larger leaves, and the coarsest no twigs.
#include "base/memory.h"
#include "effects/flora/parts.h"

#include <string.h>

// Triangles of each level as a share of level 0.
static const float shares[WW_TREE_LEVELS] = {1.0f, 0.4f, 0.14f};
// n times fewer leaves are n^GROWTH times as long: the crown covers as much as before.
#define GROWTH 0.35f

static bool grow(void **block, uint32_t *capacity, uint32_t needed, size_t itemBytes) {
    if (needed <= *capacity) return true;
    const uint32_t wish = wwMaxU(needed, *capacity * 2);
    void *larger = wwGrow(*block, *capacity * itemBytes, wish * itemBytes);
    if (!larger) return false;
    *block = larger;
    *capacity = wish;
    return true;
}

bool wwBuilderReserve(WwTreeBuilder *builder, uint32_t vertices, uint32_t indices) {
    WwTreeMesh *mesh = builder->mesh;
    void *vertexBlock = mesh->vertices;
    void *indexBlock = mesh->indices;
    bool grown = grow(
        &vertexBlock, &builder->vertexCapacity, mesh->vertexCount + vertices, sizeof(WwMeshVertex));
    mesh->vertices = vertexBlock;
    if (grown) {
        grown = grow(
            &indexBlock, &builder->indexCapacity, mesh->indexCount + indices, sizeof(uint32_t));
        mesh->indices = indexBlock;
    }
    if (!grown) builder->failed = true;
    return grown;
}

void wwTreeEncode(const ww_Color *linear, float encoded[3]) {
    const float channels[3] = {linear->r, linear->g, linear->b};
    for (int i = 0; i < 3; i++) {
        const float x = channels[i];
        encoded[i] = x <= 0.0031308f ? 12.92f * x : 1.055f * wwPow(x, 1.0f / 2.4f) - 0.055f;
    }
}

typedef struct Parts {
    WwSkeleton skeleton;
    WwLeafPlan plan;
    WwCrown crown;
} Parts;

static void measure(const WwTreeMesh *mesh, WwTreeModel *model) {
    float squared = 0.0f;
    for (uint32_t k = 0; k < mesh->vertexCount; k++) {
        const float *p = mesh->vertices[k].position;
        for (int i = 0; i < 3; i++) {
            model->boundsMin[i] = wwMin(model->boundsMin[i], p[i]);
            model->boundsMax[i] = wwMax(model->boundsMax[i], p[i]);
        }
        squared = wwMax(squared, p[0] * p[0] + p[2] * p[2]);
    }
    model->height = model->boundsMax[1];
    model->radius = wwMax(model->radius, sqrtf(squared));
}

// How many leaves a level keeps, and how much larger they are.
static void thin(const ww_TreeDef *def, uint32_t level, const WwTreeModel *model,
    uint32_t woodIndices, uint32_t count, WwLeafChoice *choice) {
    choice->keep = count;
    choice->scale = 1.0f;
    if (level == 0 || count == 0) return;
    const float budget = shares[level] * (float)model->levels[0].indexCount / 3.0f;
    const float left = wwMax(0.0f, budget - (float)woodIndices / 3.0f);
    const uint32_t wish = (uint32_t)(left / (float)wwLeafTriangles(def, level));
    choice->keep = wwMinU(wwMaxU(wish, 1), count);
    choice->scale = wwMin(3.0f, wwPow((float)count / (float)choice->keep, GROWTH));
}

static bool buildLevels(
    const ww_TreeDef *def, uint32_t seed, const Parts *parts, WwTreeModel *model) {
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        WwTreeMesh *mesh = &model->levels[level];
        WwTreeBuilder builder = {mesh, 0, 0, false};
        wwWoodBuild(def, seed, &parts->skeleton, &parts->crown, level, &builder);
        WwLeafChoice choice = {.level = level};
        thin(def, level, model, mesh->indexCount, parts->plan.count, &choice);
        memcpy(choice.boundsMin, model->boundsMin, sizeof choice.boundsMin);
        memcpy(choice.boundsMax, model->boundsMax, sizeof choice.boundsMax);
        if (choice.keep > 0) wwLeavesBuild(def, &parts->plan, &choice, &builder);
        if (builder.failed) return false;
        measure(mesh, model);
    }
    return true;
}

ww_Status wwTreeBuild(const ww_TreeDef *def, uint32_t seed, WwTreeModel *model) {
    memset(model, 0, sizeof *model);
    const ww_Status status = wwTreeCheck(def);
    if (status != WW_OK) return status;
    Parts parts = {0};
    const bool built = wwSkeletonGrow(def, seed, &parts.skeleton) &&
                       wwLeavesPlan(def, seed, &parts.skeleton, &parts.plan) &&
                       wwCrownShade(def, &parts.plan, &parts.crown) &&
                       wwGrowthTable(def, &parts.skeleton, &model->growth) &&
                       buildLevels(def, seed, &parts, model);
    wwCrownFree(&parts.crown);
    wwLeavesPlanFree(&parts.plan);
    wwSkeletonFree(&parts.skeleton);
    if (!built) {
        wwTreeModelFree(model);
        return wwFail(WW_ERROR_OUT_OF_MEMORY, "tree: the heap is exhausted");
    }
    return WW_OK;
}

void wwTreeModelFree(WwTreeModel *model) {
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        wwFree(model->levels[level].vertices);
        wwFree(model->levels[level].indices);
    }
    wwFree(model->growth.texels);
    memset(model, 0, sizeof *model);
}

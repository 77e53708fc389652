// Levels of detail come from the skeleton and the plan of the leaves, never from a mesh: a coarse
// level has tubes of fewer sides and rings, fewer but larger leaves, and the coarsest no twigs.
#include "base/four.h"
#include "base/memory.h"
#include "effects/flora/parts.h"

#include <string.h>

// Triangles of each level as a share of level 0.
static const float shares[WW_TREE_LEVELS] = {1.0f, 0.4f, 0.14f};
// What is small may keep more of itself in the coarsest: it is seen from near.
#define SMALL_SHARE 0.2f
#define SMALL_TRIANGLES 450.0f
// n times fewer leaves are n^GROWTH times as long: the crown covers as much as before.
#define GROWTH 0.35f
#define FROND_GROWTH 0.6f

static bool grow(void **block, uint32_t *capacity, uint32_t needed, size_t itemBytes) {
    if (needed <= *capacity) return true;
    const uint32_t wish = wwMaxU(needed, *capacity * 2);
    void *larger = wwAllocRaw(wish * itemBytes);
    if (!larger) return false;
    if (*capacity) memcpy(larger, *block, *capacity * itemBytes);
    wwFree(*block);
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

struct WwTreeJob {
    const ww_TreeDef *def;
    uint32_t seed;
    uint32_t stage;
    WwSkeleton skeleton;
    WwLeafPlan plan;
    WwCrown crown;
    WwTreeBuilder builder; // of the level that is being built
};

// Skeleton, leaves and crown; then wood and leaves of each level.
#define FIRST_LEVEL_STAGE 2u
#define STAGES (FIRST_LEVEL_STAGE + 2u * WW_TREE_LEVELS)

static void measure(const WwTreeMesh *mesh, WwTreeModel *model) {
    float squared = 0.0f;
    // Four numbers at a time; the last is whatever follows a position.
    WwFour low = wwFourOf(model->boundsMin), high = wwFourOf(model->boundsMax);
    for (uint32_t k = 0; k < mesh->vertexCount; k++) {
        const WwFour p = wwFourLoad(&mesh->vertices[k]);
        low = wwFourMin(p, low);
        high = wwFourMax(p, high);
        squared = wwMax(squared, p[0] * p[0] + p[2] * p[2]);
    }
    memcpy(model->boundsMin, &low, sizeof model->boundsMin);
    memcpy(model->boundsMax, &high, sizeof model->boundsMax);
    model->height = model->boundsMax[1];
    model->radius = wwMax(model->radius, sqrtf(squared));
}

// How many leaves a level keeps, and how much larger they are.
static void thin(const ww_TreeDef *def, uint32_t level, const WwTreeModel *model,
    uint32_t woodIndices, uint32_t count, WwLeafChoice *choice) {
    choice->keep = count;
    choice->scale = choice->widen = 1.0f;
    if (level == 0 || count == 0) return;
    const float all = (float)model->levels[0].indexCount / 3.0f;
    const float small = wwMin(SMALL_SHARE * all, SMALL_TRIANGLES);
    const float budget = wwMax(shares[level] * all, small);
    const float left = wwMax(0.0f, budget - (float)woodIndices / 3.0f);
    uint32_t points, triangles;
    wwLeafSize(def, level, &points, &triangles);
    const uint32_t wish = (uint32_t)(left / (float)triangles);
    choice->keep = wwMinU(wwMaxU(wish, 1), count);
    const float fewer = (float)count / (float)choice->keep;
    // Longer fronds would change the outline of the whole plant: they are wider instead.
    if (wwIsFrond(def)) {
        choice->widen = wwMin(4.0f, wwPow(fewer, FROND_GROWTH)) * (level == 2 ? 1.2f : 1.1f);
    } else {
        choice->scale = wwMin(3.0f, wwPow(fewer, GROWTH));
    }
}

// What is wider in a coarse level does not stick out of the finest one.
static void keepWithin(WwTreeMesh *mesh, const WwTreeModel *model) {
    for (uint32_t k = 0; k < mesh->vertexCount; k++) {
        float *p = mesh->vertices[k].position;
        for (int i = 0; i < 3; i++) {
            const float rim = 0.02f * (model->boundsMax[i] - model->boundsMin[i]);
            p[i] = wwClamp(p[i], model->boundsMin[i] - rim, model->boundsMax[i] + rim);
        }
    }
}

static bool buildLeaves(WwTreeJob *job, uint32_t level, WwTreeModel *model) {
    WwTreeMesh *mesh = &model->levels[level];
    WwLeafChoice choice = {.level = level};
    thin(job->def, level, model, mesh->indexCount, job->plan.count, &choice);
    memcpy(choice.boundsMin, model->boundsMin, sizeof choice.boundsMin);
    memcpy(choice.boundsMax, model->boundsMax, sizeof choice.boundsMax);
    if (choice.keep > 0) wwLeavesBuild(job->def, &job->plan, &choice, &job->builder);
    if (level > 0) keepWithin(mesh, model);
    measure(mesh, model);
    return !job->builder.failed;
}

// For what most trees have, so that nothing is copied as it comes.
static void makeRoom(WwTreeJob *job) {
    uint32_t points, triangles;
    wwLeafSize(job->def, 0, &points, &triangles);
    const uint32_t nodes = job->skeleton.nodeCount, leaves = job->plan.count;
    wwBuilderReserve(
        &job->builder, 24 * nodes + leaves * points, 80 * nodes + leaves * triangles * 3);
}

static bool runStage(WwTreeJob *job, WwTreeModel *model) {
    const ww_TreeDef *def = job->def;
    const uint32_t stage = job->stage;
    if (stage == 0) {
        return wwSkeletonGrow(def, job->seed, &job->skeleton) &&
               wwGrowthTable(def, &job->skeleton, &model->growth);
    }
    if (stage == 1) {
        return wwLeavesPlan(def, job->seed, &job->skeleton, &job->plan) &&
               wwCrownShade(def, &job->plan, &job->crown);
    }
    const uint32_t level = (stage - FIRST_LEVEL_STAGE) / 2;
    if ((stage - FIRST_LEVEL_STAGE) % 2) return buildLeaves(job, level, model);
    job->builder = (WwTreeBuilder){.mesh = &model->levels[level]};
    if (level == 0) makeRoom(job);
    wwWoodBuild(def, job->seed, &job->skeleton, &job->crown, level, &job->builder);
    return !job->builder.failed;
}

WwTreeJob *wwTreeJobBegin(const ww_TreeDef *def, uint32_t seed) {
    WwTreeJob *job = wwAlloc(sizeof *job);
    if (!job) return NULL;
    job->def = def;
    job->seed = seed;
    return job;
}

bool wwTreeJobStep(WwTreeJob *job, WwTreeModel *model) {
    if (job->stage == STAGES) return false;
    if (runStage(job, model)) return ++job->stage < STAGES;
    job->stage = STAGES;
    wwTreeModelFree(model);
    return false;
}

uint32_t wwTreeJobLeft(const WwTreeJob *job) {
    return STAGES - job->stage;
}

float wwTreeJobShare(const WwTreeJob *job) {
    return (float)job->stage / (float)STAGES;
}

void wwTreeJobEnd(WwTreeJob *job) {
    wwCrownFree(&job->crown);
    wwLeavesPlanFree(&job->plan);
    wwSkeletonFree(&job->skeleton);
    wwFree(job);
}

ww_Status wwTreeBuild(const ww_TreeDef *def, uint32_t seed, WwTreeModel *model) {
    memset(model, 0, sizeof *model);
    const ww_Status status = wwTreeCheck(def);
    if (status != WW_OK) return status;
    WwTreeJob *job = wwTreeJobBegin(def, seed);
    while (job && wwTreeJobStep(job, model)) {
    }
    if (job) wwTreeJobEnd(job);
    if (model->growth.texels) return WW_OK;
    return wwFail(WW_ERROR_OUT_OF_MEMORY, "tree: the heap is exhausted");
}

void wwTreeModelFree(WwTreeModel *model) {
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        wwFree(model->levels[level].vertices);
        wwFree(model->levels[level].indices);
    }
    wwFree(model->growth.texels);
    memset(model, 0, sizeof *model);
}

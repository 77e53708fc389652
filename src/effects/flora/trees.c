#include "effects/flora/trees.h"

#include "base/memory.h"

#include <string.h>

WwTrees *wwTreesCreate(WwShared *shared, uint32_t maxTrees) {
    WwTrees *trees = wwAlloc(sizeof *trees);
    if (!trees) return NULL;
    trees->shared = shared;
    if (wwPoolCreate(&trees->pool, WW_TAG_TREE, sizeof(WwTree), maxTrees)) return trees;
    wwTreesDestroy(trees);
    return NULL;
}

static void dropMesh(WwTree *tree) {
    wwFree(tree->mesh.vertices);
    wwFree(tree->mesh.indices);
    tree->mesh = (WwTreeMesh){0};
}

static void freeTree(WwTree *tree) {
    if (tree->job) wwTreeJobEnd(tree->job);
    wwTreeModelFree(&tree->model);
    dropMesh(tree);
}

void wwTreesDestroy(WwTrees *trees) {
    for (uint32_t i = 0; i < trees->pool.used; i++) {
        WwTree *tree = wwPoolAt(&trees->pool, i);
        if (tree) freeTree(tree);
    }
    wwPoolDestroy(&trees->pool);
    wwFree(trees);
}

uint32_t wwTreeCreate(WwTrees *trees, const ww_TreeDef *def, uint32_t seed) {
    if (wwTreeCheck(def) != WW_OK) return 0;
    uint32_t handle = 0;
    WwTree *tree = wwPoolAdd(&trees->pool, &handle);
    if (!tree) return 0;
    tree->def = *def;
    tree->seed = seed;
    tree->number = trees->nextNumber++;
    tree->age = 1.0f;
    tree->job = wwTreeJobBegin(&tree->def, seed);
    if (tree->job) return handle;
    wwPoolRemove(&trees->pool, handle);
    wwFail(WW_ERROR_OUT_OF_MEMORY, "tree: the heap is exhausted");
    return 0;
}

ww_Status wwTreeDestroy(WwTrees *trees, uint32_t handle) {
    WwTree *tree = wwPoolGet(&trees->pool, handle);
    if (!tree) return WW_ERROR_STALE_HANDLE;
    freeTree(tree);
    wwPoolRemove(&trees->pool, handle);
    return WW_OK;
}

// ---- building

// Height and radius of a mesh.
static void measure(const WwTreeMesh *mesh, float *height, float *radius) {
    float squared = 0.0f;
    *height = 0.0f;
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const float *p = mesh->vertices[i].position;
        *height = wwMax(*height, p[1]);
        squared = wwMax(squared, p[0] * p[0] + p[2] * p[2]);
    }
    *radius = sqrtf(squared);
}

static void tell(const WwTrees *trees, WwEventKind kind, uint32_t handle, const WwTree *tree) {
    const WwTreeMesh *finest = &tree->model.levels[0];
    float values[3];
    measure(finest, &values[0], &values[1]);
    values[2] = (float)(finest->indexCount / 3);
    wwEventPush(&trees->shared->events, kind, handle, NULL, values);
}

static void step(WwTrees *trees, uint32_t handle, WwTree *tree) {
    const bool running = wwTreeJobStep(tree->job, &tree->model);
    const float share[3] = {wwTreeJobShare(tree->job)};
    wwEventPush(&trees->shared->events, WW_EVENT_PROGRESS, handle, NULL, share);
    if (running) return;
    tree->failed = !tree->model.growth.texels;
    wwTreeJobEnd(tree->job);
    tree->job = NULL;
    if (!tree->failed) tell(trees, WW_EVENT_GENERATED, handle, tree);
}

uint32_t wwTreesBuild(WwTrees *trees) {
    WwTree *oldest = NULL;
    uint32_t handle = 0;
    uint32_t left = 0;
    for (uint32_t i = 0; i < trees->pool.used; i++) {
        WwTree *tree = wwPoolAt(&trees->pool, i);
        if (!tree || !tree->job) continue;
        left += wwTreeJobLeft(tree->job);
        if (oldest && oldest->number < tree->number) continue;
        oldest = tree;
        handle = wwPoolHandleAt(&trees->pool, i);
    }
    if (!oldest) return 0;
    left -= wwTreeJobLeft(oldest->job);
    step(trees, handle, oldest);
    return left + (oldest->job ? wwTreeJobLeft(oldest->job) : 0);
}

// ---- age

static ww_Status refuse(const char *field, float value, float low, float high, const char *unit) {
    wwFail(WW_ERROR_INVALID_DEF, "tree: ");
    wwFailText(field);
    wwFailText(" is ");
    wwFailNumber(value);
    wwFailText(", it must be between ");
    wwFailNumber(low);
    wwFailText(" and ");
    wwFailNumber(high);
    wwFailText(unit);
    return WW_ERROR_INVALID_DEF;
}

ww_Status wwTreeSetAge(WwTrees *trees, WwTree *tree, float age, float growSeconds) {
    (void)trees;
    if (!(age >= 0.0f && age <= 1.0f)) return refuse("age", age, 0.0f, 1.0f, "");
    if (!(growSeconds >= 0.0f && growSeconds <= 1e6f)) {
        return refuse("growSeconds", growSeconds, 0.0f, 1e6f, " s");
    }
    tree->age = age;
    tree->rate = wwGrowthRate(growSeconds);
    return WW_OK;
}

void wwTreesLay(WwTrees *trees, const WwStep *now) {
    for (uint32_t i = 0; i < trees->pool.used; i++) {
        WwTree *tree = wwPoolAt(&trees->pool, i);
        // What is not built yet waits to grow, so that nobody misses its maturity.
        if (!tree || tree->job || tree->failed || tree->age >= 1.0f || tree->rate <= 0.0f) continue;
        tree->age = wwMin(1.0f, tree->age + now->dt * tree->rate);
        if (tree->age < 1.0f) continue;
        tell(trees, WW_EVENT_MATURED, wwPoolHandleAt(&trees->pool, i), tree);
    }
}

// ---- meshes

ww_Status wwTreeFell(WwTree *tree, float height) {
    if (!(height >= 0.0f && height <= 1000.0f)) {
        return refuse("cut height", height, 0.0f, 1000.0f, " m");
    }
    tree->cutHeight = height;
    return WW_OK;
}

static void show(WwTree *tree) {
    const WwTreeMesh *mesh = &tree->mesh;
    ww_TreeMesh *view = &tree->view;
    *view = (ww_TreeMesh){.vertices = mesh->vertices,
        .indices = mesh->indices,
        .vertexCount = mesh->vertexCount,
        .indexCount = mesh->indexCount};
    measure(mesh, &view->height, &view->radius);
    // Wood was built before the leaves, and neither growing nor felling changes the order.
    while (view->woodIndexCount < mesh->indexCount &&
           mesh->vertices[mesh->indices[view->woodIndexCount]].normal[3] == 0) {
        view->woodIndexCount++;
    }
}

const ww_TreeMesh *wwTreeView(WwTrees *trees, uint32_t handle, uint32_t level, uint32_t part) {
    WwTree *tree = wwPoolGet(&trees->pool, handle);
    if (!tree) return NULL;
    if (level >= WW_TREE_LEVELS || part > 1) {
        wwFail(WW_ERROR_INVALID_DEF, "tree: there is no such level or part");
        return NULL;
    }
    while (tree->job) step(trees, handle, tree);
    dropMesh(tree);
    bool made = !tree->failed &&
                wwGrowMesh(&tree->model.growth, &tree->model.levels[level], tree->age, &tree->mesh);
    if (made && part && tree->cutHeight == 0.0f) dropMesh(tree);
    if (made && tree->cutHeight > 0.0f) {
        WwTreeMesh whole = tree->mesh;
        tree->mesh = (WwTreeMesh){0};
        made = wwFellMesh(
            &tree->model.growth, tree->age, &whole, tree->cutHeight, part == 1, &tree->mesh);
        wwFree(whole.vertices);
        wwFree(whole.indices);
    }
    if (!made) {
        wwFail(WW_ERROR_OUT_OF_MEMORY, "tree: the heap is exhausted");
        return NULL;
    }
    show(tree);
    return &tree->view;
}

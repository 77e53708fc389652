// What one camera needs: which cells, which of their trees as meshes, and the draws.
#include "effects/forest/forest.h"

#include <string.h>

#define RINGS 256u
#define NEAREST 0.5f // metres; keeps heights in pixels finite

void wwForestEdges(const ww_ForestDef *def, float impostorEdge, float edges[WW_TREE_LEVELS]) {
    // Two cross-fades never overlap, so that a tree shows in at most two levels.
    const float apart = (1.0f + def->fade) / (1.0f - def->fade);
    edges[2] = impostorEdge;
    edges[1] = wwMax(def->level2Pixels, impostorEdge * apart);
    edges[0] = wwMax(def->level1Pixels, edges[1] * apart);
}

static float distanceToBox(const float eye[3], const WwForestCell *cell) {
    float sum = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        const float below = cell->low[axis] - eye[axis];
        const float above = eye[axis] - cell->high[axis];
        const float outside = wwMax(0.0f, wwMax(below, above));
        sum += outside * outside;
    }
    return wwMax(sqrtf(sum), NEAREST);
}

static float farthestInBox(const float eye[3], const WwForestCell *cell) {
    float sum = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        const float side =
            wwMax(fabsf(cell->low[axis] - eye[axis]), fabsf(cell->high[axis] - eye[axis]));
        sum += side * side;
    }
    return wwMax(sqrtf(sum), NEAREST);
}

static bool isCellVisible(const WwView *view, const WwForestCell *cell) {
    const float low[3] = {
        cell->low[0] - cell->reach, cell->low[1] - cell->reach, cell->low[2] - cell->reach};
    const float high[3] = {cell->high[0] + cell->reach,
        cell->high[1] + cell->maxHeight + cell->reach, cell->high[2] + cell->reach};
    for (int i = 0; i < 6; i++) {
        const float *plane = view->planes[i];
        float distance = plane[3];
        for (int axis = 0; axis < 3; axis++) {
            distance += plane[axis] * (plane[axis] > 0.0f ? high[axis] : low[axis]);
        }
        if (distance < 0.0f) return false;
    }
    return true;
}

// Visible cells near to far, to the width of a cell: what is near hides what is far. Returns how
// many.
static uint32_t findCells(WwForest *forest, const WwView *view) {
    uint32_t starts[RINGS + 1] = {0};
    uint32_t *cells = forest->scratch;
    uint32_t *rings = cells + forest->cellCount;
    uint32_t count = 0;
    for (uint32_t i = 0; i < forest->cellCount; i++) {
        const WwForestCell *cell = &forest->cells[i];
        if (!isCellVisible(view, cell)) continue;
        const float distance = distanceToBox(view->eye, cell);
        if (distance > forest->def.maxDistance) continue;
        const uint32_t ring = wwMinU((uint32_t)(distance / forest->def.cellSize), RINGS - 1);
        cells[count] = i;
        rings[count++] = ring;
        starts[ring + 1]++;
    }
    for (uint32_t ring = 1; ring <= RINGS; ring++) starts[ring] += starts[ring - 1];
    for (uint32_t i = 0; i < count; i++) forest->visible[starts[rings[i]]++] = cells[i];
    return count;
}

// Pixels that a height at this distance has on the screen.
static float toPixels(const WwView *view, float height, float distance) {
    const bool orthographic = view->projection[2][3] == 0.0f;
    return height * view->pixelsPerUnit / (orthographic ? 1.0f : distance);
}

static float nearPixels(const WwForestCell *cell, const WwView *view) {
    return toPixels(view, cell->maxHeight, distanceToBox(view->eye, cell));
}

static float farPixels(const WwForestCell *cell, const WwView *view) {
    return toPixels(view, cell->minHeight, farthestInBox(view->eye, cell));
}

// Moves the impostors' edge nearer until the cells within it hold at most maxMeshes trees.
static float limitMeshes(const WwForest *forest, const WwView *view, uint32_t visible) {
    const float fadeStart = 1.0f - forest->def.fade;
    float edge = forest->def.impostorPixels;
    uint32_t trees = 0;
    for (uint32_t i = 0; i < visible; i++) {
        const WwForestCell *cell = &forest->cells[forest->visible[i]];
        const float pixels = nearPixels(cell, view);
        if (pixels < edge * fadeStart) continue;
        if (cell->count <= forest->def.maxMeshes - trees) {
            trees += cell->count;
        } else {
            trees = forest->def.maxMeshes;
            edge = wwMax(edge, 1.001f * pixels / fadeStart);
        }
    }
    return edge;
}

// The near trees, gathered: record and bucket (variant * levels + level) of each.
typedef struct Gather {
    WwForest *forest;
    const WwView *view;
    float edges[WW_TREE_LEVELS];
    uint32_t *records, *buckets;
    uint32_t count, capacity;
    uint32_t sizes[WW_FOREST_VARIANTS * WW_TREE_LEVELS];
} Gather;

static bool isTreeVisible(const WwView *view, const WwForestVariant *variant, const float *record) {
    const float scale = record[3];
    const float center[3] = {record[0], record[1] + scale * variant->center[1], record[2]};
    const float aside = fabsf(variant->center[0]) + fabsf(variant->center[2]);
    const float radius =
        scale * (variant->sphere + aside + wwWindReach(variant->height, variant->bend));
    return wwSphereVisible(view, center, radius);
}

// Until its impostors are baked a far tree is its coarse mesh, the nearest of them only: a whole
// forest of meshes would stop the game that it is loaded into.
static bool hasStandInLeft(const Gather *gather) {
    return gather->count < gather->forest->def.maxMeshes / 4;
}

static void addTree(Gather *gather, uint32_t record, uint32_t variant, uint32_t level) {
    if (gather->count == gather->capacity) {
        gather->forest->sight.skippedTrees++;
        return;
    }
    const uint32_t bucket = variant * WW_TREE_LEVELS + level;
    gather->records[gather->count] = record;
    gather->buckets[gather->count++] = bucket;
    gather->sizes[bucket]++;
}

static void lookAtTree(Gather *gather, uint32_t index) {
    const WwForest *forest = gather->forest;
    const WwView *view = gather->view;
    const float *record = wwTableFloats(&forest->trees, index * WW_TREE_TEXELS);
    const uint32_t number = (uint32_t)record[5];
    const WwForestVariant *variant = forest->variants[number];
    const float away[3] = {
        record[0] - view->eye[0], record[1] - view->eye[1], record[2] - view->eye[2]};
    const float distance =
        wwMax(sqrtf(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]), 1e-3f);
    const float pixels = toPixels(view, variant->height * record[3], distance);
    const float fade = forest->def.fade;
    const bool far = pixels <= gather->edges[WW_TREE_LEVELS - 1] * (1.0f - fade);
    const bool meshOnly = !variant->ready && hasStandInLeft(gather);
    if (far && !meshOnly) {
        gather->forest->sight.skippedTrees += !variant->ready;
        return;
    }
    if (distance > forest->def.maxDistance || !isTreeVisible(view, variant, record)) return;
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        const bool last = level + 1 == WW_TREE_LEVELS;
        const bool farEnough = level == 0 || pixels < gather->edges[level - 1] * (1.0f + fade);
        const bool nearEnough = pixels > gather->edges[level] * (1.0f - fade) || (last && meshOnly);
        if (farEnough && nearEnough) addTree(gather, index, number, level);
    }
}

// Writes `count` numbers to a table from texel 0; marks only from the first to the last that
// differs.
static void writeList(WwTable *table, const uint32_t *numbers, uint32_t count) {
    uint32_t *mirror = (uint32_t *)(void *)table->bytes;
    uint32_t first = 0;
    while (first < count && mirror[first] == numbers[first]) first++;
    while (count > first && mirror[count - 1] == numbers[count - 1]) count--;
    memcpy(mirror + first, numbers + first, sizeof(uint32_t) * (count - first));
    wwTableMark(table, first, count);
}

static void sortIntoLists(Gather *gather) {
    WwForest *forest = gather->forest;
    WwForestSight *sight = &forest->sight;
    uint32_t *sorted = gather->buckets + gather->capacity;
    uint32_t first = 0;
    for (uint32_t bucket = 0; bucket < forest->variantCount * WW_TREE_LEVELS; bucket++) {
        const uint32_t size = gather->sizes[bucket];
        sight->listFirst[bucket / WW_TREE_LEVELS][bucket % WW_TREE_LEVELS] = first;
        sight->listCount[bucket / WW_TREE_LEVELS][bucket % WW_TREE_LEVELS] = size;
        gather->sizes[bucket] = first;
        first += size;
    }
    for (uint32_t i = 0; i < gather->count; i++) {
        sorted[gather->sizes[gather->buckets[i]]++] = gather->records[i];
    }
    sight->meshTrees = gather->count;
    writeList(&forest->list, sorted, gather->count);
}

static bool allReady(const WwForest *forest) {
    for (uint32_t v = 0; v < forest->variantCount; v++) {
        if (!forest->variants[v]->ready) return false;
    }
    return true;
}

static void listMeshes(WwForest *forest, const WwView *view, uint32_t visible) {
    const uint32_t capacity = 2 * forest->def.maxMeshes;
    Gather gather = {.forest = forest,
        .view = view,
        .records = forest->scratch,
        .buckets = forest->scratch + capacity,
        .capacity = capacity};
    const float fadeStart = forest->sight.impostorEdge * (1.0f - forest->def.fade);
    const bool meshesOnly = !allReady(forest);
    wwForestEdges(&forest->def, forest->sight.impostorEdge, gather.edges);
    for (uint32_t i = 0; i < visible; i++) {
        const WwForestCell *cell = &forest->cells[forest->visible[i]];
        if (!meshesOnly && nearPixels(cell, view) < fadeStart) continue;
        for (uint32_t tree = 0; tree < cell->count; tree++) lookAtTree(&gather, cell->first + tree);
    }
    sortIntoLists(&gather);
}

static void listBatches(WwForest *forest, const WwView *view, uint32_t visible) {
    WwForestSight *sight = &forest->sight;
    const float fadeEnd = sight->impostorEdge * (1.0f + forest->def.fade);
    uint32_t *batches = forest->scratch;
    uint32_t count = 0;
    for (uint32_t i = 0; i < visible; i++) {
        const WwForestCell *cell = &forest->cells[forest->visible[i]];
        if (farPixels(cell, view) > fadeEnd) continue;
        sight->impostorTrees += cell->count;
        for (uint32_t done = 0; done < cell->count; done += WW_BATCH_TREES) {
            const uint32_t trees = wwMinU(cell->count - done, WW_BATCH_TREES);
            batches[count++] = (cell->first + done) * WW_BATCH_TREES + trees - 1;
        }
    }
    sight->batches = count;
    writeList(&forest->batches, batches, count);
}

static bool isSameSight(const WwForestSight *sight, const WwView *view) {
    return sight->valid && sight->pixelsPerUnit == view->pixelsPerUnit &&
           memcmp(sight->eye, view->eye, sizeof sight->eye) == 0 &&
           memcmp(sight->viewProjection, view->viewProjection, sizeof(mat4)) == 0;
}

static void look(WwForest *forest, const WwView *view) {
    WwForestSight *sight = &forest->sight;
    sight->meshTrees = sight->impostorTrees = sight->skippedTrees = 0;
    const uint32_t visible = findCells(forest, view);
    sight->impostorEdge = limitMeshes(forest, view, visible);
    listMeshes(forest, view, visible);
    listBatches(forest, view, visible);
    memcpy(sight->viewProjection, view->viewProjection, sizeof(mat4));
    memcpy(sight->eye, view->eye, sizeof sight->eye);
    sight->pixelsPerUnit = view->pixelsPerUnit;
    sight->valid = true;
}

static void setTables(WwForest *forest, WwDraw *draw, const WwTable *list) {
    draw->tables[0] = &forest->trees;
    draw->tables[1] = list;
    draw->tables[2] = &forest->variantTable;
}

static void drawMeshes(WwForest *forest, WwDrawList *list, uint32_t variant, uint32_t level) {
    const WwForestSight *sight = &forest->sight;
    if (!sight->listCount[variant][level]) return;
    WwDraw *draw = wwDrawListAdd(list, WW_PIPELINE_TREE);
    if (!draw) return;
    float edges[WW_TREE_LEVELS];
    wwForestEdges(&forest->def, sight->impostorEdge, edges);
    setTables(forest, draw, &forest->list);
    draw->mesh = &forest->variants[variant]->meshes[level];
    draw->instances = sight->listCount[variant][level];
    draw->params[0][0] = (float)sight->listFirst[variant][level];
    draw->params[0][1] = level ? edges[level - 1] : WW_NEVER;
    draw->params[0][2] = edges[level];
    draw->params[0][3] = forest->def.fade;
    draw->params[1][0] = forest->def.maxDistance;
    draw->params[1][1] = level + 1 == WW_TREE_LEVELS ? 1.0f : 0.0f;
    draw->params[1][2] = (float)variant;
    draw->params[1][3] = wwForestGrowthRate(forest);
    draw->tables[3] = &forest->variants[variant]->growth;
    draw->paramCount = 2;
}

static void drawImpostors(WwForest *forest, const WwView *view, WwDrawList *list) {
    const WwForestSight *sight = &forest->sight;
    if (!sight->batches || !forest->atlas[0]) return;
    WwDraw *draw = wwDrawListAdd(list, WW_PIPELINE_IMPOSTOR);
    if (!draw) return;
    setTables(forest, draw, &forest->batches);
    draw->textures[0] = forest->atlas[0];
    draw->textures[1] = forest->atlas[1];
    draw->quads = sight->batches * WW_BATCH_TREES;
    draw->quadsPerInstance = WW_BATCH_TREES;
    draw->params[0][0] = sight->impostorEdge;
    draw->params[0][1] = forest->def.fade;
    draw->params[0][2] = (float)forest->def.impostorFrames;
    draw->params[0][3] = (float)forest->def.impostorSize;
    draw->params[1][0] = forest->def.maxDistance;
    draw->params[1][1] = (float)(wwImpostorLevels(forest->def.impostorSize) - 1);
    draw->params[1][2] = view->multisampled ? 1.0f : 0.0f;
    draw->paramCount = 2;
}

void wwForestsView(WwForests *forests, const WwView *view, WwDrawList *list) {
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (!forest || !forest->treeCount) continue;
        wwForestSort(forest);
        if (!isSameSight(&forest->sight, view)) look(forest, view);
        for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
            for (uint32_t v = 0; v < forest->variantCount; v++) drawMeshes(forest, list, v, level);
        }
        drawImpostors(forest, view, list);
    }
}

// What one camera needs: which cells, which of their trees as meshes, and the draws.
//
// Levels follow from heights in pixels as seen from a reference that the camera drags along on a
// leash (`hysteresis`): a camera that trembles or steps back and forth within it changes no level.
#include "effects/forest/forest.h"

#include <string.h>

#define RINGS 256u
#define NEAREST 0.5f      // metres; keeps heights in pixels finite
#define ZOOM_LEASH 0.03f  // share by which the zoom may tremble
#define GROWTH_LOOKS 0.2f // seconds after which growing trees may have come to another level
#define CROWD_STEPS 256u  // of the distances at which undergrowth ends
#define PART_SHIFT 24u    // of a list's entry: its lower bits are the place of a tree

void wwForestEdges(const ww_ForestDef *def, float impostorEdge, float edges[WW_TREE_LEVELS]) {
    // Two cross-fades never overlap, so that a tree shows in at most two levels.
    const float apart = (1.0f + def->fade) / (1.0f - def->fade);
    edges[2] = impostorEdge;
    edges[1] = wwMax(def->level2Pixels, impostorEdge * apart);
    edges[0] = wwMax(def->level1Pixels, edges[1] * apart);
}

static float distanceToBox(const float eye[3], const float low[3], const float high[3]) {
    float sum = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        const float outside = wwMax(0.0f, wwMax(low[axis] - eye[axis], eye[axis] - high[axis]));
        sum += outside * outside;
    }
    return wwMax(sqrtf(sum), NEAREST);
}

static float farthestInBox(const float eye[3], const float low[3], const float high[3]) {
    float sum = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        const float side = wwMax(fabsf(low[axis] - eye[axis]), fabsf(high[axis] - eye[axis]));
        sum += side * side;
    }
    return wwMax(sqrtf(sum), NEAREST);
}

typedef enum BoxSight { BOX_OUTSIDE, BOX_CUT, BOX_INSIDE } BoxSight;

static BoxSight lookAtBox(const WwView *view, const float low[3], const float high[3]) {
    BoxSight sight = BOX_INSIDE;
    for (int i = 0; i < 6; i++) {
        const float *plane = view->planes[i];
        float nearest = plane[3];
        float farthest = plane[3];
        for (int axis = 0; axis < 3; axis++) {
            const bool up = plane[axis] > 0.0f;
            farthest += plane[axis] * (up ? high[axis] : low[axis]);
            nearest += plane[axis] * (up ? low[axis] : high[axis]);
        }
        if (farthest < 0.0f) return BOX_OUTSIDE;
        if (nearest < 0.0f) sight = BOX_CUT;
    }
    return sight;
}

static bool isCellVisible(const WwView *view, const WwForestCell *cell) {
    const float low[3] = {
        cell->low[0] - cell->reach, cell->low[1] - cell->reach, cell->low[2] - cell->reach};
    const float high[3] = {cell->high[0] + cell->reach,
        cell->high[1] + cell->maxHeight + cell->reach, cell->high[2] + cell->reach};
    return lookAtBox(view, low, high) != BOX_OUTSIDE;
}

typedef struct Rings {
    uint32_t starts[RINGS + 1];
    uint32_t *cells, *rings;
    uint32_t count;
} Rings;

static void addCell(Rings *found, const WwForest *forest, const WwView *view, uint32_t index) {
    const WwForestCell *cell = &forest->store.cells[index];
    const float distance = distanceToBox(view->eye, cell->low, cell->high);
    if (distance > wwMin(forest->def.maxDistance, cell->far)) return;
    const uint32_t ring = wwMinU((uint32_t)(distance / forest->store.cellSize), RINGS - 1);
    found->cells[found->count] = index;
    found->rings[found->count++] = ring;
    found->starts[ring + 1]++;
}

// Visible cells near to far, to the width of a cell: what is near hides what is far. Returns how
// many.
static uint32_t findCells(WwForest *forest, const WwView *view) {
    const WwForestStore *store = &forest->store;
    Rings found = {.cells = forest->scratch, .rings = forest->scratch + store->pageCount};
    for (uint32_t b = 0; b < store->usedBlocks; b++) {
        const WwForestBlock *block = &store->blocks[b];
        if (!block->count) continue;
        const BoxSight sight = lookAtBox(view, block->low, block->high);
        if (sight == BOX_OUTSIDE) continue;
        const float far = wwMin(forest->def.maxDistance, block->far);
        if (distanceToBox(view->eye, block->low, block->high) > far) continue;
        for (uint32_t c = block->cells; c != WW_GRID_NONE; c = store->cells[c].next) {
            if (sight == BOX_INSIDE || isCellVisible(view, &store->cells[c])) {
                addCell(&found, forest, view, c);
            }
        }
    }
    for (uint32_t ring = 1; ring <= RINGS; ring++) found.starts[ring] += found.starts[ring - 1];
    for (uint32_t i = 0; i < found.count; i++) {
        forest->visible[found.starts[found.rings[i]]++] = found.cells[i];
    }
    return found.count;
}

// ---- levels

// Drags the reference of the levels after the camera.
static void pullReference(WwForest *forest, const WwView *view) {
    WwForestSight *sight = &forest->sight;
    const float leash = sight->hasReference ? forest->def.hysteresis : 0.0f;
    float away[3], sum = 0.0f;
    for (int i = 0; i < 3; i++) {
        away[i] = view->eye[i] - sight->reference[i];
        sum += away[i] * away[i];
    }
    const float distance = sqrtf(sum);
    if (distance > leash) {
        const float share = leash / distance;
        for (int i = 0; i < 3; i++) sight->reference[i] = view->eye[i] - share * away[i];
    }
    const float zoom = leash > 0.0f ? ZOOM_LEASH : 0.0f;
    sight->referencePixels = wwClamp(sight->referencePixels, view->pixelsPerUnit * (1.0f - zoom),
        view->pixelsPerUnit * (1.0f + zoom));
    sight->isParallel = view->projection[2][3] == 0.0f;
    sight->hasReference = true;
}

// Pixels that a height at this distance has on the screen.
static float toPixels(const WwForestSight *sight, float height, float distance) {
    return height * sight->referencePixels / (sight->isParallel ? 1.0f : distance);
}

static float nearPixels(const WwForestSight *sight, const WwForestCell *cell) {
    return toPixels(sight, cell->maxHeight, distanceToBox(sight->reference, cell->low, cell->high));
}

static float farPixels(const WwForestSight *sight, const WwForestCell *cell) {
    return toPixels(sight, cell->minHeight, farthestInBox(sight->reference, cell->low, cell->high));
}

static bool isUndergrowth(const WwForestCell *cell) {
    return cell->place.layer == WW_LAYER_UNDERGROWTH;
}

// Moves the impostors' edge nearer until the cells within it hold at most maxMeshes trees.
static float limitMeshes(const WwForest *forest, uint32_t visible) {
    const float fadeStart = 1.0f - forest->def.fade;
    float edge = forest->def.impostorPixels;
    uint32_t trees = 0;
    for (uint32_t i = 0; i < visible; i++) {
        const WwForestCell *cell = &forest->store.cells[forest->visible[i]];
        const float pixels = nearPixels(&forest->sight, cell);
        if (isUndergrowth(cell) || pixels < edge * fadeStart) continue;
        if (cell->count <= forest->def.maxMeshes - trees) {
            trees += cell->count;
        } else {
            trees = forest->def.maxMeshes;
            edge = wwMax(edge, 1.001f * pixels / fadeStart);
        }
    }
    return edge;
}

// The near trees, gathered: entry of the list and bucket (variant * levels + level) of each.
typedef struct Gather {
    WwForest *forest;
    const WwView *view;
    float edges[WW_TREE_LEVELS];
    uint32_t *entries, *buckets;
    uint32_t count, capacity;
    uint32_t sizes[WW_FOREST_VARIANTS * WW_TREE_LEVELS];
} Gather;

static bool isTreeVisible(const WwForest *forest, const WwView *view, const float *record) {
    const WwForestVariant *variant = forest->variants[(uint32_t)record[5]];
    const float scale = record[3];
    const float center[3] = {record[0], record[1] + scale * variant->center[1], record[2]};
    const float aside = fabsf(variant->center[0]) + fabsf(variant->center[2]);
    const float standing = wwMax(0.75f * wwForestLean(record), variant->trample);
    const float tilt = wwForestIsFelled(record) ? 1.0f : standing;
    const float radius = scale * (variant->sphere + aside + tilt * variant->height +
                                     wwWindReach(variant->height, variant->bend));
    return wwSphereVisible(view, center, radius);
}

// Until its impostors are baked a far tree is its coarse mesh, the nearest of them only: a whole
// forest of meshes would stop the game that it is loaded into.
static bool hasStandInLeft(const Gather *gather) {
    return gather->count < gather->forest->def.maxMeshes / 4;
}

static void addTree(
    Gather *gather, uint32_t place, WwTreePart part, uint32_t variant, uint32_t level) {
    if (gather->count == gather->capacity) {
        gather->forest->sight.skippedTrees++;
        return;
    }
    const uint32_t bucket = variant * WW_TREE_LEVELS + level;
    gather->entries[gather->count] = place | (uint32_t)part << PART_SHIFT;
    gather->buckets[gather->count++] = bucket;
    gather->sizes[bucket]++;
}

static void lookAgainAt(WwForest *forest, float time) {
    forest->sight.until = wwMin(forest->sight.until, time);
}

// A felled tree is two: the stump, and what falls, lies and is gone after a while.
static void addFelled(Gather *gather, uint32_t place, const float *record, float pixels) {
    WwForest *forest = gather->forest;
    const uint32_t variant = (uint32_t)record[5];
    uint32_t level = 0;
    while (level + 1 < WW_TREE_LEVELS && pixels < gather->edges[level]) level++;
    addTree(gather, place, WW_PART_STUMP, variant, level);
    const float gone = record[10] + forest->def.felledSeconds;
    if (forest->now >= gone) return;
    addTree(gather, place, WW_PART_FALLING, variant, level);
    lookAgainAt(forest, gone);
}

// Where a plant ends. Its species thins out from half of its distance on. Twin: reachOf in
// shaders/tree.glsl.
static float reachOf(const WwForest *forest, const WwForestVariant *variant, const float *record) {
    const float share = variant->impostors ? 1.0f : forest->sight.groundShare;
    const float own = variant->far * share * (0.5f + 0.5f * record[6]);
    return wwMin(forest->def.maxDistance, own);
}

// How many plants end between each share of their distances and the next.
typedef struct Crowd {
    uint32_t shares[CROWD_STEPS];
    uint32_t count;
} Crowd;

static void countPlant(Crowd *crowd, const WwForest *forest, const WwView *view, uint32_t place) {
    const float *record = wwStoreRecord(&forest->store, place);
    const float distance = glm_vec3_distance((float *)view->eye, (float *)record);
    const float share = distance / reachOf(forest, forest->variants[(uint32_t)record[5]], record);
    if (share >= 1.0f || !isTreeVisible(forest, view, record)) return;
    crowd->shares[(uint32_t)(share * CROWD_STEPS)]++;
    crowd->count++;
}

// The share of its distances at which undergrowth ends so that maxUndergrowth of it is in view.
static float limitUndergrowth(WwForest *forest, const WwView *view, uint32_t visible) {
    const WwForestStore *store = &forest->store;
    const uint32_t most = forest->def.maxUndergrowth;
    uint32_t plants = 0;
    for (uint32_t i = 0; i < visible; i++) {
        const WwForestCell *cell = &store->cells[forest->visible[i]];
        if (isUndergrowth(cell)) plants += cell->count;
    }
    forest->sight.groundShare = 1.0f;
    if (plants <= most) return 1.0f;
    Crowd crowd = {0};
    for (uint32_t i = 0; i < visible; i++) {
        const WwForestCell *cell = &store->cells[forest->visible[i]];
        uint32_t left = isUndergrowth(cell) ? cell->count : 0;
        for (uint32_t page = cell->pages; left; page = store->pageNext[page]) {
            const uint32_t count = wwPageTrees(cell, page);
            for (uint32_t k = 0; k < count; k++) {
                countPlant(&crowd, forest, view, page * WW_PAGE_TREES + k);
            }
            left -= count;
        }
    }
    if (crowd.count <= most) return 1.0f;
    uint32_t step = 0;
    for (uint32_t within = 0; within + crowd.shares[step] <= most; step++) {
        within += crowd.shares[step];
    }
    return (float)step / CROWD_STEPS;
}

static void lookAtTree(Gather *gather, uint32_t place) {
    WwForest *forest = gather->forest;
    const WwForestSight *sight = &forest->sight;
    const float *record = wwStoreRecord(&forest->store, place);
    const uint32_t number = (uint32_t)record[5];
    const WwForestVariant *variant = forest->variants[number];
    const float *eye = sight->reference;
    const float away[3] = {record[0] - eye[0], record[1] - eye[1], record[2] - eye[2]};
    const float distance =
        wwMax(sqrtf(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]), 1e-3f);
    const float height = variant->height * record[3] * wwForestSize(forest, variant, record);
    const float pixels = toPixels(sight, height, distance);
    const float fade = forest->def.fade;
    const bool far = pixels <= gather->edges[WW_TREE_LEVELS - 1] * (1.0f - fade);
    const bool meshOnly = !variant->impostors || (!variant->ready && hasStandInLeft(gather));
    if (far && !meshOnly) {
        forest->sight.skippedTrees += !variant->ready;
        return;
    }
    if (glm_vec3_distance((float *)gather->view->eye, (float *)record) >
        reachOf(forest, variant, record)) {
        return;
    }
    if (!isTreeVisible(forest, gather->view, record)) return;
    if (wwForestIsFelled(record)) {
        addFelled(gather, place, record, pixels);
        return;
    }
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        const bool last = level + 1 == WW_TREE_LEVELS;
        const bool farEnough = level == 0 || pixels < gather->edges[level - 1] * (1.0f + fade);
        const bool nearEnough = pixels > gather->edges[level] * (1.0f - fade) || (last && meshOnly);
        if (farEnough && nearEnough) addTree(gather, place, WW_PART_WHOLE, number, level);
    }
}

void wwForestWriteList(WwTable *table, uint32_t at, const uint32_t *numbers, uint32_t count) {
    uint32_t *mirror = (uint32_t *)(void *)table->bytes + at;
    uint32_t first = 0;
    while (first < count && mirror[first] == numbers[first]) first++;
    while (count > first && mirror[count - 1] == numbers[count - 1]) count--;
    memcpy(mirror + first, numbers + first, sizeof(uint32_t) * (count - first));
    wwTableMark(table, at + first, at + count);
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
        sorted[gather->sizes[gather->buckets[i]]++] = gather->entries[i];
    }
    sight->meshTrees = gather->count;
    wwForestWriteList(&forest->list, 0, sorted, gather->count);
}

// The finest first: what is near hides what is far.
static void listParts(WwForest *forest) {
    const WwForestSight *sight = &forest->sight;
    uint32_t starts[WW_DRAW_PARTS];
    uint32_t count = 0;
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        for (uint32_t v = 0; v < forest->variantCount; v++) {
            const uint32_t trees = sight->listCount[v][level];
            if (!trees) continue;
            starts[count] = sight->listFirst[v][level] | level << WW_PART_LEVEL_SHIFT;
            forest->parts[count++] = (WwDrawPart){&forest->variants[v]->meshes[level], trees};
        }
    }
    forest->partCount = count;
    wwForestWriteList(&forest->list, wwForestListRoom(&forest->def), starts, count);
}

static bool allReady(const WwForest *forest) {
    for (uint32_t v = 0; v < forest->variantCount; v++) {
        if (forest->variants[v]->impostors && !forest->variants[v]->ready) return false;
    }
    return true;
}

static void listMeshes(WwForest *forest, const WwView *view, uint32_t visible) {
    const WwForestStore *store = &forest->store;
    const uint32_t capacity = wwForestListRoom(&forest->def);
    Gather gather = {.forest = forest,
        .view = view,
        .entries = forest->scratch,
        .buckets = forest->scratch + capacity,
        .capacity = capacity};
    const float fadeStart = forest->sight.impostorEdge * (1.0f - forest->def.fade);
    const bool meshesOnly = !allReady(forest);
    wwForestEdges(&forest->def, forest->sight.impostorEdge, gather.edges);
    for (uint32_t i = 0; i < visible; i++) {
        const WwForestCell *cell = &store->cells[forest->visible[i]];
        const bool isFar = nearPixels(&forest->sight, cell) < fadeStart;
        if (isFar && !meshesOnly && !isUndergrowth(cell)) continue;
        uint32_t left = cell->count;
        for (uint32_t page = cell->pages; left; page = store->pageNext[page]) {
            const uint32_t trees = wwPageTrees(cell, page);
            for (uint32_t k = 0; k < trees; k++) lookAtTree(&gather, page * WW_PAGE_TREES + k);
            left -= trees;
        }
    }
    sortIntoLists(&gather);
    listParts(forest);
}

static void listBatches(WwForest *forest, uint32_t visible) {
    const WwForestStore *store = &forest->store;
    WwForestSight *sight = &forest->sight;
    const float fadeEnd = sight->impostorEdge * (1.0f + forest->def.fade);
    uint32_t *batches = forest->scratch;
    uint32_t count = 0;
    for (uint32_t i = 0; i < visible; i++) {
        const WwForestCell *cell = &store->cells[forest->visible[i]];
        if (isUndergrowth(cell) || farPixels(sight, cell) > fadeEnd) continue;
        sight->impostorTrees += cell->count;
        uint32_t left = cell->count;
        for (uint32_t page = cell->pages; left; page = store->pageNext[page]) {
            const uint32_t trees = wwPageTrees(cell, page);
            batches[count++] = page * WW_PAGE_TREES * WW_PAGE_TREES + trees - 1;
            left -= trees;
        }
    }
    sight->batches = count;
    wwForestWriteList(&forest->batches, 0, batches, count);
}

static bool isSameSight(const WwForest *forest, const WwView *view) {
    const WwForestSight *sight = &forest->sight;
    return sight->valid && forest->now < sight->until &&
           sight->pixelsPerUnit == view->pixelsPerUnit &&
           memcmp(sight->eye, view->eye, sizeof sight->eye) == 0 &&
           memcmp(sight->viewProjection, view->viewProjection, sizeof(mat4)) == 0;
}

static void look(WwForest *forest, const WwView *view) {
    WwForestSight *sight = &forest->sight;
    sight->meshTrees = sight->impostorTrees = sight->skippedTrees = 0;
    sight->until = WW_NEVER;
    if (forest->now < forest->matureAt) lookAgainAt(forest, forest->now + GROWTH_LOOKS);
    pullReference(forest, view);
    const uint32_t visible = findCells(forest, view);
    sight->impostorEdge = limitMeshes(forest, visible);
    sight->groundShare = limitUndergrowth(forest, view, visible);
    listMeshes(forest, view, visible);
    listBatches(forest, visible);
    memcpy(sight->viewProjection, view->viewProjection, sizeof(mat4));
    memcpy(sight->eye, view->eye, sizeof sight->eye);
    sight->pixelsPerUnit = view->pixelsPerUnit;
    sight->valid = true;
}

// ---- draws

// What all pipelines read from params[1] on.
void wwForestSetShared(const WwForest *forest, WwDraw *draw, const WwTable *list) {
    draw->tables[0] = &forest->store.trees;
    draw->tables[1] = list;
    draw->tables[2] = &forest->variantTable;
    draw->params[1][0] = forest->def.maxDistance;
    draw->params[1][3] = wwForestGrowthRate(forest);
    memcpy(draw->params[2], forest->sight.reference, sizeof forest->sight.reference);
    draw->params[2][3] = forest->sight.referencePixels;
    draw->params[3][0] = forest->def.felledSeconds;
    draw->params[3][1] = forest->def.levelColors ? 1.0f : 0.0f;
    draw->params[3][2] = forest->sight.groundShare;
    draw->paramCount = 4;
}

void wwForestDrawParts(const WwForest *forest, WwDrawList *list, WwPipeline pipeline,
    const WwTable *numbers, const WwDrawPart *parts, uint32_t count) {
    WwDraw *draw = count ? wwDrawListAdd(list, pipeline) : NULL;
    if (!draw) return;
    wwForestSetShared(forest, draw, numbers);
    wwForestEdges(&forest->def, forest->sight.impostorEdge, draw->params[0]);
    draw->params[0][3] = forest->def.fade;
    draw->params[1][1] = (float)wwForestListRoom(&forest->def);
    draw->tables[3] = &forest->growth;
    draw->parts = parts;
    draw->partCount = count;
}

static void drawImpostors(WwForest *forest, const WwView *view, WwDrawList *list) {
    const WwForestSight *sight = &forest->sight;
    if (!sight->batches || !forest->atlas[0]) return;
    WwDraw *draw = wwDrawListAdd(list, WW_PIPELINE_IMPOSTOR);
    if (!draw) return;
    wwForestSetShared(forest, draw, &forest->batches);
    draw->textures[0] = forest->atlas[0];
    draw->textures[1] = forest->atlas[1];
    draw->quads = sight->batches * WW_PAGE_TREES;
    draw->quadsPerInstance = WW_PAGE_TREES;
    draw->params[0][0] = sight->impostorEdge;
    draw->params[0][1] = forest->def.fade;
    draw->params[0][2] = (float)forest->grid.frames;
    draw->params[0][3] = (float)forest->grid.size;
    draw->params[1][1] = (float)(wwImpostorLevels(forest->grid.size) - 1);
    draw->params[1][2] = view->multisampled ? 1.0f : 0.0f;
}

void wwForestsView(WwForests *forests, const WwView *view, WwDrawList *list) {
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (!forest || !forest->store.treeCount) continue;
        if (!isSameSight(forest, view)) look(forest, view);
        wwForestDrawParts(
            forest, list, WW_PIPELINE_TREE, &forest->list, forest->parts, forest->partCount);
        drawImpostors(forest, view, list);
    }
}

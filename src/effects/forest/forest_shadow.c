// What casts shadows: the coarsest meshes of the trees within shadowDistance of where the last draw
// looked from, as a light sees them. Lists of their own, so that the camera's stay as they are.
#include "effects/forest/forest.h"

#include <string.h>

#define PART_SHIFT 24u

typedef struct Casters {
    WwForest *forest;
    const WwView *light;
    uint32_t *entries, *variants;
    uint32_t count, capacity;
    uint32_t sizes[WW_FOREST_VARIANTS];
} Casters;

static void addPart(Casters *casters, uint32_t place, WwTreePart part, uint32_t variant) {
    if (casters->count == casters->capacity) return;
    casters->entries[casters->count] = place | (uint32_t)part << PART_SHIFT;
    casters->variants[casters->count++] = variant;
    casters->sizes[variant]++;
}

static void addTree(Casters *casters, uint32_t place) {
    const WwForest *forest = casters->forest;
    const float *record = wwStoreRecord(&forest->store, place);
    const uint32_t variant = (uint32_t)record[5];
    if (!forest->variants[variant]->shadows) return;
    const WwTreeExtent extent = wwForestMeasureTree(forest, record);
    const float middle[3] = {record[0], record[1] + 0.5f * extent.height, record[2]};
    if (!wwSphereVisible(casters->light, middle, 0.5f * extent.height + extent.reach)) return;
    if (!wwForestIsFelled(record)) {
        addPart(casters, place, WW_PART_WHOLE, variant);
        return;
    }
    addPart(casters, place, WW_PART_STUMP, variant);
    if (forest->now < record[10] + forest->def.felledSeconds) {
        addPart(casters, place, WW_PART_FALLING, variant);
    }
}

static void addCell(Casters *casters, const WwForestCell *cell) {
    const float *eye = casters->forest->sight.reference;
    const float far = casters->forest->def.shadowDistance;
    uint32_t left = cell->count;
    for (uint32_t page = cell->pages; left; page = casters->forest->store.pageNext[page]) {
        const uint32_t trees = wwPageTrees(cell, page);
        for (uint32_t k = 0; k < trees; k++) {
            const uint32_t place = page * WW_PAGE_TREES + k;
            const float *foot = wwStoreRecord(&casters->forest->store, place);
            const float aside[2] = {foot[0] - eye[0], foot[2] - eye[2]};
            if (aside[0] * aside[0] + aside[1] * aside[1] < far * far) addTree(casters, place);
        }
        left -= trees;
    }
}

static bool isNear(const float low[3], const float high[3], const float eye[3], float far) {
    const float x = wwMax(0.0f, wwMax(low[0] - eye[0], eye[0] - high[0]));
    const float z = wwMax(0.0f, wwMax(low[2] - eye[2], eye[2] - high[2]));
    return x * x + z * z < far * far;
}

static void findCasters(Casters *casters) {
    const WwForest *forest = casters->forest;
    const WwForestStore *store = &forest->store;
    const float *eye = forest->sight.reference;
    const float far = forest->def.shadowDistance;
    for (uint32_t b = 0; b < store->usedBlocks; b++) {
        const WwForestBlock *block = &store->blocks[b];
        if (!block->count || !isNear(block->low, block->high, eye, far)) continue;
        for (uint32_t c = block->cells; c != WW_GRID_NONE; c = store->cells[c].next) {
            const WwForestCell *cell = &store->cells[c];
            if (isNear(cell->low, cell->high, eye, far)) addCell(casters, cell);
        }
    }
}

static void drawCasters(Casters *casters, WwDrawList *list) {
    WwForest *forest = casters->forest;
    uint32_t *sorted = casters->variants + casters->capacity;
    uint32_t starts[WW_FOREST_VARIANTS];
    uint32_t parts = 0;
    uint32_t first = 0;
    for (uint32_t v = 0; v < forest->variantCount; v++) {
        const uint32_t size = casters->sizes[v];
        casters->sizes[v] = first;
        if (!size) continue;
        starts[parts] = first | (WW_TREE_LEVELS - 1) << WW_PART_LEVEL_SHIFT;
        forest->shadowParts[parts++] =
            (WwDrawPart){&forest->variants[v]->meshes[WW_TREE_LEVELS - 1], size};
        first += size;
    }
    for (uint32_t i = 0; i < casters->count; i++) {
        sorted[casters->sizes[casters->variants[i]]++] = casters->entries[i];
    }
    wwForestWriteList(&forest->shadowList, 0, sorted, casters->count);
    wwForestWriteList(&forest->shadowList, wwForestListRoom(&forest->def), starts, parts);
    wwForestDrawParts(
        forest, list, WW_PIPELINE_TREE_DEPTH, &forest->shadowList, forest->shadowParts, parts);
}

void wwForestsShadow(WwForests *forests, const WwView *light, WwDrawList *list) {
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (!forest || !forest->store.treeCount || !forest->sight.hasReference) continue;
        const uint32_t capacity = wwForestListRoom(&forest->def);
        Casters casters = {.forest = forest,
            .light = light,
            .entries = forest->scratch,
            .variants = forest->scratch + capacity,
            .capacity = capacity};
        findCasters(&casters);
        drawCasters(&casters, list);
    }
}

// Trees come, move, fall and go. Each such call writes the records of one or two places of the
// store (forest_store.h); growing and falling are closed forms of the record and the time, and send
// nothing.
#include "effects/forest/forest.h"

#include "base/memory.h"
#include "base/random.h"

#include <string.h>

typedef struct PlantRule {
    const char *name;
    float low, high;
} PlantRule;

// As ww_Plant has them. `variant` has no limit here but that of the forest.
static const PlantRule plantRules[WW_PLANT_FLOATS] = {
    {"x", -1e6f, 1e6f},
    {"y", -1e6f, 1e6f},
    {"z", -1e6f, 1e6f},
    {"yaw", -1e6f, 1e6f},
    {"scale", 0.001f, 1000.0f},
    {"variant", 0.0f, 0.0f},
    {"age", 0.0f, 1.0f},
    {"season", -0.5f, 0.5f},
    {"lean x", -1.0f, 1.0f},
    {"lean z", -1.0f, 1.0f},
    {"tint red", 0.0f, 2.0f},
    {"tint green", 0.0f, 2.0f},
    {"tint blue", 0.0f, 2.0f},
};
#define VARIANT 5u
// How a lean of -1..1 lies in 12 bits, so that 0 is exact. Twin: treeLean in shaders/tree.glsl.
#define LEAN_ZERO 2048.0f
#define LEAN_STEPS 2047.0f

static ww_Status failTree(uint32_t index, const PlantRule *rule, float high, float value) {
    wwFail(WW_ERROR_INVALID_DEF, "plant: tree ");
    wwFailNumber((float)index);
    wwFailText(": ");
    wwFailText(rule->name);
    wwFailText(" is ");
    wwFailNumber(value);
    wwFailText(", it must be between ");
    wwFailNumber(rule->low);
    wwFailText(" and ");
    wwFailNumber(high);
    return WW_ERROR_INVALID_DEF;
}

static ww_Status checkTree(const WwForest *forest, const float *tree, uint32_t index) {
    if (!forest->variantCount) {
        return wwFail(WW_ERROR_INVALID_DEF, "plant: the forest has no species yet");
    }
    for (uint32_t i = 0; i < WW_PLANT_FLOATS; i++) {
        const PlantRule *rule = &plantRules[i];
        const float high = i == VARIANT ? (float)(forest->variantCount - 1) : rule->high;
        const bool fits = tree[i] >= rule->low && tree[i] <= high;
        if (!fits || (i == VARIANT && floorf(tree[i]) != tree[i])) {
            return failTree(index, rule, high, tree[i]);
        }
    }
    return WW_OK;
}

// The look of a tree follows from where it stands, not from the order of planting.
static float randomOf(const float position[3]) {
    uint32_t bits[2];
    memcpy(&bits[0], &position[0], sizeof bits[0]);
    memcpy(&bits[1], &position[2], sizeof bits[1]);
    WwRandom stream = wwRandomStream(bits[0], bits[1]);
    return wwRandomUnit(&stream);
}

// Two numbers 0..1 as 12 bits each. Twin: unpackPair in shaders/tree.glsl.
static float packPair(float a, float b) {
    return floorf(wwClamp(a, 0.0f, 1.0f) * 4095.0f + 0.5f) * 4096.0f +
           floorf(wwClamp(b, 0.0f, 1.0f) * 4095.0f + 0.5f);
}

// Three factors 0..2 as 6 bits each, and the season -0.5..0.5 as 6 bits.
static float packTint(const float tint[3], float season) {
    float packed = 0.0f;
    for (int i = 0; i < 3; i++) {
        packed = packed * 64.0f + wwMin(63.0f, floorf(tint[i] * 32.0f + 0.5f));
    }
    return packed * 64.0f + wwMin(63.0f, floorf((season + 0.5f) * 64.0f + 0.5f));
}

static void unpackTint(float packed, float tint[3], float *season) {
    float rest = packed;
    for (int i = 3; i >= 0; i--) {
        const float next = floorf(rest / 64.0f);
        const float part = rest - next * 64.0f;
        if (i == 3) {
            *season = part / 64.0f - 0.5f;
        } else {
            tint[i] = part / 32.0f;
        }
        rest = next;
    }
}

static void fillRecord(const WwForest *forest, const float *tree, float *record) {
    memcpy(record, tree, 3 * sizeof(float));
    record[3] = tree[4];
    record[4] = tree[3];
    record[5] = tree[VARIANT];
    record[6] = randomOf(tree);
    record[7] = tree[6] - forest->now * wwForestGrowthRate(forest);
    record[8] = packTint(tree + 10, tree[7]);
    record[9] = packPair(
        (LEAN_ZERO + LEAN_STEPS * tree[8]) / 4095.0f, (LEAN_ZERO + LEAN_STEPS * tree[9]) / 4095.0f);
    record[10] = WW_NEVER;
    record[11] = 0.0f;
}

float wwForestAge(const WwForest *forest, const float *record) {
    return wwClamp(record[7] + forest->now * wwForestGrowthRate(forest), 0.0f, 1.0f);
}

float wwForestSize(const WwForest *forest, const WwForestVariant *variant, const float *record) {
    const float age = wwForestAge(forest, record);
    if (age >= 1.0f) return 1.0f;
    return wwClamp((age - variant->sprouts) * variant->growthRate, 0.0f, 1.0f);
}

static void unpackPair(float packed, float pair[2]) {
    const float high = floorf(packed / 4096.0f);
    pair[0] = high / 4095.0f;
    pair[1] = (packed - high * 4096.0f) / 4095.0f;
}

void wwForestSlope(const float *record, float slope[2]) {
    unpackPair(record[9], slope);
    for (int i = 0; i < 2; i++) slope[i] = (slope[i] * 4095.0f - LEAN_ZERO) / LEAN_STEPS;
}

float wwForestLean(const float *record) {
    float lean[2];
    wwForestSlope(record, lean);
    return sqrtf(lean[0] * lean[0] + lean[1] * lean[1]);
}

float wwForestCut(const float *record) {
    float fall[2];
    unpackPair(record[11], fall);
    return fall[1];
}

WwTreeExtent wwForestMeasureTree(const void *context, const float *record) {
    const WwForest *forest = context;
    const WwForestVariant *variant = forest->variants[(uint32_t)record[5]];
    const float scale = record[3];
    const float aside = fabsf(variant->center[0]) + fabsf(variant->center[2]);
    const float card = 1.5f * (variant->radius + variant->halfHeight);
    const float height = scale * variant->height;
    const float standing = wwMax(0.75f * wwForestLean(record), variant->trample);
    const float leaning = wwForestIsFelled(record) ? 1.0f : standing;
    const float reach = scale * (aside + wwMax(card, variant->sphere) +
                                    wwWindReach(variant->height, variant->bend));
    return (WwTreeExtent){
        .height = height,
        .least = height * wwForestSize(forest, variant, record),
        .reach = reach + leaning * height,
        .far = variant->far,
        .layer = variant->impostors ? WW_LAYER_TREES : WW_LAYER_UNDERGROWTH,
    };
}

static ww_Status failCapacity(const WwForest *forest, uint32_t count) {
    wwFail(WW_ERROR_CAPACITY, "plant: ");
    wwFailNumber((float)count);
    wwFailText(" trees do not fit, the forest has ");
    wwFailNumber((float)forest->store.treeCount);
    wwFailText(" of its maxTrees ");
    wwFailNumber((float)forest->def.maxTrees);
    wwFailText(": create it with more");
    return WW_ERROR_CAPACITY;
}

static ww_Status reserve(WwForest *forest, const float *trees, uint32_t count, float **spare) {
    float low[2] = {WW_NEVER, WW_NEVER}, high[2] = {-WW_NEVER, -WW_NEVER};
    for (uint32_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = wwMin(low[axis], trees[i * WW_PLANT_FLOATS + 2 * axis]);
            high[axis] = wwMax(high[axis], trees[i * WW_PLANT_FLOATS + 2 * axis]);
        }
    }
    if (wwStoreReserve(&forest->store, low, high, count, spare)) return WW_OK;
    return wwFail(WW_ERROR_OUT_OF_MEMORY, "plant: out of memory for the trees");
}

static void noteGrowth(WwForest *forest, const float *trees, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const float left = 1.0f - trees[i * WW_PLANT_FLOATS + 6];
        forest->matureAt = wwMax(forest->matureAt, forest->now + left * forest->def.growSeconds);
    }
}

ww_Status wwForestPlant(WwForest *forest, const float *trees, uint32_t count, uint32_t *handles) {
    if (count > forest->def.maxTrees - forest->store.treeCount) return failCapacity(forest, count);
    for (uint32_t i = 0; i < count; i++) {
        const ww_Status status = checkTree(forest, trees + i * WW_PLANT_FLOATS, i);
        if (status != WW_OK) return status;
    }
    float *spare;
    if (reserve(forest, trees, count, &spare) != WW_OK) return WW_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        float record[WW_TREE_FLOATS];
        fillRecord(forest, trees + i * WW_PLANT_FLOATS, record);
        const uint32_t handle =
            wwStoreAdd(&forest->store, record, wwForestMeasureTree, forest, spare);
        if (handles) handles[i] = handle;
    }
    wwFree(spare);
    forest->sight.valid = forest->sight.valid && count == 0;
    noteGrowth(forest, trees, count);
    if (trees == forest->candidates) wwForestDropCandidates(forest);
    return WW_OK;
}

// The place of a tree, or WW_GRID_NONE with the reason.
static uint32_t findTree(const WwForest *forest, uint32_t handle) {
    const uint32_t place = wwStoreFind(&forest->store, handle);
    if (place == WW_GRID_NONE) {
        wwFail(WW_ERROR_STALE_HANDLE, "forest: there is no tree of this number (any more)");
    }
    return place;
}

ww_Status wwForestMove(WwForest *forest, uint32_t handle, const float *tree) {
    const uint32_t place = findTree(forest, handle);
    if (place == WW_GRID_NONE) return WW_ERROR_STALE_HANDLE;
    const ww_Status status = checkTree(forest, tree, 0);
    if (status != WW_OK) return status;
    float *spare;
    if (reserve(forest, tree, 1, &spare) != WW_OK) return WW_ERROR_OUT_OF_MEMORY;
    float record[WW_TREE_FLOATS];
    const float *old = wwStoreRecord(&forest->store, place);
    fillRecord(forest, tree, record);
    record[6] = old[6]; // it stays the same tree: its sway and its fall
    record[10] = old[10];
    record[11] = old[11];
    wwStoreMove(&forest->store, place, record, wwForestMeasureTree, forest, spare);
    wwFree(spare);
    noteGrowth(forest, tree, 1);
    forest->sight.valid = false;
    return WW_OK;
}

ww_Status wwForestFell(
    WwForest *forest, uint32_t handle, float direction, float height, float ago) {
    const uint32_t place = findTree(forest, handle);
    if (place == WW_GRID_NONE) return WW_ERROR_STALE_HANDLE;
    float *record = wwStoreRecord(&forest->store, place);
    if (record[10] < WW_NEVER) return WW_OK; // it lies already
    const float whole = record[3] * forest->variants[(uint32_t)record[5]]->height;
    const float turn = direction / (2.0f * WW_PI);
    record[10] = forest->now - ago;
    record[11] = packPair(turn - floorf(turn), height / whole);
    wwStoreTouch(&forest->store, place, wwForestMeasureTree, forest);
    forest->sight.valid = false;
    return WW_OK;
}

ww_Status wwForestRemove(WwForest *forest, uint32_t handle) {
    const uint32_t place = findTree(forest, handle);
    if (place == WW_GRID_NONE) return WW_ERROR_STALE_HANDLE;
    wwStoreRemove(&forest->store, place);
    forest->sight.valid = false;
    return WW_OK;
}

ww_Status wwForestRead(WwForest *forest, uint32_t handle, ww_ForestTree *tree) {
    const uint32_t place = findTree(forest, handle);
    if (place == WW_GRID_NONE) return WW_ERROR_STALE_HANDLE;
    const float *record = wwStoreRecord(&forest->store, place);
    memcpy(tree->position, record, sizeof tree->position);
    tree->scale = record[3];
    tree->yaw = record[4];
    tree->variant = record[5];
    tree->age = wwForestAge(forest, record);
    unpackTint(record[8], tree->tint, &tree->season);
    wwForestSlope(record, tree->lean);
    tree->height = tree->scale * forest->variants[(uint32_t)record[5]]->height;
    // A new epoch rounds: it may seem to lie in the future.
    tree->felled = wwForestIsFelled(record) ? wwMax(forest->now - record[10], 0.0f) : -1.0f;
    return WW_OK;
}

static void listCell(
    const WwForest *forest, const WwForestCell *cell, float *trees, uint32_t *handles) {
    uint32_t left = cell->count;
    for (uint32_t page = cell->pages; left; page = forest->store.pageNext[page]) {
        const uint32_t count = wwPageTrees(cell, page);
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t place = page * WW_PAGE_TREES + k;
            const uint32_t at = cell->count - left + k;
            if (handles) handles[at] = wwStoreHandle(&forest->store, place);
            if (trees) memcpy(trees + at * 8, wwStoreRecord(&forest->store, place), 32);
        }
        left -= count;
    }
}

void wwForestList(const WwForest *forest, float *trees, uint32_t *handles) {
    const WwForestStore *store = &forest->store;
    for (uint32_t b = 0; b < store->usedBlocks; b++) {
        if (!store->blocks[b].count) continue;
        for (uint32_t c = store->blocks[b].cells; c != WW_GRID_NONE; c = store->cells[c].next) {
            listCell(forest, &store->cells[c], trees, handles);
            if (trees) trees += 8 * store->cells[c].count;
            if (handles) handles += store->cells[c].count;
        }
    }
}

float wwForestGrowthRate(const WwForest *forest) {
    return wwGrowthRate(forest->def.growSeconds);
}

// Adds to the ages at the epoch and to the times of felling of all trees.
static void shift(WwForest *forest, float rate, float seconds) {
    const WwForestStore *store = &forest->store;
    forest->matureAt = 0.0f;
    for (uint32_t slot = 0; slot < store->usedSlots; slot++) {
        if (store->generations[slot] % 2 == 0) continue;
        float *record = wwStoreRecord(store, store->places[slot]);
        const float age = wwForestAge(forest, record);
        const float now = forest->now - seconds;
        record[7] = age - now * rate;
        if (wwForestIsFelled(record)) record[10] -= seconds;
        if (rate > 0.0f) forest->matureAt = wwMax(forest->matureAt, now + (1.0f - age) / rate);
    }
    wwTableMark(&forest->store.trees, 0, store->pageCount * WW_PAGE_TREES * WW_TREE_TEXELS);
    forest->sight.valid = false;
}

void wwForestKeepAges(WwForest *forest, float growSeconds) {
    if (growSeconds == forest->def.growSeconds) return;
    shift(forest, wwGrowthRate(growSeconds), 0.0f);
}

void wwForestsRebase(WwForests *forests, float seconds) {
    forests->now -= seconds;
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (!forest || !forest->store.treeCount) continue;
        shift(forest, wwForestGrowthRate(forest), seconds);
        forest->now -= seconds;
    }
}

void wwForestsShift(WwForests *forests, const double by[3]) {
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (!forest) continue;
        wwStoreShift(&forest->store, by);
        wwShift3(forest->sight.reference, by);
        forest->sight.valid = false;
    }
}

void wwForestsLay(WwForests *forests, const WwStep *step) {
    forests->now = step->now;
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (forest) forest->now = step->now;
    }
}

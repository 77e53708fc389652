// Planting: records are appended as they come and sorted by cell before the next look at them.
#include "effects/forest/forest.h"

#include "base/random.h"

#include <string.h>

#define DIGIT_BITS 11u
#define DIGITS (1u << DIGIT_BITS)

typedef struct PlantRule {
    const char *name;
    float low, high;
} PlantRule;

// `variant` has no limit here but that of the forest.
static const PlantRule plantRules[WW_PLANT_FLOATS] = {
    {"x", -1e6f, 1e6f},
    {"y", -1e6f, 1e6f},
    {"z", -1e6f, 1e6f},
    {"yaw", -1e6f, 1e6f},
    {"scale", 0.001f, 1000.0f},
    {"variant", 0.0f, 0.0f},
    {"age", 0.0f, 1.0f},
};

static ww_Status failTree(uint32_t index, const PlantRule *rule, float value) {
    wwFail(WW_ERROR_INVALID_DEF, "plant: tree ");
    wwFailNumber((float)index);
    wwFailText(": ");
    wwFailText(rule->name);
    wwFailText(" is ");
    wwFailNumber(value);
    wwFailText(", it must be between ");
    wwFailNumber(rule->low);
    wwFailText(" and ");
    wwFailNumber(rule->high);
    return WW_ERROR_INVALID_DEF;
}

static ww_Status checkTree(const WwForest *forest, const float *tree, uint32_t index) {
    if (!forest->variantCount) {
        return wwFail(WW_ERROR_INVALID_DEF, "plant: the forest has no species yet");
    }
    for (uint32_t i = 0; i < WW_PLANT_FLOATS; i++) {
        PlantRule rule = plantRules[i];
        const bool isVariant = i == 5;
        if (isVariant) rule.high = (float)(forest->variantCount - 1);
        const bool fits = tree[i] >= rule.low && tree[i] <= rule.high;
        if (!fits || (isVariant && floorf(tree[i]) != tree[i])) {
            return failTree(index, &rule, tree[i]);
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

ww_Status wwForestPlant(WwForest *forest, const float *trees, uint32_t count) {
    if (count > forest->def.maxTrees - forest->treeCount) {
        wwFail(WW_ERROR_CAPACITY, "plant: ");
        wwFailNumber((float)count);
        wwFailText(" trees do not fit, the forest has ");
        wwFailNumber((float)forest->treeCount);
        wwFailText(" of its maxTrees ");
        wwFailNumber((float)forest->def.maxTrees);
        wwFailText(": create it with more");
        return WW_ERROR_CAPACITY;
    }
    for (uint32_t i = 0; i < count; i++) {
        const ww_Status status = checkTree(forest, trees + i * WW_PLANT_FLOATS, i);
        if (status != WW_OK) return status;
    }
    float *record = wwTableFloats(&forest->trees, forest->treeCount * WW_TREE_TEXELS);
    for (uint32_t i = 0; i < count; i++, record += WW_TREE_FLOATS) {
        const float *tree = trees + i * WW_PLANT_FLOATS;
        memcpy(record, tree, 3 * sizeof(float));
        record[3] = tree[4];
        record[4] = tree[3];
        record[5] = tree[5];
        record[6] = randomOf(tree);
        record[7] = tree[6] - forest->now * wwForestGrowthRate(forest);
    }
    forest->treeCount += count;
    forest->unsorted = forest->unsorted || count > 0;
    if (trees == forest->candidates) wwForestDropCandidates(forest);
    return WW_OK;
}

static float *recordOf(const WwForest *forest, uint32_t tree) {
    return wwTableFloats(&forest->trees, tree * WW_TREE_TEXELS);
}

static uint32_t cellCoordinate(const WwForest *forest, float x, float low) {
    return (uint32_t)floorf((x - low) / forest->def.cellSize);
}

static void radixPass(
    const uint32_t *keys, uint32_t shift, const uint32_t *from, uint32_t *to, uint32_t count) {
    uint32_t starts[DIGITS] = {0};
    for (uint32_t i = 0; i < count; i++) starts[(keys[i] >> shift) & (DIGITS - 1)]++;
    uint32_t sum = 0;
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        const uint32_t here = starts[digit];
        starts[digit] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < count; i++) {
        to[starts[(keys[from[i]] >> shift) & (DIGITS - 1)]++] = from[i];
    }
}

// Puts record order[i] at place i, following each cycle once. Destroys `order`.
static void permute(WwForest *forest, uint32_t *order) {
    const size_t bytes = WW_TREE_FLOATS * sizeof(float);
    for (uint32_t start = 0; start < forest->treeCount; start++) {
        if (order[start] == start) continue;
        float saved[WW_TREE_FLOATS];
        memcpy(saved, recordOf(forest, start), bytes);
        uint32_t place = start;
        while (order[place] != start) {
            const uint32_t source = order[place];
            memcpy(recordOf(forest, place), recordOf(forest, source), bytes);
            order[place] = place;
            place = source;
        }
        memcpy(recordOf(forest, place), saved, bytes);
        order[place] = place;
    }
}

static void widen(const WwForest *forest, WwForestCell *cell, const float *record) {
    const WwForestVariant *variant = forest->variants[(uint32_t)record[5]];
    const float scale = record[3];
    const float aside = fabsf(variant->center[0]) + fabsf(variant->center[2]);
    const float card = 1.5f * (variant->radius + variant->halfHeight);
    const float reach = scale * (aside + wwMax(card, variant->sphere) +
                                    wwWindReach(variant->height, variant->bend));
    for (int axis = 0; axis < 3; axis++) {
        cell->low[axis] = wwMin(cell->low[axis], record[axis]);
        cell->high[axis] = wwMax(cell->high[axis], record[axis]);
    }
    cell->minHeight = wwMin(cell->minHeight, scale * variant->height);
    cell->maxHeight = wwMax(cell->maxHeight, scale * variant->height);
    cell->reach = wwMax(cell->reach, reach);
    cell->count++;
}

static void findCells(WwForest *forest, float lowX, float lowZ) {
    uint32_t lastX = 0;
    uint32_t lastZ = 0;
    forest->cellCount = 0;
    for (uint32_t tree = 0; tree < forest->treeCount; tree++) {
        const float *record = recordOf(forest, tree);
        const uint32_t x = cellCoordinate(forest, record[0], lowX);
        const uint32_t z = cellCoordinate(forest, record[2], lowZ);
        if (tree == 0 || x != lastX || z != lastZ) {
            forest->cells[forest->cellCount++] = (WwForestCell){
                .low = {WW_NEVER, WW_NEVER, WW_NEVER},
                .high = {-WW_NEVER, -WW_NEVER, -WW_NEVER},
                .minHeight = WW_NEVER,
                .first = tree,
            };
        }
        widen(forest, &forest->cells[forest->cellCount - 1], record);
        lastX = x;
        lastZ = z;
    }
}

void wwForestSort(WwForest *forest) {
    if (!forest->unsorted) return;
    const uint32_t count = forest->treeCount;
    uint32_t *keysX = forest->scratch;
    uint32_t *keysZ = keysX + count;
    uint32_t *order = keysZ + count;
    uint32_t *other = order + count;
    float lowX = WW_NEVER;
    float lowZ = WW_NEVER;
    for (uint32_t i = 0; i < count; i++) {
        lowX = wwMin(lowX, recordOf(forest, i)[0]);
        lowZ = wwMin(lowZ, recordOf(forest, i)[2]);
    }
    for (uint32_t i = 0; i < count; i++) {
        keysX[i] = cellCoordinate(forest, recordOf(forest, i)[0], lowX);
        keysZ[i] = cellCoordinate(forest, recordOf(forest, i)[2], lowZ);
        order[i] = i;
    }
    radixPass(keysX, 0, order, other, count);
    radixPass(keysX, DIGIT_BITS, other, order, count);
    radixPass(keysZ, 0, order, other, count);
    radixPass(keysZ, DIGIT_BITS, other, order, count);
    permute(forest, order);
    findCells(forest, lowX, lowZ);
    wwTableMark(&forest->trees, 0, count * WW_TREE_TEXELS);
    forest->unsorted = false;
    forest->sight.valid = false;
}

float wwForestGrowthRate(const WwForest *forest) {
    return forest->def.growSeconds > 0.0f ? 1.0f / forest->def.growSeconds : 0.0f;
}

void wwForestsRebase(WwForests *forests, float seconds) {
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (!forest || forest->def.growSeconds <= 0.0f) continue;
        for (uint32_t k = 0; k < forest->treeCount; k++) {
            recordOf(forest, k)[7] += seconds * wwForestGrowthRate(forest);
        }
        wwTableMark(&forest->trees, 0, forest->treeCount * WW_TREE_TEXELS);
    }
}

void wwForestsLay(WwForests *forests, const WwStep *step) {
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (!forest) continue;
        forest->now = step->now;
        wwForestSort(forest);
    }
}

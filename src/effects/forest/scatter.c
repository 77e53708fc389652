// Seeded planting over an area: darts are thrown until enough have stuck. A dart sticks when its
// place is wooded enough and no earlier tree of this scatter is nearer than minDistance, which a
// hashed grid of that width answers from nine buckets. Memory goes with the trees, not the area.
#include "effects/forest/forest.h"

#include "base/memory.h"
#include "base/random.h"

#include <string.h>

#define DARTS_PER_TREE 16u
// So many in a row that find no room: there is none. Keeps impossible wishes from taking seconds.
#define DARTS_IN_VAIN 65536u
#define MOST_KEPT 65536u // bytes
#define NONE 0xffffffffu

typedef struct Thrower {
    const WwForest *forest;
    const ww_ScatterDef *def;
    float *trees; // WW_PLANT_FLOATS each
    uint32_t count;
    uint32_t *heads; // by bucket: newest tree
    uint32_t *next;  // by tree: the one before it in its bucket
    uint32_t bucketMask;
} Thrower;

static float latticeValue(int32_t x, int32_t z, uint64_t seed) {
    WwRandom stream = wwRandomStream(seed, ((uint64_t)(uint32_t)x << 32) | (uint32_t)z);
    return wwRandomUnit(&stream);
}

// Value noise, 0..1, one bump a unit.
static float noiseAt(float x, float z, uint64_t seed) {
    const float floorX = floorf(x);
    const float floorZ = floorf(z);
    const int32_t column = (int32_t)floorX;
    const int32_t row = (int32_t)floorZ;
    const float u = (x - floorX) * (x - floorX) * (3.0f - 2.0f * (x - floorX));
    const float v = (z - floorZ) * (z - floorZ) * (3.0f - 2.0f * (z - floorZ));
    const float north =
        wwLerp(latticeValue(column, row, seed), latticeValue(column + 1, row, seed), u);
    const float south =
        wwLerp(latticeValue(column, row + 1, seed), latticeValue(column + 1, row + 1, seed), u);
    return wwLerp(north, south, v);
}

static bool isWooded(const ww_ScatterDef *def, float x, float z, float chance) {
    const float u = x / def->patchSize;
    const float v = z / def->patchSize;
    const float noise =
        0.7f * noiseAt(u, v, def->seed) + 0.3f * noiseAt(u * 2.7f, v * 2.7f, def->seed + 1u);
    const float density = wwClamp(0.5f + (noise - 0.5f) * 4.0f, 0.0f, 1.0f);
    return chance >= def->patchiness * (1.0f - density);
}

static uint32_t pickVariant(const Thrower *thrower, float x, float z, WwRandom *random) {
    const WwForest *forest = thrower->forest;
    const ww_ScatterDef *def = thrower->def;
    const uint32_t low = def->firstSpecies;
    const uint32_t high = wwMinU(low + def->speciesCount, forest->speciesCount);
    const float any = wwRandomUnit(random) * (float)(high - low);
    uint32_t species = wwMinU(low + (uint32_t)any, high - 1);
    if (wwRandomUnit(random) >= def->mixing) {
        float strongest = -1.0f;
        for (uint32_t s = low; s < high; s++) {
            const float here =
                noiseAt(x / def->patchSize, z / def->patchSize, def->seed + 0x10000ull * (s + 1));
            if (here <= strongest) continue;
            strongest = here;
            species = s;
        }
    }
    const bool last = species + 1 == forest->speciesCount;
    const uint32_t first = forest->speciesFirst[species];
    const uint32_t end = last ? forest->variantCount : forest->speciesFirst[species + 1];
    const float variant = wwRandomUnit(random) * (float)(end - first);
    return first + wwMinU((uint32_t)variant, end - first - 1);
}

static uint32_t bucketOf(const Thrower *thrower, int32_t column, int32_t row) {
    const uint64_t cell = ((uint64_t)(uint32_t)column << 32) | (uint32_t)row;
    return (uint32_t)wwMix64(cell) & thrower->bucketMask;
}

static int32_t gridCell(const Thrower *thrower, float x) {
    return (int32_t)floorf(x / wwMax(thrower->def->minDistance, 1e-3f));
}

static bool hasRoom(const Thrower *thrower, float x, float z) {
    const float distance = thrower->def->minDistance;
    if (distance <= 0.0f) return true;
    const int32_t column = gridCell(thrower, x);
    const int32_t row = gridCell(thrower, z);
    for (int32_t near = 0; near < 9; near++) {
        const uint32_t bucket = bucketOf(thrower, column + near % 3 - 1, row + near / 3 - 1);
        for (uint32_t i = thrower->heads[bucket]; i != NONE; i = thrower->next[i]) {
            const float dx = thrower->trees[i * WW_PLANT_FLOATS] - x;
            const float dz = thrower->trees[i * WW_PLANT_FLOATS + 2] - z;
            if (dx * dx + dz * dz < distance * distance) return false;
        }
    }
    return true;
}

static void throwDart(Thrower *thrower, uint32_t dart) {
    const ww_ScatterDef *def = thrower->def;
    WwRandom random = wwRandomStream(def->seed, dart | (uint64_t)def->tile << 32);
    const float x = wwRandomRange(&random, def->minX, def->maxX);
    const float z = wwRandomRange(&random, def->minZ, def->maxZ);
    if (!isWooded(def, x, z, wwRandomUnit(&random)) || !hasRoom(thrower, x, z)) return;
    float *tree = thrower->trees + thrower->count * WW_PLANT_FLOATS;
    tree[0] = x;
    tree[1] = def->height;
    tree[2] = z;
    tree[3] = wwRandomRange(&random, 0.0f, 2.0f * WW_PI);
    tree[4] = wwRandomRange(&random, def->scale.low, def->scale.high);
    tree[5] = (float)pickVariant(thrower, x, z, &random);
    tree[6] = wwRandomRange(&random, def->age.low, def->age.high);
    tree[7] = tree[8] = tree[9] = 0.0f;
    tree[10] = tree[11] = tree[12] = 1.0f;
    const uint32_t bucket = bucketOf(thrower, gridCell(thrower, x), gridCell(thrower, z));
    thrower->next[thrower->count] = thrower->heads[bucket];
    thrower->heads[bucket] = thrower->count++;
}

static ww_Status check(const WwForest *forest, const ww_ScatterDef *def) {
    const ww_Status status = wwSchemaCheck(&wwScatterSchema, def, (WwKeyArray){0});
    if (status != WW_OK) return status;
    if (!(def->minX < def->maxX && def->minZ < def->maxZ)) {
        return wwFail(WW_ERROR_INVALID_DEF, "scatter: the area is empty: minX < maxX, minZ < maxZ");
    }
    if (!forest->speciesCount) {
        return wwFail(WW_ERROR_INVALID_DEF, "scatter: the forest has no species yet");
    }
    if (def->firstSpecies >= forest->speciesCount) {
        wwFail(WW_ERROR_INVALID_DEF, "scatter: firstSpecies is ");
        wwFailNumber((float)def->firstSpecies);
        wwFailText(", the forest has so many: ");
        wwFailNumber((float)forest->speciesCount);
        return WW_ERROR_INVALID_DEF;
    }
    return WW_OK;
}

// One block for all: candidates, links, buckets. A stream scatters in frames, so that the block of
// a few trees stays for the next time.
static bool createThrower(Thrower *thrower, WwForest *forest) {
    const uint32_t count = wwMaxU(thrower->def->count, 1);
    uint32_t buckets = 16;
    while (buckets < 2 * count) buckets *= 2;
    const size_t bytes = sizeof(uint32_t) * ((WW_PLANT_FLOATS + 1) * (size_t)count + buckets);
    if (bytes > forest->candidateBytes) {
        wwFree(forest->candidates);
        forest->candidates = wwAlloc(bytes);
        forest->candidateBytes = forest->candidates ? bytes : 0;
    }
    thrower->trees = forest->candidates;
    if (!thrower->trees) return false;
    thrower->next = (uint32_t *)(void *)(thrower->trees + WW_PLANT_FLOATS * count);
    thrower->heads = thrower->next + count;
    thrower->bucketMask = buckets - 1;
    memset(thrower->heads, 0xff, sizeof(uint32_t) * buckets);
    return true;
}

ww_Status wwForestScatter(WwForest *forest, const ww_ScatterDef *def) {
    const ww_Status status = check(forest, def);
    if (status != WW_OK) return status;
    Thrower thrower = {.forest = forest, .def = def};
    const bool made = createThrower(&thrower, forest);
    const uint64_t darts = made ? (uint64_t)def->count * DARTS_PER_TREE : 0;
    uint32_t inVain = 0;
    for (uint64_t dart = 0; dart < darts && thrower.count < def->count; dart++) {
        const uint32_t before = thrower.count;
        throwDart(&thrower, (uint32_t)dart);
        inVain = thrower.count > before ? 0 : inVain + 1;
        if (inVain == DARTS_IN_VAIN) break;
    }
    forest->candidateCount = thrower.count;
    return made ? WW_OK : wwFail(WW_ERROR_OUT_OF_MEMORY, "scatter: out of memory for count trees");
}

void wwForestDropCandidates(WwForest *forest) {
    forest->candidateCount = 0;
    if (forest->candidateBytes <= MOST_KEPT) return;
    wwFree(forest->candidates);
    forest->candidates = NULL;
    forest->candidateBytes = 0;
}

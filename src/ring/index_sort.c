#include "ring/index_sort.h"

#include <string.h>

// Counting sort by one byte of the key. `starts` holds where each bucket begins.
static void scatter(const uint16_t *keys, const uint16_t *indices, uint16_t *toKeys,
    uint16_t *toIndices, uint32_t *starts, uint32_t shift, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t target = starts[(keys[i] >> shift) & 255u]++;
        toKeys[target] = keys[i];
        toIndices[target] = indices[i];
    }
}

static void startsFromCounts(uint32_t counts[256]) {
    uint32_t start = 0;
    for (uint32_t i = 0; i < 256; i++) {
        const uint32_t count = counts[i];
        counts[i] = start;
        start += count;
    }
}

void wwIndexSort(const WwIndexSort *sort, uint32_t count) {
    uint32_t low[256], high[256];
    memset(low, 0, sizeof low);
    memset(high, 0, sizeof high);
    for (uint32_t i = 0; i < count; i++) {
        low[sort->keys[i] & 255u]++;
        high[sort->keys[i] >> 8]++;
    }
    startsFromCounts(low);
    startsFromCounts(high);
    scatter(sort->keys, sort->indices, sort->spareKeys, sort->spareIndices, low, 0, count);
    scatter(sort->spareKeys, sort->spareIndices, sort->keys, sort->indices, high, 8, count);
}

#include "ring/index_sort.h"

#include <string.h>

static void startsFromCounts(uint32_t counts[256]) {
    uint32_t start = 0;
    for (uint32_t i = 0; i < 256; i++) {
        const uint32_t count = counts[i];
        counts[i] = start;
        start += count;
    }
}

void wwIndexSort(
    uint32_t *restrict items, uint32_t *restrict spare, uint16_t *restrict sorted, uint32_t count) {
    uint32_t low[256], high[256];
    memset(low, 0, sizeof low);
    memset(high, 0, sizeof high);
    for (uint32_t i = 0; i < count; i++) {
        low[items[i] >> 16 & 255u]++;
        high[items[i] >> 24]++;
    }
    startsFromCounts(low);
    startsFromCounts(high);
    for (uint32_t i = 0; i < count; i++) spare[low[items[i] >> 16 & 255u]++] = items[i];
    for (uint32_t i = 0; i < count; i++) sorted[high[spare[i] >> 24]++] = (uint16_t)spare[i];
}

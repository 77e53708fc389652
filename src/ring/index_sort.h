// Sorts record numbers by 16-bit keys: a stable radix sort in two passes of 8 bits. Allocates
// nothing.
#pragma once

#include <stdint.h>

// A key and the number that goes along with it; one word, so that a pass moves one thing.
static inline uint32_t wwSortItem(uint32_t key, uint32_t index) {
    return key << 16 | index;
}

// Writes the numbers of `items` to `sorted` by ascending key. `spare` has room for as many items;
// both hold rubbish afterwards. About 2 ns an item and pass, whatever the order was.
void wwIndexSort(
    uint32_t *restrict items, uint32_t *restrict spare, uint16_t *restrict sorted, uint32_t count);

// Sorts record numbers by 16-bit keys: a stable radix sort in two passes of 8 bits. Allocates
// nothing.
#pragma once

#include <stdint.h>

// Four arrays of at least `count` numbers. On return `keys` ascend and `indices` went along; the
// spare arrays hold rubbish. About 4 ns an index and pass, whatever the order was.
typedef struct WwIndexSort {
    uint16_t *keys, *indices;
    uint16_t *spareKeys, *spareIndices;
} WwIndexSort;

void wwIndexSort(const WwIndexSort *sort, uint32_t count);

// Counted allocation. Memory is taken when things are created, never in a frame; the counter lets a
// test prove it.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Zeroed memory, or NULL when the heap is exhausted (reported as WW_ERROR_OUT_OF_MEMORY by
// callers).
void *wwAlloc(size_t bytes);
// The same, but with whatever was there before: for what is written whole anyway.
void *wwAllocRaw(size_t bytes);
// Zeroed memory in place of `block`, with its first `kept` bytes; NULL leaves `block` as it is.
void *wwGrow(void *block, size_t kept, size_t bytes);
void wwFree(void *block);

// Calls of the three above since the program began.
uint32_t wwAllocCount(void);

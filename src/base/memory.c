#include "base/memory.h"

#include <stdlib.h>

static uint32_t allocCount = 0;

void *wwAlloc(size_t bytes) {
    allocCount++;
    return calloc(1, bytes ? bytes : 1);
}

void *wwRealloc(void *block, size_t bytes) {
    allocCount++;
    return realloc(block, bytes ? bytes : 1);
}

void wwFree(void *block) {
    free(block);
}

uint32_t wwAllocCount(void) {
    return allocCount;
}

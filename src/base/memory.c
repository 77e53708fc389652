#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static uint32_t allocCount = 0;

void *wwAlloc(size_t bytes) {
    allocCount++;
    return calloc(1, bytes ? bytes : 1);
}

void *wwAllocRaw(size_t bytes) {
    allocCount++;
    return malloc(bytes ? bytes : 1);
}

// realloc of the wasm build's small allocator would be its largest function.
void *wwGrow(void *block, size_t kept, size_t bytes) {
    void *larger = wwAlloc(bytes);
    if (!larger) return NULL;
    if (kept) memcpy(larger, block, kept);
    free(block);
    return larger;
}

void wwFree(void *block) {
    free(block);
}

uint32_t wwAllocCount(void) {
    return allocCount;
}

// GPU objects whose owner in the heap is gone, kept until the frame can delete them. Room for every
// living owner is taken when the owner is made, so that destroying never allocates and never fails.
#pragma once

#include "base/memory.h"

#include <stdbool.h>

typedef struct WwOrphans {
    uint32_t *handles;
    uint32_t count;
    uint32_t capacity;
    uint32_t owners; // living
} WwOrphans;

static inline bool wwOrphansAddOwner(WwOrphans *orphans) {
    const uint32_t needed = orphans->owners + 1 + orphans->count;
    if (needed > orphans->capacity) {
        const uint32_t capacity = needed * 2;
        uint32_t *handles =
            wwGrow(orphans->handles, sizeof *handles * orphans->count, sizeof *handles * capacity);
        if (!handles) return false;
        orphans->handles = handles;
        orphans->capacity = capacity;
    }
    orphans->owners++;
    return true;
}

// `handle` 0: the owner had no GPU object yet.
static inline void wwOrphansRemoveOwner(WwOrphans *orphans, uint32_t handle) {
    orphans->owners--;
    if (handle) orphans->handles[orphans->count++] = handle;
}

static inline void wwOrphansDestroy(WwOrphans *orphans) {
    wwFree(orphans->handles);
    *orphans = (WwOrphans){0};
}

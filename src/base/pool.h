// Fixed slots with a free list and generations: the only place where a handle becomes a pointer.
// A handle is 32 bits: from below the slot (8 to 16, as many as the capacity needs), the generation
// and the family tag (4). A slot whose generation would wrap is retired, after 524,287 uses in the
// smallest pools and 2,047 in the largest. 0 is never a valid handle.
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

typedef enum WwTag {
    WW_TAG_TRANSFORM = 1,
    WW_TAG_TRAIL_STYLE,
    WW_TAG_TRAIL,
    WW_TAG_EMITTER_STYLE,
    WW_TAG_EMITTER,
    WW_TAG_FOREST,
    WW_TAG_TEXTURE,
    WW_TAG_TREE,
    WW_TAG_BEAM_STYLE,
    WW_TAG_BEAM,
    WW_TAG_COUNT,
} WwTag;

#define WW_POOL_TAG_SHIFT 28u
// The count of what a dead handle had.
#define WW_NO_COUNT 0xffffffffu

typedef struct WwPool {
    unsigned char *items;
    uint32_t *generations; // odd while the slot is live
    uint32_t *freeList;
    uint32_t itemBytes;
    uint32_t capacity;
    uint32_t freeCount;
    uint32_t liveCount;
    uint32_t used;     // slots 0..used-1 have been live at some time
    uint32_t slotBits; // of a handle
    WwTag tag;
} WwPool;

bool wwPoolCreate(WwPool *pool, WwTag tag, uint32_t itemBytes, uint32_t capacity);
void wwPoolDestroy(WwPool *pool);

// A zeroed item and its handle, or NULL (WW_ERROR_CAPACITY) when all slots are taken.
void *wwPoolAdd(WwPool *pool, uint32_t *handle);
// The item of a live handle, or NULL with WW_ERROR_STALE_HANDLE and a message that says why.
void *wwPoolGet(const WwPool *pool, uint32_t handle);
void wwPoolRemove(WwPool *pool, uint32_t handle);

// The item of slot `index`, or NULL when it is free.
static inline void *wwPoolAt(const WwPool *pool, uint32_t index) {
    if (index >= pool->used || !(pool->generations[index] & 1u)) return NULL;
    return pool->items + (size_t)index * pool->itemBytes;
}

static inline uint32_t wwPoolSlot(const WwPool *pool, uint32_t handle) {
    return handle & ((1u << pool->slotBits) - 1u);
}

static inline uint32_t wwPoolHandleAt(const WwPool *pool, uint32_t index) {
    const uint32_t tag = (uint32_t)pool->tag << WW_POOL_TAG_SHIFT;
    return index | (pool->generations[index] << pool->slotBits) | tag;
}

static inline bool wwPoolHas(const WwPool *pool, uint32_t handle) {
    const uint32_t slot = wwPoolSlot(pool, handle);
    return slot < pool->used && (pool->generations[slot] & 1u) &&
           wwPoolHandleAt(pool, slot) == handle;
}

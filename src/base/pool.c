#include "base/pool.h"

#include "base/memory.h"

#include <string.h>

#define FEWEST_SLOT_BITS 8u

static const char *const tagNames[WW_TAG_COUNT] = {"nothing", "transform", "trail style", "trail",
    "emitter style", "emitter", "forest", "texture", "tree", "beam style", "beam"};

bool wwPoolCreate(WwPool *pool, WwTag tag, uint32_t itemBytes, uint32_t capacity) {
    memset(pool, 0, sizeof *pool);
    pool->items = wwAlloc((size_t)itemBytes * capacity);
    pool->generations = wwAlloc(sizeof *pool->generations * capacity);
    pool->freeList = wwAlloc(sizeof *pool->freeList * capacity);
    pool->itemBytes = itemBytes;
    pool->capacity = capacity;
    pool->tag = tag;
    pool->slotBits = FEWEST_SLOT_BITS;
    while ((capacity - 1u) >> pool->slotBits) pool->slotBits++;
    if (pool->items && pool->generations && pool->freeList) return true;
    wwPoolDestroy(pool);
    return false;
}

void wwPoolDestroy(WwPool *pool) {
    wwFree(pool->items);
    wwFree(pool->generations);
    wwFree(pool->freeList);
    memset(pool, 0, sizeof *pool);
}

void *wwPoolAdd(WwPool *pool, uint32_t *handle) {
    uint32_t slot;
    if (pool->freeCount) {
        slot = pool->freeList[--pool->freeCount];
    } else if (pool->used < pool->capacity) {
        slot = pool->used++;
    } else {
        wwFail(WW_ERROR_CAPACITY, "no free ");
        wwFailText(tagNames[pool->tag]);
        wwFailText(": all ");
        wwFailNumber((float)pool->capacity);
        wwFailText(" are taken");
        return NULL;
    }
    pool->generations[slot]++;
    pool->liveCount++;
    void *item = pool->items + (size_t)slot * pool->itemBytes;
    memset(item, 0, pool->itemBytes);
    *handle = wwPoolHandleAt(pool, slot);
    return item;
}

void *wwPoolGet(const WwPool *pool, uint32_t handle) {
    if (wwPoolHas(pool, handle))
        return pool->items + (size_t)wwPoolSlot(pool, handle) * pool->itemBytes;
    const uint32_t tag = handle >> WW_POOL_TAG_SHIFT;
    wwFail(WW_ERROR_STALE_HANDLE, tagNames[pool->tag]);
    if (tag == (uint32_t)pool->tag) {
        wwFailText(": this handle was destroyed");
    } else {
        wwFailText(" expected, but the handle is of ");
        wwFailText(tag < WW_TAG_COUNT ? tagNames[tag] : tagNames[0]);
    }
    return NULL;
}

void wwPoolRemove(WwPool *pool, uint32_t handle) {
    if (!wwPoolHas(pool, handle)) return;
    const uint32_t slot = wwPoolSlot(pool, handle);
    pool->generations[slot]++;
    pool->liveCount--;
    const uint32_t lastGeneration = (1u << (WW_POOL_TAG_SHIFT - pool->slotBits)) - 1u;
    if (pool->generations[slot] < lastGeneration - 1u) pool->freeList[pool->freeCount++] = slot;
}

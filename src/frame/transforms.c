#include "frame/transforms.h"

#include "base/maths.h"
#include "base/memory.h"

#include <string.h>

bool wwTransformsCreate(WwTransforms *transforms, uint32_t capacity) {
    memset(transforms, 0, sizeof *transforms);
    const bool pool = wwPoolCreate(&transforms->pool, WW_TAG_TRANSFORM, 1, capacity);
    // One block: copying between blocks that start 16 bytes apart modulo a page, as neighbours of
    // an allocator do, was measured to take thirteen times as long.
    transforms->current = wwAlloc(3 * sizeof(ww_Transform) * capacity);
    if (!transforms->current) return false;
    transforms->previous = transforms->current + capacity;
    transforms->composed = transforms->previous + capacity;
    transforms->parents = wwAlloc(sizeof(uint32_t) * capacity);
    transforms->parentSlots = wwAlloc(sizeof(uint32_t) * capacity);
    transforms->fresh = wwAlloc(capacity);
    transforms->bad = wwAlloc(capacity);
    transforms->world = transforms->current;
    if (transforms->parentSlots) {
        memset(transforms->parentSlots, 0xff, sizeof(uint32_t) * capacity); // WW_NO_PARENT
    }
    return pool && transforms->parents && transforms->parentSlots && transforms->fresh &&
           transforms->bad;
}

void wwTransformsDestroy(WwTransforms *transforms) {
    wwPoolDestroy(&transforms->pool);
    wwFree(transforms->current);
    wwFree(transforms->parents);
    wwFree(transforms->parentSlots);
    wwFree(transforms->fresh);
    wwFree(transforms->bad);
    memset(transforms, 0, sizeof *transforms);
}

uint32_t wwTransformAdd(WwTransforms *transforms) {
    uint32_t handle = 0;
    if (!wwPoolAdd(&transforms->pool, &handle)) return 0;
    const uint32_t slot = wwPoolSlot(&transforms->pool, handle);
    transforms->current[slot] = (ww_Transform){{0, 0, 0}, 1, {0, 0, 0, 1}};
    transforms->previous[slot] = transforms->current[slot];
    transforms->fresh[slot] = 1;
    transforms->bad[slot] = 0;
    return handle;
}

ww_Status wwTransformRemove(WwTransforms *transforms, uint32_t handle) {
    if (!wwPoolGet(&transforms->pool, handle)) return WW_ERROR_STALE_HANDLE;
    wwTransformSetParent(transforms, handle, 0);
    wwPoolRemove(&transforms->pool, handle);
    return WW_OK;
}

static bool isAncestor(const WwTransforms *transforms, uint32_t ancestor, uint32_t handle) {
    while (handle && wwPoolHas(&transforms->pool, handle)) {
        if (handle == ancestor) return true;
        handle = transforms->parents[wwPoolSlot(&transforms->pool, handle)];
    }
    return false;
}

ww_Status wwTransformSetParent(WwTransforms *transforms, uint32_t handle, uint32_t parent) {
    if (!wwPoolGet(&transforms->pool, handle)) return WW_ERROR_STALE_HANDLE;
    if (parent && !wwPoolGet(&transforms->pool, parent)) return WW_ERROR_STALE_HANDLE;
    if (isAncestor(transforms, handle, parent)) {
        return wwFail(
            WW_ERROR_INVALID_DEF, "transform: parent is the slot itself or one of its children");
    }
    const uint32_t slot = wwPoolSlot(&transforms->pool, handle);
    transforms->parentCount += (parent != 0) - (transforms->parents[slot] != 0);
    transforms->parents[slot] = parent;
    return WW_OK;
}

static bool isUsable(const ww_Transform *transform) {
    const float *values = transform->position;
    bool usable = true;
    for (int i = 0; i < 8; i++) usable = usable && fabsf(values[i]) <= WW_FARTHEST; // NaN is not
    return usable;
}

// Whether all are, live or not: without their signs, floats are ordered as their bits are, NaN
// last. One maximum without a branch is what compilers make vectors of.
static bool areUsable(const ww_Transform *transforms, uint32_t count) {
    const char *numbers = (const char *)transforms;
    uint32_t most = 0;
    for (uint32_t i = 0; i < 8 * count; i++) {
        uint32_t bits;
        memcpy(&bits, numbers + 4 * (size_t)i, sizeof bits);
        most = wwMaxU(most, bits & 0x7fffffffu);
    }
    float farthest;
    memcpy(&farthest, &most, sizeof farthest);
    return farthest <= WW_FARTHEST;
}

static void findBad(WwTransforms *transforms, uint32_t used) {
    for (uint32_t slot = 0; slot < used; slot++) {
        if (isUsable(&transforms->current[slot]) || !wwPoolAt(&transforms->pool, slot)) continue;
        transforms->bad[slot] = 1;
        transforms->someBad = true;
        transforms->rejected++;
    }
}

// A child of a parent that is gone stands where its own numbers say.
static uint32_t parentSlot(const WwTransforms *transforms, uint32_t slot) {
    const uint32_t parent = transforms->parents[slot];
    if (!parent || !wwPoolHas(&transforms->pool, parent)) return WW_NO_PARENT;
    return wwPoolSlot(&transforms->pool, parent);
}

// Walks up to the root; chains are short.
static void place(WwTransforms *transforms, uint32_t slot) {
    ww_Transform world = transforms->current[slot];
    uint32_t parent = transforms->parentSlots[slot] = parentSlot(transforms, slot);
    while (parent != WW_NO_PARENT) {
        const ww_Transform *above = &transforms->current[parent];
        float rotated[3];
        wwRotate3(above->rotation, world.position, rotated);
        for (int i = 0; i < 3; i++) {
            world.position[i] = above->position[i] + above->scale * rotated[i];
        }
        world.scale *= above->scale;
        wwQuatMultiply(above->rotation, world.rotation, world.rotation);
        transforms->bad[slot] |= transforms->bad[parent];
        transforms->someBad |= transforms->bad[parent];
        parent = parentSlot(transforms, parent);
    }
    transforms->composed[slot] = world;
}

void wwTransformsRead(WwTransforms *transforms) {
    const uint32_t used = transforms->pool.used;
    memset(transforms->bad, 0, used);
    transforms->someBad = false;
    if (!areUsable(transforms->current, used)) findBad(transforms, used);
    transforms->world = transforms->parentCount ? transforms->composed : transforms->current;
    if (!transforms->parentCount) return;
    for (uint32_t slot = 0; slot < used; slot++) place(transforms, slot);
}

void wwTransformsCommit(WwTransforms *transforms) {
    const uint32_t used = transforms->pool.used;
    if (!transforms->someBad) {
        memcpy(transforms->previous, transforms->world, sizeof(ww_Transform) * used);
        memset(transforms->fresh, 0, used);
        return;
    }
    for (uint32_t slot = 0; slot < used; slot++) {
        if (transforms->bad[slot]) continue;
        transforms->previous[slot] = transforms->world[slot];
        transforms->fresh[slot] = 0;
    }
}

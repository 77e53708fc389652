#include "frame/transforms.h"

#include "base/maths.h"
#include "base/memory.h"

#include <string.h>

bool wwTransformsCreate(WwTransforms *transforms, uint32_t capacity) {
    memset(transforms, 0, sizeof *transforms);
    const bool pool = wwPoolCreate(&transforms->pool, WW_TAG_TRANSFORM, 1, capacity);
    transforms->current = wwAlloc(sizeof(ww_Transform) * capacity);
    transforms->previous = wwAlloc(sizeof(ww_Transform) * capacity);
    transforms->fresh = wwAlloc(capacity);
    transforms->bad = wwAlloc(capacity);
    return pool && transforms->current && transforms->previous && transforms->fresh &&
           transforms->bad;
}

void wwTransformsDestroy(WwTransforms *transforms) {
    wwPoolDestroy(&transforms->pool);
    wwFree(transforms->current);
    wwFree(transforms->previous);
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
    wwPoolRemove(&transforms->pool, handle);
    return WW_OK;
}

static bool isUsable(const ww_Transform *transform) {
    const float *values = transform->position;
    bool usable = true;
    for (int i = 0; i < 8; i++) usable = usable && fabsf(values[i]) <= WW_FARTHEST; // NaN is not
    return usable;
}

void wwTransformsRead(WwTransforms *transforms) {
    for (uint32_t slot = 0; slot < transforms->pool.used; slot++) {
        if (!wwPoolAt(&transforms->pool, slot)) continue;
        const bool bad = !isUsable(&transforms->current[slot]);
        transforms->bad[slot] = bad;
        transforms->rejected += bad;
    }
}

void wwTransformsCommit(WwTransforms *transforms) {
    for (uint32_t slot = 0; slot < transforms->pool.used; slot++) {
        if (transforms->bad[slot]) continue;
        transforms->previous[slot] = transforms->current[slot];
        transforms->fresh[slot] = 0;
    }
}

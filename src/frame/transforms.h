// The table that games write, and what the pipeline makes of it once an update.
#pragma once

#include "effects/effect.h"

typedef struct WwTransforms {
    WwPool pool;            // handles; items are empty
    ww_Transform *current;  // written by the game, by slot
    ww_Transform *previous; // as of the previous update
    uint8_t *fresh;         // no previous transform yet
    uint8_t *bad;           // NaN or beyond WW_FARTHEST in this update
    uint32_t rejected;      // bad samples since creation
} WwTransforms;

bool wwTransformsCreate(WwTransforms *transforms, uint32_t capacity);
void wwTransformsDestroy(WwTransforms *transforms);
uint32_t wwTransformAdd(WwTransforms *transforms);
ww_Status wwTransformRemove(WwTransforms *transforms, uint32_t handle);

// Before the families lay: finds slots that are bad. After: what is current becomes
// previous.
void wwTransformsRead(WwTransforms *transforms);
void wwTransformsCommit(WwTransforms *transforms);

// The table that games write, and what the pipeline makes of it once an update.
#pragma once

#include "effects/effect.h"

typedef struct WwTransforms {
    WwPool pool;            // handles; items are empty
    ww_Transform *current;  // written by the game, by slot; relative to the parent's
    ww_Transform *world;    // what follows from it and the parents; `current` itself without any
    ww_Transform *previous; // `world` as of the previous update
    ww_Transform *composed; // room for `world`
    uint32_t *parents;      // by slot: handle of the parent, or 0
    uint32_t *parentSlots;  // by slot: its slot, or WW_NO_PARENT
    uint8_t *fresh;         // no previous transform yet
    uint8_t *bad;           // NaN or beyond WW_FARTHEST in this update, here or in a parent
    bool someBad;
    uint32_t parentCount; // slots that have a parent
    uint32_t rejected;    // bad samples since creation
} WwTransforms;

bool wwTransformsCreate(WwTransforms *transforms, uint32_t capacity);
void wwTransformsDestroy(WwTransforms *transforms);
uint32_t wwTransformAdd(WwTransforms *transforms);
ww_Status wwTransformRemove(WwTransforms *transforms, uint32_t handle);
// `parent` 0: none. A slot cannot be its own ancestor.
ww_Status wwTransformSetParent(WwTransforms *transforms, uint32_t handle, uint32_t parent);

// Before the families lay: finds slots that are bad and places children in the world. After: what
// is current becomes previous.
void wwTransformsRead(WwTransforms *transforms);
void wwTransformsCommit(WwTransforms *transforms);

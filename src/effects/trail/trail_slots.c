// Trails come and go: each holds a slot of its style until what it laid has faded.
#include "effects/trail/trail.h"

static uint32_t takeSlot(WwTrailStyle *style) {
    const uint32_t slot = style->freeSlot;
    if (slot != WW_TRAIL_NO_RECORD) {
        style->freeSlot = style->slots[slot].next;
        return slot;
    }
    if (style->slotsUsed < style->def.maxTrails) return style->slotsUsed++;
    wwFail(WW_ERROR_CAPACITY, "trail: all ");
    wwFailNumber((float)style->def.maxTrails);
    wwFailText(" trails of this style (maxTrails) are alive or still fading");
    return WW_TRAIL_NO_RECORD;
}

static void freeSlot(WwTrailStyle *style, uint32_t slot) {
    style->slots[slot].trail = 0;
    style->slots[slot].next = style->freeSlot;
    style->freeSlot = slot;
}

void wwTrailReleaseSlots(WwTrails *trails, WwTrailStyle *style) {
    while (style->firstFading != WW_TRAIL_NO_RECORD) {
        const uint32_t slot = style->firstFading;
        const WwTrailSlot *item = &style->slots[slot];
        if (item->releaseTime > trails->now) return;
        style->firstFading = item->next;
        if (item->trail) wwEventPush(&trails->shared->events, WW_EVENT_FADED, item->trail, 0, 0);
        freeSlot(style, slot);
    }
}

// Every lifetime that is counted from now ends after those that were counted before, so the list is
// in the order of its release.
static void fadeSlot(WwTrailStyle *style, uint32_t slot, float releaseTime) {
    style->slots[slot].releaseTime = releaseTime;
    style->slots[slot].next = WW_TRAIL_NO_RECORD;
    if (style->firstFading == WW_TRAIL_NO_RECORD) {
        style->firstFading = slot;
    } else {
        style->slots[style->lastFading].next = slot;
    }
    style->lastFading = slot;
}

static void writeState(WwTrailStyle *style, const WwTrail *trail) {
    const uint32_t texel = trail->slot * WW_TRAIL_STATE_TEXELS + 2;
    float *row = wwTableFloats(&style->states, texel);
    row[0] = trail->activity == WW_TRAIL_HIDDEN ? 0.0f : trail->opacity;
    row[1] = trail->hasEye ? 1.0f : 0.0f;
    for (int i = 0; i < 3; i++) row[4 + i] = trail->eye[i];
    wwTableMark(&style->states, texel, texel + (trail->hasEye ? 2 : 1));
}

uint32_t wwTrailCreate(WwTrails *trails, uint32_t styleHandle, uint32_t transform) {
    WwTrailStyle *style = wwPoolGet(&trails->styles, styleHandle);
    if (!style) return 0;
    uint32_t handle = 0;
    WwTrail *trail = wwPoolAdd(&trails->trails, &handle);
    if (!trail) return 0;
    wwTrailReleaseSlots(trails, style);
    const uint32_t slot = takeSlot(style);
    if (slot == WW_TRAIL_NO_RECORD) {
        wwPoolRemove(&trails->trails, handle);
        return 0;
    }
    const float distance = style->slots[slot].distance;
    style->slots[slot] = (WwTrailSlot){.trail = handle};
    style->trailCount++;
    trail->style = styleHandle;
    trail->transform = transform;
    trail->slot = slot;
    trail->emitting = true;
    trail->activity = style->activity;
    trail->parent = WW_NO_PARENT;
    trail->lastRecord = trail->oldestRecord = trail->newestRecord = WW_TRAIL_NO_RECORD;
    trail->nextDeath = WW_NEVER;
    trail->lastDeath = -WW_NEVER;
    trail->maxPoints = style->def.maxPoints;
    trail->head.distance = trail->pending.distance = trail->cutDistance = distance;
    trail->width = trail->opacity = 1.0f;
    writeState(style, trail);
    return handle;
}

void wwTrailRelease(WwTrails *trails, uint32_t handle) {
    WwTrail *trail = wwPoolGet(&trails->trails, handle);
    WwTrailStyle *style = wwTrailStyleOf(trails, trail);
    WwTrailSlot *slot = &style->slots[trail->slot];
    if (!trail->shows) slot->trail = 0;
    if (trail->recordCount) {
        fadeSlot(style, trail->slot, trails->now + style->def.lifetime);
    } else {
        // Records that were cleared are young still, but below the distances of the next trail.
        slot->distance = trails->now < trail->clearedUntil ? trail->head.distance : 0.0f;
        if (slot->trail) wwEventPush(&trails->shared->events, WW_EVENT_FADED, handle, 0, 0);
        freeSlot(style, trail->slot);
    }
    style->trailCount--;
    wwPoolRemove(&trails->trails, handle);
}

ww_Status wwTrailDestroy(WwTrails *trails, uint32_t handle) {
    WwTrail *trail = wwPoolGet(&trails->trails, handle);
    if (!trail) return WW_ERROR_STALE_HANDLE;
    WwTrailStyle *style = wwTrailStyleOf(trails, trail);
    if (style->def.orphanMode == WW_TRAIL_VANISH) {
        wwTrailClear(trails, style, trail);
    } else {
        wwTrailBreak(trails, style, trail);
    }
    wwTrailRelease(trails, handle);
    return WW_OK;
}

void wwTrailSetOpacity(WwTrailStyle *style, WwTrail *trail, float opacity) {
    trail->opacity = opacity;
    writeState(style, trail);
}

void wwTrailSetEye(WwTrailStyle *style, WwTrail *trail, const float *eye) {
    trail->hasEye = eye != NULL;
    for (int i = 0; eye && i < 3; i++) trail->eye[i] = eye[i];
    writeState(style, trail);
}

void wwTrailSuspend(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, uint32_t activity) {
    if (trail->activity == activity) return;
    if (activity == WW_TRAIL_HIDDEN) wwTrailBreak(trails, style, trail);
    if (activity == WW_TRAIL_CLEARED) wwTrailClear(trails, style, trail);
    trail->activity = activity;
    trail->asleep = false;
    writeState(style, trail);
}

void wwTrailStyleSuspend(WwTrails *trails, uint32_t handle, uint32_t activity) {
    WwTrailStyle *style = wwPoolGet(&trails->styles, handle);
    style->activity = activity;
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        WwTrail *trail = wwTrailAt(trails, i);
        if (trail && trail->style == handle) wwTrailSuspend(trails, style, trail, activity);
    }
}

// A floating origin: everything alive moves against it at once, and is sent anew.
#include "frame/kit.h"

#include <string.h>

// Sources in pixels stand on the screen, and so do their parents. Marked until the next update
// reads the transforms.
static void markScreen(ww_Kit *kit, uint8_t *marks) {
    WwTransforms *transforms = &kit->transforms;
    for (uint32_t i = 0; i < kit->trails->trails.used; i++) {
        const WwTrail *trail = wwTrailAt(kit->trails, i);
        if (!trail || !trail->transform) continue;
        if (wwTrailStyleOf(kit->trails, trail)->def.space != WW_TRAIL_SCREEN) continue;
        uint32_t handle = trail->transform;
        while (handle && wwPoolHas(&transforms->pool, handle)) {
            const uint32_t slot = wwPoolSlot(&transforms->pool, handle);
            marks[slot] = 1;
            handle = transforms->parents[slot];
        }
    }
}

// What has a parent moves with it.
static void shiftTransforms(WwTransforms *transforms, const uint8_t *marks, const double by[3]) {
    for (uint32_t slot = 0; slot < transforms->pool.used; slot++) {
        if (!wwPoolAt(&transforms->pool, slot) || marks[slot]) continue;
        const uint32_t parent = transforms->parents[slot];
        const bool isRoot = !parent || !wwPoolHas(&transforms->pool, parent);
        if (isRoot) wwShift3(transforms->current[slot].position, by);
        wwShift3(transforms->previous[slot].position, by);
    }
}

static void shiftGusts(ww_Kit *kit, const double by[3]) {
    const float wind[3] = {kit->world.windDirection.x, 0, kit->world.windDirection.z};
    float direction[3];
    wwNormalize3(wind, (const float[3]){1, 0, 0}, direction);
    wwWindShift(
        kit->gustPlace, kit->gustBow, (const float[2]){direction[0], direction[2]}, by[0], by[2]);
    for (int i = 0; i < WW_GUST_ROWS; i++) {
        kit->worldBlock.gustPlace[i] = (float)kit->gustPlace[i];
        kit->worldBlock.gustBow[i] = (float)kit->gustBow[i];
    }
    kit->worldDirty = true;
}

void wwOriginShift(ww_Kit *kit, const double by[3]) {
    uint8_t *marks = kit->transforms.bad; // the next update finds anew what is bad
    memset(marks, 0, kit->transforms.pool.used);
    markScreen(kit, marks);
    shiftTransforms(&kit->transforms, marks, by);
    memset(marks, 0, kit->transforms.pool.used);
    wwTrailsShift(kit->trails, by);
    wwBeamsShift(kit->beams, by);
    wwParticlesShift(kit->particles, by);
    wwForestsShift(kit->forests, by);
    wwTramplersShift(&kit->tramplers, by);
    shiftGusts(kit, by);
    WwEvents *events = &kit->shared.events;
    for (uint32_t i = 0; i < events->count; i++) wwShift3(events->items[i].position, by);
    wwShift3(kit->lastView.eye, by);
}

// Sampling: transforms become points, points become records.
#include "effects/trail/trail.h"

#include <string.h>

// Below this a source rests: less than the rounding of a position a kilometre from the origin.
#define REST_DISTANCE 1e-4f
// A jump is a teleport only when it is this many times longer than the travel of the update before.
#define TELEPORT_FACTOR 4.0f

// ---- one update of one trail

// The point at the transform; its time and distance are not known here.
static WwTrailPoint samplePoint(
    const WwTrailStyle *style, const WwTrail *trail, const ww_Transform *transform) {
    const ww_TrailStyleDef *def = &style->def;
    WwTrailPoint point = {.width = trail->width, .color = {1, 1, 1, 1}};
    memcpy(point.position, transform->position, sizeof point.position);
    memcpy(point.rotation, transform->rotation, sizeof point.rotation);
    if (def->shape == WW_TRAIL_SWORD) {
        const float root[3] = {def->root.x, def->root.y, def->root.z};
        const float tip[3] = {def->tip.x, def->tip.y, def->tip.z};
        float half[3], middle[3];
        for (int i = 0; i < 3; i++) {
            half[i] = 0.5f * transform->scale * (tip[i] - root[i]);
            middle[i] = 0.5f * transform->scale * (tip[i] + root[i]);
        }
        wwRotate3(transform->rotation, half, point.side);
        wwRotate3(transform->rotation, middle, middle);
        for (int i = 0; i < 3; i++) point.position[i] += middle[i];
    } else if (def->facing == WW_TRAIL_FACING_AXIS) {
        const float axis[3] = {def->axis.x, def->axis.y, def->axis.z};
        wwRotate3(transform->rotation, axis, point.side);
    }
    return point;
}

// How far the source moved between two points: of a blade the end that moved farther.
static float travelBetween(
    const WwTrailStyle *style, const WwTrailPoint *from, const WwTrailPoint *to) {
    const float middle = wwTrailDistanceBetween(from->position, to->position);
    if (style->def.shape != WW_TRAIL_SWORD) return middle;
    return middle + wwTrailDistanceBetween(from->side, to->side);
}

static void setHead(WwTrail *trail, const WwTrailPoint *point, float now) {
    const float distance = trail->head.distance;
    trail->head = *point;
    trail->head.distance = distance;
    trail->head.time = now;
}

static void beginAt(WwTrail *trail, const WwTrailPoint *point, float now) {
    setHead(trail, point, now);
    trail->pending = trail->head;
    trail->hasHead = true;
    trail->hasStrip = false;
    trail->lastTravel = 0.0f;
}

static void rest(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    trail->lastTravel = 0.0f;
    if (!trail->hasStrip) return;
    if (trails->now - trail->head.time >= style->def.lifetime) {
        wwTrailEndStrip(trails, style, trail);
    } else if (!trail->resting) {
        wwTrailWriteRest(style, trail, trails->now);
    }
}

static bool isTeleport(const WwTrailStyle *style, const WwTrail *trail, float travel) {
    const float limit = style->def.teleportDistance;
    return limit > 0.0f && travel > limit && travel > TELEPORT_FACTOR * trail->lastTravel;
}

static void leaveForTeleport(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (style->def.teleportMode == 0) {
        wwTrailBreak(trails, style, trail);
    } else {
        wwTrailClear(trails, style, trail);
    }
}

static void moveHead(WwTrails *trails, WwTrailStyle *style, WwTrail *trail,
    const WwTrailPoint *point, float travel) {
    if (trail->resting && trail->hasStrip && trail->head.distance > trail->pending.distance) {
        // The source rested here: without a point, the time it stood would be smeared over the next
        // segment.
        WwTrailPoint rested = trail->head;
        wwTrailCommitPending(trails, style, trail);
        trail->pending = rested;
    }
    if (!trail->hasStrip) trail->pending.time = trails->previous;
    setHead(trail, point, trails->now);
    const float way = wwTrailDistanceBetween(trail->pending.position, trail->head.position);
    trail->head.distance = trail->pending.distance + way;
    trail->hasStrip = true;
    trail->resting = false;
    trail->lastTravel = travel;
    const float sincePoint = travelBetween(style, &trail->pending, &trail->head);
    const float interval = style->def.maxInterval;
    const bool late = interval > 0.0f && trails->now - trail->pending.time >= interval;
    if (sincePoint >= style->def.minVertexDistance || late) {
        wwTrailCommitPending(trails, style, trail);
        trail->pending = trail->head;
    }
    wwTrailWriteHead(style, trail, trails->now);
}

static void layTrail(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwStep *step) {
    const bool orphan = !wwPoolHas(step->transformPool, trail->transform);
    if (orphan || !trail->emitting) {
        wwTrailBreak(trails, style, trail);
        return;
    }
    const uint32_t slot = wwPoolSlot(step->transformPool, trail->transform);
    if (step->transformBad[slot]) return;
    const WwTrailPoint point = samplePoint(style, trail, &step->transforms[slot]);
    if (!trail->hasHead) {
        beginAt(trail, &point, trails->now);
        return;
    }
    const float travel = travelBetween(style, &trail->head, &point);
    if (!(travel > REST_DISTANCE)) {
        rest(trails, style, trail);
    } else if (isTeleport(style, trail, travel)) {
        leaveForTeleport(trails, style, trail);
        beginAt(trail, &point, trails->now);
    } else {
        moveHead(trails, style, trail, &point, travel);
    }
}

void wwTrailsLay(WwTrails *trails, const WwStep *step) {
    trails->now = step->now;
    trails->previous = step->previous;
    // All chains first: what died may be handed to another trail while points are laid.
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        WwTrail *trail = wwPoolAt(&trails->trails, i);
        if (trail) wwTrailExpire(trails, wwPoolGet(&trails->styles, trail->style), trail);
    }
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        WwTrail *trail = wwPoolAt(&trails->trails, i);
        if (trail) layTrail(trails, wwPoolGet(&trails->styles, trail->style), trail, step);
    }
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (style) wwRingExpire(&style->ring, trails->now);
    }
    wwTrailsSweep(trails);
}

void wwTrailRefresh(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    wwTrailExpire(trails, style, trail);
    if (trail->resting) wwTrailWriteRest(style, trail, trails->now);
}

ww_Status wwTrailDestroy(WwTrails *trails, uint32_t handle) {
    WwTrail *trail = wwPoolGet(&trails->trails, handle);
    if (!trail) return WW_ERROR_STALE_HANDLE;
    WwTrailStyle *style = wwPoolGet(&trails->styles, trail->style);
    wwTrailBreak(trails, style, trail);
    const bool fades = trail->recordCount > 0;
    const float release = fades ? trail->head.time + style->def.lifetime : trails->now;
    style->slots[trail->slot] = (WwTrailSlot){0, release};
    wwPoolRemove(&trails->trails, handle);
    return WW_OK;
}

static void rebaseStyle(WwTrailStyle *style, float seconds) {
    WwRing *ring = &style->ring;
    wwRingRebase(ring, seconds);
    for (uint32_t record = 0; record < ring->capacity; record++) {
        wwRingRecord(ring, record)[3] -= seconds;
    }
    for (uint32_t slot = 0; slot < style->slotsUsed; slot++) {
        float *row = wwTableFloats(&style->heads, slot * style->headTexels);
        row[3] -= seconds;
        row[7] -= seconds;
        style->slots[slot].releaseTime -= seconds;
    }
    wwTableMarkAll(&ring->table);
    wwTableMarkAll(&style->heads);
}

void wwTrailsRebase(WwTrails *trails, float seconds) {
    trails->now -= seconds;
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (style) rebaseStyle(style, seconds);
    }
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        WwTrail *trail = wwPoolAt(&trails->trails, i);
        if (!trail) continue;
        trail->head.time -= seconds;
        trail->pending.time -= seconds;
    }
}

uint32_t wwTrailPoints(const WwTrail *trail) {
    const uint32_t live = !trail->hasStrip                                 ? 0
                          : trail->head.distance > trail->pending.distance ? 2
                                                                           : 1;
    return trail->recordCount + live;
}

WwFamilyCounts wwTrailsCounts(WwTrails *trails) {
    WwFamilyCounts counts = trails->counts;
    counts.live = trails->trails.liveCount;
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        const WwTrail *trail = wwPoolAt(&trails->trails, i);
        if (trail) counts.records += wwTrailPoints(trail);
    }
    return counts;
}

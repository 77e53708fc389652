// Sampling: what the sources of the trails did since the last update becomes points.
#include "effects/trail/trail.h"

#include <string.h>

// Below this a source rests: less than the rounding of a position a kilometre from the origin.
#define REST_DISTANCE 1e-4f
// A jump is a teleport only when it is this many times longer than what the speed makes likely, and
// none after all when the next move is longer than this share of it.
#define TELEPORT_FACTOR 4.0f
// Seconds in which the speed is half forgotten that a source has shown: motion that comes in bursts
// (physics slower than the display) is no series of teleports.
#define SPEED_MEMORY 0.15f
// With emitMode always and no maxInterval, points in a lifetime.
#define POINTS_AT_REST 16.0f

// ---- samples

// A blade is laid as its middle, with the way from there to its tip beside it.
static void sampleBlade(
    const ww_TrailStyleDef *def, const ww_Transform *transform, WwTrailPoint *point) {
    const float root[3] = {def->root.x, def->root.y, def->root.z};
    const float tip[3] = {def->tip.x, def->tip.y, def->tip.z};
    float half[3], middle[3];
    for (int i = 0; i < 3; i++) {
        half[i] = 0.5f * transform->scale * (tip[i] - root[i]);
        middle[i] = 0.5f * transform->scale * (tip[i] + root[i]);
    }
    wwRotate3(transform->rotation, half, point->side);
    wwRotate3(transform->rotation, middle, middle);
    for (int i = 0; i < 3; i++) point->position[i] += middle[i];
}

void wwTrailSample(const WwTrailStyle *style, const WwTrail *trail, const ww_Transform *transform,
    float now, WwTrailPoint *point) {
    const ww_TrailStyleDef *def = &style->def;
    memcpy(point->position, transform->position, sizeof point->position);
    point->time = now;
    point->width = trail->width;
    if (!style->hasExtras) return;
    for (int i = 0; i < 4; i++) {
        point->rotation[i] = transform->rotation[i];
        point->color[i] = 1.0f;
    }
    for (int i = 0; i < 3; i++) point->side[i] = point->vector[i] = 0.0f;
    if (def->shape == WW_TRAIL_SWORD) {
        sampleBlade(def, transform, point);
    } else if (def->facing == WW_TRAIL_FACING_AXIS) {
        const float axis[3] = {def->axis.x, def->axis.y, def->axis.z};
        wwRotate3(transform->rotation, axis, point->side);
    }
}

static void setHead(const WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *point) {
    const float distance = trail->head.distance;
    wwTrailCopy(style, &trail->head, point);
    trail->head.distance = distance;
}

void wwTrailBegin(const WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *point) {
    setHead(style, trail, point);
    wwTrailCopy(style, &trail->pending, &trail->head);
    trail->hasHead = true;
    trail->hasStrip = false;
    trail->credit = 0.0f;
    trail->ahead = 0;
    trail->live = 2;
}

// ---- level of detail

// The share of the points that the distance from the eye allows.
static float shareOfPoints(const WwTrailStyle *style, const WwTrail *trail, const float *viewEye) {
    const ww_TrailStyleDef *def = &style->def;
    const float *eye = trail->hasEye ? trail->eye : viewEye;
    if (def->lodEnd == 0.0f || !eye) return 1.0f;
    const float distance = wwTrailDistanceBetween(trail->head.position, eye);
    const float beyond = (distance - def->lodStart) / wwMax(def->lodEnd - def->lodStart, 1e-6f);
    return wwLerp(1.0f, def->lodFloor, wwClamp(beyond, 0.0f, 1.0f));
}

// Fewer points, but from the whole trail: those that are left out lie between those that stay.
static void thin(const WwTrailStyle *style, WwTrail *trail, const float *viewEye) {
    const float share = shareOfPoints(style, trail, viewEye);
    trail->credit = wwMin(trail->credit, 1.0f) + share;
    const float points = (float)style->def.maxPoints * share;
    trail->maxPoints = wwMaxU(3, (uint32_t)(points + 0.5f));
}

// ---- the head

static bool isLate(const WwTrailStyle *style, const WwTrail *trail) {
    const ww_TrailStyleDef *def = &style->def;
    float interval = def->maxInterval;
    if (interval == 0.0f) {
        if (def->emitMode != WW_TRAIL_ALWAYS) return false;
        interval = def->lifetime / POINTS_AT_REST;
    }
    return trail->head.time - trail->pending.time >= interval;
}

float wwTrailMoveHead(const WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *point) {
    setHead(style, trail, point);
    const WwTrailPoint *pending = &trail->pending;
    const float way =
        wwTrailWay(style, pending->position, pending->time, point->position, point->time);
    trail->head.distance = trail->pending.distance + way;
    trail->hasStrip = true;
    trail->resting = false;
    return way;
}

static void follow(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwStep *step,
    const WwTrailPoint *point) {
    if (trail->resting && trail->hasStrip && trail->head.distance > trail->pending.distance) {
        // The source rested here: without a point, the time it stood would be smeared over the next
        // segment.
        wwTrailCommitPending(trails, style, trail);
    }
    if (!trail->hasStrip) {
        trail->pending.time = step->previous; // it stood there until then
        wwTrailMakeRoom(trails, style, trail, trail->live);
    }
    float way = wwTrailMoveHead(style, trail, point);
    if (style->def.shape == WW_TRAIL_SWORD) way = wwTrailTravel(style, &trail->pending, point);
    wwTrailMoveBack(style, trail, trails->now);
    if (way >= style->def.minVertexDistance || isLate(style, trail)) {
        thin(style, trail, step->eye);
        if (trail->credit >= 1.0f) {
            trail->credit -= 1.0f;
            wwTrailCommitPending(trails, style, trail);
        }
    }
    wwTrailWriteHead(style, trail, trails->now);
}

static void rest(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (!trail->hasStrip) return;
    if (trails->now - trail->head.time >= style->def.lifetime) {
        wwTrailEndStrip(trails, style, trail);
    } else if (!trail->resting) {
        wwTrailWriteRest(style, trail, trails->now);
    }
}

// ---- teleports

static bool looksLikeTeleport(
    const WwTrailStyle *style, const WwTrail *trail, float travel, float dt) {
    const float limit = style->def.teleportDistance;
    return limit > 0.0f && travel > limit && travel > TELEPORT_FACTOR * trail->speed * dt;
}

static void jump(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *point,
    float travel) {
    WwTrailPoint before = trail->head;
    before.time = trails->previous;
    const bool isFirstMove = !trail->hasStrip;
    if (style->def.teleportMode == 0) {
        wwTrailBreak(trails, style, trail);
        wwTrailBegin(style, trail, point);
        // There is no strip behind that could be joined: its start waits as the pending point.
        if (isFirstMove) trail->pending = before;
    } else {
        wwTrailClear(trails, style, trail);
        wwTrailBegin(style, trail, point);
    }
    trail->jumped = true;
    trail->jump = travel;
}

// The strip goes on over the gap of the jump: behind the head lies the last record, or the start of
// a strip that waits as the pending point.
static void closeGap(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (wwTrailTravel(style, &trail->pending, &trail->head) > 0.0f) {
        trail->head.distance = trail->pending.distance + trail->jump;
        wwTrailCommitPending(trails, style, trail);
    } else if (trail->recordCount && style->def.teleportMode == 0) {
        wwTrailResume(style, trail);
        trail->head.distance += trail->jump;
        trail->pending = trail->head;
    } else {
        return;
    }
    trail->hasStrip = true;
}

// Was it a projectile that has just been fired? Then it goes on as fast, and was no teleport.
static bool wasHonest(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, float travel) {
    trail->jumped = false;
    if (travel * TELEPORT_FACTOR >= trail->jump) {
        closeGap(trails, style, trail);
        return true;
    }
    trail->pending = trail->head;
    trail->speed = 0.0f;
    wwTrailCountReset(trails, style, trail);
    return false;
}

// ---- one update of one trail

// In space local all is relative to the source's parent, which is written beside the head.
static void placeParent(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwStep *step) {
    static const ww_Transform none = {{0, 0, 0}, 1, {0, 0, 0, 1}};
    const uint32_t parent = step->transformParents[trail->source];
    if (parent != trail->parent) wwTrailClear(trails, style, trail);
    trail->parent = parent;
    const ww_Transform *place = parent == WW_NO_PARENT ? &none : &step->transforms[parent];
    const uint32_t texel = (trail->slot + 1) * style->headTexels - WW_TRAIL_PARENT_TEXELS;
    float *row = wwTableFloats(&style->heads, texel);
    if (memcmp(row, place, sizeof *place) == 0) return;
    memcpy(row, place, sizeof *place);
    wwTableMark(&style->heads, texel, texel + WW_TRAIL_PARENT_TEXELS);
}

static void followSource(
    WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwStep *step) {
    const bool local = style->def.space == WW_TRAIL_LOCAL;
    if (local) placeParent(trails, style, trail, step);
    const ww_Transform *transform =
        (local ? step->localTransforms : step->transforms) + trail->source;
    WwTrailPoint point;
    wwTrailSample(style, trail, transform, trails->now, &point);
    if (!trail->hasHead) {
        wwTrailBegin(style, trail, &point);
        return;
    }
    const float travel = wwTrailTravel(style, &trail->head, &point);
    const bool moves = travel > REST_DISTANCE;
    const bool isJudged = trail->jumped && (moves || trails->now - trail->head.time > SPEED_MEMORY);
    const bool honest = isJudged && wasHonest(trails, style, trail, travel);
    if (!honest && looksLikeTeleport(style, trail, travel, step->dt)) {
        jump(trails, style, trail, &point, travel);
        return;
    }
    const float speed = step->dt > 0.0f ? travel / step->dt : 0.0f;
    trail->speed = wwMax(speed, trail->speed * SPEED_MEMORY / (SPEED_MEMORY + step->dt));
    if (moves || style->def.emitMode == WW_TRAIL_ALWAYS) {
        follow(trails, style, trail, step, &point);
    } else {
        rest(trails, style, trail);
    }
}

// The source was destroyed.
static void orphan(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (trail->orphaned) return;
    trail->orphaned = true;
    const uint32_t handle = style->slots[trail->slot].trail;
    wwEventPush(&trails->shared->events, WW_EVENT_ORPHANED, handle, trail->head.position, NULL);
    if (style->def.orphanMode == WW_TRAIL_VANISH) {
        wwTrailClear(trails, style, trail);
    } else {
        wwTrailBreak(trails, style, trail);
    }
}

static void tellShows(WwTrails *trails, const WwTrailStyle *style, WwTrail *trail) {
    const bool shows = trail->hasStrip || trail->recordCount > 0;
    if (shows == trail->shows) return;
    trail->shows = shows;
    wwEventPush(&trails->shared->events, shows ? WW_EVENT_STARTED : WW_EVENT_FADED,
        style->slots[trail->slot].trail, trail->head.position, NULL);
}

// What lays nothing sleeps until all of it has aged or its source moves.
static void sleepIfIdle(const WwTrailStyle *style, WwTrail *trail, bool stopped) {
    const bool idle = stopped || (trail->hasHead && (trail->resting || !trail->hasStrip));
    trail->asleep = idle && style->def.emitMode != WW_TRAIL_ALWAYS && !trail->jumped;
    trail->wakeTime = trail->hasStrip      ? trail->head.time + style->def.lifetime
                      : trail->recordCount ? trail->lastDeath
                                           : WW_NEVER;
}

// Of a trail that sleeps: its source is another, gone, or elsewhere.
static bool hasMoved(const WwTrail *trail, const WwStep *step) {
    if (!trail->transform || trail->orphaned) return false;
    uint64_t now[4], before[4];
    memcpy(now, &step->transforms[trail->source], sizeof now);
    memcpy(before, &step->previousTransforms[trail->source], sizeof before);
    return now[0] != before[0] || now[1] != before[1] || now[2] != before[2] ||
           now[3] != before[3] ||
           step->transformPool->generations[trail->source] != trail->generation;
}

static void layTrail(WwTrails *trails, WwTrail *trail, const WwStep *step) {
    if (trail->asleep && trails->now < trail->wakeTime && !hasMoved(trail, step)) return;
    WwTrailStyle *style = wwTrailStyleOf(trails, trail);
    const bool lives = trail->transform && wwPoolHas(step->transformPool, trail->transform);
    const bool stopped = !lives || !trail->emitting || trail->activity != WW_TRAIL_ACTIVE ||
                         style->def.emitMode == WW_TRAIL_OFF;
    if (lives) {
        trail->source = wwPoolSlot(step->transformPool, trail->transform);
        trail->generation = step->transformPool->generations[trail->source];
    } else if (trail->transform) {
        orphan(trails, style, trail);
    }
    if (stopped) {
        wwTrailBreak(trails, style, trail);
    } else {
        if (step->transformBad[trail->source]) return;
        followSource(trails, style, trail, step);
    }
    tellShows(trails, style, trail);
    sleepIfIdle(style, trail, stopped);
}

void wwTrailsLay(WwTrails *trails, const WwStep *step) {
    trails->now = step->now;
    trails->previous = step->previous;
    // All chains first: what died may be handed to another trail while points are laid.
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        WwTrail *trail = wwTrailAt(trails, i);
        if (trail && trail->nextDeath <= trails->now) {
            wwTrailExpire(trails, wwTrailStyleOf(trails, trail), trail);
        }
    }
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        WwTrail *trail = wwTrailAt(trails, i);
        if (trail) layTrail(trails, trail, step);
    }
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (!style) continue;
        wwRingExpire(&style->ring, trails->now);
        wwTrailReleaseSlots(trails, style);
    }
    wwTrailsSweep(trails);
}

// ---- the epoch

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
        style->slots[slot].boxTime -= seconds;
        style->slots[slot].lastLaid -= seconds;
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
        WwTrail *trail = wwTrailAt(trails, i);
        if (!trail) continue;
        trail->head.time -= seconds;
        trail->pending.time -= seconds;
        trail->lastDeath -= seconds;
        trail->clearedUntil -= seconds;
        trail->wakeTime -= seconds;
        if (trail->recordCount) trail->nextDeath -= seconds;
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
        const WwTrail *trail = wwTrailAt(trails, i);
        if (trail) counts.records += wwTrailPoints(trail);
    }
    return counts;
}

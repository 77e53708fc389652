// Sampling: transforms become points, points become records.
//
// Deaths ascend along the chain of a trail's records (a record dies when its successor has been
// alive for one lifetime), so expiry only ever looks at the oldest. A record that may be dead
// leaves its chain at once, because the ring hands dead records to other trails.
#include "effects/trail/trail.h"

#include <string.h>

// Below this a source rests: less than the rounding of a position a kilometre from the origin.
#define REST_DISTANCE 1e-4f
// A jump is a teleport only when it is this many times longer than the travel of the update before.
#define TELEPORT_FACTOR 4.0f

static float distanceBetween(const float a[3], const float b[3]) {
    const float x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
    return sqrtf(x * x + y * y + z * z);
}

static void direction(
    const float from[3], const float to[3], const float fallback[3], float out[3]) {
    const float difference[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    wwNormalize3(difference, fallback, out);
}

// The tangent at b, reached by `arriving` and left toward c: the bisector; at a reversal the
// direction of arrival.
static void bisector(const float arriving[3], const float b[3], const float c[3], float out[3]) {
    float leaving[3];
    direction(b, c, arriving, leaving);
    const float sum[3] = {
        arriving[0] + leaving[0], arriving[1] + leaving[1], arriving[2] + leaving[2]};
    const bool reversal = fabsf(sum[0]) + fabsf(sum[1]) + fabsf(sum[2]) < 1e-3f;
    wwNormalize3(reversal ? arriving : sum, arriving, out);
}

static WwTrailPoint readPoint(const WwTrailStyle *style, uint32_t record) {
    const float *texels = wwRingRecord(&style->ring, record);
    return (WwTrailPoint){{texels[0], texels[1], texels[2]}, texels[3], texels[4]};
}

// ---- the chain of a trail's records

static void forgetOldest(WwTrailStyle *style, WwTrail *trail) {
    const uint32_t record = trail->oldestRecord;
    trail->recordCount--;
    if (record == trail->newestRecord) {
        trail->oldestRecord = trail->newestRecord = WW_TRAIL_NO_RECORD;
    } else {
        trail->oldestRecord = style->nextRecord[record];
    }
    if (record == trail->lastRecord) trail->lastRecord = WW_TRAIL_NO_RECORD;
}

static void expireTrail(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    while (trail->recordCount && style->ring.deathTimes[trail->oldestRecord] <= trails->now) {
        forgetOldest(style, trail);
        trails->counts.expired++;
    }
}

static void dropOldest(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    wwRingSetDeath(&style->ring, trail->oldestRecord, trails->now);
    forgetOldest(style, trail);
    trail->cutDistance = trail->recordCount ? readPoint(style, trail->oldestRecord).distance
                                            : trail->pending.distance;
    trails->counts.dropped++;
}

// The slot and, in 8 bits above it, how much wider the ribbon is cut at a corner: 1..2. It is
// stored rather than derived, so that the two segments that meet here meet in the same vertices.
static float packSlot(uint32_t slot, const float tangent[3], const float arriving[3]) {
    const float cosine =
        tangent[0] * arriving[0] + tangent[1] * arriving[1] + tangent[2] * arriving[2];
    const float miter = 1.0f / wwClamp(cosine, 0.5f, 1.0f);
    return (float)(slot + 65536u * (uint32_t)((miter - 1.0f) * 255.0f + 0.5f));
}

// Lays `point` with its final tangent. The record lives until its successor has aged.
static void commit(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *point,
    const float tangent[3], const float arriving[3]) {
    if (trail->recordCount + 2 >= style->def.maxPoints) dropOldest(trails, style, trail);
    const uint32_t record = wwRingAppend(&style->ring, trails->now, WW_NEVER);
    WW_ASSERT(record != WW_RING_FULL); // slots x maxPoints records exist
    float *texels = wwRingRecord(&style->ring, record);
    memcpy(texels, point->position, sizeof point->position);
    texels[3] = point->time;
    texels[4] = point->distance;
    texels[5] = wwPackUnit(tangent);
    texels[6] = trail->lastRecord == WW_TRAIL_NO_RECORD ? -1.0f : (float)trail->lastRecord;
    texels[7] = packSlot(trail->slot, tangent, arriving);
    if (trail->lastRecord != WW_TRAIL_NO_RECORD) {
        wwRingSetDeath(&style->ring, trail->lastRecord, point->time + style->def.lifetime);
    }
    if (trail->newestRecord != WW_TRAIL_NO_RECORD) style->nextRecord[trail->newestRecord] = record;
    if (trail->oldestRecord == WW_TRAIL_NO_RECORD) trail->oldestRecord = record;
    trail->lastRecord = trail->newestRecord = record;
    trail->recordCount++;
    expireTrail(trails, style, trail);
}

static void commitPending(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    const float up[3] = {0, 1, 0};
    float tangent[3], arriving[3];
    if (trail->lastRecord == WW_TRAIL_NO_RECORD) {
        direction(trail->pending.position, trail->head.position, up, tangent);
        memcpy(arriving, tangent, sizeof arriving);
    } else {
        const WwTrailPoint last = readPoint(style, trail->lastRecord);
        direction(last.position, trail->pending.position, up, arriving);
        bisector(arriving, trail->pending.position, trail->head.position, tangent);
    }
    commit(trails, style, trail, &trail->pending, tangent, arriving);
}

// ---- the live end

// The distance of the tail at `time`: where the path has the age of one lifetime. Walks from the
// oldest point on; *from remembers where, so that ascending times walk the chain once.
typedef struct TailWalk {
    WwTrailPoint behind, ahead;
    uint32_t record; // of `ahead`, or none when it is the pending point or the head
    bool atHead;
} TailWalk;

static WwTrailPoint nextPoint(const WwTrailStyle *style, const WwTrail *trail, TailWalk *walk) {
    if (walk->record != WW_TRAIL_NO_RECORD && walk->record != trail->newestRecord) {
        walk->record = style->nextRecord[walk->record];
        return readPoint(style, walk->record);
    }
    const bool pendingIsNext = walk->record != WW_TRAIL_NO_RECORD;
    walk->record = WW_TRAIL_NO_RECORD;
    walk->atHead = !pendingIsNext;
    return pendingIsNext ? trail->pending : trail->head;
}

static TailWalk beginWalk(const WwTrailStyle *style, const WwTrail *trail) {
    TailWalk walk = {trail->pending, trail->pending, trail->oldestRecord, false};
    if (walk.record != WW_TRAIL_NO_RECORD) walk.behind = walk.ahead = readPoint(style, walk.record);
    walk.ahead = nextPoint(style, trail, &walk);
    return walk;
}

static float tailDistanceAt(
    const WwTrailStyle *style, const WwTrail *trail, TailWalk *walk, float time) {
    const float birth = time - style->def.lifetime;
    while (!walk->atHead && walk->ahead.time <= birth) {
        walk->behind = walk->ahead;
        walk->ahead = nextPoint(style, trail, walk);
    }
    const float span = walk->ahead.time - walk->behind.time;
    const float share =
        span > 0.0f ? wwClamp((birth - walk->behind.time) / span, 0.0f, 1.0f) : 0.0f;
    return wwLerp(walk->behind.distance, walk->ahead.distance, share);
}

static void writeTails(WwTrailStyle *style, const WwTrail *trail, float now) {
    float *samples = wwTableFloats(&style->tails, trail->slot * WW_TRAIL_TAIL_TEXELS);
    TailWalk walk = beginWalk(style, trail);
    for (uint32_t i = 0; i < WW_TRAIL_TAIL_SAMPLES; i++) {
        const float time =
            now + style->def.lifetime * (float)i / (float)(WW_TRAIL_TAIL_SAMPLES - 1);
        samples[i] = tailDistanceAt(style, trail, &walk, time);
    }
    const uint32_t texel = trail->slot * WW_TRAIL_TAIL_TEXELS;
    wwTableMark(&style->tails, texel, texel + WW_TRAIL_TAIL_TEXELS);
}

static void writeHead(WwTrailStyle *style, const WwTrail *trail, float now) {
    const uint32_t texel = trail->slot * WW_TRAIL_HEAD_TEXELS;
    float *row = wwTableFloats(&style->heads, texel);
    TailWalk walk = beginWalk(style, trail);
    memcpy(row, trail->pending.position, sizeof(float) * 3);
    row[3] = trail->pending.time;
    row[4] = trail->pending.distance;
    row[5] = trail->lastRecord == WW_TRAIL_NO_RECORD ? -1.0f : (float)trail->lastRecord;
    row[6] = trail->head.distance;
    row[7] = trail->head.time;
    memcpy(row + 8, trail->head.position, sizeof(float) * 3);
    row[11] = trail->cutDistance;
    row[12] = tailDistanceAt(style, trail, &walk, now);
    row[13] = trail->hasStrip ? 1.0f : 0.0f;
    row[14] = trail->resting ? 1.0f : 0.0f;
    row[15] = now;
    wwTableMark(&style->heads, texel, texel + WW_TRAIL_HEAD_TEXELS);
}

// Once, when the source comes to rest (or the strip ends): from here on nothing is uploaded.
static void writeRest(WwTrailStyle *style, WwTrail *trail, float now) {
    trail->resting = true;
    writeTails(style, trail, now);
    writeHead(style, trail, now);
}

static void endStrip(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (trail->lastRecord != WW_TRAIL_NO_RECORD) {
        const WwTrailPoint last = readPoint(style, trail->lastRecord);
        wwRingSetDeath(&style->ring, trail->lastRecord, last.time + style->def.lifetime);
        expireTrail(trails, style, trail);
    }
    trail->lastRecord = WW_TRAIL_NO_RECORD;
    trail->hasStrip = false;
    trail->pending = trail->head;
    writeRest(style, trail, trails->now);
}

void wwTrailBreak(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (trail->hasStrip) {
        const float up[3] = {0, 1, 0};
        float tangent[3];
        commitPending(trails, style, trail);
        direction(trail->pending.position, trail->head.position, up, tangent);
        if (trail->head.distance > trail->pending.distance) {
            commit(trails, style, trail, &trail->head, tangent, tangent);
        }
        endStrip(trails, style, trail);
    }
    trail->hasHead = false;
}

void wwTrailClear(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    while (trail->recordCount) {
        wwRingSetDeath(&style->ring, trail->oldestRecord, trails->now);
        forgetOldest(style, trail);
    }
    trail->lastRecord = WW_TRAIL_NO_RECORD;
    trail->cutDistance = trail->head.distance;
    trail->hasStrip = false;
    trail->hasHead = false;
    trail->pending = trail->head;
    writeRest(style, trail, trails->now);
}

// ---- one update of one trail

static void beginAt(WwTrail *trail, const float position[3], float now) {
    memcpy(trail->head.position, position, sizeof trail->head.position);
    trail->head.time = now;
    trail->pending = trail->head;
    trail->hasHead = true;
    trail->hasStrip = false;
    trail->lastTravel = 0.0f;
}

static void rest(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    trail->lastTravel = 0.0f;
    if (!trail->hasStrip) return;
    if (trails->now - trail->head.time >= style->def.lifetime) {
        endStrip(trails, style, trail);
    } else if (!trail->resting) {
        writeRest(style, trail, trails->now);
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

static void moveHead(
    WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const float position[3], float travel) {
    if (trail->resting && trail->hasStrip && trail->head.distance > trail->pending.distance) {
        // The source rested here: without a point, the time it stood would be smeared over the next
        // segment.
        WwTrailPoint rested = trail->head;
        commitPending(trails, style, trail);
        trail->pending = rested;
    }
    if (!trail->hasStrip) trail->pending.time = trails->previous;
    memcpy(trail->head.position, position, sizeof trail->head.position);
    trail->head.distance += travel;
    trail->head.time = trails->now;
    trail->hasStrip = true;
    trail->resting = false;
    trail->lastTravel = travel;
    const float sincePoint = distanceBetween(trail->pending.position, trail->head.position);
    const float interval = style->def.maxInterval;
    const bool late = interval > 0.0f && trails->now - trail->pending.time >= interval;
    if (sincePoint >= style->def.minVertexDistance || late) {
        commitPending(trails, style, trail);
        trail->pending = trail->head;
    }
    writeHead(style, trail, trails->now);
}

static void layTrail(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwStep *step) {
    const bool orphan = !wwPoolHas(step->transformPool, trail->transform);
    if (orphan || !trail->emitting) {
        wwTrailBreak(trails, style, trail);
        return;
    }
    const uint32_t slot = wwPoolSlot(step->transformPool, trail->transform);
    if (step->transformBad[slot]) return;
    const float *position = step->transforms[slot].position;
    if (!trail->hasHead) {
        beginAt(trail, position, trails->now);
        return;
    }
    const float travel = distanceBetween(trail->head.position, position);
    if (!(travel > REST_DISTANCE)) {
        rest(trails, style, trail);
    } else if (isTeleport(style, trail, travel)) {
        leaveForTeleport(trails, style, trail);
        beginAt(trail, position, trails->now);
    } else {
        moveHead(trails, style, trail, position, travel);
    }
}

void wwTrailsLay(WwTrails *trails, const WwStep *step) {
    trails->now = step->now;
    trails->previous = step->previous;
    // All chains first: what died may be handed to another trail while points are laid.
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        WwTrail *trail = wwPoolAt(&trails->trails, i);
        if (trail) expireTrail(trails, wwPoolGet(&trails->styles, trail->style), trail);
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
    expireTrail(trails, style, trail);
    if (trail->resting) writeRest(style, trail, trails->now);
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
        float *row = wwTableFloats(&style->heads, slot * WW_TRAIL_HEAD_TEXELS);
        row[3] -= seconds;
        row[7] -= seconds;
        row[15] -= seconds;
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

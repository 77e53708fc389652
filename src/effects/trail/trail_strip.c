// The records of one trail: its chain, its live end, its tail.
//
// Deaths ascend along the chain of a trail's records (a record dies when its successor has been
// alive for one lifetime), so expiry only ever looks at the oldest. A record that may be dead
// leaves its chain at once, because the ring hands dead records to other trails.
#include "effects/trail/trail.h"

#include <string.h>

// Metres, a millimetre apart as floats.
#define LARGEST_DISTANCE 16384.0f

static const float up[3] = {0, 1, 0};

float wwTrailDistanceBetween(const float a[3], const float b[3]) {
    const float x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
    return sqrtf(x * x + y * y + z * z);
}

float wwTrailWay(
    const WwTrailStyle *style, const float a[3], float timeA, const float b[3], float timeB) {
    float from[3];
    wwTrailDrift(style, a, timeB - timeA, from);
    return wwTrailDistanceBetween(from, b);
}

float wwTrailTravel(const WwTrailStyle *style, const WwTrailPoint *from, const WwTrailPoint *to) {
    const float middle = wwTrailDistanceBetween(from->position, to->position);
    if (style->def.shape != WW_TRAIL_SWORD) return middle;
    return middle + wwTrailDistanceBetween(from->side, to->side);
}

void wwTrailDirection(const float a[3], const float b[3], const float fallback[3], float out[3]) {
    const float difference[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    wwNormalize3(difference, fallback, out);
}

void wwTrailBisector(const float a[3], const float b[3], const float c[3], float out[3]) {
    const float arriving = wwTrailDistanceBetween(a, b), leaving = wwTrailDistanceBetween(b, c);
    float size = 0.0f;
    for (int i = 0; i < 3; i++) {
        out[i] = (b[i] - a[i]) * leaving + (c[i] - b[i]) * arriving;
        size += fabsf(out[i]);
    }
    const float *to = arriving > 0.0f ? b : c, *from = arriving > 0.0f ? a : b;
    if (size > 1e-3f * arriving * leaving) return;
    for (int i = 0; i < 3; i++) out[i] = to[i] - from[i];
}

// ---- records

static uint32_t rootCode(float value, float scale, uint32_t last) {
    return (uint32_t)wwClamp(sqrtf(wwMax(value, 0.0f)) * scale + 0.5f, 0.0f, (float)last);
}

static uint32_t widthCode(float width) {
    return rootCode(width, 2048.0f, 8191);
}

static float packChannels(float high, float low) {
    return (float)(rootCode(high, 1024.0f, 4095) * 4096u + rootCode(low, 1024.0f, 4095));
}

static float square(float x) {
    return x * x;
}

static void unpackChannels(float packed, float out[2]) {
    const uint32_t code = (uint32_t)packed;
    out[0] = square((float)(code >> 12) / 1024.0f);
    out[1] = square((float)(code & 4095u) / 1024.0f);
}

static void packExtras(float *texels, const WwTrailPoint *point) {
    memcpy(texels, point->side, sizeof point->side);
    texels[3] = packChannels(point->color[0], point->color[1]);
    memcpy(texels + 4, point->vector, sizeof point->vector);
    texels[7] = packChannels(point->color[2], point->color[3]);
}

WwTrailPoint wwTrailReadPoint(const WwTrailStyle *style, uint32_t record) {
    const float *texels = wwRingRecord(&style->ring, record);
    WwTrailPoint point = {.time = texels[3], .distance = texels[4]};
    memcpy(point.position, texels, sizeof point.position);
    point.width = square((float)(wwTrailPayload(texels[7]) >> 16) / 2048.0f);
    if (!style->hasExtras) return point;
    memcpy(point.side, texels + 8, sizeof point.side);
    memcpy(point.vector, texels + 12, sizeof point.vector);
    unpackChannels(texels[11], point.color);
    unpackChannels(texels[15], point.color + 2);
    if (style->rotations) {
        memcpy(point.rotation, style->rotations[record], sizeof point.rotation);
    }
    return point;
}

bool wwTrailWritePoint(WwTrailStyle *style, uint32_t record, const WwTrailPoint *point) {
    float *texels = wwRingRecord(&style->ring, record);
    const size_t bytes = sizeof(float) * 4 * style->ring.texelsPerRecord;
    float written[4 * (WW_TRAIL_TEXELS + WW_TRAIL_EXTRA_TEXELS)];
    memcpy(written, texels, bytes);
    memcpy(written, point->position, sizeof point->position);
    written[3] = point->time;
    written[4] = point->distance;
    written[7] = wwTrailBits(wwTrailSlotOf(texels) | widthCode(point->width) << 16);
    if (style->hasExtras) packExtras(written + 8, point);
    if (style->rotations) {
        memcpy(style->rotations[record], point->rotation, sizeof point->rotation);
    }
    if (memcmp(written, texels, bytes) == 0) return false;
    const uint32_t slot = wwTrailSlotOf(texels);
    wwTrailGrowBox(style, slot, point, style->slots[slot].lastLaid);
    memcpy(texels, written, bytes);
    wwRingMark(&style->ring, record);
    return true;
}

// ---- frames

// Turns `normal`, which stands on the unit vector `from`, as little as it takes to stand on `to`.
// Bishop, "There is more than one way to frame a curve", 1975.
static void transport(const float from[3], const float to[3], float normal[3]) {
    const float cosine = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
    const float along = normal[0] * to[0] + normal[1] * to[1] + normal[2] * to[2];
    const float scale = cosine > -0.9999f ? along / (1.0f + cosine) : 0.0f;
    float turned[3], other[3], any[3];
    for (int i = 0; i < 3; i++) turned[i] = normal[i] - scale * (from[i] + to[i]);
    // What rounding has left along the tangent goes, so that errors do not add up.
    const float left = turned[0] * to[0] + turned[1] * to[1] + turned[2] * to[2];
    for (int i = 0; i < 3; i++) turned[i] -= left * to[i];
    wwBasis(to, any, other);
    wwNormalize3(turned, any, normal);
}

static bool hasFrames(const WwTrailStyle *style) {
    return style->def.shape == WW_TRAIL_CROSS || style->def.shape == WW_TRAIL_TUBE;
}

// The normal of the frame at a point: carried on from the last record, at the start of a strip
// what is up for the source.
static void carryFrame(
    const WwTrailStyle *style, const WwTrail *trail, WwTrailPoint *point, const float tangent[3]) {
    float before[3];
    if (trail->lastRecord == WW_TRAIL_NO_RECORD) {
        wwRotate3(point->rotation, up, point->side);
        memcpy(before, tangent, sizeof before);
    } else {
        const float *last = wwRingRecord(&style->ring, trail->lastRecord);
        memcpy(point->side, last + 8, sizeof point->side);
        wwUnpackUnit(last[5], before);
    }
    transport(before, tangent, point->side);
}

// ---- the chain of a trail's records

static void forgetOldest(WwTrailStyle *style, WwTrail *trail) {
    const uint32_t record = trail->oldestRecord;
    trail->recordCount--;
    if (record == trail->newestRecord) {
        trail->oldestRecord = trail->newestRecord = WW_TRAIL_NO_RECORD;
        trail->nextDeath = WW_NEVER;
    } else {
        trail->oldestRecord = style->nextRecord[record];
        trail->nextDeath = style->ring.deathTimes[trail->oldestRecord];
    }
    if (record == trail->lastRecord) trail->lastRecord = WW_TRAIL_NO_RECORD;
}

void wwTrailExpire(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    while (trail->nextDeath <= trails->now) {
        forgetOldest(style, trail);
        trails->counts.expired++;
    }
}

void wwTrailSetDeath(WwTrailStyle *style, WwTrail *trail, uint32_t record, float death) {
    trail->lastDeath = wwMax(trail->lastDeath, death);
    wwRingSetDeath(&style->ring, record, trail->lastDeath);
    if (record == trail->oldestRecord) trail->nextDeath = trail->lastDeath;
}

// Frees the oldest record before its time.
static void dropOldest(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    wwRingSetDeath(&style->ring, trail->oldestRecord, trails->now);
    forgetOldest(style, trail);
}

static float oldestDistance(const WwTrailStyle *style, const WwTrail *trail) {
    if (!trail->recordCount) return trail->pending.distance;
    return wwRingRecord(&style->ring, trail->oldestRecord)[4];
}

static void cutTo(WwTrail *trail, float distance) {
    trail->cutDistance = wwMax(trail->cutDistance, distance);
}

// Segments that lie beyond maxLength as a whole.
static void dropBeyond(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    const float limit = trail->head.distance - style->def.maxLength;
    while (trail->recordCount > 1) {
        const uint32_t second = style->nextRecord[trail->oldestRecord];
        const float distance = wwRingRecord(&style->ring, second)[4];
        if (distance > limit) return;
        dropOldest(trails, style, trail);
        cutTo(trail, distance);
        trails->counts.expired++;
    }
}

// It gets to fewer in the distance by one more at a time.
void wwTrailMakeRoom(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, uint32_t others) {
    if (style->def.maxLength > 0.0f) dropBeyond(trails, style, trail);
    for (int i = 0; i < 2 && trail->recordCount + others > trail->maxPoints; i++) {
        dropOldest(trails, style, trail);
        cutTo(trail, oldestDistance(style, trail));
        trails->overwritten++;
        trails->counts.dropped++;
    }
}

void wwTrailSetFollow(WwTrailStyle *style, uint32_t record, float arriving, float leaving) {
    float *texels = wwRingRecord(&style->ring, record);
    const uint32_t others = wwTrailLink(texels) & ~(127u << 1);
    texels[6] = wwTrailBits(others | wwTrailFollowCode(arriving, leaving));
    wwRingMark(&style->ring, record);
}

// A record lives until its successor has aged.
void wwTrailCommit(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, WwTrailPoint *point,
    const float tangent[3], float leaving) {
    wwTrailMakeRoom(trails, style, trail, trail->live + 1);
    const uint32_t record = wwRingAppend(&style->ring, trails->now, WW_NEVER);
    WW_ASSERT(record != WW_RING_FULL); // slots x maxPoints records exist
    float *texels = wwRingRecord(&style->ring, record);
    memcpy(texels, point->position, sizeof point->position);
    texels[3] = point->time;
    texels[4] = point->distance;
    texels[5] = wwPackUnit(tangent);
    const bool begins = trail->lastRecord == WW_TRAIL_NO_RECORD;
    const float from = begins ? WW_NEVER : wwRingRecord(&style->ring, trail->lastRecord)[4];
    const uint32_t follow = wwTrailFollowCode(point->distance - from, leaving);
    texels[6] = wwTrailBits((trail->lastRecord + 1) << 8 | follow);
    texels[7] = wwTrailBits(trail->slot | widthCode(point->width) << 16);
    if (hasFrames(style)) carryFrame(style, trail, point, tangent);
    if (style->hasExtras) packExtras(texels + 8, point);
    if (style->rotations) {
        memcpy(style->rotations[record], point->rotation, sizeof point->rotation);
    }
    if (!begins) {
        wwTrailSetDeath(style, trail, trail->lastRecord, point->time + style->def.lifetime);
    }
    if (trail->newestRecord != WW_TRAIL_NO_RECORD) style->nextRecord[trail->newestRecord] = record;
    if (trail->oldestRecord == WW_TRAIL_NO_RECORD) trail->oldestRecord = record;
    trail->lastRecord = trail->newestRecord = record;
    trail->recordCount++;
    wwTrailGrowBox(style, trail->slot, point, trails->now);
    wwTrailExpire(trails, style, trail);
}

// ---- the live end

// The tangent at the pending point, between the last record and the head. Of unit length only where
// more than its direction is needed.
static void pendingTangent(const WwTrailStyle *style, const WwTrail *trail, float tangent[3]) {
    const WwTrailPoint *pending = &trail->pending, *head = &trail->head;
    float middle[3], first[3];
    wwTrailDrift(style, pending->position, head->time - pending->time, middle);
    if (trail->lastRecord == WW_TRAIL_NO_RECORD) {
        wwTrailDirection(middle, head->position, up, tangent);
        return;
    }
    const float *last = wwRingRecord(&style->ring, trail->lastRecord);
    wwTrailDrift(style, last, head->time - last[3], first);
    wwTrailBisector(first, middle, head->position, tangent);
    if (style->hasExtras || style->def.smoothing > 0.0f) wwNormalize3(tangent, up, tangent);
}

void wwTrailCommitPending(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    float tangent[3];
    pendingTangent(style, trail, tangent);
    const ww_TrailStyleDef *def = &style->def;
    const bool hasMore = def->smoothing > 0.0f || def->maxVertexDistance > 0.0f;
    if (hasMore && trail->lastRecord != WW_TRAIL_NO_RECORD) {
        wwTrailLayBetween(trails, style, trail, tangent);
    }
    const float leaving = trail->head.distance - trail->pending.distance;
    wwTrailCommit(trails, style, trail, &trail->pending, tangent, leaving);
    if (def->smoothing > 0.0f) {
        const WwTrailPoint from = trail->pending;
        trail->pending = trail->head;
        wwTrailLayAhead(trails, style, trail, &from);
        return;
    }
    trail->ahead = 0;
    wwTrailCopy(style, &trail->pending, &trail->head);
}

// The distance of the tail at `time`: where the path has the age of one lifetime. Walks from the
// oldest point on; *from remembers where, so that ascending times walk the chain once.
typedef struct TailPoint {
    float time, distance;
} TailPoint;

typedef struct TailWalk {
    TailPoint behind, ahead;
    uint32_t record; // of `ahead`, or none when it is the pending point or the head
    bool atHead;
} TailWalk;

static TailPoint tailPoint(const WwTrailStyle *style, uint32_t record) {
    const float *texels = wwRingRecord(&style->ring, record);
    return (TailPoint){texels[3], texels[4]};
}

static TailPoint nextPoint(const WwTrailStyle *style, const WwTrail *trail, TailWalk *walk) {
    if (walk->record != WW_TRAIL_NO_RECORD && walk->record != trail->newestRecord) {
        walk->record = style->nextRecord[walk->record];
        return tailPoint(style, walk->record);
    }
    const bool pendingIsNext = walk->record != WW_TRAIL_NO_RECORD;
    walk->record = WW_TRAIL_NO_RECORD;
    walk->atHead = !pendingIsNext;
    const WwTrailPoint *point = pendingIsNext ? &trail->pending : &trail->head;
    return (TailPoint){point->time, point->distance};
}

static TailWalk beginWalk(const WwTrailStyle *style, const WwTrail *trail) {
    const TailPoint pending = {trail->pending.time, trail->pending.distance};
    TailWalk walk = {pending, pending, trail->oldestRecord, false};
    if (walk.record != WW_TRAIL_NO_RECORD) walk.behind = walk.ahead = tailPoint(style, walk.record);
    walk.ahead = nextPoint(style, trail, &walk);
    return walk;
}

// What is cut off the tail, whatever its age: what has no room, and what lies beyond maxLength. A
// full trail loses its oldest segment bit by bit while the head moves on to its next point.
static float cutOf(const WwTrailStyle *style, const WwTrail *trail) {
    const ww_TrailStyleDef *def = &style->def;
    float cut = trail->cutDistance;
    if (def->maxLength > 0.0f) cut = wwMax(cut, trail->head.distance - def->maxLength);
    if (trail->recordCount < 2 || trail->recordCount + 2 < trail->maxPoints) return cut;
    const float first = oldestDistance(style, trail);
    const float second = wwRingRecord(&style->ring, style->nextRecord[trail->oldestRecord])[4];
    const float way = trail->head.distance - trail->pending.distance;
    const float share = wwMin(way / wwMax(def->minVertexDistance, 1e-6f), 1.0f);
    return wwMax(cut, wwLerp(first, second, share));
}

// Nothing at or below it shows at `time`: it is one lifetime old, or was cut.
static float tailDistanceAt(
    const WwTrailStyle *style, const WwTrail *trail, TailWalk *walk, float cut, float time) {
    const float birth = time - style->def.lifetime;
    while (!walk->atHead && walk->ahead.time <= birth) {
        walk->behind = walk->ahead;
        walk->ahead = nextPoint(style, trail, walk);
    }
    const float span = walk->ahead.time - walk->behind.time;
    const float share =
        span > 0.0f ? wwClamp((birth - walk->behind.time) / span, 0.0f, 1.0f) : 0.0f;
    return wwMax(wwLerp(walk->behind.distance, walk->ahead.distance, share), cut);
}

static void writeTails(WwTrailStyle *style, const WwTrail *trail, float now) {
    const uint32_t texel = trail->slot * WW_TRAIL_STATE_TEXELS;
    float *samples = wwTableFloats(&style->states, texel);
    TailWalk walk = beginWalk(style, trail);
    const float cut = cutOf(style, trail);
    for (uint32_t i = 0; i < WW_TRAIL_TAIL_SAMPLES; i++) {
        const float share = (float)i / (float)(WW_TRAIL_TAIL_SAMPLES - 1);
        const float time = trail->head.time + style->def.lifetime * share;
        samples[i] = tailDistanceAt(style, trail, &walk, cut, time);
    }
    // Where the tail was before now is forgotten; what is shown between the last time before now
    // and the next one must be right all the same.
    const float step = style->def.lifetime / (float)(WW_TRAIL_TAIL_SAMPLES - 1);
    const uint32_t last = (uint32_t)((now - trail->head.time) / step);
    if (now > trail->head.time && last + 1 < WW_TRAIL_TAIL_SAMPLES) {
        TailWalk again = beginWalk(style, trail);
        const float at = tailDistanceAt(style, trail, &again, cut, now);
        const float since = (now - trail->head.time) / step - (float)last;
        samples[last] = (at - samples[last + 1] * since) / wwMax(1.0f - since, 1e-3f);
    }
    wwTableMark(&style->states, texel, texel + 2);
}

static void writeLiveExtras(const WwTrailStyle *style, const WwTrail *trail, float *texels) {
    WwTrailPoint pending = trail->pending, head = trail->head;
    if (hasFrames(style)) {
        float tangent[3], leaving[3];
        pendingTangent(style, trail, tangent);
        wwTrailDirection(pending.position, head.position, tangent, leaving);
        carryFrame(style, trail, &pending, tangent);
        memcpy(head.side, pending.side, sizeof head.side);
        transport(tangent, leaving, head.side);
    }
    packExtras(texels, &pending);
    packExtras(texels + 8, &head);
}

void wwTrailWriteHead(WwTrailStyle *style, const WwTrail *trail, float now) {
    const uint32_t texel = trail->slot * style->headTexels;
    float *row = wwTableFloats(&style->heads, texel);
    TailWalk walk = beginWalk(style, trail);
    wwTrailGrowBox(style, trail->slot, &trail->pending, now);
    wwTrailGrowBox(style, trail->slot, &trail->head, now);
    memcpy(row, trail->pending.position, sizeof trail->pending.position);
    row[3] = trail->pending.time;
    memcpy(row + 4, trail->head.position, sizeof trail->head.position);
    row[7] = trail->head.time;
    row[8] = trail->head.distance;
    row[9] = tailDistanceAt(style, trail, &walk, cutOf(style, trail), now);
    row[10] = wwTrailBits(widthCode(trail->pending.width) | widthCode(trail->head.width) << 13);
    row[11] = (float)((trail->lastRecord + 1) * 4 + (trail->hasStrip ? WW_TRAIL_LIVE : 0) +
                      (trail->resting ? WW_TRAIL_RESTING : 0));
    if (style->hasExtras) writeLiveExtras(style, trail, row + 12);
    wwTableMark(&style->heads, texel, texel + style->headTexels);
}

void wwTrailWriteRest(WwTrailStyle *style, WwTrail *trail, float now) {
    trail->resting = true;
    writeTails(style, trail, now);
    wwTrailWriteHead(style, trail, now);
}

// Distances of a trail that is alive for long grow until floats are too coarse for them. Then all
// of them go back by as many whole metres.
void wwTrailMoveBack(WwTrailStyle *style, WwTrail *trail, float now) {
    if (trail->pending.distance < LARGEST_DISTANCE || now < trail->clearedUntil) return;
    const float repeats = style->def.textureScale;
    const float back = floorf(oldestDistance(style, trail) * repeats) / repeats;
    if (back < LARGEST_DISTANCE) return;
    uint32_t record = trail->oldestRecord;
    for (uint32_t i = 0; i < trail->recordCount; i++) {
        wwRingRecord(&style->ring, record)[4] -= back;
        wwRingMark(&style->ring, record);
        record = style->nextRecord[record];
    }
    trail->head.distance -= back;
    trail->pending.distance -= back;
    trail->cutDistance -= back;
}

// ---- the end of a strip

void wwTrailEndStrip(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (trail->lastRecord != WW_TRAIL_NO_RECORD) {
        float *last = wwRingRecord(&style->ring, trail->lastRecord);
        last[6] = wwTrailBits(wwTrailLink(last) | WW_TRAIL_ENDS);
        wwRingMark(&style->ring, trail->lastRecord);
        wwTrailSetDeath(style, trail, trail->lastRecord, last[3] + style->def.lifetime);
        wwTrailExpire(trails, style, trail);
    }
    trail->lastRecord = WW_TRAIL_NO_RECORD;
    trail->hasStrip = false;
    trail->pending = trail->head;
    wwTrailWriteRest(style, trail, trails->now);
}

void wwTrailResume(WwTrailStyle *style, WwTrail *trail) {
    const uint32_t record = trail->newestRecord;
    float *last = wwRingRecord(&style->ring, record);
    last[6] = wwTrailBits(wwTrailLink(last) & ~WW_TRAIL_ENDS);
    wwRingMark(&style->ring, record);
    style->ring.deathTimes[record] = WW_NEVER; // until the next point is laid
    if (record == trail->oldestRecord) trail->nextDeath = WW_NEVER;
    trail->lastRecord = record;
}

void wwTrailBreak(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (trail->hasStrip) {
        trail->live = 1;
        const bool isTwo = trail->head.distance > trail->pending.distance ||
                           wwTrailTravel(style, &trail->pending, &trail->head) > 0.0f;
        if (isTwo) wwTrailCommitPending(trails, style, trail);
        trail->live = 0;
        wwTrailCommitPending(trails, style, trail); // the head
        wwTrailEndStrip(trails, style, trail);
    }
    trail->hasHead = trail->jumped = trail->asleep = false;
}

void wwTrailCountReset(WwTrails *trails, const WwTrailStyle *style, const WwTrail *trail) {
    const uint32_t handle = style->slots[trail->slot].trail;
    trails->resets++;
    wwEventPush(&trails->shared->events, WW_EVENT_RESET, handle, trail->head.position, NULL);
}

void wwTrailClear(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    while (trail->recordCount) dropOldest(trails, style, trail);
    trail->cutDistance = trail->head.distance;
    trail->clearedUntil = trails->now + style->def.lifetime;
    trail->hasStrip = trail->hasHead = trail->jumped = trail->asleep = false;
    trail->pending = trail->head;
    wwTrailWriteRest(style, trail, trails->now);
}

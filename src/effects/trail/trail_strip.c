// The records of one trail: its chain, its live end, its tail.
//
// Deaths ascend along the chain of a trail's records (a record dies when its successor has been
// alive for one lifetime), so expiry only ever looks at the oldest. A record that may be dead
// leaves its chain at once, because the ring hands dead records to other trails.
#include "effects/trail/trail.h"

#include <string.h>

static const float up[3] = {0, 1, 0};

float wwTrailDistanceBetween(const float a[3], const float b[3]) {
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

static void writeExtras(float *texels, const WwTrailPoint *point) {
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
    return point;
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

void wwTrailExpire(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    while (trail->recordCount && style->ring.deathTimes[trail->oldestRecord] <= trails->now) {
        forgetOldest(style, trail);
        trails->counts.expired++;
    }
}

static void dropOldest(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    wwRingSetDeath(&style->ring, trail->oldestRecord, trails->now);
    forgetOldest(style, trail);
    trail->cutDistance = trail->recordCount ? wwRingRecord(&style->ring, trail->oldestRecord)[4]
                                            : trail->pending.distance;
    trails->counts.dropped++;
}

// Lays `point` with its final tangent. The record lives until its successor has aged.
static void commit(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *point,
    const float tangent[3]) {
    if (trail->recordCount + 2 >= style->def.maxPoints) dropOldest(trails, style, trail);
    const uint32_t record = wwRingAppend(&style->ring, trails->now, WW_NEVER);
    WW_ASSERT(record != WW_RING_FULL); // slots x maxPoints records exist
    float *texels = wwRingRecord(&style->ring, record);
    memcpy(texels, point->position, sizeof point->position);
    texels[3] = point->time;
    texels[4] = point->distance;
    texels[5] = wwPackUnit(tangent);
    texels[6] = (float)((trail->lastRecord + 1) * 4);
    texels[7] = wwTrailBits(trail->slot | widthCode(point->width) << 16);
    if (style->hasExtras) writeExtras(texels + 8, point);
    if (trail->lastRecord != WW_TRAIL_NO_RECORD) {
        wwRingSetDeath(&style->ring, trail->lastRecord, point->time + style->def.lifetime);
    }
    if (trail->newestRecord != WW_TRAIL_NO_RECORD) style->nextRecord[trail->newestRecord] = record;
    if (trail->oldestRecord == WW_TRAIL_NO_RECORD) trail->oldestRecord = record;
    trail->lastRecord = trail->newestRecord = record;
    trail->recordCount++;
    wwTrailExpire(trails, style, trail);
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

// ---- the live end

// The tangent at the pending point, between the last record and the head.
static void pendingTangent(const WwTrailStyle *style, const WwTrail *trail, float tangent[3]) {
    if (trail->lastRecord == WW_TRAIL_NO_RECORD) {
        direction(trail->pending.position, trail->head.position, up, tangent);
        return;
    }
    const float *last = wwRingRecord(&style->ring, trail->lastRecord);
    float arriving[3];
    direction(last, trail->pending.position, up, arriving);
    bisector(arriving, trail->pending.position, trail->head.position, tangent);
}

void wwTrailCommitPending(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    float tangent[3];
    pendingTangent(style, trail, tangent);
    if (hasFrames(style)) carryFrame(style, trail, &trail->pending, tangent);
    commit(trails, style, trail, &trail->pending, tangent);
}

static void commitHead(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    float tangent[3];
    direction(trail->pending.position, trail->head.position, up, tangent);
    if (hasFrames(style)) carryFrame(style, trail, &trail->head, tangent);
    commit(trails, style, trail, &trail->head, tangent);
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

// Nothing at or below it shows at `time`: it is one lifetime old, or was cut.
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
    return wwMax(wwLerp(walk->behind.distance, walk->ahead.distance, share), trail->cutDistance);
}

static void writeTails(WwTrailStyle *style, const WwTrail *trail) {
    const uint32_t texel = trail->slot * WW_TRAIL_STATE_TEXELS;
    float *samples = wwTableFloats(&style->states, texel);
    TailWalk walk = beginWalk(style, trail);
    for (uint32_t i = 0; i < WW_TRAIL_TAIL_SAMPLES; i++) {
        const float share = (float)i / (float)(WW_TRAIL_TAIL_SAMPLES - 1);
        const float time = trail->head.time + style->def.lifetime * share;
        samples[i] = tailDistanceAt(style, trail, &walk, time);
    }
    wwTableMark(&style->states, texel, texel + 2);
}

static void writeLiveExtras(const WwTrailStyle *style, const WwTrail *trail, float *texels) {
    WwTrailPoint pending = trail->pending, head = trail->head;
    if (hasFrames(style)) {
        float tangent[3], leaving[3];
        pendingTangent(style, trail, tangent);
        direction(pending.position, head.position, tangent, leaving);
        carryFrame(style, trail, &pending, tangent);
        memcpy(head.side, pending.side, sizeof head.side);
        transport(tangent, leaving, head.side);
    }
    writeExtras(texels, &pending);
    writeExtras(texels + 8, &head);
}

void wwTrailWriteHead(WwTrailStyle *style, const WwTrail *trail, float now) {
    const uint32_t texel = trail->slot * style->headTexels;
    float *row = wwTableFloats(&style->heads, texel);
    TailWalk walk = beginWalk(style, trail);
    memcpy(row, trail->pending.position, sizeof trail->pending.position);
    row[3] = trail->pending.time;
    memcpy(row + 4, trail->head.position, sizeof trail->head.position);
    row[7] = trail->head.time;
    row[8] = trail->head.distance;
    row[9] = tailDistanceAt(style, trail, &walk, now);
    row[10] = wwTrailBits(widthCode(trail->pending.width) | widthCode(trail->head.width) << 13);
    row[11] = (float)((trail->lastRecord + 1) * 4 + (trail->hasStrip ? WW_TRAIL_LIVE : 0) +
                      (trail->resting ? WW_TRAIL_RESTING : 0));
    if (style->hasExtras) writeLiveExtras(style, trail, row + 12);
    wwTableMark(&style->heads, texel, texel + style->headTexels);
}

void wwTrailWriteRest(WwTrailStyle *style, WwTrail *trail, float now) {
    trail->resting = true;
    writeTails(style, trail);
    wwTrailWriteHead(style, trail, now);
}

// ---- the end of a strip

void wwTrailEndStrip(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (trail->lastRecord != WW_TRAIL_NO_RECORD) {
        float *last = wwRingRecord(&style->ring, trail->lastRecord);
        last[6] = (float)(wwTrailLink(last) | WW_TRAIL_ENDS);
        wwRingMark(&style->ring, trail->lastRecord);
        wwRingSetDeath(&style->ring, trail->lastRecord, last[3] + style->def.lifetime);
        wwTrailExpire(trails, style, trail);
    }
    trail->lastRecord = WW_TRAIL_NO_RECORD;
    trail->hasStrip = false;
    trail->pending = trail->head;
    wwTrailWriteRest(style, trail, trails->now);
}

void wwTrailBreak(WwTrails *trails, WwTrailStyle *style, WwTrail *trail) {
    if (trail->hasStrip) {
        wwTrailCommitPending(trails, style, trail);
        if (trail->head.distance > trail->pending.distance) commitHead(trails, style, trail);
        wwTrailEndStrip(trails, style, trail);
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
    wwTrailWriteRest(style, trail, trails->now);
}

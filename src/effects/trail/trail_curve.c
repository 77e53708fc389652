// What lies between two samples: a straight line, or a centripetal Catmull-Rom curve.
//
// The curve has no cusps and no loops within a segment, however uneven the samples (Yuksel et al.,
// "Parameterization and applications of Catmull-Rom curves", 2011). A segment is final when the
// sample after it is known; until then it is laid as an arc that goes on from the one before, and
// its points are moved then. Position and side are one curve in six dimensions, so that root and
// tip of a blade each follow a curve of their own.
#include "effects/trail/trail.h"

#include <string.h>

#define DIMENSIONS 6

typedef struct Curve {
    float from[DIMENSIONS], to[DIMENSIONS];
    float leaving[DIMENSIONS], arriving[DIMENSIONS]; // derivatives at the ends
} Curve;

static void coordinates(const WwTrailPoint *point, float out[DIMENSIONS]) {
    memcpy(out, point->position, sizeof point->position);
    memcpy(out + 3, point->side, sizeof point->side);
}

static float lengthOf(const float v[DIMENSIONS]) {
    float sum = 0.0f;
    for (int i = 0; i < DIMENSIONS; i++) sum += v[i] * v[i];
    return sqrtf(sum);
}

// The speed over the square root of the way at `at`, on the way from `before` to `after`.
static void velocityAt(const WwTrailStyle *style, const WwTrailPoint *before,
    const WwTrailPoint *at, const WwTrailPoint *after, float velocity[DIMENSIONS]) {
    float a[DIMENSIONS], b[DIMENSIONS], c[DIMENSIONS];
    coordinates(before, a);
    coordinates(at, b);
    coordinates(after, c);
    const float first = sqrtf(wwTrailTravel(style, before, at));
    const float second = sqrtf(wwTrailTravel(style, at, after));
    for (int i = 0; i < DIMENSIONS; i++) {
        const float arriving = first > 0.0f ? (b[i] - a[i]) / first : 0.0f;
        const float leaving = second > 0.0f ? (c[i] - b[i]) / second : arriving;
        const float both = first + second > 0.0f ? (c[i] - a[i]) / (first + second) : 0.0f;
        velocity[i] = second > 0.0f ? arriving - both + leaving : arriving;
    }
}

static void curvePoint(const Curve *curve, float u, float out[DIMENSIONS]) {
    const float v = 1.0f - u;
    for (int i = 0; i < DIMENSIONS; i++) {
        out[i] = v * v * (1.0f + 2.0f * u) * curve->from[i] + v * v * u * curve->leaving[i] -
                 u * u * v * curve->arriving[i] + u * u * (3.0f - 2.0f * u) * curve->to[i];
    }
}

static void curveDirection(const Curve *curve, float u, const float fallback[3], float out[3]) {
    const float v = 1.0f - u;
    float derivative[3];
    for (int i = 0; i < 3; i++) {
        derivative[i] = 6.0f * u * v * (curve->to[i] - curve->from[i]) +
                        v * (v - 2.0f * u) * curve->leaving[i] +
                        u * (u - 2.0f * v) * curve->arriving[i];
    }
    wwNormalize3(derivative, fallback, out);
}

// How many straight pieces stay within `error` of the curve. The second derivative is linear, so it
// is greatest at an end; a piece of 1/n is off by an eighth of it over n squared.
static float piecesWithin(const Curve *curve, float error) {
    float begin[DIMENSIONS], end[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
        const float way = 6.0f * (curve->to[i] - curve->from[i]);
        begin[i] = way - 4.0f * curve->leaving[i] - 2.0f * curve->arriving[i];
        end[i] = way - 2.0f * curve->leaving[i] - 4.0f * curve->arriving[i];
    }
    return sqrtf(wwMax(lengthOf(begin), lengthOf(end)) / (8.0f * error));
}

// Both signs of a quaternion are the same rotation: the way to the nearer one.
static void mixRotations(const float a[4], const float b[4], float share, float out[4]) {
    const float cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    float sum = 0.0f;
    for (int i = 0; i < 4; i++) {
        out[i] = wwLerp(a[i], cosine < 0.0f ? -b[i] : b[i], share);
        sum += out[i] * out[i];
    }
    for (int i = 0; i < 4; i++) out[i] /= wwMax(sqrtf(sum), 1e-6f);
}

static WwTrailPoint mixPoints(const WwTrailPoint *a, const WwTrailPoint *b, float share) {
    WwTrailPoint point;
    const float *from = (const float *)a, *to = (const float *)b;
    float *out = (float *)&point;
    for (size_t i = 0; i < sizeof point / sizeof(float); i++)
        out[i] = wwLerp(from[i], to[i], share);
    mixRotations(a->rotation, b->rotation, share, point.rotation);
    return point;
}

// The tangent of the first record of a strip was a guess until its second point was final.
static void correctStart(WwTrailStyle *style, WwTrail *trail, const Curve *curve) {
    float *first = wwRingRecord(&style->ring, trail->lastRecord);
    float tangent[3];
    curveDirection(curve, 0.0f, (const float[3]){0, 1, 0}, tangent);
    first[5] = wwPackUnit(tangent);
    wwRingMark(&style->ring, trail->lastRecord);
}

// The derivative of one end reflected along the way, so that arcs are symmetric.
static void mirror(const Curve *curve, const float one[DIMENSIONS], float other[DIMENSIONS]) {
    float product = 0.0f, square = 0.0f;
    for (int i = 0; i < DIMENSIONS; i++) {
        const float way = curve->to[i] - curve->from[i];
        product += way * one[i];
        square += way * way;
    }
    const float scale = square > 0.0f ? 2.0f * product / square : 0.0f;
    for (int i = 0; i < DIMENSIONS; i++) {
        other[i] = scale * (curve->to[i] - curve->from[i]) - one[i];
    }
}

static void makeCurve(WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *last, Curve *curve) {
    const WwTrailPoint *pending = &trail->pending;
    const float scale = sqrtf(wwTrailTravel(style, last, pending));
    float velocity[DIMENSIONS];
    velocityAt(style, last, pending, &trail->head, velocity);
    coordinates(last, curve->from);
    coordinates(pending, curve->to);
    for (int i = 0; i < DIMENSIONS; i++) {
        curve->leaving[i] = trail->velocity[i] * scale;
        curve->arriving[i] = velocity[i] * scale;
        trail->velocity[i] = velocity[i];
    }
    // Where nothing is beyond, a segment ends as it begins.
    if (!trail->ahead && wwTrailBegins(wwRingRecord(&style->ring, trail->lastRecord))) {
        mirror(curve, curve->arriving, curve->leaving);
        correctStart(style, trail, curve);
    } else if (wwTrailTravel(style, pending, &trail->head) == 0.0f) {
        mirror(curve, curve->leaving, curve->arriving);
    }
}

static void makeLine(const WwTrail *trail, const WwTrailPoint *last, Curve *curve) {
    coordinates(last, curve->from);
    coordinates(&trail->pending, curve->to);
    for (int i = 0; i < DIMENSIONS; i++) {
        curve->leaving[i] = curve->arriving[i] = curve->to[i] - curve->from[i];
    }
}

// Pieces that the style asks for, and that one update may lay.
static uint32_t countPieces(
    WwTrails *trails, const WwTrailStyle *style, const Curve *curve, float travel) {
    const ww_TrailStyleDef *def = &style->def;
    float wanted = 1.0f;
    if (def->maxVertexDistance > 0.0f) wanted = travel / def->maxVertexDistance - 1e-3f;
    if (def->smoothing > 0.0f) wanted = wwMax(wanted, piecesWithin(curve, def->smoothing));
    const float pieces = ceilf(wwClamp(wanted, 1.0f, 1e9f));
    if (pieces <= (float)def->maxPointsPerUpdate) return (uint32_t)pieces;
    trails->skipped += (double)pieces - def->maxPointsPerUpdate;
    return def->maxPointsPerUpdate;
}

// A point of the curve: what it has beside its place lies between the two ends.
static WwTrailPoint pointAt(
    const Curve *curve, const WwTrailPoint *from, const WwTrailPoint *to, float u) {
    WwTrailPoint point = mixPoints(from, to, u);
    float place[DIMENSIONS];
    curvePoint(curve, u, place);
    memcpy(point.position, place, sizeof point.position);
    memcpy(point.side, place + 3, sizeof point.side);
    return point;
}

static float wayBetween(
    const WwTrailStyle *style, const WwTrailPoint *from, const WwTrailPoint *to) {
    return wwTrailWay(style, from->position, from->time, to->position, to->time);
}

// The way along the curve is longer than the straight one: what follows moves on by that.
static void lengthen(const WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *before) {
    const float way = wayBetween(style, before, &trail->pending);
    const float longer = before->distance + way - trail->pending.distance;
    trail->pending.distance += longer;
    trail->head.distance += longer;
}

static void layPieces(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const Curve *curve,
    const WwTrailPoint *from, uint32_t pieces) {
    const WwTrailPoint to = trail->pending;
    WwTrailPoint before = *from;
    for (uint32_t i = 1; i < pieces; i++) {
        const float u = (float)i / (float)pieces;
        WwTrailPoint point = pointAt(curve, from, &to, u);
        float along[3];
        point.distance = before.distance + wayBetween(style, &before, &point);
        curveDirection(curve, u, (const float[3]){0, 1, 0}, along);
        wwTrailCommit(trails, style, trail, &point, along, WW_NEVER); // to one as far away
        before = point;
    }
    lengthen(style, trail, &before);
}

// Moves the points that were laid ahead to where the curve has turned out to be.
static void movePieces(WwTrailStyle *style, WwTrail *trail, const Curve *curve) {
    uint32_t records[WW_TRAIL_MOST_PIECES];
    uint32_t record = trail->lastRecord;
    for (uint32_t i = trail->ahead; i > 0; i--) {
        records[i] = record;
        record = wwTrailPrevious(wwRingRecord(&style->ring, record));
    }
    const bool hasFrames = style->def.shape == WW_TRAIL_CROSS || style->def.shape == WW_TRAIL_TUBE;
    WwTrailPoint before = trail->start;
    for (uint32_t i = 1; i <= trail->ahead; i++) {
        const float u = (float)i / (float)(trail->ahead + 1);
        const WwTrailPoint place = pointAt(curve, &trail->start, &trail->pending, u);
        WwTrailPoint point = wwTrailReadPoint(style, records[i]);
        float along[3];
        memcpy(point.position, place.position, sizeof point.position);
        if (!hasFrames) memcpy(point.side, place.side, sizeof point.side);
        point.distance = before.distance + wayBetween(style, &before, &point);
        curveDirection(curve, u, (const float[3]){0, 1, 0}, along);
        wwRingRecord(&style->ring, records[i])[5] = wwPackUnit(along);
        wwTrailWritePoint(style, records[i], &point);
        wwRingMark(&style->ring, records[i]);
        before = point;
    }
    lengthen(style, trail, &before);
}

void wwTrailLayBetween(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, float tangent[3]) {
    const bool isAhead = trail->ahead > 0 && trail->ahead <= trail->recordCount;
    const WwTrailPoint from = isAhead ? trail->start : wwTrailReadPoint(style, trail->lastRecord);
    Curve curve;
    if (style->def.smoothing > 0.0f) {
        makeCurve(style, trail, &from, &curve);
        curveDirection(&curve, 1.0f, tangent, tangent);
    } else {
        makeLine(trail, &from, &curve);
    }
    if (isAhead) {
        movePieces(style, trail, &curve);
        return;
    }
    const float travel = wwTrailTravel(style, &from, &trail->pending);
    layPieces(trails, style, trail, &curve, &from, countPieces(trails, style, &curve, travel));
}

void wwTrailLayAhead(
    WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *from) {
    const float travel = wwTrailTravel(style, from, &trail->pending);
    trail->ahead = 0;
    if (travel == 0.0f || wwTrailBegins(wwRingRecord(&style->ring, trail->lastRecord))) return;
    Curve curve;
    makeLine(trail, from, &curve);
    for (int i = 0; i < DIMENSIONS; i++) curve.leaving[i] = trail->velocity[i] * sqrtf(travel);
    mirror(&curve, curve.leaving, curve.arriving);
    const uint32_t pieces = countPieces(trails, style, &curve, travel);
    const float *last = wwRingRecord(&style->ring, trail->lastRecord);
    if (pieces > 1 && trail->recordCount > 1) {
        const float *before = wwRingRecord(&style->ring, wwTrailPrevious(last));
        wwTrailSetFollow(style, trail->lastRecord, last[4] - before[4], travel / (float)pieces);
    }
    trail->start = *from;
    layPieces(trails, style, trail, &curve, from, pieces);
    trail->ahead = pieces - 1;
}

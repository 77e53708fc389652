// Points by hand: strokes that are born whole, and the points of a trail to read and to write.
#include "effects/trail/trail.h"

#include <string.h>

// ---- strokes

static ww_Status checkStroke(
    const WwTrailStyle *style, const float *path, uint32_t count, const float ages[2]) {
    const uint32_t most = style->def.maxPoints;
    if (count < 2 || count > most) {
        wwFail(WW_ERROR_INVALID_DEF, "stroke: the path has ");
        wwFailNumber((float)count);
        wwFailText(" points, it must have between 2 and ");
        wwFailNumber((float)most);
        wwFailText(" (maxPoints)");
        return WW_ERROR_INVALID_DEF;
    }
    for (uint32_t i = 0; i < 3 * count; i++) {
        if (fabsf(path[i]) <= WW_FARTHEST) continue;
        return wwFail(WW_ERROR_INVALID_DEF, "stroke: a point of the path is not finite");
    }
    for (int i = 0; i < 2; i++) {
        if (ages[i] >= 0.0f && ages[i] <= 1.0f) continue;
        wwFail(WW_ERROR_INVALID_DEF, i ? "stroke: ageTo is " : "stroke: ageFrom is ");
        wwFailNumber(ages[i]);
        wwFailText(", it must be between 0 and 1");
        return WW_ERROR_INVALID_DEF;
    }
    return WW_OK;
}

static float pathLength(const float *path, uint32_t count) {
    float length = 0.0f;
    for (uint32_t i = 1; i < count; i++) {
        length += wwTrailDistanceBetween(path + 3 * i - 3, path + 3 * i);
    }
    return length;
}

// Lays the path from its older end to its younger one, as if a source had moved along it.
static void layPath(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const float *path,
    uint32_t count, const float ages[2]) {
    const float length = pathLength(path, count);
    if (!(length > 0.0f)) return;
    const bool reversed = ages[0] < ages[1];
    const float *older = path;
    float way = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        const float *place = path + 3 * (reversed ? count - 1 - i : i);
        if (i) way += wwTrailDistanceBetween(older, place);
        older = place;
        const float share = reversed ? 1.0f - way / length : way / length;
        const float age = style->def.lifetime * wwLerp(ages[0], ages[1], share);
        const ww_Transform transform = {{place[0], place[1], place[2]}, 1, {0, 0, 0, 1}};
        WwTrailPoint point;
        wwTrailSample(style, trail, &transform, trails->now - age, &point);
        if (i == 0) {
            wwTrailBegin(style, trail, &point);
            trail->live = 0;
        } else if (wwTrailTravel(style, &trail->head, &point) > 0.0f) {
            wwTrailMoveHead(style, trail, &point);
            wwTrailCommitPending(trails, style, trail);
        }
    }
    wwTrailBreak(trails, style, trail);
}

ww_Status wwTrailStroke(WwTrails *trails, uint32_t handle, const float *path, uint32_t count,
    float ageFrom, float ageTo) {
    WwTrailStyle *style = wwPoolGet(&trails->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    const float ages[2] = {ageFrom, ageTo};
    const ww_Status status = checkStroke(style, path, count, ages);
    if (status != WW_OK) return status;
    const uint32_t trail = wwTrailCreate(trails, handle, 0);
    if (!trail) return wwLastStatus();
    layPath(trails, style, wwPoolGet(&trails->trails, trail), path, count, ages);
    wwTrailRelease(trails, trail);
    return WW_OK;
}

// ---- points as arrays

typedef struct Arrays {
    float *position, *rotation, *color, *vector, *age, *width, *begins;
} Arrays;

static Arrays arraysAt(float *floats, uint32_t count) {
    return (Arrays){floats, floats + 3 * count, floats + 7 * count, floats + 11 * count,
        floats + 14 * count, floats + 15 * count, floats + 16 * count};
}

static void put(
    const Arrays *arrays, uint32_t i, const WwTrailPoint *point, float now, bool begins) {
    memcpy(arrays->position + 3 * i, point->position, sizeof point->position);
    memcpy(arrays->rotation + 4 * i, point->rotation, sizeof point->rotation);
    memcpy(arrays->color + 4 * i, point->color, sizeof point->color);
    memcpy(arrays->vector + 3 * i, point->vector, sizeof point->vector);
    arrays->age[i] = now - point->time;
    arrays->width[i] = point->width;
    arrays->begins[i] = begins ? 1.0f : 0.0f;
}

uint32_t wwTrailReadPoints(WwTrails *trails, uint32_t handle, float *floats, uint32_t capacity) {
    WwTrail *trail = wwPoolGet(&trails->trails, handle);
    if (!trail) return WW_NO_COUNT;
    const uint32_t count = wwTrailPoints(trail);
    if (count > capacity) return count;
    const WwTrailStyle *style = wwTrailStyleOf(trails, trail);
    const Arrays arrays = arraysAt(floats, count);
    uint32_t record = trail->oldestRecord;
    for (uint32_t i = 0; i < trail->recordCount; i++, record = style->nextRecord[record]) {
        const WwTrailPoint point = wwTrailReadPoint(style, record);
        put(&arrays, i, &point, trails->now, wwTrailBegins(wwRingRecord(&style->ring, record)));
    }
    const bool begins = trail->lastRecord == WW_TRAIL_NO_RECORD;
    const uint32_t live = count - trail->recordCount;
    if (live == 2) put(&arrays, count - 2, &trail->pending, trails->now, begins);
    if (live) put(&arrays, count - 1, &trail->head, trails->now, begins && live == 1);
    return count;
}

// The side turns with the point.
static void turnSide(WwTrailPoint *point, const float rotation[4]) {
    const float *before = point->rotation;
    const float undone[4] = {-before[0], -before[1], -before[2], before[3]};
    float change[4];
    wwQuatMultiply(rotation, undone, change);
    wwRotate3(change, point->side, point->side);
    memcpy(point->rotation, rotation, sizeof point->rotation);
}

static void take(
    const WwTrailStyle *style, const Arrays *arrays, uint32_t i, WwTrailPoint *point, float now) {
    memcpy(point->position, arrays->position + 3 * i, sizeof point->position);
    // Only what was written: the way to an age and back is not exact.
    if (arrays->age[i] != now - point->time) point->time = now - wwMax(arrays->age[i], 0.0f);
    point->width = arrays->width[i];
    memcpy(point->color, arrays->color + 4 * i, sizeof point->color);
    memcpy(point->vector, arrays->vector + 3 * i, sizeof point->vector);
    const float *rotation = arrays->rotation + 4 * i;
    const bool turned = memcmp(rotation, point->rotation, sizeof point->rotation) != 0;
    if (style->rotations && turned) turnSide(point, rotation);
}

static bool hasMoved(const Arrays *arrays, uint32_t i, const WwTrailStyle *style, uint32_t record) {
    return memcmp(arrays->position + 3 * i, wwRingRecord(&style->ring, record),
               3 * sizeof(float)) != 0;
}

// Of a point between two others, or at an end of its strip where one of these is itself.
static void turnTangent(WwTrailStyle *style, uint32_t record, const float *positions, uint32_t i,
    uint32_t from, uint32_t to) {
    const float *a = positions + 3 * from, *b = positions + 3 * i, *c = positions + 3 * to;
    float *texels = wwRingRecord(&style->ring, record);
    float before[3], tangent[3];
    wwUnpackUnit(texels[5], before);
    wwTrailBisector(a, b, c, tangent);
    wwNormalize3(tangent, before, tangent);
    texels[5] = wwPackUnit(tangent);
    wwTrailSetFollow(style, record, wwTrailDistanceBetween(a, b), wwTrailDistanceBetween(b, c));
}

// The tangents at points that moved and at their neighbours.
static void turnTangents(
    WwTrailStyle *style, WwTrail *trail, const Arrays *arrays, uint32_t count) {
    bool movedBefore = false;
    uint32_t record = trail->oldestRecord;
    bool moved = trail->recordCount && hasMoved(arrays, 0, style, record);
    for (uint32_t i = 0; i < trail->recordCount; i++) {
        const uint32_t next = style->nextRecord[record];
        const bool hasNext = i + 1 < trail->recordCount;
        const bool movesNext = hasNext && hasMoved(arrays, i + 1, style, next);
        if (movedBefore || moved || movesNext) {
            const bool begins = arrays->begins[i] != 0.0f;
            const bool ends = i + 1 == count || arrays->begins[i + 1] != 0.0f;
            turnTangent(
                style, record, arrays->position, i, begins || !i ? i : i - 1, ends ? i : i + 1);
        }
        movedBefore = moved;
        moved = movesNext;
        record = next;
    }
}

// Every record but the last of a strip dies one lifetime after the birth of its successor.
static void renewDeaths(WwTrailStyle *style, WwTrail *trail) {
    uint32_t record = trail->oldestRecord;
    trail->lastDeath = -WW_NEVER;
    for (uint32_t i = 0; i < trail->recordCount; i++) {
        if (record == trail->lastRecord) return;
        const uint32_t next = style->nextRecord[record];
        const bool ends = wwTrailLink(wwRingRecord(&style->ring, record)) & WW_TRAIL_ENDS;
        const float *successor = wwRingRecord(&style->ring, ends ? record : next);
        wwTrailSetDeath(style, trail, record, successor[3] + style->def.lifetime);
        record = next;
    }
}

static void writeLive(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const Arrays *arrays,
    uint32_t count, uint32_t live) {
    if (live == 2) take(style, arrays, count - 2, &trail->pending, trails->now);
    WwTrailPoint head = trail->head;
    take(style, arrays, count - 1, &head, trails->now);
    trail->head.width = head.width;
    memcpy(trail->head.color, head.color, sizeof head.color);
    memcpy(trail->head.vector, head.vector, sizeof head.vector);
    if (live == 1) trail->pending = trail->head;
    if (trail->resting) {
        wwTrailWriteRest(style, trail, trails->now);
    } else {
        wwTrailWriteHead(style, trail, trails->now);
    }
}

ww_Status wwTrailWritePoints(
    WwTrails *trails, uint32_t handle, const float *floats, uint32_t count) {
    WwTrail *trail = wwPoolGet(&trails->trails, handle);
    if (!trail) return WW_ERROR_STALE_HANDLE;
    if (count != wwTrailPoints(trail)) {
        return wwFail(WW_ERROR_INVALID_DEF, "trail: its points have changed since they were read");
    }
    for (uint32_t i = 0; i < WW_TRAIL_POINT_FLOATS * count; i++) {
        if (fabsf(floats[i]) <= WW_FARTHEST) continue;
        return wwFail(WW_ERROR_INVALID_DEF, "trail: a written point is not finite");
    }
    WwTrailStyle *style = wwTrailStyleOf(trails, trail);
    const Arrays arrays = arraysAt((float *)(uintptr_t)floats, count);
    turnTangents(style, trail, &arrays, count);
    uint32_t record = trail->oldestRecord;
    for (uint32_t i = 0; i < trail->recordCount; i++, record = style->nextRecord[record]) {
        WwTrailPoint point = wwTrailReadPoint(style, record);
        take(style, &arrays, i, &point, trails->now);
        wwTrailWritePoint(style, record, &point);
    }
    const uint32_t live = count - trail->recordCount;
    renewDeaths(style, trail);
    wwTrailExpire(trails, style, trail); // at once, as strokes take what is dead
    if (live) writeLive(trails, style, trail, &arrays, count, live);
    trail->asleep = false;
    return WW_OK;
}

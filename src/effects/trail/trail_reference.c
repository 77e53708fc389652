// The geometry that the shaders make of the records, on the CPU: for bounds, tools and tests. Twins
// of what shaders/trail_points.glsl, trail_full.glsl and trail_tube.vert do, under the same names.
#include "effects/trail/trail.h"

#include <string.h>

#define MIN_PIXELS 1.5f
#define MITER_COSINE 0.5f
#define REACH 0.42f
#define STRAIGHT 1.02f
#define OPEN -0.02f

typedef struct Point {
    vec3 position, tangent, side;
    float time, distance, width, follow;
} Point;

typedef struct Segment {
    Point older, newer, before;
    bool hasBefore, ends;
    uint32_t slot;
} Segment;

typedef struct Scene {
    const WwTrailStyle *style;
    const ww_TrailStyleDef *def;
    const WwTable *curves;
    const WwView *view;
    float turns[3]; // of the turbulence, by the origin
} Scene;

// What holds for a whole slot.
typedef struct Whole {
    float head, tail;
    vec3 eye;
    bool ownEye;
    float place[4], turn[4]; // of the parent
} Whole;

static const float *headRow(const Scene *scene, uint32_t slot) {
    return wwTableFloats(&scene->style->heads, slot * scene->style->headTexels);
}

static float widthOf(uint32_t code) {
    const float root = (float)(code & 0x1fffu) / 2048.0f;
    return root * root;
}

static void bisector(vec3 arriving, vec3 leaving, vec3 out) {
    glm_vec3_add(arriving, leaving, out);
    if (glm_vec3_norm2(out) < 1e-6f) glm_vec3_copy(arriving, out);
    glm_vec3_normalize(out);
}

// ---- segments

static const float *readRecord(const Scene *scene, uint32_t record, Point *out) {
    const float *texels = wwRingRecord(&scene->style->ring, record);
    memcpy(out->position, texels, sizeof out->position);
    out->time = texels[3];
    out->distance = texels[4];
    wwUnpackUnit(texels[5], out->tangent);
    out->width = widthOf(wwTrailPayload(texels[7]) >> 16);
    out->follow = wwTrailFollow(texels);
    glm_vec3_zero(out->side);
    if (scene->style->hasExtras) memcpy(out->side, texels + 8, sizeof out->side);
    return texels;
}

static void readBefore(const Scene *scene, uint32_t record, Segment *out) {
    out->hasBefore = record != WW_TRAIL_NO_RECORD;
    if (out->hasBefore) readRecord(scene, record, &out->before);
}

static bool readLaid(const Scene *scene, uint32_t index, Segment *out) {
    const WwRing *ring = &scene->style->ring;
    const float *newer = readRecord(scene, (ring->first + index) % ring->capacity, &out->newer);
    out->slot = wwTrailSlotOf(newer);
    out->ends = wwTrailLink(newer) & WW_TRAIL_ENDS;
    if (wwTrailBegins(newer)) return false;
    readBefore(scene, wwTrailPrevious(readRecord(scene, wwTrailPrevious(newer), &out->older)), out);
    return true;
}

static bool readLive(const Scene *scene, uint32_t index, Segment *out) {
    const bool second = index & 1u;
    const float *row = headRow(scene, index / 2);
    const uint32_t link = (uint32_t)row[11], last = (link >> 2) - 1u;
    const bool hasLast = last != WW_TRAIL_NO_RECORD;
    const uint32_t widths = wwTrailPayload(row[10]);
    Point older = {0};
    Point pending = {.time = row[3], .width = widthOf(widths), .follow = 1};
    Point head = {.time = row[7], .distance = row[8], .width = widthOf(widths >> 13), .follow = 1};
    memcpy(pending.position, row, sizeof pending.position);
    memcpy(head.position, row + 4, sizeof head.position);
    if (scene->style->hasExtras) {
        memcpy(pending.side, row + 12, sizeof pending.side);
        memcpy(head.side, row + 20, sizeof head.side);
    }
    // Distances and tangents are those in the medium that drifts: as at the time of the head.
    vec3 middle, first;
    wwTrailDrift(scene->style, pending.position, head.time - pending.time, middle);
    const float way = wwTrailDistanceBetween(middle, head.position);
    pending.distance = head.distance - way;
    out->slot = index / 2;
    out->ends = second || way == 0.0f;
    if (!(link & WW_TRAIL_LIVE) || !(second ? way > 0.0f : hasLast)) return false;
    vec3 arriving = {0, 1, 0};
    uint32_t beforeLast = WW_TRAIL_NO_RECORD;
    if (hasLast) {
        beforeLast = wwTrailPrevious(readRecord(scene, last, &older));
        wwTrailDrift(scene->style, older.position, head.time - older.time, first);
        wwTrailDirection(first, middle, arriving, arriving);
        const float arrived = wwTrailDistanceBetween(first, middle);
        pending.follow = wwMin(way / wwMax(arrived, 1e-9f), 1.0f);
    }
    wwTrailDirection(middle, head.position, arriving, head.tangent);
    if (hasLast) {
        bisector(arriving, head.tangent, pending.tangent);
    } else {
        glm_vec3_copy(head.tangent, pending.tangent);
    }
    out->older = second ? pending : older;
    out->newer = second ? head : pending;
    readBefore(scene, second ? last : beforeLast, out);
    return true;
}

// ---- what holds for a slot

static void readWhole(const Scene *scene, uint32_t slot, Whole *out) {
    const float *row = headRow(scene, slot);
    const float *state = wwTableFloats(&scene->style->states, slot * WW_TRAIL_STATE_TEXELS);
    out->head = row[8];
    out->tail = row[9];
    if ((uint32_t)row[11] & WW_TRAIL_RESTING) {
        const float since = (scene->view->now - row[7]) / scene->def->lifetime;
        const float at = wwClamp(since, 0.0f, 1.0f) * 7.0f;
        const uint32_t i = wwMinU((uint32_t)at, 6);
        out->tail = wwLerp(state[i], state[i + 1], at - (float)i);
    }
    out->ownEye = state[9] > 0.5f;
    memcpy(out->eye, out->ownEye ? state + 12 : scene->view->eye, sizeof out->eye);
    memcpy(out->place, (float[4]){0, 0, 0, 1}, sizeof out->place);
    memcpy(out->turn, (float[4]){0, 0, 0, 1}, sizeof out->turn);
    if (scene->def->space != WW_TRAIL_LOCAL) return;
    const float *parent = row + 4 * (scene->style->headTexels - WW_TRAIL_PARENT_TEXELS);
    memcpy(out->place, parent, sizeof out->place);
    memcpy(out->turn, parent + 4, sizeof out->turn);
}

static float cutOf(const Scene *scene, const Segment *segment, const Whole *whole) {
    const float cutTime = scene->view->now - scene->def->lifetime;
    const float span = segment->newer.time - segment->older.time;
    const float size = segment->newer.distance - segment->older.distance;
    const float byAge = span > 0.0f                      ? (cutTime - segment->older.time) / span
                        : segment->newer.time <= cutTime ? 1.0f
                                                         : 0.0f;
    const float byDistance = size > 0.0f ? (whole->tail - segment->older.distance) / size : 1.0f;
    return wwMax(byAge, byDistance);
}

static float curveAt(const Scene *scene, uint32_t channel, float position) {
    const float at = position * (float)(WW_CURVE_SAMPLES - 1);
    const uint32_t i = wwMinU((uint32_t)at, WW_CURVE_SAMPLES - 2);
    const float *row =
        wwTableFloats(scene->curves, (scene->style->curveRow + 2) * WW_CURVE_SAMPLES + i);
    return wwLerp(row[channel], row[4 + channel], at - (float)i);
}

// Half the width in metres (or pixels of the screen).
static float halfWidthOf(const Scene *scene, const Point *point, const Whole *whole) {
    const ww_TrailStyleDef *def = scene->def;
    const float visible = wwMax(whole->head - whole->tail, 1e-6f);
    const float overLength = wwClamp((whole->head - point->distance) / visible, 0.0f, 1.0f);
    const float overAge = wwClamp((scene->view->now - point->time) / def->lifetime, 0.0f, 1.0f);
    float width = point->width * curveAt(scene, 0, overLength) * curveAt(scene, 1, overAge);
    if (def->fadeMode & 2u) width *= 1.0f - overAge;
    width *= def->shape == WW_TRAIL_SWORD ? 2.0f * glm_vec3_norm((float *)point->side) : def->width;
    const WwView *view = scene->view;
    float scale = view->pixelsPerUnit;
    if (view->projection[2][3] != 0.0f) {
        vec3 seen;
        glm_mat4_mulv3((vec4 *)view->view, (float *)point->position, 1.0f, seen);
        scale /= wwMax(-seen[2], 1e-3f);
    }
    if (def->space == WW_TRAIL_SCREEN) scale = 1.0f;
    const float pixels = width * (def->widthUnits ? 1.0f : scale * whole->place[3]);
    return pixels > 0.0f ? 0.5f * wwMax(pixels, MIN_PIXELS) / scale : 0.0f;
}

// ---- motion

static float wave(float turns) {
    const float t = turns - floorf(turns) - 0.5f;
    const float y = t * (8.0f - 16.0f * fabsf(t));
    return y * (0.775f + 0.225f * fabsf(y));
}

void wwTrailCarry(const ww_TrailStyleDef *def, const float origin[3], const float from[3],
    float age, float way[3]) {
    const float drift[3] = {def->drift.x, def->drift.y, def->drift.z};
    const float gravity[3] = {def->gravity.x, def->gravity.y, def->gravity.z};
    const float grown = wwClamp(age / def->lifetime, 0.0f, 1.0f);
    const float size = def->turbulence * grown * grown * (3.0f - 2.0f * grown);
    const float turns = def->turbulenceSpeed * age;
    for (int i = 0; i < 3; i++) {
        const int n = (i + 1) % 3, l = (i + 2) % 3;
        const float next = from[n] * def->turbulenceFrequency + origin[n];
        const float last = from[l] * def->turbulenceFrequency + origin[l];
        way[i] = age * drift[i] + 0.5f * age * age * gravity[i];
        if (def->turbulence > 0.0f) {
            way[i] +=
                size * (wave(next + turns) + 0.5f * wave(1.7f * last + (0.3f - 1.3f * turns)));
        }
    }
}

static void carry(const Scene *scene, Point *point, float slope) {
    const float age = scene->view->now - point->time;
    const float ahead = 0.02f / (1.0f + scene->def->turbulenceFrequency);
    const ww_Vec3 *drift = &scene->def->drift; // known when the tangent was laid
    const vec3 drifts = {drift->x, drift->y, drift->z};
    vec3 way, next, further;
    wwTrailCarry(scene->def, scene->turns, point->position, age, way);
    for (int i = 0; i < 3; i++) further[i] = point->position[i] + ahead * point->tangent[i];
    wwTrailCarry(scene->def, scene->turns, further, age - slope * ahead, next);
    for (int i = 0; i < 3; i++) {
        point->tangent[i] += (next[i] - way[i]) / ahead + slope * drifts[i];
        point->position[i] += way[i];
    }
    glm_vec3_normalize(point->tangent);
}

static float slopeOf(const Point *older, const Point *newer) {
    return (newer->time - older->time) / wwMax(newer->distance - older->distance, 1e-6f);
}

static void toWorld(const Whole *whole, Point *point) {
    wwRotate3(whole->turn, point->position, point->position);
    wwRotate3(whole->turn, point->tangent, point->tangent);
    wwRotate3(whole->turn, point->side, point->side);
    for (int i = 0; i < 3; i++) {
        point->position[i] = whole->place[i] + whole->place[3] * point->position[i];
    }
}

static void moveSegment(const Scene *scene, const Whole *whole, Segment *segment) {
    const float slope = slopeOf(&segment->older, &segment->newer);
    carry(scene, &segment->newer, slope);
    carry(scene, &segment->older,
        segment->hasBefore ? slopeOf(&segment->before, &segment->older) : slope);
    float way[3];
    const float age = scene->view->now - segment->before.time;
    wwTrailCarry(scene->def, scene->turns, segment->before.position, age, way);
    for (int i = 0; i < 3; i++) segment->before.position[i] += way[i];
    if (scene->def->space != WW_TRAIL_LOCAL) return;
    toWorld(whole, &segment->older);
    toWorld(whole, &segment->newer);
    toWorld(whole, &segment->before);
}

static Point between(const Point *a, const Point *b, float share) {
    Point point;
    glm_vec3_lerp((float *)a->position, (float *)b->position, share, point.position);
    glm_vec3_lerp((float *)a->tangent, (float *)b->tangent, share, point.tangent);
    glm_vec3_lerp((float *)a->side, (float *)b->side, share, point.side);
    glm_vec3_normalize(point.tangent);
    point.time = wwLerp(a->time, b->time, share);
    point.distance = wwLerp(a->distance, b->distance, share);
    point.width = wwLerp(a->width, b->width, share);
    point.follow = 1.0f;
    return point;
}

// ---- edges

static void faceOf(const Scene *scene, const Whole *whole, const Point *point, vec3 face) {
    const WwView *view = scene->view;
    if (scene->def->facing == WW_TRAIL_FACING_NORMAL) {
        const float normal[3] = {scene->def->axis.x, scene->def->axis.y, scene->def->axis.z};
        wwNormalize3(normal, (float[3]){0, 1, 0}, face);
    } else if (scene->def->space == WW_TRAIL_SCREEN) {
        glm_vec3_copy((vec3){0, 0, 1}, face);
    } else if (view->projection[2][3] != 0.0f || whole->ownEye) {
        glm_vec3_sub((float *)whole->eye, (float *)point->position, face);
    } else {
        glm_vec3_copy((vec3){view->view[0][2], view->view[1][2], view->view[2][2]}, face);
    }
}

typedef struct Joint {
    vec3 arriving, leaving, side;
    float outer, longer, inner, across;
} Joint;

static void unitOf(vec3 v, vec3 out) {
    glm_vec3_scale(v, 1.0f / wwMax(glm_vec3_norm(v), 1e-30f), out);
}

// Returns the length of `way` as it is seen; 0 where it points at the eye.
static float sideOf(const Scene *scene, vec3 way, vec3 other, vec3 toEye, vec3 side) {
    vec3 direction;
    unitOf(way, direction);
    glm_vec3_cross(direction, toEye, side);
    const float seen = glm_vec3_norm(side);
    if (seen > 1e-3f) {
        glm_vec3_normalize(side);
        return seen * glm_vec3_norm(way);
    }
    glm_vec3_cross(other, toEye, side);
    if (glm_vec3_norm(side) > 1e-4f) {
        glm_vec3_normalize(side);
    } else {
        for (int i = 0; i < 3; i++) side[i] = scene->view->view[i][0];
    }
    return 0.0f;
}

static float turnOf(vec3 a, vec3 b, vec3 about) {
    vec3 turn;
    glm_vec3_cross(a, b, turn);
    return glm_vec3_dot(turn, about);
}

static void jointOf(const Scene *scene, const Point *point, vec3 arriving, bool alone, vec3 face,
    float halfWidth, Joint *joint) {
    vec3 leaving, toEye, tangent, side;
    glm_vec3_copy((float *)point->tangent, tangent);
    unitOf(face, toEye);
    const float along = 2.0f * glm_vec3_dot(tangent, arriving);
    for (int i = 0; i < 3; i++) {
        leaving[i] = alone ? arriving[i] : (along * tangent[i] - arriving[i]) * point->follow;
    }
    const float seenArriving = sideOf(scene, arriving, tangent, toEye, joint->arriving);
    const float seenLeaving = sideOf(scene, leaving, tangent, toEye, joint->leaving);
    if (seenLeaving == 0.0f) glm_vec3_copy(joint->arriving, joint->leaving);
    if (seenArriving == 0.0f) glm_vec3_copy(joint->leaving, joint->arriving);
    joint->outer = turnOf(joint->arriving, joint->leaving, toEye) < 0.0f ? -1.0f : 1.0f;
    glm_vec3_add(joint->arriving, joint->leaving, side);
    if (glm_vec3_norm2(side) < 1e-3f) {
        vec3 back;
        glm_vec3_sub(joint->arriving, joint->leaving, back);
        glm_vec3_cross(toEye, back, side);
        glm_vec3_scale(side, joint->outer, side);
    }
    glm_vec3_normalize_to(side, joint->side);
    const float cosine = wwClamp(glm_vec3_dot(joint->side, joint->arriving), 0.0f, 1.0f);
    joint->longer = cosine < MITER_COSINE ? 1.0f + 2.0f * cosine : 1.0f / cosine;
    joint->inner = joint->longer;
    if (seenArriving > 0.0f && seenLeaving > 0.0f) {
        const float reach = REACH * wwMin(seenArriving, seenLeaving) / wwMax(halfWidth, 1e-9f);
        const float sine = sqrtf(1.0f - cosine * cosine);
        joint->inner = wwMin(joint->longer, reach / wwMax(sine, 1e-6f));
    }
    joint->across = joint->inner * cosine;
}

// A segment as it is drawn, and where its quads go.
typedef struct Body {
    Point ends[2]; // older, newer
    float halves[2];
    vec3 way;
    float cut;
    const Segment *segment;
    WwTrailVisit visit;
    void *context;
} Body;

static void jointAt(const Scene *scene, const Body *body, uint32_t end, vec3 face, Joint *joint) {
    const Point *point = &body->ends[end], *before = &body->segment->before;
    const bool alone =
        end == 0 ? !body->segment->hasBefore || body->cut >= 0.0f : body->segment->ends;
    vec3 way;
    glm_vec3_copy((float *)body->way, way);
    if (end == 0 && body->cut > 0.0f) {
        glm_vec3_copy((float *)point->tangent, way);
    } else if (end == 0 && !alone) {
        glm_vec3_sub((float *)point->position, (float *)before->position, way);
    }
    jointOf(scene, point, way, alone, face, body->halves[end], joint);
}

static void edgeOf(
    const Joint *joint, vec3 way, vec3 face, float hand, bool older, bool straight, vec3 edge) {
    const float *own = older ? joint->leaving : joint->arriving;
    vec3 right;
    glm_vec3_cross(way, face, right);
    const float side = glm_vec3_dot((float *)own, right) < 0.0f ? -hand : hand;
    if (side != joint->outer) {
        glm_vec3_scale((float *)joint->side, joint->inner * side, edge);
    } else if (straight) {
        glm_vec3_scale((float *)own, side, edge);
    } else {
        glm_vec3_scale((float *)joint->side, joint->longer * side, edge);
    }
}

// Where shape or facing say what the side of a ribbon is.
static bool ownEdge(
    const ww_TrailStyleDef *def, const Point *point, uint32_t plane, float hand, vec3 edge) {
    vec3 tangent;
    glm_vec3_copy((float *)point->tangent, tangent);
    glm_vec3_copy((float *)point->side, edge);
    if (def->shape == WW_TRAIL_CROSS && plane == 1) glm_vec3_cross(tangent, edge, edge);
    if (def->shape == WW_TRAIL_SWORD) glm_vec3_normalize(edge);
    if (def->shape == WW_TRAIL_RIBBON) {
        if (def->facing != WW_TRAIL_FACING_AXIS) return false;
        glm_vec3_muladds(tangent, -glm_vec3_dot(edge, tangent), edge);
        if (glm_vec3_norm2(edge) <= 1e-6f) return false;
        glm_vec3_normalize(edge);
    }
    glm_vec3_scale(edge, hand, edge);
    return true;
}

static void ribbonEdge(const Scene *scene, const Whole *whole, const Body *body, uint32_t end,
    float hand, uint32_t plane, vec3 edge) {
    const ww_TrailStyleDef *def = scene->def;
    if (ownEdge(def, &body->ends[end], plane, hand, edge)) return;
    vec3 face;
    Joint joint;
    faceOf(scene, whole, &body->ends[end], face);
    jointAt(scene, body, end, face, &joint);
    const bool joins = def->joins && def->facing != WW_TRAIL_FACING_AXIS;
    edgeOf(
        &joint, (float *)body->way, face, hand, end == 0, joins && joint.longer > STRAIGHT, edge);
}

static void tubeEdge(const Point *point, vec3 along, float turn, vec3 edge) {
    vec3 tangent, side, other, bend;
    float cosine = glm_vec3_dot((float *)point->tangent, along);
    glm_vec3_copy(cosine < MITER_COSINE ? along : (float *)point->tangent, tangent);
    if (cosine < MITER_COSINE) cosine = 1.0f;
    glm_vec3_copy((float *)point->side, side);
    glm_vec3_muladds(tangent, -glm_vec3_dot(side, tangent), side);
    if (glm_vec3_norm2(side) <= 1e-6f) {
        const bool level = fabsf(tangent[1]) < 0.9f;
        glm_vec3_cross(tangent, (vec3){level ? 0 : 1, level ? 1 : 0, 0}, side);
    }
    glm_vec3_normalize(side);
    glm_vec3_cross(tangent, side, other);
    glm_vec3_scale(side, wwCos(turn), edge);
    glm_vec3_muladds(other, wwSin(turn), edge);
    for (int i = 0; i < 3; i++) bend[i] = along[i] - tangent[i] * cosine;
    const float size = glm_vec3_norm2(bend);
    if (size > 1e-8f) {
        glm_vec3_muladds(bend, glm_vec3_dot(bend, edge) / size * (1.0f / cosine - 1.0f), edge);
    }
}

static void corner(const Body *body, uint32_t end, vec3 edge, float out[3]) {
    for (int i = 0; i < 3; i++) out[i] = body->ends[end].position[i] + body->halves[end] * edge[i];
}

static void visitRibbon(const Scene *scene, const Whole *whole, Body *body, uint32_t plane) {
    float corners[12];
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t end = i / 2;
        vec3 edge;
        ribbonEdge(scene, whole, body, end, i == 1 || i == 2 ? 1.0f : -1.0f, plane, edge);
        corner(body, end, edge, corners + 3 * i);
    }
    body->visit(body->context, corners);
}

static void tubeCorner(const Body *body, uint32_t end, float share, float out[3]) {
    const Segment *segment = body->segment;
    vec3 edge, along;
    wwTrailDirection(
        segment->older.position, segment->newer.position, segment->newer.tangent, along);
    tubeEdge(&body->ends[end], along, 2.0f * WW_PI * share, edge);
    corner(body, end, edge, out);
}

static void visitTube(const Body *body, uint32_t sides) {
    for (uint32_t side = 0; side < sides; side++) {
        const float left = (float)side / (float)sides, right = (float)(side + 1) / (float)sides;
        float corners[12];
        for (uint32_t i = 0; i < 4; i++) {
            tubeCorner(body, i / 2, i == 1 || i == 2 ? right : left, corners + 3 * i);
        }
        body->visit(body->context, corners);
    }
}

// Two sides of a fan a quad, around the middle of an end.
static void visitFans(const Body *body, uint32_t end, uint32_t sides) {
    for (uint32_t side = 0; side < sides; side += 2) {
        float corners[12];
        memcpy(corners, body->ends[end].position, sizeof(vec3));
        for (uint32_t i = 0; i < 3; i++) {
            const float share = (float)wwMinU(side + i, sides) / (float)sides;
            tubeCorner(body, end, share, corners + 3 * (i + 1));
        }
        body->visit(body->context, corners);
    }
}

static void visitSegment(const Scene *scene, Segment *segment, WwTrailVisit visit, void *context) {
    const ww_TrailStyleDef *def = scene->def;
    Whole whole;
    readWhole(scene, segment->slot, &whole);
    const float cut = cutOf(scene, segment, &whole);
    if (cut >= 1.0f) return;
    moveSegment(scene, &whole, segment);
    Body body = {.ends = {segment->older, segment->newer},
        .cut = cut,
        .segment = segment,
        .visit = visit,
        .context = context};
    if (cut > 0.0f) body.ends[0] = between(&segment->older, &segment->newer, cut);
    for (int i = 0; i < 2; i++) body.halves[i] = halfWidthOf(scene, &body.ends[i], &whole);
    glm_vec3_sub(segment->newer.position, segment->older.position, body.way);
    if (def->shape != WW_TRAIL_TUBE) {
        visitRibbon(scene, &whole, &body, 0);
        if (def->shape == WW_TRAIL_CROSS) visitRibbon(scene, &whole, &body, 1);
        return;
    }
    visitTube(&body, def->sides);
    vec3 along;
    glm_vec3_normalize_to(body.way, along);
    const bool open[2] = {!segment->hasBefore || cut > OPEN, segment->ends};
    for (uint32_t end = 0; end < 2; end++) {
        const bool sharp = glm_vec3_dot(body.ends[end].tangent, along) < MITER_COSINE;
        if (open[end] || sharp) visitFans(&body, end, def->sides);
    }
}

void wwTrailExpand(const WwTrails *trails, const WwTrailStyle *style, uint32_t slot,
    const WwView *view, WwTrailVisit visit, void *context) {
    Scene scene = {
        .style = style, .def = &style->def, .curves = &trails->shared->curves, .view = view};
    wwTrailTurns(trails, style, scene.turns);
    for (uint32_t i = 0; i < style->ring.count + 2 * style->slotsUsed; i++) {
        Segment segment;
        const bool exists = i < style->ring.count
                                ? readLaid(&scene, i, &segment)
                                : readLive(&scene, i - style->ring.count, &segment);
        if (exists && (slot == WW_TRAIL_NO_RECORD || slot == segment.slot)) {
            visitSegment(&scene, &segment, visit, context);
        }
    }
}

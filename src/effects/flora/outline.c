// The outlines of foliage parts, cut in geometry, so that nothing is blended or discarded. A part
// is made of blades: strips of triangles between the two edges of a leaf, mirrored on its rib, with
// raised sides and a bend along it. Coarser levels have fewer and broader blades.
#include "effects/flora/parts.h"

#include <string.h>

// How one blade stands on its part.
typedef struct Pose {
    float seat;             // along the part
    float yaw, pitch, roll; // radians: in the part's plane, out of it, about the blade's own rib
    float length, width;    // share of the part's size, share of the length
    float curl;             // radians over the length
    float light;
} Pose;

// Pairs of edge points from base to tip: along the rib, half width. Blunt without a tip.
typedef struct Shape {
    float edges[4][2];
    uint32_t count;
    float tip;
} Shape;

enum { OVAL, LANCE, ROUND, LOBED, PALMATE, HEART, POINTED, STRIP };

static const Shape shapes[] = {
    [OVAL] = {{{0.3f, 0.4f}, {0.62f, 0.42f}}, 2, 1.0f},
    [LANCE] = {{{0.28f, 0.42f}, {0.6f, 0.38f}}, 2, 1.0f},
    [ROUND] = {{{0.16f, 0.42f}, {0.52f, 0.5f}, {0.85f, 0.3f}}, 3, 1.0f},
    [LOBED] = {{{0.58f, 0.5f}, {0.98f, 0.19f}}, 2, 0.0f},
    [PALMATE] = {{{-0.06f, 0.3f}, {0.2f, 0.2f}, {0.46f, 0.56f}, {0.56f, 0.2f}}, 4, 1.0f},
    [HEART] = {{{0.14f, 0.46f}, {0.5f, 0.34f}}, 2, 1.0f},
    [POINTED] = {{{0.5f, 0.5f}}, 1, 1.0f},
    [STRIP] = {{{0.02f, 0.5f}, {0.35f, 0.42f}, {0.7f, 0.28f}}, 3, 1.0f},
};

static WwOutlinePoint *addPoint(WwOutline *outline, float light, float u, float v) {
    WwOutlinePoint *point = &outline->points[outline->pointCount++];
    point->light = light;
    point->uv[0] = u;
    point->uv[1] = v;
    return point;
}

static void addTriangle(WwOutline *outline, uint32_t a, uint32_t b, uint32_t c) {
    uint8_t *triangle = outline->triangles[outline->triangleCount++];
    triangle[0] = (uint8_t)a;
    triangle[1] = (uint8_t)b;
    triangle[2] = (uint8_t)c;
}

#define OWN_BASE WW_OUTLINE_POINTS

// A blade along a unit direction; `flat` and `over` are unit, across it. Its base is a point that
// stands, or OWN_BASE.
static void addBladeAlong(WwOutline *outline, const Pose *pose, const Shape *shape, uint32_t base,
    const float along[3], const float flat[3], const float over[3]) {
    const float sr = wwSin(pose->roll), cr = wwCos(pose->roll);
    float across[3], above[3];
    for (int i = 0; i < 3; i++) {
        across[i] = cr * flat[i] + sr * over[i];
        above[i] = cr * over[i] - sr * flat[i];
    }
    const bool own = base == OWN_BASE;
    if (own) base = outline->pointCount;
    const uint32_t first = outline->pointCount + (own ? 1 : 0); // of the edges
    const bool blunt = shape->tip == 0.0f;
    const uint32_t edges = 2 * shape->count;
    const uint32_t corners = edges + (blunt ? 1 : 2);
    for (uint32_t k = own ? 0 : 1; k < corners; k++) {
        // Base, right and left edges in turn, tip.
        const bool edge = k > 0 && k <= edges;
        const float *pair = edge ? shape->edges[(k - 1) / 2] : NULL;
        const float y = edge ? pair[0] : k ? shape->tip : 0.0f;
        const float half = edge ? (k & 1u ? pair[1] : -pair[1]) : 0.0f;
        const float bend = 0.5f * pose->curl * y;
        const float reach = pose->length * y;
        const float raised = 0.2f * fabsf(half) * pose->width * pose->length;
        const float sink = reach * wwSin(bend), ahead = reach * wwCos(bend);
        WwOutlinePoint *point =
            addPoint(outline, pose->light * (0.78f + 0.34f * wwMax(y, 0.0f)), 2.0f * half, y);
        for (int i = 0; i < 3; i++) {
            point->position[i] = half * pose->width * pose->length * across[i] + ahead * along[i] +
                                 (raised - sink) * above[i];
            point->normal[i] = above[i] - 0.8f * half * across[i] + wwSin(2.0f * bend) * along[i];
        }
        point->position[1] += pose->seat;
    }
    addTriangle(outline, base, first, first + 1);
    for (uint32_t k = 0; k + 2 < edges; k += 2) {
        addTriangle(outline, first + k, first + k + 2, first + k + 1);
        addTriangle(outline, first + k + 1, first + k + 2, first + k + 3);
    }
    if (!blunt) addTriangle(outline, first + edges - 2, first + edges, first + edges - 1);
}

static void addBlade(WwOutline *outline, const Pose *pose, const Shape *shape) {
    const float sy = wwSin(pose->yaw), cy = wwCos(pose->yaw);
    const float sp = wwSin(pose->pitch), cp = wwCos(pose->pitch);
    const float along[3] = {sy * cp, cy * cp, sp};
    const float flat[3] = {cy, -sy, 0.0f}, over[3] = {-sy * sp, -cy * sp, cp};
    addBladeAlong(outline, pose, shape, OWN_BASE, along, flat, over);
}

// A feather of needle shoots: a stem, and pairs of pointed shoots that share its points.
static void addSpray(WwOutline *outline, uint32_t pairs, float width) {
    const float step = 0.8f / (float)pairs;
    for (uint32_t k = 0; k <= pairs; k++) {
        const float y = step * (float)k;
        WwOutlinePoint *stem = addPoint(outline, 0.6f + 0.3f * y, 0.0f, y);
        stem->position[1] = y;
        stem->position[2] = -0.12f * y * y;
        stem->normal[2] = 1.0f;
    }
    for (uint32_t k = 0; k < 2 * pairs; k++) {
        const float sign = k & 1u ? -1.0f : 1.0f;
        const uint32_t seat = k / 2;
        const float y = step * (float)seat;
        const float length = 0.52f - 0.3f * y;
        WwOutlinePoint *tip = addPoint(outline, 1.1f + 0.15f * y, sign, y + 0.3f);
        tip->position[0] = sign * length * 0.72f * width;
        tip->position[1] = y + length * 0.75f;
        tip->position[2] = -0.08f - 0.12f * y;
        tip->normal[0] = 0.5f * sign;
        tip->normal[2] = 1.0f;
        const uint32_t point = outline->pointCount - 1;
        if (k & 1u)
            addTriangle(outline, seat, seat + 1, point);
        else
            addTriangle(outline, seat, point, seat + 1);
    }
    WwOutlinePoint *end = addPoint(outline, 1.25f, 0.0f, 1.0f);
    end->position[1] = 1.05f;
    end->position[2] = -0.16f;
    end->normal[2] = 1.0f;
    addTriangle(outline, pairs - 1, outline->pointCount - 1, pairs);
}

// Blades out of one place, spread evenly over the directions within `open` of the part's own
// (0: ahead only, 1: all around).
static void addBurst(
    WwOutline *outline, uint32_t count, float open, const Pose *like, const Shape *shape) {
    const uint32_t base = outline->pointCount; // of all
    for (uint32_t k = 0; k < count; k++) {
        const float ahead = 1.0f - 2.0f * open * ((float)k + 0.5f) / (float)count;
        const float aside = sqrtf(wwMax(0.0f, 1.0f - ahead * ahead));
        const float turn = 2.39996323f * (float)k;
        const float along[3] = {aside * wwCos(turn), ahead, aside * wwSin(turn)};
        float flat[3], over[3];
        wwBasis(along, flat, over);
        addBladeAlong(outline, like, shape, k ? base : OWN_BASE, along, flat, over);
    }
    const float out[3] = {0.0f, 1.0f, 0.0f};
    memcpy(outline->points[base].normal, out, sizeof out);
}

// A rib with leaflets on both sides that lean towards its tip and grow shorter towards both ends.
static void addFrond(const ww_TreeDef *def, uint32_t pairs, WwOutline *outline) {
    const float curl = def->leafCurl;
    const Pose rib = {0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.025f, curl, 0.8f};
    addBlade(outline, &rib, &shapes[STRIP]);
    for (uint32_t k = 0; k < 2 * pairs; k++) {
        const float side = k & 1u ? -1.0f : 1.0f;
        const float y = 0.12f + 0.86f * ((float)(k / 2) + 0.5f) / (float)pairs;
        const float bulge = wwMin(1.0f, 0.35f + 2.2f * y) * (1.25f - y) * 0.95f;
        const float bend = 0.5f * curl * y;
        const Pose leaflet = {0.0f, side * (1.15f - 0.5f * y), -0.25f - 0.3f * bend, 0.0f,
            def->leafWidth * bulge, 0.9f / (float)pairs / wwMax(def->leafWidth * bulge, 0.05f),
            0.5f, 1.0f};
        const uint32_t first = outline->pointCount;
        addBlade(outline, &leaflet, &shapes[POINTED]);
        for (uint32_t i = first; i < outline->pointCount; i++) {
            outline->points[i].position[1] += y * wwCos(bend);
            outline->points[i].position[2] -= y * wwSin(bend);
        }
    }
}

// Blades side by side in a plane, like the fingers of a hand.
static void addFan(const ww_TreeDef *def, uint32_t fingers, WwOutline *outline) {
    for (uint32_t k = 0; k < fingers; k++) {
        const float share = 2.0f * ((float)k + 0.5f) / (float)fingers - 1.0f;
        const Pose finger = {0.3f, 2.1f * share, -0.1f, 0.0f, 0.7f - 0.15f * share * share,
            3.4f * def->leafWidth / (float)fingers, def->leafCurl, 1.0f};
        addBlade(outline, &finger, &shapes[POINTED]);
    }
    const Pose stalk = {0.0f, 0.0f, 0.0f, 0.0f, 0.32f, 0.08f, 0.0f, 0.8f};
    addBlade(outline, &stalk, &shapes[POINTED]);
}

// One leaf from afar.
static void addFar(const ww_TreeDef *def, float width, WwOutline *outline) {
    const Pose far = {0.0f, 0.0f, 0.0f, 0.0f, 1.0f, width, def->leafCurl, 1.0f};
    addBlade(outline, &far, &shapes[POINTED]);
}

// Oaks bear their leaves in rosettes at the ends of their twigs.
static void addRosette(const ww_TreeDef *def, const Shape *shape, float width, WwOutline *outline) {
    static const float poses[3][5] = {{0.38f, 0.15f, -0.2f, 0.64f, 1.02f},
        {0.22f, 1.15f, 0.2f, 0.6f, 0.93f}, {0.16f, -1.2f, 0.1f, 0.6f, 0.97f}};
    for (uint32_t k = 0; k < 3; k++) {
        const float *p = poses[k];
        const Pose pose = {p[0], p[1], p[2], 0.0f, p[3], width, def->leafCurl, p[4]};
        addBlade(outline, &pose, shape);
    }
}

void wwOutlineLeaf(const ww_TreeDef *def, uint32_t level, WwOutline *outline) {
    memset(outline, 0, sizeof *outline);
    const bool fine = level == 0, far = level == 2;
    const Shape *shape = &shapes[fine ? def->leafOutline : POINTED];
    const float width = def->leafWidth * (fine ? 1.0f : 1.15f);
    const Pose blade = {0.0f, 0.0f, 0.0f, 0.0f, 1.0f, width, def->leafCurl, 1.0f};
    Pose crossed = blade;
    crossed.roll = 0.5f * WW_PI;
    switch (def->leafShape) {
    case WW_LEAF_SPRAY:
        addSpray(outline, far ? 1 : 5 - 2 * level, def->leafWidth);
        break;
    case WW_LEAF_SINGLE:
        addBlade(outline, &blade, shape);
        break;
    case WW_LEAF_CROSSED:
        addBlade(outline, &blade, shape);
        if (!far) addBlade(outline, &crossed, shape);
        break;
    case WW_LEAF_STAR:
        addBurst(outline, far ? 2 : 6 - 2 * level, 0.4f, &blade, shape);
        break;
    case WW_LEAF_TUFT:
        crossed.width = width * (fine ? 1.0f : far ? 3.0f : 1.6f);
        addBurst(outline, far ? 3 : 10 - 4 * level, 0.45f, &crossed, &shapes[POINTED]);
        break;
    case WW_LEAF_BALL:
        crossed.length = 0.6f;
        crossed.width = width * (fine ? 1.0f : far ? 2.0f : 1.4f);
        addBurst(outline, far ? 3 : 12 - 5 * level, 1.0f, &crossed, shape);
        break;
    case WW_LEAF_FROND:
        if (far)
            addFar(def, 0.8f * def->leafWidth, outline);
        else
            addFrond(def, fine ? 13 : 6, outline);
        break;
    case WW_LEAF_FAN:
        if (far)
            addFar(def, 1.2f, outline);
        else
            addFan(def, fine ? 11 : 5, outline);
        break;
    case WW_LEAF_BLADE:
        if (far)
            addFar(def, 1.5f * def->leafWidth, outline);
        else
            addBlade(outline, &blade, &shapes[fine ? STRIP : LANCE]);
        break;
    default:
        if (far)
            addFar(def, 1.3f * def->leafWidth, outline);
        else
            addRosette(def, shape, width, outline);
    }
}

void wwOutlineBlossom(uint32_t level, WwOutline *outline) {
    memset(outline, 0, sizeof *outline);
    const Pose petal = {0.0f, 0.0f, 0.0f, 0.5f * WW_PI, 0.55f, level ? 1.7f : 1.2f, 0.5f, 1.0f};
    addBurst(outline, level == 2 ? 2 : 8 - 4 * level, 0.8f, &petal, &shapes[POINTED]);
}

// A ball that hangs from its stalk (along the part is down): poles, and rings of five points.
void wwOutlineFruit(uint32_t level, WwOutline *outline) {
    memset(outline, 0, sizeof *outline);
    const uint32_t rings = level == 0 ? 2 : 1, sides = level == 2 ? 3 : 5;
    const uint32_t last = rings * sides + 1;
    for (uint32_t k = 0; k <= last; k++) {
        const bool pole = k == 0 || k == last;
        const uint32_t ring = pole ? 0 : (k - 1) / sides;
        const float turn = 2.0f * WW_PI * ((float)(k - 1) + 0.5f * (float)ring) / (float)sides;
        const float y = pole ? (k ? 1.0f : -1.0f) : rings == 1 ? 0.0f : ring ? 0.45f : -0.45f;
        const float out = sqrtf(wwMax(0.0f, 1.0f - y * y));
        const float normal[3] = {
            pole ? 0.0f : out * wwCos(turn), y, pole ? 0.0f : out * wwSin(turn)};
        WwOutlinePoint *point = addPoint(outline, 1.0f, 0.0f, 0.5f - 0.5f * y);
        for (int i = 0; i < 3; i++) {
            point->normal[i] = normal[i];
            point->position[i] = 0.5f * normal[i] + (i == 1 ? 0.6f : 0.0f);
        }
    }
    for (uint32_t k = 0; k < sides; k++) {
        const uint32_t a = 1 + k, b = 1 + (k + 1) % sides;
        const uint32_t high = last - sides;
        addTriangle(outline, 0, a, b);
        addTriangle(outline, last, high + (k + 1) % sides, high + k);
        if (rings == 1) continue;
        addTriangle(outline, a, high + k, b);
        addTriangle(outline, b, high + k, high + (k + 1) % sides);
    }
}

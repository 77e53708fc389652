// Where a particle is born around its source: uniform over the volume or surface of a shape.
#include "base/memory.h"
#include "effects/particle/particle_lay.h"

#include <string.h>

#define WIDEST_CONE 1.5f

static void cross3(const float a[3], const float b[3], float out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

WwCap wwDrawCap(float cosCone, WwRandom *random) {
    WwCap cap;
    cap.z = wwLerp(1.0f, cosCone, wwRandomUnit(random));
    const float radius = sqrtf(wwMax(0.0f, 1.0f - cap.z * cap.z));
    wwTurn(wwRandomUnit(random), &cap.y, &cap.x);
    cap.x *= radius;
    cap.y *= radius;
    return cap;
}

// ---- shapes of a few numbers. Each draws the same count of numbers from the stream every time.

static void drawSphere(bool surface, WwRandom *random, float out[3]) {
    const WwCap cap = wwDrawCap(-1.0f, random);
    // The largest of three uniform numbers is distributed like the cube root of one.
    const float first = wwRandomUnit(random);
    const float second = wwMax(first, wwRandomUnit(random));
    const float radius = surface ? 1.0f : wwMax(second, wwRandomUnit(random));
    out[0] = cap.x * radius;
    out[1] = cap.y * radius;
    out[2] = cap.z * radius;
}

static void drawDisc(bool surface, WwRandom *random, float out[3]) {
    wwTurn(wwRandomUnit(random), &out[2], &out[0]);
    const float unit = wwRandomUnit(random);
    const float radius = surface ? 1.0f : sqrtf(unit);
    out[0] *= radius;
    out[1] = 0.0f;
    out[2] *= radius;
}

// The surface is one of three pairs of faces, drawn by their areas. Returns the face.
static int drawBox(const float half[3], bool surface, WwRandom *random, float out[3]) {
    for (int i = 0; i < 3; i++) out[i] = wwRandomRange(random, -1.0f, 1.0f);
    int face = 0;
    if (surface) {
        const float areas[3] = {half[1] * half[2], half[2] * half[0], half[0] * half[1]};
        const float pick = wwRandomUnit(random) * (areas[0] + areas[1] + areas[2]);
        face = pick < areas[0] ? 0 : pick < areas[0] + areas[1] ? 1 : 2;
        out[face] = out[face] < 0.0f ? -1.0f : 1.0f;
    } else {
        for (int i = 1; i < 3; i++) face = fabsf(out[i]) > fabsf(out[face]) ? i : face;
    }
    return face;
}

// A tube bent to a ring. The tube is longer on its outside: a place is mirrored to the other side
// of the tube's middle as often as that makes it uniform.
static void drawRing(const float extents[3], bool surface, WwRandom *random, WwPlace *out) {
    float around[2], tube[2];
    wwTurn(wwRandomUnit(random), &around[1], &around[0]);
    wwTurn(wwRandomUnit(random), &tube[1], &tube[0]);
    const float share = wwRandomUnit(random);
    const float radius = extents[1] * (surface ? 1.0f : sqrtf(share));
    const float mean = 0.5f * (extents[0] + extents[2]);
    const float mirror = wwRandomUnit(random) * 2.0f * mean;
    if (mirror > mean + radius * tube[0]) tube[0] = -tube[0];
    out->normal[0] = around[0] * tube[0];
    out->normal[1] = tube[1];
    out->normal[2] = around[1] * tube[0];
    out->position[0] = around[0] * extents[0] + out->normal[0] * radius;
    out->position[1] = tube[1] * radius;
    out->position[2] = around[1] * extents[2] + out->normal[2] * radius;
}

// A cone cut off at its foot: rays through a disc that spread by the cone's angle at its rim.
static void drawCone(const WwSource *source, WwRandom *random, WwPlace *out) {
    const ww_EmitterStyleDef *def = &source->style->def;
    float sine, cosine;
    wwTurn(wwRandomUnit(random), &sine, &cosine);
    const float unit = wwRandomUnit(random);
    const float share = def->surface ? 1.0f : sqrtf(unit);
    const float along = wwRandomUnit(random);
    const float angle = wwMin(def->coneAngle, WIDEST_CONE);
    const float slope = wwSin(angle) / wwCos(angle);
    // The radius grows linearly; cross-sections (the rim's length on the surface) weigh the height.
    const float foot = def->extents.x, top = foot + def->extents.y * slope;
    const float power = def->surface ? 2.0f : 3.0f;
    const float low = wwPow(foot, power), high = wwPow(top, power);
    const float radius = wwPow(wwLerp(low, high, along), 1.0f / power);
    const float length = def->extents.y;
    const float straight = slope * length < 1e-3f * foot || slope == 0.0f ? along * length : -1.0f;
    const float height = straight >= 0.0f ? straight : (radius - foot) / slope;
    for (int i = 0; i < 3; i++) {
        const float outward = source->side[i] * cosine + source->up[i] * sine;
        const float ray = source->axis[i] + outward * (share * slope);
        out->position[i] = outward * (share * foot) + ray * height;
        out->normal[i] = ray;
    }
    wwNormalize3(out->normal, source->axis, out->normal);
}

// ---- shapes of points

// The part that a share of the summed weights falls into.
static uint32_t findPart(const WwShapePoints *points, float share) {
    uint32_t low = 0, high = points->parts - 1;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (points->sums[middle] > share) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

static void drawPolyline(const WwShapePoints *points, WwRandom *random, WwPlace *out) {
    const uint32_t part = findPart(points, wwRandomUnit(random));
    const float *from = points->corners + part * 3;
    const float share = wwRandomUnit(random);
    for (int i = 0; i < 3; i++) {
        out->normal[i] = from[3 + i] - from[i];
        out->position[i] = from[i] + out->normal[i] * share;
    }
    wwNormalize3(out->normal, (const float[3]){0, 1, 0}, out->normal);
}

static void drawMesh(const WwShapePoints *points, WwRandom *random, WwPlace *out) {
    const float *a = points->corners + findPart(points, wwRandomUnit(random)) * 9;
    const float root = sqrtf(wwRandomUnit(random));
    const float share = wwRandomUnit(random) * root;
    float toB[3], toC[3];
    for (int i = 0; i < 3; i++) {
        toB[i] = a[3 + i] - a[i];
        toC[i] = a[6 + i] - a[i];
        out->position[i] = a[i] + toB[i] * (root - share) + toC[i] * share;
    }
    cross3(toB, toC, out->normal);
    wwNormalize3(out->normal, (const float[3]){0, 1, 0}, out->normal);
}

void wwDrawPlace(const WwSource *source, WwRandom *random, WwPlace *out) {
    const ww_EmitterStyleDef *def = &source->style->def;
    const float extents[3] = {def->extents.x, def->extents.y, def->extents.z};
    float *p = out->position;
    memset(p, 0, sizeof out->position);
    memcpy(out->normal, source->axis, sizeof out->normal);
    int face = 0;
    switch ((WwParticleShape)def->shape) {
    case WW_SHAPE_SPHERE:
        drawSphere(def->surface, random, p);
        wwNormalize3(p, source->axis, out->normal);
        break;
    case WW_SHAPE_BOX:
        face = drawBox(extents, def->surface, random, p);
        memset(out->normal, 0, sizeof out->normal);
        out->normal[face] = p[face] < 0.0f ? -1.0f : 1.0f;
        break;
    case WW_SHAPE_DISC:
        drawDisc(def->surface, random, p);
        break;
    case WW_SHAPE_CONE:
        drawCone(source, random, out);
        return;
    case WW_SHAPE_RING:
        drawRing(extents, def->surface, random, out);
        return;
    case WW_SHAPE_EDGE:
        p[0] = wwRandomRange(random, -1.0f, 1.0f);
        break;
    case WW_SHAPE_POLYLINE:
        drawPolyline(&source->style->shapePoints, random, out);
        return;
    case WW_SHAPE_MESH:
        drawMesh(&source->style->shapePoints, random, out);
        return;
    default:
        break;
    }
    for (int i = 0; i < 3; i++) p[i] *= extents[i];
}

// ---- the points of a style

ww_Status wwShapeCheck(const ww_EmitterStyleDef *def) {
    const uint32_t count = def->shapePoints.count;
    if (def->shape == WW_SHAPE_POLYLINE && count < 2) {
        return wwFail(WW_ERROR_INVALID_DEF,
            "emitter style: shapePoints of a polyline must be at least 2 points");
    }
    if (def->shape == WW_SHAPE_MESH && (count == 0 || count % 3 != 0)) {
        return wwFail(WW_ERROR_INVALID_DEF,
            "emitter style: shapePoints of a mesh must be 3 points a triangle, at least 3");
    }
    return WW_OK;
}

// Length of a line, or area of a triangle.
static float weigh(const float *corners, bool triangle) {
    float toB[3], toC[3], normal[3];
    for (int i = 0; i < 3; i++) {
        toB[i] = corners[3 + i] - corners[i];
        toC[i] = triangle ? corners[6 + i] - corners[i] : 0.0f;
    }
    cross3(toB, toC, normal);
    const float *v = triangle ? normal : toB;
    return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

bool wwShapeCopy(const ww_EmitterStyleDef *def, WwKeyArray keys, WwShapePoints *out) {
    memset(out, 0, sizeof *out);
    const bool triangles = def->shape == WW_SHAPE_MESH;
    if (!triangles && def->shape != WW_SHAPE_POLYLINE) return true;
    const uint32_t count = def->shapePoints.count;
    out->parts = triangles ? count / 3 : count - 1;
    out->corners = wwAlloc((count * 3 + out->parts) * sizeof(float));
    if (!out->corners) return false;
    out->sums = out->corners + count * 3;
    memcpy(out->corners, keys.floats + def->shapePoints.first, count * 3 * sizeof(float));
    float sum = 0.0f;
    for (uint32_t i = 0; i < out->parts; i++) {
        sum += weigh(out->corners + i * (triangles ? 9 : 3), triangles);
        out->sums[i] = sum;
    }
    // Without any extent every part is as good as another.
    for (uint32_t i = 0; i < out->parts; i++) {
        out->sums[i] = sum > 0.0f ? out->sums[i] / sum : (float)(i + 1) / (float)out->parts;
    }
    return true;
}

void wwShapeFree(WwShapePoints *points) {
    wwFree(points->corners);
    memset(points, 0, sizeof *points);
}

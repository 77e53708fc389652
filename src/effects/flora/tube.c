// A node as a tube around its bent axis. Rings stand where the axis or the girth bends, and nowhere
// else; frames are carried along the axis without twist. The tube begins inside of its parent and
// is closed at both ends, so that wood has no open edge.
#include "effects/flora/tube.h"

#include <string.h>

// Radians that the axis turns between two rings, by level of detail.
static const float turnOfLevel[] = {0.16f, 0.4f, 0.8f};
// Rounds of Taubin's two factors, "A signal processing approach to fair surface design", 1995: what
// the first shrinks the second blows up again.
#define SHRINK 0.5f
#define GROW (-0.53f)

// ---- where rings stand

static void addRing(WwTube *tube, float t, float bulge) {
    WwRing *rings = tube->work->rings;
    const float last = tube->ringCount ? rings[tube->ringCount - 1].t : -1.0f;
    const float least = wwMin(0.02f, 0.02f / (1.0f + (float)tube->def->trunkRings));
    // Leaves room for the foot and for both rings of an end.
    if (t <= last + least || t > 0.995f || tube->ringCount + 4 > WW_TUBE_RINGS) return;
    rings[tube->ringCount++] = (WwRing){.t = t, .bulge = bulge};
}

// Rings of the stretch up to `end` that the bends of the axis ask for.
static void addBends(WwTube *tube, float end) {
    const WwTreeNode *node = tube->node;
    const WwSkeleton *skeleton = tube->skeleton;
    const float fine = node->radius < 0.02f ? 0.2f : node->radius < 0.05f ? 0.5f : 1.0f;
    const float turn = turnOfLevel[wwMinU(tube->level, 2)];
    const float most = turn / (fine * tube->def->woodDetail);
    // Trunks bend in the wind.
    const float gap = node->level == 0 ? 0.1f * (float)(1u << tube->level) : 1.0f;
    const float step = 1.0f / (float)node->segments;
    float bent = 0.0f;
    float last = tube->ringCount ? tube->work->rings[tube->ringCount - 1].t : 0.0f;
    for (uint32_t k = 1; k < node->segments; k++) {
        const float t = (float)k * step;
        const float *a = skeleton->axis[node->firstPoint + k - 1];
        const float *b = a + 3;
        const float *c = b + 3;
        const float *girth = skeleton->girth + node->firstPoint + k - 1;
        float squared = 0.0f;
        for (int i = 0; i < 3; i++) {
            const float change = (c[i] - 2.0f * b[i] + a[i]) * (float)node->segments;
            squared += change * change;
        }
        bent += sqrtf(squared) + fabsf(girth[2] - 2.0f * girth[1] + girth[0]) * 3.0f;
        if (t <= last || t >= end) {
            if (t >= end) break;
            bent = 0.0f;
            continue;
        }
        if (bent < most && t - last < gap) continue;
        addRing(tube, t, 1.0f);
        last = t;
        bent = 0.0f;
    }
}

static void addFlareRings(WwTube *tube) {
    const WwTreeNode *node = tube->node;
    const float flared = 2.2f * node->radius / node->length;
    if (tube->level == 0) {
        addRing(tube, 0.12f * flared, 1.0f);
        addRing(tube, 0.32f * flared, 1.0f);
        addRing(tube, 0.6f * flared, 1.0f);
    }
    if (flared < 0.6f) addRing(tube, flared, 1.0f);
}

static void addBambooRings(WwTube *tube) {
    const uint32_t count = tube->def->trunkRings;
    const WwTreeNode *node = tube->node;
    const float from = node->along;
    const float size = node->reach - node->along;
    for (uint32_t k = 0; k < count; k++) {
        const float along = ((float)k + 0.5f) / (float)count;
        const float t = (along - from) / size;
        const float width = 0.16f / ((float)count * size);
        if (t <= width || t >= 0.98f - width) continue;
        addBends(tube, t - width);
        addRing(tube, t - width, 1.0f);
        addRing(tube, t, 1.0f + tube->def->trunkRingDepth);
        addRing(tube, t + width, 1.0f);
    }
}

static void standRings(WwTube *tube) {
    const WwTreeNode *node = tube->node;
    tube->ringCount = 0;
    addRing(tube, 0.0f, 1.0f);
    const bool stem = node->level == 0 && node->along == 0.0f;
    const float exit = tube->seat.radius / node->length;
    if (stem && tube->def->trunkFlare > 0.0f) {
        addFlareRings(tube);
    } else if (!stem && tube->def->collars && tube->level < 2 && node->radius > 0.03f) {
        addRing(tube, wwMin(exit, 0.5f), 1.0f);
        if (tube->level == 0) addRing(tube, wwMin(2.5f * exit, 0.75f), 1.0f);
    }
    if (node->level == 0 && tube->level == 0 && tube->def->trunkRings > 0) addBambooRings(tube);
    addBends(tube, 0.97f);
}

// ---- where points lie

static void turnFrame(const WwTube *tube, WwRing *ring, const WwRing *previous) {
    const WwTreeNode *node = tube->node;
    float before[3], after[3], tangent[3], side[3], fallback[3], unused[3];
    const float reach = 0.5f / (float)node->segments;
    WwSpot spot;
    wwNodeSpot(tube->skeleton, node, ring->t, &spot);
    memcpy(ring->axis, spot.axis, sizeof ring->axis);
    memcpy(ring->center, spot.point, sizeof ring->center);
    ring->wood = spot.radius;
    wwNodeTangent(tube->skeleton, node, ring->t - reach, before);
    wwNodeTangent(tube->skeleton, node, ring->t + reach, after);
    for (int i = 0; i < 3; i++) tangent[i] = before[i] + after[i];
    wwUnit3(tangent, after, ring->tangent);
    const float *n = ring->tangent;
    wwBasis(n, fallback, unused);
    const float *carried = previous ? previous->side : fallback;
    const float along = carried[0] * n[0] + carried[1] * n[1] + carried[2] * n[2];
    for (int i = 0; i < 3; i++) side[i] = carried[i] - along * n[i];
    wwUnit3(side, fallback, ring->side);
    const float *s = ring->side;
    ring->other[0] = n[1] * s[2] - n[2] * s[1];
    ring->other[1] = n[2] * s[0] - n[0] * s[2];
    ring->other[2] = n[0] * s[1] - n[1] * s[0];
    for (int i = 0; i < 3; i++) ring->center[i] += ring->beyond * n[i];
}

// A branch begins narrow inside its parent, is widest where it comes out, and settles from there.
static float collarAt(const WwTube *tube, float radius, float distance) {
    const float out = distance / wwMax(tube->seat.radius, 1e-6f);
    const float swell = out < 1.0f ? wwLerp(0.75f, 1.15f, out)
                                   : wwLerp(1.15f, 1.0f, wwMin(1.0f, (out - 1.0f) / 1.5f));
    return wwMin(radius * swell, wwMax(0.9f * radius, 0.8f * tube->seat.radius));
}

static void spreadRing(const WwTube *tube, uint32_t index) {
    const WwTreeNode *node = tube->node;
    WwTubeWork *work = tube->work;
    WwRing *ring = &work->rings[index];
    const bool stem = node->level == 0 && node->along == 0.0f;
    const float distance = ring->t * node->length;
    float radius = ring->wood * ring->bulge;
    if (!stem && tube->def->collars) radius = collarAt(tube, radius, distance);
    const float near = stem ? wwExp(-distance / (1.3f * node->radius)) : 0.0f;
    const float flare = near * tube->def->trunkFlare;
    const float ridge = node->level == 0 ? 0.035f : 0.0f;
    const float twist = node->level == 0 ? tube->def->trunkTwist * ring->t : 0.0f;
    const float s = twist == 0.0f ? 0.0f : wwSin(twist);
    const float c = twist == 0.0f ? 1.0f : wwCos(twist);
    float sum = 0.0f;
    for (uint32_t k = 0; k < tube->sides; k++) {
        const float across = work->cosines[k] * c - work->sines[k] * s;
        const float above = work->sines[k] * c + work->cosines[k] * s;
        const float lobe = work->lobes[k];
        const float out = radius * (1.0f + ridge * lobe + flare * (0.5f + 0.4f * lobe));
        for (int i = 0; i < 3; i++) {
            work->points[index][k][i] =
                ring->center[i] + out * (ring->side[i] * across + ring->other[i] * above);
        }
        sum += out;
    }
    ring->radius = sum / (float)tube->sides;
}

// The end: pointed, rounded by two more rings, or broken off.
static void closeEnd(WwTube *tube, WwRandom *random) {
    WwTubeWork *work = tube->work;
    const WwTreeNode *node = tube->node;
    if (tube->end == 0) {
        wwNodePoint(tube->skeleton, node, 1.0f, tube->tip);
        return;
    }
    WwRing *rings = work->rings + tube->ringCount;
    const float radius = node->tipRadius;
    rings[0] = (WwRing){.t = 1.0f, .bulge = 1.0f};
    rings[1] = (WwRing){.t = 1.0f, .bulge = 0.72f, .beyond = 0.55f * radius};
    tube->ringCount += tube->end == 1 ? 2 : 1;
    for (uint32_t k = 0; k < (tube->end == 1 ? 2u : 1u); k++) {
        turnFrame(tube, &rings[k], &rings[k] - 1);
        spreadRing(tube, (uint32_t)(&rings[k] - work->rings));
    }
    const WwRing *last = &work->rings[tube->ringCount - 1];
    const float deep = tube->end == 1 ? 0.25f * radius : -0.5f * radius;
    for (int i = 0; i < 3; i++) tube->tip[i] = last->center[i] + deep * last->tangent[i];
    if (tube->end == 1) return;
    for (uint32_t k = 0; k < tube->sides; k++) {
        const float ragged = wwRandomRange(random, -0.4f, 0.9f) * radius;
        float *point = work->points[tube->ringCount - 1][k];
        for (int i = 0; i < 3; i++) point[i] += ragged * last->tangent[i];
    }
}

// Most tubes have as many sides as the one before.
static void layTurns(WwTubeWork *work, uint32_t sides) {
    work->turns = sides;
    for (uint32_t k = 0; k < sides; k++) {
        wwTurn((float)k / (float)sides, &work->sines[k], &work->cosines[k]);
    }
}

void wwTubeLay(WwTube *tube, WwRandom *random) {
    WwTubeWork *work = tube->work;
    const WwTreeNode *node = tube->node;
    const uint32_t lobes = node->level == 0 ? tube->def->trunkLobes : 0;
    if (work->turns != tube->sides) layTurns(work, tube->sides);
    for (uint32_t k = 0; k < tube->sides; k++) {
        work->lobes[k] = 0.0f;
        if (!lobes) continue;
        const float angle = 2.0f * WW_PI * (float)k / (float)tube->sides;
        work->lobes[k] = 0.7f * wwCos((float)lobes * angle + tube->phase) +
                         0.3f * wwCos(wwMax(1.0f, (float)lobes - 2.0f) * angle - tube->phase);
    }
    standRings(tube);
    // A stem stands in the ground, which may slope.
    if (node->level == 0 && node->along == 0.0f) work->rings[0].beyond = -0.25f * node->radius;
    for (uint32_t r = 0; r < tube->ringCount; r++) {
        turnFrame(tube, &work->rings[r], r ? &work->rings[r - 1] : NULL);
        spreadRing(tube, r);
    }
    closeEnd(tube, random);
}

// ---- smoothing

static void relax(WwTube *tube, float factor) {
    WwTubeWork *work = tube->work;
    const uint32_t sides = tube->sides;
    for (uint32_t r = 1; r + 1 < tube->ringCount; r++) {
        const float *n = work->rings[r].tangent;
        for (uint32_t k = 0; k < sides; k++) {
            const float *here = work->points[r][k];
            const float *below = work->points[r - 1][k];
            const float *above = work->points[r + 1][k];
            const float *left = work->points[r][k ? k - 1 : sides - 1];
            const float *right = work->points[r][k + 1 < sides ? k + 1 : 0];
            float move[3];
            float along = 0.0f;
            for (int i = 0; i < 3; i++) {
                move[i] = 0.25f * (below[i] + above[i] + left[i] + right[i]) - here[i];
                along += move[i] * n[i];
            }
            // Not along the axis: there the bark would slide.
            for (int i = 0; i < 3; i++) {
                work->smoothed[r][k][i] = here[i] + factor * (move[i] - along * n[i]);
            }
        }
    }
    for (uint32_t r = 1; r + 1 < tube->ringCount; r++) {
        memcpy(work->points[r], work->smoothed[r], sides * sizeof work->points[r][0]);
    }
}

void wwTubeSmooth(WwTube *tube, uint32_t passes) {
    WwTubeWork *work = tube->work;
    for (uint32_t pass = 0; pass < passes; pass++) {
        relax(tube, SHRINK);
        relax(tube, GROW);
    }
    const float share = 1.0f / (float)tube->sides;
    for (uint32_t r = 1; r + 1 < tube->ringCount; r++) {
        float center[3] = {0.0f, 0.0f, 0.0f};
        for (uint32_t k = 0; k < tube->sides; k++) {
            for (int i = 0; i < 3; i++) center[i] += work->points[r][k][i] * share;
        }
        float mean = 0.0f;
        for (uint32_t k = 0; k < tube->sides; k++) {
            const float *p = work->points[r][k];
            const float d[3] = {p[0] - center[0], p[1] - center[1], p[2] - center[2]};
            mean += sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) * share;
        }
        const float scale = work->rings[r].radius / wwMax(mean, 1e-9f);
        for (uint32_t k = 0; k < tube->sides; k++) {
            float *p = work->points[r][k];
            for (int i = 0; i < 3; i++) p[i] = center[i] + scale * (p[i] - center[i]);
        }
    }
}

void wwTubeNormal(const WwTube *tube, uint32_t ring, uint32_t side, float normal[3]) {
    const WwTubeWork *work = tube->work;
    const uint32_t sides = tube->sides;
    const float *left = work->points[ring][side ? side - 1 : sides - 1];
    const float *right = work->points[ring][side + 1 < sides ? side + 1 : 0];
    const float *below = work->points[ring ? ring - 1 : 0][side];
    const float *above = ring + 1 < tube->ringCount ? work->points[ring + 1][side] : tube->tip;
    float u[3], v[3];
    for (int i = 0; i < 3; i++) {
        u[i] = right[i] - left[i];
        v[i] = above[i] - below[i];
    }
    normal[0] = u[1] * v[2] - u[2] * v[1];
    normal[1] = u[2] * v[0] - u[0] * v[2];
    normal[2] = u[0] * v[1] - u[1] * v[0];
    if (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2] > 1e-22f) return;
    // Too small to have a face: straight out of the axis.
    const float *center = work->rings[ring].center;
    const float *here = work->points[ring][side];
    for (int i = 0; i < 3; i++) normal[i] = here[i] - center[i];
}

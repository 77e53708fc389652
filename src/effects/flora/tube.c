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
        const float *heading = skeleton->heading[node->firstPoint + k - 1];
        const float *ahead = heading + 3;
        const float *girth = skeleton->girth + node->firstPoint + k - 1;
        float squared = 0.0f;
        for (int i = 0; i < 3; i++) squared += (ahead[i] - heading[i]) * (ahead[i] - heading[i]);
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
    float before[3], after[3], tangent[3], side[3], first[3], unused[3];
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
    if (!previous) wwBasis(n, first, unused);
    const float *carried = previous ? previous->side : first;
    const float along = carried[0] * n[0] + carried[1] * n[1] + carried[2] * n[2];
    for (int i = 0; i < 3; i++) side[i] = carried[i] - along * n[i];
    wwUnit3(side, previous ? previous->other : first, ring->side);
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

static void closeRing(const WwTube *tube, uint32_t ring) {
    for (uint32_t i = 0; i < 3; i++) {
        float *row = wwTubeRow(tube, ring, i);
        row[-1] = row[tube->sides - 1];
        row[tube->sides] = row[0];
    }
}

// How far the points of a ring are from its center; their mean. Branches are round.
static float spreadOut(const WwTube *tube, const WwRing *ring, float radius, float *restrict out) {
    const WwTreeNode *node = tube->node;
    const uint32_t lanes = wwTubeLanes(tube);
    if (node->level > 0) {
        for (uint32_t k = 0; k < lanes; k++) out[k] = radius;
        return radius;
    }
    const float near =
        node->along == 0.0f ? wwExp(-ring->t * node->length / (1.3f * node->radius)) : 0.0f;
    const float flare = near * tube->def->trunkFlare;
    for (uint32_t k = 0; k < lanes; k++) {
        const float lobe = tube->work->lobes[k];
        out[k] = radius * (1.0f + 0.035f * lobe + flare * (0.5f + 0.4f * lobe));
    }
    float sum = 0.0f;
    for (uint32_t k = 0; k < tube->sides; k++) sum += out[k];
    return sum / (float)tube->sides;
}

static void spreadRing(const WwTube *tube, uint32_t index) {
    const WwTreeNode *node = tube->node;
    WwTubeWork *work = tube->work;
    WwRing *ring = &work->rings[index];
    const bool stem = node->level == 0 && node->along == 0.0f;
    float radius = ring->wood * ring->bulge;
    if (!stem && tube->def->collars) radius = collarAt(tube, radius, ring->t * node->length);
    float out[WW_TUBE_SIDES];
    ring->radius = spreadOut(tube, ring, radius, out);
    const float twist = node->level == 0 ? tube->def->trunkTwist * ring->t : 0.0f;
    float s = 0.0f, c = 1.0f;
    if (twist != 0.0f) wwTurn(wwShareOfTurn(twist), &s, &c);
    for (uint32_t i = 0; i < 3; i++) {
        const float center = ring->center[i];
        const float ahead = ring->side[i] * c + ring->other[i] * s;
        const float aside = ring->other[i] * c - ring->side[i] * s;
        float *row = wwTubeRow(tube, index, i);
        for (uint32_t k = 0; k < tube->sides; k += 4) {
            const WwFour cosines = wwFourLoad(&work->cosines[k]);
            const WwFour sines = wwFourLoad(&work->sines[k]);
            wwFourStore(row + k, center + wwFourLoad(out + k) * (ahead * cosines + aside * sines));
        }
    }
    closeRing(tube, index);
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
        for (uint32_t i = 0; i < 3; i++) {
            wwTubeRow(tube, tube->ringCount - 1, i)[k] += ragged * last->tangent[i];
        }
    }
    closeRing(tube, tube->ringCount - 1);
}

// Most tubes have as many sides as the one before.
static void layTurns(WwTubeWork *work, uint32_t sides, uint32_t lanes) {
    work->turns = sides;
    for (uint32_t k = 0; k < lanes; k++) {
        wwTurn((float)k / (float)sides, &work->sines[k], &work->cosines[k]);
    }
}

static void layLobes(const WwTube *tube) {
    const float count = (float)tube->def->trunkLobes;
    const uint32_t lanes = wwTubeLanes(tube);
    for (uint32_t k = 0; k < lanes; k++) {
        const float angle = 2.0f * WW_PI * (float)k / (float)tube->sides;
        const float lobe = 0.7f * wwCos(count * angle + tube->phase) +
                           0.3f * wwCos(wwMax(1.0f, count - 2.0f) * angle - tube->phase);
        tube->work->lobes[k] = count > 0.0f ? lobe : 0.0f;
    }
}

void wwTubeLay(WwTube *tube, WwRandom *random) {
    WwTubeWork *work = tube->work;
    const WwTreeNode *node = tube->node;
    if (work->turns != tube->sides) layTurns(work, tube->sides, wwTubeLanes(tube));
    if (node->level == 0) layLobes(tube);
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

static void relaxRing(const WwTube *tube, uint32_t ring, float factor) {
    const float *n = tube->work->rings[ring].tangent;
    for (uint32_t k = 0; k < tube->sides; k += 4) {
        WwFour moves[3], along = {0};
        for (uint32_t i = 0; i < 3; i++) {
            const float *here = wwTubeRow(tube, ring, i) + k;
            const WwFour below = wwFourLoad(wwTubeRow(tube, ring - 1, i) + k);
            const WwFour above = wwFourLoad(wwTubeRow(tube, ring + 1, i) + k);
            const WwFour beside = wwFourLoad(here - 1) + wwFourLoad(here + 1);
            moves[i] = 0.25f * (below + above + beside) - wwFourLoad(here);
            along += moves[i] * n[i];
        }
        // Not along the axis: there the bark would slide.
        for (uint32_t i = 0; i < 3; i++) {
            const WwFour here = wwFourLoad(wwTubeRow(tube, ring, i) + k);
            wwFourStore(
                &tube->work->smoothed[ring][i][k], here + factor * (moves[i] - along * n[i]));
        }
    }
}

static void relax(const WwTube *tube, float factor) {
    const uint32_t last = tube->ringCount - 1;
    for (uint32_t r = 1; r < last; r++) relaxRing(tube, r, factor);
    for (uint32_t r = 1; r < last; r++) {
        for (uint32_t i = 0; i < 3; i++) {
            memcpy(wwTubeRow(tube, r, i), tube->work->smoothed[r][i], tube->sides * sizeof(float));
        }
        closeRing(tube, r);
    }
}

static void keepRadius(const WwTube *tube, uint32_t ring) {
    const uint32_t sides = tube->sides;
    const float share = 1.0f / (float)sides;
    float squares[WW_TUBE_SIDES] = {0}, center[3];
    for (uint32_t i = 0; i < 3; i++) {
        const float *row = wwTubeRow(tube, ring, i);
        float sum = 0.0f;
        for (uint32_t k = 0; k < sides; k++) sum += row[k];
        center[i] = sum * share;
        for (uint32_t k = 0; k < sides; k++) {
            squares[k] += (row[k] - center[i]) * (row[k] - center[i]);
        }
    }
    float mean = 0.0f;
    for (uint32_t k = 0; k < sides; k++) mean += sqrtf(squares[k]) * share;
    const float scale = tube->work->rings[ring].radius / wwMax(mean, 1e-9f);
    for (uint32_t i = 0; i < 3; i++) {
        float *row = wwTubeRow(tube, ring, i);
        for (uint32_t k = 0; k < sides; k++) row[k] = center[i] + scale * (row[k] - center[i]);
    }
    closeRing(tube, ring);
}

void wwTubeSmooth(WwTube *tube, uint32_t passes) {
    for (uint32_t pass = 0; pass < passes; pass++) {
        relax(tube, SHRINK);
        relax(tube, GROW);
    }
    for (uint32_t r = 1; r + 1 < tube->ringCount; r++) keepRadius(tube, r);
}

WwFourVectors wwTubeNormals(const WwTube *tube, uint32_t ring, uint32_t first) {
    const int32_t k = (int32_t)first;
    const WwFour less = wwFourAll(-1.0f);
    const float *tip = tube->tip, *center = tube->work->rings[ring].center;
    const WwFourVectors end = {wwFourAll(tip[0]), wwFourAll(tip[1]), wwFourAll(tip[2])};
    const bool last = ring + 1 == tube->ringCount;
    const WwFourVectors above = last ? end : wwTubePoints(tube, ring + 1, k);
    const WwFourVectors below = wwTubePoints(tube, ring ? ring - 1 : 0, k);
    const WwFourVectors right = wwTubePoints(tube, ring, k + 1);
    const WwFourVectors u = wwFourAdd(right, less, wwTubePoints(tube, ring, k - 1));
    const WwFourVectors v = wwFourAdd(above, less, below);
    const WwFourVectors face = {
        u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    // Too small to have a face: straight out of the axis.
    const WwFourVectors here = wwTubePoints(tube, ring, k);
    const WwFourVectors out = {here.x - center[0], here.y - center[1], here.z - center[2]};
    return wwFourPickVectors(wwFourDot(face, face) > 1e-22f, face, out);
}

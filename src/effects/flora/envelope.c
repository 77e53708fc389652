// The room that a tree grows into: the outline of its crown, the ground, and its own trunk.
#include "effects/flora/skeleton.h"

enum { DOME, CONE, SPHERE, HEMISPHERE, COLUMN, TAPERED, FLAME, VASE, UMBRELLA, NONE };

// A quarter of a circle that closes an outline between `from` and 1.
static float roundOff(float h, float from) {
    const float u = wwMax(0.0f, (h - from) / (1.0f - from));
    return sqrtf(wwMax(0.0f, 1.0f - u * u));
}

static float domeProfile(float h) {
    if (h < -0.15f) return 0.0f;
    const float u = wwMax(0.0f, (0.36f - h) / 0.61f);
    return h < 0.36f ? 1.0f - 0.4f * u * u * u : roundOff(h, 0.36f);
}

float wwCrownProfile(uint32_t shape, float h) {
    if (shape == NONE) return 1e3f;
    if (h >= 1.0f) return 0.0f;
    const float up = wwMax(h, 0.0f);
    switch (shape) {
    case CONE:
        return h < 0.0f ? 1.0f : wwPow(1.0f - h, 0.9f);
    case SPHERE:
        return h < 0.0f ? 0.0f : sqrtf(4.0f * h * (1.0f - h));
    case HEMISPHERE:
        return h < -0.05f ? 0.0f : roundOff(up, 0.0f);
    case COLUMN:
        return roundOff(h, 0.8f) * wwMin(1.0f, 0.6f + 2.5f * up);
    case TAPERED:
        return (1.0f - 0.5f * up) * roundOff(h, 0.75f);
    case FLAME:
        return h < 0.3f ? 0.45f + 0.55f * roundOff(1.0f - up / 0.3f, 0.0f)
                        : wwPow((1.0f - h) / 0.7f, 0.75f);
    case VASE:
        return (0.3f + 0.8f * up) * roundOff(h, 0.7f);
    case UMBRELLA:
        return h < 0.55f ? 0.25f + 1.36f * up * up / 0.55f : roundOff(h, 0.55f);
    default:
        return domeProfile(h);
    }
}

float wwCrownReach(const ww_TreeDef *def, const WwSkeleton *skeleton, const float start[3],
    const float offset[3], float most) {
    const float crownHeight = wwMax(skeleton->height - skeleton->crownBase, 0.01f);
    const float finest = 0.06f * wwMax(skeleton->crownRadius, 0.1f * crownHeight);
    const float step = wwMax(finest, most / 64.0f);
    float previousGap = 0.0f;
    for (uint32_t k = 0; k < 66; k++) {
        const float s = step * (float)k;
        const float x = start[0] + s * offset[0];
        const float z = start[2] + s * offset[2];
        const float y = start[1] + s * offset[1];
        const float h = (y - skeleton->crownBase) / crownHeight;
        const float outline = skeleton->crownRadius * wwCrownProfile(def->crownShape, h);
        const float clearance = y - def->groundClearance * skeleton->height;
        const float gap = wwMin(outline - sqrtf(x * x + z * z), clearance);
        if (gap <= 0.0f) {
            return k == 0 ? 0.0f : s - step * (1.0f - previousGap / (previousGap - gap));
        }
        if (s >= most) break;
        previousGap = gap;
    }
    return most;
}

void wwTrunkLay(const WwSkeleton *skeleton, const WwTreeNode *node, WwTrunk *trunk) {
    trunk->node = node;
    trunk->parts = (node->segments + 3u) / 4u;
    for (uint32_t k = 0; k < 4 * trunk->parts; k++) {
        // The last four are filled up with the last segment.
        const uint32_t at = node->firstPoint + wwMinU(k, node->segments - 1);
        const float *a = skeleton->axis[at], *b = skeleton->axis[at + 1];
        const uint32_t part = k / 4, lane = k % 4;
        const float chord[3] = {node->length * (b[0] - a[0]), node->length * (b[1] - a[1]),
            node->length * (b[2] - a[2])};
        trunk->start[part].x[lane] = node->start[0] + node->length * a[0];
        trunk->start[part].y[lane] = node->start[1] + node->length * a[1];
        trunk->start[part].z[lane] = node->start[2] + node->length * a[2];
        trunk->chord[part].x[lane] = chord[0];
        trunk->chord[part].y[lane] = chord[1];
        trunk->chord[part].z[lane] = chord[2];
        const float square = chord[0] * chord[0] + chord[1] * chord[1] + chord[2] * chord[2];
        trunk->perSquare[part][lane] = 1.0f / wwMax(square, 1e-20f);
        trunk->radius[part][lane] = node->radius * skeleton->girth[at];
        trunk->more[part][lane] = node->radius * (skeleton->girth[at + 1] - skeleton->girth[at]);
    }
}

bool wwTrunkNear(const WwTrunk *trunk, const float point[3], float distance) {
    const WwFour none = {0}, one = wwFourAll(1.0f);
    WwFourBits near = {0};
    for (uint32_t k = 0; k < trunk->parts; k++) {
        const WwFourVectors start = trunk->start[k], chord = trunk->chord[k];
        const WwFourVectors gap = {point[0] - start.x, point[1] - start.y, point[2] - start.z};
        const WwFour along = wwFourDot(gap, chord) * trunk->perSquare[k];
        const WwFour u = wwFourMin(wwFourMax(along, none), one);
        const WwFourVectors away = wwFourAdd(gap, -u, chord);
        const WwFour reach = trunk->radius[k] + u * trunk->more[k] + distance;
        near |= (reach > none) & (wwFourDot(away, away) < reach * reach);
    }
    return near[0] | near[1] | near[2] | near[3];
}

// First point of the axis that is in the trunk, or the number of points.
static uint32_t firstInside(
    const WwSkeleton *skeleton, const WwTrunk *trunk, const WwTreeNode *node) {
    for (uint32_t k = 1; k <= node->segments; k++) {
        const float *axis = skeleton->axis[node->firstPoint + k];
        const float wood = node->radius * skeleton->girth[node->firstPoint + k];
        float point[3];
        for (int i = 0; i < 3; i++) point[i] = node->start[i] + node->length * axis[i];
        if (wwTrunkNear(trunk, point, 1.2f * wood)) return k;
    }
    return node->segments + 1;
}

// Mirrors the parts of an axis that go towards the trunk.
static void turnAway(WwSkeleton *skeleton, const WwTreeNode *node, const float away[3]) {
    for (uint32_t k = 1; k <= node->segments; k++) {
        float *a = skeleton->axis[node->firstPoint + k];
        const float along = a[0] * away[0] + a[2] * away[2];
        if (along >= 0.0f) continue;
        a[0] -= 2.0f * along * away[0];
        a[2] -= 2.0f * along * away[2];
    }
    const float up[3] = {0.0f, 1.0f, 0.0f};
    for (uint32_t k = node->firstPoint; k < node->firstPoint + node->segments; k++) {
        const float *a = skeleton->axis[k];
        const float *b = skeleton->axis[k + 1];
        const float chord[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        wwUnit3(chord, up, skeleton->heading[k]);
    }
}

bool wwKeepClear(WwSkeleton *skeleton, const WwTrunk *trunk, WwTreeNode *node) {
    const float reach = 1.2f * (node->length + node->radius);
    if (!wwTrunkNear(trunk, node->start, reach)) return true;
    if (firstInside(skeleton, trunk, node) > node->segments) return true;
    float axis[3], away[3];
    const float east[3] = {1.0f, 0.0f, 0.0f};
    const WwTreeNode *bearer = trunk->node;
    wwNodePoint(skeleton, bearer, (node->start[1] - bearer->start[1]) / bearer->length, axis);
    for (int i = 0; i < 3; i++) away[i] = i == 1 ? 0.0f : node->start[i] - axis[i];
    wwUnit3(away, east, away);
    turnAway(skeleton, node, away);
    for (int round = 0; round < 4; round++) {
        const uint32_t inside = firstInside(skeleton, trunk, node);
        if (inside > node->segments) return true;
        node->length *= wwMax(0.15f, ((float)inside - 0.6f) / (float)node->segments);
    }
    return firstInside(skeleton, trunk, node) > node->segments;
}

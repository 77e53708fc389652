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

bool wwTrunkNear(
    const WwSkeleton *skeleton, const WwTreeNode *trunk, const float point[3], float distance) {
    const float scale = 1.0f / trunk->length;
    float local[3];
    for (int i = 0; i < 3; i++) local[i] = (point[i] - trunk->start[i]) * scale;
    for (uint32_t k = 0; k < trunk->segments; k++) {
        const float *a = skeleton->axis[trunk->firstPoint + k];
        const float *b = skeleton->axis[trunk->firstPoint + k + 1];
        const float *girth = skeleton->girth + trunk->firstPoint + k;
        const float thickest = trunk->radius * (girth[0] > girth[1] ? girth[0] : girth[1]);
        const float most = (thickest + distance) * scale;
        // Trunks are long and upright: most segments are far above or below.
        if (local[1] + most < a[1] && local[1] + most < b[1]) continue;
        if (local[1] - most > a[1] && local[1] - most > b[1]) continue;
        float dot = 0.0f;
        float length = 1e-12f;
        for (int i = 0; i < 3; i++) {
            dot += (local[i] - a[i]) * (b[i] - a[i]);
            length += (b[i] - a[i]) * (b[i] - a[i]);
        }
        const float u = wwClamp(dot / length, 0.0f, 1.0f);
        float squared = 0.0f;
        for (int i = 0; i < 3; i++) {
            const float gap = local[i] - wwLerp(a[i], b[i], u);
            squared += gap * gap;
        }
        const float near = (trunk->radius * wwLerp(girth[0], girth[1], u) + distance) * scale;
        if (near > 0.0f && squared < near * near) return true;
    }
    return false;
}

// First point of the axis that is in the trunk, or the number of points.
static uint32_t firstInside(
    const WwSkeleton *skeleton, const WwTreeNode *trunk, const WwTreeNode *node) {
    for (uint32_t k = 1; k <= node->segments; k++) {
        const float *axis = skeleton->axis[node->firstPoint + k];
        const float wood = node->radius * skeleton->girth[node->firstPoint + k];
        float point[3];
        for (int i = 0; i < 3; i++) point[i] = node->start[i] + node->length * axis[i];
        if (wwTrunkNear(skeleton, trunk, point, 1.2f * wood)) return k;
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

bool wwKeepClear(WwSkeleton *skeleton, const WwTreeNode *trunk, WwTreeNode *node) {
    const float reach = 1.2f * (node->length + node->radius);
    if (!wwTrunkNear(skeleton, trunk, node->start, reach)) return true;
    if (firstInside(skeleton, trunk, node) > node->segments) return true;
    float axis[3], away[3];
    const float east[3] = {1.0f, 0.0f, 0.0f};
    wwNodePoint(skeleton, trunk, (node->start[1] - trunk->start[1]) / trunk->length, axis);
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

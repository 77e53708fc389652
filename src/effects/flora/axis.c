// The axis of a node: a chain of segments of equal length, kept in lengths of the node itself.
#include "effects/flora/skeleton.h"

#include <string.h>

static void axisAt(const WwTreeNode *node, float t, uint32_t *segment, float *fraction) {
    const float along = wwClamp(t, 0.0f, 1.0f) * (float)node->segments;
    const uint32_t last = node->segments - 1;
    const uint32_t whole = wwMinU((uint32_t)(int32_t)along, last);
    *segment = node->firstPoint + whole;
    *fraction = along - (float)whole;
}

void wwNodePoint(const WwSkeleton *skeleton, const WwTreeNode *node, float t, float point[3]) {
    uint32_t segment;
    float fraction;
    axisAt(node, t, &segment, &fraction);
    const float *a = skeleton->axis[segment];
    const float *b = skeleton->axis[segment + 1];
    for (int i = 0; i < 3; i++) {
        point[i] = node->start[i] + node->length * wwLerp(a[i], b[i], fraction);
    }
}

void wwNodeTangent(const WwSkeleton *skeleton, const WwTreeNode *node, float t, float tangent[3]) {
    uint32_t segment;
    float fraction;
    axisAt(node, t, &segment, &fraction);
    memcpy(tangent, skeleton->heading[segment], sizeof skeleton->heading[segment]);
}

float wwNodeRadius(const WwSkeleton *skeleton, const WwTreeNode *node, float t) {
    uint32_t segment;
    float fraction;
    axisAt(node, t, &segment, &fraction);
    const float *girth = skeleton->girth + segment;
    return node->radius * wwLerp(girth[0], girth[1], fraction);
}

void wwNodeSpot(const WwSkeleton *skeleton, const WwTreeNode *node, float t, WwSpot *spot) {
    uint32_t segment;
    float fraction;
    axisAt(node, t, &segment, &fraction);
    const float *a = skeleton->axis[segment];
    const float *b = skeleton->axis[segment + 1];
    const float *heading = skeleton->heading[segment];
    const float *girth = skeleton->girth + segment;
    for (int i = 0; i < 3; i++) {
        spot->axis[i] = wwLerp(a[i], b[i], fraction);
        spot->point[i] = node->start[i] + node->length * spot->axis[i];
        spot->tangent[i] = heading[i];
    }
    spot->radius = node->radius * wwLerp(girth[0], girth[1], fraction);
}

static void finishFrame(const float tangent[3], const float side[3], float upper[3]) {
    upper[0] = side[1] * tangent[2] - side[2] * tangent[1];
    upper[1] = side[2] * tangent[0] - side[0] * tangent[2];
    upper[2] = side[0] * tangent[1] - side[1] * tangent[0];
}

void wwSideways(const float tangent[3], float side[3], float upper[3]) {
    const float east[3] = {1.0f, 0.0f, 0.0f};
    const float level[3] = {-tangent[2], 0.0f, tangent[0]};
    wwUnit3(level, east, side);
    finishFrame(tangent, side, upper);
    const float sign = upper[1] < 0.0f ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++) upper[i] *= sign;
}

void wwUpright(const float tangent[3], float side[3], float upper[3]) {
    if (tangent[0] > 0.9f || tangent[0] < -0.9f) {
        wwBasis(tangent, side, upper);
        return;
    }
    const float east[3] = {1.0f, 0.0f, 0.0f};
    float across[3];
    for (int i = 0; i < 3; i++) across[i] = east[i] - tangent[0] * tangent[i];
    wwUnit3(across, east, side);
    finishFrame(tangent, side, upper);
}

uint32_t wwAxisSegments(const WwBend *bend, uint32_t least) {
    const ww_Vec3 *pull = bend->tropism;
    const float turn = fabsf(bend->droop) + fabsf(bend->upturn) + fabsf(bend->curve) +
                       fabsf(bend->curveBack) + bend->gnarl + fabsf(pull->x) + fabsf(pull->y) +
                       fabsf(pull->z);
    // A segment for about nine degrees.
    return wwMinU(least + (uint32_t)(turn * 4.0f), WW_AXIS_SEGMENTS);
}

void wwAxisLay(WwSkeleton *skeleton, WwTreeNode *node, const float direction[3], const WwBend *bend,
    WwRandom *random) {
    const float step = 1.0f / (float)node->segments;
    const float stray = bend->gnarl * sqrtf(step) * 1.7f;
    const float pull[3] = {bend->tropism->x, bend->tropism->y, bend->tropism->z};
    float heading[3] = {direction[0], direction[1], direction[2]};
    float point[3] = {0.0f, 0.0f, 0.0f};
    float sine, cosine; // of the side that the curve turns to
    wwTurn(wwRandomUnit(random), &sine, &cosine);
    node->firstPoint = skeleton->pointCount;
    for (uint32_t k = 0; k <= node->segments; k++) {
        memcpy(skeleton->axis[skeleton->pointCount], point, sizeof point);
        memcpy(skeleton->heading[skeleton->pointCount++], heading, sizeof heading);
        if (k == node->segments) break;
        for (int i = 0; i < 3; i++) point[i] += heading[i] * step;
        const float t = (float)(k + 1) * step;
        const float level = sqrtf(heading[0] * heading[0] + heading[2] * heading[2]);
        const float turn = 2.0f * step * (t <= 0.5f ? bend->curve : bend->curveBack);
        float bent[3];
        for (int i = 0; i < 3; i++) {
            bent[i] = heading[i] + stray * wwRandomRange(random, -1.0f, 1.0f) + step * pull[i];
        }
        bent[0] += turn * cosine * fabsf(heading[1]);
        bent[2] += turn * sine * fabsf(heading[1]);
        bent[1] += level * step * (2.0f * t * bend->upturn - bend->droop);
        wwUnit3(bent, direction, heading);
    }
    // As many draws as there are points, however many of them bend something.
    random->counter += 3;
}

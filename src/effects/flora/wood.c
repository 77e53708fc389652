// Wood: each node is a tube around its bent axis that begins inside its parent and closes in a
// point. Frames are carried along the axis without twist. The trunk spreads into root lobes at the
// ground.
#include "effects/flora/parts.h"

#include <string.h>

#define WOOD_SALT 0x776f6f64ull
// Bark repeats around the wood in whole tiles of this many metres, so that no seam shows.
#define BARK_TILE 0.5f
#define MAX_RINGS 20u

typedef struct Tube {
    const ww_TreeDef *def;
    const WwSkeleton *skeleton;
    const WwCrown *crown;
    const WwTreeNode *node;
    WwTreeBuilder *builder;
    float parentRadius; // at the seat
    float lobes[2];     // phases of the root lobes
    float color[3];     // encoded
    float around;       // metres of bark around the wood
    uint32_t sides;
    uint32_t ringCount;
    float rings[MAX_RINGS]; // positions along the axis, 0..1, without the tip
} Tube;

static uint32_t sidesOf(float radius, uint32_t level) {
    static const float limits[] = {0.02f, 0.06f, 0.12f, 0.2f, 0.3f};
    static const uint8_t sides[WW_TREE_LEVELS][6] = {
        {3, 3, 5, 6, 8, 16}, {3, 3, 3, 5, 6, 12}, {3, 3, 3, 4, 5, 8}};
    uint32_t k = 0;
    while (k < 5 && radius >= limits[k]) k++;
    return sides[level][k];
}

// Segments of the axis that one stretch of the tube covers.
static uint32_t strideOf(const WwTreeNode *node, uint32_t level) {
    const uint32_t fine = node->radius < 0.02f ? 4 : node->radius < 0.06f ? 2 : 1;
    static const uint32_t steps[WW_TREE_LEVELS] = {1, 2, 5};
    return wwMinU(steps[level] * fine, node->segments);
}

static void addPosition(Tube *tube, float t) {
    const float last = tube->ringCount ? tube->rings[tube->ringCount - 1] : -1.0f;
    if (t > last + 0.02f && t < 0.98f) tube->rings[tube->ringCount++] = t;
}

static void layRings(Tube *tube, uint32_t level) {
    const WwTreeNode *node = tube->node;
    const uint32_t stride = strideOf(node, level);
    addPosition(tube, 0.0f);
    if (node->level == 0 && tube->def->trunkFlare > 0.0f) {
        const float flared = 2.2f * node->radius / node->length;
        if (level < 2) {
            addPosition(tube, 0.2f * flared);
            addPosition(tube, 0.5f * flared);
        }
        addPosition(tube, flared);
    } else if (node->level > 0 && level < 2 && node->radius > 0.08f) {
        const float exit = tube->parentRadius / node->length;
        addPosition(tube, exit);
        addPosition(tube, 2.5f * exit);
    }
    for (uint32_t k = stride; k < node->segments; k += stride) {
        addPosition(tube, (float)k / (float)node->segments);
    }
}

// A branch begins narrow inside its parent, is widest where it comes out, and settles from there.
static float collarAt(const Tube *tube, float radius, float distance) {
    const float out = distance / wwMax(tube->parentRadius, 1e-6f);
    const float swell = out < 1.0f ? wwLerp(0.75f, 1.15f, out)
                                   : wwLerp(1.15f, 1.0f, wwMin(1.0f, (out - 1.0f) / 1.5f));
    return wwMin(radius * swell, wwMax(0.9f * radius, 0.8f * tube->parentRadius));
}

// Radius in the direction `angle` at `t`.
static float radiusAt(const Tube *tube, float t, float angle) {
    const WwTreeNode *node = tube->node;
    const float radius = wwNodeRadius(tube->skeleton, node, t);
    const float distance = t * node->length;
    if (node->level > 0) return collarAt(tube, radius, distance);
    const float near = wwExp(-distance / (1.3f * node->radius));
    const float lobe = 0.5f + 0.26f * wwCos(5.0f * angle + tube->lobes[0]) +
                       0.18f * wwCos(3.0f * angle + tube->lobes[1]);
    const float ridge = 1.0f + 0.035f * wwCos(5.0f * angle + tube->lobes[0]);
    return radius * (ridge + tube->def->trunkFlare * near * lobe);
}

typedef struct Frame {
    float center[3], tangent[3], side[3], other[3];
    float t, visibility;
} Frame;

static void turnFrame(const Tube *tube, float t, Frame *frame) {
    float tangent[3], before[3], after[3];
    const float reach = 0.5f / (float)tube->node->segments;
    wwNodePoint(tube->skeleton, tube->node, t, frame->center);
    wwNodeTangent(tube->skeleton, tube->node, t - reach, before);
    wwNodeTangent(tube->skeleton, tube->node, t + reach, after);
    for (int i = 0; i < 3; i++) tangent[i] = before[i] + after[i];
    wwNormalize3(tangent, after, frame->tangent);
    const float *n = frame->tangent;
    const float along = frame->side[0] * n[0] + frame->side[1] * n[1] + frame->side[2] * n[2];
    float side[3], fallback[3], unused[3];
    for (int i = 0; i < 3; i++) side[i] = frame->side[i] - along * n[i];
    wwBasis(n, fallback, unused);
    wwNormalize3(side, fallback, frame->side);
    const float *s = frame->side;
    frame->other[0] = n[1] * s[2] - n[2] * s[1];
    frame->other[1] = n[2] * s[0] - n[0] * s[2];
    frame->other[2] = n[0] * s[1] - n[1] * s[0];
    frame->t = t;
    const float ground = wwClamp(0.45f + frame->center[1] / 0.8f, 0.0f, 1.0f);
    const float out = t * tube->node->length / wwMax(tube->parentRadius, 1e-6f);
    const float crease = tube->node->level == 0 ? 1.0f : wwClamp(0.3f + 0.35f * out, 0.4f, 1.0f);
    frame->visibility = wwCrownVisibility(tube->crown, frame->center) * ground * crease;
}

static void fillVertex(const Tube *tube, const Frame *frame, WwMeshVertex *vertex) {
    const WwTreeNode *node = tube->node;
    for (int i = 0; i < 3; i++) vertex->color[i] = wwByte(tube->color[i]);
    vertex->color[3] = wwByte(frame->visibility);
    vertex->wind[0] = wwByte(wwLerp(node->swayStart, node->swayTip, frame->t * frame->t));
    vertex->wind[1] = wwByte(node->phase);
    vertex->wind[3] = wwByte(tube->def->barkRoughness);
    vertex->uv[1] = frame->t * node->length;
}

static void addRing(const Tube *tube, const Frame *frame) {
    const float small = 0.15f;
    const float step = 2.0f * WW_PI / (float)tube->sides;
    for (uint32_t k = 0; k <= tube->sides; k++) {
        const float angle = step * (float)(k % tube->sides);
        const float c = wwCos(angle);
        const float s = wwSin(angle);
        const float radius = radiusAt(tube, frame->t, angle);
        const float ahead = radiusAt(tube, frame->t + 0.02f, angle);
        const float slope = (radius - ahead) / (0.02f * tube->node->length);
        float turn = 0.0f; // change of radius around the wood
        if (tube->node->level == 0) {
            turn = (radiusAt(tube, frame->t, angle + small) -
                       radiusAt(tube, frame->t, angle - small)) /
                   (2.0f * small * radius);
        }
        WwMeshVertex *vertex = wwBuilderVertex(tube->builder);
        float normal[3];
        for (int i = 0; i < 3; i++) {
            const float outward = frame->side[i] * c + frame->other[i] * s;
            const float sideways = frame->other[i] * c - frame->side[i] * s;
            vertex->position[i] = frame->center[i] + radius * outward;
            normal[i] = outward - turn * sideways + wwClamp(slope, -2.0f, 2.0f) * frame->tangent[i];
        }
        wwNormalize3(normal, frame->side, normal);
        for (int i = 0; i < 3; i++) vertex->normal[i] = wwSignedByte(normal[i]);
        fillVertex(tube, frame, vertex);
        vertex->uv[0] = tube->around * (float)k / (float)tube->sides;
    }
}

static void addTube(Tube *tube) {
    const uint32_t sides = tube->sides;
    const uint32_t ringVertices = sides + 1;
    if (!wwBuilderReserve(
            tube->builder, (tube->ringCount + 1) * ringVertices, tube->ringCount * sides * 6)) {
        return;
    }
    const uint32_t first = tube->builder->mesh->vertexCount;
    Frame frame = {0};
    float unused[3];
    wwNodeTangent(tube->skeleton, tube->node, 0.0f, frame.tangent);
    wwBasis(frame.tangent, frame.side, unused);
    for (uint32_t ring = 0; ring < tube->ringCount; ring++) {
        turnFrame(tube, tube->rings[ring], &frame);
        addRing(tube, &frame);
    }
    turnFrame(tube, 1.0f, &frame);
    WwMeshVertex *tip = wwBuilderVertex(tube->builder);
    for (int i = 0; i < 3; i++) {
        tip->position[i] = frame.center[i];
        tip->normal[i] = wwSignedByte(frame.tangent[i]);
    }
    fillVertex(tube, &frame, tip);
    tip->uv[0] = 0.5f * tube->around;
    for (uint32_t ring = 0; ring < tube->ringCount; ring++) {
        const uint32_t row = first + ring * ringVertices;
        const bool last = ring + 1 == tube->ringCount;
        for (uint32_t k = 0; k < sides; k++) {
            const uint32_t a = row + k;
            const uint32_t above = last ? row + ringVertices : a + ringVertices;
            wwBuilderTriangle(tube->builder, a, a + 1, above);
            if (!last) wwBuilderTriangle(tube->builder, a + 1, above + 1, above);
        }
    }
}

// The coarsest level leaves out the shoots that bear the leaves, but for those that reach furthest
// each way.
static bool isLeftOut(const WwSkeleton *skeleton, const uint32_t furthest[6], uint32_t index) {
    const WwTreeNode *node = &skeleton->nodes[index];
    if (node->level < 2 || node->level != skeleton->leafLevel) return false;
    for (int i = 0; i < 6; i++) {
        if (furthest[i] == index) return false;
    }
    return true;
}

static void findFurthest(const WwSkeleton *skeleton, uint32_t furthest[6]) {
    float best[6] = {0};
    memset(furthest, 0, 6 * sizeof *furthest);
    for (uint32_t k = 0; k < skeleton->nodeCount; k++) {
        float tip[3];
        wwNodePoint(skeleton, &skeleton->nodes[k], 1.0f, tip);
        for (int i = 0; i < 6; i++) {
            const float reach = i < 3 ? tip[i] : -tip[i - 3];
            if (k > 0 && reach <= best[i]) continue;
            best[i] = reach;
            furthest[i] = k;
        }
    }
}

void wwWoodBuild(const ww_TreeDef *def, uint32_t seed, const WwSkeleton *skeleton,
    const WwCrown *crown, uint32_t level, WwTreeBuilder *builder) {
    float encoded[3];
    wwTreeEncode(&def->barkColor, encoded);
    uint32_t furthest[6];
    const bool isCoarsest = level + 1 == WW_TREE_LEVELS;
    if (isCoarsest) findFurthest(skeleton, furthest);
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        const WwTreeNode *node = &skeleton->nodes[i];
        if (isCoarsest && isLeftOut(skeleton, furthest, i)) continue;
        WwRandom random = wwRandomStream(seed ^ WOOD_SALT, node->id);
        Tube tube = {def, skeleton, crown, node, builder, 0.0f, {0}, {0}, 0.0f, 0, 0, {0}};
        tube.parentRadius = wwNodeRadius(skeleton, &skeleton->nodes[node->parent], node->seat);
        tube.lobes[0] = wwRandomRange(&random, 0.0f, 2.0f * WW_PI);
        tube.lobes[1] = wwRandomRange(&random, 0.0f, 2.0f * WW_PI);
        const float bright = wwRandomRange(&random, 0.92f, 1.08f);
        for (int k = 0; k < 3; k++) tube.color[k] = encoded[k] * bright;
        const float circumference = 2.0f * WW_PI * node->radius;
        tube.around = BARK_TILE * wwMax(1.0f, floorf(circumference / BARK_TILE + 0.5f));
        tube.sides = sidesOf(node->radius, level);
        layRings(&tube, level);
        addTube(&tube);
    }
}

// Leaves: where they sit, which way they face, and their outline cut in geometry, so that nothing
// is blended or discarded. Normals lean out of the mass of leaves (its clump and the whole crown),
// so that a crown is lit as soft volumes instead of flickering with the facing of each leaf.
#include "base/memory.h"
#include "effects/flora/parts.h"

#include <string.h>

#define LEAF_SALT 0x6c656166ull
#define GOLDEN_ANGLE 2.39996323f

// ---- where

typedef struct Planner {
    const ww_TreeDef *def;
    const WwSkeleton *skeleton;
    WwLeafPlan *plan;
    float spineLow, spineHigh; // metres: the middle of the crown
} Planner;

static uint32_t leavesOfNode(const Planner *planner, const WwTreeNode *node) {
    if (!planner->def->leaves) return 0;
    return node->level == planner->skeleton->leafLevel ? planner->def->leaves : 1;
}

// Out of the crown and out of the clump around the middle of the branch that bears the leaf.
static void findPuff(const Planner *planner, const WwTreeNode *node, WwLeaf *leaf) {
    const float *p = leaf->position;
    const float out = sqrtf(p[0] * p[0] + p[2] * p[2]);
    const float middle = wwClamp(p[1] - 0.5f * out, planner->spineLow, planner->spineHigh);
    const float up[3] = {0.0f, 1.0f, 0.0f};
    const float fromCrown[3] = {p[0], p[1] - middle, p[2]};
    const WwTreeNode *clump = node->level == 3 ? &planner->skeleton->nodes[node->parent] : node;
    float center[3], crownward[3], clumpward[3];
    wwNodePoint(planner->skeleton, clump, 0.55f, center);
    const float fromClump[3] = {p[0] - center[0], p[1] - center[1], p[2] - center[2]};
    wwNormalize3(fromCrown, up, crownward);
    wwNormalize3(fromClump, crownward, clumpward);
    float sum[3];
    for (int i = 0; i < 3; i++) sum[i] = crownward[i] + 0.8f * clumpward[i] + 0.35f * up[i];
    wwNormalize3(sum, up, leaf->puff);
}

static void faceLeaf(WwLeaf *leaf, const float lean[3]) {
    float side[3], face[3];
    wwSideways(leaf->along, side, face);
    float wish[3];
    for (int i = 0; i < 3; i++) wish[i] = face[i] + 0.7f * leaf->puff[i] + lean[i];
    const float *a = leaf->along;
    const float along = wish[0] * a[0] + wish[1] * a[1] + wish[2] * a[2];
    for (int i = 0; i < 3; i++) wish[i] -= along * a[i];
    wwNormalize3(wish, face, leaf->face);
}

static void placeLeaf(const Planner *planner, const WwTreeNode *node, uint32_t index,
    uint32_t count, WwRandom *random, WwLeaf *leaf) {
    const ww_TreeDef *def = planner->def;
    const bool flat = def->leafShape == 1;
    const bool last = index + 1 == count;
    const float t = last ? 1.0f : 0.12f + 0.88f * ((float)index + 0.5f) / (float)count;
    float tangent[3], side[3], upper[3];
    wwNodePoint(planner->skeleton, node, t, leaf->position);
    wwNodeTangent(planner->skeleton, node, t, tangent);
    wwSideways(tangent, side, upper);
    const float azimuth = flat ? WW_PI * (float)index : GOLDEN_ANGLE * (float)index;
    const float turn = azimuth + wwRandomRange(random, -0.4f, 0.4f);
    const float angle = (last ? 0.2f : def->leafAngle) + wwRandomRange(random, -0.25f, 0.25f);
    const float c = wwCos(angle);
    const float s = wwSin(angle);
    const float across = s * wwCos(turn);
    const float above = s * wwSin(turn) * (flat ? 0.3f : 1.0f);
    float along[3], lean[3];
    for (int i = 0; i < 3; i++) along[i] = tangent[i] * c + side[i] * across + upper[i] * above;
    along[1] -= def->leafDroop;
    wwNormalize3(along, tangent, leaf->along);
    findPuff(planner, node, leaf);
    const float scatter = flat ? 0.25f : 0.5f;
    for (int i = 0; i < 3; i++) lean[i] = wwRandomRange(random, -scatter, scatter);
    faceLeaf(leaf, lean);
    leaf->size = def->leafSize * wwRandomRange(random, 0.75f, 1.2f);
    leaf->tint = wwRandomRange(random, -1.0f, 1.0f);
    leaf->hue = wwRandomRange(random, -1.0f, 1.0f);
    leaf->sway = wwLerp(node->swayStart, node->swayTip, t * t);
    leaf->phase = node->phase;
}

bool wwLeavesPlan(
    const ww_TreeDef *def, uint32_t seed, const WwSkeleton *skeleton, WwLeafPlan *plan) {
    memset(plan, 0, sizeof *plan);
    const float crownHeight = skeleton->height - skeleton->crownBase;
    const bool cone = def->crownShape == 1;
    Planner planner = {def, skeleton, plan, skeleton->crownBase + 0.3f * crownHeight, 0.0f};
    planner.spineHigh = skeleton->crownBase + (cone ? 1.0f : 0.3f) * crownHeight;
    if (cone) planner.spineLow = skeleton->crownBase;
    uint32_t total = 0;
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        total += leavesOfNode(&planner, &skeleton->nodes[i]);
    }
    plan->leaves = wwAlloc(total * sizeof(WwLeaf));
    if (!plan->leaves) return false;
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        const WwTreeNode *node = &skeleton->nodes[i];
        const uint32_t count = leavesOfNode(&planner, node);
        WwRandom random = wwRandomStream(seed ^ LEAF_SALT, node->id);
        for (uint32_t k = 0; k < count; k++) {
            placeLeaf(&planner, node, k, count, &random, &plan->leaves[plan->count++]);
        }
    }
    return true;
}

void wwLeavesPlanFree(WwLeafPlan *plan) {
    wwFree(plan->leaves);
    memset(plan, 0, sizeof *plan);
}

// ---- outline

typedef struct OutlinePoint {
    float across, along, below; // shares of the size; `across` is scaled by the width
    float light;                // brightness
} OutlinePoint;

typedef struct Outline {
    const OutlinePoint *points;
    const uint8_t (*triangles)[3];
    uint32_t pointCount, triangleCount;
} Outline;

// A pointed oval, folded along its middle.
static const OutlinePoint ovalPoints[] = {{0.0f, 0.0f, 0.0f, 0.8f}, {0.46f, 0.34f, -0.08f, 0.95f},
    {0.36f, 0.7f, -0.02f, 1.05f}, {0.0f, 1.0f, 0.16f, 1.1f}, {-0.36f, 0.7f, -0.02f, 1.05f},
    {-0.46f, 0.34f, -0.08f, 0.95f}};
static const uint8_t ovalTriangles[][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};

static const OutlinePoint kitePoints[] = {{0.0f, 0.0f, 0.0f, 0.8f}, {0.5f, 0.5f, -0.06f, 1.0f},
    {0.0f, 1.0f, 0.12f, 1.1f}, {-0.5f, 0.5f, -0.06f, 1.0f}};
static const uint8_t kiteTriangles[][3] = {{0, 1, 2}, {0, 2, 3}};

// A feather of needle shoots: points 0..4 along the stem, then the tips of pairs of shoots.
static const OutlinePoint sprayPoints[] = {{0.0f, 0.0f, 0.0f, 0.6f}, {0.0f, 0.18f, 0.01f, 0.7f},
    {0.0f, 0.36f, 0.03f, 0.75f}, {0.0f, 0.54f, 0.06f, 0.8f}, {0.0f, 0.74f, 0.1f, 0.9f},
    {0.34f, 0.4f, 0.08f, 1.1f}, {-0.34f, 0.4f, 0.08f, 1.1f}, {0.32f, 0.6f, 0.1f, 1.1f},
    {-0.32f, 0.6f, 0.1f, 1.1f}, {0.26f, 0.78f, 0.13f, 1.15f}, {-0.26f, 0.78f, 0.13f, 1.15f},
    {0.15f, 0.93f, 0.16f, 1.2f}, {-0.15f, 0.93f, 0.16f, 1.2f}, {0.0f, 1.05f, 0.18f, 1.25f}};
static const uint8_t sprayTriangles[][3] = {{0, 5, 1}, {0, 1, 6}, {1, 7, 2}, {1, 2, 8}, {2, 9, 3},
    {2, 3, 10}, {3, 11, 4}, {3, 4, 12}, {3, 13, 4}};

static const OutlinePoint fanPoints[] = {{0.0f, 0.0f, 0.0f, 0.65f}, {0.0f, 0.35f, 0.04f, 0.75f},
    {0.0f, 0.72f, 0.1f, 0.9f}, {0.36f, 0.55f, 0.1f, 1.1f}, {-0.36f, 0.55f, 0.1f, 1.1f},
    {0.24f, 0.88f, 0.14f, 1.2f}, {-0.24f, 0.88f, 0.14f, 1.2f}};
static const uint8_t fanTriangles[][3] = {{0, 3, 1}, {0, 1, 4}, {1, 5, 2}, {1, 2, 6}};

#define OUTLINE(points, triangles)                                                                 \
    { points, triangles, sizeof points / sizeof points[0], sizeof triangles / sizeof triangles[0] }
static const Outline outlines[2][WW_TREE_LEVELS] = {
    {OUTLINE(ovalPoints, ovalTriangles), OUTLINE(kitePoints, kiteTriangles)},
    {OUTLINE(sprayPoints, sprayTriangles), OUTLINE(fanPoints, fanTriangles)}};

uint32_t wwLeafTriangles(const ww_TreeDef *def, uint32_t level) {
    return outlines[def->leafShape][level].triangleCount;
}

// ---- mesh

static void leafColor(
    const ww_TreeDef *def, const float encoded[3], const WwLeaf *leaf, float color[3]) {
    const float bright = 1.0f + 0.5f * def->leafColorVariation * leaf->tint;
    const float hue = 0.5f * def->leafHueVariation * leaf->hue;
    color[0] = encoded[0] * bright * (1.0f + 0.6f * hue);
    color[1] = encoded[1] * bright * (1.0f + 0.12f * hue);
    color[2] = encoded[2] * bright * (1.0f - 0.6f * hue);
}

static void addLeaf(const ww_TreeDef *def, const Outline *outline, const WwLeaf *leaf, float scale,
    const float color[3], WwTreeBuilder *builder) {
    const float *a = leaf->along;
    const float *f = leaf->face;
    const float side[3] = {
        a[1] * f[2] - a[2] * f[1], a[2] * f[0] - a[0] * f[2], a[0] * f[1] - a[1] * f[0]};
    const float size = leaf->size * scale;
    const float width = size * def->leafWidth;
    const uint32_t first = builder->mesh->vertexCount;
    const uint8_t visibility = wwByte(leaf->visibility);
    for (uint32_t k = 0; k < outline->pointCount; k++) {
        const OutlinePoint *point = &outline->points[k];
        WwMeshVertex *vertex = wwBuilderVertex(builder);
        const float tilt = 0.5f * (1.0f - def->leafPuff) + 0.12f;
        float normal[3];
        for (int i = 0; i < 3; i++) {
            vertex->position[i] = leaf->position[i] + side[i] * point->across * width +
                                  a[i] * point->along * size - f[i] * point->below * size;
            normal[i] = f[i] * (1.0f - def->leafPuff) + leaf->puff[i] * def->leafPuff +
                        side[i] * point->across * tilt;
        }
        wwNormalize3(normal, f, normal);
        for (int i = 0; i < 3; i++) {
            vertex->normal[i] = wwSignedByte(normal[i]);
            vertex->color[i] = wwByte(color[i] * point->light);
        }
        vertex->normal[3] = 127;
        vertex->color[3] = visibility;
        vertex->wind[0] = wwByte(leaf->sway);
        vertex->wind[1] = wwByte(leaf->phase);
        vertex->wind[2] = wwByte(point->along);
        vertex->wind[3] = wwByte(def->leafTranslucency);
        vertex->uv[0] = point->across * 2.0f;
        vertex->uv[1] = point->along;
    }
    for (uint32_t k = 0; k < outline->triangleCount; k++) {
        const uint8_t *triangle = outline->triangles[k];
        wwBuilderTriangle(builder, first + triangle[0], first + triangle[1], first + triangle[2]);
    }
}

void wwLeavesBuild(const ww_TreeDef *def, const WwLeafPlan *plan, uint32_t level, uint32_t keep,
    float scale, WwTreeBuilder *builder) {
    const Outline *outline = &outlines[def->leafShape][level];
    if (!wwBuilderReserve(builder, keep * outline->pointCount, keep * outline->triangleCount * 3)) {
        return;
    }
    float encoded[3];
    wwTreeEncode(&def->leafColor, encoded);
    for (uint32_t k = 0; k < keep; k++) {
        const uint32_t i = (uint32_t)((uint64_t)k * plan->count / keep);
        const WwLeaf *leaf = &plan->leaves[i];
        float color[3];
        leafColor(def, encoded, leaf, color);
        addLeaf(def, outline, leaf, scale, color, builder);
    }
}

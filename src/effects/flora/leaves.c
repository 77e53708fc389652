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
    float spineLow, spineHigh; // metres: the middle of the crown
} Planner;

static uint32_t leavesOfNode(const Planner *planner, const WwTreeNode *node) {
    if (!planner->def->leaves) return 0;
    if (node->level == planner->skeleton->leafLevel) return planner->def->leaves;
    return node->level == 0 ? 3 : 1;
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
    for (int i = 0; i < 3; i++) wish[i] = face[i] + 1.1f * leaf->puff[i] + lean[i];
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
    const bool tip = last || node->level < planner->skeleton->leafLevel;
    const float t = tip ? 1.0f : 0.12f + 0.88f * ((float)index + 0.5f) / (float)count;
    float tangent[3], side[3], upper[3];
    wwNodePoint(planner->skeleton, node, t, leaf->position);
    wwNodeTangent(planner->skeleton, node, t, tangent);
    wwSideways(tangent, side, upper);
    const float azimuth = flat && !tip ? WW_PI * (float)index : GOLDEN_ANGLE * (float)index;
    const float turn = azimuth + wwRandomRange(random, -0.4f, 0.4f);
    const float angle = (tip ? 0.3f : def->leafAngle) + wwRandomRange(random, -0.25f, 0.25f);
    const float c = wwCos(angle);
    const float s = wwSin(angle);
    const float across = s * wwCos(turn);
    const float above = s * wwSin(turn) * (flat ? 0.3f : 1.0f);
    float along[3], lean[3];
    for (int i = 0; i < 3; i++) along[i] = tangent[i] * c + side[i] * across + upper[i] * above;
    if (node->level > 0) along[1] -= def->leafDroop;
    wwNormalize3(along, tangent, leaf->along);
    findPuff(planner, node, leaf);
    const float scatter = flat ? 0.25f : 0.5f;
    for (int i = 0; i < 3; i++) lean[i] = wwRandomRange(random, -scatter, scatter);
    faceLeaf(leaf, lean);
    // Sprays are parts of their shoot: short shoots, as at the top of a spire, bear small ones.
    const float fit = flat ? wwMin(1.0f, 0.55f + 0.6f * node->length / def->leafSize) : 1.0f;
    leaf->size = def->leafSize * fit * wwRandomRange(random, 0.75f, 1.2f);
    leaf->tint = wwRandomRange(random, -1.0f, 1.0f);
    leaf->hue = wwRandomRange(random, -1.0f, 1.0f);
    leaf->sway = wwLerp(node->swayStart, node->swayTip, t * t);
    leaf->phase = node->phase;
    leaf->node = (uint32_t)(node - planner->skeleton->nodes);
    wwNodeAxis(planner->skeleton, node, t, leaf->axis);
}

bool wwLeavesPlan(
    const ww_TreeDef *def, uint32_t seed, const WwSkeleton *skeleton, WwLeafPlan *plan) {
    memset(plan, 0, sizeof *plan);
    const float crownHeight = skeleton->height - skeleton->crownBase;
    const bool cone = def->crownShape == 1;
    Planner planner = {def, skeleton, skeleton->crownBase + 0.3f * crownHeight, 0.0f};
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

// A point of an outline in the frame of its sprig: across it, along it, above its face.
typedef struct OutlinePoint {
    float position[3]; // shares of the sprig's size
    float normal[3];
    float light; // brightness
    float uv[2];
} OutlinePoint;

#define MAX_POINTS 24u
#define MAX_TRIANGLES 16u

typedef struct Outline {
    OutlinePoint points[MAX_POINTS];
    uint8_t triangles[MAX_TRIANGLES][3];
    uint32_t pointCount, triangleCount;
} Outline;

// How one leaf stands on its sprig.
typedef struct LeafPose {
    float seat;       // along the sprig
    float yaw, pitch; // radians from the sprig's direction: in its plane, out of it
    float length;     // share of the sprig's size
    float light;
} LeafPose;

// Oaks bear their leaves in rosettes at the ends of their twigs. From afar a rosette is one leaf.
static const LeafPose rosette[] = {{0.38f, 0.15f, -0.2f, 0.64f, 1.06f},
    {0.22f, 1.15f, 0.2f, 0.6f, 0.95f}, {0.16f, -1.2f, 0.1f, 0.6f, 1.0f}};
static const LeafPose singleLeaf = {0.0f, 0.0f, 0.0f, 1.0f, 1.0f};

static OutlinePoint *addPoint(Outline *outline, float light, float u, float v) {
    OutlinePoint *point = &outline->points[outline->pointCount++];
    point->light = light;
    point->uv[0] = u;
    point->uv[1] = v;
    return point;
}

static void addTriangle(Outline *outline, uint32_t a, uint32_t b, uint32_t c) {
    uint8_t *triangle = outline->triangles[outline->triangleCount++];
    triangle[0] = (uint8_t)a;
    triangle[1] = (uint8_t)b;
    triangle[2] = (uint8_t)c;
}

// One leaf, its sides raised: base, right side, tip and left side as across, along, above, light.
// Near leaves are broad and blunt towards their tip; coarse levels make do with a point.
static const float bluntBlade[5][4] = {{0.0f, 0.0f, 0.0f, 0.75f}, {0.5f, 0.58f, 0.1f, 1.0f},
    {0.17f, 1.0f, -0.08f, 1.12f}, {-0.17f, 0.97f, -0.08f, 1.12f}, {-0.5f, 0.55f, 0.1f, 1.0f}};
static const float pointedBlade[4][4] = {{0.0f, 0.0f, 0.0f, 0.75f}, {0.5f, 0.5f, 0.1f, 1.0f},
    {0.0f, 1.0f, -0.08f, 1.12f}, {-0.5f, 0.5f, 0.1f, 1.0f}};

static void addBlade(Outline *outline, const LeafPose *pose, const float (*shape)[4],
    uint32_t corners, float width) {
    const float sy = wwSin(pose->yaw), cy = wwCos(pose->yaw);
    const float sp = wwSin(pose->pitch), cp = wwCos(pose->pitch);
    const float along[3] = {sy * cp, cy * cp, sp};
    const float across[3] = {cy, -sy, 0.0f};
    const float above[3] = {-sy * sp, -cy * sp, cp};
    const uint32_t first = outline->pointCount;
    for (uint32_t k = 0; k < corners; k++) {
        const float *corner = shape[k];
        OutlinePoint *point =
            addPoint(outline, corner[3] * pose->light, 2.0f * corner[0], corner[1]);
        const float x = corner[0] * pose->length * width;
        const float y = corner[1] * pose->length;
        const float z = corner[2] * pose->length;
        for (int i = 0; i < 3; i++) {
            point->position[i] = x * across[i] + y * along[i] + z * above[i];
            point->normal[i] = above[i] - 0.8f * corner[0] * across[i];
        }
        point->position[1] += pose->seat;
    }
    for (uint32_t k = 1; k + 1 < corners; k++) {
        addTriangle(outline, first, first + k, first + k + 1);
    }
}

// A feather of needle shoots: a stem, and pairs of pointed shoots that share its points.
static void addSpray(Outline *outline, uint32_t pairs, float width) {
    const float step = 0.8f / (float)pairs;
    for (uint32_t k = 0; k <= pairs; k++) {
        const float y = step * (float)k;
        OutlinePoint *stem = addPoint(outline, 0.6f + 0.3f * y, 0.0f, y);
        stem->position[1] = y;
        stem->position[2] = -0.12f * y * y;
        stem->normal[2] = 1.0f;
    }
    for (uint32_t k = 0; k < 2 * pairs; k++) {
        const float sign = k & 1u ? -1.0f : 1.0f;
        const uint32_t seat = k / 2;
        const float y = step * (float)seat;
        const float length = 0.52f - 0.3f * y;
        OutlinePoint *tip = addPoint(outline, 1.1f + 0.15f * y, sign, y + 0.3f);
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
    OutlinePoint *end = addPoint(outline, 1.25f, 0.0f, 1.0f);
    end->position[1] = 1.05f;
    end->position[2] = -0.16f;
    end->normal[2] = 1.0f;
    addTriangle(outline, pairs - 1, outline->pointCount - 1, pairs);
}

static void drawOutline(const ww_TreeDef *def, uint32_t level, Outline *outline) {
    memset(outline, 0, sizeof *outline);
    if (def->leafShape == 1) {
        static const uint32_t pairs[WW_TREE_LEVELS] = {5, 3, 1};
        addSpray(outline, pairs[level], def->leafWidth);
    } else if (level == 2) {
        addBlade(outline, &singleLeaf, pointedBlade, 4, def->leafWidth * 1.3f);
    } else {
        for (uint32_t k = 0; k < sizeof rosette / sizeof rosette[0]; k++) {
            const bool blunt = level == 0;
            addBlade(outline, &rosette[k], blunt ? bluntBlade : pointedBlade, blunt ? 5 : 4,
                def->leafWidth * (blunt ? 1.0f : 1.15f));
        }
    }
}

uint32_t wwLeafTriangles(const ww_TreeDef *def, uint32_t level) {
    Outline outline;
    drawOutline(def, level, &outline);
    return outline.triangleCount;
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
    const float flat = 1.0f - def->leafPuff;
    const uint32_t first = builder->mesh->vertexCount;
    WwMeshVertex same = {.normal = {0, 0, 0, 127}};
    same.wind[0] = wwByte(leaf->sway);
    same.wind[1] = wwByte(leaf->phase);
    same.wind[3] = wwByte(0.5f + 0.5f * leaf->hue);
    wwBuilderSeat(&same, leaf->node, leaf->axis);
    for (uint32_t k = 0; k < outline->pointCount; k++) {
        const OutlinePoint *point = &outline->points[k];
        const float *p = point->position;
        const float *n = point->normal;
        WwMeshVertex *vertex = wwBuilderVertex(builder);
        *vertex = same;
        float normal[3];
        for (int i = 0; i < 3; i++) {
            vertex->position[i] =
                leaf->position[i] + size * (side[i] * p[0] + a[i] * p[1] + f[i] * p[2]);
            normal[i] =
                flat * (side[i] * n[0] + a[i] * n[1] + f[i] * n[2]) + def->leafPuff * leaf->puff[i];
        }
        wwBuilderNormal(vertex, normal, f);
        for (int i = 0; i < 3; i++) vertex->color[i] = wwByte(color[i] * point->light);
        vertex->color[3] = wwByte(leaf->visibility * (0.7f + 0.3f * p[1]));
        vertex->wind[2] = wwByte(0.5f * def->leafFlutter * wwMax(p[1], 0.0f));
        vertex->uv[0] = point->uv[0];
        vertex->uv[1] = point->uv[1];
    }
    for (uint32_t k = 0; k < outline->triangleCount; k++) {
        const uint8_t *triangle = outline->triangles[k];
        wwBuilderTriangle(builder, first + triangle[0], first + triangle[1], first + triangle[2]);
    }
}

static float tipOf(const WwLeaf *leaf, int axis) {
    return leaf->position[axis] + leaf->along[axis] * leaf->size;
}

// The largest scale that keeps the tip of the leaf within the finer level.
static float scaleWithin(const WwLeafChoice *choice, const WwLeaf *leaf) {
    float scale = choice->scale;
    for (int i = 0; i < 3; i++) {
        const float reach = leaf->along[i] * leaf->size;
        const float bound = reach > 0.0f ? choice->boundsMax[i] : choice->boundsMin[i];
        const float room = bound - leaf->position[i];
        if (reach * scale / room > 1.0f) scale = wwMax(1.0f, room / reach);
    }
    return scale;
}

static bool isKept(const WwLeafPlan *plan, uint32_t keep, uint32_t index) {
    const uint64_t k = ((uint64_t)index * keep + plan->count - 1) / plan->count;
    return k * plan->count / keep == index;
}

void wwLeavesBuild(const ww_TreeDef *def, const WwLeafPlan *plan, const WwLeafChoice *choice,
    WwTreeBuilder *builder) {
    Outline outline;
    drawOutline(def, choice->level, &outline);
    uint32_t furthest[6] = {0}; // the leaf that reaches furthest, each way
    for (uint32_t k = 1; k < plan->count && choice->keep < plan->count; k++) {
        for (int i = 0; i < 6; i++) {
            const float sign = i < 3 ? 1.0f : -1.0f;
            const float lead =
                tipOf(&plan->leaves[k], i % 3) - tipOf(&plan->leaves[furthest[i]], i % 3);
            if (sign * lead > 0.0f) furthest[i] = k;
        }
    }
    const uint32_t most = choice->keep + 6;
    if (!wwBuilderReserve(builder, most * outline.pointCount, most * outline.triangleCount * 3)) {
        return;
    }
    float encoded[3], color[3];
    wwTreeEncode(&def->leafColor, encoded);
    for (uint32_t k = 0; k < choice->keep; k++) {
        const uint32_t i = (uint32_t)((uint64_t)k * plan->count / choice->keep);
        const WwLeaf *leaf = &plan->leaves[i];
        leafColor(def, encoded, leaf, color);
        addLeaf(def, &outline, leaf, scaleWithin(choice, leaf), color, builder);
    }
    for (int i = 0; i < 6; i++) {
        bool present = isKept(plan, choice->keep, furthest[i]);
        for (int k = 0; k < i; k++) present |= furthest[k] == furthest[i];
        if (present) continue;
        const WwLeaf *leaf = &plan->leaves[furthest[i]];
        leafColor(def, encoded, leaf, color);
        addLeaf(def, &outline, leaf, 1.0f, color, builder);
    }
}

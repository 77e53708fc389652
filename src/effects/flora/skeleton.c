// Growing the skeleton. The crown is an envelope around the foot's vertical: limbs reach for it and
// branches end at it, so that the outline belongs to the species and the irregularity to the seed.
// Within it, angles and spacing follow Weber and Penn, "Creation and Rendering of Realistic Trees",
// 1995: children are seated on the bent axis of their parent and turn about it by the golden angle.
#include "effects/flora/skeleton.h"

#include "base/memory.h"

#include <string.h>

#define GOLDEN_ANGLE 2.39996323f
// No wood comes closer to the ground than this share of the height.
#define GROUND_CLEARANCE 0.08f

static const uint32_t segmentsOfLevel[WW_TREE_DEPTH] = {12, 8, 4, 2};
// Wind weight that each level adds on the way to its tip.
static const float swayOfLevel[WW_TREE_DEPTH] = {0.0f, 0.45f, 0.3f, 0.25f};

typedef struct Grower {
    const ww_TreeDef *def;
    WwSkeleton *skeleton;
    uint32_t seed;
} Grower;

static void axisAt(const WwTreeNode *node, float t, uint32_t *segment, float *fraction) {
    const float along = wwClamp(t, 0.0f, 1.0f) * (float)node->segments;
    const uint32_t last = node->segments - 1;
    *segment = node->firstPoint + wwMinU((uint32_t)along, last);
    *fraction = along - (float)(*segment - node->firstPoint);
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
    const float up[3] = {0.0f, 1.0f, 0.0f};
    uint32_t segment;
    float fraction;
    axisAt(node, t, &segment, &fraction);
    const float *a = skeleton->axis[segment];
    const float *b = skeleton->axis[segment + 1];
    const float chord[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    wwNormalize3(chord, up, tangent);
}

void wwSideways(const float tangent[3], float side[3], float upper[3]) {
    const float east[3] = {1.0f, 0.0f, 0.0f};
    const float level[3] = {-tangent[2], 0.0f, tangent[0]};
    wwNormalize3(level, east, side);
    upper[0] = side[1] * tangent[2] - side[2] * tangent[1];
    upper[1] = side[2] * tangent[0] - side[0] * tangent[2];
    upper[2] = side[0] * tangent[1] - side[1] * tangent[0];
    const float sign = upper[1] < 0.0f ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++) upper[i] *= sign;
}

// Radius of the crown, 0..1, at `h`: 0 at its base, 1 at its top.
static float crownProfile(uint32_t shape, float h) {
    if (h >= 1.0f) return 0.0f;
    if (shape == 1) return h < 0.0f ? 1.0f : wwPow(1.0f - h, 0.9f);
    if (h < -0.15f) return 0.0f;
    if (h < 0.36f) {
        const float u = (0.36f - h) / 0.61f;
        return 1.0f - 0.4f * u * u * u;
    }
    const float u = (h - 0.36f) / 0.64f;
    return sqrtf(wwMax(0.0f, 1.0f - u * u));
}

// How many times `offset` fits between `start` and the crown's outline, or the clearance below.
static float reachOfCrown(const Grower *grower, const float start[3], const float offset[3]) {
    const WwSkeleton *skeleton = grower->skeleton;
    const float crownHeight = wwMax(skeleton->height - skeleton->crownBase, 0.01f);
    const float step = 0.06f * wwMax(skeleton->crownRadius, 0.1f * crownHeight);
    float previousGap = 0.0f;
    for (int k = 0; k < 64; k++) {
        const float s = step * (float)k;
        const float x = start[0] + s * offset[0];
        const float z = start[2] + s * offset[2];
        const float y = start[1] + s * offset[1];
        const float h = (y - skeleton->crownBase) / crownHeight;
        const float outline = skeleton->crownRadius * crownProfile(grower->def->crownShape, h);
        const float clearance = y - GROUND_CLEARANCE * skeleton->height;
        const float gap = wwMin(outline - sqrtf(x * x + z * z), clearance);
        if (gap <= 0.0f) {
            return k == 0 ? 0.0f : s - step * (1.0f - previousGap / (previousGap - gap));
        }
        previousGap = gap;
    }
    return step * 64.0f;
}

// Lays the axis of a node: unit arc length, straying by `gnarl`, sagging by `droop` over its whole
// length, rising by `upturn` towards its end.
static void layAxis(WwSkeleton *skeleton, WwTreeNode *node, const float direction[3], float gnarl,
    float droop, float upturn, WwRandom *random) {
    const float step = 1.0f / (float)node->segments;
    const float stray = gnarl * sqrtf(step) * 1.7f;
    float heading[3] = {direction[0], direction[1], direction[2]};
    float point[3] = {0.0f, 0.0f, 0.0f};
    node->firstPoint = skeleton->pointCount;
    for (uint32_t k = 0; k <= node->segments; k++) {
        memcpy(skeleton->axis[skeleton->pointCount++], point, sizeof point);
        for (int i = 0; i < 3; i++) point[i] += heading[i] * step;
        const float t = (float)(k + 1) * step;
        const float level = sqrtf(heading[0] * heading[0] + heading[2] * heading[2]);
        float bent[3];
        for (int i = 0; i < 3; i++)
            bent[i] = heading[i] + stray * wwRandomRange(random, -1.0f, 1.0f);
        bent[1] += level * step * (2.0f * t * upturn - droop);
        wwNormalize3(bent, direction, heading);
    }
}

static void place(Grower *grower, WwTreeNode *node, const WwTreeNode *parent) {
    wwNodePoint(grower->skeleton, parent, node->seat, node->start);
    node->swayStart = wwLerp(parent->swayStart, parent->swayTip, node->seat * node->seat);
    node->swayTip = wwMin(1.0f, node->swayStart + swayOfLevel[node->level]);
}

// Radii of a child: thinner as it is shorter, never thicker than the wood it grows from.
static void thicken(const Grower *grower, WwTreeNode *node, const WwTreeNode *parent, float power) {
    const float ratio = wwClamp(node->length / wwMax(parent->length, 1e-6f), 0.0f, 1.0f);
    const float room = wwNodeRadius(parent, node->seat);
    const float wish = wwMax(parent->radius * wwPow(ratio, power), grower->def->minimumRadius);
    node->radius = wwMin(wish, 0.7f * room);
    node->tipRadius =
        wwMin(node->radius, wwMax(grower->def->minimumRadius * 0.6f, node->radius * 0.2f));
}

static WwTreeNode *addNode(Grower *grower, uint32_t parent, uint32_t child) {
    WwSkeleton *skeleton = grower->skeleton;
    const WwTreeNode *from = &skeleton->nodes[parent];
    WwTreeNode *node = &skeleton->nodes[skeleton->nodeCount++];
    node->parent = parent;
    node->level = from->level + 1;
    node->id = (uint32_t)wwMix64(((uint64_t)from->id << 8) + child + 1);
    node->segments = segmentsOfLevel[node->level];
    node->phase = from->phase;
    return node;
}

static void growTrunk(Grower *grower) {
    const ww_TreeDef *def = grower->def;
    WwSkeleton *skeleton = grower->skeleton;
    WwRandom random = wwRandomStream(grower->seed, 0);
    const float vary = wwRandomRange(&random, -1.0f, 1.0f) * def->heightVariation;
    skeleton->height = def->height * (1.0f + vary);
    skeleton->crownBase = def->crownBase * skeleton->height;
    skeleton->crownRadius = def->crownRadius * skeleton->height;
    WwTreeNode *trunk = &skeleton->nodes[skeleton->nodeCount++];
    trunk->segments = segmentsOfLevel[0];
    trunk->length = def->trunkLength * skeleton->height;
    trunk->radius = def->trunkRadius * (1.0f + vary);
    trunk->tipRadius = trunk->radius * (1.0f - def->trunkTaper);
    const float lean = 0.25f * def->trunkGnarl;
    const float tilted[3] = {
        wwRandomRange(&random, -lean, lean), 1.0f, wwRandomRange(&random, -lean, lean)};
    float direction[3];
    wwNormalize3(tilted, tilted, direction);
    layAxis(
        skeleton, trunk, direction, 0.5f * def->trunkGnarl, 0.0f, 0.5f * def->trunkGnarl, &random);
}

// A direction at `angle` from `tangent`, turned about it by `azimuth`; `flatness` presses it level.
static void branchOff(
    const float tangent[3], float angle, float azimuth, float flatness, float direction[3]) {
    float side[3], upper[3], out[3], bent[3];
    wwSideways(tangent, side, upper);
    const float across = wwCos(azimuth);
    const float above = wwSin(azimuth) * (1.0f - flatness);
    for (int i = 0; i < 3; i++) out[i] = side[i] * across + upper[i] * above;
    wwNormalize3(out, side, out);
    const float c = wwCos(angle);
    const float s = wwSin(angle);
    for (int i = 0; i < 3; i++) bent[i] = tangent[i] * c + out[i] * s;
    wwNormalize3(bent, tangent, direction);
}

static void growLimb(Grower *grower, uint32_t index) {
    const ww_TreeDef *def = grower->def;
    WwSkeleton *skeleton = grower->skeleton;
    const WwTreeNode *trunk = &skeleton->nodes[0];
    WwTreeNode *node = addNode(grower, 0, index);
    WwRandom random = wwRandomStream(grower->seed, node->id);
    const uint32_t tiers = (def->limbs + def->limbWhorl - 1) / def->limbWhorl;
    const uint32_t tier = index / def->limbWhorl;
    const float lowest = wwMin(0.95f, skeleton->crownBase / trunk->length);
    const float jitter = wwRandomRange(&random, -0.35f, 0.35f);
    const float u = wwClamp(((float)tier + 0.5f + jitter) / (float)tiers, 0.0f, 1.0f);
    // Conifers grow less each year: their tiers close up towards the top.
    const float rise = def->crownShape == 1 ? wwPow(u, 0.85f) : u;
    node->seat = lowest + (0.985f - lowest) * rise;
    node->phase = wwRandomUnit(&random);
    const float within = (float)(index % def->limbWhorl) * 2.0f * WW_PI / (float)def->limbWhorl;
    const float azimuth =
        (float)tier * GOLDEN_ANGLE + within + wwRandomRange(&random, -0.25f, 0.25f);
    const float angle =
        wwLerp(def->limbAngleLow, def->limbAngleHigh, u) + wwRandomRange(&random, -0.1f, 0.1f);
    float direction[3];
    const float up[3] = {0.0f, 1.0f, 0.0f};
    branchOff(up, angle, azimuth, 0.0f, direction);
    layAxis(skeleton, node, direction, def->limbGnarl, def->limbDroop, def->limbUpturn, &random);
    place(grower, node, trunk);
    const float *tip = skeleton->axis[node->firstPoint + node->segments];
    const float reach =
        reachOfCrown(grower, node->start, tip) * wwRandomRange(&random, 0.82f, 1.0f);
    node->length = wwMax(reach, 0.08f * skeleton->crownRadius);
    thicken(grower, node, trunk, 1.1f);
}

// A branch of a limb or a twig of a branch: child `index` of `count` on `parent`.
static void growShoot(Grower *grower, uint32_t parent, uint32_t index, uint32_t count) {
    const ww_TreeDef *def = grower->def;
    WwSkeleton *skeleton = grower->skeleton;
    const WwTreeNode *from = &skeleton->nodes[parent];
    WwTreeNode *node = addNode(grower, parent, index);
    WwRandom random = wwRandomStream(grower->seed, node->id);
    const bool twig = node->level == 3;
    const float bare = twig ? 0.25f : def->branchStart;
    const float u = index + 1 == count
                        ? 0.98f
                        : ((float)index + 0.2f + 0.6f * wwRandomUnit(&random)) / (float)count;
    node->seat = bare + (1.0f - bare) * u;
    const float flatness = def->branchFlatness;
    const float turn = wwLerp(GOLDEN_ANGLE, WW_PI, flatness);
    const float azimuth = (float)index * turn +
                          2.0f * WW_PI * (float)(from->id & 255u) / 256.0f * (1.0f - flatness) +
                          wwRandomRange(&random, -0.3f, 0.3f);
    const float angle = (twig ? def->twigAngle : def->branchAngle) * (1.0f - 0.55f * u) +
                        wwRandomRange(&random, -0.12f, 0.12f);
    float tangent[3], direction[3];
    wwNodeTangent(skeleton, from, node->seat, tangent);
    branchOff(tangent, angle, azimuth, flatness, direction);
    layAxis(skeleton, node, direction, def->limbGnarl * 0.8f, def->branchDroop, 0.0f, &random);
    place(grower, node, from);
    const float share = twig ? def->twigLength : def->branchLength;
    const float wish =
        share * from->length * (1.0f - 0.55f * u) * wwRandomRange(&random, 0.8f, 1.2f);
    const float *tip = skeleton->axis[node->firstPoint + node->segments];
    const float reach =
        reachOfCrown(grower, node->start, tip) * wwRandomRange(&random, 0.95f, 1.1f);
    node->length = wwMax(wwMin(wish, reach), 0.35f * wish);
    thicken(grower, node, from, twig ? 1.5f : 1.2f);
}

// Long parents bear all the children that the definition asks for, short ones fewer.
static uint32_t childCount(uint32_t count, float length, float full) {
    const float share = wwClamp(length / wwMax(full, 1e-6f), 0.0f, 1.0f);
    return count ? wwMaxU(1, (uint32_t)floorf((float)count * share + 0.5f)) : 0;
}

static bool allocate(const ww_TreeDef *def, WwSkeleton *skeleton) {
    const uint32_t limbs = def->limbs;
    const uint32_t branches = limbs * def->branches;
    const uint32_t twigs = branches * def->twigs;
    const uint32_t counts[WW_TREE_DEPTH] = {1, limbs, branches, twigs};
    uint32_t nodes = 0;
    uint32_t points = 0;
    for (uint32_t level = 0; level < WW_TREE_DEPTH; level++) {
        nodes += counts[level];
        points += counts[level] * (segmentsOfLevel[level] + 1);
        if (counts[level]) skeleton->leafLevel = level;
    }
    skeleton->nodes = wwAlloc(nodes * sizeof(WwTreeNode));
    skeleton->axis = wwAlloc(points * sizeof(float[3]));
    return skeleton->nodes && skeleton->axis;
}

bool wwSkeletonGrow(const ww_TreeDef *def, uint32_t seed, WwSkeleton *skeleton) {
    memset(skeleton, 0, sizeof *skeleton);
    if (!allocate(def, skeleton)) {
        wwSkeletonFree(skeleton);
        return false;
    }
    Grower grower = {def, skeleton, seed};
    growTrunk(&grower);
    for (uint32_t i = 0; i < def->limbs; i++) growLimb(&grower, i);
    for (uint32_t i = 1; i < skeleton->nodeCount; i++) {
        const WwTreeNode *node = &skeleton->nodes[i];
        if (node->level >= skeleton->leafLevel) break;
        const bool limb = node->level == 1;
        const float full = skeleton->crownRadius * (limb ? 1.0f : 0.6f * def->branchLength);
        const uint32_t count = childCount(limb ? def->branches : def->twigs, node->length, full);
        for (uint32_t k = 0; k < count; k++) growShoot(&grower, i, k, count);
    }
    return true;
}

void wwSkeletonFree(WwSkeleton *skeleton) {
    wwFree(skeleton->nodes);
    wwFree(skeleton->axis);
    memset(skeleton, 0, sizeof *skeleton);
}

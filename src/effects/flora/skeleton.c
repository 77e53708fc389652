// Growing the skeleton. The crown is an envelope around the foot's vertical: limbs reach for it and
// branches end at it, so that the outline belongs to the species and the irregularity to the seed.
// Within it, angles and spacing follow Weber and Penn, "Creation and Rendering of Realistic Trees",
// 1995: children are seated on the bent axis of their parent and turn about it by a steady angle.
#include "effects/flora/skeleton.h"

#include "base/memory.h"

#include <string.h>

#define GOLDEN_ANGLE 2.39996323f
#define TRUNK_SEGMENTS 12u
// Numbers of children that are arms of a fork, far from those of limbs.
#define FIRST_ARM 200u

static const uint32_t leastSegments[WW_TREE_DEPTH] = {TRUNK_SEGMENTS, 5, 3, 2, 2};
// Wind weight that each level adds on the way to its tip.
static const float swayOfLevel[WW_TREE_DEPTH] = {0.0f, 0.45f, 0.3f, 0.25f, 0.15f};

// What branches, twigs and sprigs have of their own.
typedef struct Shoots {
    uint32_t count;
    float bare, length, angle;
    float thicknessPower;
} Shoots;

typedef struct Grower {
    const ww_TreeDef *def;
    WwSkeleton *skeleton;
    uint32_t seed;
    float scale; // of this seed's height
    Shoots shoots[WW_TREE_DEPTH];
    WwTrunk trunk; // whose shoots grow
} Grower;

static WwRandom streamOf(const Grower *grower, const WwTreeNode *node) {
    return wwRandomStream(grower->seed, node->id);
}

static void place(Grower *grower, WwTreeNode *node, const WwTreeNode *parent) {
    wwNodePoint(grower->skeleton, parent, node->seat, node->start);
    node->swayStart = wwLerp(parent->swayStart, parent->swayTip, node->seat * node->seat);
    node->swayTip = wwMin(1.0f, node->swayStart + swayOfLevel[node->level]);
}

// The radius loses `taper` of itself towards the tip, but no twig gets thinner than the finest.
static void taperOff(const Grower *grower, WwTreeNode *node, float taper) {
    const ww_TreeDef *def = grower->def;
    const float least = node->level > 0 ? wwMin(1.0f, 0.6f * def->minimumRadius / node->radius) : 0;
    float previous = 1.0f;
    for (uint32_t k = 0; k <= node->segments; k++) {
        const float t = (float)k / (float)node->segments;
        const float along = node->level == 0 ? wwLerp(node->along, node->reach, t) : t;
        float share = 1.0f - taper * along;
        if (node->level == 0) {
            const float middle = 2.0f * along - 1.0f;
            share *= 1.0f + def->trunkBelly * wwMax(0.0f, 1.0f - middle * middle) * 0.9f;
            share = wwMax(share, 0.02f);
        }
        share = wwMax(share, least);
        // A belly may swell; a limb never grows thicker towards its tip.
        previous = node->level == 0 ? share : wwMin(previous, share);
        grower->skeleton->girth[node->firstPoint + k] = previous;
    }
    node->tipRadius = node->radius * previous;
}

// Radii of a child: thinner as it is shorter, never thicker than the wood it grows from.
static void thicken(const Grower *grower, WwTreeNode *node, const WwTreeNode *parent, float power) {
    const ww_TreeDef *def = grower->def;
    const float ratio = wwClamp(node->length / wwMax(parent->length, 1e-6f), 0.0f, 1.0f);
    const float room = wwNodeRadius(grower->skeleton, parent, node->seat);
    const float wish = wwMax(parent->radius * wwPow(ratio, power), def->minimumRadius);
    node->radius = wwMin(wish, def->limbThickness * room);
    taperOff(grower, node, def->limbTaper);
}

static WwTreeNode *addNode(Grower *grower, uint32_t parent, uint32_t child) {
    WwSkeleton *skeleton = grower->skeleton;
    const WwTreeNode *from = &skeleton->nodes[parent];
    WwTreeNode *node = &skeleton->nodes[skeleton->nodeCount++];
    *node = (WwTreeNode){0};
    node->parent = parent;
    node->level = from->level + 1;
    node->id = (uint32_t)wwMix64(((uint64_t)from->id << 8) + child + 1);
    node->phase = from->phase;
    return node;
}

// A direction at `angle` from `tangent`, turned about it by `azimuth` from `side`; `flatness`
// presses it level.
static void branchOff(const float tangent[3], const float side[3], const float upper[3],
    float angle, float azimuth, float flatness, float direction[3]) {
    float out[3], bent[3];
    float across, above, c, s;
    wwTurn(wwShareOfTurn(azimuth), &above, &across);
    above *= 1.0f - flatness;
    for (int i = 0; i < 3; i++) out[i] = side[i] * across + upper[i] * above;
    wwUnit3(out, side, out);
    wwTurn(wwShareOfTurn(angle), &s, &c);
    for (int i = 0; i < 3; i++) bent[i] = tangent[i] * c + out[i] * s;
    wwUnit3(bent, tangent, direction);
}

// ---- stems and forks

static WwBend trunkBend(const ww_TreeDef *def, bool lower) {
    const WwBend bend = {.gnarl = 0.5f * def->trunkGnarl,
        .upturn = 0.5f * def->trunkGnarl,
        .curve = lower ? def->trunkCurve : def->trunkCurveBack,
        .curveBack = def->trunkCurveBack,
        .tropism = &def->tropism};
    return bend;
}

static void layTrunk(Grower *grower, WwTreeNode *node, const float direction[3], float along,
    float reach, WwRandom *random) {
    const ww_TreeDef *def = grower->def;
    const WwBend bend = trunkBend(def, along == 0.0f);
    node->segments = wwAxisSegments(&bend, leastSegments[0]);
    node->along = along;
    node->reach = reach;
    node->length = (reach - along) * def->trunkLength * grower->skeleton->height;
    wwAxisLay(grower->skeleton, node, direction, &bend, random);
}

// The shares of the trunk's length between which its arms of generation `g` lie; 0 is the stem.
static void generation(const ww_TreeDef *def, uint32_t g, float *along, float *reach) {
    const float step = def->forks ? (1.0f - def->forkStart) / (float)def->forks : 0.0f;
    *along = g == 0 ? 0.0f : def->forkStart + step * (float)(g - 1);
    *reach = def->forks ? def->forkStart + step * (float)g : 1.0f;
}

static void growStem(Grower *grower, uint32_t index) {
    const ww_TreeDef *def = grower->def;
    WwSkeleton *skeleton = grower->skeleton;
    const uint32_t number = skeleton->nodeCount;
    WwTreeNode *stem = &skeleton->nodes[skeleton->nodeCount++];
    *stem = (WwTreeNode){0};
    stem->parent = number;
    stem->id = index ? (uint32_t)wwMix64(index) : 0;
    WwRandom random = streamOf(grower, stem);
    wwRandomUnit(&random); // the height's
    stem->phase = def->stems > 1 ? wwRandomUnit(&random) : 0.0f;
    float along, reach, sine, cosine;
    generation(def, 0, &along, &reach);
    // The stems of a clump stand like the seeds of a sunflower.
    const float out = def->stems > 1 ? sqrtf((float)index / (float)(def->stems - 1)) : 0.0f;
    const float azimuth = GOLDEN_ANGLE * (float)index + 2.0f * WW_PI * wwRandomUnit(&random);
    sine = wwSin(azimuth);
    cosine = wwCos(azimuth);
    const float aside = out * def->stemSpread * skeleton->height;
    stem->start[0] = aside * cosine;
    stem->start[2] = aside * sine;
    const float lean = wwMin(out * def->stemLean + def->trunkLean, 1.5f);
    const float stray = 0.25f * def->trunkGnarl;
    const float tilted[3] = {wwSin(lean) * cosine + wwRandomRange(&random, -stray, stray),
        wwCos(lean), wwSin(lean) * sine + wwRandomRange(&random, -stray, stray)};
    float direction[3];
    wwUnit3(tilted, tilted, direction);
    layTrunk(grower, stem, direction, along, reach, &random);
    if (def->stems > 1) stem->length *= wwRandomRange(&random, 0.75f, 1.0f);
    stem->radius = def->trunkRadius * grower->scale;
    taperOff(grower, stem, def->trunkTaper);
}

static void growArm(Grower *grower, uint32_t parent, uint32_t index, uint32_t g) {
    const ww_TreeDef *def = grower->def;
    WwSkeleton *skeleton = grower->skeleton;
    const WwTreeNode *from = &skeleton->nodes[parent];
    WwTreeNode *node = addNode(grower, parent, FIRST_ARM + index);
    WwRandom random = streamOf(grower, node);
    node->level = 0;
    // Far enough down that the wood below closes over the foot of its arms.
    node->seat = 0.97f;
    float tangent[3], side[3], upper[3], direction[3];
    wwNodeTangent(skeleton, from, node->seat, tangent);
    wwUpright(tangent, side, upper);
    const float even = 2.0f * WW_PI * (float)index / (float)def->forkArms;
    const float azimuth = even + 1.9f * (float)g + (float)(from->id & 255u) * (WW_PI / 128.0f) +
                          wwRandomRange(&random, -0.3f, 0.3f);
    const float angle = def->forkAngle * wwRandomRange(&random, 0.75f, 1.25f);
    branchOff(tangent, side, upper, angle, azimuth, 0.0f, direction);
    float along, reach;
    generation(def, g, &along, &reach);
    layTrunk(grower, node, direction, along, reach, &random);
    node->length *= wwRandomRange(&random, 0.85f, 1.1f);
    place(grower, node, from);
    const float room = wwNodeRadius(skeleton, from, node->seat);
    const float share = wwMin(1.15f / sqrtf((float)def->forkArms), 0.85f);
    // Its girth counts from the foot of the whole trunk, so that the taper carries on.
    node->radius = 1.0f;
    taperOff(grower, node, def->trunkTaper);
    float *girth = skeleton->girth + node->firstPoint;
    const float first = girth[0];
    for (uint32_t k = 0; k <= node->segments; k++) girth[k] /= first;
    node->radius = room * share;
    node->tipRadius = node->radius * girth[node->segments];
}

static void growTrunk(Grower *grower) {
    const ww_TreeDef *def = grower->def;
    WwSkeleton *skeleton = grower->skeleton;
    WwRandom random = wwRandomStream(grower->seed, 0);
    const float vary = wwRandomRange(&random, -1.0f, 1.0f) * def->heightVariation;
    grower->scale = 1.0f + vary;
    skeleton->height = def->height * grower->scale;
    skeleton->crownBase = def->crownBase * skeleton->height;
    skeleton->crownRadius = def->crownRadius * skeleton->height;
    for (uint32_t i = 0; i < def->stems; i++) growStem(grower, i);
    uint32_t first = 0;
    for (uint32_t g = 1; g <= def->forks; g++) {
        const uint32_t end = skeleton->nodeCount;
        for (uint32_t i = first; i < end; i++) {
            for (uint32_t k = 0; k < def->forkArms; k++) growArm(grower, i, k, g);
        }
        first = end;
    }
    skeleton->trunkCount = skeleton->nodeCount;
}

// ---- limbs

// Which node of the trunk bears limb `index` of a stem at the share `along` of its length.
static uint32_t bearerOf(const Grower *grower, uint32_t stem, uint32_t index, float along) {
    const ww_TreeDef *def = grower->def;
    uint32_t first = 0;
    uint32_t arms = 1; // of a stem, in this generation
    for (uint32_t g = 0; g <= def->forks; g++) {
        const WwTreeNode *node = &grower->skeleton->nodes[first];
        if (along < node->reach || g == def->forks) return first + stem * arms + index % arms;
        first += def->stems * arms;
        arms *= def->forkArms;
    }
    return stem;
}

// The share of a stem's length at which it enters the crown.
static float entersCrown(const WwSkeleton *skeleton, const WwTreeNode *stem) {
    const float trunk = stem->length / (stem->reach - stem->along);
    return wwMin(0.95f, skeleton->crownBase / trunk);
}

static void growLimb(Grower *grower, uint32_t stem, uint32_t index) {
    const ww_TreeDef *def = grower->def;
    WwSkeleton *skeleton = grower->skeleton;
    const uint32_t tiers = (def->limbs + def->limbWhorl - 1) / def->limbWhorl;
    const uint32_t tier = index / def->limbWhorl;
    const float lowest = entersCrown(skeleton, &skeleton->nodes[stem]);
    // Its number, and so its stream, does not depend on what the others draw.
    const uint32_t draft = (uint32_t)wwMix64(((uint64_t)skeleton->nodes[stem].id << 8) + index + 1);
    WwRandom random = wwRandomStream(grower->seed, draft);
    const float jitter = wwRandomRange(&random, -0.35f, 0.35f);
    const float u = wwClamp(((float)tier + 0.5f + jitter) / (float)tiers, 0.0f, 1.0f);
    const float rise = def->limbCrowding == 1.0f ? u : wwPow(u, def->limbCrowding);
    const float along = lowest + (0.985f - lowest) * rise;
    const uint32_t parent = bearerOf(grower, stem, def->limbWhorl > 1 ? tier : index, along);
    const WwTreeNode *from = &skeleton->nodes[parent];
    WwTreeNode *node = addNode(grower, parent, index);
    node->id = draft;
    node->seat = wwClamp((along - from->along) / (from->reach - from->along), 0.0f, 0.985f);
    node->phase = wwRandomUnit(&random);
    const float within = (float)(index % def->limbWhorl) * 2.0f * WW_PI / (float)def->limbWhorl;
    const float azimuth = (float)tier * def->limbTurn + within + (float)(stem * 7u) +
                          wwRandomRange(&random, -0.25f, 0.25f);
    const float angle =
        wwLerp(def->limbAngleLow, def->limbAngleHigh, u) + wwRandomRange(&random, -0.1f, 0.1f);
    float tangent[3], side[3], upper[3], direction[3];
    wwNodeTangent(skeleton, from, node->seat, tangent);
    wwUpright(tangent, side, upper);
    branchOff(tangent, side, upper, angle, azimuth, 0.0f, direction);
    const WwBend bend = {.gnarl = def->limbGnarl,
        .droop = def->limbDroop,
        .upturn = def->limbUpturn,
        .tropism = &def->tropism};
    node->segments = wwAxisSegments(&bend, leastSegments[1]);
    wwAxisLay(skeleton, node, direction, &bend, &random);
    place(grower, node, from);
    const float *tip = skeleton->axis[node->firstPoint + node->segments];
    const float most = 4.0f * skeleton->crownRadius;
    const float free = wwMin(skeleton->crownRadius, skeleton->height); // without an outline
    const float reach = def->crownShape == 9
                            ? wwMin(free, wwCrownReach(def, skeleton, node->start, tip, free))
                            : wwCrownReach(def, skeleton, node->start, tip, most);
    const float length = reach * def->limbLength * wwRandomRange(&random, 0.82f, 1.0f);
    node->length = wwMax(length, 0.08f * skeleton->crownRadius);
    thicken(grower, node, from, def->thicknessPower);
    node->clear = wwMin(0.9f, 1.3f * wwNodeRadius(skeleton, from, node->seat) /
                                  (node->length * wwMax(0.3f, wwSin(angle))));
}

// ---- branches, twigs and sprigs

// Child `index` of `count` on `parent`.
static void growShoot(Grower *grower, uint32_t parent, uint32_t index, uint32_t count) {
    const ww_TreeDef *def = grower->def;
    WwSkeleton *skeleton = grower->skeleton;
    const WwTreeNode *from = &skeleton->nodes[parent];
    WwTreeNode *node = addNode(grower, parent, index);
    const Shoots *shoots = &grower->shoots[node->level];
    WwRandom random = streamOf(grower, node);
    const uint32_t whorl = def->branchWhorl;
    const uint32_t tier = index / whorl;
    const uint32_t tiers = (count + whorl - 1) / whorl;
    const float pruned = node->level == 2 ? def->crownHollow * skeleton->crownRadius : 0.0f;
    const float bare = wwMin(0.96f, wwMax(wwMax(shoots->bare, from->clear), pruned / from->length));
    const float draw = wwRandomUnit(&random);
    const float u = tier + 1 == tiers
                        ? 0.98f
                        : ((float)tier + (whorl > 1 ? 0.5f : 0.2f + 0.6f * draw)) / (float)tiers;
    node->seat = bare + (1.0f - bare) * u;
    const float flatness = def->branchFlatness;
    const float azimuth = (float)tier * wwLerp(def->branchTurn, WW_PI, flatness) +
                          2.0f * WW_PI * (float)(index % whorl) / (float)whorl +
                          2.0f * WW_PI * (float)(from->id & 255u) / 256.0f * (1.0f - flatness) +
                          wwRandomRange(&random, -0.3f, 0.3f);
    const float angle = shoots->angle * (1.0f - 0.55f * u) + wwRandomRange(&random, -0.12f, 0.12f);
    float tangent[3], side[3], upper[3], direction[3];
    wwNodeTangent(skeleton, from, node->seat, tangent);
    wwSideways(tangent, side, upper);
    branchOff(tangent, side, upper, angle, azimuth, flatness, direction);
    const WwBend bend = {.gnarl = def->limbGnarl * 0.8f,
        .droop = def->branchDroop,
        .upturn = def->branchUpturn,
        .tropism = &def->tropism};
    node->segments = wwMinU(wwAxisSegments(&bend, leastSegments[node->level]),
        WW_AXIS_SEGMENTS - 4u * (node->level - 1));
    wwAxisLay(skeleton, node, direction, &bend, &random);
    place(grower, node, from);
    const float wish =
        shoots->length * from->length * (1.0f - 0.55f * u) * wwRandomRange(&random, 0.8f, 1.2f);
    const float *tip = skeleton->axis[node->firstPoint + node->segments];
    const float ragged = wwRandomRange(&random, 0.95f, 1.1f);
    const float reach = ragged * wwCrownReach(def, skeleton, node->start, tip, wish / ragged);
    node->length = wwMax(wwLerp(wish, wwMin(wish, reach), def->crownPrune), 0.35f * wish);
    thicken(grower, node, from, shoots->thicknessPower);
    uint32_t trunk = from->parent;
    while (skeleton->nodes[trunk].level > 0) trunk = skeleton->nodes[trunk].parent;
    if (grower->trunk.node != &skeleton->nodes[trunk]) {
        wwTrunkLay(skeleton, &skeleton->nodes[trunk], &grower->trunk);
    }
    if (wwKeepClear(skeleton, &grower->trunk, node)) return;
    // It would have to grow through the trunk: pruned.
    skeleton->pointCount = node->firstPoint;
    skeleton->nodeCount--;
}

// Long parents bear all the children that the definition asks for, short ones fewer.
static uint32_t childCount(uint32_t count, float length, float full) {
    const float share = wwClamp(length / wwMax(full, 1e-6f), 0.0f, 1.0f);
    return count ? wwMaxU(1, (uint32_t)floorf((float)count * share + 0.5f)) : 0;
}

static void growShoots(Grower *grower) {
    const ww_TreeDef *def = grower->def;
    WwSkeleton *skeleton = grower->skeleton;
    float full[WW_TREE_DEPTH]; // length of a parent that bears all
    full[1] = skeleton->crownRadius;
    full[2] = full[1] * 0.6f * def->branchLength;
    full[3] = full[2] * 0.6f * def->twigLength;
    for (uint32_t i = skeleton->trunkCount; i < skeleton->nodeCount; i++) {
        const WwTreeNode *node = &skeleton->nodes[i];
        if (node->level >= skeleton->leafLevel) break;
        const uint32_t wish = grower->shoots[node->level + 1].count;
        const uint32_t count = childCount(wish, node->length, full[node->level]);
        for (uint32_t k = 0; k < count; k++) growShoot(grower, i, k, count);
    }
}

// ---- the whole

static uint64_t trunkNodes(const ww_TreeDef *def) {
    uint64_t arms = def->stems;
    uint64_t nodes = arms;
    for (uint32_t g = 0; g < def->forks; g++) nodes += arms *= def->forkArms;
    return nodes;
}

uint64_t wwSkeletonBound(const ww_TreeDef *def, uint64_t *points) {
    const uint32_t counts[WW_TREE_DEPTH] = {1, def->limbs, def->branches, def->twigs, def->sprigs};
    uint64_t nodes = trunkNodes(def);
    uint64_t ofLevel = def->stems;
    *points = nodes * (WW_AXIS_SEGMENTS + 1);
    for (uint32_t level = 1; level < WW_TREE_DEPTH; level++) {
        ofLevel *= counts[level];
        nodes += ofLevel;
        *points += ofLevel * (WW_AXIS_SEGMENTS + 1u - 4u * (level - 1));
    }
    return nodes;
}

static bool allocate(const ww_TreeDef *def, WwSkeleton *skeleton) {
    const uint32_t counts[WW_TREE_DEPTH] = {1, def->limbs, def->branches, def->twigs, def->sprigs};
    uint64_t points;
    const uint64_t nodes = wwSkeletonBound(def, &points);
    while (skeleton->leafLevel + 1 < WW_TREE_DEPTH && counts[skeleton->leafLevel + 1]) {
        skeleton->leafLevel++;
    }
    skeleton->nodes = wwAllocRaw((size_t)nodes * sizeof(WwTreeNode));
    skeleton->axis = wwAllocRaw((size_t)points * sizeof(float[3]));
    skeleton->heading = wwAllocRaw((size_t)points * sizeof(float[3]));
    skeleton->girth = wwAllocRaw((size_t)points * sizeof(float));
    return skeleton->nodes && skeleton->axis && skeleton->heading && skeleton->girth;
}

bool wwSkeletonGrow(const ww_TreeDef *def, uint32_t seed, WwSkeleton *skeleton) {
    memset(skeleton, 0, sizeof *skeleton);
    bool grown = allocate(def, skeleton);
    if (grown) {
        Grower grower = {.def = def,
            .skeleton = skeleton,
            .seed = seed,
            .shoots = {
                [2] = {def->branches, def->branchStart, def->branchLength, def->branchAngle,
                    def->thicknessPower + 0.1f},
                [3] = {def->twigs, 0.25f, def->twigLength, def->twigAngle,
                    def->thicknessPower + 0.4f},
                [4] = {def->sprigs, 0.25f, def->sprigLength, def->sprigAngle,
                    def->thicknessPower + 0.4f},
            }};
        growTrunk(&grower);
        for (uint32_t stem = 0; stem < def->stems; stem++) {
            for (uint32_t i = 0; i < def->limbs; i++) growLimb(&grower, stem, i);
        }
        growShoots(&grower);
        grown = !def->pipeModel || wwPipeRadii(def, skeleton);
    }
    if (!grown) {
        wwSkeletonFree(skeleton);
        return false;
    }
    wwGrowthTimes(def, skeleton);
    return true;
}

void wwSkeletonFree(WwSkeleton *skeleton) {
    wwFree(skeleton->nodes);
    wwFree(skeleton->axis);
    wwFree(skeleton->heading);
    wwFree(skeleton->girth);
    memset(skeleton, 0, sizeof *skeleton);
}

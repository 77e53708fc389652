// Leaves, blossoms and fruit: where they sit and which way they face. Fronds and blades stand
// around the top of their shoot, old ones outside; everything else grows along it.
#include "base/memory.h"
#include "effects/flora/parts.h"

#include <string.h>

#define LEAF_SALT 0x6c656166ull
#define BLOSSOM_SALT 0x626c6f73ull
#define GOLDEN_ANGLE 2.39996323f

typedef struct Planner {
    const ww_TreeDef *def;
    const WwSkeleton *skeleton;
    float spineLow, spineHigh; // metres: the middle of the crown
    float clump[3];            // middle of the branch that bears the leaves
    float sink;                // how far the tip of a leaf hangs below its base, in its sizes
} Planner;

static uint32_t leavesOfNode(const Planner *planner, const WwTreeNode *node) {
    if (!planner->def->leaves) return 0;
    if (node->level == planner->skeleton->leafLevel) return planner->def->leaves;
    if (wwIsFrond(planner->def)) return 0;
    return node->level == 0 ? 3 : 1;
}

// Out of the crown and out of the clump around the middle of the branch that bears the leaf.
static void findPuff(const Planner *planner, WwLeaf *leaf) {
    const float *p = leaf->position;
    const float out = sqrtf(p[0] * p[0] + p[2] * p[2]);
    const float middle = wwClamp(p[1] - 0.5f * out, planner->spineLow, planner->spineHigh);
    const float up[3] = {0.0f, 1.0f, 0.0f};
    const float fromCrown[3] = {p[0], p[1] - middle, p[2]};
    const float *center = planner->clump;
    float crownward[3], clumpward[3];
    const float fromClump[3] = {p[0] - center[0], p[1] - center[1], p[2] - center[2]};
    wwUnit3(fromCrown, up, crownward);
    wwUnit3(fromClump, crownward, clumpward);
    float sum[3];
    for (int i = 0; i < 3; i++) sum[i] = crownward[i] + 0.8f * clumpward[i] + 0.35f * up[i];
    wwUnit3(sum, up, leaf->puff);
}

static void faceLeaf(WwLeaf *leaf, const float lean[3]) {
    float side[3], face[3];
    wwSideways(leaf->along, side, face);
    float wish[3];
    for (int i = 0; i < 3; i++) wish[i] = face[i] + 1.1f * leaf->puff[i] + lean[i];
    const float *a = leaf->along;
    const float along = wish[0] * a[0] + wish[1] * a[1] + wish[2] * a[2];
    for (int i = 0; i < 3; i++) wish[i] -= along * a[i];
    wwUnit3(wish, face, leaf->face);
}

// What would hang into the ground is bent up to lie on it.
static void keepAbove(const Planner *planner, WwLeaf *leaf) {
    const float least = planner->sink * leaf->face[1] - leaf->position[1] / leaf->size;
    if (leaf->along[1] >= least) return;
    leaf->along[1] = wwClamp(least, -1.0f, 1.5f);
    wwUnit3(leaf->along, leaf->face, leaf->along);
    const float lean[3] = {0.0f, 0.0f, 0.0f};
    faceLeaf(leaf, lean);
}

static void placeLeaf(const Planner *planner, const WwTreeNode *node, uint32_t index,
    uint32_t count, WwRandom *random, WwLeaf *leaf) {
    const ww_TreeDef *def = planner->def;
    const bool flat = def->leafShape == WW_LEAF_SPRAY;
    const bool frond = wwIsFrond(def);
    const bool last = index + 1 == count;
    const bool tip = !frond && (last || node->level < planner->skeleton->leafLevel);
    const float share = ((float)index + 0.5f) / (float)count;
    const float t = tip ? 1.0f : def->leafStart + (1.0f - def->leafStart) * share;
    WwSpot spot;
    float side[3], upper[3];
    wwNodeSpot(planner->skeleton, node, t, &spot);
    const float *tangent = spot.tangent;
    memcpy(leaf->position, spot.point, sizeof leaf->position);
    memcpy(leaf->axis, spot.axis, sizeof leaf->axis);
    wwSideways(tangent, side, upper);
    const float azimuth = flat && !tip ? WW_PI * (float)index : GOLDEN_ANGLE * (float)index;
    const float turn = azimuth + wwRandomRange(random, -0.4f, 0.4f);
    const float wish = tip ? 0.3f : frond ? def->leafAngle * (1.0f - 0.8f * share) : def->leafAngle;
    const float angle = wish + wwRandomRange(random, -0.25f, 0.25f) * (frond ? 0.6f : 1.0f);
    float c, s, turnCosine, turnSine;
    wwTurn(wwShareOfTurn(angle), &s, &c);
    wwTurn(wwShareOfTurn(turn), &turnSine, &turnCosine);
    const float across = s * turnCosine;
    const float above = s * turnSine * (flat ? 0.3f : 1.0f);
    float along[3], lean[3];
    for (int i = 0; i < 3; i++) along[i] = tangent[i] * c + side[i] * across + upper[i] * above;
    if (node->level > 0 || frond) along[1] -= def->leafDroop;
    wwUnit3(along, tangent, leaf->along);
    findPuff(planner, leaf);
    const float scatter = flat ? 0.25f : 0.5f;
    for (int i = 0; i < 3; i++) lean[i] = wwRandomRange(random, -scatter, scatter);
    faceLeaf(leaf, lean);
    // Sprays are parts of their shoot: short shoots, as at the top of a spire, bear small ones.
    const float fit = flat ? wwMin(1.0f, 0.55f + 0.6f * node->length / def->leafSize) : 1.0f;
    leaf->size = def->leafSize * fit * wwRandomRange(random, 0.75f, 1.2f);
    // Fronds leave the surface of their shoot.
    const float out = frond ? 0.8f * spot.radius : 0.0f;
    for (int i = 0; i < 3; i++) {
        leaf->position[i] += out * (side[i] * turnCosine + upper[i] * turnSine);
    }
    keepAbove(planner, leaf);
    leaf->kind = WW_LEAF;
    leaf->visibility = 1.0f;
    leaf->tint = wwRandomRange(random, -1.0f, 1.0f);
    leaf->hue = wwRandomRange(random, -1.0f, 1.0f);
    leaf->sway = wwLerp(node->swayStart, node->swayTip, t * t);
    leaf->phase = node->phase;
    leaf->node = (uint32_t)(node - planner->skeleton->nodes);
}

// A blossom or a fruit beside a leaf; its draws are its own, so that no leaf depends on them.
static void addBeside(
    const Planner *planner, const WwLeaf *leaf, WwRandom *random, WwLeafPlan *plan) {
    const ww_TreeDef *def = planner->def;
    const float chance = wwRandomUnit(random);
    const float vary = wwRandomRange(random, 0.8f, 1.2f);
    if (chance >= def->blossoms + def->fruits) return;
    const bool fruit = chance >= def->blossoms;
    WwLeaf *beside = &plan->leaves[plan->count++];
    *beside = *leaf;
    beside->kind = fruit ? WW_FRUIT : WW_BLOSSOM;
    beside->size = (fruit ? def->fruitSize : def->blossomSize) * vary;
    beside->hue = wwRandomRange(random, -1.0f, 1.0f);
    if (!fruit) return;
    const float down[3] = {0.0f, -1.0f, 0.0f}, ahead[3] = {1.0f, 0.0f, 0.0f};
    memcpy(beside->along, down, sizeof down);
    memcpy(beside->face, ahead, sizeof ahead);
}

bool wwLeavesPlan(
    const ww_TreeDef *def, uint32_t seed, const WwSkeleton *skeleton, WwLeafPlan *plan) {
    memset(plan, 0, sizeof *plan);
    const float crownHeight = skeleton->height - skeleton->crownBase;
    const bool cone = def->crownShape == 1;
    Planner planner = {.def = def, .skeleton = skeleton};
    planner.spineLow = skeleton->crownBase + 0.3f * crownHeight;
    planner.spineHigh = skeleton->crownBase + (cone ? 1.0f : 0.3f) * crownHeight;
    planner.sink = wwSin(wwMax(0.5f * def->leafCurl, 0.0f));
    if (cone) planner.spineLow = skeleton->crownBase;
    uint32_t total = 0;
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        total += leavesOfNode(&planner, &skeleton->nodes[i]);
    }
    const bool bears = def->blossoms + def->fruits > 0.0f;
    plan->leaves = wwAllocRaw((bears ? 2 * total : total) * sizeof(WwLeaf));
    if (!plan->leaves) return false;
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        const WwTreeNode *node = &skeleton->nodes[i];
        const uint32_t count = leavesOfNode(&planner, node);
        if (!count) continue;
        wwNodePoint(skeleton, node->level >= 3 ? &skeleton->nodes[node->parent] : node, 0.55f,
            planner.clump);
        WwRandom random = wwRandomStream(seed ^ LEAF_SALT, node->id);
        WwRandom beside = wwRandomStream(seed ^ BLOSSOM_SALT, node->id);
        for (uint32_t k = 0; k < count; k++) {
            WwLeaf *leaf = &plan->leaves[plan->count++];
            placeLeaf(&planner, node, k, count, &random, leaf);
            if (bears) addBeside(&planner, leaf, &beside, plan);
        }
    }
    return true;
}

void wwLeavesPlanFree(WwLeafPlan *plan) {
    wwFree(plan->leaves);
    memset(plan, 0, sizeof *plan);
}

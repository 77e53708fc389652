// Leaves, blossoms and fruit: where they sit and which way they face. Fronds and blades stand
// around the top of their shoot, old ones outside; everything else grows along it.
#include "base/memory.h"
#include "effects/flora/parts.h"

#include <string.h>

#define LEAF_SALT 0x6c656166ull
#define BLOSSOM_SALT 0x626c6f73ull
#define GOLDEN_ANGLE 2.39996323f

// Leaves wait until there are four of them, and then are laid at once.
typedef struct Drafts {
    WwLeaf *leaves; // the first of them
    uint32_t count;
    float position[3][4], tangent[3][4]; // on the axis that bears it
    float clump[3][4];                   // middle of the branch that bears it
    float lean[3][4];                    // drawn, added to the way that it faces
    float angle[4], turn[4];             // from the axis and around it, shares of a turn
    float droop[4], size[4];
    float out[4]; // metres from the axis to its surface
} Drafts;

typedef struct Planner {
    const ww_TreeDef *def;
    const WwSkeleton *skeleton;
    float spineLow, spineHigh; // metres: the middle of the crown
    float clump[3];            // middle of the branch that bears the leaves
    float sink;                // how far the tip of a leaf hangs below its base, in its sizes
    float flatness;            // factor of what turns out of the level
    Drafts drafts;
} Planner;

static uint32_t leavesOfNode(const Planner *planner, const WwTreeNode *node) {
    if (!planner->def->leaves) return 0;
    if (node->level == planner->skeleton->leafLevel) return planner->def->leaves;
    if (wwIsFrond(planner->def)) return 0;
    return node->level == 0 ? 3 : 1;
}

// Side and upper direction of unit tangents, as wwSideways has them.
static void layFrames(WwFourVectors tangent, WwFourVectors *side, WwFourVectors *upper) {
    const WwFour none = {0}, one = wwFourAll(1.0f);
    *side =
        wwFourUnit((WwFourVectors){-tangent.z, none, tangent.x}, (WwFourVectors){one, none, none});
    const WwFour height = side->z * tangent.x - side->x * tangent.z;
    const WwFourBits flip = (height < 0.0f) & INT32_MIN;
    upper->x = (WwFour)((WwFourBits)(-side->z * tangent.y) ^ flip);
    upper->y = (WwFour)((WwFourBits)height ^ flip);
    upper->z = (WwFour)((WwFourBits)(side->x * tangent.y) ^ flip);
}

// Out of the crown and out of the clump.
static WwFourVectors puffsOf(const Planner *planner, WwFourVectors position, WwFourVectors clump) {
    const WwFour none = {0}, one = wwFourAll(1.0f);
    const WwFourVectors up = {none, one, none};
    const WwFour out = wwFourSqrt(position.x * position.x + position.z * position.z);
    const WwFour middle =
        wwFourMin(wwFourMax(position.y - 0.5f * out, wwFourAll(planner->spineLow)),
            wwFourAll(planner->spineHigh));
    const WwFourVectors fromCrown = {position.x, position.y - middle, position.z};
    const WwFourVectors crownward = wwFourUnit(fromCrown, up);
    const WwFourVectors clumpward = wwFourUnit(wwFourAdd(position, -one, clump), crownward);
    WwFourVectors sum = wwFourAdd(crownward, wwFourAll(0.8f), clumpward);
    sum.y += 0.35f;
    return wwFourUnit(sum, up);
}

// Up and out, across the leaf.
static WwFourVectors facesOf(WwFourVectors along, WwFourVectors puff, WwFourVectors lean) {
    WwFourVectors side, face;
    layFrames(along, &side, &face);
    const WwFour one = wwFourAll(1.0f);
    WwFourVectors wish = wwFourAdd(wwFourAdd(face, wwFourAll(1.1f), puff), one, lean);
    wish = wwFourAdd(wish, -wwFourDot(wish, along), along);
    return wwFourUnit(wish, face);
}

static void store(WwFourVectors vectors, uint32_t lane, float to[3]) {
    to[0] = vectors.x[lane];
    to[1] = vectors.y[lane];
    to[2] = vectors.z[lane];
}

static void layDrafts(Planner *planner) {
    const Drafts *drafts = &planner->drafts;
    const WwFourVectors tangent = wwFourVectorsLoad(drafts->tangent);
    WwFourVectors position = wwFourVectorsLoad(drafts->position);
    WwFourVectors side, upper;
    WwFour s, c, turnSine, turnCosine;
    layFrames(tangent, &side, &upper);
    wwTurnFour(wwFourLoad(drafts->angle), &s, &c);
    wwTurnFour(wwFourLoad(drafts->turn), &turnSine, &turnCosine);
    WwFourVectors along = {tangent.x * c, tangent.y * c, tangent.z * c};
    along = wwFourAdd(along, s * turnCosine, side);
    along = wwFourAdd(along, s * turnSine * planner->flatness, upper);
    along.y -= wwFourLoad(drafts->droop);
    along = wwFourUnit(along, tangent);
    const WwFourVectors puff = puffsOf(planner, position, wwFourVectorsLoad(drafts->clump));
    WwFourVectors face = facesOf(along, puff, wwFourVectorsLoad(drafts->lean));
    const WwFour out = wwFourLoad(drafts->out);
    position = wwFourAdd(position, out * turnCosine, side);
    position = wwFourAdd(position, out * turnSine, upper);
    // What would hang into the ground is bent up to lie on it.
    const WwFour least = planner->sink * face.y - position.y / wwFourLoad(drafts->size);
    const WwFourBits hangs = along.y < least;
    if (hangs[0] | hangs[1] | hangs[2] | hangs[3]) {
        WwFourVectors bent = along;
        bent.y = wwFourMin(wwFourMax(least, wwFourAll(-1.0f)), wwFourAll(1.5f));
        bent = wwFourUnit(bent, face);
        face = wwFourPickVectors(hangs, facesOf(bent, puff, (WwFourVectors){0}), face);
        along = wwFourPickVectors(hangs, bent, along);
    }
    for (uint32_t k = 0; k < drafts->count; k++) {
        WwLeaf *leaf = &drafts->leaves[k];
        store(position, k, leaf->position);
        store(along, k, leaf->along);
        store(face, k, leaf->face);
        store(puff, k, leaf->puff);
    }
    planner->drafts.leaves += drafts->count;
    planner->drafts.count = 0;
}

static void draftLeaf(
    Planner *planner, const WwTreeNode *node, uint32_t index, uint32_t count, WwRandom *random) {
    const ww_TreeDef *def = planner->def;
    Drafts *drafts = &planner->drafts;
    const uint32_t lane = drafts->count++;
    WwLeaf *leaf = &drafts->leaves[lane];
    const bool flat = def->leafShape == WW_LEAF_SPRAY;
    const bool frond = wwIsFrond(def);
    const bool last = index + 1 == count;
    const bool tip = !frond && (last || node->level < planner->skeleton->leafLevel);
    const float share = ((float)index + 0.5f) / (float)count;
    const float t = tip ? 1.0f : def->leafStart + (1.0f - def->leafStart) * share;
    WwSpot spot;
    wwNodeSpot(planner->skeleton, node, t, &spot);
    const float azimuth = flat && !tip ? WW_PI * (float)index : GOLDEN_ANGLE * (float)index;
    drafts->turn[lane] = wwShareOfTurn(azimuth + wwRandomRange(random, -0.4f, 0.4f));
    const float wish = tip ? 0.3f : frond ? def->leafAngle * (1.0f - 0.8f * share) : def->leafAngle;
    const float angle = wish + wwRandomRange(random, -0.25f, 0.25f) * (frond ? 0.6f : 1.0f);
    drafts->angle[lane] = wwShareOfTurn(angle);
    const float scatter = flat ? 0.25f : 0.5f;
    for (int i = 0; i < 3; i++) {
        drafts->position[i][lane] = spot.point[i];
        drafts->tangent[i][lane] = spot.tangent[i];
        drafts->clump[i][lane] = planner->clump[i];
        drafts->lean[i][lane] = wwRandomRange(random, -scatter, scatter);
        leaf->axis[i] = spot.axis[i];
    }
    drafts->droop[lane] = node->level > 0 || frond ? def->leafDroop : 0.0f;
    // Fronds leave the surface of their shoot.
    drafts->out[lane] = frond ? 0.8f * spot.radius : 0.0f;
    // Sprays are parts of their shoot: short shoots, as at the top of a spire, bear small ones.
    const float fit = flat ? wwMin(1.0f, 0.55f + 0.6f * node->length / def->leafSize) : 1.0f;
    drafts->size[lane] = leaf->size = def->leafSize * fit * wwRandomRange(random, 0.75f, 1.2f);
    leaf->kind = WW_LEAF;
    leaf->visibility = 1.0f;
    leaf->tint = wwRandomRange(random, -1.0f, 1.0f);
    leaf->hue = wwRandomRange(random, -1.0f, 1.0f);
    leaf->sway = wwLerp(node->swayStart, node->swayTip, t * t);
    leaf->phase = node->phase;
    leaf->node = (uint32_t)(node - planner->skeleton->nodes);
    if (drafts->count == 4) layDrafts(planner);
}

// A blossom or a fruit beside a leaf; its draws are its own, so that no leaf depends on them.
static void addBeside(
    const ww_TreeDef *def, const WwLeaf *leaf, WwRandom *random, WwLeafPlan *plan) {
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

// Moves the leaves, which lie at the end of their room, to its beginning, each before what is
// beside it.
static void addBesides(
    const ww_TreeDef *def, uint32_t seed, const WwSkeleton *skeleton, WwLeafPlan *plan) {
    const uint32_t total = plan->count;
    WwRandom random = {0};
    uint32_t node = UINT32_MAX;
    plan->count = 0;
    for (uint32_t k = 0; k < total; k++) {
        const WwLeaf leaf = plan->leaves[total + k];
        if (leaf.node != node) {
            node = leaf.node;
            random = wwRandomStream(seed ^ BLOSSOM_SALT, skeleton->nodes[node].id);
        }
        plan->leaves[plan->count++] = leaf;
        addBeside(def, &leaf, &random, plan);
    }
}

static void startPlanner(const ww_TreeDef *def, const WwSkeleton *skeleton, Planner *planner) {
    const float crownHeight = skeleton->height - skeleton->crownBase;
    const bool cone = def->crownShape == 1;
    *planner = (Planner){.def = def, .skeleton = skeleton};
    planner->spineLow = skeleton->crownBase + (cone ? 0.0f : 0.3f) * crownHeight;
    planner->spineHigh = skeleton->crownBase + (cone ? 1.0f : 0.3f) * crownHeight;
    planner->sink = wwSin(wwMax(0.5f * def->leafCurl, 0.0f));
    planner->flatness = def->leafShape == WW_LEAF_SPRAY ? 0.3f : 1.0f;
}

bool wwLeavesPlan(
    const ww_TreeDef *def, uint32_t seed, const WwSkeleton *skeleton, WwLeafPlan *plan) {
    Planner planner;
    memset(plan, 0, sizeof *plan);
    startPlanner(def, skeleton, &planner);
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        plan->count += leavesOfNode(&planner, &skeleton->nodes[i]);
    }
    const bool bears = def->blossoms + def->fruits > 0.0f;
    plan->leaves = wwAllocRaw((bears ? 2 * plan->count : plan->count) * sizeof(WwLeaf));
    if (!plan->leaves) return false;
    planner.drafts.leaves = plan->leaves + (bears ? plan->count : 0);
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        const WwTreeNode *node = &skeleton->nodes[i];
        const uint32_t count = leavesOfNode(&planner, node);
        if (!count) continue;
        wwNodePoint(skeleton, node->level >= 3 ? &skeleton->nodes[node->parent] : node, 0.55f,
            planner.clump);
        WwRandom random = wwRandomStream(seed ^ LEAF_SALT, node->id);
        for (uint32_t k = 0; k < count; k++) draftLeaf(&planner, node, k, count, &random);
    }
    layDrafts(&planner);
    if (bears) addBesides(def, seed, skeleton, plan);
    return true;
}

void wwLeavesPlanFree(WwLeafPlan *plan) {
    wwFree(plan->leaves);
    memset(plan, 0, sizeof *plan);
}

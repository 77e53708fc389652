// Wood: which nodes of a skeleton a level of detail shows as tubes, and what their vertices know.
#include "base/memory.h"
#include "effects/flora/tube.h"

#include <string.h>

#define WOOD_SALT 0x776f6f64ull

typedef struct Wood {
    const ww_TreeDef *def;
    const WwSkeleton *skeleton;
    const WwCrown *crown;
    WwTreeBuilder *builder;
    WwTubeWork *work;
    uint32_t level;
    float color[3];  // encoded, of this tube
    float around;    // metres of bark around it
    float alongBark; // metres of bark below it
} Wood;

static uint32_t sidesOf(const ww_TreeDef *def, float radius, uint32_t level) {
    static const float limits[] = {0.035f, 0.06f, 0.12f, 0.2f, 0.3f};
    static const uint8_t sides[3][6] = {
        {3, 4, 5, 6, 8, 16}, {3, 3, 3, 5, 6, 12}, {3, 3, 3, 4, 5, 8}};
    uint32_t k = 0;
    while (k < 5 && radius >= limits[k]) k++;
    const float wish = (float)sides[wwMinU(level, 2)][k] * def->woodDetail + 0.5f;
    return wwMinU(wwMaxU((uint32_t)wish, 3), WW_TUBE_SIDES);
}

static void fillVertex(
    const Wood *wood, const WwTube *tube, const WwRing *ring, WwMeshVertex *vertex) {
    const WwTreeNode *node = tube->node;
    const float ground = wwClamp(0.45f + ring->center[1] / 0.8f, 0.0f, 1.0f);
    const float out = ring->t * node->length / wwMax(tube->seat.radius, 1e-6f);
    const float crease = node->level == 0 ? 1.0f : wwClamp(0.3f + 0.35f * out, 0.4f, 1.0f);
    const float open = wwCrownVisibility(wood->crown, ring->center) * ground * crease;
    for (int i = 0; i < 3; i++) vertex->color[i] = wwByte(wood->color[i]);
    vertex->color[3] = wwByte(open);
    vertex->wind[0] = wwByte(wwLerp(node->swayStart, node->swayTip, ring->t * ring->t));
    vertex->wind[1] = wwByte(node->phase);
    vertex->wind[2] = (uint8_t)wwMin(wood->around / WW_BARK_TILE, 255.0f);
    vertex->wind[3] = wwByte(sqrtf(ring->wood * 0.25f));
    vertex->uv[1] = wood->alongBark + ring->t * node->length + ring->beyond;
    wwBuilderSeat(vertex, (uint32_t)(node - wood->skeleton->nodes), ring->axis);
}

// Where a limb comes out of its parent it is shaded as if their surfaces met smoothly.
static void blendIntoParent(
    const WwTube *tube, const WwRing *ring, const float point[3], float normal[3]) {
    const float out = ring->t * tube->node->length / wwMax(tube->seat.radius, 1e-6f);
    const float share = wwClamp(1.0f - 0.45f * out, 0.0f, 0.55f);
    if (share <= 0.0f) return;
    const float *center = tube->seat.point;
    const float *along = tube->seat.tangent;
    float away[3];
    float dot = 0.0f;
    for (int i = 0; i < 3; i++) dot += (point[i] - center[i]) * along[i];
    for (int i = 0; i < 3; i++) away[i] = point[i] - center[i] - dot * along[i];
    wwUnit3(normal, along, normal);
    wwUnit3(away, normal, away);
    for (int i = 0; i < 3; i++) normal[i] = wwLerp(normal[i], away[i], share);
}

static void addRing(Wood *wood, const WwTube *tube, uint32_t index) {
    const bool blends = tube->def->collars && tube->node->level > 0 && tube->level == 0;
    const WwRing *ring = &tube->work->rings[index];
    const uint32_t first = wood->builder->mesh->vertexCount;
    WwMeshVertex same = {0};
    fillVertex(wood, tube, ring, &same);
    for (uint32_t k = 0; k < tube->sides; k++) {
        const float *point = tube->work->points[index][k];
        WwMeshVertex *vertex = wwBuilderVertex(wood->builder);
        *vertex = same;
        memcpy(vertex->position, point, sizeof vertex->position);
        vertex->uv[0] = wood->around * (float)k / (float)tube->sides;
        float normal[3];
        wwTubeNormal(tube, index, k, normal);
        if (blends) blendIntoParent(tube, ring, point, normal);
        wwBuilderNormal(vertex, normal, ring->tangent);
    }
    WwMeshVertex *seam = wwBuilderVertex(wood->builder);
    *seam = wood->builder->mesh->vertices[first];
    seam->uv[0] = wood->around;
}

static void addTip(Wood *wood, const WwTube *tube) {
    WwRing end = tube->work->rings[tube->ringCount - 1];
    WwSpot spot;
    wwNodeSpot(tube->skeleton, tube->node, 1.0f, &spot);
    memcpy(end.center, tube->tip, sizeof end.center);
    memcpy(end.axis, spot.axis, sizeof end.axis);
    end.wood = spot.radius;
    end.t = 1.0f;
    WwMeshVertex *tip = wwBuilderVertex(wood->builder);
    *tip = (WwMeshVertex){0};
    fillVertex(wood, tube, &end, tip);
    memcpy(tip->position, tube->tip, sizeof tip->position);
    wwBuilderNormal(tip, end.tangent, end.tangent);
    tip->uv[0] = 0.5f * wood->around;
}

static void addTube(Wood *wood, const WwTube *tube) {
    const uint32_t sides = tube->sides;
    const uint32_t row = sides + 1;
    const uint32_t triangles = (2 * tube->ringCount - 1) * sides + sides - 2;
    if (!wwBuilderReserve(wood->builder, tube->ringCount * row + 1, triangles * 3)) return;
    const uint32_t first = wood->builder->mesh->vertexCount;
    for (uint32_t r = 0; r < tube->ringCount; r++) addRing(wood, tube, r);
    addTip(wood, tube);
    // The foot, in the ground or in the parent, closes with its own points.
    for (uint32_t k = 1; k + 1 < sides; k++) {
        wwBuilderTriangle(wood->builder, first, first + k + 1, first + k);
    }
    for (uint32_t r = 0; r < tube->ringCount; r++) {
        const bool last = r + 1 == tube->ringCount;
        for (uint32_t k = 0; k < sides; k++) {
            const uint32_t a = first + r * row + k;
            const uint32_t above = last ? first + tube->ringCount * row : a + row;
            wwBuilderTriangle(wood->builder, a, a + 1, above);
            if (!last) wwBuilderTriangle(wood->builder, a + 1, above + 1, above);
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

static void buildNode(Wood *wood, uint32_t seed, uint32_t index, const float encoded[3]) {
    const ww_TreeDef *def = wood->def;
    const WwSkeleton *skeleton = wood->skeleton;
    const WwTreeNode *node = &skeleton->nodes[index];
    WwRandom random = wwRandomStream(seed ^ WOOD_SALT, node->id);
    WwTube tube = {.def = def,
        .skeleton = skeleton,
        .node = node,
        .work = wood->work,
        .level = wood->level,
        .sides = sidesOf(def, node->radius, wood->level)};
    wwNodeSpot(skeleton, &skeleton->nodes[node->parent], node->seat, &tube.seat);
    tube.phase = wwRandomRange(&random, 0.0f, 2.0f * WW_PI);
    const bool forked = node->level == 0 && node->reach < 0.999f;
    if (node->level == 0)
        tube.end = forked ? 1 : def->trunkEnd;
    else if (node->radius > 0.02f && wood->level == 0)
        tube.end = def->branchEnd;
    const float bright = wwRandomRange(&random, 0.92f, 1.08f);
    for (int k = 0; k < 3; k++) wood->color[k] = encoded[k] * bright;
    const float circumference = 2.0f * WW_PI * node->radius;
    const float tiles = wwMax(1.0f, floorf(circumference / WW_BARK_TILE + 0.5f));
    wood->around = WW_BARK_TILE * tiles;
    wood->alongBark = node->level == 0 ? node->along * def->trunkLength * skeleton->height : 0.0f;
    wwTubeLay(&tube, &random);
    if (wood->level == 0 && tube.sides > 3) wwTubeSmooth(&tube, def->smoothing);
    addTube(wood, &tube);
}

void wwWoodBuild(const ww_TreeDef *def, uint32_t seed, const WwSkeleton *skeleton,
    const WwCrown *crown, uint32_t level, WwTreeBuilder *builder) {
    WwTubeWork *work = wwAllocRaw(sizeof *work);
    if (!work) {
        builder->failed = true;
        return;
    }
    work->turns = 0;
    // Most of what it will take at once; more is made room for as it comes.
    if (!builder->vertexCapacity) {
        wwBuilderReserve(builder, 24 * skeleton->nodeCount, 80 * skeleton->nodeCount);
    }
    Wood wood = {.def = def,
        .skeleton = skeleton,
        .crown = crown,
        .builder = builder,
        .work = work,
        .level = level};
    float encoded[3];
    wwTreeEncode(&def->barkColor, encoded);
    uint32_t furthest[6];
    const bool isCoarsest = level + 1 == WW_TREE_LEVELS;
    if (isCoarsest) findFurthest(skeleton, furthest);
    for (uint32_t i = 0; i < skeleton->nodeCount && !builder->failed; i++) {
        if (isCoarsest && isLeftOut(skeleton, furthest, i)) continue;
        buildNode(&wood, seed, i, encoded);
    }
    wwFree(work);
}

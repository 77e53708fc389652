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
    float around;        // metres of bark around this tube
    float alongBark;     // metres of bark below it
    int32_t color, wind; // of all its vertices, as they stand in them
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

// What all vertices of a ring share, as it stands in them.
typedef struct Shared {
    int32_t color, wind;
    float v;
    uint64_t seat;
} Shared;

static void layTube(Wood *wood, const WwTreeNode *node, const float encoded[3], float bright) {
    wood->color = wwByte(encoded[0] * bright) | wwByte(encoded[1] * bright) << 8 |
                  wwByte(encoded[2] * bright) << 16;
    wood->wind = wwByte(node->phase) << 8 | (int32_t)wwMin(wood->around / WW_BARK_TILE, 255.0f)
                                                << 16;
}

static Shared sharedOf(const Wood *wood, const WwTube *tube, const WwRing *ring) {
    const WwTreeNode *node = tube->node;
    const float ground = wwClamp(0.45f + ring->center[1] / 0.8f, 0.0f, 1.0f);
    const float out = ring->t * node->length / wwMax(tube->seat.radius, 1e-6f);
    const float crease = node->level == 0 ? 1.0f : wwClamp(0.3f + 0.35f * out, 0.4f, 1.0f);
    const float open = wwCrownVisibility(wood->crown, ring->center) * ground * crease;
    const float sway = wwLerp(node->swayStart, node->swayTip, ring->t * ring->t);
    const uint32_t thick = wwByte(sqrtf(ring->wood * 0.25f));
    return (Shared){.color = wood->color | (int32_t)((uint32_t)wwByte(open) << 24),
        .wind = wood->wind | wwByte(sway) | (int32_t)(thick << 24),
        .v = wood->alongBark + ring->t * node->length + ring->beyond,
        .seat = wwBuilderSeat((uint32_t)(node - wood->skeleton->nodes), ring->axis)};
}

// Where a limb comes out of its parent it is shaded as if their surfaces met smoothly.
static float blendOf(const WwTube *tube, const WwRing *ring) {
    if (!tube->def->collars || tube->node->level == 0 || tube->level > 0) return 0.0f;
    const float out = ring->t * tube->node->length / wwMax(tube->seat.radius, 1e-6f);
    return wwClamp(1.0f - 0.45f * out, 0.0f, 0.55f);
}

static WwFour perLength(WwFourVectors v, float share) {
    return share / wwFourSqrt(wwFourMax(wwFourDot(v, v), wwFourAll(1e-30f)));
}

static WwFourVectors blendIntoParent(
    const WwTube *tube, WwFourVectors points, WwFourVectors normals, float share) {
    const float *center = tube->seat.point;
    const float *t = tube->seat.tangent;
    const WwFourVectors along = {wwFourAll(t[0]), wwFourAll(t[1]), wwFourAll(t[2])};
    WwFourVectors away = {points.x - center[0], points.y - center[1], points.z - center[2]};
    away = wwFourAdd(away, -wwFourDot(away, along), along);
    const WwFour own = perLength(normals, 1.0f - share), its = perLength(away, share);
    return wwFourAdd((WwFourVectors){own * normals.x, own * normals.y, own * normals.z}, its, away);
}

static void addRing(const Wood *wood, const WwTube *tube, uint32_t index) {
    const WwRing *ring = &tube->work->rings[index];
    const Shared shared = sharedOf(wood, tube, ring);
    const float blend = blendOf(tube, ring);
    const WwFour color = (WwFour)((WwFourBits){0} + shared.color);
    const WwFour wind = (WwFour)((WwFourBits){0} + shared.wind);
    const float step = wood->around / (float)tube->sides;
    WwTreeMesh *mesh = wood->builder->mesh;
    WwMeshVertex *vertices = mesh->vertices + mesh->vertexCount;
    // The last four may reach beyond the ring: the next begins there.
    for (uint32_t k = 0; k < tube->sides; k += 4) {
        const WwFourVectors points = wwTubePoints(tube, index, (int32_t)k);
        WwFourVectors normals = wwTubeNormals(tube, index, k);
        if (blend > 0.0f) normals = blendIntoParent(tube, points, normals, blend);
        const WwFourBits packed = wwPackNormals(normals.x, normals.y, normals.z, ring->tangent);
        const WwFour u = step * ((float)k + (WwFour){0.0f, 1.0f, 2.0f, 3.0f});
        WwFour head[4] = {points.x, points.y, points.z, (WwFour)packed};
        WwFour tail[4] = {color, wind, u, wwFourAll(shared.v)};
        wwBuilderFour(vertices + k, head, tail, shared.seat);
    }
    // The first once more: there the bark has gone all around.
    vertices[tube->sides] = vertices[0];
    vertices[tube->sides].uv[0] = wood->around;
    mesh->vertexCount += tube->sides + 1;
}

static void addTip(const Wood *wood, const WwTube *tube) {
    WwRing end = tube->work->rings[tube->ringCount - 1];
    WwSpot spot;
    wwNodeSpot(tube->skeleton, tube->node, 1.0f, &spot);
    memcpy(end.center, tube->tip, sizeof end.center);
    memcpy(end.axis, spot.axis, sizeof end.axis);
    end.wood = spot.radius;
    end.t = 1.0f;
    const Shared shared = sharedOf(wood, tube, &end);
    const float *p = tube->tip, *n = end.tangent;
    const WwFour x = wwFourAll(n[0]), y = wwFourAll(n[1]), z = wwFourAll(n[2]);
    WwFour head[4] = {
        wwFourAll(p[0]), wwFourAll(p[1]), wwFourAll(p[2]), (WwFour)wwPackNormals(x, y, z, n)};
    WwFour tail[4] = {(WwFour)((WwFourBits){0} + shared.color),
        (WwFour)((WwFourBits){0} + shared.wind), wwFourAll(0.5f * wood->around),
        wwFourAll(shared.v)};
    WwTreeMesh *mesh = wood->builder->mesh;
    wwBuilderFour(mesh->vertices + mesh->vertexCount++, head, tail, shared.seat);
}

static uint32_t *addTriangle(uint32_t *index, uint32_t a, uint32_t b, uint32_t c) {
    index[0] = a;
    index[1] = b;
    index[2] = c;
    return index + 3;
}

static void addTube(const Wood *wood, const WwTube *tube) {
    const uint32_t sides = tube->sides;
    const uint32_t row = sides + 1;
    const uint32_t corners = 3 * ((2 * tube->ringCount - 1) * sides + sides - 2);
    if (!wwBuilderReserve(wood->builder, tube->ringCount * row + 4, corners)) return;
    WwTreeMesh *mesh = wood->builder->mesh;
    const uint32_t first = mesh->vertexCount;
    for (uint32_t r = 0; r < tube->ringCount; r++) addRing(wood, tube, r);
    addTip(wood, tube);
    uint32_t *index = mesh->indices + mesh->indexCount;
    mesh->indexCount += corners;
    // The foot, in the ground or in the parent, closes with its own points.
    for (uint32_t k = 1; k + 1 < sides; k++) {
        index = addTriangle(index, first, first + k + 1, first + k);
    }
    const uint32_t last = first + (tube->ringCount - 1) * row;
    for (uint32_t a = first; a < last; a += row) {
        for (uint32_t k = a; k < a + sides; k++) {
            index = addTriangle(index, k, k + 1, k + row);
            index = addTriangle(index, k + 1, k + row + 1, k + row);
        }
    }
    for (uint32_t k = last; k < last + sides; k++) {
        index = addTriangle(index, k, k + 1, last + row);
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
    const float circumference = 2.0f * WW_PI * node->radius;
    const float tiles = wwMax(1.0f, floorf(circumference / WW_BARK_TILE + 0.5f));
    wood->around = WW_BARK_TILE * tiles;
    wood->alongBark = node->level == 0 ? node->along * def->trunkLength * skeleton->height : 0.0f;
    layTube(wood, node, encoded, bright);
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

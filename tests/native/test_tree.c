// How trees are made and grow: skeletons, closed wood, bark that stays, ages, felling. Every
// preset, many seeds, many ages.
#include "base/maths.h"
#include "base/memory.h"
#include "base/random.h"
#include "effects/flora/parts.h"
#include "effects/flora/trees.h"

#include "check.h"

#define SEEDS 50u
#define GROWN_SEEDS (SANITIZED ? 6u : SEEDS)
#define AGES 8u

static const float ages[AGES] = {0.02f, 0.07f, 0.15f, 0.3f, 0.45f, 0.7f, 0.9f, 1.0f};

static void build(const ww_TreeDef *def, uint32_t seed, WwTreeModel *model) {
    CHECK(wwTreeBuild(def, seed, model) == WW_OK);
}

static bool isWood(const WwMeshVertex *vertex) {
    return vertex->normal[3] == 0;
}

static double distance(const float a[3], const float b[3]) {
    const double x = (double)a[0] - (double)b[0];
    const double y = (double)a[1] - (double)b[1];
    const double z = (double)a[2] - (double)b[2];
    return sqrt(x * x + y * y + z * z);
}

static void freeMesh(WwTreeMesh *mesh) {
    wwFree(mesh->vertices);
    wwFree(mesh->indices);
}

// ---- closed wood

typedef struct Edge {
    uint32_t low, high; // numbers of places
    int32_t balance;    // how often it is passed one way rather than the other
    bool used;
} Edge;

typedef struct Welder {
    uint32_t *places; // of vertices: the first vertex in the same place
    uint32_t *table;
    Edge *edges;
    uint32_t size; // of both tables, a power of two
} Welder;

static void weld(Welder *welder, const WwTreeMesh *mesh) {
    welder->size = 1;
    while (welder->size < 2 * mesh->indexCount + 2 * mesh->vertexCount) welder->size *= 2;
    welder->places = malloc(mesh->vertexCount * sizeof(uint32_t) + 4);
    welder->table = malloc(welder->size * sizeof(uint32_t));
    welder->edges = calloc(welder->size, sizeof(Edge));
    memset(welder->table, 0xff, welder->size * sizeof(uint32_t));
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const float *p = mesh->vertices[i].position;
        uint32_t bits[3];
        memcpy(bits, p, sizeof bits);
        uint32_t slot =
            (uint32_t)wwMix64(bits[0] ^ ((uint64_t)bits[1] << 21) ^ ((uint64_t)bits[2] << 42)) &
            (welder->size - 1);
        // Two tubes may touch in a point: only vertices of one node are welded.
        while (welder->table[slot] != 0xffffffffu) {
            const WwMeshVertex *other = &mesh->vertices[welder->table[slot]];
            if (other->node == mesh->vertices[i].node &&
                memcmp(other->position, p, sizeof bits) == 0)
                break;
            slot = (slot + 1) & (welder->size - 1);
        }
        if (welder->table[slot] == 0xffffffffu) welder->table[slot] = i;
        welder->places[i] = welder->table[slot];
    }
}

static void passEdge(Welder *welder, uint32_t from, uint32_t to) {
    const uint32_t low = wwMinU(from, to), high = wwMaxU(from, to);
    uint32_t slot = (uint32_t)wwMix64(((uint64_t)low << 32) + high) & (welder->size - 1);
    while (welder->edges[slot].used &&
           (welder->edges[slot].low != low || welder->edges[slot].high != high)) {
        slot = (slot + 1) & (welder->size - 1);
    }
    welder->edges[slot].used = true;
    welder->edges[slot].low = low;
    welder->edges[slot].high = high;
    welder->edges[slot].balance += from < to ? 1 : -1;
}

// Edges of the wood that two triangles do not pass in opposite directions.
static uint32_t openEdges(const WwTreeMesh *mesh) {
    Welder welder;
    uint32_t open = 0;
    weld(&welder, mesh);
    for (uint32_t i = 0; i < mesh->indexCount; i += 3) {
        if (!isWood(&mesh->vertices[mesh->indices[i]])) continue;
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t from = welder.places[mesh->indices[i + k]];
            const uint32_t to = welder.places[mesh->indices[i + (k + 1) % 3]];
            if (from != to) passEdge(&welder, from, to);
        }
    }
    for (uint32_t i = 0; i < welder.size; i++) open += welder.edges[i].balance != 0;
    free(welder.places);
    free(welder.table);
    free(welder.edges);
    return open;
}

// Signed volume of the wood of each node; how many are not positive.
static double volumeOf(const WwTreeMesh *mesh, uint32_t nodeCount, uint32_t *inward) {
    double *volumes = calloc(nodeCount, sizeof(double));
    double sum = 0.0;
    *inward = 0;
    for (uint32_t i = 0; i < mesh->indexCount; i += 3) {
        const WwMeshVertex *a = &mesh->vertices[mesh->indices[i]];
        if (!isWood(a)) continue;
        const float *p[3];
        double q[3][3];
        for (uint32_t k = 0; k < 3; k++) {
            p[k] = mesh->vertices[mesh->indices[i + k]].position;
            for (int c = 0; c < 3; c++) q[k][c] = p[k][c];
        }
        volumes[a->node] += (q[0][0] * (q[1][1] * q[2][2] - q[1][2] * q[2][1]) -
                                q[0][1] * (q[1][0] * q[2][2] - q[1][2] * q[2][0]) +
                                q[0][2] * (q[1][0] * q[2][1] - q[1][1] * q[2][0])) /
                            6.0;
    }
    for (uint32_t i = 0; i < nodeCount; i++) {
        sum += volumes[i];
        // Hairs of a seedling are finer than floats of their place can tell.
        if (volumes[i] < -1e-7) (*inward)++;
    }
    free(volumes);
    return sum;
}

static bool isSoundAt(const WwTreeMesh *mesh) {
    bool sound = mesh->indexCount % 3 == 0;
    uint32_t highest = 0;
    for (uint32_t i = 0; i < mesh->indexCount; i++) highest = wwMaxU(highest, mesh->indices[i]);
    sound &= !mesh->indexCount || highest + 1 == mesh->vertexCount;
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const WwMeshVertex *vertex = &mesh->vertices[i];
        const int32_t x = vertex->normal[0], y = vertex->normal[1], z = vertex->normal[2];
        const int32_t squared = x * x + y * y + z * z;
        sound &= wwFinite3(vertex->position) && wwFinite(vertex->uv[0]) && wwFinite(vertex->uv[1]);
        sound &= squared > 125 * 125 && squared < 129 * 129;
    }
    return sound;
}

static void presetsAtAllAges(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        wwTreePreset(preset, &def);
        for (uint32_t seed = 0; seed < GROWN_SEEDS; seed++) {
            WwTreeModel model;
            uint32_t inward;
            build(&def, seed, &model);
            CHECK(openEdges(&model.levels[0]) == 0);
            if (seed < 5) CHECK(openEdges(&model.levels[WW_TREE_LEVELS - 1]) == 0);
            uint32_t before = 0;
            for (uint32_t k = 0; k < AGES; k++) {
                WwTreeMesh grown;
                CHECK(wwGrowMesh(&model.growth, &model.levels[0], ages[k], &grown));
                CHECK(isSoundAt(&grown));
                CHECK(volumeOf(&grown, model.growth.nodeCount, &inward) > 0.0);
                CHECK(inward == 0);
                CHECK(grown.indexCount >= before);
                // What is left out is left out as whole tubes.
                if (seed == 0) CHECK(openEdges(&grown) == 0);
                before = grown.indexCount;
                freeMesh(&grown);
            }
            CHECK(before == model.levels[0].indexCount);
            wwTreeModelFree(&model);
        }
    }
}

static void everyEndIsClosed(void) {
    for (uint32_t trunkEnd = 0; trunkEnd < 3; trunkEnd++) {
        for (uint32_t variation = 0; variation < 6; variation++) {
            ww_TreeDef def;
            WwTreeModel model;
            uint32_t inward;
            wwTreePreset(0, &def);
            def.trunkEnd = trunkEnd;
            def.branchEnd = (trunkEnd + variation) % 3;
            if (variation == 1) def.forks = 2;
            if (variation == 2) def.stems = 5;
            if (variation == 3) def.trunkRings = 20;
            if (variation == 4) def.collars = 0;
            if (variation == 5) def.limbs = 0;
            build(&def, variation, &model);
            CHECK(openEdges(&model.levels[0]) == 0);
            volumeOf(&model.levels[0], model.growth.nodeCount, &inward);
            CHECK(inward == 0);
            wwTreeModelFree(&model);
        }
    }
}

// ---- skeleton

static void skeletonsHold(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        wwTreePreset(preset, &def);
        for (uint32_t seed = 0; seed < SEEDS; seed++) {
            WwSkeleton skeleton;
            CHECK(wwSkeletonGrow(&def, seed, &skeleton));
            for (uint32_t i = 0; i < skeleton.nodeCount; i++) {
                const WwTreeNode *node = &skeleton.nodes[i];
                const WwTreeNode *parent = &skeleton.nodes[node->parent];
                const float *girth = skeleton.girth + node->firstPoint;
                float length = 0.0f;
                for (uint32_t k = 0; k < node->segments; k++) {
                    const float(*axis)[3] = &skeleton.axis[node->firstPoint + k];
                    length += (float)distance(axis[0], axis[1]);
                    if (node->level > 0) CHECK(girth[k + 1] <= girth[k]);
                }
                // Turned away from the trunk it may have lost some at the turn.
                CHECK(length > 0.9f && length < 1.0001f);
                CHECK_NEAR(girth[0], 1.0, node->level ? 1e-6 : 0.2);
                if (node->parent == i) continue;
                float seat[3];
                wwNodePoint(&skeleton, parent, node->seat, seat);
                CHECK(memcmp(seat, node->start, sizeof seat) == 0);
                const float room = wwNodeRadius(&skeleton, parent, node->seat);
                CHECK(node->radius <= room);
                if (def.pipeModel || node->level == 0) continue;
                // No thinner than the finest twig, unless its bearer leaves no room for that.
                const float least = wwMin(def.minimumRadius, def.limbThickness * room);
                CHECK(node->radius >= least * 0.9999f);
                CHECK(node->tipRadius >= wwMin(0.6f * def.minimumRadius, least) * 0.9999f);
            }
            wwSkeletonFree(&skeleton);
        }
    }
}

// Mean height of the tips of a level over their starts, in lengths.
static double riseOf(const ww_TreeDef *def, uint32_t level) {
    WwSkeleton skeleton;
    double sum = 0.0;
    uint32_t count = 0;
    CHECK(wwSkeletonGrow(def, 3, &skeleton));
    for (uint32_t i = 0; i < skeleton.nodeCount; i++) {
        const WwTreeNode *node = &skeleton.nodes[i];
        if (node->level != level) continue;
        sum += skeleton.axis[node->firstPoint + node->segments][1];
        count++;
    }
    wwSkeletonFree(&skeleton);
    return sum / count;
}

static void gravityBends(void) {
    ww_TreeDef def;
    wwTreePreset(0, &def);
    def.limbUpturn = 0.0f;
    double previous = 2.0;
    for (float droop = -1.0f; droop < 5.0f; droop += 1.0f) {
        def.limbDroop = droop;
        const double rise = riseOf(&def, 1);
        CHECK(rise < previous - 0.02);
        previous = rise;
    }
    CHECK(previous < -0.3);
    wwTreePreset(0, &def);
    def.tropism = (ww_Vec3){0, -3, 0};
    CHECK(riseOf(&def, 1) < -0.3);
    // Shoots that hang end straight down.
    def.branchDroop = 6.0f;
    CHECK(riseOf(&def, 2) < -0.7);
}

static void levelsAndForks(void) {
    ww_TreeDef def;
    WwSkeleton skeleton;
    wwTreePreset(0, &def);
    def.limbs = 6, def.branches = 4, def.twigs = 3, def.sprigs = 2;
    uint32_t *const counts[] = {&def.sprigs, &def.twigs, &def.branches, &def.limbs};
    for (uint32_t levels = 4;; levels--) {
        CHECK(wwSkeletonGrow(&def, 1, &skeleton));
        uint32_t deepest = 0;
        for (uint32_t i = 0; i < skeleton.nodeCount; i++) {
            deepest = wwMaxU(deepest, skeleton.nodes[i].level);
        }
        CHECK(deepest == levels && skeleton.leafLevel == levels);
        wwSkeletonFree(&skeleton);
        if (levels == 0) break;
        *counts[4 - levels] = 0;
    }
    wwTreePreset(0, &def);
    def.stems = 3, def.forks = 2, def.forkArms = 3, def.limbs = 30;
    CHECK(wwSkeletonGrow(&def, 1, &skeleton));
    CHECK(skeleton.trunkCount == 3 * (1 + 3 + 9));
    uint32_t borne = 0;
    for (uint32_t i = 0; i < skeleton.nodeCount; i++) {
        const WwTreeNode *node = &skeleton.nodes[i];
        if (node->level == 1) borne += skeleton.nodes[node->parent].reach == 1.0f;
        CHECK((node->level == 0) == (i < skeleton.trunkCount));
    }
    CHECK(borne > 30); // the last arms bear limbs
    wwSkeletonFree(&skeleton);
}

static void pipesAddUp(void) {
    for (uint32_t k = 0; k < 4; k++) {
        ww_TreeDef def;
        WwSkeleton skeleton;
        wwTreePreset(0, &def);
        def.pipeModel = 1;
        def.pipeExponent = 1.5f + 0.75f * (float)k;
        def.sprigs = 2;
        CHECK(wwSkeletonGrow(&def, k, &skeleton));
        double *borne = calloc(skeleton.nodeCount, sizeof(double));
        for (uint32_t i = skeleton.nodeCount; i-- > 1;) {
            const WwTreeNode *node = &skeleton.nodes[i];
            borne[node->parent] += pow(node->radius, def.pipeExponent);
        }
        const WwTreeNode *finest = &skeleton.nodes[skeleton.nodeCount - 1];
        const double own = pow(finest->radius, def.pipeExponent);
        for (uint32_t i = 0; i < skeleton.nodeCount; i++) {
            const WwTreeNode *node = &skeleton.nodes[i];
            CHECK_NEAR(pow(node->radius, def.pipeExponent) / (borne[i] + own), 1.0, 0.002);
        }
        CHECK_NEAR(skeleton.nodes[0].radius / def.trunkRadius, 1.0, def.heightVariation + 0.01);
        free(borne);
        wwSkeletonFree(&skeleton);
    }
}

// ---- clear of the trunk

static uint32_t stemOf(const WwSkeleton *skeleton, uint32_t node) {
    while (skeleton->nodes[node].level > 0) node = skeleton->nodes[node].parent;
    return node;
}

static void branchesStayOut(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        wwTreePreset(preset, &def);
        for (uint32_t seed = 0; seed < SEEDS; seed++) {
            WwSkeleton skeleton;
            uint32_t entering = 0;
            CHECK(wwSkeletonGrow(&def, seed, &skeleton));
            for (uint32_t i = 0; i < skeleton.nodeCount; i++) {
                const WwTreeNode *node = &skeleton.nodes[i];
                if (node->level < 2) continue;
                const WwTreeNode *trunk = &skeleton.nodes[stemOf(&skeleton, i)];
                for (uint32_t k = 1; k <= node->segments; k++) {
                    float point[3];
                    wwNodePoint(&skeleton, node, (float)k / (float)node->segments, point);
                    const float wood =
                        wwNodeRadius(&skeleton, node, (float)k / (float)node->segments);
                    entering += wwTrunkDistance(&skeleton, trunk, point) < wood;
                }
            }
            CHECK(entering == 0);
            if (entering) printf("  %s, seed %u: %u\n", wwTreePresetName(preset), seed, entering);
            wwSkeletonFree(&skeleton);
        }
    }
}

// The foot of every branch, which its tube closes, is inside the wood that bears it.
static void feetAreInside(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        WwTreeModel model;
        WwSkeleton skeleton;
        wwTreePreset(preset, &def);
        build(&def, 4, &model);
        CHECK(wwSkeletonGrow(&def, 4, &skeleton));
        uint32_t outside = 0, points = 0;
        for (uint32_t i = 0; i < model.levels[0].vertexCount; i++) {
            const WwMeshVertex *vertex = &model.levels[0].vertices[i];
            const WwTreeNode *node = &skeleton.nodes[vertex->node];
            const bool foot = !vertex->axis[0] && !vertex->axis[1] && !vertex->axis[2];
            if (!isWood(vertex) || !foot || node->parent == vertex->node) continue;
            points++;
            // Near the tip of its bearer a foot may be thicker than what is left of that.
            const WwTreeNode *parent = &skeleton.nodes[node->parent];
            outside +=
                node->seat < 0.9f && wwTrunkDistance(&skeleton, parent, vertex->position) > 0.002f;
        }
        CHECK(outside == 0);
        if (outside) printf("  %s: %u of %u\n", wwTreePresetName(preset), outside, points);
        wwSkeletonFree(&skeleton);
        wwTreeModelFree(&model);
    }
}

// ---- meshes

static uint32_t ringsOf(const ww_TreeDef *def, uint32_t level, uint32_t *sides) {
    WwSkeleton skeleton;
    WwTreeModel model;
    uint32_t rings = 0;
    CHECK(wwSkeletonGrow(def, 1, &skeleton));
    build(def, 1, &model);
    for (uint32_t i = 1; i < model.levels[0].vertexCount; i++) {
        const WwMeshVertex *a = &model.levels[0].vertices[i - 1], *b = a + 1;
        if (!isWood(b) || skeleton.nodes[b->node].level != level) continue;
        rings += memcmp(a->axis, b->axis, sizeof a->axis) != 0 || a->node != b->node;
    }
    *sides = model.levels[0].vertexCount;
    wwSkeletonFree(&skeleton);
    wwTreeModelFree(&model);
    return rings;
}

static void ringsFollowBends(void) {
    ww_TreeDef def;
    uint32_t vertices[3];
    wwTreePreset(0, &def);
    def.limbGnarl = 0.0f, def.limbDroop = 0.0f, def.limbUpturn = 0.0f;
    const uint32_t straight = ringsOf(&def, 1, &vertices[0]);
    def.limbDroop = 3.0f;
    const uint32_t bent = ringsOf(&def, 1, &vertices[0]);
    CHECK(straight <= 5 * def.limbs);
    CHECK(bent >= straight + 4 * def.limbs);
    def.woodDetail = 0.5f;
    CHECK(ringsOf(&def, 1, &vertices[1]) < bent);
    def.woodDetail = 2.0f;
    CHECK(ringsOf(&def, 1, &vertices[2]) > bent);
    CHECK(vertices[1] < vertices[0] && vertices[0] < vertices[2]);
}

// Sum of the squared bends along the trunk and limbs, and their volume.
static double roughness(const ww_TreeDef *def, double *volume) {
    WwTreeModel model;
    uint32_t inward;
    build(def, 2, &model);
    const WwTreeMesh *mesh = &model.levels[0];
    double bends = 0.0;
    for (uint32_t i = 0; i + 2 < mesh->indexCount; i += 3) {
        const WwMeshVertex *corners[3];
        for (uint32_t k = 0; k < 3; k++) corners[k] = &mesh->vertices[mesh->indices[i + k]];
        if (!isWood(corners[0]) || corners[0]->node > 14) continue;
        // A smooth surface has triangles that face as their corners do.
        float u[3], v[3];
        for (int c = 0; c < 3; c++) {
            u[c] = corners[1]->position[c] - corners[0]->position[c];
            v[c] = corners[2]->position[c] - corners[0]->position[c];
        }
        const float face[3] = {
            u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        const float none[3] = {0};
        float unit[3];
        wwNormalize3(face, none, unit);
        const float size = sqrtf(face[0] * face[0] + face[1] * face[1] + face[2] * face[2]);
        for (uint32_t k = 0; k < 3; k++) {
            const int8_t *n = corners[k]->normal;
            const float along = (unit[0] * n[0] + unit[1] * n[1] + unit[2] * n[2]) / 127.0f;
            bends += (double)(size * (1.0f - along));
        }
    }
    *volume = volumeOf(mesh, model.growth.nodeCount, &inward);
    CHECK(openEdges(mesh) == 0);
    wwTreeModelFree(&model);
    return bends;
}

static void smoothingKeepsVolume(void) {
    ww_TreeDef def;
    double plain, smooth, more;
    wwTreePreset(0, &def);
    def.collars = 0; // their shading follows the parent, not the surface
    def.smoothing = 0;
    const double rough = roughness(&def, &plain);
    def.smoothing = 2;
    CHECK(roughness(&def, &smooth) < rough);
    def.smoothing = 8;
    roughness(&def, &more);
    CHECK(smooth >= 0.99 * plain && more >= 0.985 * plain);
    CHECK(more <= 1.02 * plain);
}

static void seamsAreWelded(void) {
    ww_TreeDef def;
    WwTreeModel model;
    wwTreePreset(0, &def);
    build(&def, 6, &model);
    uint32_t seams = 0;
    for (uint32_t i = 0; i < model.levels[0].vertexCount; i++) {
        const WwMeshVertex *seam = &model.levels[0].vertices[i];
        if (!isWood(seam) || i == 0 || seam->uv[0] <= seam[-1].uv[0]) continue;
        const WwMeshVertex *first = seam;
        while (first->uv[0] > 0.0f) first--;
        if (seam[1].uv[0] > seam->uv[0]) continue;
        if (memcmp(seam->axis, first->axis, sizeof seam->axis) != 0) continue; // a tip
        seams++;
        CHECK(memcmp(seam->position, first->position, sizeof seam->position) == 0);
        CHECK(memcmp(seam->normal, first->normal, sizeof seam->normal) == 0);
    }
    CHECK(seams > 500);
    wwTreeModelFree(&model);
}

// ---- bark

static void barkIsMetric(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        WwTreeModel model;
        WwSkeleton skeleton;
        wwTreePreset(preset, &def);
        build(&def, 9, &model);
        CHECK(wwSkeletonGrow(&def, 9, &skeleton));
        const WwTreeMesh *mesh = &model.levels[0];
        for (uint32_t i = 0; i < mesh->vertexCount; i++) {
            const WwMeshVertex *vertex = &mesh->vertices[i];
            if (!isWood(vertex)) continue;
            const WwTreeNode *node = &skeleton.nodes[vertex->node];
            const double around = 2.0 * 3.14159265 * (double)node->radius;
            const double tiles = fmax(1.0, floor(around / 0.5 + 0.5));
            // Whole tiles: a seam is where u has come to their number.
            CHECK(vertex->uv[0] >= 0.0f && vertex->uv[0] <= 0.5 * tiles + 1e-5);
            // Along the bark: the way on the axis, in metres.
            const float along = vertex->uv[1] - node->along * def.trunkLength * skeleton.height;
            CHECK(along >= -0.3f * node->radius && along <= node->length + node->radius);
            const float straight = sqrtf((float)(vertex->axis[0] * vertex->axis[0] +
                                                 vertex->axis[1] * vertex->axis[1] +
                                                 vertex->axis[2] * vertex->axis[2])) /
                                   32767.0f;
            CHECK(along >= straight * node->length - 0.3f * node->radius - 1e-3f);
        }
        wwSkeletonFree(&skeleton);
        wwTreeModelFree(&model);
    }
}

// ---- growth

static bool hasSprouted(const WwTreeGrowth *growth, const WwMeshVertex *vertex, float age) {
    const float *times = growth->texels[2 + 2 * vertex->node];
    const float grown = wwClamp((age - times[0]) * times[1], 0.0f, 1.0f);
    return isWood(vertex) ? wwClamp((age - times[0]) * times[2], 0.0f, 1.0f) > 0.0f
                          : grown > growth->texels[0][0];
}

// What a tree at an age has, it has at every later age: in the same colours, with the same bark.
static void nothingRerolls(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        WwTreeModel model;
        wwTreePreset(preset, &def);
        build(&def, 11, &model);
        const WwTreeMesh *mature = &model.levels[0];
        for (uint32_t k = 0; k < AGES; k++) {
            WwTreeMesh grown;
            CHECK(wwGrowMesh(&model.growth, mature, ages[k], &grown));
            uint32_t at = 0;
            bool same = true;
            for (uint32_t i = 0; i < mature->vertexCount; i++) {
                const WwMeshVertex *vertex = &mature->vertices[i];
                if (!hasSprouted(&model.growth, vertex, ages[k])) continue;
                WwMeshVertex copy = grown.vertices[at++];
                memcpy(copy.position, vertex->position, sizeof copy.position);
                same &= memcmp(&copy, vertex, sizeof copy) == 0;
                if (k + 1 < AGES) same &= hasSprouted(&model.growth, vertex, ages[k + 1]);
            }
            CHECK(same && at == grown.vertexCount);
            freeMesh(&grown);
        }
        wwTreeModelFree(&model);
    }
}

// Widths of the leaves at an age, by the number of their first vertex in the mature mesh.
static void leafSizes(const WwTreeModel *model, float age, float *sizes) {
    const WwTreeMesh *mature = &model->levels[0];
    WwTreeMesh grown;
    CHECK(wwGrowMesh(&model->growth, mature, age, &grown));
    uint32_t at = 0;
    for (uint32_t i = 0; i < mature->vertexCount; i++) {
        sizes[i] = 0.0f;
        if (!hasSprouted(&model->growth, &mature->vertices[i], age)) continue;
        if (!isWood(&mature->vertices[i]) && at + 1 < grown.vertexCount) {
            sizes[i] =
                (float)distance(grown.vertices[at].position, grown.vertices[at + 1].position);
        }
        at++;
    }
    freeMesh(&grown);
}

static void leavesOnlyGrow(void) {
    ww_TreeDef def;
    WwTreeModel model;
    wwTreePreset(0, &def);
    build(&def, 3, &model);
    const uint32_t count = model.levels[0].vertexCount;
    float *before = calloc(count, sizeof(float)), *after = calloc(count, sizeof(float));
    uint32_t grew = 0;
    for (uint32_t k = 0; k < AGES; k++) {
        leafSizes(&model, ages[k], after);
        for (uint32_t i = 0; i + 1 < count; i++) {
            const WwMeshVertex *pair = &model.levels[0].vertices[i];
            if (memcmp(pair[0].axis, pair[1].axis, sizeof pair[0].axis) != 0) continue;
            CHECK(after[i] >= before[i] - 1e-5f);
            grew += after[i] > before[i] + 1e-5f;
        }
        memcpy(before, after, count * sizeof(float));
    }
    CHECK(grew > 5000);
    free(before);
    free(after);
    wwTreeModelFree(&model);
}

static float shareOf(float age, float birth, float time) {
    return wwClamp((age - birth) / time, 0.0f, 1.0f);
}

static void birthsFollowTopology(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        WwSkeleton skeleton;
        wwTreePreset(preset, &def);
        for (int late = 0; late < 2; late++) {
            if (late) def.growthOverlap = 0.0f;
            CHECK(wwSkeletonGrow(&def, 8, &skeleton));
            float last = 0.0f;
            for (uint32_t i = 0; i < skeleton.nodeCount; i++) {
                const WwTreeNode *node = &skeleton.nodes[i];
                const WwTreeNode *parent = &skeleton.nodes[node->parent];
                last = wwMax(last, node->birth + node->radiusTime);
                CHECK(node->birth >= 0.0f && node->lengthTime > 0.0f);
                CHECK(node->birth + node->lengthTime <= 1.0001f);
                if (node->parent == i) continue;
                CHECK(node->birth >= parent->birth);
                // A part sprouts when its bearer has come to where it sits.
                const float reached = shareOf(node->birth, parent->birth, parent->lengthTime);
                if (late) CHECK_NEAR(reached, node->seat, 1e-3);
                // Thickening lags behind.
                const float half = node->birth + 0.5f * node->lengthTime;
                CHECK(shareOf(half, node->birth, node->radiusTime) <= 0.5001f);
                for (uint32_t k = 0; k < AGES; k++) {
                    const float own = shareOf(ages[k], node->birth, node->radiusTime);
                    const float its = shareOf(ages[k], parent->birth, parent->radiusTime);
                    const float room = its * wwNodeRadius(&skeleton, parent, node->seat);
                    CHECK(own * node->radius <= room * 1.0001f + 1e-7f);
                }
            }
            CHECK_NEAR(last, 1.0, 1e-5);
            CHECK(skeleton.nodes[0].birth == 0.0f);
            wwSkeletonFree(&skeleton);
        }
    }
}

static void fromSeedToTree(void) {
    ww_TreeDef def;
    WwTreeModel model;
    WwTreeMesh grown;
    wwTreePreset(0, &def);
    build(&def, 1, &model);
    CHECK(wwGrowMesh(&model.growth, &model.levels[0], 0.0f, &grown));
    CHECK(grown.vertexCount == 0 && grown.indexCount == 0);
    freeMesh(&grown);
    CHECK(wwGrowMesh(&model.growth, &model.levels[0], 1.0f, &grown));
    const size_t bytes = grown.vertexCount * sizeof *grown.vertices;
    CHECK(grown.vertexCount == model.levels[0].vertexCount);
    CHECK(memcmp(grown.vertices, model.levels[0].vertices, bytes) == 0);
    freeMesh(&grown);
    // Just short of it nothing jumps.
    CHECK(wwGrowMesh(&model.growth, &model.levels[0], 0.9999f, &grown));
    for (uint32_t i = 0; i < grown.vertexCount; i++) {
        const float *mature = model.levels[0].vertices[i].position;
        CHECK(distance(grown.vertices[i].position, mature) < 0.02);
    }
    freeMesh(&grown);
    float before = 0.0f;
    for (uint32_t k = 0; k < AGES; k++) {
        float top = 0.0f;
        CHECK(wwGrowMesh(&model.growth, &model.levels[0], ages[k], &grown));
        for (uint32_t i = 0; i < grown.vertexCount; i++) {
            top = wwMax(top, grown.vertices[i].position[1]);
        }
        CHECK(top >= before);
        before = top;
        freeMesh(&grown);
    }
    wwTreeModelFree(&model);
}

// ---- felling

static void fellingSplitsWood(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        WwTreeModel model;
        wwTreePreset(preset, &def);
        build(&def, 5, &model);
        uint32_t inward;
        const uint32_t nodes = model.growth.nodeCount;
        const double whole = volumeOf(&model.levels[0], nodes, &inward);
        for (uint32_t k = 1; k <= 4; k++) {
            const float height = model.height * 0.05f * (float)(k * k);
            WwTreeMesh parts[2];
            double volumes[2];
            uint32_t leaves = 0, all = 0;
            for (uint32_t above = 0; above < 2; above++) {
                WwTreeMesh *part = &parts[above];
                CHECK(wwFellMesh(&model.growth, 1.0f, &model.levels[0], height, above, part));
                CHECK(openEdges(part) == 0);
                CHECK(isSoundAt(part));
                volumes[above] = volumeOf(part, nodes, &inward);
                for (uint32_t i = 0; i < part->indexCount; i += 3) {
                    leaves += !isWood(&part->vertices[part->indices[i]]);
                }
            }
            for (uint32_t i = 0; i < model.levels[0].indexCount; i += 3) {
                all += !isWood(&model.levels[0].vertices[model.levels[0].indices[i]]);
            }
            CHECK(leaves == all); // no leaf is lost or doubled
            CHECK_NEAR((volumes[0] + volumes[1]) / whole, 1.0, 1e-3);
            CHECK(volumes[0] > 0.0);
            // The trunk of the stump ends at the cut.
            float top = 0.0f, bottom = 1e9f;
            const uint32_t trunk = (uint32_t)model.growth.texels[0][1];
            for (uint32_t i = 0; i < parts[0].vertexCount; i++) {
                const WwMeshVertex *vertex = &parts[0].vertices[i];
                if (vertex->node < trunk && isWood(vertex)) top = wwMax(top, vertex->position[1]);
            }
            for (uint32_t i = 0; i < parts[1].vertexCount; i++) {
                const WwMeshVertex *vertex = &parts[1].vertices[i];
                if (vertex->node < trunk && isWood(vertex)) {
                    bottom = wwMin(bottom, vertex->position[1]);
                }
            }
            CHECK(top <= height + 1e-5f);
            CHECK(!parts[1].vertexCount || bottom >= height - 1e-5f);
            freeMesh(&parts[0]);
            freeMesh(&parts[1]);
        }
        wwTreeModelFree(&model);
    }
}

// ---- parameters

static uint32_t hashBytes(uint32_t hash, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * 16777619u;
    return hash;
}

static uint32_t hashTree(const ww_TreeDef *def) {
    WwTreeModel model;
    build(def, 7, &model);
    const WwTreeMesh *mesh = &model.levels[0];
    uint32_t hash =
        hashBytes(2166136261u, mesh->vertices, mesh->vertexCount * sizeof *mesh->vertices);
    hash = hashBytes(hash, mesh->indices, mesh->indexCount * sizeof *mesh->indices);
    hash = hashBytes(hash, model.growth.texels,
        WW_GROWTH_TEXELS(model.growth.nodeCount) * sizeof *model.growth.texels);
    wwTreeModelFree(&model);
    float look[WW_LOOK_TEXELS][4];
    wwTreeLook(def, look);                                        // what the shaders add
    hash = hashBytes(hash, &def->windBend, sizeof def->windBend); // the forest hands it on as it is
    return hashBytes(hash, look, sizeof look);
}

static void setField(ww_TreeDef *def, const WwField *field, float value) {
    char *target = (char *)def + field->offset;
    const uint32_t whole = (uint32_t)wwMax(value, 0.0f);
    const float vector[4] = {value, value, value, value};
    if (field->type == WW_FIELD_VEC3)
        memcpy(target, vector, 3 * sizeof(float));
    else if (field->type == WW_FIELD_COLOR)
        memcpy(target, vector, sizeof vector);
    else if (field->type == WW_FIELD_RANGE)
        memcpy(target, vector, 2 * sizeof(float));
    else if (field->type == WW_FIELD_FLOAT)
        memcpy(target, vector, sizeof(float));
    else
        memcpy(target, &whole, sizeof whole);
}

// A small tree that has something of everything.
static void fillRich(ww_TreeDef *def, bool pipes) {
    wwSchemaDefaults(&wwTreeSchema, def);
    def->stems = 2, def->forks = 1, def->trunkRings = 4, def->pipeModel = pipes;
    def->limbs = 9, def->branches = 3, def->twigs = 2, def->sprigs = 1;
    def->crownHollow = 0.2f, def->trunkCurve = 0.3f, def->trunkTwist = 0.5f;
    def->leafShape = 2, def->leaves = 3, def->blossoms = 0.5f, def->fruits = 0.5f;
}

// Whether a parameter makes another tree, at either end of its range.
static bool hasEffect(const WwField *field) {
    for (int pipes = 0; pipes < 2; pipes++) {
        ww_TreeDef def;
        fillRich(&def, pipes);
        const uint32_t hash = hashTree(&def);
        for (int end = 0; end < 2; end++) {
            float value = end ? field->maximum : field->minimum;
            if (field->type == WW_FIELD_INT) value = wwMin(value, 6.0f);
            fillRich(&def, pipes);
            setField(&def, field, value);
            if (hashTree(&def) != hash) return true;
        }
    }
    return false;
}

static void everyParameterCounts(void) {
    for (uint32_t i = 0; i < wwTreeSchema.fieldCount; i++) {
        const WwField *field = &wwTreeSchema.fields[i];
        const bool counts = hasEffect(field);
        CHECK(counts);
        if (!counts) printf("  %s does nothing\n", field->name);
    }
}

int main(void) {
    RUN("[flora.mesh] every preset x 50 seeds x 8 ages: finite, unit normals, outward, closed, "
        "valid indices (6 of the seeds under the sanitizers)",
        presetsAtAllAges);
    RUN("[flora.mesh] trunks and branches are closed however they end", everyEndIsClosed);
    RUN("[flora.mesh] tubes have as many rings as their bends ask for", ringsFollowBends);
    RUN("[flora.mesh] smoothing smooths and does not shrink", smoothingKeepsVolume);
    RUN("[flora.mesh] seams stay closed and smooth", seamsAreWelded);
    RUN("[flora.skeleton] children sit on the bent axis, no thicker than it, no thinner than the "
        "finest twig",
        skeletonsHold);
    RUN("[flora.skeleton] gravity and tropism bend, hanging shoots hang", gravityBends);
    RUN("[flora.skeleton] up to four levels of branches, stems that fork", levelsAndForks);
    RUN("[flora.trunk-clear] no branch enters the trunk", branchesStayOut);
    RUN("[flora.trunk-clear] every branch begins inside of what bears it", feetAreInside);
    RUN("[flora.pipe-model] powers of radii add up at every fork", pipesAddUp);
    RUN("[flora.uv] bark is in metres and closes in whole tiles", barkIsMetric);
    RUN("[flora.uv] [flora.growth] colours, bark and leaves stay as they are at every age",
        nothingRerolls);
    RUN("[flora.growth] leaves only grow", leavesOnlyGrow);
    RUN("[flora.growth] births follow the topology, thickening lags, no child outgrows its bearer",
        birthsFollowTopology);
    RUN("[flora.growth] from nothing at 0 to the whole tree at 1, without a jump", fromSeedToTree);
    RUN("[flora.cut] felling splits a tree into two closed parts and loses no leaf",
        fellingSplitsWood);
    RUN("[flora.params] every parameter makes another tree, at one end of its range or the other",
        everyParameterCounts);
    return FINISH();
}

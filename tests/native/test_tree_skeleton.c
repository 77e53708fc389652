// How skeletons of trees are made: seats, radii, bends, levels, clear of the trunk.
#include "tree_mesh.h"

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
                WwTrunk trunk;
                wwTrunkLay(&skeleton, &skeleton.nodes[stemOf(&skeleton, i)], &trunk);
                for (uint32_t k = 1; k <= node->segments; k++) {
                    float point[3];
                    wwNodePoint(&skeleton, node, (float)k / (float)node->segments, point);
                    const float wood =
                        wwNodeRadius(&skeleton, node, (float)k / (float)node->segments);
                    entering += wwTrunkNear(&trunk, point, wood);
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
            WwTrunk parent;
            wwTrunkLay(&skeleton, &skeleton.nodes[node->parent], &parent);
            outside += node->seat < 0.9f && !wwTrunkNear(&parent, vertex->position, 0.002f);
        }
        CHECK(outside == 0);
        if (outside) printf("  %s: %u of %u\n", wwTreePresetName(preset), outside, points);
        wwSkeletonFree(&skeleton);
        wwTreeModelFree(&model);
    }
}

int main(void) {
    RUN("[flora.skeleton] children sit on the bent axis, no thicker than it, no thinner than the "
        "finest twig",
        skeletonsHold);
    RUN("[flora.skeleton] gravity and tropism bend, hanging shoots hang", gravityBends);
    RUN("[flora.skeleton] up to four levels of branches, stems that fork", levelsAndForks);
    RUN("[flora.pipe-model] powers of radii add up at every fork", pipesAddUp);
    RUN("[flora.trunk-clear] no branch enters the trunk", branchesStayOut);
    RUN("[flora.trunk-clear] every branch begins inside of what bears it", feetAreInside);
    return FINISH();
}

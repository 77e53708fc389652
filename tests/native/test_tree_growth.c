// How trees grow, and how they are felled.
#include "tree_mesh.h"

#define AGES 8u

static const float ages[AGES] = {0.02f, 0.07f, 0.15f, 0.3f, 0.45f, 0.7f, 0.9f, 1.0f};

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

int main(void) {
    RUN("[flora.uv] [flora.growth] colours, bark and leaves stay as they are at every age",
        nothingRerolls);
    RUN("[flora.growth] leaves only grow", leavesOnlyGrow);
    RUN("[flora.growth] births follow the topology, thickening lags, no child outgrows its bearer",
        birthsFollowTopology);
    RUN("[flora.growth] from nothing at 0 to the whole tree at 1, without a jump", fromSeedToTree);
    RUN("[flora.cut] felling splits a tree into two closed parts and loses no leaf",
        fellingSplitsWood);
    return FINISH();
}

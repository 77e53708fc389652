// The wood of trees is closed: every preset, many seeds, many ages, however it ends.
#include "tree_mesh.h"

#define GROWN_SEEDS (SANITIZED ? 6u : SEEDS)
#define AGES 8u

static const float ages[AGES] = {0.02f, 0.07f, 0.15f, 0.3f, 0.45f, 0.7f, 0.9f, 1.0f};

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

int main(void) {
    RUN("[flora.mesh] every preset x 50 seeds x 8 ages: finite, unit normals, outward, closed, "
        "valid indices (6 of the seeds under the sanitizers)",
        presetsAtAllAges);
    RUN("[flora.mesh] trunks and branches are closed however they end", everyEndIsClosed);
    return FINISH();
}

// Leaves as a crowd: more of them than 16 bits count, and none in the plane of another.
#include "tree_mesh.h"

#define OAK 0u
#define SHORT_COUNT 65536u

static void longMeshesKeepTheirIndices(void) {
    ww_TreeDef def;
    WwTreeModel model;
    wwTreePreset(OAK, &def);
    def.leaves = 64;
    build(&def, 1, &model);
    const WwTreeMesh *mesh = &model.levels[0];
    uint32_t last = 0, torn = 0;
    for (uint32_t i = 0; i < mesh->indexCount; i += 3) {
        const uint32_t *corner = mesh->indices + i;
        for (uint32_t k = 0; k < 3; k++) last = wwMaxU(last, corner[k]);
        const WwMeshVertex *a = &mesh->vertices[corner[0]];
        const WwMeshVertex *b = &mesh->vertices[corner[1]];
        const WwMeshVertex *c = &mesh->vertices[corner[2]];
        torn += a->node != b->node || b->node != c->node;
    }
    CHECK(mesh->vertexCount > 3 * SHORT_COUNT);
    CHECK(last == mesh->vertexCount - 1);
    CHECK(torn == 0);
    wwTreeModelFree(&model);
}

static float dotOf(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Within a tenth of a degree and a fiftieth of a millimetre, and closer than they are long.
static bool shareAPlane(const WwLeaf *a, const WwLeaf *b) {
    if (fabsf(dotOf(a->face, b->face)) < 0.999998f) return false;
    const float gap[3] = {b->position[0] - a->position[0], b->position[1] - a->position[1],
        b->position[2] - a->position[2]};
    return fabsf(dotOf(gap, a->face)) < 2e-5f && dotOf(gap, gap) < a->size * a->size;
}

static uint32_t coplanar(const WwLeafPlan *plan) {
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < plan->count; i++) {
        for (uint32_t k = i + 1; k < plan->count; k++) {
            if (plan->leaves[k].node != plan->leaves[i].node) break;
            const bool leaves = !plan->leaves[i].kind && !plan->leaves[k].kind;
            pairs += leaves && shareAPlane(&plan->leaves[i], &plan->leaves[k]);
        }
    }
    return pairs;
}

static void noTwoInOnePlane(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        wwTreePreset(preset, &def);
        uint32_t pairs = 0;
        for (uint32_t seed = 0; seed < SEEDS; seed++) {
            WwSkeleton skeleton;
            WwLeafPlan plan;
            CHECK(wwSkeletonGrow(&def, seed, &skeleton));
            CHECK(wwLeavesPlan(&def, seed, &skeleton, &plan));
            pairs += coplanar(&plan);
            wwLeavesPlanFree(&plan);
            wwSkeletonFree(&skeleton);
        }
        CHECK(pairs == 0);
        if (pairs) printf("  %s: %u pairs\n", wwTreePresetName(preset), pairs);
    }
}

int main(void) {
    RUN("[flora.mesh] meshes of more vertices than 16 bits count keep their indices",
        longMeshesKeepTheirIndices);
    RUN("[flora.leaves] no two leaves of a shoot lie in one plane, where they would flicker",
        noTwoInOnePlane);
    return FINISH();
}

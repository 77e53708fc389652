// Tubes of the wood: rings, smoothing, seams, bark.
#include "tree_mesh.h"

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

int main(void) {
    RUN("[flora.mesh] tubes have as many rings as their bends ask for", ringsFollowBends);
    RUN("[flora.mesh] smoothing smooths and does not shrink", smoothingKeepsVolume);
    RUN("[flora.mesh] seams stay closed and smooth", seamsAreWelded);
    RUN("[flora.uv] bark is in metres and closes in whole tiles", barkIsMetric);
    return FINISH();
}

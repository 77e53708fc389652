// Levels of detail of a tree: triangles fall, bounds stay, and the crown covers as much as before.
#include "check.h"
#include "effects/flora/flora.h"

#include "base/maths.h"

#define SEEDS 12u
#define PICTURE 320 // pixels a side of a picture of coverage

typedef struct Box {
    float low[3], high[3];
} Box;

static Box boundsOf(const WwTreeMesh *mesh) {
    Box box;
    memcpy(box.low, mesh->vertices[0].position, sizeof box.low);
    memcpy(box.high, mesh->vertices[0].position, sizeof box.high);
    for (uint32_t k = 1; k < mesh->vertexCount; k++) {
        for (int i = 0; i < 3; i++) {
            box.low[i] = wwMin(box.low[i], mesh->vertices[k].position[i]);
            box.high[i] = wwMax(box.high[i], mesh->vertices[k].position[i]);
        }
    }
    return box;
}

static void checkLevels(const WwTreeModel *model) {
    const double fine = model->levels[0].indexCount / 3.0;
    const Box whole = boundsOf(&model->levels[0]);
    for (int level = 1; level < (int)WW_TREE_LEVELS; level++) {
        const double triangles = model->levels[level].indexCount / 3.0;
        const double finer = model->levels[level - 1].indexCount / 3.0;
        CHECK(triangles < finer);
        if (level == 2) CHECK(triangles <= 0.15 * fine || triangles <= 500);
        const Box box = boundsOf(&model->levels[level]);
        for (int i = 0; i < 3; i++) {
            const float size = whole.high[i] - whole.low[i];
            CHECK_NEAR(box.high[i], whole.high[i], 0.1f * size);
            CHECK_NEAR(box.low[i], whole.low[i], 0.1f * size);
            CHECK(model->boundsMin[i] <= box.low[i] && model->boundsMax[i] >= box.high[i]);
        }
    }
}

static void levelsFall(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        for (uint32_t seed = 0; seed < SEEDS; seed++) {
            ww_TreeDef def;
            WwTreeModel model;
            wwTreePreset(preset, &def);
            if (preset == 0 && seed >= SEEDS - 2) def.leaves = 0;
            CHECK(wwTreeBuild(&def, seed, &model) == WW_OK);
            checkLevels(&model);
            wwTreeModelFree(&model);
        }
    }
}

// ---- coverage

typedef struct View {
    float right[3], up[3], center[3];
    float pixelsPerMetre;
} View;

static View viewOf(const WwTreeModel *model, float yaw, float elevation) {
    View view = {{wwCos(yaw), 0, -wwSin(yaw)},
        {-wwSin(elevation) * wwSin(yaw), wwCos(elevation), -wwSin(elevation) * wwCos(yaw)}, {0}, 0};
    float half = 0;
    for (int i = 0; i < 3; i++) {
        view.center[i] = 0.5f * (model->boundsMin[i] + model->boundsMax[i]);
        half = wwMax(half, model->boundsMax[i] - model->boundsMin[i]);
    }
    view.pixelsPerMetre = (float)PICTURE / (1.4f * half);
    return view;
}

static void project(const View *view, const float position[3], float out[2]) {
    float p[3];
    for (int i = 0; i < 3; i++) p[i] = position[i] - view->center[i];
    out[0] = 0.5f * PICTURE + view->pixelsPerMetre * glm_vec3_dot(p, (float *)view->right);
    out[1] = 0.5f * PICTURE + view->pixelsPerMetre * glm_vec3_dot(p, (float *)view->up);
}

static float edge(const float a[2], const float b[2], float x, float y) {
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static void fill(uint8_t *picture, float corners[3][2]) {
    int low[2], high[2];
    for (int i = 0; i < 2; i++) {
        const float least = wwMin(corners[0][i], wwMin(corners[1][i], corners[2][i]));
        const float most = wwMax(corners[0][i], wwMax(corners[1][i], corners[2][i]));
        low[i] = (int)wwMax(floorf(least), 0);
        high[i] = (int)wwMin(floorf(most), PICTURE - 1);
    }
    const float area = edge(corners[0], corners[1], corners[2][0], corners[2][1]);
    for (int y = low[1]; y <= high[1]; y++) {
        for (int x = low[0]; x <= high[0]; x++) {
            bool inside = true;
            for (int k = 0; k < 3; k++) {
                inside = inside &&
                         edge(corners[k], corners[(k + 1) % 3], (float)x + 0.5f, (float)y + 0.5f) *
                                 area >=
                             0;
            }
            if (inside) picture[y * PICTURE + x] = 1;
        }
    }
}

static double coverageOf(const WwTreeMesh *mesh, const View *view) {
    static uint8_t picture[PICTURE * PICTURE];
    memset(picture, 0, sizeof picture);
    for (uint32_t i = 0; i < mesh->indexCount; i += 3) {
        float corners[3][2];
        for (int k = 0; k < 3; k++) {
            project(view, mesh->vertices[mesh->indices[i + (uint32_t)k]].position, corners[k]);
        }
        fill(picture, corners);
    }
    uint32_t covered = 0;
    for (uint32_t i = 0; i < sizeof picture; i++) covered += picture[i];
    return covered;
}

// From the side, aslant and from above: what a level covers, as a share of what level 0 covers.
static void coverageStays(void) {
    static const float elevations[] = {0.05f, 0.6f, 1.5f};
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        double sums[WW_TREE_LEVELS] = {0};
        for (uint32_t seed = 0; seed < 4; seed++) {
            ww_TreeDef def;
            WwTreeModel model;
            wwTreePreset(preset, &def);
            CHECK(wwTreeBuild(&def, seed, &model) == WW_OK);
            for (int i = 0; i < 3; i++) {
                const View view = viewOf(&model, (float)seed, elevations[i]);
                const double whole = coverageOf(&model.levels[0], &view);
                for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
                    sums[level] += coverageOf(&model.levels[level], &view) / whole / 12.0;
                }
            }
            wwTreeModelFree(&model);
        }
        for (uint32_t level = 1; level < WW_TREE_LEVELS; level++) {
            printf("  %s: level %u covers %.3f\n", wwTreePresetName(preset), level, sums[level]);
            CHECK_NEAR(sums[level], 1.0, level == 1 ? 0.12 : 0.25);
        }
    }
}

// No two leaves of a level lie in the same place: they would flicker.
static void noLeafTwice(void) {
    ww_TreeDef def;
    WwTreeModel model;
    wwTreePreset(1, &def);
    CHECK(wwTreeBuild(&def, 2, &model) == WW_OK);
    const WwTreeMesh *mesh = &model.levels[2];
    uint32_t twins = 0;
    for (uint32_t i = 0; i < mesh->indexCount; i += 3) {
        for (uint32_t k = i + 3; k < mesh->indexCount; k += 3) {
            uint32_t same = 0;
            for (uint32_t c = 0; c < 3; c++) {
                const float *a = mesh->vertices[mesh->indices[i + c]].position;
                const float *b = mesh->vertices[mesh->indices[k + c]].position;
                same += memcmp(a, b, sizeof(float[3])) == 0;
            }
            twins += same == 3;
        }
    }
    CHECK(twins == 0);
    wwTreeModelFree(&model);
}

int main(void) {
    RUN("[forest.lod] triangles strictly fall, level 2 has at most 15 %, bounds stay within 10 %",
        levelsFall);
    RUN("coarse levels cover as much as the finest, within 12 % and 25 %", coverageStays);
    RUN("[forest.lod] no leaf is drawn twice", noLeafTwice);
    return FINISH();
}

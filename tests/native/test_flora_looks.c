// How trees look: every preset is known by its outline alone, leaves are cut in geometry, gusts
// cross the land.
#include "base/maths.h"
#include "base/random.h"
#include "effects/flora/parts.h"
#include "effects/forest/forest.h"

#include "check.h"

// ---- silhouettes

#define ROWS 12
#define SEEDS 7
#define FEATURES (2 * ROWS + 3)

// What an outline says, without its size: for each twelfth of the height how wide it is (as a share
// of the height) and how much of that is covered; how wide it is in all; where its middle is. Two
// views are averaged.
static void addOutline(const WwTreeModel *model, int across, float feature[FEATURES]) {
    enum { PIXELS = 72 };
    static uint8_t picture[PIXELS][PIXELS * 3];
    memset(picture, 0, sizeof picture);
    const WwTreeMesh *mesh = &model->levels[0];
    const float scale = (float)PIXELS / model->height;
    for (uint32_t i = 0; i < mesh->indexCount; i += 3) {
        for (uint32_t k = 0; k < 36; k++) { // points all over the triangle
            const float u = ((float)(k % 6) + 0.5f) / 6.0f, v = ((float)(k / 6) + 0.5f) / 6.0f;
            if (u + v > 1.0f) continue;
            float p[2] = {0};
            for (int side = 0; side < 2; side++) {
                const int axis = side ? 1 : across;
                const float a = mesh->vertices[mesh->indices[i]].position[axis];
                const float b = mesh->vertices[mesh->indices[i + 1]].position[axis];
                const float c = mesh->vertices[mesh->indices[i + 2]].position[axis];
                p[side] = a + u * (b - a) + v * (c - a);
            }
            const int x = (int)floorf(p[0] * scale + 1.5f * PIXELS), y = (int)floorf(p[1] * scale);
            if (x >= 0 && x < 3 * PIXELS && y >= 0 && y < PIXELS) picture[y][x] = 1;
        }
    }
    float total = 0.0f, raised = 0.0f, widest = 0.0f;
    for (int row = 0; row < ROWS; row++) {
        float width = 0.0f, covered = 0.0f;
        for (int y = row * PIXELS / ROWS; y < (row + 1) * PIXELS / ROWS; y++) {
            int low = 3 * PIXELS, high = -1;
            for (int x = 0; x < 3 * PIXELS; x++) {
                if (!picture[y][x]) continue;
                low = low < x ? low : x;
                high = x;
                covered += 1.0f;
            }
            if (high >= low) width += (float)(high - low + 1);
        }
        const float pixels = (float)(PIXELS * PIXELS / ROWS);
        feature[2 * row] += 0.5f * width / pixels;
        feature[2 * row + 1] += 0.5f * covered / wwMax(width, 1.0f);
        total += covered / pixels;
        raised += covered / pixels * (float)row;
        widest = wwMax(widest, width / pixels);
    }
    feature[2 * ROWS] += 0.75f * widest;
    feature[2 * ROWS + 1] += 0.5f * total / (float)ROWS;
    feature[2 * ROWS + 2] += raised / wwMax(total, 1e-6f) / (float)ROWS;
}

// A tree that was not seen before is taken for the species of the tree that is most alike.
static void knownByOutline(void) {
    enum { MOST = 32 };
    static float features[MOST][SEEDS][FEATURES];
    const uint32_t presets = wwTreePresetCount();
    CHECK(presets >= 23 && presets <= MOST);
    for (uint32_t p = 0; p < presets; p++) {
        for (uint32_t seed = 0; seed < SEEDS; seed++) {
            ww_TreeDef def;
            WwTreeModel model;
            wwTreePreset(p, &def);
            CHECK(wwTreeBuild(&def, 100 + seed, &model) == WW_OK);
            addOutline(&model, 0, features[p][seed]);
            addOutline(&model, 2, features[p][seed]);
            wwTreeModelFree(&model);
        }
    }
    uint32_t wrong = 0;
    for (uint32_t p = 0; p < presets; p++) {
        for (uint32_t seed = 0; seed < 2; seed++) {
            float best = 1e9f;
            uint32_t guess = 0;
            for (uint32_t k = 0; k < presets * (SEEDS - 2); k++) {
                const uint32_t q = k / (SEEDS - 2);
                float sum = 0.0f;
                for (int f = 0; f < FEATURES; f++) {
                    const float gap = features[p][seed][f] - features[q][2 + k % (SEEDS - 2)][f];
                    sum += gap * gap;
                }
                if (sum >= best) continue;
                best = sum;
                guess = q;
            }
            if (guess == p) continue;
            wrong++;
            printf("  %s is taken for %s\n", wwTreePresetName(p), wwTreePresetName(guess));
        }
    }
    // Chance would get 2 of 46 right.
    CHECK(wrong <= 5);
}

static void presetsHaveNames(void) {
    static const char *const names[] = {"oak", "maple", "japaneseMaple", "birch", "aspen", "beech",
        "cherry", "apple", "willow", "poplar", "pine", "spruce", "cypress", "palm", "baobab",
        "acacia", "bonsai", "deadTree", "eucalyptus", "bamboo", "fern", "bush", "tallGrass"};
    CHECK(wwTreePresetCount() == sizeof names / sizeof names[0]);
    for (uint32_t p = 0; p < wwTreePresetCount(); p++) {
        ww_TreeDef def;
        CHECK_TEXT(wwTreePresetName(p), names[p]);
        wwTreePreset(p, &def);
        CHECK(wwTreeCheck(&def) == WW_OK);
    }
}

// ---- leaves

static void boundsOfOutline(const WwOutline *outline, float size[3]) {
    float low[3] = {9, 9, 9}, high[3] = {-9, -9, -9};
    for (uint32_t k = 0; k < outline->pointCount; k++) {
        for (int i = 0; i < 3; i++) {
            low[i] = wwMin(low[i], outline->points[k].position[i]);
            high[i] = wwMax(high[i], outline->points[k].position[i]);
        }
    }
    for (int i = 0; i < 3; i++) size[i] = high[i] - low[i];
}

static float areaOf(const WwOutline *outline) {
    float area = 0.0f;
    for (uint32_t t = 0; t < outline->triangleCount; t++) {
        const float *a = outline->points[outline->triangles[t][0]].position;
        const float *b = outline->points[outline->triangles[t][1]].position;
        const float *c = outline->points[outline->triangles[t][2]].position;
        vec3 u, v, n;
        glm_vec3_sub((float *)b, (float *)a, u);
        glm_vec3_sub((float *)c, (float *)a, v);
        glm_vec3_cross(u, v, n);
        area += 0.5f * sqrtf(glm_vec3_norm2(n));
    }
    return area;
}

// Every kind and outline at every level: cut in geometry (less than the card around it), sound, and
// cheaper from level to level.
static void outlinesAreCut(void) {
    for (uint32_t shape = 0; shape <= WW_LEAF_BLADE; shape++) {
        for (uint32_t outline = 0; outline <= 5; outline++) {
            ww_TreeDef def;
            wwSchemaDefaults(&wwTreeSchema, &def);
            def.leafShape = shape;
            def.leafOutline = outline;
            uint32_t finer = 1000;
            for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
                WwOutline cut;
                float size[3];
                wwOutlineLeaf(&def, level, &cut);
                CHECK(cut.pointCount <= 128 && cut.triangleCount <= 96);
                CHECK(cut.triangleCount > 0 && cut.triangleCount <= finer);
                finer = cut.triangleCount;
                for (uint32_t t = 0; t < cut.triangleCount; t++) {
                    for (int c = 0; c < 3; c++) CHECK(cut.triangles[t][c] < cut.pointCount);
                }
                for (uint32_t k = 0; k < cut.pointCount; k++) {
                    CHECK(fabsf(cut.points[k].uv[0]) <= 1.13f);
                    CHECK(glm_vec3_norm2(cut.points[k].normal) > 0.2f);
                }
                boundsOfOutline(&cut, size);
                CHECK(size[1] > 0.5f && size[1] < 2.5f);
                if (shape == WW_LEAF_SINGLE) CHECK(areaOf(&cut) < 0.85f * size[0] * size[1]);
                // What is called a cluster, a star or crossed is not flat.
                const bool flat = shape == WW_LEAF_SINGLE || shape == WW_LEAF_SPRAY;
                if (shape >= WW_LEAF_CROSSED && shape <= WW_LEAF_BALL && level == 0) {
                    CHECK(size[2] > 0.3f * size[0]);
                }
                if (flat) CHECK(size[2] < 0.5f * size[1]);
            }
        }
    }
}

// Blossoms and fruit stand beside leaves without moving one; each has its mark and its colour.
static void blossomsBesideLeaves(void) {
    ww_TreeDef def;
    WwSkeleton skeleton;
    WwLeafPlan bare, borne;
    wwTreePreset(0, &def);
    CHECK(wwSkeletonGrow(&def, 4, &skeleton));
    CHECK(wwLeavesPlan(&def, 4, &skeleton, &bare));
    def.blossoms = 0.3f;
    def.fruits = 0.2f;
    CHECK(wwLeavesPlan(&def, 4, &skeleton, &borne));
    uint32_t counts[WW_FOLIAGE_KINDS] = {0};
    for (uint32_t i = 0; i < borne.count; i++) {
        const WwLeaf *leaf = &borne.leaves[i];
        if (leaf->kind == WW_LEAF) {
            const WwLeaf *same = &bare.leaves[counts[WW_LEAF]];
            CHECK(memcmp(same->position, leaf->position, sizeof leaf->position) == 0);
            CHECK(same->size == leaf->size && same->tint == leaf->tint && same->hue == leaf->hue);
        }
        counts[leaf->kind]++;
    }
    CHECK(counts[WW_LEAF] == bare.count);
    CHECK_NEAR((float)counts[WW_BLOSSOM] / (float)bare.count, 0.3f, 0.05f);
    CHECK_NEAR((float)counts[WW_FRUIT] / (float)bare.count, 0.2f, 0.05f);
    wwLeavesPlanFree(&bare);
    wwLeavesPlanFree(&borne);
    wwSkeletonFree(&skeleton);
}

// Full puff: all leaves of a clump are lit alike, outward; none: each by itself. Tints and hues
// differ; inner leaves see less of the sky.
static void leavesMakeACrown(void) {
    float outward[2];
    for (int puffed = 0; puffed < 2; puffed++) {
        ww_TreeDef def;
        WwTreeModel model;
        wwTreePreset(0, &def);
        def.leafPuff = (float)puffed;
        CHECK(wwTreeBuild(&def, 6, &model) == WW_OK);
        float sum = 0.0f, count = 0.0f, inner = 0.0f, outer = 0.0f, inners = 0.0f, outers = 0.0f;
        uint32_t lightest = 0, darkest = 255;
        for (uint32_t i = 0; i < model.levels[0].vertexCount; i++) {
            const WwMeshVertex *v = &model.levels[0].vertices[i];
            if (v->normal[3] <= 0) continue;
            const float middle = 0.55f * model.height;
            vec3 away = {v->position[0], v->position[1] - middle, v->position[2]};
            const float distance = sqrtf(glm_vec3_norm2(away));
            glm_vec3_normalize(away);
            for (int k = 0; k < 3; k++) sum += away[k] * (float)v->normal[k] / 127.0f;
            count += 1.0f;
            if (distance < 0.25f * model.height) inner += v->color[3], inners += 1.0f;
            if (distance > 0.4f * model.height) outer += v->color[3], outers += 1.0f;
            lightest = wwMaxU(lightest, v->color[1]);
            darkest = wwMinU(darkest, v->color[1]);
        }
        outward[puffed] = sum / count;
        CHECK(inner / inners < 0.9f * outer / outers);
        CHECK(lightest > darkest + 60u);
        wwTreeModelFree(&model);
    }
    CHECK(outward[1] > 0.75f);
    CHECK(outward[1] > outward[0] + 0.25f);
}

// ---- gusts

// A gust arrives later the farther a tree stands down the wind; neighbours feel nearly the same,
// far trees do not; and nothing jumps when the wind's time wraps.
static void gustsSweep(void) {
    WwWind wind = {.direction = {1, 0}, .strength = 0.8f, .gust = 1};
    float most = 0.0f, least = 9.0f, step = 0.0f, aside = 0.0f;
    enum { TIMES = 4000, LAGS = 41 };
    static float here[TIMES + LAGS * 10], there[TIMES + LAGS * 10];
    for (int i = 0; i < TIMES + LAGS * 10; i++) {
        wind.time = (float)i * 0.1f;
        here[i] = wwWindForce(&wind, 0, 0);
        there[i] = wwWindForce(&wind, 40, 0);
        most = wwMax(most, here[i]);
        least = wwMin(least, here[i]);
        step = wwMax(step, fabsf(here[i] - wwWindForce(&wind, 3, 0)));
        aside += fabsf(here[i] - wwWindForce(&wind, 15, 160)) / (float)(TIMES + LAGS * 10);
        if (i > 0) CHECK(fabsf(here[i] - here[i - 1]) < 0.12f);
    }
    CHECK(most > 2.0f * least && most <= 1.6f * 0.8f);
    CHECK(step < 0.5f * (most - least));
    CHECK(aside > 0.08f * most);
    // The lag at which both places agree best: 40 m take a few seconds.
    int best = 0;
    float agreement = 1e9f;
    for (int lag = 0; lag < LAGS; lag++) {
        float sum = 0.0f;
        for (int i = 0; i < TIMES; i++) sum += fabsf(here[i] - there[i + 2 * lag]);
        if (sum < agreement) agreement = sum, best = lag;
    }
    CHECK(best >= 10 && best <= 35); // fifths of a second: 5 to 20 m/s
    for (int i = 0; i < 200; i++) {
        const float x = (float)(i * 37 % 1000) - 500.0f, z = (float)(i * 91 % 1000) - 500.0f;
        wind.time = 1000.0f;
        const float last = wwWindForce(&wind, x, z);
        wind.time = 0.0f;
        CHECK_NEAR(wwWindForce(&wind, x, z), last, 0.01f);
    }
}

int main(void) {
    RUN("[flora.presets] 20 trees and three of undergrowth by name", presetsHaveNames);
    RUN("[flora.presets] a tree that was never seen is known by its outline alone", knownByOutline);
    RUN("[flora.leaves] ten kinds, six outlines, cut in geometry at each level", outlinesAreCut);
    RUN("[flora.leaves] blossoms and fruit stand beside leaves and move none",
        blossomsBesideLeaves);
    RUN("[flora.leaves] bent normals, tints and shade make one crown of them", leavesMakeACrown);
    RUN("[flora.gust] fronts sweep over the land, neighbours feel them alike", gustsSweep);
    return FINISH();
}

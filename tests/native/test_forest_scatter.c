// Scatter and wind.
#include "forest_scene.h"

#define GOLDEN_SCATTER 0x5adb1572c9e86684ull

static uint64_t hashOf(const void *bytes, size_t size) {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3ull;
    return hash;
}

static void testScatter(void) {
    Scene scene = openScene(3);
    ww_ScatterDef def = ww_defaultScatterDef();
    def.count = 1500;
    def.minDistance = 3.5f;
    def.seed = 7;
    CHECK(ww_scatterForest(scene.kit, scene.id, &def) == WW_OK);
    const uint32_t count = ww_forestCandidateCount(scene.kit, scene.id);
    const float *trees = ww_forestCandidates(scene.kit, scene.id);
    CHECK(count > 1000 && count <= 1500);
    float nearest = 1e9f;
    uint32_t byVariant[3] = {0};
    for (uint32_t i = 0; i < count; i++) {
        const float *a = trees + i * WW_PLANT_FLOATS;
        byVariant[(uint32_t)a[5]]++;
        CHECK(a[0] >= -100 && a[0] < 100 && a[2] >= -100 && a[2] < 100);
        CHECK(a[4] >= 0.8f && a[4] < 1.2f);
        for (uint32_t j = 0; j < i; j++) {
            const float dx = a[0] - trees[j * WW_PLANT_FLOATS],
                        dz = a[2] - trees[j * WW_PLANT_FLOATS + 2];
            nearest = fminf(nearest, dx * dx + dz * dz);
        }
    }
    CHECK(sqrtf(nearest) >= 3.499f);
    CHECK(byVariant[0] > 150 && byVariant[1] > 150 && byVariant[2] > 150);
    const uint64_t hash = hashOf(trees, count * WW_PLANT_FLOATS * sizeof(float));
    ww_scatterForest(scene.kit, scene.id, &def);
    CHECK(hashOf(ww_forestCandidates(scene.kit, scene.id),
              count * WW_PLANT_FLOATS * sizeof(float)) == hash);
    if (hash != GOLDEN_SCATTER) printf("  hash 0x%llxull\n", (unsigned long long)hash);
    CHECK(hash == GOLDEN_SCATTER);
    def.firstSpecies = def.speciesCount = 1;
    ww_scatterForest(scene.kit, scene.id, &def);
    const float *some = ww_forestCandidates(scene.kit, scene.id);
    for (uint32_t i = 0; i < ww_forestCandidateCount(scene.kit, scene.id); i++) {
        CHECK(some[i * WW_PLANT_FLOATS + 5] == 1); // of that species alone
    }
    def.firstSpecies = 3;
    CHECK(ww_scatterForest(scene.kit, scene.id, &def) == WW_ERROR_INVALID_DEF);
    def.firstSpecies = 0;
    def.maxX = def.minX;
    CHECK(ww_scatterForest(scene.kit, scene.id, &def) == WW_ERROR_INVALID_DEF);
    closeScene(&scene);
}

static void testWind(void) {
    const WwWindWeights all = {1, 0.3f, 1};
    const float normal[3] = {0, 0, 1};
    float farthest = 0;
    for (int i = 0; i < 400; i++) {
        const WwWind wind = {
            .direction = {0.6f, 0.8f}, .strength = 1, .gust = 1, .time = (float)i * 2.5f};
        const float foot[3] = {(float)i * 13.0f, 0, (float)i * 7.0f};
        const float random = (float)(i % 10) / 10.0f;
        float ground[3] = {0.4f, 0, -0.3f};
        wwWindSway(&wind, foot, random, 10, 0.16f, all, normal, ground);
        CHECK(ground[0] == 0.4f && ground[1] == 0 && ground[2] == -0.3f);
        float top[3] = {0, 10, 0};
        const WwWindWeights trunk = {0, 0, 0};
        wwWindSway(&wind, foot, random, 10, 0.16f, trunk, normal, top);
        CHECK_NEAR(sqrtf(top[0] * top[0] + top[1] * top[1] + top[2] * top[2]), 10, 1e-4);
        float leaf[3] = {1, 9.9f, 1};
        wwWindSway(&wind, foot, random, 10, 0.16f, all, normal, leaf);
        const float moved[3] = {leaf[0] - 1, leaf[1] - 9.9f, leaf[2] - 1};
        farthest = fmaxf(farthest, glm_vec3_norm((float *)moved));
    }
    CHECK(farthest > 0.5f && farthest <= wwWindReach(10, 0.16f));
}

static void testWindTime(void) {
    const float normal[3] = {0, 0, 1};
    const WwWindWeights all = {1, 0.3f, 1};
    float last[3] = {0, 8, 0}, first[3] = {0, 8, 0};
    WwWind wind = {.direction = {1, 0}, .strength = 1, .gust = 1, .time = 1000};
    const float foot[3] = {40, 0, 11};
    wwWindSway(&wind, foot, 0.37f, 10, 0.16f, all, normal, last);
    wind.time = 0;
    wwWindSway(&wind, foot, 0.37f, 10, 0.16f, all, normal, first);
    CHECK_NEAR(glm_vec3_distance(first, last), 0, 2e-3);
    wind.strength = 0;
    float calm[3] = {1, 8, 2};
    wwWindSway(&wind, foot, 0.37f, 10, 0.16f, all, normal, calm);
    CHECK(calm[0] == 1 && calm[1] == 8 && calm[2] == 2);
}

int main(void) {
    RUN("[forest.scatter] count, minimum distance, mixed species, the same trees for the same seed",
        testScatter);
    RUN("[flora.wind] the trunk keeps its length, the foot stands, nothing goes beyond the reach",
        testWind);
    RUN("[flora.wind] the wind's time wraps without a jump; no strength, no motion", testWindTime);
    return FINISH();
}

// Planting, cells, bands, lists, scatter, wind and the grid of pictures.
#include "base/memory.h"
#include "base/random.h"
#include "check.h"
#include "frame/kit.h"
#include "gpu/impostor_bake.h"

#define WIDTH 1280
#define HEIGHT 720
#define GOLDEN_SCATTER 0x7b397241ae56b180ull

typedef struct Scene {
    ww_Kit *kit;
    ww_ForestId id;
    WwForest *forest;
    WwView view;
} Scene;

static void lookFrom(Scene *scene, vec3 eye, vec3 target) {
    mat4 view, projection;
    glm_lookat(eye, target, (vec3){0, 1, 0}, view);
    glm_perspective(0.9f, (float)WIDTH / HEIGHT, 0.1f, 20000.0f, projection);
    wwViewFrom(&scene->view, &view[0][0], &projection[0][0], WIDTH, HEIGHT, 0);
}

static ww_TreeDef smallTree(uint32_t preset) {
    ww_TreeDef tree = ww_defaultTreeDef();
    ww_treePreset(preset % ww_treePresetCount(), &tree);
    tree.limbs = 3;
    tree.branches = 2;
    tree.twigs = 1;
    return tree;
}

static Scene openScene(uint32_t variants) {
    Scene scene = {0};
    ww_KitDef kitDef = ww_defaultKitDef();
    kitDef.headless = 1;
    scene.kit = ww_createKit(&kitDef);
    ww_ForestDef def = ww_defaultForestDef();
    def.impostorFrames = 4;
    def.impostorSize = 16;
    scene.id = ww_createForest(scene.kit, &def);
    scene.forest = wwPoolGet(&scene.kit->forests->pool, scene.id.raw);
    for (uint32_t v = 0; v < variants; v++) {
        const ww_TreeDef tree = smallTree(v);
        ww_addForestSpecies(scene.kit, scene.id, &tree, 3 + v, 1);
    }
    lookFrom(&scene, (vec3){0, 12, 0}, (vec3){100, 0, 0});
    return scene;
}

static void closeScene(Scene *scene) {
    ww_destroyKit(scene->kit);
}

static uint32_t scatter(Scene *scene, float half, uint32_t count) {
    ww_ScatterDef def = ww_defaultScatterDef();
    def.minX = def.minZ = -half;
    def.maxX = def.maxZ = half;
    def.count = count;
    ww_scatterForest(scene->kit, scene->id, &def);
    const uint32_t found = ww_forestCandidateCount(scene->kit, scene->id);
    ww_plantForest(scene->kit, scene->id, ww_forestCandidates(scene->kit, scene->id), found);
    return found;
}

static void drawFrame(Scene *scene) {
    ww_update(scene->kit, 1.0 / 60.0);
    ww_draw(scene->kit, &scene->view.view[0][0], &scene->view.projection[0][0], WIDTH, HEIGHT);
}

static void bakeAll(Scene *scene) {
    ww_bakeForest(scene->kit, scene->id);
    drawFrame(scene);
    drawFrame(scene);
}

static void testPool(void) {
    uint32_t draws[2], instances[2];
    const uint32_t counts[2] = {2000, 20000};
    for (int i = 0; i < 2; i++) {
        Scene scene = openScene(6);
        CHECK(scatter(&scene, 500, counts[i]) == counts[i]);
        bakeAll(&scene);
        drawFrame(&scene);
        const ww_Stats *stats = ww_stats(scene.kit);
        CHECK(stats->trees == counts[i]);
        CHECK(stats->meshTrees > 0);
        draws[i] = (uint32_t)stats->drawCalls;
        instances[i] = (uint32_t)stats->instances;
        closeScene(&scene);
    }
    CHECK(draws[1] <= 6 * WW_TREE_LEVELS + 1);
    CHECK(draws[0] <= draws[1]);
    CHECK(instances[1] > instances[0]);
}

static void testUploads(void) {
    Scene scene = openScene(6);
    scatter(&scene, 500, 20000);
    bakeAll(&scene);
    drawFrame(&scene);
    double most = 0;
    const double allocations = ww_stats(scene.kit)->allocations;
    for (int i = 0; i < 60; i++) {
        const float angle = (float)i * 0.1f;
        lookFrom(&scene, (vec3){(float)i * 4.0f - 120.0f, 6, 3},
            (vec3){100.0f * wwCos(angle), 0, 100.0f * wwSin(angle)});
        drawFrame(&scene);
        most = fmax(most, ww_stats(scene.kit)->recordBytes);
    }
    CHECK(most > 0 && most <= 65536);
    CHECK(ww_stats(scene.kit)->allocations == allocations);
    drawFrame(&scene);
    CHECK(ww_stats(scene.kit)->recordBytes == 0);
    closeScene(&scene);
}

static void testCull(void) {
    Scene scene = openScene(2);
    scatter(&scene, 200, 3000);
    bakeAll(&scene);
    lookFrom(&scene, (vec3){300, 10, 0}, (vec3){400, 10, 0});
    drawFrame(&scene);
    const ww_Stats *stats = ww_stats(scene.kit);
    CHECK(stats->drawCalls == 0);
    CHECK(stats->recordBytes == 0);
    CHECK(stats->meshTrees == 0 && stats->impostors == 0);
    lookFrom(&scene, (vec3){9000, 10, 0}, (vec3){0, 10, 0});
    drawFrame(&scene);
    CHECK(ww_stats(scene.kit)->drawCalls == 0); // beyond maxDistance
    closeScene(&scene);
}

static float pixelsOf(const Scene *scene, const float *record) {
    const WwForestVariant *variant = scene->forest->variants[(uint32_t)record[5]];
    const float distance = glm_vec3_distance((float *)record, (float *)scene->view.eye);
    return variant->height * record[3] * scene->view.pixelsPerUnit / distance;
}

static bool isListed(const Scene *scene, uint32_t variant, uint32_t level, uint32_t tree) {
    const WwForestSight *sight = &scene->forest->sight;
    const uint32_t *list = (const uint32_t *)(const void *)scene->forest->list.bytes;
    const uint32_t first = sight->listFirst[variant][level];
    for (uint32_t i = first; i < first + sight->listCount[variant][level]; i++) {
        if (list[i] == tree) return true;
    }
    return false;
}

static bool isInBatch(const Scene *scene, uint32_t tree) {
    const uint32_t *batches = (const uint32_t *)(const void *)scene->forest->batches.bytes;
    for (uint32_t i = 0; i < scene->forest->sight.batches; i++) {
        const uint32_t first = batches[i] / WW_BATCH_TREES;
        if (tree >= first && tree <= first + batches[i] % WW_BATCH_TREES) return true;
    }
    return false;
}

// Every tree in view is shown once: its shares over the levels that list it and the impostor add
// up.
static void testBands(void) {
    Scene scene = openScene(3);
    scatter(&scene, 300, 6000);
    bakeAll(&scene);
    lookFrom(&scene, (vec3){40, 9, -20}, (vec3){0, 3, 60});
    drawFrame(&scene);
    const float fade = scene.forest->def.fade;
    float edges[WW_TREE_LEVELS];
    wwForestEdges(&scene.forest->def, scene.forest->sight.impostorEdge, edges);
    uint32_t listed = 0, seen = 0, wrong = 0;
    for (uint32_t tree = 0; tree < scene.forest->treeCount; tree++) {
        const float *record = ww_forestTrees(scene.kit, scene.id) + tree * WW_TREE_FLOATS;
        const uint32_t variant = (uint32_t)record[5];
        const float pixels = pixelsOf(&scene, record);
        const float middle[3] = {record[0], record[1] + 3.0f, record[2]};
        const bool inView = wwSphereVisible(&scene.view, middle, 0.1f);
        for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
            const bool inBand = (level == 0 || pixels < edges[level - 1] * (1.0f + fade)) &&
                                pixels > edges[level] * (1.0f - fade);
            const bool in = isListed(&scene, variant, level, tree);
            listed += in;
            if (in && !inBand) wrong++;
            if (inView && inBand && !in) wrong++;
        }
        const bool far = pixels < edges[WW_TREE_LEVELS - 1] * (1.0f + fade);
        if (inView && far && !isInBatch(&scene, tree)) wrong++;
        seen += inView;
    }
    CHECK(seen > 500);
    CHECK(wrong == 0);
    CHECK(listed > 20 && listed == scene.forest->sight.meshTrees);
    closeScene(&scene);
}

static void testLimit(void) {
    Scene scene = openScene(2);
    scene.forest->def.maxMeshes = 100;
    scatter(&scene, 200, 6000);
    bakeAll(&scene);
    lookFrom(&scene, (vec3){0, 9, 0}, (vec3){50, 3, 50});
    drawFrame(&scene);
    CHECK(scene.forest->sight.meshTrees <= 200);
    CHECK(scene.forest->sight.skippedTrees == 0);
    CHECK(scene.forest->sight.impostorEdge > scene.forest->def.impostorPixels);
    closeScene(&scene);
}

static void testPlant(void) {
    Scene scene = openScene(2);
    const float good[14] = {1, 2, 3, 0.5f, 1.5f, 1, 0.25f, -40, 0, 70, 0, 1, 0, 1};
    CHECK(ww_plantForest(scene.kit, scene.id, good, 2) == WW_OK);
    const float bad[7] = {NAN, 0, 0, 0, 1, 0, 1};
    const float old[7] = {1, 0, 0, 0, 1, 0, 1.5f};
    const float unknown[14] = {1, 0, 0, 0, 1, 0, 1, 2, 0, 0, 0, 1, 2, 1};
    const float flat[7] = {1, 0, 0, 0, 0, 0, 1};
    CHECK(ww_plantForest(scene.kit, scene.id, bad, 1) == WW_ERROR_INVALID_DEF);
    CHECK(ww_plantForest(scene.kit, scene.id, old, 1) == WW_ERROR_INVALID_DEF);
    CHECK(ww_plantForest(scene.kit, scene.id, unknown, 2) == WW_ERROR_INVALID_DEF);
    CHECK(ww_plantForest(scene.kit, scene.id, flat, 1) == WW_ERROR_INVALID_DEF);
    CHECK(ww_plantForest(scene.kit, scene.id, good, 40000) == WW_ERROR_CAPACITY);
    CHECK(ww_forestTreeCount(scene.kit, scene.id) == 2);
    const float *trees = ww_forestTrees(scene.kit, scene.id);
    uint32_t matches = 0;
    for (int i = 0; i < 2; i++, trees += WW_TREE_FLOATS) {
        matches += trees[0] == 1 && trees[1] == 2 && trees[2] == 3 && trees[3] == 1.5f &&
                   trees[4] == 0.5f && trees[5] == 1 && trees[7] == 0.25f;
    }
    CHECK(matches == 1);
    CHECK(ww_destroyForest(scene.kit, scene.id) == WW_OK);
    CHECK(ww_plantForest(scene.kit, scene.id, good, 1) == WW_ERROR_STALE_HANDLE);
    closeScene(&scene);
}

// Trees planted in many calls end up in the same cells as trees planted in one.
static void testSort(void) {
    Scene scene = openScene(2);
    WwRandom random = wwRandomStream(5, 5);
    for (int i = 0; i < 3000; i++) {
        const float tree[7] = {wwRandomRange(&random, -3000, 3000), 0,
            wwRandomRange(&random, -3000, 3000), 0, 1, (float)(i % 2), 1};
        ww_plantForest(scene.kit, scene.id, tree, 1);
        if (i % 700 == 0) ww_update(scene.kit, 0);
    }
    ww_update(scene.kit, 0);
    uint32_t covered = 0;
    for (uint32_t c = 0; c < scene.forest->cellCount; c++) {
        const WwForestCell *cell = &scene.forest->cells[c];
        CHECK(cell->first == covered);
        CHECK(cell->high[0] - cell->low[0] <= scene.forest->def.cellSize);
        CHECK(cell->high[2] - cell->low[2] <= scene.forest->def.cellSize);
        covered += cell->count;
    }
    CHECK(covered == 3000);
    closeScene(&scene);
}

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
    def.maxX = def.minX;
    CHECK(ww_scatterForest(scene.kit, scene.id, &def) == WW_ERROR_INVALID_DEF);
    closeScene(&scene);
}

static void testWind(void) {
    const WwWindWeights all = {1, 0.3f, 1};
    const float normal[3] = {0, 0, 1};
    float farthest = 0;
    for (int i = 0; i < 400; i++) {
        const WwWind wind = {{0.6f, 0.8f}, 1, 1, (float)i * 2.5f};
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
    WwWind wind = {{1, 0}, 1, 1, 1000};
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

static void testPictures(void) {
    for (uint32_t row = 0; row < 12; row++) {
        for (uint32_t column = 0; column < 12; column++) {
            float n[3], right[3], up[3];
            wwImpostorDirection(12, column, row, n);
            wwImpostorAxes(n, right, up);
            CHECK(n[1] >= -1e-6f);
            CHECK_NEAR(glm_vec3_norm(n), 1, 1e-5);
            CHECK_NEAR(glm_vec3_dot(n, right), 0, 1e-5);
            CHECK_NEAR(glm_vec3_dot(up, right), 0, 1e-5);
            CHECK_NEAR(glm_vec3_norm(right), 1, 1e-5);
            CHECK(up[1] >= -1e-6f);
            const bool edge = row == 0 || column == 0 || row == 11 || column == 11;
            CHECK(!edge || n[1] < 1e-5f);
        }
    }
    CHECK(wwImpostorLevels(64) == 5 && wwImpostorLevels(16) == 3 && wwImpostorLevels(48) == 4);
}

// Every vertex of a variant lies inside its picture from every side.
static void testExtent(void) {
    Scene scene = openScene(2);
    for (uint32_t v = 0; v < 2; v++) {
        const WwForestVariant *variant = scene.forest->variants[v];
        for (uint32_t picture = 0; picture < 64; picture++) {
            float n[3], right[3], up[3], extent[2];
            wwImpostorDirection(8, picture % 8, picture / 8, n);
            wwImpostorAxes(n, right, up);
            wwImpostorExtent(variant, n, 64, extent);
            for (uint32_t i = 0; i < variant->meshes[0].vertexCount; i++) {
                vec3 p;
                glm_vec3_sub(variant->meshes[0].vertices[i].position, (float *)variant->center, p);
                CHECK(fabsf(glm_vec3_dot(p, right)) < extent[0]);
                CHECK(fabsf(glm_vec3_dot(p, up)) < extent[1]);
                CHECK(fabsf(glm_vec3_dot(p, n)) <= variant->sphere * 1.0001f);
            }
        }
    }
    closeScene(&scene);
}

static void testBake(void) {
    Scene scene = openScene(3);
    scatter(&scene, 100, 400);
    CHECK(ww_forestReady(scene.kit, scene.id) == 0);
    drawFrame(&scene);
    CHECK(ww_stats(scene.kit)->meshTrees > 0); // meshes stand in until the pictures are there
    const float step = (float)scene.forest->def.bakePerDraw / 48.0f;
    CHECK_NEAR(ww_forestReady(scene.kit, scene.id), step, 1e-6);
    for (int i = 0; i < 3; i++) drawFrame(&scene);
    CHECK(ww_forestReady(scene.kit, scene.id) == 1);
    const double withAtlas = ww_stats(scene.kit)->gpuBytes;
    ww_loseContext(scene.kit);
    ww_restoreContext(scene.kit);
    CHECK(ww_forestReady(scene.kit, scene.id) == 0);
    bakeAll(&scene);
    CHECK(ww_forestReady(scene.kit, scene.id) == 1);
    CHECK(ww_stats(scene.kit)->gpuBytes == withAtlas);
    ww_destroyForest(scene.kit, scene.id);
    drawFrame(&scene);
    CHECK(ww_stats(scene.kit)->gpuBytes < withAtlas);
    closeScene(&scene);
}

int main(void) {
    RUN("[forest.pool] draw calls depend on variants and levels, not on the number of trees",
        testPool);
    RUN("[forest.scale] a moving camera sends lists, a still one nothing; no frame allocates",
        testUploads);
    RUN("[forest.cull] a camera that looks away draws and sends nothing", testCull);
    RUN("[forest.bands] the lists hold exactly the trees of their bands, batches all others",
        testBands);
    RUN("[forest.bands] past maxMeshes impostors begin nearer", testLimit);
    RUN("planting takes all trees or none", testPlant);
    RUN("trees planted one by one are sorted into cells", testSort);
    RUN("[forest.scatter] count, minimum distance, mixed species, the same trees for the same seed",
        testScatter);
    RUN("[flora.wind] the trunk keeps its length, the foot stands, nothing goes beyond the reach",
        testWind);
    RUN("[flora.wind] the wind's time wraps without a jump; no strength, no motion", testWindTime);
    RUN("[forest.impostor] directions and axes of the pictures", testPictures);
    RUN("[forest.impostor] every vertex lies inside every picture", testExtent);
    RUN("[forest.impostor-bake] pictures are spread over draws and made again after a lost context",
        testBake);
    return FINISH();
}

// What a camera sees: cells, bands of levels, lists, uploads.
#include "forest_scene.h"

#include "base/random.h"

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
    const WwForestSight *sight = &scene->forest->sight;
    const float distance = glm_vec3_distance((float *)record, (float *)sight->reference);
    return variant->height * record[3] * sight->referencePixels / distance;
}

static bool isListed(const Scene *scene, uint32_t variant, uint32_t level, uint32_t tree) {
    const WwForestSight *sight = &scene->forest->sight;
    const uint32_t *list = (const uint32_t *)(const void *)scene->forest->list.bytes;
    const uint32_t first = sight->listFirst[variant][level];
    for (uint32_t i = first; i < first + sight->listCount[variant][level]; i++) {
        if (list[i] == tree) return true; // whole trees: nothing in the bits of the part
    }
    return false;
}

static bool isInBatch(const Scene *scene, uint32_t tree) {
    const uint32_t *batches = (const uint32_t *)(const void *)scene->forest->batches.bytes;
    for (uint32_t i = 0; i < scene->forest->sight.batches; i++) {
        const uint32_t first = batches[i] / WW_PAGE_TREES;
        if (tree >= first && tree <= first + batches[i] % WW_PAGE_TREES) return true;
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
    const WwForestStore *store = &scene.forest->store;
    for (uint32_t slot = 0; slot < store->usedSlots; slot++) {
        const uint32_t tree = store->places[slot];
        const float *record = wwStoreRecord(store, tree);
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

// A camera that trembles changes no level once it has been at the ends of its way, wherever it
// stands; without the leash it would.
typedef struct Tremble {
    uint32_t pulls;    // frames in which the reference of the levels moved
    uint32_t switches; // trees seen in two frames in a row at other levels
} Tremble;

// The levels that list each tree, a bit each.
static void readLevels(const Scene *scene, uint8_t *levels) {
    const WwForestSight *sight = &scene->forest->sight;
    const uint32_t *list = (const uint32_t *)(const void *)scene->forest->list.bytes;
    memset(levels, 0, scene->forest->store.pageCount * WW_PAGE_TREES);
    for (uint32_t v = 0; v < scene->forest->variantCount; v++) {
        for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
            const uint32_t first = sight->listFirst[v][level];
            for (uint32_t i = first; i < first + sight->listCount[v][level]; i++) {
                levels[list[i]] |= (uint8_t)(1u << level);
            }
        }
    }
}

static Tremble tremble(Scene *scene, vec3 at, float reach) {
    static uint8_t levels[2][65536];
    WwRandom random = wwRandomStream(9, 9);
    float reference[3];
    Tremble result = {0};
    for (int i = 0; i < 64; i++) {
        vec3 eye;
        for (int k = 0; k < 3; k++) {
            const float end = i >> k & 1 ? reach : -reach;
            eye[k] = at[k] + (i < 24 ? end : wwRandomRange(&random, -reach, reach));
        }
        lookFrom(scene, eye, (vec3){eye[0] + 100, eye[1] - 4, eye[2] + 30});
        drawFrame(scene);
        const WwForestSight *sight = &scene->forest->sight;
        readLevels(scene, levels[i % 2]);
        if (i >= 24) {
            result.pulls += memcmp(reference, sight->reference, sizeof reference) != 0;
            for (uint32_t k = 0; k < sizeof levels[0]; k++) {
                const uint8_t a = levels[0][k], b = levels[1][k];
                result.switches += a && b && a != b;
            }
        }
        memcpy(reference, sight->reference, sizeof reference);
    }
    return result;
}

static void testHysteresis(void) {
    Scene scene = openScene(3);
    scatter(&scene, 300, 6000);
    bakeAll(&scene);
    uint32_t switches = 0;
    for (int stop = 0; stop < 5; stop++) {
        vec3 at = {(float)stop * 7.3f, 9, 0};
        const Tremble held = tremble(&scene, at, 0.25f);
        CHECK(held.pulls == 0 && held.switches == 0);
        scene.forest->def.hysteresis = 0;
        const Tremble loose = tremble(&scene, at, 0.25f);
        CHECK(loose.pulls > 30);
        switches += loose.switches;
        scene.forest->def.hysteresis = 0.8f;
    }
    CHECK(switches > 60); // without the leash trees do switch
    closeScene(&scene);
}

// Five times the trees at the same density: what a frame looks at stays the same.
static void testFarther(void) {
    uint32_t meshes[2], looked[2];
    double bytes[2];
    const float halves[2] = {500, 1118};
    const uint32_t counts[2] = {20000, 100000};
    for (int i = 0; i < 2; i++) {
        Scene scene = openScene(6);
        ww_ForestDef def = scene.forest->def;
        ww_destroyForest(scene.kit, scene.id);
        def.maxTrees = 100000;
        def.maxDistance = 400;
        scene.id = ww_createForest(scene.kit, &def);
        scene.forest = wwPoolGet(&scene.kit->forests->pool, scene.id.raw);
        const ww_TreeDef tree = smallTree(0);
        ww_SpeciesDef species = ww_defaultSpeciesDef();
        species.seed = 3;
        species.variants = 6;
        ww_addForestSpecies(scene.kit, scene.id, &tree, &species);
        ww_ScatterDef scatterDef = ww_defaultScatterDef();
        scatterDef.minX = scatterDef.minZ = -halves[i];
        scatterDef.maxX = scatterDef.maxZ = halves[i];
        scatterDef.count = counts[i];
        scatterDef.minDistance = 1;
        scatterDef.patchiness = 0;
        ww_scatterForest(scene.kit, scene.id, &scatterDef);
        CHECK(ww_forestCandidateCount(scene.kit, scene.id) == counts[i]);
        ww_plantForest(
            scene.kit, scene.id, ww_forestCandidates(scene.kit, scene.id), counts[i], NULL);
        bakeAll(&scene);
        drawFrame(&scene);
        lookFrom(&scene, (vec3){3, 12, 0}, (vec3){100, 0, 0});
        drawFrame(&scene);
        bytes[i] = ww_stats(scene.kit)->recordBytes;
        meshes[i] = scene.forest->sight.meshTrees;
        looked[i] = scene.forest->sight.batches;
        CHECK(bytes[i] <= 131072);
        drawFrame(&scene);
        CHECK(ww_stats(scene.kit)->recordBytes == 0);
        closeScene(&scene);
    }
    CHECK(meshes[0] > 100 && looked[0] > 100);
    CHECK((double)meshes[1] < 1.3 * meshes[0] && (double)looked[1] < 1.3 * looked[0]);
    CHECK(bytes[1] < 1.3 * bytes[0] + 1024);
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
    RUN("[forest.hysteresis] a camera that trembles changes no level", testHysteresis);
    RUN("[forest.scale] 100,000 trees cost what 20,000 do at the same view distance", testFarther);
    return FINISH();
}

// Undergrowth: plants without impostors in the pool of a forest, and what tramples them.
#include "forest_scene.h"

#include "effects/forest/trample.h"

#define GRASS_FAR 40.0f

typedef struct Meadow {
    Scene scene;
    uint32_t grass; // variant
} Meadow;

static ww_Status addGrass(Scene *scene, float maxDistance) {
    ww_TreeDef tree = ww_defaultTreeDef();
    for (uint32_t p = 0; p < ww_treePresetCount(); p++) {
        if (strcmp(ww_treePresetName(p), "tallGrass") == 0) ww_treePreset(p, &tree);
    }
    tree.leaves = 3;
    ww_SpeciesDef species = ww_defaultSpeciesDef();
    species.impostors = 0;
    species.shadows = 0;
    species.maxDistance = maxDistance;
    return ww_addForestSpecies(scene->kit, scene->id, &tree, &species);
}

static Meadow openMeadow(void) {
    Meadow meadow = {.scene = openScene(2), .grass = 2};
    CHECK(addGrass(&meadow.scene, GRASS_FAR) == WW_OK);
    return meadow;
}

// Grass in rows, `apart` metres from each other, over a square around the origin.
static uint32_t sow(Meadow *meadow, float half, float apart) {
    uint32_t count = 0;
    for (float x = -half; x < half; x += apart) {
        for (float z = -half; z < half; z += apart) {
            float plant[WW_PLANT_FLOATS];
            fillPlant(plant, x, z, (float)meadow->grass);
            CHECK(ww_plantForest(meadow->scene.kit, meadow->scene.id, plant, 1, NULL) == WW_OK);
            count++;
        }
    }
    return count;
}

static uint32_t listedOf(const Scene *scene, uint32_t variant) {
    uint32_t count = 0;
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        count += scene->forest->sight.listCount[variant][level];
    }
    return count;
}

static float farthestListed(const Scene *scene, uint32_t variant) {
    const WwForestSight *sight = &scene->forest->sight;
    const uint32_t *list = (const uint32_t *)(const void *)scene->forest->list.bytes;
    float farthest = 0.0f;
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        const uint32_t first = sight->listFirst[variant][level];
        for (uint32_t i = first; i < first + sight->listCount[variant][level]; i++) {
            const float *record = wwStoreRecord(&scene->forest->store, list[i]);
            farthest =
                wwMax(farthest, glm_vec3_distance((float *)record, (float *)scene->view.eye));
        }
    }
    return farthest;
}

static uint32_t listedWithin(const Scene *scene, float near, float far) {
    const WwForestSight *sight = &scene->forest->sight;
    const uint32_t *list = (const uint32_t *)(const void *)scene->forest->list.bytes;
    uint32_t count = 0;
    for (uint32_t i = 0; i < sight->meshTrees; i++) {
        const float *record = wwStoreRecord(&scene->forest->store, list[i] & 0xffffff);
        const float distance = glm_vec3_distance((float *)record, (float *)scene->view.eye);
        count += distance >= near && distance < far;
    }
    return count;
}

static void testOwnDistance(void) {
    Meadow meadow = openMeadow();
    Scene *scene = &meadow.scene;
    sow(&meadow, 60, 1.5f);
    bakeAll(scene);
    lookFrom(scene, (vec3){0, 1.7f, 0}, (vec3){100, 0, 0});
    drawFrame(scene);
    const float farthest = farthestListed(scene, meadow.grass);
    CHECK(farthest > 0.9f * GRASS_FAR && farthest <= GRASS_FAR);
    // Up to half the distance all of it, then less and less: rings of the same area.
    const uint32_t half = listedWithin(scene, 0, 20);
    const uint32_t outer = listedWithin(scene, 34.64f, 40);
    CHECK(half > 60);
    CHECK(outer > 0 && outer < half / 2);
    // Grass that is far away costs nothing: no batch, no list, no draw.
    lookFrom(scene, (vec3){-150, 1.7f, 0}, (vec3){100, 0, 0});
    drawFrame(scene);
    CHECK(listedOf(scene, meadow.grass) == 0);
    CHECK(scene->forest->sight.batches == 0 && ww_stats(scene->kit)->drawCalls == 0);
    closeScene(scene);
}

// Trees and grass on the same ground: the pages of far trees hold no grass, the atlas no layer for
// it.
static void testSamePool(void) {
    Meadow meadow = openMeadow();
    Scene *scene = &meadow.scene;
    const uint32_t trees = scatter(scene, 100, 800);
    uint32_t grassBefore = 0;
    const WwForestStore *store = &scene->forest->store;
    for (uint32_t slot = 0; slot < store->usedSlots; slot++) {
        grassBefore += wwStoreRecord(store, store->places[slot])[5] == (float)meadow.grass;
    }
    const uint32_t sown = sow(&meadow, 50, 1.5f);
    bakeAll(scene);
    CHECK(ww_forestReady(scene->kit, scene->id) == 1);
    CHECK(scene->forest->atlasLayers == 2);
    lookFrom(scene, (vec3){-600, 40, 0}, (vec3){100, 0, 0});
    drawFrame(scene);
    CHECK(scene->forest->sight.impostorTrees == trees - grassBefore);
    CHECK(ww_forestTreeCount(scene->kit, scene->id) == trees + sown);
    uint32_t mixed = 0;
    for (uint32_t page = 0; page < store->usedCells; page++) {
        const WwForestCell *cell = &store->cells[page];
        const float *record = wwStoreRecord(store, cell->pages * WW_PAGE_TREES);
        const bool isGrass = record[5] == (float)meadow.grass;
        mixed += isGrass != (cell->place.layer == WW_LAYER_UNDERGROWTH);
    }
    CHECK(mixed == 0);
    closeScene(scene);
}

// Past maxUndergrowth it ends nearer, and the trees keep their meshes.
static void testLimit(void) {
    Meadow meadow = openMeadow();
    Scene *scene = &meadow.scene;
    sow(&meadow, 60, 1.0f);
    scene->forest->def.maxUndergrowth = 500;
    bakeAll(scene);
    lookFrom(scene, (vec3){0, 1.7f, 0}, (vec3){100, 0, 0});
    drawFrame(scene);
    const uint32_t listed = listedOf(scene, meadow.grass);
    CHECK(listed > 100 && listed <= 500);
    CHECK(scene->forest->sight.groundShare < 1);
    CHECK(scene->forest->sight.skippedTrees == 0);
    CHECK(scene->forest->sight.impostorEdge == scene->forest->def.impostorPixels);
    closeScene(scene);
}

static void testUploads(void) {
    Meadow meadow = openMeadow();
    Scene *scene = &meadow.scene;
    sow(&meadow, 60, 1.5f);
    bakeAll(scene);
    lookFrom(scene, (vec3){0, 1.7f, 0}, (vec3){100, 0, 0});
    drawFrame(scene);
    drawFrame(scene);
    CHECK(ww_stats(scene->kit)->recordBytes == 0);
    const double still = ww_stats(scene->kit)->uploadBytes;
    const ww_TransformId id = ww_createTransform(scene->kit);
    ww_Transform *walker = &ww_transforms(scene->kit)[ww_transformSlot(scene->kit, id)];
    const float radius = 0.5f;
    CHECK(ww_setTramplers(scene->kit, &id, &radius, 1) == WW_OK);
    for (int i = 0; i < 30; i++) {
        walker->position[0] = (float)i * 0.05f;
        drawFrame(scene);
        CHECK(ww_stats(scene->kit)->recordBytes == 0);
        CHECK(ww_stats(scene->kit)->uploadBytes - still <= 32 * 16);
    }
    for (int i = 0; i < 150; i++) drawFrame(scene); // until everything has risen again
    CHECK(ww_stats(scene->kit)->uploadBytes == still);
    closeScene(scene);
}

static uint32_t spheresIn(const WwTramplers *tramplers) {
    uint32_t count = 0;
    while (count < WW_TRAMPLERS && tramplers->block[count][3] > 0.0f) count++;
    return count;
}

static void testPrints(void) {
    Scene scene = openScene(1);
    const WwTramplers *tramplers = &scene.kit->tramplers;
    const ww_TransformId id = ww_createTransform(scene.kit);
    ww_Transform *walker = &ww_transforms(scene.kit)[ww_transformSlot(scene.kit, id)];
    walker->position[1] = 0.5f;
    const float radius = 0.5f;
    ww_setTramplers(scene.kit, &id, &radius, 1);
    for (int i = 0; i < 60; i++) {
        walker->position[0] = (float)i / 60.0f * 2.0f;
        ww_update(scene.kit, 1.0 / 60.0);
    }
    // Itself and a print every 0.3 m, the newest first, each deeper than the one before.
    const uint32_t count = spheresIn(tramplers);
    CHECK(count >= 5 && count <= 8);
    CHECK_NEAR(tramplers->block[0][0], 2.0 * 59 / 60, 1e-5);
    CHECK_NEAR(tramplers->block[0][1], 0.5, 1e-6);
    for (uint32_t i = 2; i < count; i++) {
        CHECK(tramplers->block[i][0] < tramplers->block[i - 1][0]);
        CHECK(tramplers->block[i][1] < tramplers->block[i - 1][1]);
    }
    ww_update(scene.kit, 2.1); // it rests: the prints are gone, it is not
    CHECK(spheresIn(tramplers) == 1);
    walker->position[0] = NAN;
    ww_update(scene.kit, 0.1);
    CHECK(spheresIn(tramplers) == 1 && tramplers->block[0][0] < 2);
    ww_destroyTransform(scene.kit, id); // what is gone leaves a print that sinks, too
    ww_update(scene.kit, 0.1);
    ww_update(scene.kit, 0.1);
    CHECK(spheresIn(tramplers) == 1 && tramplers->block[0][1] < 0.5f);
    ww_update(scene.kit, 2.1);
    CHECK(spheresIn(tramplers) == 0);
    closeScene(&scene);
}

static void testMany(void) {
    Scene scene = openScene(1);
    ww_TransformId ids[33];
    float radii[33];
    for (uint32_t i = 0; i < 33; i++) {
        ids[i] = ww_createTransform(scene.kit);
        radii[i] = 0.5f;
    }
    CHECK(ww_setTramplers(scene.kit, ids, radii, 33) == WW_ERROR_CAPACITY);
    CHECK(ww_setTramplers(scene.kit, ids, radii, 32) == WW_OK);
    for (int step = 0; step < 50; step++) {
        for (uint32_t i = 0; i < 32; i++) {
            ww_transforms(scene.kit)[ww_transformSlot(scene.kit, ids[i])].position[0] =
                (float)(i * 10) + (float)step;
        }
        ww_update(scene.kit, 0.02);
    }
    for (uint32_t i = 0; i < 32; i++) { // the spheres themselves, no print instead of one
        CHECK(scene.kit->tramplers.block[i][0] == (float)(i * 10) + 49.0f);
    }
    radii[3] = 0;
    CHECK(ww_setTramplers(scene.kit, ids, radii, 32) == WW_ERROR_INVALID_DEF);
    ww_destroyTransform(scene.kit, ids[0]);
    CHECK(ww_setTramplers(scene.kit, ids, radii, 1) == WW_ERROR_STALE_HANDLE);
    CHECK(ww_setTramplers(scene.kit, NULL, NULL, 0) == WW_OK);
    closeScene(&scene);
}

static void testSpecies(void) {
    Scene scene = openScene(1);
    CHECK(addGrass(&scene, 0.5f) == WW_ERROR_INVALID_DEF);
    CHECK(strstr(ww_lastMessage(), "maxDistance is 0.5"));
    CHECK(addGrass(&scene, 1) == WW_OK);
    CHECK(scene.forest->variants[1]->trample == 1 && scene.forest->variants[0]->trample == 0);
    CHECK(scene.forest->variants[0]->foot > 0.05f && scene.forest->variants[0]->foot < 3);
    closeScene(&scene);
}

int main(void) {
    RUN("[forest.ground] a species ends at its own distance and thins out before it",
        testOwnDistance);
    RUN("[forest.ground] trees and undergrowth share a pool and no page", testSamePool);
    RUN("[forest.ground] past maxUndergrowth it ends nearer", testLimit);
    RUN("[forest.ground] a trampler sends at most 512 bytes a frame, and nothing once all has "
        "risen",
        testUploads);
    RUN("[forest.ground] a trampler leaves prints that sink within the recovery", testPrints);
    RUN("[forest.ground] 32 tramplers have room; more, or wrong ones, are refused", testMany);
    RUN("[forest.ground] what is wrong with a species is told", testSpecies);
    return FINISH();
}

// Planting, cells, bands, lists, scatter, wind and the grid of pictures.
#include "base/memory.h"
#include "base/random.h"
#include "check.h"
#include "frame/kit.h"
#include "gpu/impostor_bake.h"

#define WIDTH 1280
#define HEIGHT 720
#define GOLDEN_SCATTER 0x5adb1572c9e86684ull

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
    ww_plantForest(scene->kit, scene->id, ww_forestCandidates(scene->kit, scene->id), found, NULL);
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

static void fillPlant(float *plant, float x, float z, float variant) {
    const float plain[WW_PLANT_FLOATS] = {x, 0, z, 0, 1, variant, 1, 0, 0, 0, 1, 1, 1};
    memcpy(plant, plain, sizeof plain);
}

static uint32_t plantOne(Scene *scene, float x, float z) {
    float plant[WW_PLANT_FLOATS];
    uint32_t id = 0;
    fillPlant(plant, x, z, 0);
    CHECK(ww_plantForest(scene->kit, scene->id, plant, 1, &id) == WW_OK);
    return id;
}

static void testPlant(void) {
    Scene scene = openScene(2);
    float good[2][WW_PLANT_FLOATS] = {
        {1, 2, 3, 0.5f, 1.5f, 1, 0.25f, 0.125f, -0.5f, 0.25f, 1.5f, 1, 0.5f}};
    fillPlant(good[1], -40, 70, 0);
    uint32_t ids[2];
    CHECK(ww_plantForest(scene.kit, scene.id, good[0], 2, ids) == WW_OK);
    CHECK(ids[0] && ids[1] && ids[0] != ids[1]);
    static const struct {
        uint32_t field;
        float value;
    } wrong[] = {{0, NAN}, {4, 0}, {5, 2}, {5, 0.5f}, {6, 1.1f}, {7, -1}, {8, 2}, {12, 3}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        float bad[2][WW_PLANT_FLOATS];
        fillPlant(bad[0], 5, 5, 0);
        fillPlant(bad[1], 6, 6, 0);
        bad[1][wrong[i].field] = wrong[i].value;
        CHECK(ww_plantForest(scene.kit, scene.id, bad[0], 2, NULL) == WW_ERROR_INVALID_DEF);
        CHECK(ww_moveForestTree(scene.kit, scene.id, ids[0], bad[1]) == WW_ERROR_INVALID_DEF);
    }
    CHECK(ww_plantForest(scene.kit, scene.id, good[0], 40000, NULL) == WW_ERROR_CAPACITY);
    CHECK(ww_forestTreeCount(scene.kit, scene.id) == 2);
    ww_ForestTree tree;
    CHECK(ww_readForestTree(scene.kit, scene.id, ids[0], &tree) == WW_OK);
    for (uint32_t i = 0; i < WW_PLANT_FLOATS; i++) {
        CHECK_NEAR((&tree.position[0])[i], good[0][i], 0.001);
    }
    CHECK(tree.felled == -1);
    CHECK(ww_destroyForest(scene.kit, scene.id) == WW_OK);
    CHECK(ww_plantForest(scene.kit, scene.id, good[0], 1, NULL) == WW_ERROR_STALE_HANDLE);
    closeScene(&scene);
}

// What must hold of a store after any number of changes: every tree in its cell, every cell in its
// block, bounds around them, no page and no number lost.
static void checkStore(const WwForest *forest) {
    const WwForestStore *store = &forest->store;
    uint32_t trees = 0, pages = 0, cells = 0;
    for (uint32_t b = 0; b < store->usedBlocks; b++) {
        const WwForestBlock *block = &store->blocks[b];
        if (!block->count) continue;
        uint32_t inBlock = 0;
        for (uint32_t c = block->cells; c != WW_GRID_NONE; c = store->cells[c].next) {
            const WwForestCell *cell = &store->cells[c];
            uint32_t left = cell->count;
            CHECK(cell->block == b && left > 0);
            for (uint32_t page = cell->pages; left; page = store->pageNext[page], pages++) {
                for (uint32_t k = 0; k < wwPageTrees(cell, page); k++, left--) {
                    const uint32_t place = page * WW_PAGE_TREES + k;
                    const float *record = wwStoreRecord(store, place);
                    CHECK(store->places[store->slots[place]] == place);
                    CHECK(floorf(record[0] / store->cellSize) == (float)cell->place.column);
                    CHECK(floorf(record[2] / store->cellSize) == (float)cell->place.row);
                    CHECK(record[0] >= cell->low[0] && record[2] <= cell->high[2]);
                    CHECK(record[0] > block->low[0] && record[2] < block->high[2]);
                    trees++;
                }
            }
            inBlock++;
            cells++;
        }
        CHECK(inBlock == block->count);
    }
    CHECK(trees == store->treeCount);
    CHECK(pages + store->freePageCount == store->pageCount);
}

// Thousands of random plantings, moves and removals.
static void testEdits(void) {
    Scene scene = openScene(2);
    WwRandom random = wwRandomStream(5, 5);
    static uint32_t ids[4000];
    uint32_t count = 0;
    for (int i = 0; i < 12000; i++) {
        float plant[WW_PLANT_FLOATS];
        fillPlant(plant, wwRandomRange(&random, -600, 600), wwRandomRange(&random, -600, 600),
            (float)(i % 2));
        const float what = wwRandomUnit(&random);
        const uint32_t which = count ? wwRandomBits(&random) % count : 0;
        if (count < 3999 && what < 0.5f) {
            CHECK(ww_plantForest(scene.kit, scene.id, plant, 1, &ids[count++]) == WW_OK);
        } else if (count && what < 0.7f) {
            CHECK(ww_moveForestTree(scene.kit, scene.id, ids[which], plant) == WW_OK);
            ww_ForestTree tree;
            CHECK(ww_readForestTree(scene.kit, scene.id, ids[which], &tree) == WW_OK);
            CHECK(tree.position[0] == plant[0] && tree.position[2] == plant[2]);
        } else if (count) {
            const uint32_t gone = ids[which];
            CHECK(ww_removeForestTrees(scene.kit, scene.id, &gone, 1) == WW_OK);
            CHECK(ww_removeForestTrees(scene.kit, scene.id, &gone, 1) == WW_ERROR_STALE_HANDLE);
            ids[which] = ids[--count];
        }
    }
    CHECK(ww_forestTreeCount(scene.kit, scene.id) == count && count > 500);
    checkStore(scene.forest);
    CHECK(ww_removeForestTrees(scene.kit, scene.id, ids, count) == WW_OK);
    CHECK(ww_forestTreeCount(scene.kit, scene.id) == 0);
    CHECK(scene.forest->store.freePageCount == scene.forest->store.pageCount);
    checkStore(scene.forest);
    closeScene(&scene);
}

// Trees that stand so thinly that each would take a page: the cells grow until they fit.
static void testThinly(void) {
    Scene scene = openScene(1);
    WwRandom random = wwRandomStream(6, 6);
    for (int i = 0; i < 3000; i++) {
        plantOne(&scene, wwRandomRange(&random, -9e5f, 9e5f), wwRandomRange(&random, -9e5f, 9e5f));
    }
    CHECK(ww_forestTreeCount(scene.kit, scene.id) == 3000);
    CHECK(scene.forest->store.cellSize > 32);
    checkStore(scene.forest);
    closeScene(&scene);
}

// A change sends the records of the trees that it touches, and the lists once more.
static void testEditBytes(void) {
    Scene scene = openScene(2);
    scatter(&scene, 400, 20000);
    bakeAll(&scene);
    drawFrame(&scene);
    const uint32_t id = plantOne(&scene, 5000, 5000); // out of view
    drawFrame(&scene);
    CHECK(ww_stats(scene.kit)->recordBytes == WW_TREE_FLOATS * 4);
    ww_fellForestTree(scene.kit, scene.id, id, 0, 0.5f, 0);
    drawFrame(&scene);
    CHECK(ww_stats(scene.kit)->recordBytes == WW_TREE_FLOATS * 4);
    drawFrame(&scene);
    CHECK(ww_stats(scene.kit)->recordBytes == 0);
    ww_removeForestTrees(scene.kit, scene.id, &id, 1);
    drawFrame(&scene);
    CHECK(ww_stats(scene.kit)->recordBytes == 0);
    closeScene(&scene);
}

static bool listsPart(const Scene *scene, uint32_t place, WwTreePart part) {
    const uint32_t *list = (const uint32_t *)(const void *)scene->forest->list.bytes;
    for (uint32_t i = 0; i < scene->forest->sight.meshTrees; i++) {
        if (list[i] == (place | (uint32_t)part << 24)) return true;
    }
    return false;
}

static void testFell(void) {
    Scene scene = openScene(1);
    scene.forest->def.felledSeconds = 5;
    const uint32_t id = plantOne(&scene, 30, 0);
    bakeAll(&scene);
    drawFrame(&scene);
    const uint32_t place = wwStoreFind(&scene.forest->store, id);
    CHECK(listsPart(&scene, place, WW_PART_WHOLE));
    CHECK(ww_fellForestTree(scene.kit, scene.id, id, 1, 0.6f, 0) == WW_OK);
    drawFrame(&scene);
    CHECK(!listsPart(&scene, place, WW_PART_WHOLE));
    CHECK(listsPart(&scene, place, WW_PART_STUMP) && listsPart(&scene, place, WW_PART_FALLING));
    ww_ForestTree tree;
    ww_update(scene.kit, 3);
    ww_readForestTree(scene.kit, scene.id, id, &tree);
    CHECK_NEAR(tree.felled, 3.0 + 1.0 / 60.0, 0.001);
    drawFrame(&scene);
    CHECK(listsPart(&scene, place, WW_PART_FALLING));
    ww_update(scene.kit, 3); // the camera rests, and yet what lay is gone
    drawFrame(&scene);
    CHECK(listsPart(&scene, place, WW_PART_STUMP) && !listsPart(&scene, place, WW_PART_FALLING));
    CHECK(ww_forestTreeCount(scene.kit, scene.id) == 1);
    closeScene(&scene);
}

static uint32_t pick(Scene *scene, vec3 from, vec3 to, float far, float *distance) {
    float ray[7] = {
        from[0], from[1], from[2], to[0] - from[0], to[1] - from[1], to[2] - from[2], far};
    const uint32_t id = ww_pickForestTree(scene->kit, scene->id, ray);
    *distance = ray[6];
    return id;
}

static void testPick(void) {
    Scene scene = openScene(1);
    uint32_t ids[5];
    for (int i = 0; i < 5; i++) ids[i] = plantOne(&scene, 40.0f * (float)i, 0);
    const float trunk = scene.forest->variants[0]->height * 0.05f;
    float distance;
    CHECK(pick(&scene, (vec3){-20, trunk, 0}, (vec3){20, trunk, 0}, 1000, &distance) == ids[0]);
    CHECK(distance > 18.5f && distance < 20);
    CHECK(pick(&scene, (vec3){60, trunk, 0}, (vec3){61, trunk, 0}, 1000, &distance) == ids[2]);
    CHECK(pick(&scene, (vec3){180, trunk, 0}, (vec3){0, trunk, 0}, 1000, &distance) == ids[4]);
    CHECK(pick(&scene, (vec3){60, trunk, 0}, (vec3){61, trunk, 0}, 10, &distance) == 0);
    CHECK(pick(&scene, (vec3){60, 100, 0}, (vec3){61, 100, 0}, 1000, &distance) == 0);
    CHECK(pick(&scene, (vec3){80, 90, 0.01f}, (vec3){80, 0, 0}, 1000, &distance) == ids[2]);
    float there[WW_PLANT_FLOATS];
    fillPlant(there, 80, 500, 0); // after a move it is met where it is, and nowhere else
    ww_moveForestTree(scene.kit, scene.id, ids[2], there);
    CHECK(pick(&scene, (vec3){60, trunk, 0}, (vec3){61, trunk, 0}, 1000, &distance) == ids[3]);
    CHECK(pick(&scene, (vec3){80, trunk, 400}, (vec3){80, trunk, 401}, 200, &distance) == ids[2]);
    ww_fellForestTree(scene.kit, scene.id, ids[3], 0, 0.5f, 0);
    CHECK(pick(&scene, (vec3){80, 3, 0}, (vec3){81, 3, 0}, 1000, &distance) != ids[3]);
    CHECK(ww_findForestTrees(scene.kit, scene.id, 40, 0, 81) == 3); // 0, 40, 120
    CHECK(ww_findForestTrees(scene.kit, scene.id, 80, 490, 11) == 1);
    CHECK(ww_foundForestTrees(scene.kit, scene.id)[0] == ids[2]);
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
        ww_addForestSpecies(scene.kit, scene.id, &tree, 3, 6);
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

// Every vertex of a variant lies inside its picture from every side, and the picture is no larger
// than its margin asks for.
static void testFrame(void) {
    Scene scene = openScene(2);
    for (uint32_t v = 0; v < 2; v++) {
        const WwForestVariant *variant = scene.forest->variants[v];
        for (uint32_t picture = 0; picture < 64; picture++) {
            float n[3], axes[2][3], frame[4];
            float farthest[2] = {0, 0};
            wwImpostorDirection(8, picture % 8, picture / 8, n);
            wwImpostorAxes(n, axes[0], axes[1]);
            wwImpostorFrame(variant, n, 64, frame);
            for (uint32_t i = 0; i < variant->meshes[0].vertexCount; i++) {
                vec3 p;
                glm_vec3_sub(variant->meshes[0].vertices[i].position, (float *)variant->center, p);
                for (int axis = 0; axis < 2; axis++) {
                    const float away = fabsf(glm_vec3_dot(p, axes[axis]) - frame[axis]);
                    farthest[axis] = wwMax(farthest[axis], away);
                }
                CHECK(fabsf(glm_vec3_dot(p, n)) <= variant->sphere * 1.0001f);
            }
            CHECK_NEAR(farthest[0], frame[2] * 61 / 64, 1e-4f * variant->sphere);
            CHECK_NEAR(farthest[1], frame[3] * 61 / 64, 1e-4f * variant->sphere);
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
    RUN("planting takes all trees or none, and tells them again", testPlant);
    RUN("[forest.edit] thousands of plantings, moves and removals leave every tree in its cell",
        testEdits);
    RUN("cells grow where trees stand thinly", testThinly);
    RUN("[forest.edit] a change sends the record of its tree and nothing else", testEditBytes);
    RUN("[forest.edit] a felled tree falls, lies, and leaves a stump", testFell);
    RUN("[forest.edit] a ray meets the first tree on its way, also after it moved", testPick);
    RUN("[forest.hysteresis] a camera that trembles changes no level", testHysteresis);
    RUN("[forest.scale] 100,000 trees cost what 20,000 do at the same view distance", testFarther);
    RUN("[forest.scatter] count, minimum distance, mixed species, the same trees for the same seed",
        testScatter);
    RUN("[flora.wind] the trunk keeps its length, the foot stands, nothing goes beyond the reach",
        testWind);
    RUN("[flora.wind] the wind's time wraps without a jump; no strength, no motion", testWindTime);
    RUN("[forest.impostor] directions and axes of the pictures", testPictures);
    RUN("[forest.impostor] every tree fills its pictures and no vertex is cut off", testFrame);
    RUN("[forest.impostor-bake] pictures are spread over draws and made again after a lost context",
        testBake);
    return FINISH();
}

// Trees that come, move, fall and go, and finding them again.
#include "forest_scene.h"

#include "base/random.h"

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

int main(void) {
    RUN("planting takes all trees or none, and tells them again", testPlant);
    RUN("[forest.edit] thousands of plantings, moves and removals leave every tree in its cell",
        testEdits);
    RUN("cells grow where trees stand thinly", testThinly);
    RUN("[forest.edit] a change sends the record of its tree and nothing else", testEditBytes);
    RUN("[forest.edit] a felled tree falls, lies, and leaves a stump", testFell);
    RUN("[forest.edit] a ray meets the first tree on its way, also after it moved", testPick);
    return FINISH();
}

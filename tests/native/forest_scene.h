// A headless kit with one forest of small trees and a camera. Shared by the tests of forests.
#pragma once

#include "check.h"

#include "frame/kit.h"

#define WIDTH 1280
#define HEIGHT 720

typedef struct Scene {
    ww_Kit *kit;
    ww_ForestId id;
    WwForest *forest;
    WwView view;
} Scene;

static inline void lookFrom(Scene *scene, vec3 eye, vec3 target) {
    mat4 view, projection;
    glm_lookat(eye, target, (vec3){0, 1, 0}, view);
    glm_perspective(0.9f, (float)WIDTH / HEIGHT, 0.1f, 20000.0f, projection);
    wwViewFrom(&scene->view, &view[0][0], &projection[0][0], WIDTH, HEIGHT, 0);
}

static inline ww_TreeDef smallTree(uint32_t preset) {
    ww_TreeDef tree = ww_defaultTreeDef();
    ww_treePreset(preset % ww_treePresetCount(), &tree);
    tree.limbs = 3;
    tree.branches = 2;
    tree.twigs = 1;
    return tree;
}

static inline Scene openScene(uint32_t variants) {
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
        ww_SpeciesDef species = ww_defaultSpeciesDef();
        species.seed = 3 + v;
        ww_addForestSpecies(scene.kit, scene.id, &tree, &species);
    }
    lookFrom(&scene, (vec3){0, 12, 0}, (vec3){100, 0, 0});
    return scene;
}

static inline void closeScene(Scene *scene) {
    ww_destroyKit(scene->kit);
}

static inline uint32_t scatter(Scene *scene, float half, uint32_t count) {
    ww_ScatterDef def = ww_defaultScatterDef();
    def.minX = def.minZ = -half;
    def.maxX = def.maxZ = half;
    def.count = count;
    ww_scatterForest(scene->kit, scene->id, &def);
    const uint32_t found = ww_forestCandidateCount(scene->kit, scene->id);
    ww_plantForest(scene->kit, scene->id, ww_forestCandidates(scene->kit, scene->id), found, NULL);
    return found;
}

static inline void drawFrame(Scene *scene) {
    ww_update(scene->kit, 1.0 / 60.0);
    ww_draw(scene->kit, &scene->view.view[0][0], &scene->view.projection[0][0], WIDTH, HEIGHT);
}

static inline void bakeAll(Scene *scene) {
    ww_bakeForest(scene->kit, scene->id);
    drawFrame(scene);
    drawFrame(scene);
}

static inline void fillPlant(float *plant, float x, float z, float variant) {
    const float plain[WW_PLANT_FLOATS] = {x, 0, z, 0, 1, variant, 1, 0, 0, 0, 1, 1, 1};
    memcpy(plant, plain, sizeof plain);
}

static inline uint32_t plantOne(Scene *scene, float x, float z) {
    float plant[WW_PLANT_FLOATS];
    uint32_t id = 0;
    fillPlant(plant, x, z, 0);
    CHECK(ww_plantForest(scene->kit, scene->id, plant, 1, &id) == WW_OK);
    return id;
}

// The grid of pictures, and baking them.
#include "forest_scene.h"

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

// Frames and size of the pictures that so many variants get.
static void checkGrid(uint32_t variants, uint32_t mebibytes, uint32_t frames, uint32_t size) {
    static WwForest forest;
    static WwForestVariant variant = {.impostors = true};
    forest.def.impostorFrames = 12;
    forest.def.impostorSize = 64;
    forest.def.impostorMemory = mebibytes;
    forest.variantCount = variants;
    for (uint32_t v = 0; v < variants; v++) forest.variants[v] = &variant;
    const WwImpostorGrid grid = wwImpostorGrid(&forest);
    CHECK(grid.frames == frames && grid.size == size);
}

static void testMemory(void) {
    checkGrid(1, 64, 12, 64);
    checkGrid(10, 64, 12, 64);
    checkGrid(11, 64, 11, 64);
    checkGrid(24, 64, 8, 64);
    checkGrid(24, 24, 6, 48);
    checkGrid(64, 64, 6, 48);
    checkGrid(64, 1, 3, 32);
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
    RUN("[forest.impostor] directions and axes of the pictures", testPictures);
    RUN("[forest.impostor] every tree fills its pictures and no vertex is cut off", testFrame);
    RUN("[forest.impostor] pictures are as many and as large as their memory allows", testMemory);
    RUN("[forest.impostor-bake] pictures are spread over draws and made again after a lost context",
        testBake);
    return FINISH();
}

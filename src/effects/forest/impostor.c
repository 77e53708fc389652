// The grid of impostor pictures: directions, axes and extents. The upper half sphere is folded onto
// a square (octahedral mapping), so that a camera has three pictures around its own direction at
// every yaw and elevation. Each picture is as tight as the tree is seen from there.
// Twin: shaders/impostor.glsl.
#include "effects/forest/forest.h"

#include <string.h>

// Empty texels around the tree in a picture, all sides together.
#define MARGIN 3.0f

void wwImpostorDirection(uint32_t frames, uint32_t column, uint32_t row, float direction[3]) {
    const float u = (float)column / (float)(frames - 1);
    const float v = (float)row / (float)(frames - 1);
    const float x = u - v;
    const float z = u + v - 1.0f;
    const float up[3] = {0, 1, 0};
    wwNormalize3((const float[3]){x, 1.0f - fabsf(x) - fabsf(z), z}, up, direction);
}

void wwImpostorAxes(const float direction[3], float right[3], float up[3]) {
    const float east[3] = {1, 0, 0};
    const bool pole = fabsf(direction[1]) > 0.999f;
    const float reference[3] = {0, pole ? 0.0f : 1.0f, pole ? 1.0f : 0.0f};
    float cross[3];
    glm_vec3_cross((float *)reference, (float *)direction, cross);
    wwNormalize3(cross, east, right);
    glm_vec3_cross((float *)direction, right, up);
}

void wwImpostorFrame(
    const WwForestVariant *variant, const float direction[3], float size, float frame[4]) {
    float axes[2][3];
    wwImpostorAxes(direction, axes[0], axes[1]);
    const WwMesh *mesh = &variant->meshes[0];
    float low[2] = {WW_NEVER, WW_NEVER};
    float high[2] = {-WW_NEVER, -WW_NEVER};
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const float *p = mesh->vertices[i].position;
        for (int axis = 0; axis < 2; axis++) {
            const float *a = axes[axis];
            const float along = p[0] * a[0] + p[1] * a[1] + p[2] * a[2];
            low[axis] = wwMin(low[axis], along);
            high[axis] = wwMax(high[axis], along);
        }
    }
    const float margin = 0.5f * size / (size - MARGIN);
    for (int axis = 0; axis < 2; axis++) {
        const float center = glm_vec3_dot((float *)variant->center, axes[axis]);
        frame[axis] = 0.5f * (low[axis] + high[axis]) - center;
        frame[2 + axis] = wwMax((high[axis] - low[axis]) * margin, 1e-3f);
    }
}

// Down to pictures of 4 texels: coarser ones would share texels.
uint32_t wwImpostorLevels(uint32_t size) {
    uint32_t levels = 1;
    for (; size % 2 == 0 && size >= 8; size /= 2) levels++;
    return levels;
}

#define FEWEST_FRAMES 3u  // a grid's least
#define ENOUGH_FRAMES 6u  // with fewer, parallax costs more than smaller pictures do
#define SMALLEST_SIZE 32u // texels
#define SIZE_STEP 16u     // sizes are multiples

static bool isGridWithin(const WwForest *forest, WwImpostorGrid grid) {
    uint64_t texels = 0;
    for (uint32_t level = 0; level < wwImpostorLevels(grid.size); level++) {
        const uint64_t side = (uint64_t)grid.frames * (grid.size >> level);
        texels += side * side;
    }
    const uint64_t bytes = texels * 8 * wwForestLayers(forest); // colour and surface
    return bytes <= (uint64_t)forest->def.impostorMemory << 20;
}

WwImpostorGrid wwImpostorGrid(const WwForest *forest) {
    WwImpostorGrid grid = {forest->def.impostorFrames, forest->def.impostorSize};
    while (grid.frames > ENOUGH_FRAMES && !isGridWithin(forest, grid)) grid.frames--;
    while (grid.size > SMALLEST_SIZE && !isGridWithin(forest, grid)) grid.size -= SIZE_STEP;
    while (grid.frames > FEWEST_FRAMES && !isGridWithin(forest, grid)) grid.frames--;
    return grid;
}

static void measureBounds(WwForestVariant *variant, const WwMesh *mesh) {
    float low[3] = {WW_NEVER, WW_NEVER, WW_NEVER};
    float high[3] = {-WW_NEVER, -WW_NEVER, -WW_NEVER};
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = wwMin(low[axis], mesh->vertices[i].position[axis]);
            high[axis] = wwMax(high[axis], mesh->vertices[i].position[axis]);
        }
    }
    for (int axis = 0; axis < 3; axis++) variant->center[axis] = 0.5f * (low[axis] + high[axis]);
    variant->halfHeight = 0.5f * (high[1] - low[1]);
    variant->height = wwMax(high[1], 1e-3f);
    float radius = 0.0f;
    float sphere = 0.0f;
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const float *position = mesh->vertices[i].position;
        const float x = position[0] - variant->center[0];
        const float y = position[1] - variant->center[1];
        const float z = position[2] - variant->center[2];
        radius = wwMax(radius, x * x + z * z);
        sphere = wwMax(sphere, x * x + y * y + z * z);
    }
    variant->radius = wwMax(sqrtf(radius), 1e-3f);
    variant->sphere = wwMax(sqrtf(sphere), 1e-3f);
}

static float toLinear(uint8_t encoded) {
    const float c = (float)encoded / 255.0f;
    return c < 0.04045f ? c / 12.92f : wwPow((c + 0.055f) / 1.055f, 2.4f);
}

static float triangleArea(const WwMesh *mesh, const uint32_t *corners) {
    const float *a = mesh->vertices[corners[0]].position;
    const float *b = mesh->vertices[corners[1]].position;
    const float *c = mesh->vertices[corners[2]].position;
    vec3 ab = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    vec3 ac = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    vec3 normal;
    glm_vec3_cross(ab, ac, normal);
    return 0.5f * sqrtf(glm_vec3_norm2(normal));
}

// Mean colours by area: an impostor tells leaf from wood by where its colour lies between the two.
static void measureColors(WwForestVariant *variant, const WwMesh *mesh) {
    float sums[2][3] = {{0}};
    float areas[2] = {1e-9f, 1e-9f};
    float linear[256];
    for (int i = 0; i < 256; i++) linear[i] = toLinear((uint8_t)i);
    for (uint32_t i = 0; i + 2 < mesh->indexCount; i += 3) {
        const WwMeshVertex *vertex = &mesh->vertices[mesh->indices[i]];
        const int leaf = vertex->normal[3] > 63;
        const float area = triangleArea(mesh, mesh->indices + i);
        for (int c = 0; c < 3; c++) sums[leaf][c] += area * linear[vertex->color[c]];
        areas[leaf] += area;
    }
    for (int c = 0; c < 3; c++) {
        variant->wood[c] = sums[0][c] / areas[0];
        variant->leaf[c] = sums[1][c] / areas[1];
    }
}

// Of the wood that is hardly above the ground.
static void measureFoot(WwForestVariant *variant, const WwMesh *mesh) {
    float radius = 0.0f;
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const WwMeshVertex *vertex = &mesh->vertices[i];
        const float *p = vertex->position;
        if (vertex->normal[3] > 63 || p[1] > 0.02f * variant->height) continue;
        radius = wwMax(radius, p[0] * p[0] + p[2] * p[2]);
    }
    variant->foot = sqrtf(radius);
}

void wwImpostorMeasure(WwForestVariant *variant) {
    const WwMesh *mesh = &variant->meshes[0];
    measureBounds(variant, mesh);
    measureFoot(variant, mesh);
    measureColors(variant, mesh);
}

void wwForestsForgetPictures(WwForests *forests) {
    memset(forests->super, 0, sizeof forests->super);
    forests->superDepth = 0;
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (!forest) continue;
        memset(forest->atlas, 0, sizeof forest->atlas);
        for (uint32_t v = 0; v < forest->variantCount; v++) {
            forest->variants[v]->pictures = 0;
            forest->variants[v]->ready = false;
            forest->variants[v]->failed = false;
            wwForestWriteVariant(forest, v);
        }
    }
}

float wwForestReady(const WwForest *forest) {
    const uint32_t frames = forest->grid.frames;
    const uint32_t all = frames * frames * wwForestLayers(forest);
    uint32_t baked = 0;
    for (uint32_t v = 0; v < forest->variantCount; v++) baked += forest->variants[v]->pictures;
    return all ? (float)baked / (float)all : 1.0f;
}

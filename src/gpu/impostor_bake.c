// A picture is rendered with 3 x 3 samples a texel and summed straight into every mip level from
// those samples, weighted by coverage: colour over all samples (premultiplied), surface over the
// covered ones. Mips made from rounded or unweighted texels would grow dark fringes with distance.
#include "gpu/impostor_bake.h"

#define COLOR 0
#define SURFACE 1
#define LARGEST_ROW (16 * 16 * 16 * 4) // bytes of a row of pictures in the coarsest level

static uint32_t pictureCount(const WwForest *forest) {
    return forest->grid.frames * forest->grid.frames;
}

static void destroyTextures(WwGpu *gpu, uint32_t *textures, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (textures[i]) gpu->ops->destroyTexture(gpu, textures[i]);
        textures[i] = 0;
    }
}

static void releaseSuper(WwForests *forests, WwGpu *gpu) {
    destroyTextures(gpu, forests->super, 2);
    destroyTextures(gpu, &forests->superDepth, 1);
    forests->superSize = 0;
}

static bool prepareSuper(WwForests *forests, const WwForest *forest, WwGpu *gpu) {
    const uint32_t size = forest->grid.size * WW_IMPOSTOR_SAMPLES;
    if (forests->superSize == size && forests->super[COLOR]) return true;
    releaseSuper(forests, gpu);
    WwTextureDesc desc = {WW_TEXTURE_SRGB8_ALPHA8, size, size, 0, 1};
    forests->super[COLOR] = gpu->ops->createTexture(gpu, &desc);
    desc.kind = WW_TEXTURE_RGBA8;
    forests->super[SURFACE] = gpu->ops->createTexture(gpu, &desc);
    desc.kind = WW_TEXTURE_DEPTH;
    forests->superDepth = gpu->ops->createTexture(gpu, &desc);
    forests->superSize = size;
    return forests->super[COLOR] && forests->super[SURFACE] && forests->superDepth;
}

// One layer a variant: a new species means a new atlas, and all pictures again.
static bool prepareAtlas(WwForest *forest, WwGpu *gpu) {
    if (forest->atlas[COLOR] && forest->atlasLayers == wwForestLayers(forest)) return true;
    destroyTextures(gpu, forest->atlas, 2);
    const uint32_t size = forest->grid.frames * forest->grid.size;
    const uint32_t layers = wwForestLayers(forest);
    WwTextureDesc desc = {
        WW_TEXTURE_SRGB8_ALPHA8, size, size, layers, wwImpostorLevels(forest->grid.size)};
    forest->atlas[COLOR] = gpu->ops->createTexture(gpu, &desc);
    desc.kind = WW_TEXTURE_RGBA8;
    forest->atlas[SURFACE] = gpu->ops->createTexture(gpu, &desc);
    forest->atlasLayers = layers;
    for (uint32_t v = 0; v < forest->variantCount; v++) {
        forest->variants[v]->pictures = 0;
        forest->variants[v]->ready = false;
        wwForestWriteVariant(forest, v);
    }
    return forest->atlas[COLOR] && forest->atlas[SURFACE];
}

static void drawTree(WwForests *forests, const WwForest *forest, WwGpu *gpu, uint32_t index,
    const float direction[3], const float frame[4]) {
    const WwForestVariant *variant = forest->variants[index];
    const int32_t size = (int32_t)forests->superSize;
    const WwPass pass = {{forests->super[COLOR], forests->super[SURFACE]}, 0, 0,
        forests->superDepth, 0, 0, size, size, true};
    WwDraw draw = {
        .pipeline = WW_PIPELINE_BAKE_TREE,
        .mesh = &variant->meshes[0],
        .instances = 1,
        .tables = {NULL, NULL, &forest->variantTable},
        .paramCount = 5,
    };
    wwImpostorAxes(direction, draw.params[0], draw.params[1]);
    draw.params[0][3] = frame[2];
    draw.params[1][3] = frame[3];
    glm_vec3_copy((float *)direction, draw.params[2]);
    draw.params[2][3] = variant->sphere;
    glm_vec3_copy((float *)variant->center, draw.params[3]);
    draw.params[4][0] = (float)index;
    draw.params[4][1] = frame[0];
    draw.params[4][2] = frame[1];
    gpu->ops->beginPass(gpu, &pass);
    gpu->ops->draw(gpu, &draw);
    gpu->ops->endPass(gpu);
}

static WwPass levelPass(const WwForest *forest, uint32_t layer, uint32_t level) {
    return (WwPass){
        .color = {forest->atlas[COLOR], forest->atlas[SURFACE]}, .layer = layer, .level = level};
}

static void resolve(WwForests *forests, const WwForest *forest, WwGpu *gpu, uint32_t layer,
    uint32_t column, uint32_t row) {
    const uint32_t levels = wwImpostorLevels(forest->grid.size);
    for (uint32_t level = 0; level < levels; level++) {
        const int32_t size = (int32_t)(forest->grid.size >> level);
        WwPass pass = levelPass(forest, layer, level);
        pass.x = (int32_t)column * size;
        pass.y = (int32_t)row * size;
        pass.width = pass.height = size;
        const WwDraw draw = {
            .pipeline = WW_PIPELINE_BAKE_RESOLVE,
            .textures = {forests->super[COLOR], forests->super[SURFACE]},
            .quads = 1,
            .quadsPerInstance = 1,
            .params = {{(float)(WW_IMPOSTOR_SAMPLES << level), (float)forests->superSize,
                (float)pass.x, (float)pass.y}},
            .paramCount = 1,
        };
        gpu->ops->beginPass(gpu, &pass);
        gpu->ops->draw(gpu, &draw);
        gpu->ops->endPass(gpu);
    }
}

static void bakePicture(WwForests *forests, WwForest *forest, WwGpu *gpu, uint32_t variant) {
    const uint32_t frames = forest->grid.frames;
    const uint32_t picture = forest->variants[variant]->pictures;
    const uint32_t column = picture % frames;
    const uint32_t row = picture / frames;
    const uint32_t texel =
        WW_VARIANT_TEXELS * WW_FOREST_VARIANTS + variant * pictureCount(forest) + picture;
    float direction[3];
    float *frame = wwTableFloats(&forest->variantTable, texel);
    wwImpostorDirection(frames, column, row, direction);
    wwImpostorFrame(forest->variants[variant], direction, (float)forest->grid.size, frame);
    wwTableMark(&forest->variantTable, texel, texel + 1);
    drawTree(forests, forest, gpu, variant, direction, frame);
    resolve(forests, forest, gpu, forest->variants[variant]->layer, column, row);
}

// Mean coverage over all pictures of a variant, from the coarsest level: a few kilobytes are read.
static float coverage(const WwForest *forest, WwGpu *gpu, uint32_t variant) {
    uint8_t row[LARGEST_ROW];
    const uint32_t level = wwImpostorLevels(forest->grid.size) - 1;
    const int32_t size = (int32_t)(forest->grid.size >> level);
    const int32_t width = size * (int32_t)forest->grid.frames;
    WwPass pass = levelPass(forest, forest->variants[variant]->layer, level);
    pass.width = width;
    pass.height = size;
    WW_ASSERT((size_t)(width * size * 4) <= sizeof row);
    uint32_t sum = 0;
    gpu->ops->beginPass(gpu, &pass);
    for (uint32_t frame = 0; frame < forest->grid.frames; frame++) {
        pass.y = (int32_t)frame * size;
        gpu->ops->read(gpu, &pass, COLOR, row);
        for (int32_t i = 0; i < width * size; i++) sum += row[i * 4 + 3];
    }
    gpu->ops->endPass(gpu);
    return (float)sum / 255.0f / (float)(width * width);
}

static void finish(WwForest *forest, WwGpu *gpu, uint32_t index) {
    WwForestVariant *variant = forest->variants[index];
    variant->ready = coverage(forest, gpu, index) >= WW_IMPOSTOR_EMPTY;
    if (!variant->ready && variant->retakes < WW_IMPOSTOR_RETAKES) {
        variant->retakes++;
        variant->pictures = 0;
    } else {
        variant->failed = !variant->ready;
        wwForestWriteVariant(forest, index);
    }
}

// Bakes up to `budget` pictures; the budget that is left.
static uint32_t bakeVariant(
    WwForests *forests, WwForest *forest, WwGpu *gpu, uint32_t index, uint32_t budget) {
    WwForestVariant *variant = forest->variants[index];
    while (budget && wwForestIsUnbaked(variant)) {
        bakePicture(forests, forest, gpu, index);
        budget--;
        if (++variant->pictures == pictureCount(forest)) finish(forest, gpu, index);
    }
    return budget;
}

static bool isBaking(const WwForest *forest) {
    if (forest->atlasLayers != wwForestLayers(forest)) return true;
    for (uint32_t v = 0; v < forest->variantCount; v++) {
        if (wwForestIsUnbaked(forest->variants[v])) return true;
    }
    return false;
}

static bool bakeForest(WwForests *forests, WwForest *forest, WwGpu *gpu) {
    if (!isBaking(forest)) return false;
    if (!prepareSuper(forests, forest, gpu) || !prepareAtlas(forest, gpu)) return true;
    uint32_t budget = forest->bakeAll ? UINT32_MAX : forest->def.bakePerDraw;
    for (uint32_t v = 0; v < forest->variantCount && budget; v++) {
        if (!forest->variants[v]->meshes[0].buffer) continue;
        budget = bakeVariant(forests, forest, gpu, v, budget);
    }
    const bool left = isBaking(forest);
    forest->bakeAll = forest->bakeAll && left;
    return left;
}

bool wwImpostorBakeStep(WwForests *forests, WwGpu *gpu) {
    bool left = false;
    for (uint32_t i = 0; i < forests->pool.used; i++) {
        WwForest *forest = wwPoolAt(&forests->pool, i);
        if (forest) left = bakeForest(forests, forest, gpu) || left;
    }
    if (!left) releaseSuper(forests, gpu);
    return left;
}

// One frame of the kit: read this first. Data flows one way, a line a stage:
//   transforms -> births -> records -> GPU -> pixels -> stats
#include "frame/kit.h"

#include "frame/budget.h"
#include "gpu/impostor_bake.h"

#include <string.h>

static void rebase(ww_Kit *kit) {
    const float seconds = wwClockRebase(&kit->clock);
    if (seconds == 0.0f) return;
    wwTrailsRebase(kit->trails, seconds);
    wwForestsRebase(kit->forests, seconds);
    wwTramplersRebase(&kit->tramplers, seconds);
    wwBeamsRebase(kit->beams, seconds);
    wwParticlesRebase(kit->particles, seconds);
}

// Metres a second when the wind is at full strength.
#define STORM_SPEED 20.0f

static void windOf(const ww_WorldDef *world, float wind[3]) {
    const float direction[3] = {world->windDirection.x, 0, world->windDirection.z};
    wwNormalize3(direction, (const float[3]){1, 0, 0}, wind);
    for (int i = 0; i < 3; i++) wind[i] *= world->windStrength * STORM_SPEED;
}

void wwFrameUpdate(ww_Kit *kit, double dt) {
    kit->gpu->counters = (WwGpuCounters){0};
    kit->effectTriangles = 0;
    rebase(kit);
    const float previous = wwClockSeconds(&kit->clock);
    wwClockAdvance(&kit->clock, dt);
    wwTransformsRead(&kit->transforms);
    WwStep step = {
        .previous = previous,
        .now = wwClockSeconds(&kit->clock),
        .dt = (float)dt,
        .transforms = kit->transforms.world,
        .previousTransforms = kit->transforms.previous,
        .localTransforms = kit->transforms.current,
        .transformParents = kit->transforms.parentSlots,
        .transformFresh = kit->transforms.fresh,
        .transformBad = kit->transforms.bad,
        .transformPool = &kit->transforms.pool,
        .eye = kit->lastView.pixelsPerUnit > 0.0f ? kit->lastView.eye : NULL,
    };
    windOf(&kit->world, step.wind);
    wwTrailsLay(kit->trails, &step);
    wwBeamsLay(kit->beams, &step);
    wwParticlesLay(kit->particles, &step);
    wwTreesLay(kit->trees, &step);
    wwForestsLay(kit->forests, &step);
    wwTramplersLay(&kit->tramplers, &step, kit->world.trampleRecovery);
    wwTransformsCommit(&kit->transforms);
    kit->movedSinceDraw = kit->movedSinceDraw || dt > 0.0;
}

static void setBlocks(ww_Kit *kit, const WwView *view) {
    WwGpu *gpu = kit->gpu;
    WwViewBlock block;
    wwViewBlockFrom(&block, view, (float)kit->clock.windTime);
    gpu->ops->setBlock(gpu, WW_BLOCK_VIEW, &block, sizeof block);
    if (kit->tramplers.dirty) {
        gpu->ops->setBlock(
            gpu, WW_BLOCK_TRAMPLE, kit->tramplers.block, sizeof kit->tramplers.block);
        kit->tramplers.dirty = false;
    }
    if (!kit->worldDirty) return;
    wwWorldBlockFrom(&kit->worldBlock, &kit->world, kit->def.output == 0);
    gpu->ops->setBlock(gpu, WW_BLOCK_WORLD, &kit->worldBlock, sizeof kit->worldBlock);
    kit->worldDirty = false;
}

// Opaque trees first, then effects, so that effects are tested against the trees' depth.
static void collectDraws(ww_Kit *kit, const WwView *view) {
    kit->draws.count = 0;
    kit->draws.once = 0;
    wwForestsView(kit->forests, view, &kit->draws);
    const uint32_t opaque = kit->draws.count;
    wwTrailsView(kit->trails, view, &kit->draws);
    wwBeamsView(kit->beams, view, &kit->draws);
    wwParticlesView(kit->particles, view, &kit->draws);
    wwDrawListSort(&kit->draws, opaque);
    wwBudgetKeep(kit, opaque);
}

// What casts shadows, as a light sees it; the last view of the camera stays what it was.
void wwFrameDrawShadow(ww_Kit *kit, const WwView *light) {
    WwGpu *gpu = kit->gpu;
    gpu->ops->begin(gpu);
    wwUploadAll(kit);
    setBlocks(kit, light);
    kit->draws.count = 0;
    wwForestsShadow(kit->forests, light, &kit->draws);
    wwUploadAll(kit);
    for (uint32_t i = 0; i < kit->draws.count; i++) gpu->ops->draw(gpu, &kit->draws.items[i]);
    gpu->ops->end(gpu);
}

void wwFrameDraw(ww_Kit *kit, const WwView *camera) {
    WwGpu *gpu = kit->gpu;
    WwView view = *camera;
    view.seconds = kit->clock.now;
    view.depthTexture = wwTextureOf(&kit->shared.textures, kit->sceneDepth);
    view.multisampled = kit->def.multisampled != 0;
    view.still = !kit->movedSinceDraw &&
                 memcmp(view.viewProjection, kit->lastView.viewProjection, sizeof(mat4)) == 0;
    gpu->ops->begin(gpu);
    wwUploadAll(kit);
    setBlocks(kit, &view);
    // Before the draws are collected: a picture that is baked now replaces its meshes at once.
    wwImpostorBakeStep(kit->forests, gpu);
    collectDraws(kit, &view);
    wwUploadAll(kit);
    for (uint32_t i = 0; i < kit->draws.count; i++) gpu->ops->draw(gpu, &kit->draws.items[i]);
    gpu->ops->end(gpu);
    kit->lastView = view;
    kit->movedSinceDraw = false;
}

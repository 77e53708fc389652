#include "frame/kit.h"

#include "base/memory.h"

#include <string.h>

#define MAX_DRAWS 512u

#define WW_SCHEMA wwKitSchema
#define WW_SCHEMA_NAME "kit"
#define WW_SCHEMA_STRUCT ww_KitDef
#define WW_SCHEMA_FILE "frame/kit.def"
#include "base/schema_table.h"

#define WW_SCHEMA wwWorldSchema
#define WW_SCHEMA_NAME "world"
#define WW_SCHEMA_STRUCT ww_WorldDef
#define WW_SCHEMA_FILE "frame/world.def"
#include "base/schema_table.h"

static bool createShared(WwShared *shared, const ww_KitDef *def, uint32_t styles) {
    if (!wwTexturesCreate(&shared->textures, def->maxTextures)) return false;
    if (!wwEventsCreate(&shared->events, def->maxEvents)) return false;
    shared->curveRows = styles;
    shared->rowsTaken = wwAlloc(styles);
    return shared->rowsTaken && wwTableCreateWide(&shared->tables, &shared->curves,
                                    WW_TEXEL_RGBA16F, WW_CURVE_SAMPLES, styles * 4);
}

static WwGpu *createGpu(bool headless) {
    WwGpu *gpu = headless ? wwGpuCreateNull() : wwGpuCreateWebgl2();
    if (!gpu && !headless) wwFail(WW_ERROR_CONTEXT, "this build has no WebGL2: use a headless kit");
    return gpu;
}

static bool createParts(ww_Kit *kit) {
    const ww_KitDef *def = &kit->def;
    const uint32_t styles = def->maxTrailStyles + def->maxBeamStyles + def->maxEmitterStyles;
    wwFail(WW_ERROR_OUT_OF_MEMORY, "out of memory while creating the kit");
    if (!createShared(&kit->shared, def, styles)) return false;
    if (!wwTransformsCreate(&kit->transforms, def->maxTransforms)) return false;
    if (!wwDrawListCreate(&kit->draws, MAX_DRAWS)) return false;
    kit->trails = wwTrailsCreate(&kit->shared, def->maxTrailStyles, def->maxTrails);
    kit->beams = wwBeamsCreate(&kit->shared, def->maxBeamStyles, def->maxBeams);
    kit->particles = wwParticlesCreate(&kit->shared, def->maxEmitterStyles, def->maxEmitters);
    kit->trees = wwTreesCreate(&kit->shared, def->maxTrees);
    kit->forests = wwForestsCreate(&kit->shared, def->maxForests);
    if (!kit->trails || !kit->beams || !kit->particles || !kit->trees || !kit->forests)
        return false;
    kit->gpu = createGpu(def->headless);
    if (!kit->gpu) return false;
    kit->gpu->multiDraw = def->multiDraw != 0;
    kit->gpu->exclusive = def->exclusive;
    return kit->gpu->ops->open(kit->gpu);
}

ww_Kit *ww_createKit(const ww_KitDef *def) {
    if (wwSchemaCheck(&wwKitSchema, def, (WwKeyArray){0}) != WW_OK) return NULL;
    ww_Kit *kit = wwAlloc(sizeof *kit);
    if (!kit) {
        wwFail(WW_ERROR_OUT_OF_MEMORY, "out of memory while creating the kit");
        return NULL;
    }
    kit->def = *def;
    wwSchemaDefaults(&wwWorldSchema, &kit->world);
    kit->worldDirty = true;
    kit->tramplers.dirty = true;
    if (createParts(kit)) return kit;
    ww_destroyKit(kit);
    return NULL;
}

void ww_destroyKit(ww_Kit *kit) {
    if (!kit) return;
    if (kit->forests) wwForestsDestroy(kit->forests);
    if (kit->trees) wwTreesDestroy(kit->trees);
    if (kit->particles) wwParticlesDestroy(kit->particles);
    if (kit->beams) wwBeamsDestroy(kit->beams);
    if (kit->trails) wwTrailsDestroy(kit->trails);
    wwTableDestroy(&kit->shared.tables, &kit->shared.curves);
    wwOrphansDestroy(&kit->shared.tables.orphans);
    wwOrphansDestroy(&kit->shared.meshes.orphans);
    wwOrphansDestroy(&kit->shared.programs);
    wwTexturesDestroy(&kit->shared.textures);
    wwEventsDestroy(&kit->shared.events);
    wwFree(kit->shared.rowsTaken);
    wwTransformsDestroy(&kit->transforms);
    wwDrawListDestroy(&kit->draws);
    // Destroys every texture and buffer that is left on the GPU with it.
    if (kit->gpu) kit->gpu->ops->destroy(kit->gpu);
    wwFree(kit);
}

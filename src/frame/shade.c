// Trail styles whose fragments a game shades: the source stays in the heap, so that a program can
// be compiled anew when the context was lost or the style takes another shape.
#include "frame/kit.h"

#include "base/memory.h"

#include <string.h>

// What is shaded is never plain: a ribbon of the full shader, or a tube.
static WwPipeline pipelineOf(const WwTrailStyle *style) {
    return style->def.shape == WW_TRAIL_TUBE ? WW_PIPELINE_TRAIL_TUBE : WW_PIPELINE_TRAIL_FULL;
}

ww_Status wwShadeSet(ww_Kit *kit, WwTrailStyle *style, const char *source) {
    WwGpu *gpu = kit->gpu;
    const size_t size = source ? strlen(source) + 1 : 0;
    char *copy = source ? wwAlloc(size) : NULL;
    if (source && (!copy || (!style->shade && !wwOrphansAddOwner(&kit->shared.programs)))) {
        wwFree(copy);
        return wwFail(WW_ERROR_OUT_OF_MEMORY, "trail style: out of memory for a shader");
    }
    uint32_t program = 0;
    if (source) {
        memcpy(copy, source, size);
        if (!kit->lost) program = gpu->ops->createProgram(gpu, pipelineOf(style), copy);
        if (!program && !kit->lost) {
            wwFree(copy);
            if (!style->shade) wwOrphansRemoveOwner(&kit->shared.programs, 0);
            return wwLastStatus();
        }
    }
    if (style->program && !kit->lost) gpu->ops->destroyProgram(gpu, style->program);
    if (style->shade && !source) wwOrphansRemoveOwner(&kit->shared.programs, 0);
    wwFree(style->shade);
    style->shade = copy;
    style->program = program;
    style->programPipeline = pipelineOf(style);
    return WW_OK;
}

void wwShadeRenew(ww_Kit *kit, WwTrailStyle *style) {
    WwGpu *gpu = kit->gpu;
    if (!style->shade || kit->lost) return;
    if (style->program && style->programPipeline == pipelineOf(style)) return;
    if (style->program) gpu->ops->destroyProgram(gpu, style->program);
    style->programPipeline = pipelineOf(style);
    style->program = gpu->ops->createProgram(gpu, style->programPipeline, style->shade);
}

void wwShadeRenewAll(ww_Kit *kit) {
    for (uint32_t i = 0; i < kit->trails->styles.used; i++) {
        WwTrailStyle *style = wwPoolAt(&kit->trails->styles, i);
        if (!style) continue;
        style->program = 0;
        wwShadeRenew(kit, style);
    }
}

#include "frame/budget.h"

// Lines of debugging are no effect.
static uint32_t trianglesOf(const WwDraw *draw) {
    if (draw->pipeline == WW_PIPELINE_TRAIL_DEBUG) return 0;
    return draw->mesh ? draw->mesh->indexCount / 3 * draw->instances : draw->quads * 2;
}

// The most that fits into `most` triangles; what went is not drawn at all.
static void fit(WwDraw *draw, uint32_t most) {
    switch (draw->pipeline) {
    case WW_PIPELINE_BEAM:
        wwBeamFit(draw, most);
        break;
    case WW_PIPELINE_PARTICLE:
    case WW_PIPELINE_PARTICLE_MESH:
        wwParticleFit(draw, most);
        break;
    default:
        wwTrailFit(draw, most);
    }
}

// Passes of one style over the same triangles stand side by side.
static uint32_t passesOf(const WwDrawList *list, uint32_t first) {
    uint32_t end = first + 1;
    const uint32_t once = list->items[first].once;
    while (once && end < list->count && list->items[end].once == once) end++;
    return end - first;
}

void wwBudgetKeep(ww_Kit *kit, uint32_t first) {
    WwDrawList *list = &kit->draws;
    uint32_t left = kit->def.maxEffectTriangles;
    uint32_t kept = first;
    for (uint32_t i = first, passes; i < list->count; i += passes) {
        passes = passesOf(list, i);
        const uint32_t wanted = trianglesOf(&list->items[i]) * passes;
        if (wanted > left) {
            for (uint32_t pass = i; pass < i + passes; pass++) {
                fit(&list->items[pass], left / passes);
            }
        }
        const uint32_t shown = trianglesOf(&list->items[i]) * passes;
        left -= shown;
        kit->effectTriangles += shown;
        kit->trianglesCut += wanted - shown;
        if (wanted && !shown) continue;
        for (uint32_t pass = i; pass < i + passes; pass++) list->items[kept++] = list->items[pass];
    }
    list->count = kept;
}

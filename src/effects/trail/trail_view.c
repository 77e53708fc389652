// One draw a style: the window of its ring and two live segments for each slot.
#include "effects/trail/trail.h"

// No record lives and no strip moves or rests: everything has faded.
static bool showsNothing(const WwTrailStyle *style) {
    if (style->ring.count) return false;
    for (uint32_t slot = 0; slot < style->slotsUsed; slot++) {
        const float *head = wwTableFloats(&style->heads, slot * style->headTexels);
        if ((uint32_t)head[11] & WW_TRAIL_LIVE) return false;
    }
    return true;
}

static void addStyle(const WwTrailStyle *style, const WwTable *curves, WwDrawList *list) {
    const ww_TrailStyleDef *def = &style->def;
    if (showsNothing(style)) return;
    WwDraw *draw = wwDrawListAdd(list, WW_PIPELINE_TRAIL);
    if (!draw) return;
    draw->tables[0] = &style->ring.table;
    draw->tables[1] = &style->heads;
    draw->tables[2] = &style->states;
    draw->tables[3] = curves;
    draw->quads = style->ring.count + 2 * style->slotsUsed;
    draw->quadsPerInstance = WW_QUADS;
    const float params[4][4] = {
        {(float)style->ring.first, (float)style->ring.count, (float)style->ring.capacity,
            (float)style->slotsUsed},
        {def->lifetime, def->width, (float)style->curveRow, (float)def->fadeMode},
        {def->color.r, def->color.g, def->color.b, def->color.a},
        {def->blend == 0 ? 1.0f : 0.0f, def->softness, (float)style->ring.texelsPerRecord,
            (float)style->headTexels},
    };
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) draw->params[i][j] = params[i][j];
    }
    draw->paramCount = 4;
}

void wwTrailsView(WwTrails *trails, const WwView *view, WwDrawList *list) {
    (void)view;
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        const WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (style) addStyle(style, &trails->shared->curves, list);
    }
}

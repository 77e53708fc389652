// One draw a style: the window of its ring and two live segments for each slot.
#include "effects/trail/trail.h"

#include <string.h>

// Share of the alpha below which a style that writes depth leaves a pixel alone: its soft edge must
// not hide what is behind.
#define DENSE_ENOUGH 0.1f

static bool isZero(ww_Vec3 v) {
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

// No record lives and no strip moves or rests: everything has faded.
static bool showsNothing(const WwTrailStyle *style) {
    if (style->ring.count) return false;
    for (uint32_t slot = 0; slot < style->slotsUsed; slot++) {
        const float *head = wwTableFloats(&style->heads, slot * style->headTexels);
        if ((uint32_t)head[11] & WW_TRAIL_LIVE) return false;
    }
    return true;
}

bool wwTrailIsCarried(const ww_TrailStyleDef *def) {
    return !isZero(def->drift) || !isZero(def->gravity) || def->turbulence > 0.0f;
}

// Whether the plain shader can draw a style; it is the fastest.
static bool isPlain(const WwTrailStyle *style) {
    const ww_TrailStyleDef *def = &style->def;
    const bool shades = style->shade || def->texture || def->lit || def->depthWrite || def->overlap;
    return def->shape == WW_TRAIL_RIBBON && def->facing == WW_TRAIL_FACING_CAMERA &&
           !def->pointData && !def->space && !def->joins && !def->widthUnits &&
           !wwTrailIsCarried(def) && !shades;
}

WwPipeline wwTrailPipeline(const WwTrailStyle *style) {
    if (style->def.shape == WW_TRAIL_TUBE) return WW_PIPELINE_TRAIL_TUBE;
    return isPlain(style) ? WW_PIPELINE_TRAIL : WW_PIPELINE_TRAIL_FULL;
}

// Quads that the shaders take for one segment.
static uint32_t quadsOfSegment(const ww_TrailStyleDef *def) {
    switch (def->shape) {
    case WW_TRAIL_TUBE:
        return def->sides + 2 * ((def->sides + 1) / 2); // fans close its ends
    case WW_TRAIL_CROSS:
        return 2;
    case WW_TRAIL_RIBBON:
        return def->facing == WW_TRAIL_FACING_AXIS || !def->joins ? 1 : 2 + def->joins;
    default:
        return 1;
    }
}

// The layout is told in shaders/trail.glsl.
static void fillParams(
    const WwTrails *trails, const WwTrailStyle *style, const WwView *view, WwDraw *draw) {
    const ww_TrailStyleDef *def = &style->def;
    const bool corners = quadsOfSegment(def) == 2 + def->joins;
    const float repeats = (float)(def->scroll * view->seconds - floor(def->scroll * view->seconds));
    const float normal[3] = {def->axis.x, def->axis.y, def->axis.z}, up[3] = {0, 1, 0};
    const bool foggy = def->fog && def->space != WW_TRAIL_SCREEN;
    float unit[3], turns[3];
    wwTrailTurns(trails, style, turns);
    wwNormalize3(normal, up, unit);
    const float params[][4] = {
        {(float)style->ring.first, (float)style->ring.count, (float)style->ring.capacity,
            (float)style->slotsUsed},
        {def->lifetime, def->shape == WW_TRAIL_SWORD ? 1.0f : def->width, (float)style->curveRow,
            (float)def->fadeMode},
        {def->color.r, def->color.g, def->color.b, def->color.a},
        {(float)def->blend, def->softness, (float)style->ring.texelsPerRecord,
            (float)style->headTexels},
        {(float)(def->caps + (foggy ? 2u : 0u)), corners ? (float)def->joins : 0.0f,
            (float)quadsOfSegment(def), def->depthWrite ? DENSE_ENOUGH : 0.0f},
        {(float)def->shape, (float)def->facing, (float)def->widthUnits, (float)def->space},
        {unit[0], unit[1], unit[2], (float)def->sides},
        {(float)def->textureMode, def->textureScale, def->textureMode == 0 ? -repeats : repeats,
            draw->textures[0] ? 1.0f : 0.0f},
        {(float)def->lit, def->doubleSided && def->shape != WW_TRAIL_TUBE ? 0.0f : 1.0f,
            def->turbulence, def->turbulenceFrequency},
        {def->drift.x, def->drift.y, def->drift.z, def->turbulenceSpeed},
        {def->gravity.x, def->gravity.y, def->gravity.z, wwMax(def->color.a, 1e-6f)},
        {turns[0], turns[1], turns[2], 0},
    };
    memcpy(draw->params, params, sizeof params);
    draw->paramCount = sizeof params / sizeof *params;
}

// What the style lays over itself is drawn once: of five passes, each takes what is denser than a
// share of the whole where nothing denser was drawn. So a soft edge hides nothing behind it.
static void repeatOnce(WwDrawList *list, uint32_t first) {
    static const float shares[] = {0.9f, 0.7f, 0.45f, 0.2f, 1e-4f};
    const uint32_t group = list->once++ % 255u + 1u;
    for (uint32_t pass = 0; pass < sizeof shares / sizeof *shares; pass++) {
        WwDraw *draw = pass == 0 ? &list->items[first] : wwDrawListAdd(list, WW_PIPELINE_TRAIL);
        if (!draw) return;
        if (pass > 0) *draw = list->items[first];
        draw->state |= WW_DRAW_ONCE;
        draw->once = group;
        draw->params[4][3] = shares[pass];
    }
}

static void addStyle(
    const WwTrails *trails, const WwTrailStyle *style, const WwView *view, WwDrawList *list) {
    const ww_TrailStyleDef *def = &style->def;
    if (showsNothing(style) || !wwTrailStyleVisible(style, view)) return;
    const uint32_t first = list->count;
    WwDraw *draw = wwDrawListAdd(list, wwTrailPipeline(style));
    if (!draw) return;
    const bool plain = draw->pipeline == WW_PIPELINE_TRAIL;
    draw->program = style->program;
    draw->tables[0] = &style->ring.table;
    draw->tables[1] = &style->heads;
    draw->tables[2] = &style->states;
    draw->tables[3] = &trails->shared->curves;
    draw->textures[0] = wwTextureOf(&trails->shared->textures, def->texture);
    const bool hidden = def->depthTest && def->space != WW_TRAIL_SCREEN;
    draw->state =
        (hidden ? 0u : WW_DRAW_NO_DEPTH_TEST) | (def->depthWrite ? WW_DRAW_DEPTH_WRITE : 0u);
    const uint32_t quads = plain ? 1 : quadsOfSegment(def);
    draw->quads = (style->ring.count + 2 * style->slotsUsed) * quads;
    draw->quadsPerInstance = WW_QUADS;
    fillParams(trails, style, view, draw);
    if (plain) draw->paramCount = 5;
    if (def->overlap) repeatOnce(list, first);
}

// The oldest points go first; the live ends only when nothing else is left.
void wwTrailFit(WwDraw *draw, uint32_t triangles) {
    const bool plain = draw->pipeline == WW_PIPELINE_TRAIL;
    const uint32_t ofSegment = plain ? 1 : (uint32_t)draw->params[4][2];
    const uint32_t segments = triangles / 2 / ofSegment;
    const uint32_t laid = (uint32_t)draw->params[0][1], slots = (uint32_t)draw->params[0][3];
    if (segments >= laid + 2 * slots) return;
    const uint32_t ends = segments < 2 * slots ? segments / 2 : slots;
    const uint32_t rest = segments < 2 * slots ? 0 : segments - 2 * slots;
    draw->params[0][0] += (float)(laid - rest); // the shaders go around the ring
    draw->params[0][1] = (float)rest;
    draw->params[0][3] = (float)ends;
    draw->quads = (rest + 2 * ends) * ofSegment;
}

void wwTrailsView(WwTrails *trails, const WwView *view, WwDrawList *list) {
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        const WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (style) addStyle(trails, style, view, list);
    }
    wwTrailsDebug(trails, view, list);
}

// One draw a style that the camera sees.
#include "effects/beam/beam.h"

#include <string.h>

// Four lanes: a place and the width there.
static void growBounds(float low[4], float high[4], float longest[4], const float ends[8]) {
    for (int lane = 0; lane < 4; lane++) {
        const float from = ends[lane], to = ends[4 + lane];
        low[lane] = wwMin(low[lane], wwMin(from, to));
        high[lane] = wwMax(high[lane], wwMax(from, to));
        longest[lane] = wwMax(longest[lane], fabsf(to - from));
    }
}

static void refreshBounds(WwBeamStyle *style) {
    float low[4], high[4], longest[4] = {0, 0, 0, 0};
    for (int lane = 0; lane < 4; lane++) {
        low[lane] = WW_NEVER;
        high[lane] = -WW_NEVER;
    }
    for (uint32_t record = 0; record < style->recordsUsed; record++) {
        const float *ends = wwTableFloats(&style->ends, record * WW_BEAM_END_TEXELS);
        if (ends[3] >= 0.0f) growBounds(low, high, longest, ends);
    }
    memcpy(style->low, low, sizeof style->low);
    memcpy(style->high, high, sizeof style->high);
    style->longest = glm_vec3_norm(longest); // no beam is longer
    style->widestShare = wwMax(high[3], 0.0f);
    style->boundsStale = false;
}

// How far anything drawn may lie from the straight lines between the ends: half a width, twice that
// at the sharpest corner; all octaves of the lightning, in two directions; a branch and its own.
static float reachOf(const WwBeamStyle *style) {
    const ww_BeamStyleDef *def = &style->def;
    const float arm = wwBeamStrands(style) > 1 ? def->branchLength : 0.0f;
    const float aside = def->jitter * 2.8284271f * (1.0f + arm) + arm;
    return def->width * style->widestShare * style->widthPeak + aside * style->longest;
}

static bool isVisible(WwBeamStyle *style, const WwView *view) {
    if (style->boundsStale) refreshBounds(style);
    if (style->low[0] > style->high[0]) return false;
    float center[3], half[3];
    for (int axis = 0; axis < 3; axis++) {
        center[axis] = 0.5f * (style->low[axis] + style->high[axis]);
        half[axis] = 0.5f * (style->high[axis] - style->low[axis]);
    }
    return wwSphereVisible(view, center, glm_vec3_norm(half) + reachOf(style));
}

static void addStyle(const WwBeams *beams, const WwBeamStyle *style, WwDrawList *list) {
    const ww_BeamStyleDef *def = &style->def;
    const uint32_t segments = wwBeamSegments(style);
    const uint32_t strands = wwBeamStrands(style);
    const uint32_t pieces = segments + (def->caps ? 2 : 0);
    WwDraw *draw = wwDrawListAdd(list, WW_PIPELINE_BEAM);
    if (!draw) return;
    draw->tables[0] = &style->ends;
    draw->tables[1] = &style->looks;
    draw->textures[0] = wwTextureOf(&beams->shared->textures, def->texture);
    draw->tables[3] = &beams->shared->curves;
    draw->quads = style->recordsUsed * strands * pieces;
    const uint32_t batches = (draw->quads + WW_QUADS - 1) / WW_QUADS;
    draw->quadsPerInstance = (draw->quads + batches - 1) / batches;
    float roll, share;
    wwBeamRoll(style, &roll, &share);
    const float params[][4] = {
        {(float)draw->quadsPerInstance, (float)draw->quads, (float)segments, (float)def->caps},
        {def->width, (float)style->curveRow, (float)def->fadeMode, (float)strands},
        {def->color.r, def->color.g, def->color.b, def->color.a},
        {(float)def->blend, def->softness, def->core, def->flicker},
        {def->coreColor.r, def->coreColor.g, def->coreColor.b, def->coreColor.a},
        {def->jitter, roll, share, def->jitterBlend},
        {def->branchLength, (float)wwBeamOctaves(style), draw->textures[0] ? 1.0f : 0.0f,
            (float)style->scrolled},
        {def->textureScale, (float)def->textureMode, 0, (float)(strands * pieces)},
    };
    memcpy(draw->params, params, sizeof params);
    draw->paramCount = sizeof params / sizeof *params;
}

void wwBeamFit(WwDraw *draw, uint32_t triangles) {
    const uint32_t ofRecord = (uint32_t)draw->params[7][3];
    const uint32_t quads = triangles / 2 / ofRecord * ofRecord;
    if (quads >= draw->quads) return;
    draw->params[7][2] += (float)(draw->quads - quads);
    draw->params[0][1] = (float)quads;
    draw->quads = quads;
}

void wwBeamsView(WwBeams *beams, const WwView *view, WwDrawList *list) {
    for (uint32_t i = 0; i < beams->styles.used; i++) {
        WwBeamStyle *style = wwPoolAt(&beams->styles, i);
        if (style && style->recordsUsed && isVisible(style, view)) {
            addStyle(beams, style, list);
        }
    }
}

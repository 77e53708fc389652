// What can be said about beams: validation and styles.
#include "effects/beam/beam.h"

#include "base/memory.h"

#define WW_SCHEMA wwBeamStyleSchema
#define WW_SCHEMA_NAME "beam style"
#define WW_SCHEMA_STRUCT ww_BeamStyleDef
#define WW_SCHEMA_FILE "effects/beam/beam.def"
#include "base/schema_table.h"

#define WW_SCHEMA wwBeamSchema
#define WW_SCHEMA_NAME "beam"
#define WW_SCHEMA_STRUCT ww_BeamDef
#define WW_SCHEMA_FILE "effects/beam/beam_single.def"
#include "base/schema_table.h"

WwBeams *wwBeamsCreate(WwShared *shared, uint32_t maxStyles, uint32_t maxBeams) {
    WwBeams *beams = wwAlloc(sizeof *beams);
    if (!beams) return NULL;
    beams->shared = shared;
    const bool made =
        wwPoolCreate(&beams->styles, WW_TAG_BEAM_STYLE, sizeof(WwBeamStyle), maxStyles) &&
        wwPoolCreate(&beams->beams, WW_TAG_BEAM, sizeof(WwBeam), maxBeams);
    if (made) return beams;
    wwBeamsDestroy(beams);
    return NULL;
}

static void freeStyle(WwBeams *beams, WwBeamStyle *style) {
    wwTableDestroy(&beams->shared->tables, &style->ends);
    wwTableDestroy(&beams->shared->tables, &style->looks);
    wwFree(style->freeRecords);
    if (style->curveRow != WW_RING_FULL) wwSharedReturnRows(beams->shared, style->curveRow);
}

void wwBeamsDestroy(WwBeams *beams) {
    for (uint32_t i = 0; i < beams->styles.used; i++) {
        WwBeamStyle *style = wwPoolAt(&beams->styles, i);
        if (style) freeStyle(beams, style);
    }
    wwPoolDestroy(&beams->styles);
    wwPoolDestroy(&beams->beams);
    wwFree(beams);
}

static ww_Status check(const WwBeams *beams, const ww_BeamStyleDef *def, WwKeyArray keys) {
    const ww_Status status = wwSchemaCheck(&wwBeamStyleSchema, def, keys);
    if (status != WW_OK) return status;
    return wwTexturesCheck(&beams->shared->textures, &wwBeamStyleSchema, def);
}

static float peakOf(const float *row, uint32_t channel) {
    float peak = 0.0f;
    for (uint32_t i = 0; i < WW_CURVE_SAMPLES; i++) peak = wwMax(peak, row[i * 4 + channel]);
    return peak;
}

// Rows of a style: colour over length, colour over life, then one row with x width over length,
// y width over life, z alpha over life. The last of the four rows is not used.
static void applyDef(
    WwBeams *beams, WwBeamStyle *style, const ww_BeamStyleDef *def, WwKeyArray keys) {
    WwTable *table = &beams->shared->curves;
    const uint32_t texel = style->curveRow * WW_CURVE_SAMPLES;
    float *curves = wwTableFloats(table, texel + 2 * WW_CURVE_SAMPLES);
    wwGradientBake(keys, def->colorOverLength, wwTableFloats(table, texel));
    wwGradientBake(keys, def->colorOverLife, wwTableFloats(table, texel + WW_CURVE_SAMPLES));
    wwCurveBake(keys, def->widthOverLength, curves, 0);
    wwCurveBake(keys, def->widthOverLife, curves, 1);
    wwCurveBake(keys, def->alphaOverLife, curves, 2);
    wwTableMark(table, texel, texel + 3 * WW_CURVE_SAMPLES);
    style->def = *def;
    style->widthPeak = peakOf(curves, 0) * peakOf(curves, 1);
    style->bends = def->jitter > 0.0f || def->widthOverLength.count > 1;
}

static bool createStorage(WwBeams *beams, WwBeamStyle *style, uint32_t capacity) {
    WwTableList *tables = &beams->shared->tables;
    style->curveRow = wwSharedTakeRows(beams->shared);
    style->freeRecords = wwAlloc(sizeof(uint32_t) * capacity);
    style->oldest = style->newest = WW_BEAM_NONE;
    return style->curveRow != WW_RING_FULL && style->freeRecords &&
           wwTableCreate(tables, &style->ends, WW_TEXEL_RGBA32F, WW_BEAM_END_TEXELS * capacity) &&
           wwTableCreate(tables, &style->looks, WW_TEXEL_RGBA32F, WW_BEAM_LOOK_TEXELS * capacity);
}

uint32_t wwBeamStyleCreate(WwBeams *beams, const ww_BeamStyleDef *def, WwKeyArray keys) {
    if (check(beams, def, keys) != WW_OK) return 0;
    uint32_t handle = 0;
    WwBeamStyle *style = wwPoolAdd(&beams->styles, &handle);
    if (!style) return 0;
    if (!createStorage(beams, style, def->maxBeams)) {
        freeStyle(beams, style);
        wwPoolRemove(&beams->styles, handle);
        wwFail(WW_ERROR_OUT_OF_MEMORY, "beam style: out of memory for maxBeams beams");
        return 0;
    }
    applyDef(beams, style, def, keys);
    return handle;
}

ww_Status wwBeamStyleSet(
    WwBeams *beams, uint32_t handle, const ww_BeamStyleDef *def, WwKeyArray keys) {
    WwBeamStyle *style = wwPoolGet(&beams->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    const ww_Status status = check(beams, def, keys);
    if (status != WW_OK) return status;
    if (def->maxBeams != style->def.maxBeams) {
        return wwFail(
            WW_ERROR_INVALID_DEF, "beam style: maxBeams is fixed when the style is created");
    }
    applyDef(beams, style, def, keys);
    return WW_OK;
}

ww_Status wwBeamStyleDestroy(WwBeams *beams, uint32_t handle) {
    WwBeamStyle *style = wwPoolGet(&beams->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    while (style->oldest != WW_BEAM_NONE) {
        const WwBeam *beam = wwPoolAt(&beams->beams, style->oldest);
        const uint32_t beamHandle = wwPoolHandleAt(&beams->beams, style->oldest);
        style->oldest = beam->newer;
        wwPoolRemove(&beams->beams, beamHandle);
    }
    freeStyle(beams, style);
    wwPoolRemove(&beams->styles, handle);
    return WW_OK;
}

#include "frame/kit.h"

ww_BeamStyleDef ww_defaultBeamStyleDef(void) {
    ww_BeamStyleDef def;
    wwSchemaDefaults(&wwBeamStyleSchema, &def);
    return def;
}

ww_BeamStyleId ww_createBeamStyle(
    ww_Kit *kit, const ww_BeamStyleDef *def, const float *keys, uint32_t keyCount) {
    return (ww_BeamStyleId){wwBeamStyleCreate(kit->beams, def, (WwKeyArray){keys, keyCount})};
}

ww_Status ww_setBeamStyle(ww_Kit *kit, ww_BeamStyleId style, const ww_BeamStyleDef *def,
    const float *keys, uint32_t keyCount) {
    return wwBeamStyleSet(kit->beams, style.raw, def, (WwKeyArray){keys, keyCount});
}

ww_Status ww_destroyBeamStyle(ww_Kit *kit, ww_BeamStyleId style) {
    return wwBeamStyleDestroy(kit->beams, style.raw);
}

const ww_BeamStats *ww_beamStats(ww_Kit *kit, ww_BeamStyleId style) {
    const WwBeamStyle *item = wwPoolGet(&kit->beams->styles, style.raw);
    return item ? &item->stats : NULL;
}

ww_BeamDef ww_defaultBeamDef(void) {
    ww_BeamDef def;
    wwSchemaDefaults(&wwBeamSchema, &def);
    return def;
}

static bool isUsable(ww_Kit *kit, ww_TransformId transform) {
    return transform.raw == 0 || wwPoolGet(&kit->transforms.pool, transform.raw);
}

ww_BeamId ww_createBeam(ww_Kit *kit, ww_BeamStyleId style, const ww_BeamDef *def,
    ww_TransformId from, ww_TransformId to) {
    if (!isUsable(kit, from) || !isUsable(kit, to)) return (ww_BeamId){0};
    const uint32_t transforms[2] = {from.raw, to.raw};
    return (ww_BeamId){wwBeamCreate(kit->beams, style.raw, def, transforms)};
}

ww_Status ww_setBeam(
    ww_Kit *kit, ww_BeamId beam, const ww_BeamDef *def, ww_TransformId from, ww_TransformId to) {
    const WwBeam *item = wwPoolGet(&kit->beams->beams, beam.raw);
    if (!item) return WW_ERROR_STALE_HANDLE;
    // What it has followed may be gone: that end stays where it was.
    const bool keepsFrom = from.raw == item->transforms[0], keepsTo = to.raw == item->transforms[1];
    if (!keepsFrom && !isUsable(kit, from)) return WW_ERROR_STALE_HANDLE;
    if (!keepsTo && !isUsable(kit, to)) return WW_ERROR_STALE_HANDLE;
    const uint32_t transforms[2] = {from.raw, to.raw};
    return wwBeamSet(kit->beams, beam.raw, def, transforms);
}

ww_Status ww_releaseBeam(ww_Kit *kit, ww_BeamId beam) {
    return wwBeamRelease(kit->beams, beam.raw);
}

uint32_t ww_isBeamAlive(ww_Kit *kit, ww_BeamId beam) {
    return wwPoolHas(&kit->beams->beams, beam.raw);
}

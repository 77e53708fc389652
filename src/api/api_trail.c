#include "frame/kit.h"

ww_TrailStyleDef ww_defaultTrailStyleDef(void) {
    ww_TrailStyleDef def;
    wwSchemaDefaults(&wwTrailStyleSchema, &def);
    return def;
}

ww_TrailStyleId ww_createTrailStyle(
    ww_Kit *kit, const ww_TrailStyleDef *def, const float *keys, uint32_t keyCount) {
    return (ww_TrailStyleId){wwTrailStyleCreate(kit->trails, def, (WwKeyArray){keys, keyCount})};
}

ww_Status ww_setTrailStyle(ww_Kit *kit, ww_TrailStyleId style, const ww_TrailStyleDef *def,
    const float *keys, uint32_t keyCount) {
    return wwTrailStyleSet(kit->trails, style.raw, def, (WwKeyArray){keys, keyCount});
}

ww_Status ww_destroyTrailStyle(ww_Kit *kit, ww_TrailStyleId style) {
    return wwTrailStyleDestroy(kit->trails, style.raw);
}

ww_Status ww_retireTrailStyle(ww_Kit *kit, ww_TrailStyleId style) {
    return wwTrailStyleRetire(kit->trails, style.raw);
}

ww_TrailId ww_createTrail(ww_Kit *kit, ww_TrailStyleId style, ww_TransformId transform) {
    if (!wwPoolGet(&kit->transforms.pool, transform.raw)) return (ww_TrailId){0};
    return (ww_TrailId){wwTrailCreate(kit->trails, style.raw, transform.raw)};
}

ww_Status ww_destroyTrail(ww_Kit *kit, ww_TrailId trail) {
    return wwTrailDestroy(kit->trails, trail.raw);
}

static WwTrail *get(ww_Kit *kit, ww_TrailId trail, WwTrailStyle **style) {
    WwTrail *item = wwPoolGet(&kit->trails->trails, trail.raw);
    if (item) *style = wwPoolGet(&kit->trails->styles, item->style);
    return item;
}

ww_Status ww_setTrailEmitting(ww_Kit *kit, ww_TrailId trail, uint32_t emitting) {
    WwTrailStyle *style;
    WwTrail *item = get(kit, trail, &style);
    if (!item) return WW_ERROR_STALE_HANDLE;
    if (!emitting) wwTrailBreak(kit->trails, style, item);
    item->emitting = emitting != 0;
    return WW_OK;
}

ww_Status ww_breakTrail(ww_Kit *kit, ww_TrailId trail) {
    WwTrailStyle *style;
    WwTrail *item = get(kit, trail, &style);
    if (!item) return WW_ERROR_STALE_HANDLE;
    wwTrailBreak(kit->trails, style, item);
    return WW_OK;
}

ww_Status ww_clearTrail(ww_Kit *kit, ww_TrailId trail) {
    WwTrailStyle *style;
    WwTrail *item = get(kit, trail, &style);
    if (!item) return WW_ERROR_STALE_HANDLE;
    wwTrailClear(kit->trails, style, item);
    return WW_OK;
}

uint32_t ww_trailPointCount(ww_Kit *kit, ww_TrailId trail) {
    const WwTrail *item = wwPoolGet(&kit->trails->trails, trail.raw);
    return item ? wwTrailPoints(item) : WW_NO_COUNT;
}

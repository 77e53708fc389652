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
    const ww_Status status =
        wwTrailStyleSet(kit->trails, style.raw, def, (WwKeyArray){keys, keyCount});
    if (status == WW_OK) wwShadeRenew(kit, wwPoolGet(&kit->trails->styles, style.raw));
    return status;
}

ww_Status ww_setTrailStyleShader(ww_Kit *kit, ww_TrailStyleId style, const char *source) {
    WwTrailStyle *item = wwPoolGet(&kit->trails->styles, style.raw);
    return item ? wwShadeSet(kit, item, source) : WW_ERROR_STALE_HANDLE;
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
    item->asleep = false;
    return WW_OK;
}

ww_Status ww_breakTrail(ww_Kit *kit, ww_TrailId trail) {
    WwTrailStyle *style;
    WwTrail *item = get(kit, trail, &style);
    if (!item) return WW_ERROR_STALE_HANDLE;
    wwTrailBreak(kit->trails, style, item);
    wwTrailCountReset(kit->trails, style, item);
    return WW_OK;
}

ww_Status ww_clearTrail(ww_Kit *kit, ww_TrailId trail) {
    WwTrailStyle *style;
    WwTrail *item = get(kit, trail, &style);
    if (!item) return WW_ERROR_STALE_HANDLE;
    wwTrailClear(kit->trails, style, item);
    wwTrailCountReset(kit->trails, style, item);
    return WW_OK;
}

ww_Status ww_suspendTrail(ww_Kit *kit, ww_TrailId trail, uint32_t activity) {
    WwTrailStyle *style;
    WwTrail *item = get(kit, trail, &style);
    if (!item) return WW_ERROR_STALE_HANDLE;
    wwTrailSuspend(kit->trails, style, item, activity);
    return WW_OK;
}

ww_Status ww_suspendTrailStyle(ww_Kit *kit, ww_TrailStyleId style, uint32_t activity) {
    if (!wwPoolGet(&kit->trails->styles, style.raw)) return WW_ERROR_STALE_HANDLE;
    wwTrailStyleSuspend(kit->trails, style.raw, activity);
    return WW_OK;
}

static ww_Status checkNumber(const char *name, float value, float most) {
    if (value >= 0.0f && value <= most) return WW_OK;
    wwFail(WW_ERROR_INVALID_DEF, name);
    wwFailText(" is ");
    wwFailNumber(value);
    wwFailText(", it must be between 0 and ");
    wwFailNumber(most);
    return WW_ERROR_INVALID_DEF;
}

ww_Status ww_setTrailOpacity(ww_Kit *kit, ww_TrailId trail, float opacity) {
    WwTrailStyle *style;
    WwTrail *item = get(kit, trail, &style);
    if (!item) return WW_ERROR_STALE_HANDLE;
    const ww_Status status = checkNumber("trail: opacity", opacity, 1);
    if (status == WW_OK) wwTrailSetOpacity(style, item, opacity);
    return status;
}

ww_Status ww_setTrailWidth(ww_Kit *kit, ww_TrailId trail, float width) {
    WwTrailStyle *style;
    WwTrail *item = get(kit, trail, &style);
    if (!item) return WW_ERROR_STALE_HANDLE;
    const ww_Status status = checkNumber("trail: width", width, WW_TRAIL_WIDEST);
    if (status == WW_OK) item->width = width;
    return status;
}

ww_Status ww_setTrailEye(ww_Kit *kit, ww_TrailId trail, const float *eye) {
    WwTrailStyle *style;
    WwTrail *item = get(kit, trail, &style);
    if (!item) return WW_ERROR_STALE_HANDLE;
    if (eye && !wwFinite3(eye)) return wwFail(WW_ERROR_INVALID_DEF, "trail: eye is not finite");
    wwTrailSetEye(style, item, eye);
    return WW_OK;
}

ww_Status ww_layStroke(ww_Kit *kit, ww_TrailStyleId style, const float *path, uint32_t count,
    float ageFrom, float ageTo) {
    return wwTrailStroke(kit->trails, style.raw, path, count, ageFrom, ageTo);
}

uint32_t ww_trailPointCount(ww_Kit *kit, ww_TrailId trail) {
    const WwTrail *item = wwPoolGet(&kit->trails->trails, trail.raw);
    return item ? wwTrailPoints(item) : WW_NO_COUNT;
}

uint32_t ww_readTrailPoints(ww_Kit *kit, ww_TrailId trail, float *floats, uint32_t capacity) {
    return wwTrailReadPoints(kit->trails, trail.raw, floats, capacity);
}

ww_Status ww_writeTrailPoints(ww_Kit *kit, ww_TrailId trail, const float *floats, uint32_t count) {
    return wwTrailWritePoints(kit->trails, trail.raw, floats, count);
}

// Of the last draw, at the time of now.
static WwView lastViewOf(const ww_Kit *kit) {
    WwView view = kit->lastView;
    view.now = wwClockSeconds(&kit->clock);
    if (view.pixelsPerUnit > 0.0f) return view;
    glm_mat4_identity(view.view); // nothing was drawn yet: from the origin, finely
    view.projection[2][3] = -1.0f;
    view.pixelsPerUnit = 1e6f;
    return view;
}

typedef struct CornerList {
    float *floats;
    uint32_t count, capacity; // quads
} CornerList;

static void takeCorners(void *context, const float corners[12]) {
    CornerList *list = context;
    if (list->count < list->capacity) {
        for (uint32_t i = 0; i < 12; i++) list->floats[12 * list->count + i] = corners[i];
    }
    list->count++;
}

uint32_t ww_expandTrailStyle(
    ww_Kit *kit, ww_TrailStyleId style, float *corners, uint32_t capacity) {
    const WwTrailStyle *item = wwPoolGet(&kit->trails->styles, style.raw);
    if (!item) return WW_NO_COUNT;
    const WwView view = lastViewOf(kit);
    CornerList list = {corners, 0, capacity};
    wwTrailExpand(kit->trails, item, WW_TRAIL_NO_RECORD, &view, takeCorners, &list);
    return list.count;
}

uint32_t ww_trailBounds(ww_Kit *kit, ww_TrailId trail, float *box) {
    const WwTrail *item = wwPoolGet(&kit->trails->trails, trail.raw);
    if (!item) return WW_NO_COUNT;
    const WwView view = lastViewOf(kit);
    return wwTrailBounds(kit->trails, item, &view, box) ? 1 : 0;
}

// The wasm boundary of the kit: thin, checks arguments, no logic.
#include "base/memory.h"
#include "frame/kit.h"

uint32_t ww_version(void) {
    return (WW_VERSION_MAJOR << 16) | (WW_VERSION_MINOR << 8) | WW_VERSION_PATCH;
}

ww_Status ww_lastStatus(void) {
    return wwLastStatus();
}

const char *ww_lastMessage(void) {
    return wwLastMessage();
}

ww_KitDef ww_defaultKitDef(void) {
    ww_KitDef def;
    wwSchemaDefaults(&wwKitSchema, &def);
    return def;
}

ww_WorldDef ww_defaultWorldDef(void) {
    ww_WorldDef def;
    wwSchemaDefaults(&wwWorldSchema, &def);
    return def;
}

static bool isZero(ww_Vec3 v) {
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

ww_Status ww_setWorld(ww_Kit *kit, const ww_WorldDef *def) {
    const ww_Status status = wwSchemaCheck(&wwWorldSchema, def, (WwKeyArray){0});
    if (status != WW_OK) return status;
    if (isZero(def->sunDirection) || isZero(def->windDirection)) {
        return wwFail(WW_ERROR_INVALID_DEF,
            isZero(def->sunDirection) ? "world: sunDirection is 0, it must have a length"
                                      : "world: windDirection is 0, it must have a length");
    }
    kit->world = *def;
    kit->worldDirty = true;
    return WW_OK;
}

ww_Status ww_shiftOrigin(ww_Kit *kit, double x, double y, double z) {
    const double by[3] = {x, y, z};
    for (int i = 0; i < 3; i++) {
        if (fabs(by[i]) <= 1e9) continue; // NaN is not
        wwFail(WW_ERROR_INVALID_DEF, "shiftOrigin: ");
        wwFailText((const char *[]){"x is ", "y is ", "z is "}[i]);
        wwFailNumber((float)by[i]);
        wwFailText(", it must be between -1e9 and 1e9 m");
        return WW_ERROR_INVALID_DEF;
    }
    wwOriginShift(kit, by);
    return WW_OK;
}

ww_Status ww_update(ww_Kit *kit, double dt) {
    if (!(dt >= 0.0 && dt <= WW_LONGEST_STEP)) {
        wwFail(WW_ERROR_INVALID_DEF, "update: dt is ");
        wwFailNumber((float)dt);
        wwFailText(", it must be between 0 and 3600 s");
        return WW_ERROR_INVALID_DEF;
    }
    kit->stats.updates++;
    wwFrameUpdate(kit, dt);
    return WW_OK;
}

ww_Status ww_draw(
    ww_Kit *kit, const float *view, const float *projection, uint32_t width, uint32_t height) {
    if (kit->lost || width == 0 || height == 0) return WW_OK;
    WwView camera = {0};
    if (!wwViewFrom(&camera, view, projection, width, height, wwClockSeconds(&kit->clock))) {
        return wwFail(WW_ERROR_INVALID_DEF,
            "draw: view and projection must be finite and view must be invertible");
    }
    wwFrameDraw(kit, &camera);
    return WW_OK;
}

ww_Status ww_drawShadow(
    ww_Kit *kit, const float *view, const float *projection, uint32_t width, uint32_t height) {
    if (kit->lost || width == 0 || height == 0) return WW_OK;
    WwView light = {0};
    if (!wwViewFrom(&light, view, projection, width, height, wwClockSeconds(&kit->clock))) {
        return wwFail(WW_ERROR_INVALID_DEF,
            "drawShadow: view and projection must be finite and view must be invertible");
    }
    wwFrameDrawShadow(kit, &light);
    return WW_OK;
}

float *ww_cameraBuffer(ww_Kit *kit) {
    return kit->camera;
}

void *ww_scratch(uint32_t bytes) {
    static unsigned char *scratch = NULL;
    static uint32_t scratchBytes = 0;
    if (bytes <= scratchBytes) return scratch;
    unsigned char *grown = wwGrow(scratch, 0, bytes);
    if (!grown) {
        wwFail(WW_ERROR_OUT_OF_MEMORY, "out of memory for the keys of a definition");
        return NULL;
    }
    scratch = grown;
    scratchBytes = bytes;
    return grown;
}

const ww_Stats *ww_stats(ww_Kit *kit) {
    wwStatsUpdate(kit);
    return &kit->stats;
}

void ww_loseContext(ww_Kit *kit) {
    kit->lost = true;
}

ww_Status ww_restoreContext(ww_Kit *kit) {
    wwUploadMarkAll(kit);
    wwForestsForgetPictures(kit->forests);
    if (!kit->gpu->ops->open(kit->gpu)) return WW_ERROR_CONTEXT;
    kit->lost = false;
    wwShadeRenewAll(kit);
    return WW_OK;
}

// The kit as a C program uses it, without drawing: creation and limits, time, statistics, uploads.
#include "willowisp.h"

#include "check.h"

static ww_KitDef headless(void) {
    ww_KitDef def = ww_defaultKitDef();
    def.headless = 1;
    return def;
}

static const float view[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -20, 1};
static const float projection[16] = {1, 0, 0, 0, 0, 1.7f, 0, 0, 0, 0, -1, -1, 0, 0, -0.2f, 0};

static ww_Status draw(ww_Kit *kit) {
    return ww_draw(kit, view, projection, 640, 360);
}

static ww_Transform *transformOf(ww_Kit *kit, ww_TransformId id) {
    return &ww_transforms(kit)[ww_transformSlot(kit, id)];
}

static void moveTo(ww_Kit *kit, ww_TransformId id, float x, float y, float z) {
    ww_Transform *transform = transformOf(kit, id);
    transform->position[0] = x;
    transform->position[1] = y;
    transform->position[2] = z;
}

static ww_TrailId addTrail(ww_Kit *kit, ww_TransformId transform) {
    ww_TrailStyleDef def = ww_defaultTrailStyleDef();
    const ww_TrailStyleId style = ww_createTrailStyle(kit, &def, NULL, 0);
    return ww_createTrail(kit, style, transform);
}

static ww_EmitterId addEmitter(ww_Kit *kit, ww_TransformId transform, float rate) {
    ww_EmitterStyleDef def = ww_defaultEmitterStyleDef();
    def.rateOverTime = rate;
    const ww_EmitterStyleId style = ww_createEmitterStyle(kit, &def, NULL, 0);
    return ww_createEmitter(kit, style, transform, 1);
}

static void opens(void) {
    const ww_KitDef def = headless();
    ww_Kit *kit = ww_createKit(&def);
    CHECK(kit != NULL);
    CHECK(ww_version() == ((WW_VERSION_MAJOR << 16) | (WW_VERSION_MINOR << 8) | WW_VERSION_PATCH));
    CHECK(ww_update(kit, 0.1) == WW_OK && draw(kit) == WW_OK);
    const ww_Stats *stats = ww_stats(kit);
    CHECK(stats->updates == 1 && stats->drawCalls == 0 && stats->trails == 0);
    ww_destroyKit(kit);
    ww_destroyKit(NULL);
}

static void refusesBadDefinitions(void) {
    ww_KitDef def = headless();
    def.maxTransforms = 0;
    CHECK(!ww_createKit(&def) && ww_lastStatus() == WW_ERROR_INVALID_DEF);
    CHECK(strstr(ww_lastMessage(), "kit: maxTransforms is 0, it must be between 1 and") != NULL);
    def = headless();
    def.cookie = 0;
    CHECK(!ww_createKit(&def) && ww_lastStatus() == WW_ERROR_INVALID_DEF);
    def = headless();
    def.headless = 0;
    CHECK(!ww_createKit(&def) && ww_lastStatus() == WW_ERROR_CONTEXT);
}

static void enforcesLimits(void) {
    ww_KitDef def = headless();
    def.maxTransforms = 3;
    def.maxTrailStyles = 2;
    def.maxTrails = 2;
    def.maxEmitters = 1;
    ww_Kit *kit = ww_createKit(&def);
    ww_TransformId transforms[3];
    for (int i = 0; i < 3; i++) {
        transforms[i] = ww_createTransform(kit);
        CHECK(transforms[i].raw != 0);
    }
    CHECK(ww_createTransform(kit).raw == 0 && ww_lastStatus() == WW_ERROR_CAPACITY);
    CHECK(addTrail(kit, transforms[0]).raw != 0 && addTrail(kit, transforms[1]).raw != 0);
    const ww_TrailStyleDef style = ww_defaultTrailStyleDef();
    CHECK(ww_createTrailStyle(kit, &style, NULL, 0).raw == 0);
    CHECK(ww_lastStatus() == WW_ERROR_CAPACITY);
    CHECK(addEmitter(kit, transforms[2], 10).raw != 0);
    CHECK(addEmitter(kit, transforms[2], 10).raw == 0 && ww_lastStatus() == WW_ERROR_CAPACITY);
    CHECK(ww_destroyTransform(kit, transforms[0]) == WW_OK);
    CHECK(ww_createTransform(kit).raw != 0);
    ww_destroyKit(kit);
}

static void refusesStaleHandles(void) {
    const ww_KitDef def = headless();
    ww_Kit *kit = ww_createKit(&def);
    const ww_TransformId transform = ww_createTransform(kit);
    const ww_TrailId trail = addTrail(kit, transform);
    const ww_TrailId foreign = {transform.raw};
    CHECK(ww_breakTrail(kit, foreign) == WW_ERROR_STALE_HANDLE);
    CHECK_TEXT(ww_lastMessage(), "trail expected, but the handle is of transform");
    CHECK(ww_destroyTrail(kit, trail) == WW_OK);
    CHECK(ww_destroyTrail(kit, trail) == WW_ERROR_STALE_HANDLE);
    CHECK(ww_clearTrail(kit, trail) == WW_ERROR_STALE_HANDLE);
    CHECK(ww_setTrailEmitting(kit, trail, 1) == WW_ERROR_STALE_HANDLE);
    CHECK(ww_trailPointCount(kit, trail) == WW_NO_COUNT);
    CHECK(ww_destroyTransform(kit, transform) == WW_OK);
    CHECK(ww_destroyTransform(kit, transform) == WW_ERROR_STALE_HANDLE);
    const ww_TrailStyleId none = {0};
    CHECK(ww_createTrail(kit, none, transform).raw == 0);
    ww_destroyKit(kit);
}

static void refusesBadTime(void) {
    const ww_KitDef def = headless();
    ww_Kit *kit = ww_createKit(&def);
    const double bad[] = {-0.001, NAN, INFINITY, -INFINITY, 3600.1};
    for (int i = 0; i < 5; i++) CHECK(ww_update(kit, bad[i]) == WW_ERROR_INVALID_DEF);
    CHECK(ww_stats(kit)->updates == 0);
    CHECK(ww_update(kit, 3600) == WW_OK && ww_update(kit, 0) == WW_OK);
    float broken[16];
    memcpy(broken, view, sizeof broken);
    broken[5] = NAN;
    CHECK(ww_draw(kit, broken, projection, 64, 64) == WW_ERROR_INVALID_DEF);
    memset(broken, 0, sizeof broken);
    CHECK(ww_draw(kit, broken, projection, 64, 64) == WW_ERROR_INVALID_DEF);
    ww_destroyKit(kit);
}

// Flies along x at 6.6 m/s for two seconds and counts the points of the last second.
static uint32_t pointsAfterFlight(ww_Kit *kit, ww_TransformId transform, ww_TrailId trail) {
    ww_clearTrail(kit, trail);
    for (int i = 0; i < 120; i++) {
        moveTo(kit, transform, (float)i * 0.11f, 0, 0);
        ww_update(kit, 1.0 / 60);
    }
    return ww_trailPointCount(kit, trail);
}

static void staysPreciseForAWeek(void) {
    const ww_KitDef def = headless();
    ww_Kit *kit = ww_createKit(&def);
    const ww_TransformId transform = ww_createTransform(kit);
    const ww_TrailId trail = addTrail(kit, transform);
    const ww_EmitterId emitter = addEmitter(kit, ww_createTransform(kit), 100);
    const uint32_t first = pointsAfterFlight(kit, transform, trail);
    CHECK_NEAR(first, 60, 3);
    for (int hour = 0; hour < 24 * 7; hour++) {
        // A hidden tab: nothing bursts, nothing outlives its time.
        CHECK(ww_update(kit, 3600) == WW_OK);
        const ww_Stats *stats = ww_stats(kit);
        CHECK(stats->particles <= 101 && stats->trailPoints <= 3);
    }
    CHECK_NEAR(pointsAfterFlight(kit, transform, trail), first, 1);
    CHECK_NEAR(ww_stats(kit)->particles, 100, 2);
    const ww_EmitterStats *births = ww_emitterStats(kit, emitter);
    CHECK(births->requested ==
          births->spawned + births->capacity + births->expired + births->rejected);
    ww_destroyKit(kit);
}

static void skipsWhatIsNotFinite(void) {
    const ww_KitDef def = headless();
    ww_Kit *kit = ww_createKit(&def);
    const ww_TransformId transform = ww_createTransform(kit);
    const ww_TrailId trail = addTrail(kit, transform);
    for (int i = 0; i < 10; i++) {
        moveTo(kit, transform, (float)i, 0, 0);
        ww_update(kit, 1.0 / 60);
    }
    const uint32_t points = ww_trailPointCount(kit, trail);
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        moveTo(kit, transform, 10, bad[i], 0);
        ww_update(kit, 1.0 / 60);
    }
    CHECK(ww_trailPointCount(kit, trail) == points && ww_stats(kit)->rejected == 3);
    moveTo(kit, transform, 10, 0, 0);
    ww_update(kit, 1.0 / 60);
    CHECK(ww_trailPointCount(kit, trail) > points && ww_stats(kit)->rejected == 3);
    ww_destroyKit(kit);
}

static void allocatesNothingInFrames(void) {
    const ww_KitDef def = headless();
    ww_Kit *kit = ww_createKit(&def);
    ww_TransformId transforms[8];
    for (int i = 0; i < 8; i++) {
        transforms[i] = ww_createTransform(kit);
        if (i % 2)
            addTrail(kit, transforms[i]);
        else
            addEmitter(kit, transforms[i], 500);
    }
    double allocations = 0, bytes = 0;
    for (int frame = 0; frame < 600; frame++) {
        for (int i = 0; i < 8; i++) moveTo(kit, transforms[i], (float)frame * 0.2f, (float)i, 0);
        CHECK(ww_update(kit, 1.0 / 60) == WW_OK && draw(kit) == WW_OK);
        const ww_Stats *stats = ww_stats(kit);
        if (frame == 2) allocations = stats->allocations, bytes = stats->gpuBytes;
        if (frame > 2) CHECK(stats->allocations == allocations && stats->gpuBytes == bytes);
    }
    CHECK(ww_stats(kit)->particles > 1000);
    ww_destroyKit(kit);
}

static void sendsOnlyWhatIsBorn(void) {
    const ww_KitDef def = headless();
    ww_Kit *kit = ww_createKit(&def);
    const ww_TransformId transform = ww_createTransform(kit);
    const ww_EmitterId emitter = addEmitter(kit, transform, 0);
    ww_burst(kit, emitter, 1000, NULL);
    ww_update(kit, 1.0 / 60);
    draw(kit);
    ww_Stats stats = *ww_stats(kit);
    CHECK(stats.particles == 1000 && stats.drawCalls == 1);
    CHECK(stats.recordBytes >= 64000 && stats.recordBytes <= 72000);
    for (int i = 0; i < 10; i++) {
        ww_update(kit, 1.0 / 60);
        draw(kit);
        stats = *ww_stats(kit);
        CHECK(stats.recordBytes == 0 && stats.drawCalls == 1 && stats.particles == 1000);
    }
    ww_burst(kit, emitter, 10, NULL);
    ww_update(kit, 1.0 / 60);
    draw(kit);
    CHECK_NEAR(ww_stats(kit)->recordBytes, 640, 64);
    ww_destroyKit(kit);
}

static void comesBackAfterALostContext(void) {
    const ww_KitDef def = headless();
    ww_Kit *kit = ww_createKit(&def);
    const ww_TransformId transform = ww_createTransform(kit);
    const ww_EmitterId emitter = addEmitter(kit, transform, 0);
    const ww_TrailId trail = addTrail(kit, transform);
    ww_burst(kit, emitter, 500, NULL);
    for (int i = 0; i < 20; i++) {
        moveTo(kit, transform, (float)i, 0, 0);
        ww_update(kit, 1.0 / 60);
        draw(kit);
    }
    const ww_Stats before = *ww_stats(kit);
    const uint32_t points = ww_trailPointCount(kit, trail);
    ww_loseContext(kit);
    CHECK(ww_update(kit, 1.0 / 60) == WW_OK && draw(kit) == WW_OK);
    CHECK(ww_stats(kit)->drawCalls == 0 && ww_stats(kit)->uploadBytes == 0);
    CHECK(ww_restoreContext(kit) == WW_OK);
    ww_update(kit, 0);
    draw(kit);
    const ww_Stats after = *ww_stats(kit);
    CHECK(after.drawCalls == before.drawCalls && after.particles == before.particles);
    CHECK(after.gpuBytes == before.gpuBytes && after.recordBytes > 500 * 64);
    CHECK(ww_trailPointCount(kit, trail) >= points);
    ww_destroyKit(kit);
}

static void worldIsChecked(void) {
    const ww_KitDef def = headless();
    ww_Kit *kit = ww_createKit(&def);
    ww_WorldDef world = ww_defaultWorldDef();
    CHECK(ww_setWorld(kit, &world) == WW_OK);
    world.sunDirection = (ww_Vec3){0, 0, 0};
    CHECK(ww_setWorld(kit, &world) == WW_ERROR_INVALID_DEF);
    world = ww_defaultWorldDef();
    world.windStrength = 1.5f;
    CHECK(ww_setWorld(kit, &world) == WW_ERROR_INVALID_DEF);
    CHECK(strstr(ww_lastMessage(), "world: windStrength is 1.5") != NULL);
    ww_destroyKit(kit);
}

static void opensAndClosesManyTimes(void) {
    for (int round = 0; round < 200; round++) {
        ww_KitDef def = headless();
        def.maxTransforms = 64;
        def.maxTrails = 64;
        ww_Kit *kit = ww_createKit(&def);
        const ww_TransformId transform = ww_createTransform(kit);
        CHECK(addTrail(kit, transform).raw && addEmitter(kit, transform, 100).raw);
        for (int i = 0; i < 3; i++) {
            moveTo(kit, transform, (float)i, 0, 0);
            ww_update(kit, 1.0 / 60);
            draw(kit);
        }
        CHECK(ww_stats(kit)->trails == 1 && ww_stats(kit)->emitters == 1);
        ww_destroyKit(kit);
    }
}

int main(void) {
    RUN("a kit opens, updates, draws and closes without a canvas", opens);
    RUN("[kit.validate] a wrong definition opens nothing and says why", refusesBadDefinitions);
    RUN("[kit.limits] every limit is enforced at its edge", enforcesLimits);
    RUN("[kit.handles] stale and foreign handles are refused", refusesStaleHandles);
    RUN("[kit.validate] wrong times and matrices change nothing", refusesBadTime);
    RUN("a week of hidden hours neither bursts nor loses precision", staysPreciseForAWeek);
    RUN("[kit.transforms] a transform that is not finite is skipped and counted",
        skipsWhatIsNotFinite);
    RUN("[kit.no-alloc] no frame allocates in the core or on the GPU", allocatesNothingInFrames);
    RUN("only births are sent, what lives on costs no byte", sendsOnlyWhatIsBorn);
    RUN("a lost context is answered from the heap", comesBackAfterALostContext);
    RUN("[kit.validate] light and weather are checked", worldIsChecked);
    RUN("200 kits open and close without a leak", opensAndClosesManyTimes);
    return FINISH();
}

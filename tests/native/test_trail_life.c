// What becomes of trails: teleports, orphans, suspension, strokes, points, levels of detail. "Fault
// n" is the number of a fault that other systems have had.
#include "trail_scene.h"

// How many events of a kind are in the queue for a trail.
static uint32_t heard(Scene *scene, WwEventKind kind, uint32_t trail) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->shared.events.count; i++) {
        const ww_Event *event = &scene->shared.events.items[i];
        count += event->kind == kind && event->target == trail;
    }
    return count;
}

static void run(Scene *scene, Source source, float from, float by, int steps) {
    for (int i = 0; i < steps; i++) {
        place(scene, source, from + by * (float)i, 0, 0);
        step(scene, 1.0f / 60);
    }
}

static ww_TrailStyleDef teleporting(void) {
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.teleportDistance = 20;
    return def;
}

static void jumpAfterRestBreaks(void) {
    for (uint32_t mode = 0; mode < 2; mode++) {
        Scene scene;
        openScene(&scene);
        ww_TrailStyleDef def = teleporting();
        def.teleportMode = mode;
        const Source source = addTrail(&scene, &def);
        run(&scene, source, 0, 0.5f, 20);
        for (int i = 0; i < 60; i++) step(&scene, 1.0f / 60);
        run(&scene, source, 1000, 0.5f, 20); // fault 13
        CHECK(longestSegment(&scene, source) < 1);
        CHECK(
            stripsOf(&scene, source) == (mode ? 1 : 2)); // the old part fades in place, or is gone
        CHECK(scene.trails->resets == 1);
        CHECK(heard(&scene, WW_EVENT_RESET, source.trail) == 1);
        closeScene(&scene);
    }
}

static void teleportAndBackBreaksTwice(void) {
    Scene scene;
    openScene(&scene);
    const ww_TrailStyleDef def = teleporting();
    const Source source = addTrail(&scene, &def);
    run(&scene, source, 0, 0.5f, 20);
    run(&scene, source, 1000, 0.5f, 2);
    run(&scene, source, 10, 0.5f, 20);
    CHECK(longestSegment(&scene, source) < 1);
    CHECK(stripsOf(&scene, source) == 3 && scene.trails->resets == 2);
    closeScene(&scene);
}

// Fired from rest at 6,000 m/s: 100 metres in an update, from the first one on.
static void shotFromRestIsNoTeleport(void) {
    for (int warmUp = 0; warmUp < 2; warmUp++) {
        Scene scene;
        openScene(&scene);
        const ww_TrailStyleDef def = teleporting();
        const Source source = addTrail(&scene, &def);
        for (int i = 0; i < 10; i++) step(&scene, 1.0f / 60);
        if (warmUp) run(&scene, source, 0, 0.1f, 10);
        run(&scene, source, 100, 100, 10);
        uint32_t records[256];
        const uint32_t count = recordsOf(&scene, source, records);
        CHECK(stripsOf(&scene, source) == 1 && scene.trails->resets == 0);
        CHECK_NEAR(texelsOf(&scene, source, records[0])[0], 0, 0); // from the muzzle on
        for (uint32_t i = 1; i < count; i++) {
            const float *texels = texelsOf(&scene, source, records[i]);
            const float *before = texelsOf(&scene, source, records[i - 1]);
            CHECK(wwTrailPrevious(texels) == records[i - 1]);
            CHECK_NEAR(texels[4] - before[4], texels[0] - before[0], 0.01);
            CHECK(texels[3] > before[3]);
        }
        CHECK(!(wwTrailLink(texelsOf(&scene, source, records[count - 1])) & WW_TRAIL_ENDS));
        closeScene(&scene);
    }
}

// Frames that take long, and physics at a third of the display's rate.
static void unevenFramesAreNoTeleports(void) {
    Scene scene;
    openScene(&scene);
    const ww_TrailStyleDef def = teleporting();
    const Source source = addTrail(&scene, &def);
    WwRandom random = wwRandomStream(3, 4);
    float x = 0;
    for (int i = 0; i < 200; i++) { // 300 m/s, frames of 5 to 400 ms
        const float dt = wwRandomUnit(&random) < 0.2f ? 0.4f : 0.005f;
        x += 300 * dt;
        place(&scene, source, x, 0, 0);
        step(&scene, dt);
    }
    for (int i = 0; i < 200; i++) { // moves in every third update only
        if (i % 3 == 0) x += 30;
        place(&scene, source, x, 0, 0);
        step(&scene, 1.0f / 60);
    }
    CHECK(scene.trails->resets == 0 && stripsOf(&scene, source) <= 1);
    closeScene(&scene);
}

static void firstFrameIsNotJoinedToTheOrigin(void) { // fault 15
    Scene scene;
    openScene(&scene);
    const ww_TrailStyleDef def = style();
    const Source source = addTrail(&scene, &def);
    place(&scene, source, 100, 0, 0);
    step(&scene, 1.0f / 60);
    CHECK(pointsOf(&scene, source) == 0);
    CHECK(!((uint32_t)headOf(&scene, source)[11] & WW_TRAIL_LIVE));
    run(&scene, source, 100, 1, 10);
    uint32_t records[256];
    const uint32_t count = recordsOf(&scene, source, records);
    for (uint32_t i = 0; i < count; i++) CHECK(texelsOf(&scene, source, records[i])[0] >= 100);
    closeScene(&scene);
}

static void clearAndTeleportByHand(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    const Source source = addTrail(&scene, &def);
    run(&scene, source, 0, 1, 20);
    wwTrailBreak(scene.trails, styleOf(&scene, source), trailOf(&scene, source));
    CHECK(pointsOf(&scene, source) == 20); // what is laid stays
    run(&scene, source, 500, 1, 10);
    CHECK(stripsOf(&scene, source) == 2 && longestSegment(&scene, source) < 1.01f);
    wwTrailClear(scene.trails, styleOf(&scene, source), trailOf(&scene, source));
    CHECK(pointsOf(&scene, source) == 0);
    // What was laid is at or below the cut, also for the next trail in this slot.
    const float cut = headOf(&scene, source)[9];
    const WwTrailStyle *item = styleOf(&scene, source);
    for (uint32_t i = 0; i < item->ring.count; i++) CHECK(wwRingRecord(&item->ring, i)[4] <= cut);
    CHECK(wwTrailDestroy(scene.trails, source.trail) == WW_OK);
    Source next = source;
    next.trail = wwTrailCreate(scene.trails, source.style, source.transform);
    run(&scene, next, 900, 1, 10);
    CHECK(trailOf(&scene, next)->slot == 0 && headOf(&scene, next)[9] >= cut);
    closeScene(&scene);
}

static void orphansDecayOrVanish(void) {
    for (uint32_t mode = 0; mode < 2; mode++) {
        Scene scene;
        openScene(&scene);
        ww_TrailStyleDef def = style();
        def.orphanMode = mode;
        const Source source = addTrail(&scene, &def);
        run(&scene, source, 0, 1, 30);
        const uint32_t before = pointsOf(&scene, source);
        CHECK(wwTransformRemove(&scene.transforms, source.transform) == WW_OK);
        step(&scene, 1.0f / 60);
        CHECK(pointsOf(&scene, source) == (mode ? 0 : before));
        CHECK(heard(&scene, WW_EVENT_STARTED, source.trail) == 1);
        CHECK(heard(&scene, WW_EVENT_ORPHANED, source.trail) == 1);
        CHECK(heard(&scene, WW_EVENT_FADED, source.trail) == (mode ? 1 : 0));
        for (int i = 0; i < 45; i++) step(&scene, 1.0f / 60);
        if (!mode) CHECK(pointsOf(&scene, source) > 0 && pointsOf(&scene, source) < before);
        for (int i = 0; i < 25; i++) step(&scene, 1.0f / 60);
        CHECK(pointsOf(&scene, source) == 0);
        CHECK(heard(&scene, WW_EVENT_FADED, source.trail) == 1);
        CHECK(heard(&scene, WW_EVENT_ORPHANED, source.trail) == 1);
        closeScene(&scene);
    }
}

static void destroyedTrailsTellWhenTheyHaveFaded(void) {
    Scene scene;
    openScene(&scene);
    const ww_TrailStyleDef def = style();
    const Source source = addTrail(&scene, &def);
    run(&scene, source, 0, 1, 30);
    CHECK(wwTrailDestroy(scene.trails, source.trail) == WW_OK);
    for (int i = 0; i < 50; i++) step(&scene, 1.0f / 60);
    CHECK(heard(&scene, WW_EVENT_FADED, source.trail) == 0);
    for (int i = 0; i < 15; i++) step(&scene, 1.0f / 60);
    CHECK(heard(&scene, WW_EVENT_FADED, source.trail) == 1);
    closeScene(&scene);
}

static void groupsAreSuspended(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    Source sources[3] = {addTrail(&scene, &def)};
    for (int i = 1; i < 3; i++) {
        sources[i] = sources[0];
        sources[i].transform = wwTransformAdd(&scene.transforms);
        sources[i].trail = wwTrailCreate(scene.trails, sources[0].style, sources[i].transform);
    }
    const WwTrailStyle *item = styleOf(&scene, sources[0]);
    const float *opacity[3];
    for (uint32_t i = 0; i < 3; i++) {
        opacity[i] = wwTableFloats(&item->states, i * WW_TRAIL_STATE_TEXELS + 2);
    }
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < 3; i++) place(&scene, sources[i], (float)k, (float)i, 0);
        step(&scene, 1.0f / 60);
    }
    wwTrailStyleSuspend(scene.trails, sources[0].style, WW_TRAIL_HIDDEN);
    const uint32_t kept = pointsOf(&scene, sources[0]);
    for (int i = 0; i < 3; i++) CHECK(*opacity[i] == 0);
    run(&scene, sources[0], 40, 1, 10); // lays nothing
    CHECK(pointsOf(&scene, sources[0]) == kept && kept == 20);
    wwTrailStyleSuspend(scene.trails, sources[0].style, WW_TRAIL_ACTIVE);
    for (int i = 0; i < 3; i++) CHECK(*opacity[i] == 1);
    run(&scene, sources[0], 80, 1, 10);
    CHECK(stripsOf(&scene, sources[0]) == 2 && longestSegment(&scene, sources[0]) < 1.01f);
    wwTrailSuspend(scene.trails, styleOf(&scene, sources[1]), trailOf(&scene, sources[1]),
        WW_TRAIL_CLEARED); // one alone
    CHECK(pointsOf(&scene, sources[1]) == 0 && pointsOf(&scene, sources[2]) == 20);
    wwTrailStyleSuspend(scene.trails, sources[0].style, WW_TRAIL_CLEARED);
    for (int i = 0; i < 3; i++) CHECK(pointsOf(&scene, sources[i]) == 0);
    // A trail that is made meanwhile waits with the others.
    const uint32_t late = wwTrailCreate(scene.trails, sources[0].style, sources[0].transform);
    run(&scene, sources[0], 0, 1, 10);
    CHECK(wwTrailPoints(wwPoolGet(&scene.trails->trails, late)) == 0);
    wwTrailStyleSuspend(scene.trails, sources[0].style, WW_TRAIL_ACTIVE);
    run(&scene, sources[0], 10, 1, 10);
    CHECK(wwTrailPoints(wwPoolGet(&scene.trails->trails, late)) == 10);
    CHECK(pointsOf(&scene, sources[0]) == 10);
    closeScene(&scene);
}

// Points laid on a straight way by a source that far away, with an eye at the origin.
static uint32_t pointsAtDistance(float distance, bool ownEye) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.maxPoints = 200;
    def.lodStart = 20;
    def.lodEnd = 60;
    def.lodFloor = 0.25f;
    def.minVertexDistance = 0.001f;
    const Source source = addTrail(&scene, &def);
    const float eye[3] = {0, 0, 0}, far[3] = {0, 1e5f, 0};
    scene.eye = ownEye ? far : eye;
    if (ownEye) wwTrailSetEye(styleOf(&scene, source), trailOf(&scene, source), eye);
    for (int i = 0; i <= 120; i++) {
        place(&scene, source, 0.002f * (float)i, 0, distance);
        step(&scene, 1.0f / 60);
    }
    const uint32_t points = trailOf(&scene, source)->recordCount;
    // What is left out lies between what stays: no gap is longer than the share makes it.
    CHECK(longestSegment(&scene, source) <= 0.002f * (120 / (float)points + 1));
    closeScene(&scene);
    return points;
}

static void farTrailsHaveFewerPoints(void) {
    CHECK(pointsAtDistance(0, false) == 120);
    CHECK(pointsAtDistance(19, false) == 120);
    CHECK_NEAR(pointsAtDistance(40, false), 120 * 0.625, 2); // half way between 1 and a quarter
    CHECK_NEAR(pointsAtDistance(60, false), 30, 2);
    CHECK_NEAR(pointsAtDistance(1000, false), 30, 2); // never below the floor
    CHECK_NEAR(pointsAtDistance(40, true), 120 * 0.625, 2);
}

static void farTrailsKeepFewerPoints(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 1000;
    def.maxPoints = 40;
    def.lodStart = 20;
    def.lodEnd = 60;
    const Source source = addTrail(&scene, &def);
    const float eye[3] = {0, 0, 0};
    scene.eye = eye;
    run(&scene, source, 0, 0.1f, 200);
    CHECK(pointsOf(&scene, source) >= 38 && pointsOf(&scene, source) <= 40);
    run(&scene, source, 200, 0.11f, 400);
    const uint32_t far = pointsOf(&scene, source);
    CHECK(far <= 11 && far >= 8);
    closeScene(&scene);
}

static void strokesAreBornWhole(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 2;
    const Source source = addTrail(&scene, &def);
    scene.now = 10;
    step(&scene, 0);
    const float line[6] = {0, 0, 0, 10, 0, 0};
    CHECK(wwTrailStroke(scene.trails, source.style, line, 2, 0.5f, 0) == WW_OK);
    WwTrailStyle *item = styleOf(&scene, source);
    CHECK(item->ring.count == 2);
    const float *from = wwRingRecord(&item->ring, 0), *to = wwRingRecord(&item->ring, 1);
    CHECK_NEAR(from[0], 0, 0);
    CHECK_NEAR(to[0], 10, 0);
    CHECK_NEAR(from[3], 9, 1e-5); // its start is half way through its life
    CHECK_NEAR(to[3], 10, 1e-5);
    CHECK(wwTrailBegins(from) && wwTrailPrevious(to) == 0 && (wwTrailLink(to) & WW_TRAIL_ENDS));
    CHECK_NEAR(to[4] - from[4], 10, 1e-4);
    clean(item);
    step(&scene, 0.5f);
    CHECK(dirtyBytes(item) == 0); // it only ages
    // It goes by itself, and its slot with it.
    CHECK(item->firstFading != WW_TRAIL_NO_RECORD && item->ring.count == 2);
    step(&scene, 1.6f);
    CHECK(item->firstFading == WW_TRAIL_NO_RECORD && item->ring.count == 0);
    // The younger end is the head, whichever comes first.
    CHECK(wwTrailStroke(scene.trails, source.style, line, 2, 0, 0.25f) == WW_OK);
    const uint32_t first = item->ring.first;
    CHECK_NEAR(wwRingRecord(&item->ring, first)[0], 10, 0);
    CHECK_NEAR(wwRingRecord(&item->ring, first)[3], scene.now - 0.5f, 1e-5);
    closeScene(&scene);
}

static void strokesFollowPaths(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.maxTrails = 3;
    def.maxPoints = 64;
    def.smoothing = 0.01f;
    const Source source = addTrail(&scene, &def);
    float path[64 * 3];
    for (int i = 0; i < 64; i++) {
        path[3 * i] = wwCos(0.785398f * (float)i);
        path[3 * i + 1] = wwSin(0.785398f * (float)i);
        path[3 * i + 2] = 0;
    }
    CHECK(wwTrailStroke(scene.trails, source.style, path, 9, 0, 0) == WW_OK);
    const WwTrailStyle *item = styleOf(&scene, source);
    CHECK(item->ring.count > 24 && item->ring.count < 50);
    for (uint32_t i = 0; i < item->ring.count; i++) {
        const float *texels = wwRingRecord(&item->ring, i);
        CHECK_NEAR(sqrtf(texels[0] * texels[0] + texels[1] * texels[1]), 1, 0.01);
    }
    // Degenerate ones draw nothing and hold nothing.
    const float still[9] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
    CHECK(wwTrailStroke(scene.trails, source.style, still, 3, 0.5f, 0) == WW_OK);
    CHECK(wwTrailStroke(scene.trails, source.style, path, 64, 1, 1) == WW_OK); // over at once
    CHECK(wwTrailStroke(scene.trails, source.style, path, 1, 0, 0) == WW_ERROR_INVALID_DEF);
    CHECK_TEXT(wwLastMessage(),
        "stroke: the path has 1 points, it must have between 2 and 64 (maxPoints)");
    CHECK(wwTrailStroke(scene.trails, source.style, path, 2, 0, 1.5f) == WW_ERROR_INVALID_DEF);
    CHECK_TEXT(wwLastMessage(), "stroke: ageTo is 1.5, it must be between 0 and 1");
    path[4] = NAN;
    CHECK(wwTrailStroke(scene.trails, source.style, path, 2, 0, 0) == WW_ERROR_INVALID_DEF);
    path[4] = 0.5f;
    CHECK(wwTrailStroke(scene.trails, source.style, path, 2, 0, 0) == WW_OK);
    CHECK(wwTrailStroke(scene.trails, source.style, path, 2, 0, 0) == WW_ERROR_CAPACITY);
    closeScene(&scene);
}

// Creates and destroys far more trails than there is room for at a time.
static void slotsComeBack(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 0.2f;
    def.maxTrails = 16;
    def.maxPoints = 8;
    const Source source = addTrail(&scene, &def);
    wwTrailDestroy(scene.trails, source.trail);
    const uint32_t allocations = wwAllocCount();
    uint32_t made = 0;
    for (int i = 0; i < 20000; i++) {
        Source one = source;
        one.trail = wwTrailCreate(scene.trails, source.style, source.transform);
        made += one.trail != 0;
        place(&scene, source, (float)(i % 7), 0, 0);
        step(&scene, 1.0f / 60);
        place(&scene, source, (float)(i % 7) + 1, 0, 0);
        step(&scene, 1.0f / 60);
        if (one.trail) CHECK(wwTrailDestroy(scene.trails, one.trail) == WW_OK);
    }
    CHECK(made == 20000 && wwAllocCount() == allocations);
    for (int i = 0; i < 20; i++) step(&scene, 1.0f / 60);
    const WwTrailStyle *item = styleOf(&scene, source);
    CHECK(item->trailCount == 0 && item->firstFading == WW_TRAIL_NO_RECORD);
    CHECK(item->ring.count == 0 && item->slotsUsed <= 16);
    closeScene(&scene);
}

static void localPointsFollowTheParent(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.space = WW_TRAIL_LOCAL;
    const Source source = addTrail(&scene, &def);
    const uint32_t parent = wwTransformAdd(&scene.transforms);
    CHECK(wwTransformSetParent(&scene.transforms, source.transform, parent) == WW_OK);
    ww_Transform *root = &scene.transforms.current[wwPoolSlot(&scene.transforms.pool, parent)];
    const WwTrailStyle *item = styleOf(&scene, source);
    for (int i = 0; i <= 20; i++) {
        root->position[1] = 100 * (float)i; // far faster than the source in it
        place(&scene, source, (float)i, 0, 0);
        step(&scene, 1.0f / 60);
    }
    uint32_t records[256];
    const uint32_t count = recordsOf(&scene, source, records);
    CHECK(count == 20);
    for (uint32_t i = 0; i < count; i++) {
        CHECK_NEAR(texelsOf(&scene, source, records[i])[0], (float)i, 0);
        CHECK_NEAR(texelsOf(&scene, source, records[i])[1], 0, 0); // relative to the parent
    }
    const float *place4 = headOf(&scene, source) + 4 * (item->headTexels - 2);
    CHECK(place4[1] == 2000 && place4[3] == 1 && place4[7] == 1);
    // At rest in a parent that moves, only the place of the parent is sent: 32 bytes.
    step(&scene, 1.0f / 60);
    clean(styleOf(&scene, source));
    root->position[1] = 3000;
    root->scale = 2;
    step(&scene, 1.0f / 60);
    CHECK(dirtyBytes(item) == 32 && place4[1] == 3000 && place4[3] == 2);
    CHECK(trailOf(&scene, source)->recordCount == 20 && trailOf(&scene, source)->resting);
    clean(styleOf(&scene, source));
    step(&scene, 1.0f / 60);
    CHECK(dirtyBytes(item) == 0);
    closeScene(&scene);
}

static void distancesStayPrecise(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 1;
    const Source source = addTrail(&scene, &def);
    float x = 0;
    for (int i = 0; i < 20000; i++) { // 200 km, half a second each at 100 m an update
        x = i % 2 ? 5 : -5;
        place(&scene, source, x, 0, 0);
        step(&scene, 1.0f / 60);
    }
    uint32_t records[256];
    const uint32_t count = recordsOf(&scene, source, records);
    for (uint32_t i = 1; i < count; i++) {
        const float *texels = texelsOf(&scene, source, records[i]);
        CHECK_NEAR(texels[4] - texelsOf(&scene, source, records[i - 1])[4], 10, 0.01);
        CHECK(texels[4] < 40000);
    }
    closeScene(&scene);
}

static void longStallsAreHarmless(void) { // faults 1 and 3
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.maxVertexDistance = 0.01f;
    const Source source = addTrail(&scene, &def);
    run(&scene, source, 0, 1, 20);
    place(&scene, source, 1e6f, 0, 0);
    step(&scene, 600);
    CHECK(pointsOf(&scene, source) <= def.maxPoints);
    CHECK(scene.trails->skipped > 0);
    step(&scene, 1);
    step(&scene, 0.1f);
    CHECK(pointsOf(&scene, source) == 0);
    closeScene(&scene);
}

int main(void) {
    RUN("[trail.teleport] after a rest a jump breaks or clears, and is told (fault 13)",
        jumpAfterRestBreaks);
    RUN("[trail.teleport] there and back again makes three strips", teleportAndBackBreaksTwice);
    RUN("[trail.teleport] a shot fired from rest is one strip from the muzzle on",
        shotFromRestIsNoTeleport);
    RUN("[trail.teleport] slow frames and slow physics are no teleports",
        unevenFramesAreNoTeleports);
    RUN("the first frame is not joined to the origin (fault 15)", firstFrameIsNotJoinedToTheOrigin);
    RUN("[trail.clear] clear and teleport do the same by hand", clearAndTeleportByHand);
    RUN("[trail.orphan] a trail without its source decays or vanishes", orphansDecayOrVanish);
    RUN("[trail.events] a destroyed trail tells when it has faded",
        destroyedTrailsTellWhenTheyHaveFaded);
    RUN("[trail.suspend] a group is hidden or cleared, lays nothing, and comes back",
        groupsAreSuspended);
    RUN("[trail.lod] fewer points are laid with distance, to the floor", farTrailsHaveFewerPoints);
    RUN("[trail.lod] and fewer are kept", farTrailsKeepFewerPoints);
    RUN("[trail.stroke] a stroke is born whole, only ages, and goes by itself",
        strokesAreBornWhole);
    RUN("[trail.stroke] a stroke follows a path, bad ones are refused", strokesFollowPaths);
    RUN("[kit.handles] 20,000 short trails leave no slot behind and allocate nothing",
        slotsComeBack);
    RUN("[trail.space] local points are relative to the parent, whose motion sends 32 bytes",
        localPointsFollowTheParent);
    RUN("[trail.pinned] distances stay precise however far a source travels", distancesStayPrecise);
    RUN("a stall of ten minutes costs no more than the budget (faults 1, 3)",
        longStallsAreHarmless);
    return FINISH();
}

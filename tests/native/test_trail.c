#include "trail_scene.h"

static void laysByDistance(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.minVertexDistance = 1;
    def.lifetime = 100;
    const Source source = addTrail(&scene, &def);
    step(&scene, 0.1f);
    CHECK(pointsOf(&scene, source) == 0);
    for (int i = 1; i <= 9; i++) {
        place(&scene, source, 0.1f * (float)i, 0, 0);
        step(&scene, 0.1f);
        CHECK(trailOf(&scene, source)->recordCount == 0); // only the live head moves
    }
    place(&scene, source, 1, 0, 0);
    step(&scene, 0.1f);
    CHECK(trailOf(&scene, source)->recordCount == 1);
    for (int i = 1; i <= 100; i++) {
        place(&scene, source, 1 + 0.25f * (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    CHECK(trailOf(&scene, source)->recordCount == 26); // 25 metres more, one point a metre
    closeScene(&scene);
}

static void laysByInterval(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.minVertexDistance = 10;
    def.maxInterval = 0.5f;
    def.lifetime = 100;
    const Source source = addTrail(&scene, &def);
    step(&scene, 0.1f);
    for (int i = 1; i <= 50; i++) { // five seconds at two centimetres a second
        place(&scene, source, 0.002f * (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    const uint32_t slow = trailOf(&scene, source)->recordCount;
    CHECK(slow >= 8 && slow <= 10);
    for (int i = 0; i < 50; i++) step(&scene, 0.1f); // standing still lays nothing
    CHECK(trailOf(&scene, source)->recordCount == slow);
    closeScene(&scene);
}

static void keepsAtMostMaxPoints(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.minVertexDistance = 0.5f;
    def.lifetime = 1000;
    def.maxPoints = 8;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i < 100; i++) {
        place(&scene, source, (float)i, 0, 0);
        step(&scene, 0.1f);
        CHECK(pointsOf(&scene, source) <= 8);
    }
    const WwTrail *trail = trailOf(&scene, source);
    const WwTrailStyle *item = styleOf(&scene, source);
    CHECK(wwTrailsCounts(scene.trails).dropped > 80);
    // The oldest went: what is left are the newest metres, and the cut hides all before them.
    const float oldest = wwRingRecord(&item->ring, trail->oldestRecord)[0];
    CHECK(oldest >= 99 - 8);
    CHECK_NEAR(trail->cutDistance, oldest, 1e-3);
    closeScene(&scene);
}

static void agesOut(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 1;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i < 240; i++) {
        place(&scene, source, 0.2f * (float)i, 0, 0);
        step(&scene, 1.0f / 60);
        const WwTrail *trail = trailOf(&scene, source);
        if (!trail->recordCount) continue;
        const WwTrailStyle *item = styleOf(&scene, source);
        // A record stays while the segment that leaves it is younger than one lifetime.
        CHECK(scene.now - wwRingRecord(&item->ring, trail->oldestRecord)[3] <= 1.0f + 2.1f / 60);
    }
    CHECK(pointsOf(&scene, source) >= 59 && pointsOf(&scene, source) <= 62);
    for (int i = 0; i < 144 * 2; i++) step(&scene, 1.0f / 144); // also at another frame rate
    CHECK(pointsOf(&scene, source) == 0);
    CHECK(styleOf(&scene, source)->ring.count == 0);
    CHECK(!trailOf(&scene, source)->hasStrip);
    closeScene(&scene);
}

static void tailOfARestingSourceMovesOn(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 2;
    def.maxPoints = 256;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i <= 240; i++) { // constant speed of 6 m/s
        place(&scene, source, 0.1f * (float)i, 0, 0);
        step(&scene, 1.0f / 60);
    }
    step(&scene, 1.0f / 60);
    const WwTrailStyle *item = styleOf(&scene, source);
    const uint32_t slot = trailOf(&scene, source)->slot;
    const float *samples = wwTableFloats(&item->states, slot * WW_TRAIL_STATE_TEXELS);
    // Two seconds of 6 m/s behind the head, vanishing at the head after one lifetime.
    for (int k = 0; k < 8; k++) CHECK_NEAR(samples[k], 24.0f - 12.0f * (float)(7 - k) / 7.0f, 0.15);
    closeScene(&scene);
}

static void breaksOnTeleport(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.teleportDistance = 50;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i <= 10; i++) {
        place(&scene, source, (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    for (int i = 0; i <= 10; i++) {
        place(&scene, source, 1000.0f + (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    const WwTrailStyle *item = styleOf(&scene, source);
    uint32_t strips = 0;
    for (uint32_t i = 0; i < item->ring.count; i++) {
        const float *record =
            wwRingRecord(&item->ring, (item->ring.first + i) % item->ring.capacity);
        if (wwTrailBegins(record)) {
            strips++;
            continue;
        }
        const float *previous = wwRingRecord(&item->ring, wwTrailPrevious(record));
        CHECK(fabsf(record[0] - previous[0]) < 2); // no segment crosses the gap
    }
    CHECK(strips == 2);
    CHECK(pointsOf(&scene, source) == 11 + 11); // the old part stays until it has aged
    closeScene(&scene);
}

static void clearsOnTeleport(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.teleportDistance = 50;
    def.teleportMode = 1;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i <= 20; i++) {
        place(&scene, source, (i <= 10 ? 0.0f : 1000.0f) + (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    const WwTrailStyle *item = styleOf(&scene, source);
    const WwTrail *trail = trailOf(&scene, source);
    CHECK(pointsOf(&scene, source) == 10);
    CHECK_NEAR(wwRingRecord(&item->ring, trail->oldestRecord)[0], 1011, 1e-3);
    CHECK(trail->cutDistance >= 10); // hides what was laid before
    closeScene(&scene);
}

static void fastProjectileIsNoTeleport(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.teleportDistance = 50;
    const Source source = addTrail(&scene, &def);
    float x = 0;
    for (int i = 0; i <= 20; i++) { // accelerates to 100 metres a step
        place(&scene, source, x, 0, 0);
        x += 5.0f * (float)i;
        step(&scene, 0.1f);
    }
    const WwTrailStyle *item = styleOf(&scene, source);
    uint32_t strips = 0;
    for (uint32_t i = 0; i < item->ring.count; i++) {
        strips += wwTrailBegins(wwRingRecord(&item->ring, i));
    }
    CHECK(strips == 1);
    closeScene(&scene);
}

static void idleMarksNothing(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 10;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i < 60; i++) {
        place(&scene, source, 0.2f * (float)i, 0, 0);
        step(&scene, 1.0f / 60);
    }
    step(&scene, 1.0f / 60); // the update in which it comes to rest
    clean(styleOf(&scene, source));
    for (int i = 0; i < 500; i++) {
        step(&scene, 1.0f / 60);
        CHECK(dirtyBytes(styleOf(&scene, source)) == 0);
    }
    closeScene(&scene);
}

static void movingMarksLittle(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.maxTrails = 1;
    def.maxPoints = 2048;
    def.lifetime = 1000;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i < 2500; i++) {
        clean(styleOf(&scene, source));
        place(&scene, source, 0.2f * (float)i, 0, 0);
        step(&scene, 1.0f / 60);
        if (i > 1) CHECK(dirtyBytes(styleOf(&scene, source)) <= 32 + 48); // one record, one head
    }
    closeScene(&scene);
}

static void headIsAtTheSource(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.minVertexDistance = 5;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i < 100; i++) {
        const float x = 0.37f * (float)i;
        place(&scene, source, x, 2, -x);
        step(&scene, 1.0f / 60);
        if (!i) continue;
        const WwTrailStyle *item = styleOf(&scene, source);
        const float *head = wwTableFloats(&item->heads, 1);
        CHECK_NEAR(head[0], x, 0);
        CHECK_NEAR(head[1], 2, 0);
        CHECK_NEAR(head[2], -x, 0);
    }
    closeScene(&scene);
}

static void badSamplesAreSkipped(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i < 30; i++) {
        place(&scene, source, i % 3 == 1 ? NAN : (float)i, i % 3 == 2 ? INFINITY : 0, 0);
        step(&scene, 0.1f);
    }
    const WwTrailStyle *item = styleOf(&scene, source);
    CHECK(scene.transforms.rejected == 20);
    for (uint32_t i = 0; i < item->ring.count * 8; i++) {
        CHECK(wwFinite(wwTableFloats(&item->ring.table, 0)[i]));
    }
    CHECK(pointsOf(&scene, source) == 10);
    closeScene(&scene);
}

static void degeneratePathsStayFinite(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.minVertexDistance = 0;
    const Source source = addTrail(&scene, &def);
    const float path[] = {0, 1, 0, 1, 1, 1, 2, 1, 0, -1, 1e6f, 0};
    for (uint32_t i = 0; i < sizeof path / sizeof *path; i++) {
        place(&scene, source, path[i], 0, 0);
        step(&scene, i % 4 ? 0.1f : 0.0f);
    }
    wwTrailBreak(scene.trails, styleOf(&scene, source), trailOf(&scene, source));
    const WwTrailStyle *item = styleOf(&scene, source);
    for (uint32_t i = 0; i < item->ring.count * 8; i++) {
        CHECK(wwFinite(wwTableFloats(&item->ring.table, 0)[i]));
    }
    closeScene(&scene);
}

// Many trails that start, stop and hang in one ring never take a record from each other.
static void chainsStayApart(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 0.7f;
    def.maxPoints = 12;
    Source sources[4];
    sources[0] = addTrail(&scene, &def);
    for (int i = 1; i < 4; i++) {
        sources[i].transform = wwTransformAdd(&scene.transforms);
        sources[i].style = sources[0].style;
        sources[i].trail = wwTrailCreate(scene.trails, sources[0].style, sources[i].transform);
    }
    for (int i = 0; i < 4; i++) place(&scene, sources[i], 0, (float)i, 0);
    WwRandom random = wwRandomStream(1, 2);
    for (int frame = 0; frame < 4000; frame++) {
        for (int i = 0; i < 4; i++) {
            if (wwRandomUnit(&random) < 0.3f) continue;
            place(&scene, sources[i], wwRandomRange(&random, 0, 9), (float)i, 0);
        }
        const float dice = wwRandomUnit(&random);
        const int which = (int)(wwRandomUnit(&random) * 4);
        WwTrail *trail = trailOf(&scene, sources[which]);
        if (dice < 0.02f) wwTrailBreak(scene.trails, styleOf(&scene, sources[0]), trail);
        if (dice > 0.99f) wwTrailClear(scene.trails, styleOf(&scene, sources[0]), trail);
        step(&scene, dice > 0.97f ? 2.0f : wwRandomRange(&random, 0, 0.05f));
        const WwTrailStyle *item = styleOf(&scene, sources[0]);
        for (int i = 0; i < 4; i++) {
            const WwTrail *one = trailOf(&scene, sources[i]);
            uint32_t record = one->oldestRecord;
            float time = -1e9f;
            for (uint32_t k = 0; k < one->recordCount; k++) {
                const float *texels = wwRingRecord(&item->ring, record);
                CHECK(wwTrailSlotOf(texels) == one->slot && texels[1] == (float)i);
                CHECK(texels[3] >= time);
                time = texels[3];
                record = item->nextRecord[record];
            }
        }
        if (checkFailures) break;
    }
    closeScene(&scene);
}

static void rebaseChangesNothing(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 5;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i < 200; i++) {
        place(&scene, source, 0.2f * (float)i, 0, 0);
        step(&scene, 1.0f / 64);
        if (i == 100) {
            wwTrailsRebase(scene.trails, 1);
            scene.now -= 1;
        }
    }
    const WwTrail *trail = trailOf(&scene, source);
    const WwTrailStyle *item = styleOf(&scene, source);
    const float *oldest = wwRingRecord(&item->ring, trail->oldestRecord);
    CHECK(trail->recordCount == 63 - 1); // maxPoints less pending and head
    CHECK_NEAR(scene.now - oldest[3], (199 - oldest[0] / 0.2f) / 64, 1e-4);
    closeScene(&scene);
}

static void slotsAreHeldWhileTheyFade(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 1;
    def.maxTrails = 1;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i < 30; i++) {
        place(&scene, source, (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    CHECK(wwTrailDestroy(scene.trails, source.trail) == WW_OK);
    CHECK(wwTrailDestroy(scene.trails, source.trail) == WW_ERROR_STALE_HANDLE);
    CHECK(wwTrailCreate(scene.trails, source.style, source.transform) == 0);
    CHECK(wwLastStatus() == WW_ERROR_CAPACITY);
    for (int i = 0; i < 11; i++) step(&scene, 0.1f);
    CHECK(wwTrailCreate(scene.trails, source.style, source.transform) != 0);
    closeScene(&scene);
}

static void refusesBadStyles(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = -1;
    CHECK(wwTrailStyleCreate(scene.trails, &def, (WwKeyArray){0}) == 0);
    CHECK_TEXT(wwLastMessage(), "trail style: lifetime is -1, it must be between 0.01 and 3600 s");
    def = style();
    def.maxTrails = 65535;
    def.maxPoints = 4096;
    CHECK(wwTrailStyleCreate(scene.trails, &def, (WwKeyArray){0}) == 0);
    CHECK_TEXT(wwLastMessage(), "trail style: maxTrails x maxPoints is 2.684313e8, it must be "
                                "between 3 and 1048576 points");
    def = style();
    const uint32_t good = wwTrailStyleCreate(scene.trails, &def, (WwKeyArray){0});
    def.width = NAN;
    CHECK(wwTrailStyleSet(scene.trails, good, &def, (WwKeyArray){0}) == WW_ERROR_INVALID_DEF);
    CHECK_TEXT(wwLastMessage(), "trail style: width is NaN, it must be between 0 and 1000 m");
    const WwTrailStyle *item = wwPoolGet(&scene.trails->styles, good);
    CHECK_NEAR(item->def.width, 0.3, 1e-6); // nothing half-applied
    closeScene(&scene);
}

static ww_Status setLifetime(Scene *scene, Source source, float lifetime) {
    ww_TrailStyleDef def = styleOf(scene, source)->def;
    def.lifetime = lifetime;
    return wwTrailStyleSet(scene->trails, source.style, &def, (WwKeyArray){0});
}

static void lifetimeChangesInBothDirections(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.minVertexDistance = 0.5f;
    def.lifetime = 1.0f;
    def.maxTrails = 1;
    Source source = addTrail(&scene, &def);
    for (int i = 0; i < 40; i++) {
        place(&scene, source, (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    const uint32_t before = pointsOf(&scene, source);
    CHECK(setLifetime(&scene, source, 100) == WW_OK);
    step(&scene, 0);
    CHECK(pointsOf(&scene, source) == before); // what was dead stays dead
    // A resting trail shows its tail where the new lifetime has it: 39 m at 3.9 s, 10 m a second.
    CHECK(setLifetime(&scene, source, 1) == WW_OK);
    step(&scene, 0.1f);
    step(&scene, 0.1f);
    CHECK(setLifetime(&scene, source, 0.6f) == WW_OK);
    const WwTrail *trail = trailOf(&scene, source);
    const WwTrailStyle *item = styleOf(&scene, source);
    const float *row = wwTableFloats(&item->heads, trail->slot * item->headTexels);
    CHECK(trail->resting);
    CHECK_NEAR(row[9], 39 - 4, 0.01);
    step(&scene, 1);
    CHECK(pointsOf(&scene, source) == 0);
    // A slot that is free stays free under a longer lifetime.
    CHECK(wwTrailDestroy(scene.trails, source.trail) == WW_OK);
    step(&scene, 10);
    CHECK(setLifetime(&scene, source, 1000) == WW_OK);
    source.trail = wwTrailCreate(scene.trails, source.style, source.transform);
    CHECK(source.trail != 0);
    closeScene(&scene);
}

static void retiredStyleGoesWhenItHasFaded(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 1;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i < 10; i++) {
        place(&scene, source, (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    CHECK(wwTrailDestroy(scene.trails, source.trail) == WW_OK);
    CHECK(wwTrailStyleRetire(scene.trails, source.style) == WW_OK);
    step(&scene, 0.5f);
    CHECK(styleOf(&scene, source) != NULL);
    step(&scene, 0.6f);
    CHECK(styleOf(&scene, source) == NULL);
    CHECK(wwTrailStyleRetire(scene.trails, source.style) == WW_ERROR_STALE_HANDLE);
    closeScene(&scene);
}

int main(void) {
    RUN("[trail.min-distance] no point until the source moved minVertexDistance", laysByDistance);
    RUN("[trail.max-interval] a slow mover still gets a point every maxInterval", laysByInterval);
    RUN("[trail.max-points] the oldest points go first past maxPoints", keepsAtMostMaxPoints);
    RUN("[trail.lifetime] points vanish at lifetime, at any frame rate", agesOut);
    RUN("[trail.lifetime] the tail of a resting source moves on without uploads",
        tailOfARestingSourceMovesOn);
    RUN("[trail.teleport] a jump breaks the strip and no segment crosses the gap",
        breaksOnTeleport);
    RUN("[trail.teleport] with teleportMode clear the old part goes at once", clearsOnTeleport);
    RUN("[trail.teleport] an honest fast projectile never breaks", fastProjectileIsNoTeleport);
    RUN("[trail.idle] a trail that lays nothing marks nothing for upload", idleMarksNothing);
    RUN("a moving trail of 2,000 points sends one record and one head", movingMarksLittle);
    RUN("[trail.head] the newest end is at the source in every update", headIsAtTheSource);
    RUN("samples that are not finite are skipped and counted", badSamplesAreSkipped);
    RUN("reversals, duplicates and zero steps stay finite", degeneratePathsStayFinite);
    RUN("trails of one ring never take a record from each other", chainsStayApart);
    RUN("a new epoch changes no age", rebaseChangesNothing);
    RUN("[kit.handles] a slot is free again only when its history has faded",
        slotsAreHeldWhileTheyFade);
    RUN("[trail.lifetime] a lifetime may change up and down", lifetimeChangesInBothDirections);
    RUN("[kit.handles] a retired style goes when its last trail has faded",
        retiredStyleGoesWhenItHasFaded);
    RUN("[kit.validate] bad trail styles are refused whole, with the reason", refusesBadStyles);
    return FINISH();
}

// How sources are sampled. "Fault n" is the number of a fault that other systems have had.
#include "trail_scene.h"

static void modesSayWhenPointsAreLaid(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 2;
    def.emitMode = WW_TRAIL_MOVING;
    const Source source = addTrail(&scene, &def);
    WwTrailStyle *item = styleOf(&scene, source);
    for (int i = 0; i < 300; i++) step(&scene, 1.0f / 60);
    CHECK(pointsOf(&scene, source) == 0 && dirtyBytes(item) <= 16); // only its state
    def.emitMode = WW_TRAIL_ALWAYS;
    def.maxInterval = 0.25f;
    CHECK(wwTrailStyleSet(scene.trails, source.style, &def, (WwKeyArray){0}) == WW_OK);
    for (int i = 0; i < 300; i++) step(&scene, 1.0f / 60);
    const uint32_t atRest = trailOf(&scene, source)->recordCount;
    CHECK(atRest >= 7 && atRest <= 9); // two seconds, four points a second
    def.maxInterval = 0;               // then 16 in a lifetime
    CHECK(wwTrailStyleSet(scene.trails, source.style, &def, (WwKeyArray){0}) == WW_OK);
    for (int i = 0; i < 300; i++) step(&scene, 1.0f / 60);
    const uint32_t byDefault = trailOf(&scene, source)->recordCount;
    CHECK(byDefault >= 14 && byDefault <= 17);
    def.emitMode = WW_TRAIL_OFF;
    CHECK(wwTrailStyleSet(scene.trails, source.style, &def, (WwKeyArray){0}) == WW_OK);
    step(&scene, 1.0f / 60);
    const uint32_t history = pointsOf(&scene, source);
    CHECK(history >= byDefault);
    for (int i = 0; i < 60; i++) { // moving does not help
        place(&scene, source, (float)i, 0, 0);
        step(&scene, 1.0f / 60);
        CHECK(pointsOf(&scene, source) <= history);
    }
    CHECK(pointsOf(&scene, source) > 0 && pointsOf(&scene, source) < history);
    for (int i = 0; i < 70; i++) step(&scene, 1.0f / 60);
    CHECK(pointsOf(&scene, source) == 0);
    closeScene(&scene);
}

static void resamplesFastMotion(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.maxPoints = 200;
    def.maxVertexDistance = 1;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i <= 10; i++) { // 9.5 metres in each tenth of a second
        place(&scene, source, 9.5f * (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    uint32_t records[256];
    const uint32_t count = recordsOf(&scene, source, records);
    CHECK(count == 9 * 10 + 1); // ten pieces in each of the nine segments behind the pending point
    CHECK(longestSegment(&scene, source) <= 1);
    for (uint32_t i = 0; i < count; i++) {
        const float *texels = texelsOf(&scene, source, records[i]);
        CHECK_NEAR(texels[0], 0.95f * (float)i, 1e-3);      // evenly
        CHECK_NEAR(texels[3], 0.1f + texels[0] / 95, 1e-4); // at the time it was there
        CHECK_NEAR(texels[4], texels[0], 1e-3);
    }
    CHECK(scene.trails->skipped == 0);
    closeScene(&scene);
}

static void budgetBoundsResampling(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.maxPoints = 200;
    def.maxVertexDistance = 0.5f;
    def.maxPointsPerUpdate = 4;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i <= 10; i++) {
        const uint32_t before = trailOf(&scene, source)->recordCount;
        place(&scene, source, 10.0f * (float)i, 0, 0);
        step(&scene, 0.1f);
        CHECK(trailOf(&scene, source)->recordCount - before <= 4);
    }
    CHECK(trailOf(&scene, source)->recordCount == 9 * 4 + 1);
    CHECK(scene.trails->skipped == 9 * (20 - 4));
    CHECK_NEAR(longestSegment(&scene, source), 2.5, 1e-4); // what is laid lies evenly
    closeScene(&scene);
}

// Runs along a circle of radius 1 and returns how far points and middles of segments are off it.
static float circleError(float samplesPerTurn, float smoothing, uint32_t *points) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.maxPoints = 256;
    def.smoothing = smoothing;
    const Source source = addTrail(&scene, &def);
    const int samples = (int)(samplesPerTurn * 2) + 3;
    for (int i = 0; i < samples; i++) {
        const float angle = 2 * WW_PI * (float)i / samplesPerTurn;
        place(&scene, source, wwCos(angle), wwSin(angle), 0);
        step(&scene, 1.0f / 60);
    }
    wwTrailBreak(scene.trails, styleOf(&scene, source), trailOf(&scene, source));
    uint32_t records[256];
    *points = recordsOf(&scene, source, records);
    float error = 0;
    for (uint32_t i = 0; i < *points; i++) {
        const float *texels = texelsOf(&scene, source, records[i]);
        error = wwMax(error, fabsf(sqrtf(texels[0] * texels[0] + texels[1] * texels[1]) - 1));
        if (!i) continue;
        const float *before = texelsOf(&scene, source, records[i - 1]);
        const float x = 0.5f * (texels[0] + before[0]), y = 0.5f * (texels[1] + before[1]);
        error = wwMax(error, fabsf(sqrtf(x * x + y * y) - 1));
        // A tangent of the curve is that of the circle, to three degrees.
        float tangent[3];
        wwUnpackUnit(texels[5], tangent);
        CHECK(smoothing == 0 || fabsf(tangent[0] * texels[0] + tangent[1] * texels[1]) < 0.05f);
    }
    closeScene(&scene);
    return error;
}

static void smoothsCircles(void) {
    uint32_t straight, fine, coarse;
    CHECK(circleError(8, 0, &straight) > 0.07f);
    CHECK(circleError(8, 0.001f, &fine) < 0.01f);
    // No more points than the error asks for: the second derivative of an arc of 45 degrees is 0.86
    // at most, and sqrt(0.86 / 8e) pieces stay within e.
    CHECK(fine <= 18 * 11 + 1);
    CHECK(circleError(8, 0.004f, &coarse) < 0.0085f + 0.004f);
    CHECK(coarse <= 18 * 6 + 1 && coarse > 18 * 2);
    // Fault 23: five turns a second at 60 updates a second.
    uint32_t points;
    CHECK(circleError(12, 0.005f, &points) < 0.02f);
}

static void smoothingLeavesStraightPathsAlone(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.smoothing = 0.001f;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i <= 20; i++) {
        place(&scene, source, (float)i, 2 * (float)i, -(float)i);
        step(&scene, 0.1f);
    }
    CHECK(trailOf(&scene, source)->recordCount == 20); // one a sample
    closeScene(&scene);
}

// Uneven samples make no loops: the curve advances from sample to sample.
static void smoothingHasNoLoops(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.maxPoints = 256;
    def.smoothing = 0.001f;
    def.minVertexDistance = 0.01f;
    const Source source = addTrail(&scene, &def);
    const float path[][2] = {{0, 0}, {0.05f, 0.02f}, {9, 0}, {9.05f, 3}, {9.1f, 3.05f}, {18, 3}};
    for (int i = 0; i < 6; i++) {
        place(&scene, source, path[i][0], path[i][1], 0);
        step(&scene, 0.1f);
    }
    uint32_t records[256];
    const uint32_t count = recordsOf(&scene, source, records);
    for (uint32_t i = 1; i < count; i++) {
        const float *before = texelsOf(&scene, source, records[i - 1]);
        const float *after = texelsOf(&scene, source, records[i]);
        CHECK(after[0] > before[0] - 0.06f);
        CHECK(after[1] > -0.6f && after[1] < 3.7f);
        CHECK(after[3] >= before[3] && after[4] > before[4]);
    }
    closeScene(&scene);
}

static void cutsAtMaxLength(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.maxLength = 5;
    def.minVertexDistance = 1;
    const Source source = addTrail(&scene, &def);
    float before = 0;
    for (int i = 1; i <= 200; i++) {
        place(&scene, source, 0.13f * (float)i, 0, 0);
        step(&scene, 0.1f);
        if (i < 5) continue;
        const float *head = headOf(&scene, source);
        CHECK_NEAR(head[8] - head[9], wwMin(head[8], 5), 1e-3); // head less tail
        CHECK(head[9] - before <= 0.13f + 1e-3f);               // no faster than the head: no pop
        before = head[9];
        CHECK(trailOf(&scene, source)->recordCount <= 6); // what is cut off is not kept
    }
    step(&scene, 0.1f); // at rest it stays as long
    const WwTrailStyle *item = styleOf(&scene, source);
    const uint32_t slot = trailOf(&scene, source)->slot;
    const float *samples = wwTableFloats(&item->states, slot * WW_TRAIL_STATE_TEXELS);
    CHECK_NEAR(samples[0], headOf(&scene, source)[8] - 5, 1e-3);
    closeScene(&scene);
}

static void tailOfAFullTrailSlides(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 1000;
    def.maxPoints = 8;
    def.minVertexDistance = 1;
    const Source source = addTrail(&scene, &def);
    float before = -1;
    for (int i = 1; i <= 300; i++) {
        place(&scene, source, 0.1f * (float)i, 0, 0);
        step(&scene, 0.1f);
        const float tail = headOf(&scene, source)[9];
        if (i > 100) CHECK(tail >= before - 1e-3f && tail - before <= 0.1f + 2e-2f);
        before = tail;
    }
    closeScene(&scene);
}

static void bladeSweeps(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.maxPoints = 256;
    def.shape = WW_TRAIL_SWORD;
    def.root = (ww_Vec3){0, 0.5f, 0};
    def.tip = (ww_Vec3){0, 2, 0};
    def.minVertexDistance = 0.2f;
    def.smoothing = 0.002f;
    const Source source = addTrail(&scene, &def);
    transformOf(&scene, source)->scale = 2;
    for (int i = 0; i <= 8; i++) { // swings about a hilt that stands still: 30 degrees an update
        place(&scene, source, 3, 4, 0);
        turn(&scene, source, (float)i * WW_PI / 6);
        step(&scene, 1.0f / 60);
    }
    uint32_t records[256];
    const uint32_t count = recordsOf(&scene, source, records);
    CHECK(count > 8);
    for (uint32_t i = 0; i < count; i++) {
        const float *texels = texelsOf(&scene, source, records[i]);
        float root = 0, tip = 0;
        for (int k = 0; k < 2; k++) {
            const float hilt = k ? 4 : 3;
            root += (texels[k] - texels[8 + k] - hilt) * (texels[k] - texels[8 + k] - hilt);
            tip += (texels[k] + texels[8 + k] - hilt) * (texels[k] + texels[8 + k] - hilt);
        }
        CHECK_NEAR(sqrtf(root), 1, 0.01); // both ends stay on their circles
        CHECK_NEAR(sqrtf(tip), 4, 0.02);
        CHECK(texels[10] == 0);
    }
    // The head row has both ends of the blade as it stands now: turned by 240 degrees.
    const float *head = headOf(&scene, source);
    const float *side = head + 20;
    CHECK_NEAR(head[4] + side[0], 3 + 4 * 0.8660254, 1e-4);
    CHECK_NEAR(head[5] + side[1], 4 - 4 * 0.5, 1e-4);
    CHECK_NEAR(head[4] - side[0], 3 + 0.8660254, 1e-4);
    closeScene(&scene);
}

// A blade that turns about its own middle moves no middle, and is no source at rest.
static void bladeThatSpinsIsLaid(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    def.shape = WW_TRAIL_SWORD;
    def.root = (ww_Vec3){0, -1, 0};
    def.tip = (ww_Vec3){0, 1, 0};
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i <= 20; i++) {
        turn(&scene, source, 0.1f * (float)i);
        step(&scene, 1.0f / 60);
    }
    CHECK(trailOf(&scene, source)->recordCount >= 9);
    for (uint32_t i = 0; i < 16 * trailOf(&scene, source)->recordCount; i++) {
        CHECK(wwFinite(wwTableFloats(&styleOf(&scene, source)->ring.table, 0)[i]));
    }
    closeScene(&scene);
}

static void stopAndStartMakeTwoStrips(void) {
    Scene scene;
    openScene(&scene);
    ww_TrailStyleDef def = style();
    def.lifetime = 100;
    const Source source = addTrail(&scene, &def);
    for (int i = 0; i <= 10; i++) {
        place(&scene, source, (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    WwTrail *trail = trailOf(&scene, source);
    wwTrailBreak(scene.trails, styleOf(&scene, source), trail);
    trail->emitting = false;
    place(&scene, source, 50, 0, 0); // fault 17: it moves while it is stopped
    step(&scene, 0.1f);
    CHECK(trail->recordCount == 11 && !trail->hasStrip); // history stays, to where it stopped
    trail->emitting = true;
    for (int i = 0; i <= 10; i++) {
        place(&scene, source, 60 + (float)i, 0, 0);
        step(&scene, 0.1f);
    }
    CHECK(stripsOf(&scene, source) == 2);
    CHECK(longestSegment(&scene, source) < 1.01f);
    uint32_t records[256];
    recordsOf(&scene, source, records);
    CHECK_NEAR(texelsOf(&scene, source, records[11])[0], 60, 0); // at B, not where it was meanwhile
    closeScene(&scene);
}

int main(void) {
    RUN("[trail.emit-modes] always lays at rest, moving does not, off lets history age out",
        modesSayWhenPointsAreLaid);
    RUN("[trail.resample] fast motion is resampled by distance with times within the update",
        resamplesFastMotion);
    RUN("[trail.resample] at most maxPointsPerUpdate are laid, the rest is counted",
        budgetBoundsResampling);
    RUN("[trail.smooth] a circle sampled 8 times a turn stays within 1% (fault 23)",
        smoothsCircles);
    RUN("[trail.smooth] a straight path gets no more points", smoothingLeavesStraightPathsAlone);
    RUN("[trail.smooth] uneven samples make no loops", smoothingHasNoLoops);
    RUN("[trail.max-length] the tail is cut at maxLength without a pop", cutsAtMaxLength);
    RUN("[trail.max-points] the tail of a full trail slides", tailOfAFullTrailSlides);
    RUN("[trail.sword] both ends of a blade are laid and follow curves of their own", bladeSweeps);
    RUN("[trail.sword] a blade that spins about its middle is laid", bladeThatSpinsIsLaid);
    RUN("[trail.stop-restart] history never connects across a stop (fault 17)",
        stopAndStartMakeTwoStrips);
    return FINISH();
}

// Beams: the pool, its overflow, following, lives, the reference of the lightning.
#include "base/memory.h"
#include "base/random.h"
#include "effects/beam/beam.h"
#include "frame/transforms.h"

#include "check.h"

// The same on gcc, clang and wasm: all record bytes at the end of the golden scene.
#define GOLDEN_BEAMS 1623773385u

typedef struct Scene {
    WwShared shared;
    WwTransforms transforms;
    WwBeams *beams;
    float now;
} Scene;

static void openScene(Scene *scene) {
    memset(scene, 0, sizeof *scene);
    scene->shared.curveRows = 4;
    scene->shared.rowsTaken = wwAlloc(4);
    wwTableCreateWide(
        &scene->shared.tables, &scene->shared.curves, WW_TEXEL_RGBA16F, WW_CURVE_SAMPLES, 16);
    wwTexturesCreate(&scene->shared.textures, 4);
    wwTransformsCreate(&scene->transforms, 16);
    scene->beams = wwBeamsCreate(&scene->shared, 4, 5000);
}

static void closeScene(Scene *scene) {
    wwBeamsDestroy(scene->beams);
    wwTableDestroy(&scene->shared.tables, &scene->shared.curves);
    CHECK(scene->shared.tables.first == NULL);
    wwOrphansDestroy(&scene->shared.tables.orphans);
    wwTexturesDestroy(&scene->shared.textures);
    wwFree(scene->shared.rowsTaken);
    wwTransformsDestroy(&scene->transforms);
}

static void step(Scene *scene, float dt) {
    const float previous = scene->now;
    scene->now += dt;
    wwTransformsRead(&scene->transforms);
    const WwStep now = {.previous = previous,
        .now = scene->now,
        .dt = dt,
        .transforms = scene->transforms.current,
        .transformBad = scene->transforms.bad,
        .transformPool = &scene->transforms.pool};
    wwBeamsLay(scene->beams, &now);
    wwTransformsCommit(&scene->transforms);
}

static ww_BeamStyleDef style(void) {
    ww_BeamStyleDef def;
    wwSchemaDefaults(&wwBeamStyleSchema, &def);
    return def;
}

static ww_BeamDef between(float x, float toX) {
    ww_BeamDef def;
    wwSchemaDefaults(&wwBeamSchema, &def);
    def.from.x = x;
    def.to.x = toX;
    return def;
}

static const uint32_t noTransforms[2] = {0, 0};

static uint32_t shoot(Scene *scene, uint32_t styleHandle, float lifetime) {
    ww_BeamDef def = between(0, 1);
    def.lifetime = lifetime;
    return wwBeamCreate(scene->beams, styleHandle, &def, noTransforms);
}

static WwBeamStyle *styleOf(Scene *scene, uint32_t handle) {
    return wwPoolGet(&scene->beams->styles, handle);
}

static WwBeam *beamOf(Scene *scene, uint32_t handle) {
    return wwPoolGet(&scene->beams->beams, handle);
}

static bool isAlive(Scene *scene, uint32_t handle) {
    return wwPoolHas(&scene->beams->beams, handle);
}

// Ends and look as the shader reads them.
static const float *endsOf(Scene *scene, uint32_t handle) {
    const WwBeam *beam = beamOf(scene, handle);
    return wwTableFloats(&styleOf(scene, beam->style)->ends, beam->record * WW_BEAM_END_TEXELS);
}

static float leftOf(Scene *scene, uint32_t handle) {
    const WwBeam *beam = beamOf(scene, handle);
    const float *look =
        wwTableFloats(&styleOf(scene, beam->style)->looks, beam->record * WW_BEAM_LOOK_TEXELS);
    return wwMin((look[0] - scene->now) / look[1], 1.0f);
}

// How many records the shader would show.
static uint32_t shown(Scene *scene, const WwBeamStyle *item) {
    uint32_t count = 0;
    for (uint32_t record = 0; record < item->recordsUsed; record++) {
        const float *look = wwTableFloats(&item->looks, record * WW_BEAM_LOOK_TEXELS);
        count += look[0] > scene->now;
    }
    return count;
}

static void checkSum(const WwBeamStyle *item) {
    const ww_BeamStats *s = &item->stats;
    CHECK(s->requested == s->alive + s->expired + s->released + s->replaced + s->dropped);
}

// ---- the pool

static void dropsNewest(void) {
    Scene scene;
    openScene(&scene);
    ww_BeamStyleDef def = style();
    def.maxBeams = 4096;
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    uint32_t first = 0, last = 0;
    for (uint32_t i = 0; i < 4096; i++) last = shoot(&scene, handle, 0.5f);
    const uint32_t refused = shoot(&scene, handle, 0.5f);
    CHECK(refused != 0 && !isAlive(&scene, refused) && isAlive(&scene, last));
    CHECK(wwBeamRelease(scene.beams, refused) == WW_ERROR_STALE_HANDLE);
    CHECK(strstr(wwLastMessage(), "beam: this handle was destroyed") != NULL);
    const WwBeamStyle *item = styleOf(&scene, handle);
    CHECK(item->stats.alive == 4096 && item->stats.dropped == 1);
    CHECK(shown(&scene, item) == 4096);
    step(&scene, 0.5f);
    CHECK(item->stats.alive == 0 && item->stats.expired == 4096);
    CHECK(!isAlive(&scene, last));
    first = shoot(&scene, handle, 0);
    CHECK(isAlive(&scene, first) && beamOf(&scene, first)->record == 0);
    checkSum(item);
    CHECK(wwBeamsCounts(scene.beams).dropped == 1 && wwBeamsCounts(scene.beams).expired == 4096);
    closeScene(&scene);
}

static void replacesOldest(void) {
    Scene scene;
    openScene(&scene);
    ww_BeamStyleDef def = style();
    def.maxBeams = 4;
    def.overflow = 1;
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    uint32_t beams[6];
    // The second one ends early; its record goes to the fifth, which is the youngest all the same.
    for (uint32_t i = 0; i < 4; i++) beams[i] = shoot(&scene, handle, i == 1 ? 0.25f : 0);
    step(&scene, 0.25f);
    CHECK(!isAlive(&scene, beams[1]));
    beams[4] = shoot(&scene, handle, 0);
    const uint32_t expected[] = {0, 2, 3, 4};
    for (uint32_t i = 0; i < 4; i++) {
        CHECK(isAlive(&scene, beams[expected[i]]));
        CHECK(isAlive(&scene, shoot(&scene, handle, 0)));
        CHECK(!isAlive(&scene, beams[expected[i]]));
    }
    const WwBeamStyle *item = styleOf(&scene, handle);
    CHECK(item->stats.replaced == 4 && item->stats.alive == 4 && item->stats.dropped == 0);
    CHECK(shown(&scene, item) == 4);
    checkSum(item);
    closeScene(&scene);
}

// Thousands of births, lives, releases and moves in any order: the counters add up and what the
// shader shows is what lives.
static void countersAddUp(void) {
    for (uint32_t policy = 0; policy < 2; policy++) {
        Scene scene;
        openScene(&scene);
        ww_BeamStyleDef def = style();
        def.maxBeams = 32;
        def.overflow = policy;
        def.fadeOut = 0.05f;
        const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
        const WwBeamStyle *item = styleOf(&scene, handle);
        WwRandom random = wwRandomStream(policy, 7);
        uint32_t endless[16] = {0};
        for (uint32_t i = 0; i < 4000; i++) {
            uint32_t *slot = &endless[i % 16];
            if (isAlive(&scene, *slot)) {
                shoot(&scene, handle, 0.1f);
                if (wwRandomUnit(&random) < 0.3f) wwBeamRelease(scene.beams, *slot);
            } else {
                *slot = shoot(&scene, handle, 0);
            }
            if (wwRandomUnit(&random) < 0.3f) step(&scene, 0.03f);
            checkSum(item);
            CHECK(shown(&scene, item) == (uint32_t)item->stats.alive);
        }
        const ww_BeamStats *s = &item->stats;
        CHECK(s->requested == 4000 && s->expired > 100 && s->released > 100);
        CHECK(policy ? s->replaced > 100 && s->dropped == 0 : s->dropped > 100 && s->replaced == 0);
        CHECK(wwBeamStyleDestroy(scene.beams, handle) == WW_OK);
        CHECK(scene.beams->beams.liveCount == 0);
        closeScene(&scene);
    }
}

static void kitLimit(void) {
    Scene scene;
    openScene(&scene);
    ww_BeamStyleDef def = style();
    def.maxBeams = 4096;
    const uint32_t a = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    const uint32_t b = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    for (uint32_t i = 0; i < 4096; i++) shoot(&scene, a, 0);
    for (uint32_t i = 0; i < 5000 - 4096; i++) CHECK(shoot(&scene, b, 0) != 0);
    CHECK(shoot(&scene, b, 0) == 0 && wwLastStatus() == WW_ERROR_CAPACITY);
    checkSum(styleOf(&scene, b));
    def.maxBeams = 4097;
    CHECK(!wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0}));
    CHECK(strstr(wwLastMessage(), "maxBeams is 4097, it must be between 1 and 4096") != NULL);
    closeScene(&scene);
}

// ---- lives

static void lives(void) {
    Scene scene;
    openScene(&scene);
    ww_BeamStyleDef def = style();
    def.fadeOut = 0.5f;
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    const uint32_t shot = shoot(&scene, handle, 1.0f);
    const uint32_t endless = shoot(&scene, handle, 0);
    step(&scene, 0.25f);
    CHECK_NEAR(leftOf(&scene, shot), 0.75, 1e-6);
    CHECK_NEAR(leftOf(&scene, endless), 1, 0);
    // Released they fade from what they are, without a jump, and twice is as once.
    wwBeamRelease(scene.beams, shot);
    wwBeamRelease(scene.beams, endless);
    wwBeamRelease(scene.beams, endless);
    CHECK_NEAR(leftOf(&scene, shot), 0.75, 1e-6);
    CHECK_NEAR(leftOf(&scene, endless), 1, 1e-6);
    step(&scene, 0.25f);
    CHECK_NEAR(leftOf(&scene, shot), 0.375, 1e-6);
    CHECK_NEAR(leftOf(&scene, endless), 0.5, 1e-6);
    step(&scene, 0.25f);
    CHECK(!isAlive(&scene, shot) && !isAlive(&scene, endless));
    CHECK(styleOf(&scene, handle)->stats.released == 2);

    def.fadeOut = 0;
    CHECK(wwBeamStyleSet(scene.beams, handle, &def, (WwKeyArray){0}) == WW_OK);
    const uint32_t cut = shoot(&scene, handle, 0);
    wwBeamRelease(scene.beams, cut);
    CHECK(!isAlive(&scene, cut) && shown(&scene, styleOf(&scene, handle)) == 0);
    closeScene(&scene);
}

static void rebases(void) {
    Scene scene;
    openScene(&scene);
    const ww_BeamStyleDef def = style();
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    const uint32_t endless = shoot(&scene, handle, 0);
    const uint32_t dead = shoot(&scene, handle, 0.5f);
    step(&scene, 3600.0f);
    const uint32_t shot = shoot(&scene, handle, 2);
    step(&scene, 1.0f);
    CHECK(!isAlive(&scene, dead));
    for (uint32_t hour = 0; hour < 200; hour++) {
        wwBeamsRebase(scene.beams, 3601);
        scene.now -= 3601;
        CHECK(shown(&scene, styleOf(&scene, handle)) == (hour ? 1 : 2));
        if (hour == 0) {
            CHECK_NEAR(leftOf(&scene, shot), 0.5, 1e-5);
        }
        step(&scene, 3601);
        CHECK_NEAR(leftOf(&scene, endless), 1, 0);
    }
    closeScene(&scene);
}

// ---- following

static void place(Scene *scene, uint32_t transform, float x, float y, float z) {
    float *position =
        scene->transforms.current[wwPoolSlot(&scene->transforms.pool, transform)].position;
    position[0] = x;
    position[1] = y;
    position[2] = z;
}

static void follows(void) {
    Scene scene;
    openScene(&scene);
    ww_BeamStyleDef def = style();
    def.fadeOut = 0.5f;
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    const uint32_t transforms[2] = {
        wwTransformAdd(&scene.transforms), wwTransformAdd(&scene.transforms)};
    const ww_BeamDef wish = between(7, 8);
    const uint32_t both = wwBeamCreate(scene.beams, handle, &wish, transforms);
    const uint32_t one =
        wwBeamCreate(scene.beams, handle, &wish, (const uint32_t[2]){0, transforms[1]});
    const float *ends = endsOf(&scene, both);
    CHECK(ends[3] < 0); // nobody knows where it is: nothing is drawn
    place(&scene, transforms[0], 1, 2, 3);
    place(&scene, transforms[1], NAN, 0, 0);
    step(&scene, 0.1f);
    CHECK(ends[3] < 0);
    place(&scene, transforms[1], 4, 5, 6);
    step(&scene, 0.1f);
    const float expected[8] = {1, 2, 3, 1, 4, 5, 6, 1};
    CHECK(memcmp(ends, expected, sizeof expected) == 0);
    CHECK(endsOf(&scene, one)[0] == 7 && endsOf(&scene, one)[4] == 4);

    // Nothing moves, nothing is sent.
    WwBeamStyle *item = styleOf(&scene, handle);
    item->ends.dirtyCount = item->looks.dirtyCount = 0;
    step(&scene, 0.1f);
    CHECK(item->ends.dirtyCount == 0 && item->looks.dirtyCount == 0);
    place(&scene, transforms[1], 4, 5, INFINITY);
    step(&scene, 0.1f);
    CHECK(item->ends.dirtyCount == 0 && ends[6] == 6);
    place(&scene, transforms[0], 2, 2, 3);
    step(&scene, 0.1f);
    CHECK(item->ends.dirtyCount == 1 && item->ends.dirty[0].begin == 0 &&
          item->ends.dirty[0].end == 2);
    CHECK(ends[0] == 2 && item->looks.dirtyCount == 0);

    // A transform that goes takes its beams with it, from where they are; its slot's next owner is
    // not followed.
    place(&scene, transforms[1], 4, 5, 6);
    wwTransformRemove(&scene.transforms, transforms[0]);
    const uint32_t heir = wwTransformAdd(&scene.transforms);
    place(&scene, heir, 100, 100, 100);
    step(&scene, 0.25f);
    CHECK(ends[0] == 2 && ends[4] == 4);
    CHECK_NEAR(leftOf(&scene, both), 1, 1e-6);
    step(&scene, 0.25f);
    CHECK_NEAR(leftOf(&scene, both), 0.5, 1e-5);
    step(&scene, 0.26f);
    CHECK(!isAlive(&scene, both) && isAlive(&scene, one));
    closeScene(&scene);
}

static void changes(void) {
    Scene scene;
    openScene(&scene);
    const ww_BeamStyleDef def = style();
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    const uint32_t transforms[2] = {0, wwTransformAdd(&scene.transforms)};
    ww_BeamDef wish = between(1, 2);
    const uint32_t beam = wwBeamCreate(scene.beams, handle, &wish, transforms);
    place(&scene, transforms[1], 9, 0, 0);
    step(&scene, 0.1f);
    wish.from.x = 3;
    wish.fromWidth = 0.5f;
    wish.toWidth = 0.25f;
    CHECK(wwBeamSet(scene.beams, beam, &wish, transforms) == WW_OK);
    const float expected[8] = {3, 0, 0, 0.5f, 9, 0, 0, 0.25f};
    CHECK(memcmp(endsOf(&scene, beam), expected, sizeof expected) == 0); // at once, no blink
    CHECK(wwBeamSet(scene.beams, beam, &wish, noTransforms) == WW_OK);
    CHECK(endsOf(&scene, beam)[4] == 2);
    // Refused whole.
    wish.from.x = 5;
    wish.to.y = NAN;
    CHECK(wwBeamSet(scene.beams, beam, &wish, noTransforms) == WW_ERROR_INVALID_DEF);
    CHECK(strstr(wwLastMessage(), "beam: to is NaN") != NULL);
    CHECK(endsOf(&scene, beam)[0] == 3);
    CHECK(wwBeamCreate(scene.beams, handle, &wish, noTransforms) == 0);
    CHECK(styleOf(&scene, handle)->stats.requested == 1);
    closeScene(&scene);
}

// ---- the reference

static float distanceFromLine(const float p[3]) {
    return sqrtf(p[1] * p[1] + p[2] * p[2]); // beams of the tests run along x
}

static void lightning(void) {
    Scene scene;
    openScene(&scene);
    ww_BeamStyleDef def = style();
    def.jitter = 0.1f;
    def.segments = 64;
    def.jitterRate = 10;
    def.branches = 8;
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    ww_BeamDef wish = between(-8, 8);
    wish.seed = 7;
    const uint32_t beam = wwBeamCreate(scene.beams, handle, &wish, noTransforms);
    const WwBeamStyle *item = styleOf(&scene, handle);
    const uint32_t record = beamOf(&scene, beam)->record;
    float point[3], previous[3] = {0, 0, 0};
    uint32_t changesOfPath = 0;
    float widest = 0;
    for (uint32_t i = 0; i < 100; i++) {
        // The ends stay where they are, to the bit; the middle stays within what is promised.
        CHECK(wwBeamReference(item, record, 0, 0, point));
        CHECK(point[0] == -8 && point[1] == 0 && point[2] == 0);
        CHECK(wwBeamReference(item, record, 0, 1, point));
        CHECK(point[0] == 8 && point[1] == 0 && point[2] == 0);
        for (uint32_t k = 0; k <= 64; k++) {
            wwBeamReference(item, record, 0, (float)k / 64, point);
            CHECK(distanceFromLine(point) <= 16 * 0.1f * 2.83f);
            CHECK_NEAR(point[0], -8 + 16 * (double)k / 64, 1e-5);
            widest = wwMax(widest, distanceFromLine(point));
        }
        wwBeamReference(item, record, 0, 0.5f, point);
        changesOfPath += memcmp(point, previous, sizeof point) != 0;
        memcpy(previous, point, sizeof point);
        for (uint32_t branch = 1; branch <= 8; branch++) {
            CHECK(wwBeamReference(item, record, branch, 1, point));
            CHECK(wwFinite3(point) && fabsf(point[0]) < 8 + 16 * 0.4f * 1.3f);
        }
        step(&scene, 0.01f); // ten paths in a second
    }
    CHECK(changesOfPath >= 10 && changesOfPath <= 12);
    CHECK(widest > 1);
    closeScene(&scene);
}

// What the render test compares with the pixels: the nodes of seed 7, 8 pieces, 16 metres.
static void knownPath(void) {
    Scene scene;
    openScene(&scene);
    ww_BeamStyleDef def = style();
    def.jitter = 0.1f;
    def.segments = 8;
    def.jitterRate = 0;
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    ww_BeamDef wish = between(-8, 8);
    wish.seed = 7;
    wwBeamCreate(scene.beams, handle, &wish, noTransforms);
    static const float heights[9] = {
        0, 0.75136f, 1.37978f, 1.26301f, 1.20683f, 0.77206f, 0.32242f, 0.18889f, 0};
    for (uint32_t i = 0; i <= 8; i++) {
        float point[3];
        wwBeamReference(styleOf(&scene, handle), 0, 0, (float)i / 8, point);
        CHECK_NEAR(point[1], heights[i], 1e-4);
    }
    closeScene(&scene);
}

static void degenerate(void) {
    Scene scene;
    openScene(&scene);
    ww_BeamStyleDef def = style();
    def.jitter = 0.5f;
    def.branches = 2;
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    const WwBeamStyle *item = styleOf(&scene, handle);
    ww_BeamDef wish = between(3, 3);
    wwBeamCreate(scene.beams, handle, &wish, noTransforms);
    float point[3];
    CHECK(!wwBeamReference(item, 0, 0, 0.5f, point) && !wwBeamReference(item, 0, 1, 0.5f, point));
    // Every direction, reversed ones included, has a frame.
    const float directions[][3] = {{0, 0, 1}, {0, 0, -1}, {0, 1, 0}, {0, -1, 0}, {1, 0, 0},
        {-1, 0, 0}, {1e-7f, 0, -1}, {1e17f, -1e17f, 1e17f}};
    for (uint32_t i = 0; i < sizeof directions / sizeof *directions; i++) {
        wish.from = (ww_Vec3){0, 0, 0};
        memcpy(&wish.to, directions[i], sizeof wish.to);
        const uint32_t beam = wwBeamCreate(scene.beams, handle, &wish, noTransforms);
        for (uint32_t strand = 0; strand < 3; strand++) {
            CHECK(wwBeamReference(item, beamOf(&scene, beam)->record, strand, 0.4f, point));
            CHECK(wwFinite3(point));
        }
    }
    closeScene(&scene);
}

// ---- what is drawn

static void counts(void) {
    Scene scene;
    openScene(&scene);
    WwDrawList list;
    wwDrawListCreate(&list, 4);
    ww_BeamStyleDef def = style();
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    WwView view = {.planes = {{1, 0, 0, 50}, {-1, 0, 0, 50}, {0, 1, 0, 50}, {0, -1, 0, 50},
                       {0, 0, 1, 50}, {0, 0, -1, 50}}};
    wwBeamsView(scene.beams, &view, &list);
    CHECK(list.count == 0);
    for (uint32_t i = 0; i < 3; i++) shoot(&scene, handle, 0);
    wwBeamsView(scene.beams, &view, &list);
    CHECK(list.count == 1 && list.items[0].quads == 3 * 3); // two caps and one piece
    def.caps = 0;
    def.jitter = 0.1f;
    def.segments = 20;
    def.branches = 2;
    wwBeamStyleSet(scene.beams, handle, &def, (WwKeyArray){0});
    list.count = 0;
    wwBeamsView(scene.beams, &view, &list);
    CHECK(list.items[0].quads == 3 * 20 * 3);
    // Out of sight of the whole pool nothing is drawn; one beam that reaches in is enough.
    view.planes[0][3] = -30;
    list.count = 0;
    wwBeamsView(scene.beams, &view, &list);
    CHECK(list.count == 0);
    const ww_BeamDef wish = between(-1000, 40);
    wwBeamCreate(scene.beams, handle, &wish, noTransforms);
    wwBeamsView(scene.beams, &view, &list);
    CHECK(list.count == 1);
    wwDrawListDestroy(&list);
    closeScene(&scene);
}

static uint32_t hashOf(uint32_t hash, const WwTable *table) {
    for (uint32_t i = 0; i < table->width * table->height * table->texelBytes; i++) {
        hash = (hash ^ table->bytes[i]) * 16777619u;
    }
    return hash;
}

static void golden(void) {
    Scene scene;
    openScene(&scene);
    ww_BeamStyleDef def = style();
    def.maxBeams = 24;
    def.overflow = 1;
    def.fadeOut = 0.125f;
    const uint32_t handle = wwBeamStyleCreate(scene.beams, &def, (WwKeyArray){0});
    const uint32_t transform = wwTransformAdd(&scene.transforms);
    uint32_t last = 0;
    for (uint32_t i = 0; i < 300; i++) {
        place(&scene, transform, (float)(i % 64) / 8, (float)(i % 5), 1);
        ww_BeamDef wish = between((float)(i % 7), (float)(i % 11));
        wish.lifetime = i % 3 ? 0.25f * (float)(i % 4) : 0;
        const uint32_t transforms[2] = {0, i % 2 ? transform : 0};
        if (i % 5 == 0 && last) wwBeamRelease(scene.beams, last);
        last = wwBeamCreate(scene.beams, handle, &wish, transforms);
        step(&scene, 1.0f / 64);
    }
    const WwBeamStyle *item = styleOf(&scene, handle);
    const uint32_t hash = hashOf(hashOf(2166136261u, &item->ends), &item->looks);
    if (hash != GOLDEN_BEAMS) printf("  the golden hash is %u\n", hash);
    CHECK(hash == GOLDEN_BEAMS);
    closeScene(&scene);
}

int main(void) {
    RUN("[beam.pool] dropNewest refuses the 4,097th and takes the next when one has ended",
        dropsNewest);
    RUN("[beam.pool] replaceOldest ends the beam that was born first, whatever its record",
        replacesOldest);
    RUN("[beam.pool] requested is alive + expired + released + replaced + dropped", countersAddUp);
    RUN("limits of the kit and of a style are kept at their edges", kitLimit);
    RUN("a life runs out over the lifetime, or over fadeOut from where it is", lives);
    RUN("a week of clock rebases keeps the living and brings back no dead beam", rebases);
    RUN("[beam.follow] ends follow transforms, skip NaN, send only what moved, fade when one goes",
        follows);
    RUN("a beam changes whole or not at all", changes);
    RUN("[beam.jitter] ends stay, the middle stays near, ten paths a second at a rate of 10",
        lightning);
    RUN("a known seed gives a known path", knownPath);
    RUN("zero length, reversed and huge beams are harmless", degenerate);
    RUN("one draw a style, with as many quads as it needs, none out of sight", counts);
    RUN("the same bytes on every compiler", golden);
    return FINISH();
}

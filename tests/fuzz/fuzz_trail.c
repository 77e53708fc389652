// Any sequence of motions and calls on trails of any style: what is laid is finite, chains keep to
// their own records and to maxPoints, and everything fades in the end.
#include "../native/trail_scene.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition) ((condition) ? (void)0 : abort())
#define TRAILS 3

typedef struct Input {
    const uint8_t *data;
    size_t size;
} Input;

static uint32_t take(Input *input) {
    if (!input->size) return 0;
    input->size--;
    return *input->data++;
}

static float takeFloat(Input *input, float most) {
    return (float)take(input) * most / 255.0f;
}

static ww_TrailStyleDef takeStyle(Input *input) {
    ww_TrailStyleDef def = style();
    def.maxTrails = TRAILS + 2;
    def.maxPoints = 3 + take(input) % 30;
    def.lifetime = 0.05f + takeFloat(input, 2);
    def.emitMode = take(input) % 3;
    def.space = take(input) % 2;
    def.shape = take(input) % 4;
    def.facing = take(input) % 3;
    def.pointData = take(input) % 2;
    def.orphanMode = take(input) % 2;
    def.teleportMode = take(input) % 2;
    def.minVertexDistance = takeFloat(input, 1);
    def.maxVertexDistance = take(input) % 2 ? 0.01f + takeFloat(input, 2) : 0;
    def.smoothing = take(input) % 2 ? 0.001f + takeFloat(input, 0.1f) : 0;
    def.maxPointsPerUpdate = 1 + take(input) % 40;
    def.maxLength = take(input) % 2 ? takeFloat(input, 20) : 0;
    def.teleportDistance = take(input) % 2 ? takeFloat(input, 10) : 0;
    def.maxInterval = take(input) % 2 ? takeFloat(input, 1) : 0;
    def.lodEnd = takeFloat(input, 30);
    def.drift.y = takeFloat(input, 3);
    return def;
}

static void checkChain(const Scene *scene, uint32_t styleHandle) {
    const WwTrailStyle *item = wwPoolGet(&scene->trails->styles, styleHandle);
    for (uint32_t i = 0; i < scene->trails->trails.used; i++) {
        const WwTrail *trail = wwTrailAt(scene->trails, i);
        if (!trail) continue;
        REQUIRE(trail->recordCount <= item->def.maxPoints);
        uint32_t record = trail->oldestRecord;
        for (uint32_t k = 0; k < trail->recordCount; k++, record = item->nextRecord[record]) {
            REQUIRE(record < item->ring.capacity);
            REQUIRE(wwTrailSlotOf(wwRingRecord(&item->ring, record)) == trail->slot);
            REQUIRE(item->ring.deathTimes[record] > scene->now - 1e-3f);
        }
        REQUIRE((trail->recordCount == 0) == (trail->oldestRecord == WW_TRAIL_NO_RECORD));
    }
    const uint32_t floats = 4 * item->ring.texelsPerRecord * item->ring.capacity;
    for (uint32_t i = 0; i < floats; i++) {
        REQUIRE(wwFinite(wwTableFloats(&item->ring.table, 0)[i]));
    }
    for (uint32_t i = 0; i < 4 * item->headTexels * item->slotsUsed; i++) {
        REQUIRE(wwFinite(wwTableFloats(&item->heads, 0)[i]));
    }
}

static void editPoints(Scene *scene, uint32_t trail, Input *input) {
    float floats[WW_TRAIL_POINT_FLOATS * 64];
    const uint32_t count = wwTrailReadPoints(scene->trails, trail, floats, 64);
    if (count == 0 || count > 64) return;
    for (int i = 0; i < 4; i++) {
        const uint32_t which = (take(input) * 256 + take(input)) % (WW_TRAIL_POINT_FLOATS * count);
        floats[which] = takeFloat(input, 3) - 1;
    }
    wwTrailWritePoints(scene->trails, trail, floats, count);
}

static void act(Scene *scene, Source source[TRAILS], Input *input) {
    Source *one = &source[take(input) % TRAILS];
    WwTrailStyle *item = styleOf(scene, *one);
    WwTrail *trail = wwPoolHas(&scene->trails->trails, one->trail) ? trailOf(scene, *one) : NULL;
    float path[12];
    switch (take(input) % 12) {
    case 0:
        if (trail) wwTrailBreak(scene->trails, item, trail);
        break;
    case 1:
        if (trail) wwTrailClear(scene->trails, item, trail);
        break;
    case 2:
        if (trail) wwTrailDestroy(scene->trails, one->trail);
        one->trail = wwTrailCreate(scene->trails, one->style, one->transform);
        break;
    case 3:
        if (trail) wwTrailSuspend(scene->trails, item, trail, take(input) % 3);
        break;
    case 4:
        for (int i = 0; i < 12; i++) path[i] = takeFloat(input, 9);
        wwTrailStroke(scene->trails, one->style, path, 2 + take(input) % 3, takeFloat(input, 1),
            takeFloat(input, 1));
        break;
    case 5:
        if (trail) editPoints(scene, one->trail, input);
        break;
    case 6: {
        ww_TrailStyleDef def = item->def;
        def.lifetime = 0.05f + takeFloat(input, 2);
        def.smoothing = takeFloat(input, 0.05f);
        REQUIRE(wwTrailStyleSet(scene->trails, one->style, &def, (WwKeyArray){0}) == WW_OK);
        break;
    }
    case 7:
        turn(scene, *one, takeFloat(input, 7));
        break;
    case 8:
        if (trail) trail->width = takeFloat(input, 15);
        break;
    case 9: // its source goes
        if (wwPoolHas(&scene->transforms.pool, one->transform)) {
            wwTransformRemove(&scene->transforms, one->transform);
        }
        one->transform = wwTransformAdd(&scene->transforms);
        break;
    default:
        place(scene, *one, takeFloat(input, 60) - 30, takeFloat(input, 5), 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input input = {data, size};
    Scene scene;
    openScene(&scene);
    const float eye[3] = {0, 0, 10};
    scene.eye = eye;
    const ww_TrailStyleDef def = takeStyle(&input);
    Source source[TRAILS] = {addTrail(&scene, &def)};
    for (int i = 1; i < TRAILS; i++) {
        source[i].transform = wwTransformAdd(&scene.transforms);
        source[i].style = source[0].style;
        source[i].trail = wwTrailCreate(scene.trails, source[0].style, source[i].transform);
    }
    while (input.size) {
        act(&scene, source, &input);
        if (take(&input) % 4 == 0) step(&scene, takeFloat(&input, take(&input) % 8 ? 0.05f : 3));
        scene.shared.events.count = 0;
        checkChain(&scene, source[0].style);
    }
    for (int i = 0; i < TRAILS; i++) wwTrailDestroy(scene.trails, source[i].trail);
    step(&scene, 3);
    const WwTrailStyle *item = wwPoolGet(&scene.trails->styles, source[0].style);
    REQUIRE(item->trailCount == 0 && item->firstFading == WW_TRAIL_NO_RECORD);
    REQUIRE(item->ring.count == 0);
    closeScene(&scene);
    return 0;
}

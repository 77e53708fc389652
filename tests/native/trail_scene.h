// A trail family with its surroundings, stepped by hand. Shared by the tests of trails.
#pragma once

#include "check.h"

#include "base/memory.h"
#include "base/random.h"
#include "effects/trail/trail.h"
#include "frame/transforms.h"

typedef struct Scene {
    WwShared shared;
    WwTransforms transforms;
    WwTrails *trails;
    float now;
    const float *eye;
} Scene;

static inline void openScene(Scene *scene) {
    memset(scene, 0, sizeof *scene);
    scene->shared.curveRows = 8;
    scene->shared.rowsTaken = wwAlloc(8);
    wwTableCreateWide(
        &scene->shared.tables, &scene->shared.curves, WW_TEXEL_RGBA16F, WW_CURVE_SAMPLES, 32);
    wwEventsCreate(&scene->shared.events, 64);
    wwTransformsCreate(&scene->transforms, 16);
    scene->trails = wwTrailsCreate(&scene->shared, 4, 16);
}

static inline void closeScene(Scene *scene) {
    wwTrailsDestroy(scene->trails);
    wwTableDestroy(&scene->shared.tables, &scene->shared.curves);
    wwOrphansDestroy(&scene->shared.tables.orphans);
    wwEventsDestroy(&scene->shared.events);
    wwFree(scene->shared.rowsTaken);
    wwTransformsDestroy(&scene->transforms);
}

static inline void step(Scene *scene, float dt) {
    const float previous = scene->now;
    scene->now += dt;
    wwTransformsRead(&scene->transforms);
    const WwStep now = {
        .previous = previous,
        .now = scene->now,
        .dt = dt,
        .transforms = scene->transforms.world,
        .previousTransforms = scene->transforms.previous,
        .localTransforms = scene->transforms.current,
        .transformParents = scene->transforms.parentSlots,
        .transformFresh = scene->transforms.fresh,
        .transformBad = scene->transforms.bad,
        .transformPool = &scene->transforms.pool,
        .eye = scene->eye,
    };
    wwTrailsLay(scene->trails, &now);
    wwTransformsCommit(&scene->transforms);
}

static inline ww_TrailStyleDef style(void) {
    ww_TrailStyleDef def;
    wwSchemaDefaults(&wwTrailStyleSchema, &def);
    def.maxTrails = 4;
    return def;
}

typedef struct Source {
    uint32_t transform, style, trail;
} Source;

static inline Source addTrail(Scene *scene, const ww_TrailStyleDef *def) {
    Source source;
    source.transform = wwTransformAdd(&scene->transforms);
    source.style = wwTrailStyleCreate(scene->trails, def, (WwKeyArray){0});
    source.trail = wwTrailCreate(scene->trails, source.style, source.transform);
    return source;
}

static inline void place(Scene *scene, Source source, float x, float y, float z) {
    float *position =
        scene->transforms.current[wwPoolSlot(&scene->transforms.pool, source.transform)].position;
    position[0] = x;
    position[1] = y;
    position[2] = z;
}

static inline WwTrail *trailOf(Scene *scene, Source source) {
    return wwPoolGet(&scene->trails->trails, source.trail);
}

static inline WwTrailStyle *styleOf(Scene *scene, Source source) {
    return wwPoolGet(&scene->trails->styles, source.style);
}

static inline uint32_t pointsOf(Scene *scene, Source source) {
    return wwTrailPoints(trailOf(scene, source));
}

// Bytes that the next upload would send for one style.
static inline uint32_t dirtyBytes(const WwTrailStyle *item) {
    const WwTable *tables[3] = {&item->ring.table, &item->heads, &item->states};
    uint32_t bytes = 0;
    for (int i = 0; i < 3; i++) {
        for (uint32_t r = 0; r < tables[i]->dirtyCount; r++) {
            bytes += (tables[i]->dirty[r].end - tables[i]->dirty[r].begin) * 16;
        }
    }
    return bytes;
}

static inline void clean(WwTrailStyle *item) {
    item->ring.table.dirtyCount = item->heads.dirtyCount = item->states.dirtyCount = 0;
}

static inline ww_Transform *transformOf(Scene *scene, Source source) {
    return &scene->transforms.current[wwPoolSlot(&scene->transforms.pool, source.transform)];
}

// Turned by an angle about z.
static inline void turn(Scene *scene, Source source, float angle) {
    float *rotation = transformOf(scene, source)->rotation;
    rotation[2] = wwSin(0.5f * angle);
    rotation[3] = wwCos(0.5f * angle);
}

// Numbers of the records of a trail, oldest first; how many there are.
static inline uint32_t recordsOf(Scene *scene, Source source, uint32_t records[256]) {
    const WwTrail *trail = trailOf(scene, source);
    const WwTrailStyle *item = styleOf(scene, source);
    uint32_t record = trail->oldestRecord;
    for (uint32_t i = 0; i < trail->recordCount; i++, record = item->nextRecord[record]) {
        records[i] = record;
    }
    return trail->recordCount;
}

static inline const float *texelsOf(Scene *scene, Source source, uint32_t record) {
    return wwRingRecord(&styleOf(scene, source)->ring, record);
}

static inline const float *headOf(Scene *scene, Source source) {
    const WwTrailStyle *item = styleOf(scene, source);
    return wwTableFloats(&item->heads, trailOf(scene, source)->slot * item->headTexels);
}

static inline uint32_t stripsOf(Scene *scene, Source source) {
    uint32_t records[256], strips = 0;
    const uint32_t count = recordsOf(scene, source, records);
    for (uint32_t i = 0; i < count; i++) {
        strips += wwTrailBegins(texelsOf(scene, source, records[i]));
    }
    return strips;
}

// The longest way between two neighbours of one strip.
static inline float longestSegment(Scene *scene, Source source) {
    uint32_t records[256];
    float longest = 0.0f;
    const uint32_t count = recordsOf(scene, source, records);
    for (uint32_t i = 1; i < count; i++) {
        const float *texels = texelsOf(scene, source, records[i]);
        if (wwTrailBegins(texels)) continue;
        const float *before = texelsOf(scene, source, wwTrailPrevious(texels));
        longest = wwMax(longest, wwTrailDistanceBetween(before, texels));
    }
    return longest;
}

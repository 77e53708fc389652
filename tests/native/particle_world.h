// A small world that stands in for the kit: what the tests of particles share.
#pragma once

#include "base/memory.h"
#include "base/random.h"
#include "effects/particle/particle.h"

#include "check.h"

#define SLOTS 4u

typedef struct World {
    WwShared shared;
    WwParticles *particles;
    WwPool pool;
    uint32_t handles[SLOTS];
    ww_Transform current[SLOTS], previous[SLOTS];
    uint8_t fresh[SLOTS], bad[SLOTS];
    uint32_t parents[SLOTS];
    float wind[3];
    double now;
} World;

static inline void start(World *world) {
    memset(world, 0, sizeof *world);
    world->shared.curveRows = 4;
    world->shared.rowsTaken = wwAlloc(4);
    wwTableCreateWide(
        &world->shared.tables, &world->shared.curves, WW_TEXEL_RGBA16F, WW_CURVE_SAMPLES, 16);
    wwPoolCreate(&world->pool, WW_TAG_TRANSFORM, 1, SLOTS);
    for (uint32_t i = 0; i < SLOTS; i++) {
        wwPoolAdd(&world->pool, &world->handles[i]);
        world->current[i] = (ww_Transform){{0, 0, 0}, 1, {0, 0, 0, 1}};
        world->previous[i] = world->current[i];
        world->fresh[i] = 1;
        world->parents[i] = WW_NO_PARENT;
    }
    world->particles = wwParticlesCreate(&world->shared, 4, 16);
}

static inline void stop(World *world) {
    wwParticlesDestroy(world->particles);
    wwTableDestroy(&world->shared.tables, &world->shared.curves);
    wwOrphansDestroy(&world->shared.tables.orphans);
    wwFree(world->shared.rowsTaken);
    wwPoolDestroy(&world->pool);
    CHECK(world->shared.tables.first == NULL);
}

static inline void step(World *world, double dt) {
    const float previous = (float)world->now;
    world->now += dt;
    for (uint32_t i = 0; i < SLOTS; i++) {
        world->bad[i] = !wwFinite3(world->current[i].position);
    }
    const WwStep frame = {.previous = previous,
        .now = (float)world->now,
        .dt = (float)dt,
        .wind = {world->wind[0], world->wind[1], world->wind[2]},
        .transforms = world->current,
        .localTransforms = world->current,
        .transformParents = world->parents,
        .previousTransforms = world->previous,
        .transformFresh = world->fresh,
        .transformBad = world->bad,
        .transformPool = &world->pool};
    wwParticlesLay(world->particles, &frame);
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (world->bad[i]) continue;
        world->previous[i] = world->current[i];
        world->fresh[i] = 0;
    }
}

static inline ww_EmitterStyleDef defaults(void) {
    ww_EmitterStyleDef def;
    wwSchemaDefaults(&wwEmitterStyleSchema, &def);
    return def;
}

// Bursts only, of particles that last.
static inline ww_EmitterStyleDef burstsOnly(void) {
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 0;
    def.lifetime = (ww_Range){10, 10};
    return def;
}

// A style with one emitter at slot 0; returns the emitter.
static inline uint32_t emit(World *world, const ww_EmitterStyleDef *def, uint32_t seed) {
    const uint32_t style = wwEmitterStyleCreate(world->particles, def, (WwKeyArray){NULL, 0});
    CHECK(style != 0);
    const uint32_t emitter = wwEmitterCreate(world->particles, style, world->handles[0], seed);
    CHECK(emitter != 0);
    return emitter;
}

// The same with keys, of a style that may be refused.
static inline uint32_t emitWith(
    World *world, const ww_EmitterStyleDef *def, const float *keys, uint32_t count) {
    const uint32_t style = wwEmitterStyleCreate(world->particles, def, (WwKeyArray){keys, count});
    if (!style) printf("  %s\n", wwLastMessage());
    CHECK(style != 0);
    return wwEmitterCreate(world->particles, style, world->handles[0], 7);
}

static inline WwEmitter *emitterOf(World *world, uint32_t handle) {
    return wwPoolGet(&world->particles->emitters, handle);
}

static inline WwEmitterStyle *styleOf(World *world, uint32_t handle) {
    return wwPoolGet(&world->particles->styles, emitterOf(world, handle)->style);
}

static inline uint32_t living(World *world) {
    return wwParticlesCounts(world->particles).live;
}

static inline const WwParticleRecord *recordAt(const WwEmitterStyle *style, uint32_t place) {
    const uint32_t record = (style->ring.first + place) % style->ring.capacity;
    return (const void *)wwRingRecord(&style->ring, record);
}

// The oldest particle of an emitter's style at an age, from the closed forms.
static inline bool stateAt(World *world, uint32_t emitter, float age, ww_Particle *state) {
    const WwEmitterStyle *style = styleOf(world, emitter);
    const float birth = recordAt(style, 0)->birth;
    return wwParticleReference(world->particles, style, style->ring.first, birth + age, state);
}

// What particle.test.mjs in tests/core plays as well.
static inline ww_EmitterStyleDef variedStyle(void) {
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 120;
    def.lifetime = (ww_Range){0.5f, 3};
    def.shape = WW_SHAPE_SPHERE;
    def.coneAngle = 0.7f;
    def.speed = (ww_Range){1, 9};
    def.radialSpeed = (ww_Range){-1, 1};
    def.size = (ww_Range){0.05f, 0.5f};
    def.rotation = (ww_Range){-3, 3};
    def.spin = (ww_Range){-2, 2};
    def.brightness = (ww_Range){0.5f, 2};
    def.inheritVelocity = 0.25f;
    def.gravity = (ww_Vec3){0, -5, 0};
    def.drag = 0.75f;
    def.turbulence = 0.5f;
    return def;
}

static inline void playVaried(World *world, uint32_t emitter) {
    for (int i = 0; i < 300; i++) {
        ww_Transform *at = &world->current[0];
        at->position[0] = (float)(i % 64) / 8.0f;
        at->position[2] = (float)(i % 80) / 16.0f;
        at->rotation[1] = (float)i / 64.0f;
        if (i % 50 == 7) wwEmitterBurst(world->particles, emitter, 20, NULL);
        step(world, 1.0 / 64);
    }
}

static inline void checkSum(World *world, uint32_t handle) {
    const ww_EmitterStats *stats = &emitterOf(world, handle)->stats;
    CHECK_NEAR(stats->requested,
        stats->spawned + stats->budget + stats->capacity + stats->expired + stats->rejected, 0);
}

static inline WwView cameraAt(const vec3 eye, const vec3 target, double now) {
    WwView view;
    memset(&view, 0, sizeof view);
    vec3 from, to, up = {0, 1, 0};
    glm_vec3_copy((float *)eye, from);
    glm_vec3_copy((float *)target, to);
    glm_lookat(from, to, up, view.view);
    glm_perspective(1.0f, 1.5f, 0.1f, 1000.0f, view.projection);
    glm_mat4_mul(view.projection, view.view, view.viewProjection);
    glm_frustum_planes(view.viewProjection, view.planes);
    glm_vec3_copy(from, view.eye);
    view.now = (float)now;
    view.viewport[0] = 600;
    view.viewport[1] = 400;
    return view;
}

// Rooms and limits of particles: what is reused, kept, dropped and refused.
#include "particle_world.h"

// ---- rooms

static void expiredSlotsAreReused(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.maxParticles = 64;
    def.rateOverTime = 0;
    def.lifetime = (ww_Range){1, 1};
    const uint32_t emitter = emit(&world, &def, 1);
    for (int round = 0; round < 50; round++) {
        wwEmitterBurst(world.particles, emitter, 40, NULL);
        step(&world, 0);
        CHECK(living(&world) == 40);
        wwEmitterBurst(world.particles, emitter, 40, NULL);
        step(&world, 0.5);
        CHECK(living(&world) == 64);
        step(&world, 2);
        CHECK(living(&world) == 0);
    }
    const ww_EmitterStats *stats = &emitterOf(&world, emitter)->stats;
    CHECK_NEAR(stats->spawned, 50 * 64, 0);
    CHECK_NEAR(stats->capacity, 50 * 16, 0);
    checkSum(&world, emitter);
    const WwFamilyCounts counts = wwParticlesCounts(world.particles);
    CHECK(counts.dropped == 800 && counts.expired == 3200 && counts.records == 1);
    // Of a burst without room for all, the newest requests are kept.
    wwEmitterReset(world.particles, emitter, 1);
    wwEmitterBurst(world.particles, emitter, 40, NULL);
    wwEmitterBurst(world.particles, emitter, 64, NULL);
    step(&world, 0);
    const WwParticleRecord *last = recordAt(styleOf(&world, emitter), 63);
    WwRandom stream = wwRandomStream(1, (uint64_t)WW_BIRTH_CALL << 48 | 103);
    wwRandomUnit(&stream);
    CHECK_NEAR(last->random, wwRandomUnit(&stream), 0);
    stop(&world);
}

static void overload(double dt, ww_Range lifetime, uint32_t room) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.maxParticles = room;
    def.rateOverTime = 65536;
    def.lifetime = lifetime;
    const uint32_t emitter = emit(&world, &def, 3);
    for (int i = 0; i < 3; i++) {
        step(&world, dt);
        const WwEmitterStyle *style = styleOf(&world, emitter);
        checkSum(&world, emitter);
        CHECK(living(&world) <= room);
        // The newest birth of the step is there.
        float newest = 0;
        for (uint32_t k = 0; k < style->ring.count; k++) {
            newest = fmaxf(newest, recordAt(style, k)->birth);
        }
        if (i == 0) CHECK_NEAR(newest, world.now, 1e-4);
    }
    CHECK_NEAR(emitterOf(&world, emitter)->stats.requested, 3 * dt * 65536, 1);
    stop(&world);
}

static void overloads(void) {
    overload(30, (ww_Range){1, 1}, 65536);
    overload(600, (ww_Range){0.001f, 3600}, 65536);
    overload(600, (ww_Range){1, 2}, 1000);
    overload(3600, (ww_Range){3600, 3600}, 65536);
    overload(0.25, (ww_Range){0.1f, 0.2f}, 65536);
}

static void newestAreKept(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.maxParticles = 10;
    def.rateOverTime = 100;
    def.lifetime = (ww_Range){5, 5};
    const uint32_t emitter = emit(&world, &def, 3);
    step(&world, 1);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    CHECK(style->ring.count == 10);
    for (uint32_t i = 0; i < 10; i++) {
        CHECK_NEAR(recordAt(style, i)->birth, 0.905 + 0.01 * i, 1e-6);
    }
    CHECK_NEAR(emitterOf(&world, emitter)->stats.capacity, 90, 0);
    stop(&world);
}

static void badTransforms(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 10;
    def.lifetime = (ww_Range){50, 50};
    const uint32_t emitter = emit(&world, &def, 3);
    step(&world, 1);
    world.current[0].position[1] = NAN;
    wwEmitterBurst(world.particles, emitter, 5, NULL);
    step(&world, 1);
    CHECK(living(&world) == 10);
    CHECK_NEAR(emitterOf(&world, emitter)->stats.rejected, 15, 0);
    world.current[0].position[1] = 100;
    step(&world, 1);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    CHECK(living(&world) == 20);
    for (uint32_t i = 10; i < 20; i++) CHECK_NEAR(recordAt(style, i)->position[1], 100, 0);
    // Finite, but what it makes of a particle is not.
    world.current[0].scale = 3e38f;
    styleOf(&world, emitter)->def.speed = (ww_Range){100, 100};
    step(&world, 1);
    CHECK(living(&world) == 20);
    CHECK_NEAR(emitterOf(&world, emitter)->stats.rejected, 25, 0);
    wwPoolRemove(&world.pool, world.handles[0]);
    step(&world, 1);
    CHECK_NEAR(emitterOf(&world, emitter)->stats.rejected, 35, 0);
    CHECK(wwParticlesCounts(world.particles).rejected == 35);
    checkSum(&world, emitter);
    stop(&world);
}

static void limits(void) {
    World world;
    start(&world);
    const ww_EmitterStyleDef good = defaults();
    ww_EmitterStyleDef def = good;
    const WwKeyArray none = {NULL, 0};
    def.lifetime.high = 3601;
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    CHECK_TEXT(
        wwLastMessage(), "emitter style: lifetime is 3601, it must be between 0.001 and 3600 s");
    def = good;
    def.drag = 128.5f;
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    CHECK_TEXT(wwLastMessage(), "emitter style: drag is 128.5, it must be between 0 and 128 1/s");
    def = good;
    def.spin.low = -1025;
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    def = good;
    def.rateOverTime = 65537;
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    def = good;
    def.maxParticles = 65537;
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    def = good;
    def.direction = (ww_Vec3){0, 0, 0};
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    CHECK_TEXT(wwLastMessage(), "emitter style: direction is 0, it must have a length");
    def = good;
    def.maxEmitters = 1;
    def.maxParticles = 100;
    const uint32_t emitter = emit(&world, &def, 1);
    const uint32_t style = emitterOf(&world, emitter)->style;
    CHECK(!wwEmitterCreate(world.particles, style, world.handles[1], 1));
    CHECK(wwLastStatus() == WW_ERROR_CAPACITY);
    CHECK(wwEmitterBurst(world.particles, emitter, 101, NULL) == WW_ERROR_INVALID_DEF);
    CHECK_TEXT(wwLastMessage(), "burst: count is 101, it must be between 0 and maxParticles, 100");
    CHECK(wwEmitterBurst(world.particles, emitter, 1, (const float[3]){0, NAN, 0}) != WW_OK);
    CHECK(wwEmitterSetRate(world.particles, emitter, 65537) == WW_ERROR_INVALID_DEF);
    CHECK(wwEmitterSetRate(world.particles, emitter, NAN) == WW_ERROR_INVALID_DEF);
    def.maxParticles = 101;
    CHECK(wwEmitterStyleSet(world.particles, style, &def, none) == WW_ERROR_INVALID_DEF);
    CHECK(wwEmitterDestroy(world.particles, emitter) == WW_OK);
    CHECK(wwEmitterDestroy(world.particles, emitter) == WW_ERROR_STALE_HANDLE);
    CHECK(wwEmitterCreate(world.particles, style, world.handles[1], 1) != 0);
    CHECK(wwEmitterStyleDestroy(world.particles, style) == WW_OK);
    CHECK(world.particles->emitters.liveCount == 0);
    ww_Particle state;
    CHECK(wwParticlesRead(world.particles, style, &state, 1) == WW_NO_COUNT);
    stop(&world);
}

int main(void) {
    RUN("[particle.pool] expired slots are reused, drops are counted", expiredSlotsAreReused);
    RUN("[particle.overload] a long step is quick and its sums hold", overloads);
    RUN("[particle.overload] the newest are kept", newestAreKept);
    RUN("[particle.pool] what is not finite is rejected and never laid", badTransforms);
    RUN("[particle.limits] values beyond the limits are refused with a message", limits);
    return FINISH();
}

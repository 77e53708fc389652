// Particles: births, streams, rooms, motion, order.
#include "particle_world.h"
#include "ring/index_sort.h"

// The same on gcc, clang and wasm: the bytes of all living particles at the end of goldenScene.
#define GOLDEN_PARTICLES 3730276302u

// ---- motion

// Midpoint steps in double.
static void integrate(double drag, const double gravity[3], double p[3], double v[3], double time) {
    const int steps = 200000;
    const double h = time / steps;
    for (int i = 0; i < steps; i++) {
        for (int axis = 0; axis < 3; axis++) {
            const double middle = v[axis] + 0.5 * h * (gravity[axis] - drag * v[axis]);
            p[axis] += h * middle;
            v[axis] += h * (gravity[axis] - drag * middle);
        }
    }
}

static void closedForm(void) {
    const float drags[] = {0, 1e-6f, 0.01f, 0.249f, 0.2501f, 1, 7, 128};
    for (size_t i = 0; i < sizeof drags / sizeof *drags; i++) {
        World world;
        start(&world);
        ww_EmitterStyleDef def = defaults();
        def.rateOverTime = 0;
        def.drag = drags[i];
        def.gravity = (ww_Vec3){0.5f, -9.8f, 0.25f};
        def.lifetime = (ww_Range){4, 4};
        def.speed = (ww_Range){6, 6};
        def.direction = (ww_Vec3){1, 1, 0};
        const uint32_t emitter = emit(&world, &def, 1);
        wwEmitterBurst(world.particles, emitter, 1, (const float[3]){1, 2, 3});
        step(&world, 0);
        const float root = 4.2426407f;
        double p[3] = {1, 2, 3}, v[3] = {(double)root, (double)root, 0};
        const double gravity[3] = {0.5, (double)-9.8f, 0.25};
        integrate((double)drags[i], gravity, p, v, 2.0);
        ww_Particle state;
        const WwEmitterStyle *style = styleOf(&world, emitter);
        CHECK(wwParticleReference(world.particles, style, style->ring.first, 2.0f, &state));
        for (int axis = 0; axis < 3; axis++) {
            CHECK_NEAR(state.position[axis], p[axis], 1e-5 * (1 + fabs(p[axis])));
            CHECK_NEAR(state.velocity[axis], v[axis], 1e-5 * (1 + fabs(v[axis])));
        }
        CHECK_NEAR(state.age / state.lifetime, 0.5, 1e-6);
        CHECK(!wwParticleReference(world.particles, style, style->ring.first, 4.0f, &state));
        stop(&world);
    }
}

static void motionIsSmooth(void) {
    // The series and the exponential meet without a step.
    for (int i = 1; i < 4000; i++) {
        const float age = (float)i * 0.001f;
        const WwMotion m = wwParticleMotion(1.0f, 0.0f, age);
        const WwMotion later = wwParticleMotion(1.0f, 0.0f, age + 0.001f);
        const double t = (double)age;
        CHECK_NEAR(m.travel, 1.0 - exp(-t), 3e-7 * (1 + t));
        CHECK_NEAR(m.fall, t - (1.0 - exp(-t)), 3e-7 * (1 + t));
        CHECK(later.travel > m.travel && later.fall > m.fall);
    }
}

static void playPartition(World *world, int steps) {
    step(world, 0);
    for (int i = 1; i <= steps; i++) {
        world->current[0].position[0] = 3.0f * (float)i / (float)steps;
        step(world, 1.0 / steps);
    }
}

static void partitionIndependence(void) {
    World one, sixty;
    uint32_t emitters[2];
    start(&one);
    start(&sixty);
    World *worlds[2] = {&one, &sixty};
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 60;
    def.lifetime = (ww_Range){0.8f, 2};
    def.coneAngle = 0.4f;
    def.speed = (ww_Range){2, 5};
    def.gravity = (ww_Vec3){0, -9.8f, 0};
    def.drag = 1.5f;
    def.turbulence = 0.2f;
    def.inheritVelocity = 0.5f;
    for (int i = 0; i < 2; i++) {
        emitters[i] = emit(worlds[i], &def, 11);
        playPartition(worlds[i], i ? 60 : 1);
    }
    // The long step leaves out what died inside it.
    CHECK(living(&one) == living(&sixty) && living(&one) > 50);
    const WwEmitterStyle *a = styleOf(&one, emitters[0]);
    const WwEmitterStyle *b = styleOf(&sixty, emitters[1]);
    uint32_t j = 0, compared = 0;
    for (uint32_t i = 0; i < a->ring.count; i++) {
        ww_Particle first, second;
        const uint32_t record = (a->ring.first + i) % a->ring.capacity;
        if (!wwParticleReference(one.particles, a, record, 1.0f, &first)) continue;
        bool found = false;
        while (!found) {
            const uint32_t other = (b->ring.first + j++) % b->ring.capacity;
            found = wwParticleReference(sixty.particles, b, other, 1.0f, &second);
        }
        for (int axis = 0; axis < 3; axis++) {
            CHECK_NEAR(first.position[axis], second.position[axis], 1e-4);
            CHECK_NEAR(first.velocity[axis], second.velocity[axis], 1e-4);
        }
        CHECK_NEAR(first.size, second.size, 1e-6);
        compared++;
    }
    CHECK(compared == living(&one));
    stop(&one);
    stop(&sixty);
}

// ---- births

static void lowFrameRate(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 3;
    def.lifetime = (ww_Range){100, 100};
    const uint32_t emitter = emit(&world, &def, 1);
    for (int i = 0; i < 3; i++) step(&world, i == 2 ? 0.6 : 0.7);
    CHECK_NEAR(emitterOf(&world, emitter)->stats.spawned, 6, 0);
    for (int i = 0; i < 80; i++) step(&world, 0.7);
    CHECK_NEAR(emitterOf(&world, emitter)->stats.spawned, 174, 0);
    checkSum(&world, emitter);
    stop(&world);
}

static void birthsAreSpread(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 100;
    def.lifetime = (ww_Range){10, 10};
    def.speed = (ww_Range){0, 0};
    const uint32_t emitter = emit(&world, &def, 1);
    step(&world, 0);
    // A quarter turn on the way along x: the rotation is on the way, too.
    world.current[0] = (ww_Transform){{10, 0, 0}, 3, {0, 0, 0.70710678f, 0.70710678f}};
    step(&world, 0.1);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    CHECK(style->ring.count == 10);
    for (uint32_t i = 0; i < 10; i++) {
        const WwParticleRecord *particle = recordAt(style, i);
        CHECK_NEAR(particle->birth, 0.005 + 0.01 * i, 1e-6);
        CHECK_NEAR(particle->position[0], 0.5 + i, 1e-4);
        CHECK_NEAR(particle->size, 0.1 * (1 + 2 * (0.05 + 0.1 * i)), 1e-5);
    }
    stop(&world);
}

static void rotationTurnsVelocityNotGravity(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 0;
    def.speed = (ww_Range){2, 2};
    def.gravity = (ww_Vec3){0, -10, 0};
    def.shape = WW_SHAPE_DISC;
    def.extents = (ww_Vec3){1, 1, 1};
    const uint32_t emitter = emit(&world, &def, 1);
    // A quarter turn about z takes +y to -x and the disc into the plane of y and z.
    world.current[0] = (ww_Transform){{5, 0, 0}, 2, {0, 0, 0.70710678f, 0.70710678f}};
    wwEmitterBurst(world.particles, emitter, 50, NULL);
    step(&world, 0);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    float widest = 0;
    for (uint32_t i = 0; i < 50; i++) {
        const WwParticleRecord *particle = recordAt(style, i);
        CHECK_NEAR(particle->velocity[0], -4, 1e-5);
        CHECK_NEAR(particle->velocity[1], 0, 1e-5);
        CHECK_NEAR(particle->position[0], 5, 1e-5);
        widest = fmaxf(widest, fabsf(particle->position[1]));
        CHECK(hypotf(particle->position[1], particle->position[2]) <= 2.00001f);
    }
    CHECK(widest > 1.0f);
    ww_Particle state;
    CHECK(wwParticleReference(world.particles, style, style->ring.first, 0.5f, &state));
    CHECK_NEAR(state.velocity[1], -5, 1e-5);
    stop(&world);
}

static void motionIsInherited(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 10;
    def.speed = (ww_Range){1, 1};
    def.inheritVelocity = 0.5f;
    const uint32_t emitter = emit(&world, &def, 1);
    step(&world, 0);
    world.current[0].position[2] = 8;
    step(&world, 0.5);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    CHECK_NEAR(recordAt(style, 0)->velocity[2], 8, 1e-5);
    CHECK_NEAR(recordAt(style, 0)->velocity[1], 1, 1e-5);
    stop(&world);
}

static void burstKeepsPhase(void) {
    World worlds[2];
    double births[2][8];
    for (int w = 0; w < 2; w++) {
        World *world = &worlds[w];
        start(world);
        ww_EmitterStyleDef def = defaults();
        def.rateOverTime = 4;
        def.lifetime = (ww_Range){50, 50};
        const uint32_t emitter = emit(world, &def, 1);
        int count = 0;
        for (int i = 0; i < 20; i++) {
            if (w == 1 && i % 3 == 0) wwEmitterBurst(world->particles, emitter, 7, NULL);
            step(world, 0.1);
            const WwEmitterStyle *style = styleOf(world, emitter);
            for (uint32_t k = 0; k < style->ring.count; k++) {
                const double birth = (double)recordAt(style, k)->birth;
                // Bursts are born at the end of a step, the rate's births never are here.
                if (fabs(birth * 10 - round(birth * 10)) < 1e-4) continue;
                if (count < 8 && (count == 0 || birth > births[w][count - 1] + 0.01)) {
                    births[w][count++] = birth;
                }
            }
        }
        CHECK(count == 8);
        checkSum(world, emitter);
        stop(world);
    }
    for (int i = 0; i < 8; i++) CHECK_NEAR(births[0][i], births[1][i], 1e-7);
}

static void burstAfterTeleport(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 200;
    def.inheritVelocity = 1;
    const uint32_t emitter = emit(&world, &def, 1);
    step(&world, 0.1);
    const uint32_t before = styleOf(&world, emitter)->ring.count;
    world.current[0].position[0] = 500;
    wwEmitterTeleport(world.particles, emitter);
    wwEmitterBurst(world.particles, emitter, 50, NULL);
    step(&world, 0.1);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    CHECK(style->ring.count == before + 70);
    for (uint32_t i = before; i < style->ring.count; i++) {
        CHECK_NEAR(recordAt(style, i)->position[0], 500, 0);
        CHECK_NEAR(recordAt(style, i)->velocity[0], 0, 1e-5);
    }
    // The step after it moves on as usual.
    world.current[0].position[0] = 501;
    step(&world, 0.1);
    CHECK_NEAR(recordAt(style, style->ring.count - 1)->velocity[0], 10, 1e-3);
    wwEmitterBurst(world.particles, emitter, 3, (const float[3]){1, 2, 3});
    step(&world, 0);
    CHECK_NEAR(recordAt(style, style->ring.count - 1)->position[1], 2, 0);
    CHECK_NEAR(recordAt(style, style->ring.count - 1)->birth, world.now, 1e-6);
    stop(&world);
}

// ---- streams

#define ROOM 4096u
static ww_Particle states[ROOM];

static uint32_t hashParticles(World *world, uint32_t emitter) {
    const uint32_t style = emitterOf(world, emitter)->style;
    const uint32_t count = wwParticlesRead(world->particles, style, states, ROOM);
    CHECK(count == living(world) && count > 200);
    const unsigned char *bytes = (const void *)states;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < count * sizeof *states; i++) hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

// What particle.test.mjs in tests/core plays as well.
static ww_EmitterStyleDef variedStyle(void) {
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

static void playVaried(World *world, uint32_t emitter) {
    for (int i = 0; i < 300; i++) {
        ww_Transform *at = &world->current[0];
        at->position[0] = (float)(i % 64) / 8.0f;
        at->position[2] = (float)(i % 80) / 16.0f;
        at->rotation[1] = (float)i / 64.0f;
        if (i % 50 == 7) wwEmitterBurst(world->particles, emitter, 20, NULL);
        step(world, 1.0 / 64);
    }
}

static void goldenScene(void) {
    World world;
    start(&world);
    const ww_EmitterStyleDef def = variedStyle();
    const uint32_t emitter = emit(&world, &def, 42);
    playVaried(&world, emitter);
    CHECK_NEAR(hashParticles(&world, emitter), GOLDEN_PARTICLES, 0);
    stop(&world);
}

static void resetReplays(void) {
    World world;
    start(&world);
    const ww_EmitterStyleDef def = variedStyle();
    const uint32_t emitter = emit(&world, &def, 42);
    const uint32_t other =
        wwEmitterCreate(world.particles, emitterOf(&world, emitter)->style, world.handles[1], 1);
    wwEmitterSetRate(world.particles, other, 0);
    wwEmitterBurst(world.particles, other, 10, NULL);
    step(&world, 0.25);
    CHECK(living(&world) == 40);
    wwEmitterBurst(world.particles, emitter, 10, NULL);
    wwEmitterReset(world.particles, emitter, 42);
    CHECK(living(&world) == 10);
    CHECK_NEAR(emitterOf(&world, emitter)->stats.requested, 0, 0);
    step(&world, 4);
    CHECK(wwEmitterReset(world.particles, emitter, 42) == WW_OK && living(&world) == 0);
    // 2^-2 + 4 s on: the same times apart from the shift, so that all but them is the same bytes.
    World second;
    start(&second);
    const uint32_t again = emit(&second, &def, 42);
    playVaried(&world, emitter);
    playVaried(&second, again);
    WwEmitterStyle *styles[2] = {styleOf(&world, emitter), styleOf(&second, again)};
    uint32_t place = 0;
    for (uint32_t i = 0; i < styles[0]->ring.count; i++) {
        WwParticleRecord first = *recordAt(styles[0], i);
        if (first.lifetime == 0.0f || first.birth + first.lifetime <= (float)world.now) continue;
        WwParticleRecord expected;
        do expected = *recordAt(styles[1], place++);
        while (expected.birth + expected.lifetime <= (float)second.now);
        CHECK_NEAR(first.birth, expected.birth + 4.25f, 1e-6);
        first.birth = expected.birth;
        CHECK_NEAR(first.position[0], expected.position[0], 1e-5);
        memcpy(first.position, expected.position, sizeof first.position);
        CHECK(memcmp(&first.lifetime, &expected.lifetime, sizeof(float)) == 0);
        CHECK(memcmp(&first.size, &expected.size, 32) == 0);
    }
    stop(&world);
    stop(&second);
}

static void capacityChangesNothing(void) {
    World small, large;
    start(&small);
    start(&large);
    ww_EmitterStyleDef def = variedStyle();
    const uint32_t b = emit(&large, &def, 42);
    def.maxParticles = 40;
    const uint32_t a = emit(&small, &def, 42);
    playVaried(&small, a);
    playVaried(&large, b);
    CHECK(emitterOf(&small, a)->stats.capacity > 100 && emitterOf(&large, b)->stats.capacity == 0);
    checkSum(&small, a);
    checkSum(&large, b);
    const WwEmitterStyle *few = styleOf(&small, a), *all = styleOf(&large, b);
    uint32_t found = 0;
    for (uint32_t i = 0; i < few->ring.count; i++) {
        for (uint32_t k = 0; k < all->ring.count; k++) {
            found += memcmp(recordAt(few, i), recordAt(all, k), sizeof(WwParticleRecord)) == 0;
        }
    }
    // The large ring may have let some go that the small one still has in its window.
    CHECK(found >= wwRingLiving(&few->ring, (float)small.now) && found > 20);
    stop(&small);
    stop(&large);
}

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
    CHECK(wwParticlesRead(world.particles, style, states, ROOM) == WW_NO_COUNT);
    stop(&world);
}

// ---- curves

static void curvesOverLife(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    // Size 1 to 3 to 0; colour red to blue with two keys at 0; opacity 1 to 0.
    const float keys[] = {
        0, 1, 0.5f, 3, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.5f, 0, 1, 1, 0};
    def.sizeOverLife = (ww_Keys){0, 3};
    def.colorOverLife = (ww_Keys){6, 3};
    def.alphaOverLife = (ww_Keys){21, 2};
    def.color = (ww_Color){2, 1, 1, 0.5f};
    def.rateOverTime = 0;
    def.size = (ww_Range){0.2f, 0.2f};
    def.lifetime = (ww_Range){2, 2};
    const uint32_t style =
        wwEmitterStyleCreate(world.particles, &def, (WwKeyArray){keys, sizeof keys / 4});
    CHECK(style != 0);
    const uint32_t emitter = wwEmitterCreate(world.particles, style, world.handles[0], 1);
    wwEmitterSetColor(world.particles, emitter, (const float[4]){1, 1, 4, 1});
    wwEmitterBurst(world.particles, emitter, 1, NULL);
    step(&world, 0);
    const WwEmitterStyle *item = styleOf(&world, emitter);
    const float lives[] = {0, 0.25f, 0.5f, 0.75f, 0.999f};
    for (size_t i = 0; i < 5; i++) {
        ww_Particle state;
        CHECK(wwParticleReference(world.particles, item, item->ring.first, 2 * lives[i], &state));
        const double life = (double)lives[i];
        CHECK_NEAR(state.size, 0.2 * (life < 0.5 ? 1 + 4 * life : 6 - 6 * life), 0.01);
        CHECK_NEAR(state.color[0], 2 * (1 - life), 0.01);
        CHECK_NEAR(state.color[2], 4 * life, 0.02);
        CHECK_NEAR(state.color[3], 0.5 * (1 - life) * (1 - 0.5 * life), 0.01);
    }
    stop(&world);
}

// ---- order

#define MANY 65536u
static uint32_t sortItems[MANY], spareItems[MANY];
static uint16_t sorted[MANY], original[MANY];

static void sortIsStable(void) {
    const uint32_t counts[] = {0, 1, 2, 1000, MANY};
    // Few values, so that many are equal; then all values.
    const uint32_t masks[] = {0x0303u, 0xffffu};
    for (uint32_t round = 0; round < 10; round++) {
        const uint32_t count = counts[round / 2];
        WwRandom random = wwRandomStream(round, 0);
        for (uint32_t i = 0; i < count; i++) {
            original[i] = (uint16_t)(wwRandomBits(&random) & masks[round % 2]);
            sortItems[i] = wwSortItem(original[i], i);
        }
        wwIndexSort(sortItems, spareItems, sorted, count);
        for (uint32_t i = 1; i < count; i++) {
            CHECK(original[sorted[i - 1]] <= original[sorted[i]]);
            if (original[sorted[i - 1]] == original[sorted[i]]) CHECK(sorted[i - 1] < sorted[i]);
        }
    }
}

static void checkOrder(World *world, const WwEmitterStyle *style, const WwView *view) {
    const uint16_t *records = (const void *)style->order.bytes;
    static uint8_t seen[MANY];
    memset(seen, 0, sizeof seen);
    float last = -3e38f;
    uint32_t lastRecord = 0;
    for (uint32_t i = 0; i < style->orderCount; i++) {
        ww_Particle state;
        CHECK(wwParticleReference(world->particles, style, records[i], view->now, &state));
        CHECK(!seen[records[i]]++);
        const float z = view->view[0][2] * state.position[0] +
                        view->view[1][2] * state.position[1] +
                        view->view[2][2] * state.position[2] + view->view[3][2];
        // Within one of the 65,536 steps.
        CHECK(z >= last - 0.002f);
        if (z == last) CHECK(records[i] > lastRecord);
        last = fmaxf(z, last);
        lastRecord = records[i];
    }
    CHECK(style->orderCount == living(world));
}

static void sortsBackToFront(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = variedStyle();
    def.sort = 1;
    const uint32_t emitter = emit(&world, &def, 9);
    playVaried(&world, emitter);
    WwEmitterStyle *style = styleOf(&world, emitter);
    WwDrawList list;
    wwDrawListCreate(&list, 4);
    const uint32_t allocations = wwAllocCount();
    const vec3 eyes[] = {{0, 3, 40}, {0, 3, -40}, {50, 20, 0}};
    for (int i = 0; i < 3; i++) {
        WwView view = cameraAt(eyes[i], (const vec3){0, 0, 0}, world.now);
        list.count = 0;
        style->order.dirtyCount = 0;
        wwParticlesView(world.particles, &view, &list);
        CHECK(list.count == 1 && list.items[0].quads == living(&world));
        CHECK(list.items[0].tables[2] == &style->order);
        CHECK(style->order.dirtyCount == 1 && style->order.dirty[0].end == living(&world));
        checkOrder(&world, style, &view);
        // Nothing moved: nothing is sorted and nothing sent.
        style->order.dirtyCount = 0;
        view.still = true;
        wwParticlesView(world.particles, &view, &list);
        CHECK(list.count == 2 && style->order.dirtyCount == 0);
        // A birth at the same time is part of the set.
        wwEmitterBurst(world.particles, emitter, 1, NULL);
        step(&world, 0);
        wwParticlesView(world.particles, &view, &list);
        CHECK(list.count == 3 && style->order.dirtyCount == 1);
        checkOrder(&world, style, &view);
    }
    CHECK(wwAllocCount() == allocations);
    wwDrawListDestroy(&list);
    stop(&world);
}

static void overflowIsSorted(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.sort = 1;
    def.rateOverTime = 0;
    def.lifetime = (ww_Range){1000, 1000};
    def.direction = (ww_Vec3){0, 0, -1};
    const uint32_t emitter = emit(&world, &def, 1);
    const float scales[] = {1, 1e38f, 1e30f, -1e38f, 0};
    for (size_t i = 0; i < 5; i++) {
        world.current[0].scale = scales[i];
        wwEmitterBurst(world.particles, emitter, 3, NULL);
        step(&world, 100);
    }
    WwDrawList list;
    wwDrawListCreate(&list, 1);
    const WwView view = cameraAt((const vec3){0, 0, 10}, (const vec3){0, 0, 0}, world.now);
    wwParticlesView(world.particles, &view, &list);
    CHECK(list.count == 1 && list.items[0].quads == 15);
    uint32_t seen = 0;
    const uint16_t *records = (const void *)styleOf(&world, emitter)->order.bytes;
    for (uint32_t i = 0; i < 15; i++) seen |= 1u << records[i];
    CHECK(seen == 0x7fffu);
    wwDrawListDestroy(&list);
    stop(&world);
}

static void offScreenIsCulled(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = variedStyle();
    const uint32_t emitter = emit(&world, &def, 9);
    playVaried(&world, emitter);
    WwDrawList list;
    wwDrawListCreate(&list, 4);
    WwView toward = cameraAt((const vec3){0, 0, 300}, (const vec3){0, 0, 0}, world.now);
    WwView away = cameraAt((const vec3){0, 0, 300}, (const vec3){0, 0, 600}, world.now);
    wwParticlesView(world.particles, &away, &list);
    CHECK(list.count == 0);
    wwParticlesView(world.particles, &toward, &list);
    CHECK(list.count == 1);
    // It goes on living, and every living particle lies where the test for seeing it says.
    const uint32_t before = living(&world);
    step(&world, 0.1);
    CHECK(living(&world) > before / 2);
    emitterOf(&world, emitter)->emitting = false;
    for (int i = 0; i < 40; i++) {
        step(&world, 0.1);
        const WwEmitterStyle *style = styleOf(&world, emitter);
        const WwView view =
            cameraAt((const vec3){0, -30, 0}, (const vec3){0, -60, 0.1f}, world.now);
        list.count = 0;
        wwParticlesView(world.particles, &view, &list);
        for (uint32_t k = 0; k < style->ring.capacity; k++) {
            ww_Particle state;
            if (!wwParticleReference(world.particles, style, k, view.now, &state)) continue;
            if (wwSphereVisible(&view, state.position, 0)) CHECK(list.count == 1);
        }
    }
    wwDrawListDestroy(&list);
    stop(&world);
}

static void rebaseKeepsStates(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = variedStyle();
    const uint32_t emitter = emit(&world, &def, 9);
    playVaried(&world, emitter);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    ww_Particle before, after;
    uint32_t record = style->ring.first;
    while (!wwParticleReference(world.particles, style, record, (float)world.now, &before))
        record++;
    const uint32_t count = living(&world);
    wwParticlesRebase(world.particles, 4);
    world.now -= 4;
    CHECK(living(&world) == count);
    CHECK(wwParticleReference(world.particles, style, record, (float)world.now, &after));
    for (int i = 0; i < 3; i++) CHECK_NEAR(before.position[i], after.position[i], 1e-5);
    step(&world, 1);
    CHECK(living(&world) > 100 && emitterOf(&world, emitter)->stats.capacity == 0);
    stop(&world);
}

int main(void) {
    RUN("[particle.closed-form] motion with drag and gravity equals a fine integration",
        closedForm);
    RUN("[particle.closed-form] series and exponential meet without a step", motionIsSmooth);
    RUN("[particle.closed-form] one update of 1 s equals sixty to 1e-4", partitionIndependence);
    RUN("[particle.births] no birth is missed at low frame rates", lowFrameRate);
    RUN("[particle.births] births are spread in time and along the way", birthsAreSpread);
    RUN("[particle.transform] the source turns shape and velocity, not gravity",
        rotationTurnsVelocityNotGravity);
    RUN("[particle.transform] motion of the source is inherited by factor", motionIsInherited);
    RUN("[particle.burst] a burst does not disturb the phase of the rate", burstKeepsPhase);
    RUN("[particle.teleport] nothing is laid along a jump", burstAfterTeleport);
    RUN("[particle.streams] the records of a scene are the same bytes everywhere", goldenScene);
    RUN("[particle.teleport] reset with a seed replays the same effect", resetReplays);
    RUN("[particle.streams] capacity does not change later particles", capacityChangesNothing);
    RUN("[particle.pool] expired slots are reused, drops are counted", expiredSlotsAreReused);
    RUN("[particle.overload] a long step is quick and its sums hold", overloads);
    RUN("[particle.overload] the newest are kept", newestAreKept);
    RUN("[particle.pool] what is not finite is rejected and never laid", badTransforms);
    RUN("[particle.limits] values beyond the limits are refused with a message", limits);
    RUN("[particle.curves] size, colour and opacity follow their keys", curvesOverLife);
    RUN("[particle.sort] the index sort is stable", sortIsStable);
    RUN("[particle.sort] back to front from every side, skipped when nothing moved",
        sortsBackToFront);
    RUN("[particle.sort] places that overflow are sorted, too", overflowIsSorted);
    RUN("[particle.cull] styles off screen are not drawn and go on living", offScreenIsCulled);
    RUN("a new epoch of the clock moves no particle", rebaseKeepsStates);
    return FINISH();
}

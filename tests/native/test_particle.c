// Particles: births, streams, curves over life.
#include "particle_world.h"

// The same on gcc, clang and wasm: the bytes of all living particles at the end of goldenScene.
#define GOLDEN_PARTICLES 3730276302u

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

int main(void) {
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
    RUN("[particle.curves] size, colour and opacity follow their keys", curvesOverLife);
    return FINISH();
}

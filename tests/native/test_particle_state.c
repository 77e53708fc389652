// Kept states: they go where the closed forms go as long as nobody touches them.
#include "particle_world.h"

#define ROOM 4096u
static ww_Particle states[ROOM], others[ROOM];

static ww_EmitterStyleDef styled(uint32_t simulated) {
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 200;
    def.lifetime = (ww_Range){0.5f, 2};
    def.coneAngle = 2;
    def.speed = (ww_Range){1, 6};
    def.gravity = (ww_Vec3){0, -9.8f, 0};
    def.drag = 0.7f;
    def.maxParticles = 301; // no multiple of four: the ring wraps within a texel
    def.windInfluence = 0.5f;
    def.simulated = simulated;
    return def;
}

static uint32_t readAll(World *world, uint32_t emitter, ww_Particle *out) {
    return wwParticlesRead(world->particles, emitterOf(world, emitter)->style, out, ROOM);
}

static void equalsClosedForms(void) {
    World world;
    start(&world);
    world.wind[0] = 6;
    const ww_EmitterStyleDef closed = styled(0), kept = styled(1);
    const uint32_t a = emit(&world, &closed, 4), b = emit(&world, &kept, 4);
    for (int i = 0; i < 300; i++) {
        world.current[0].position[0] = (float)(i % 50) * 0.1f;
        step(&world, 1.0 / 60);
        if (i % 30 != 29) continue;
        const uint32_t count = readAll(&world, a, states);
        CHECK(readAll(&world, b, others) == count && count > 50);
        for (uint32_t k = 0; k < count; k++) {
            for (int axis = 0; axis < 3; axis++) {
                CHECK_NEAR(states[k].position[axis], others[k].position[axis], 2e-4);
                CHECK_NEAR(states[k].velocity[axis], others[k].velocity[axis], 2e-4);
            }
        }
    }
    checkSum(&world, b);
    stop(&world);
}

static void listensToTheGame(void) {
    // A floor at 0 that the game keeps: what comes down bounces, nothing is below it.
    World world;
    start(&world);
    ww_EmitterStyleDef def = styled(1);
    def.sort = 1;
    const uint32_t emitter = emit(&world, &def, 4);
    WwEmitterStyle *style = styleOf(&world, emitter);
    world.current[0].position[1] = 2;
    uint32_t bounces = 0;
    for (int i = 0; i < 200; i++) {
        step(&world, 1.0 / 60);
        for (uint32_t record = 0; record < style->ring.capacity; record++) {
            float *y = wwStateArray(style, 1) + record, *v = wwStateArray(style, 4) + record;
            if (*y > 0) continue;
            *y = 0;
            bounces += *v < 0;
            *v = fabsf(*v);
        }
    }
    const uint32_t count = readAll(&world, emitter, states);
    for (uint32_t i = 0; i < count; i++) CHECK(states[i].position[1] >= 0);
    CHECK(count > 100 && bounces > 100);
    // Seen and sorted where they are now, not where they were born.
    for (uint32_t record = 0; record < style->ring.capacity; record++) {
        wwStateArray(style, 0)[record] = 500;
    }
    WwDrawList list;
    wwDrawListCreate(&list, 1);
    const WwView there = cameraAt((const vec3){500, 5, 50}, (const vec3){500, 0, 0}, world.now);
    const WwView here = cameraAt((const vec3){0, 5, 50}, (const vec3){0, 0, 0}, world.now);
    wwParticlesView(world.particles, &here, &list);
    CHECK(list.count == 0);
    wwParticlesView(world.particles, &there, &list);
    CHECK(list.count == 1 && list.items[0].quads == count);
    wwDrawListDestroy(&list);
    stop(&world);
}

static void sendsWhatLives(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = styled(1);
    def.rateOverTime = 0;
    def.maxParticles = 4096;
    def.lifetime = (ww_Range){5, 5};
    const uint32_t emitter = emit(&world, &def, 4);
    WwTable *table = &styleOf(&world, emitter)->state;
    wwEmitterBurst(world.particles, emitter, 1000, NULL);
    for (int i = 0; i < 3; i++) {
        table->dirtyCount = 0;
        step(&world, 0.1);
        uint32_t texels = 0;
        for (uint32_t k = 0; k < table->dirtyCount; k++) {
            texels += table->dirty[k].end - table->dirty[k].begin;
        }
        // Three numbers a particle.
        CHECK_NEAR(texels * 16, 1000 * 12, 3 * 16);
    }
    table->dirtyCount = 0;
    step(&world, 6);
    CHECK(table->dirtyCount == 0);
    stop(&world);
}

static void refusals(void) {
    World world;
    start(&world);
    const WwKeyArray none = {NULL, 0};
    ww_EmitterStyleDef def = styled(1);
    def.ground = WW_GROUND_BOUNCE;
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    CHECK_TEXT(wwLastMessage(), "emitter style: simulated cannot be combined with ground, space, "
                                "orbit, attraction or speedOverLife");
    def = styled(1);
    const uint32_t emitter = emit(&world, &def, 1);
    def.simulated = 0;
    CHECK(wwEmitterStyleSet(world.particles, emitterOf(&world, emitter)->style, &def, none) ==
          WW_ERROR_INVALID_DEF);
    stop(&world);
}

int main(void) {
    RUN("[particle.forces] kept states go where the closed forms go", equalsClosedForms);
    RUN("[particle.forces] a game moves kept states; they are seen and sorted where they are",
        listensToTheGame);
    RUN("[particle.forces] kept states send 12 bytes a particle and step, none when nothing lives",
        sendsWhatLives);
    RUN("kept states are refused where they would not be told", refusals);
    return FINISH();
}

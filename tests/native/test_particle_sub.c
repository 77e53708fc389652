// Sub-emitters: children at births, at deaths and along the way, the same in every partition.
#include "particle_world.h"

#include <stdlib.h>

#define ROOM 4096u
static ww_Particle states[ROOM], others[ROOM];

static uint32_t emitterWith(World *world, ww_EmitterStyleDef *def, uint32_t seed) {
    const uint32_t style = wwEmitterStyleCreate(world->particles, def, (WwKeyArray){NULL, 0});
    CHECK(style != 0);
    return wwEmitterCreate(world->particles, style, world->handles[0], seed);
}

static uint32_t readAll(World *world, uint32_t emitter, ww_Particle *out) {
    return wwParticlesRead(world->particles, emitterOf(world, emitter)->style, out, ROOM);
}

static ww_SubEmitterDef linkOf(uint32_t on, float count) {
    ww_SubEmitterDef def;
    wwSchemaDefaults(&wwSubEmitterSchema, &def);
    def.on = on;
    def.count = count;
    return def;
}

static ww_EmitterStyleDef quiet(float lifetime, float speed) {
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 0;
    def.lifetime = (ww_Range){lifetime, lifetime};
    def.speed = (ww_Range){speed, speed};
    return def;
}

static void atDeath(void) {
    // A shell rises for 2 s and bursts: exact in place and time, whatever the step.
    for (int partition = 0; partition < 3; partition++) {
        World world;
        start(&world);
        ww_EmitterStyleDef shell = quiet(2, 10), spark = quiet(5, 0);
        shell.gravity = (ww_Vec3){0, -4, 0};
        const uint32_t parent = emitterWith(&world, &shell, 1);
        const uint32_t child = emitterWith(&world, &spark, 2);
        ww_SubEmitterDef link = linkOf(WW_SUB_DEATH, 20);
        link.inheritVelocity = 0.5f;
        link.inheritColor = 1;
        CHECK(wwEmitterLink(world.particles, parent, child, &link) == WW_OK);
        wwEmitterSetColor(world.particles, parent, (const float[4]){3, 2, 1, 0.5f});
        wwEmitterBurst(world.particles, parent, 3, NULL);
        step(&world, 0);
        const int steps = partition == 0 ? 1 : partition == 1 ? 7 : 300;
        for (int i = 0; i < steps; i++) step(&world, 3.0 / steps);
        CHECK(readAll(&world, parent, states) == 0);
        CHECK(readAll(&world, child, states) == 60);
        for (uint32_t i = 0; i < 60; i++) {
            CHECK_NEAR(states[i].age, 1, 1e-5);
            // 10 2 - 4 2^2 / 2 m up at 2 m/s, of which half is kept for a second.
            CHECK_NEAR(states[i].position[1], 12 + 1, 1e-4);
            CHECK_NEAR(states[i].color[0], 3, 1e-5);
            CHECK_NEAR(states[i].color[3], 0.5, 1e-5);
        }
        checkSum(&world, parent);
        checkSum(&world, child);
        stop(&world);
    }
}

static void atTheGround(void) {
    // Rain: drops die on the ground, where they splash.
    World world;
    start(&world);
    ww_EmitterStyleDef drop = quiet(10, 0), splash = quiet(0.5f, 1);
    drop.ground = WW_GROUND_DIE;
    drop.gravity = (ww_Vec3){0, -8, 0};
    drop.rateOverTime = 100;
    const uint32_t parent = emitterWith(&world, &drop, 1);
    const uint32_t child = emitterWith(&world, &splash, 2);
    ww_SubEmitterDef link = linkOf(WW_SUB_DEATH, 4);
    CHECK(wwEmitterLink(world.particles, parent, child, &link) == WW_OK);
    world.current[0].position[1] = 4; // a second of falling
    for (int i = 0; i < 300; i++) step(&world, 0.01);
    CHECK_NEAR(readAll(&world, parent, states), 100, 1);
    const uint32_t count = readAll(&world, child, states);
    CHECK_NEAR(count, 4 * 50, 5);
    for (uint32_t i = 0; i < count; i++) CHECK_NEAR(states[i].position[1], states[i].age, 1e-4);
    stop(&world);
}

static void atBirth(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef shot = quiet(5, 3), flash = quiet(5, 0);
    shot.rateOverTime = 10;
    const uint32_t parent = emitterWith(&world, &shot, 1);
    const uint32_t child = emitterWith(&world, &flash, 2);
    ww_SubEmitterDef link = linkOf(WW_SUB_BIRTH, 2);
    link.probability = 0.5f;
    CHECK(wwEmitterLink(world.particles, parent, child, &link) == WW_OK);
    for (int i = 0; i < 40; i++) {
        world.current[0].position[0] = (float)i;
        step(&world, 0.1);
    }
    const uint32_t count = readAll(&world, child, states);
    CHECK(count % 2 == 0 && count > 20 && count < 60);
    const uint32_t parents = readAll(&world, parent, others);
    for (uint32_t i = 0; i < count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < parents; k++) {
            found = found || (fabsf(others[k].position[0] - states[i].position[0]) < 1e-4f &&
                                 fabsf(others[k].age - states[i].age) < 1e-5f);
        }
        CHECK(found);
    }
    stop(&world);
}

// Orders by birth, then by the drawn lifetime.
static int compare(const void *a, const void *b) {
    const ww_Particle *p = a, *q = b;
    if (fabsf(p->age - q->age) > 1e-4f) return p->age < q->age ? 1 : -1;
    return p->lifetime < q->lifetime ? 1 : -1;
}

static void alongTheWay(void) {
    // Smoke along a falling shell at 40 a second: on its path, the same in every partition.
    uint32_t counts[3];
    static ww_Particle all[3][ROOM];
    for (int partition = 0; partition < 3; partition++) {
        World world;
        start(&world);
        ww_EmitterStyleDef shell = quiet(2, 10), smoke = quiet(8, 0);
        shell.direction = (ww_Vec3){1, 1, 0};
        shell.gravity = (ww_Vec3){0, -10, 0};
        shell.drag = 0.3f;
        smoke.lifetime.low = 4;
        const uint32_t parent = emitterWith(&world, &shell, 1);
        const uint32_t child = emitterWith(&world, &smoke, 2);
        ww_SubEmitterDef link = linkOf(WW_SUB_WAY, 40);
        CHECK(wwEmitterLink(world.particles, parent, child, &link) == WW_OK);
        wwEmitterBurst(world.particles, parent, 2, NULL);
        step(&world, 0);
        const WwParticleRecord first = *recordAt(styleOf(&world, parent), 0);
        const int steps = partition == 0 ? 1 : partition == 1 ? 9 : 250;
        for (int i = 0; i < steps; i++) step(&world, 2.5 / steps);
        counts[partition] = readAll(&world, child, all[partition]);
        CHECK(counts[partition] == 2 * 80);
        for (uint32_t i = 0; i < counts[partition]; i++) {
            const ww_Particle *puff = &all[partition][i];
            const float age = 2.5f - puff->age;
            float place[3], velocity[3];
            wwParticlePath(world.particles, styleOf(&world, parent), &first, age, place, velocity);
            for (int axis = 0; axis < 3; axis++) {
                CHECK_NEAR(puff->position[axis], place[axis], 2e-4);
            }
        }
        qsort(all[partition], counts[partition], sizeof(ww_Particle), compare);
        checkSum(&world, child);
        stop(&world);
    }
    for (uint32_t i = 0; i < counts[0]; i++) {
        CHECK_NEAR(all[0][i].lifetime, all[1][i].lifetime, 0);
        CHECK_NEAR(all[0][i].lifetime, all[2][i].lifetime, 0);
    }
}

static void chains(void) {
    // A shell bursts into stars, each of which crackles; all within one long step.
    World world;
    start(&world);
    ww_EmitterStyleDef shell = quiet(1, 5), star = quiet(0.5f, 2), crackle = quiet(9, 0);
    star.coneAngle = 3;
    const uint32_t a = emitterWith(&world, &shell, 1);
    const uint32_t b = emitterWith(&world, &star, 2);
    const uint32_t c = emitterWith(&world, &crackle, 3);
    ww_SubEmitterDef stars = linkOf(WW_SUB_DEATH, 10), crackles = linkOf(WW_SUB_DEATH, 3);
    CHECK(wwEmitterLink(world.particles, a, b, &stars) == WW_OK);
    CHECK(wwEmitterLink(world.particles, b, c, &crackles) == WW_OK);
    wwEmitterBurst(world.particles, a, 2, NULL);
    step(&world, 0);
    step(&world, 5);
    CHECK(readAll(&world, c, states) == 60);
    for (uint32_t i = 0; i < 60; i++) {
        const float *p = states[i].position;
        CHECK_NEAR(states[i].age, 3.5, 1e-4);
        CHECK_NEAR(hypotf(hypotf(p[0], p[2]), p[1] - 5), 1, 1e-3);
    }
    // Round in a circle it ends with the room of the queue, and is counted.
    CHECK(wwEmitterLink(world.particles, c, a, &stars) == WW_OK);
    wwEmitterBurst(world.particles, a, 2, NULL);
    step(&world, 0);
    step(&world, 1000);
    for (int i = 0; i < 3; i++) checkSum(&world, i == 0 ? a : i == 1 ? b : c);
    CHECK(wwParticlesCounts(world.particles).dropped > 0);
    stop(&world);
}

static void refusals(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = quiet(1, 1);
    const uint32_t a = emitterWith(&world, &def, 1);
    const uint32_t b = emitterWith(&world, &def, 2);
    const uint32_t same =
        wwEmitterCreate(world.particles, emitterOf(&world, a)->style, world.handles[0], 1);
    ww_SubEmitterDef link = linkOf(WW_SUB_DEATH, 1);
    CHECK(wwEmitterLink(world.particles, a, same, &link) == WW_ERROR_INVALID_DEF);
    CHECK(wwEmitterLink(world.particles, a, 0, &link) == WW_ERROR_STALE_HANDLE);
    link.probability = 2;
    CHECK(wwEmitterLink(world.particles, a, b, &link) == WW_ERROR_INVALID_DEF);
    CHECK_TEXT(wwLastMessage(), "sub emitter: probability is 2, it must be between 0 and 1");
    link.probability = 1;
    for (int i = 0; i < 4; i++) CHECK(wwEmitterLink(world.particles, a, b, &link) == WW_OK);
    CHECK(wwEmitterLink(world.particles, a, b, &link) == WW_ERROR_CAPACITY);
    // Off again, or with its child gone, a link does nothing; a reset kills without children.
    wwEmitterBurst(world.particles, a, 5, NULL);
    step(&world, 0);
    wwEmitterReset(world.particles, a, 1);
    step(&world, 2);
    CHECK(emitterOf(&world, b)->stats.requested == 0);
    wwEmitterBurst(world.particles, a, 5, NULL);
    wwEmitterUnlink(world.particles, a);
    step(&world, 0);
    step(&world, 2);
    CHECK(emitterOf(&world, b)->stats.requested == 0);
    CHECK(wwEmitterLink(world.particles, a, b, &link) == WW_OK);
    wwEmitterDestroy(world.particles, b);
    wwEmitterBurst(world.particles, a, 5, NULL);
    step(&world, 5);
    step(&world, 5);
    CHECK(living(&world) == 0);
    stop(&world);
}

int main(void) {
    RUN("[particle.sub] children at a death are exact in place and time", atDeath);
    RUN("[particle.sub] what dies on the ground has its children there", atTheGround);
    RUN("[particle.sub] children at a birth, by chance", atBirth);
    RUN("[particle.sub] children along the way lie on it, the same in every partition",
        alongTheWay);
    RUN("[particle.sub] children have children; a circle of them ends", chains);
    RUN("[particle.sub] what is no sub-emitter is refused", refusals);
    return FINISH();
}

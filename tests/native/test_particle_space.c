// Spaces of particles, and that bounds hold whatever moves.
#include "particle_world.h"

#define ROOM 2048u
static ww_Particle states[ROOM];

static uint32_t readAll(World *world, uint32_t emitter) {
    return wwParticlesRead(world->particles, emitterOf(world, emitter)->style, states, ROOM);
}

// ---- spaces

static void localFollows(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = burstsOnly();
    def.space = WW_SPACE_LOCAL;
    def.gravity = (ww_Vec3){0, -2, 0};
    def.direction = (ww_Vec3){1, 0, 0};
    def.inheritVelocity = 1;
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    world.current[0].position[0] = 100;
    wwEmitterBurst(world.particles, emitter, 1, NULL);
    step(&world, 0);
    // Moved, doubled and turned a quarter about z (+x to +y): the path goes with it, gravity not.
    world.current[0] = (ww_Transform){{100, 100, 0}, 2, {0, 0, 0.70710678f, 0.70710678f}};
    step(&world, 3);
    CHECK(readAll(&world, emitter) == 1);
    CHECK_NEAR(states[0].position[0], 100, 1e-4);
    CHECK_NEAR(states[0].position[1], 100 + 2 * 3 - 9, 1e-4);
    CHECK_NEAR(states[0].velocity[1], 2 - 6, 1e-4);
    CHECK_NEAR(states[0].size, 0.2, 1e-6);
    // The space outlives its emitter, and no other takes its place before the last one died.
    wwEmitterDestroy(world.particles, emitter);
    world.current[0].position[0] = 0;
    const uint32_t second = wwEmitterCreate(
        world.particles, wwPoolHandleAt(&world.particles->styles, 0), world.handles[0], 1);
    wwEmitterBurst(world.particles, second, 1, NULL);
    step(&world, 0);
    CHECK(readAll(&world, second) == 2);
    CHECK_NEAR(states[0].position[0], 100, 1e-4);
    CHECK_NEAR(states[1].position[0], 0, 1e-4);
    stop(&world);
}

static void idleSpaceSendsNothing(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = burstsOnly();
    def.space = WW_SPACE_LOCAL;
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    wwEmitterBurst(world.particles, emitter, 100, NULL);
    step(&world, 0.1);
    WwTable *frames = &world.particles->frames;
    CHECK(frames->dirtyCount == 1);
    frames->dirtyCount = 0;
    step(&world, 0.1);
    CHECK(frames->dirtyCount == 0);
    world.current[0].position[1] = 3;
    step(&world, 0.1);
    CHECK(frames->dirtyCount == 1 && frames->dirty[0].end - frames->dirty[0].begin == 2);
    stop(&world);
}

static void parentCarries(void) {
    // Slot 0 is a nozzle on a ship in slot 1: smoke stays on the ship, the nozzle moves on it.
    World world;
    start(&world);
    world.parents[0] = 1;
    ww_EmitterStyleDef def = burstsOnly();
    def.space = WW_SPACE_PARENT;
    def.rateOverTime = 10;
    def.speed = (ww_Range){0, 0};
    def.inheritVelocity = 1;
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    world.current[1].position[0] = 50;
    world.current[0].position[0] = 52;
    step(&world, 0);
    // The ship goes 10 m, the nozzle 1 m on it: births lie along its metre only, at its speed.
    world.current[1].position[0] = 60;
    world.current[0].position[0] = 63;
    step(&world, 1);
    CHECK(readAll(&world, emitter) == 10);
    for (uint32_t i = 0; i < 10; i++) {
        const double share = (0.5 + i) / 10;
        CHECK_NEAR(states[i].position[0], 62 + share + (1 - share), 1e-4);
        CHECK_NEAR(states[i].velocity[0], 1, 1e-4);
    }
    // A burst at a point of the world is there.
    wwEmitterSetRate(world.particles, emitter, 0);
    wwEmitterBurst(world.particles, emitter, 1, (const float[3]){7, 8, 9});
    step(&world, 0);
    CHECK(readAll(&world, emitter) == 11);
    CHECK_NEAR(states[10].position[0], 7, 1e-5);
    stop(&world);
}

// ---- bounds

static void boundsHoldEverything(void) {
    // Random styles of all kinds: what a camera would see is never culled.
    WwRandom random = wwRandomStream(99, 0);
    uint32_t hidden = 0, shown = 0;
    for (int round = 0; round < 120; round++) {
        World world;
        start(&world);
        world.wind[0] = 20 * wwRandomUnit(&random);
        ww_EmitterStyleDef def = defaults();
        def.rateOverTime = 60;
        def.lifetime = (ww_Range){0.5f, 3};
        def.coneAngle = 3;
        def.speed = (ww_Range){0, 6};
        def.drag = round % 3 ? 0 : 4 * wwRandomUnit(&random);
        def.gravity = (ww_Vec3){0, -9 * wwRandomUnit(&random), 0};
        def.noise = round % 4 ? 0 : 2;
        def.turbulence = round % 5 ? 0 : 2;
        def.shape = WW_SHAPE_BOX;
        def.windInfluence = round % 2 ? 0 : 1;
        if (round % 6 == 1) def.ground = WW_GROUND_BOUNCE;
        if (round % 6 == 2) def.attraction = 5;
        if (round % 6 == 3) def.orbit = (ww_Range){-3, 3};
        if (round % 6 == 4) def.space = WW_SPACE_LOCAL;
        def.center = (ww_Vec3){3 * wwRandomUnit(&random), 0, 0};
        const uint32_t emitter = emitWith(&world, &def, NULL, 0);
        WwDrawList list;
        wwDrawListCreate(&list, 1);
        for (int i = 0; i < 30; i++) {
            for (int axis = 0; axis < 3; axis++) {
                world.current[0].position[axis] = 4 * wwRandomUnit(&random);
            }
            step(&world, 0.1);
            vec3 eye, target;
            for (int axis = 0; axis < 3; axis++) {
                eye[axis] = wwRandomRange(&random, -30, 30);
                target[axis] = eye[axis] + wwRandomRange(&random, -30, 30);
            }
            const WwView view = cameraAt(eye, target, world.now);
            list.count = 0;
            wwParticlesView(world.particles, &view, &list);
            const uint32_t count = readAll(&world, emitter);
            bool seen = false;
            for (uint32_t k = 0; k < count; k++) {
                seen = seen || wwSphereVisible(&view, states[k].position, 0);
            }
            CHECK(!seen || list.count == 1);
            hidden += list.count == 0;
            shown += seen;
        }
        wwDrawListDestroy(&list);
        stop(&world);
    }
    CHECK(hidden > 300 && shown > 300);
}

int main(void) {
    RUN("[particle.space] local particles go with their source, gravity does not", localFollows);
    RUN("[particle.space] a space that stands still sends nothing", idleSpaceSendsNothing);
    RUN("[particle.space] the parent of a source carries its particles", parentCarries);
    RUN("[particle.cull] nothing that a camera sees is culled, whatever moves it",
        boundsHoldEverything);
    return FINISH();
}

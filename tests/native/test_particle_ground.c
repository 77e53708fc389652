// The ground against stepped bounces, and what it costs.
#include "particle_world.h"

#define ROOM 2048u
static ww_Particle states[ROOM];

static uint32_t readAll(World *world, uint32_t emitter) {
    return wwParticlesRead(world->particles, emitterOf(world, emitter)->style, states, ROOM);
}

// ---- the ground

// Steps of a hundredth of a millisecond with the same rules at each touch.
static void bounceStepped(
    const ww_EmitterStyleDef *def, double h0, double p[2], double v[2], double time) {
    const double h = 1e-5, g = (double)def->gravity.y, k = (double)def->drag;
    bool slides = false;
    int touches = 0;
    p[1] = h0;
    for (long i = 0; i < lround(time / h); i++) {
        const double drag = k + (slides ? (double)def->slideDrag : 0);
        const double a[2] = {-drag * v[0], slides ? 0 : g - drag * v[1]};
        for (int axis = 0; axis < 2; axis++) {
            p[axis] += h * (v[axis] + 0.5 * h * a[axis]);
            v[axis] += h * a[axis];
        }
        if (slides || p[1] > 0 || v[1] > 0) continue;
        p[1] = 0;
        v[0] *= 1 - (double)def->friction;
        v[1] *= -(double)def->bounciness;
        touches++;
        slides = def->ground == WW_GROUND_SLIDE || touches == 8 || 2 * v[1] < -g * 0.02;
        if (slides) v[1] = 0;
        if (def->ground == WW_GROUND_STICK) v[0] = 0;
    }
}

static void groundIsMet(void) {
    const uint32_t grounds[] = {
        WW_GROUND_BOUNCE, WW_GROUND_BOUNCE, WW_GROUND_SLIDE, WW_GROUND_STICK};
    const float bounces[] = {0.5f, 0.9f, 0, 0};
    for (size_t g = 0; g < 4; g++) {
        for (int d = 0; d < 3; d++) {
            World world;
            start(&world);
            ww_EmitterStyleDef def = burstsOnly();
            def.ground = grounds[g];
            def.bounciness = bounces[g];
            def.friction = 0.1f;
            def.gravity = (ww_Vec3){0, -9.8f, 0};
            def.drag = d == 0 ? 0 : d == 1 ? 0.4f : 3;
            def.direction = (ww_Vec3){1, 1, 0};
            def.speed = (ww_Range){4.2426407f, 4.2426407f};
            const uint32_t emitter = emitWith(&world, &def, NULL, 0);
            wwEmitterBurst(world.particles, emitter, 1, (const float[3]){0, 2, 0});
            step(&world, 0);
            for (int i = 1; i < 12; i++) {
                const float age = 0.43f * (float)i;
                double p[2] = {0, 0}, v[2] = {3, 3};
                bounceStepped(&def, 2, p, v, (double)age);
                ww_Particle state;
                CHECK(stateAt(&world, emitter, age, &state));
                CHECK_NEAR(state.position[0], p[0], 2e-3);
                CHECK_NEAR(state.position[1], p[1], 4e-3);
                CHECK(state.position[1] >= -1e-6f);
                CHECK_NEAR(state.velocity[0], v[0], 2e-3);
            }
            stop(&world);
        }
    }
}

static void groundKills(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = burstsOnly();
    def.ground = WW_GROUND_DIE;
    def.groundNormal = (ww_Vec3){0, 0.5f, 0};
    def.groundHeight = -1;
    def.gravity = (ww_Vec3){0, -10, 0};
    def.speed = (ww_Range){0, 0};
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    // From 4 m above the plane: sqrt(2 4 / 10) s.
    wwEmitterBurst(world.particles, emitter, 1, (const float[3]){0, 3, 0});
    step(&world, 0);
    step(&world, 0.894);
    CHECK(living(&world) == 1 && readAll(&world, emitter) == 1);
    CHECK_NEAR(states[0].position[1], -1, 0.01);
    CHECK_NEAR(states[0].lifetime, 10, 0);
    step(&world, 0.001);
    CHECK(living(&world) == 0 && readAll(&world, emitter) == 0);
    CHECK(wwParticlesCounts(world.particles).expired == 1);
    // Upward without gravity it never comes back; below the plane it is dead at once.
    def.gravity = (ww_Vec3){0, 0, 0};
    def.speed = (ww_Range){1, 1};
    const uint32_t rising = emitWith(&world, &def, NULL, 0);
    wwEmitterBurst(world.particles, rising, 1, NULL);
    wwEmitterBurst(world.particles, rising, 1, (const float[3]){0, -5, 0});
    step(&world, 0);
    step(&world, 9);
    CHECK(living(&world) == 1);
    checkSum(&world, rising);
    stop(&world);
}

static void groundIsSteep(void) {
    // On a slope of 45 degrees what slides is drawn downhill, at rest across.
    World world;
    start(&world);
    ww_EmitterStyleDef def = burstsOnly();
    def.ground = WW_GROUND_SLIDE;
    def.groundNormal = (ww_Vec3){1, 1, 0};
    def.slideDrag = 0;
    def.gravity = (ww_Vec3){0, -10, 0};
    def.speed = (ww_Range){0, 0};
    def.turbulence = 0.5f;
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    wwEmitterBurst(world.particles, emitter, 1, (const float[3]){0, 0, 0});
    step(&world, 0);
    ww_Particle state;
    CHECK(stateAt(&world, emitter, 1, &state));
    // Half of gravity, in both axes: 2.5 m after a second, give or take the sway.
    CHECK_NEAR(state.position[0], 2.5, 1);
    CHECK_NEAR(state.velocity[0], 5, 1e-3);
    CHECK_NEAR(state.velocity[1], -5, 1e-3);
    CHECK(state.position[0] + state.position[1] >= -1e-5f);
    stop(&world);
}

static void groundHasLimits(void) {
    World world;
    start(&world);
    const WwKeyArray none = {NULL, 0};
    ww_EmitterStyleDef def = burstsOnly();
    def.ground = WW_GROUND_BOUNCE;
    CHECK(wwEmitterStyleCreate(world.particles, &def, none));
    def.orbit = (ww_Range){0, 1};
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    CHECK_TEXT(wwLastMessage(), "emitter style: ground cannot be combined with orbit");
    def.orbit = (ww_Range){0, 0};
    def.attraction = 1;
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    def.attraction = 0;
    def.space = WW_SPACE_LOCAL;
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    def = burstsOnly();
    def.groundNormal = (ww_Vec3){0, 0, 0};
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    CHECK_TEXT(wwLastMessage(), "emitter style: groundNormal is 0, it must have a length");
    stop(&world);
}

static void recordsGrow(void) {
    // 64 bytes, and more only where a style needs them; a change of that removes what lives.
    World world;
    start(&world);
    ww_EmitterStyleDef def = burstsOnly();
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    const uint32_t style = emitterOf(&world, emitter)->style;
    const WwKeyArray none = {NULL, 0};
    CHECK(styleOf(&world, emitter)->ring.texelsPerRecord == 4);
    wwEmitterBurst(world.particles, emitter, 5, NULL);
    step(&world, 0);
    def.drag = 1;
    CHECK(wwEmitterStyleSet(world.particles, style, &def, none) == WW_OK && living(&world) == 5);
    def.ground = WW_GROUND_BOUNCE;
    CHECK(wwEmitterStyleSet(world.particles, style, &def, none) == WW_OK && living(&world) == 0);
    CHECK(styleOf(&world, emitter)->ring.texelsPerRecord == 6);
    def.windInfluence = 1;
    CHECK(wwEmitterStyleSet(world.particles, style, &def, none) == WW_OK);
    CHECK(styleOf(&world, emitter)->ring.texelsPerRecord == 8);
    wwEmitterBurst(world.particles, emitter, 7, NULL);
    step(&world, 1);
    CHECK(living(&world) == 7 && readAll(&world, emitter) == 7);
    CHECK(wwParticlesCounts(world.particles).expired == 0);
    def.space = WW_SPACE_LOCAL;
    def.ground = WW_GROUND_NONE;
    CHECK(wwEmitterStyleSet(world.particles, style, &def, none) == WW_ERROR_INVALID_DEF);
    CHECK(living(&world) == 7);
    stop(&world);
}

int main(void) {
    RUN("[particle.ground] bounce, slide and stick equal a fine integration", groundIsMet);
    RUN("[particle.ground] die where the plane is met, not before", groundKills);
    RUN("[particle.ground] on a slope what slides goes downhill and never below", groundIsSteep);
    RUN("[particle.ground] what cannot be solved at the birth is refused", groundHasLimits);
    RUN("[particle.ground] records grow only where a style needs it", recordsGrow);
    return FINISH();
}

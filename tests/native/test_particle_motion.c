// Motion: each closed form against a fine numeric integration, the ground against stepped bounces,
// spaces, and that bounds hold all of it.
#include "particle_world.h"

#define ROOM 2048u
static ww_Particle states[ROOM];

static uint32_t emitWith(World *world, ww_EmitterStyleDef *def, const float *keys, uint32_t count) {
    const uint32_t style = wwEmitterStyleCreate(world->particles, def, (WwKeyArray){keys, count});
    if (!style) printf("  %s\n", wwLastMessage());
    return wwEmitterCreate(world->particles, style, world->handles[0], 7);
}

static uint32_t readAll(World *world, uint32_t emitter) {
    return wwParticlesRead(world->particles, emitterOf(world, emitter)->style, states, ROOM);
}

static bool stateAt(World *world, uint32_t emitter, float age, ww_Particle *state) {
    const WwEmitterStyle *style = styleOf(world, emitter);
    const float birth = recordAt(style, 0)->birth;
    return wwParticleReference(world->particles, style, style->ring.first, birth + age, state);
}

static ww_EmitterStyleDef quiet(void) {
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 0;
    def.lifetime = (ww_Range){10, 10};
    return def;
}

// ---- a steady force, drag, wind and a spring

typedef struct Law {
    double drag, pull, wind[3], gravity[3], center[3];
} Law;

static void accelerate(const Law *law, const double p[3], const double v[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = law->gravity[i] + law->drag * (law->wind[i] - v[i]) +
                 law->pull * (law->center[i] - p[i]);
    }
}

// Runge and Kutta's fourth order in double.
static void integrate(const Law *law, double p[3], double v[3], double time) {
    const int steps = 40000;
    const double h = time / steps;
    for (int s = 0; s < steps; s++) {
        double ap[4][3], av[4][3], q[3], w[3];
        for (int k = 0; k < 4; k++) {
            const double share = k == 0 ? 0 : k == 3 ? h : h / 2;
            for (int i = 0; i < 3; i++) {
                q[i] = p[i] + (k ? share * ap[k - 1][i] : 0);
                w[i] = v[i] + (k ? share * av[k - 1][i] : 0);
            }
            memcpy(ap[k], w, sizeof w);
            accelerate(law, q, w, av[k]);
        }
        for (int i = 0; i < 3; i++) {
            p[i] += h / 6 * (ap[0][i] + 2 * ap[1][i] + 2 * ap[2][i] + ap[3][i]);
            v[i] += h / 6 * (av[0][i] + 2 * av[1][i] + 2 * av[2][i] + av[3][i]);
        }
    }
}

static void springsAndWind(void) {
    // Swinging, creeping, the border between the two, no drag, no pull.
    const float drags[] = {0, 0.5f, 2, 4, 9, 40, 3};
    const float pulls[] = {4, 9, 1, 4, 2, 1, 0};
    for (size_t i = 0; i < sizeof drags / sizeof *drags; i++) {
        World world;
        start(&world);
        world.wind[0] = 8;
        world.wind[2] = -3;
        ww_EmitterStyleDef def = quiet();
        def.drag = drags[i];
        def.attraction = pulls[i];
        def.windInfluence = 0.5f;
        def.center = (ww_Vec3){1, 2, 0};
        def.gravity = (ww_Vec3){0.5f, -3, 0.25f};
        def.speed = (ww_Range){5, 5};
        def.direction = (ww_Vec3){0, 0, 1};
        const uint32_t emitter = emitWith(&world, &def, NULL, 0);
        world.current[0].position[1] = 1;
        wwEmitterBurst(world.particles, emitter, 1, NULL);
        step(&world, 0);
        Law law = {.drag = (double)drags[i],
            .pull = (double)pulls[i],
            .wind = {4, 0, -1.5},
            .gravity = {0.5, -3, 0.25},
            .center = {1, 3, 0}};
        double p[3] = {0, 1, 0}, v[3] = {0, 0, 5};
        for (int second = 1; second <= 4; second++) {
            integrate(&law, p, v, 0.75);
            ww_Particle state;
            CHECK(stateAt(&world, emitter, 0.75f * (float)second, &state));
            for (int axis = 0; axis < 3; axis++) {
                CHECK_NEAR(state.position[axis], p[axis], 5e-5 * (1 + fabs(p[axis])));
                CHECK_NEAR(state.velocity[axis], v[axis], 1e-4 * (1 + fabs(v[axis])));
            }
        }
        stop(&world);
    }
}

static void windOfTheBirth(void) {
    // Who was born in another wind keeps it: nothing that lives jumps when the wind turns.
    World world;
    start(&world);
    ww_EmitterStyleDef def = quiet();
    def.windInfluence = 1;
    def.drag = 1;
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    world.wind[0] = 10;
    wwEmitterBurst(world.particles, emitter, 1, NULL);
    step(&world, 0);
    step(&world, 1);
    ww_Particle before, after;
    CHECK(stateAt(&world, emitter, 1, &before));
    CHECK_NEAR(before.position[0], 10 * exp(-1), 1e-4);
    world.wind[0] = -10;
    step(&world, 0);
    CHECK(stateAt(&world, emitter, 1, &after));
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    stop(&world);
}

static void orbits(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = quiet();
    def.orbit = (ww_Range){2, 2};
    def.orbitAxis = (ww_Vec3){0, 0.5f, 0};
    def.gravity = (ww_Vec3){0, -2, 0};
    def.direction = (ww_Vec3){1, 0, 0};
    def.speed = (ww_Range){1, 1};
    def.center = (ww_Vec3){-3, 0, 0};
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    world.current[0].position[1] = 5;
    wwEmitterBurst(world.particles, emitter, 1, NULL);
    step(&world, 0);
    for (int i = 1; i < 9; i++) {
        const float age = 0.4f * (float)i;
        const double t = (double)age, radius = 3 + t;
        ww_Particle state, later;
        CHECK(
            stateAt(&world, emitter, age, &state) && stateAt(&world, emitter, age + 1e-3f, &later));
        // Turning about +y takes +x to -z; gravity does not turn.
        CHECK_NEAR(state.position[0], -3 + radius * cos(2 * t), 1e-3);
        CHECK_NEAR(state.position[2], -radius * sin(2 * t), 1e-3);
        // The packed axis is off by up to 0.06 degrees.
        CHECK_NEAR(state.position[1], 5 - t * t, 2e-3);
        for (int axis = 0; axis < 3; axis++) {
            const double slope = (double)(later.position[axis] - state.position[axis]) / 1e-3;
            CHECK_NEAR(slope, state.velocity[axis], 0.03);
        }
    }
    stop(&world);
}

static void speedCurves(void) {
    // 1 for a quarter of life, then straight down to -1: the integral of it is the way.
    const float keys[] = {0, 1, 0.25f, 1, 1, -1};
    World world;
    start(&world);
    ww_EmitterStyleDef def = quiet();
    def.lifetime = (ww_Range){4, 4};
    def.speed = (ww_Range){8, 8};
    def.drag = 3;
    def.speedOverLife = (ww_Keys){0, 3};
    const uint32_t emitter = emitWith(&world, &def, keys, 6);
    wwEmitterBurst(world.particles, emitter, 1, NULL);
    step(&world, 0);
    for (int i = 0; i < 8; i++) {
        const float age = 0.49f * (float)i;
        const double life = (double)age / 4, after = life - 0.25;
        const double slope = -2 / 0.75;
        const double mean = life < 0.25 ? life : life + slope * after * after / 2;
        ww_Particle state;
        CHECK(stateAt(&world, emitter, age, &state));
        CHECK_NEAR(state.position[1], 8 * 4 * mean, 0.01);
        CHECK_NEAR(state.velocity[1], 8 * (life < 0.25 ? 1 : 1 + slope * after), 0.08);
    }
    stop(&world);
}

// ---- noise

static void noiseIsACurl(void) {
    const WwNoise noise = wwNoiseMake(3, 2);
    const WwNoise other = wwNoiseMake(4, 2);
    WwRandom random = wwRandomStream(5, 0);
    const float h = 0.01f;
    double squares = 0, differences = 0, divergences = 0, slopes = 0;
    float longest = 0;
    for (int i = 0; i < 4000; i++) {
        float place[3], here[3], there[3];
        for (int axis = 0; axis < 3; axis++) place[axis] = wwRandomRange(&random, -50, 50);
        wwNoiseAt(&noise, place, 0.3f, here);
        wwNoiseAt(&other, place, 0.3f, there);
        double divergence = 0;
        for (int axis = 0; axis < 3; axis++) {
            float ahead[3], before[3], next[3], last[3];
            memcpy(ahead, place, sizeof place);
            memcpy(before, place, sizeof place);
            ahead[axis] += h;
            before[axis] -= h;
            wwNoiseAt(&noise, ahead, 0.3f, next);
            wwNoiseAt(&noise, before, 0.3f, last);
            const double slope = (double)(next[axis] - last[axis]) / (2 * (double)h);
            divergence += slope;
            slopes += slope * slope;
            squares += (double)(here[axis] * here[axis]);
            differences += (double)((here[axis] - there[axis]) * (here[axis] - there[axis]));
        }
        divergences += divergence * divergence;
        longest = fmaxf(longest, sqrtf(here[0] * here[0] + here[1] * here[1] + here[2] * here[2]));
    }
    // Without sources: the slopes cancel. About half a metre long, never beyond the peak.
    CHECK(divergences < 1e-3 * slopes);
    CHECK_NEAR(sqrt(squares / 4000), 0.57, 0.1);
    CHECK(longest <= WW_NOISE_PEAK && longest > 0.5f * WW_NOISE_PEAK);
    CHECK(differences > squares);
    // It comes back when the phase wraps.
    float first[3], last[3];
    wwNoiseAt(&noise, (const float[3]){1, 2, 3}, 0, first);
    wwNoiseAt(&noise, (const float[3]){1, 2, 3}, 1, last);
    for (int axis = 0; axis < 3; axis++) CHECK_NEAR(first[axis], last[axis], 1e-5);
}

static void noiseMovesNeighboursAlike(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = quiet();
    def.noise = 1;
    def.noiseScale = 4;
    def.speed = (ww_Range){0, 0};
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    wwEmitterBurst(world.particles, emitter, 1, (const float[3]){0, 0, 0});
    wwEmitterBurst(world.particles, emitter, 1, (const float[3]){0.1f, 0, 0});
    wwEmitterBurst(world.particles, emitter, 1, (const float[3]){20, 0, 0});
    step(&world, 0);
    CHECK(readAll(&world, emitter) == 3 && states[0].position[1] == 0.0f);
    step(&world, 2);
    CHECK(readAll(&world, emitter) == 3);
    const float a = states[0].position[1], b = states[1].position[1], c = states[2].position[1];
    CHECK(fabsf(a) > 0.01f && fabsf(a - b) < 0.1f && fabsf(a - c) > 0.05f);
    // The field goes on over a new epoch of the clock.
    ww_Particle before = states[0];
    wwParticlesRebase(world.particles, 1);
    world.now -= 1;
    CHECK(readAll(&world, emitter) == 3);
    for (int axis = 0; axis < 3; axis++) {
        CHECK_NEAR(before.position[axis], states[0].position[axis], 1e-4);
    }
    stop(&world);
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
            ww_EmitterStyleDef def = quiet();
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
    ww_EmitterStyleDef def = quiet();
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
    ww_EmitterStyleDef def = quiet();
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
    ww_EmitterStyleDef def = quiet();
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
    def = quiet();
    def.groundNormal = (ww_Vec3){0, 0, 0};
    CHECK(!wwEmitterStyleCreate(world.particles, &def, none));
    CHECK_TEXT(wwLastMessage(), "emitter style: groundNormal is 0, it must have a length");
    stop(&world);
}

static void recordsGrow(void) {
    // 64 bytes, and more only where a style needs them; a change of that removes what lives.
    World world;
    start(&world);
    ww_EmitterStyleDef def = quiet();
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

// ---- spaces

static void localFollows(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = quiet();
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
    ww_EmitterStyleDef def = quiet();
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
    ww_EmitterStyleDef def = quiet();
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
    RUN("[particle.forces] wind with drag and a spring equal a fine integration", springsAndWind);
    RUN("[particle.forces] the wind is that of the birth", windOfTheBirth);
    RUN("[particle.forces] orbits turn everything but gravity", orbits);
    RUN("[particle.closed-form] the way along a speed curve is its integral", speedCurves);
    RUN("[particle.forces] noise has no sources and another seed another field", noiseIsACurl);
    RUN("[particle.forces] noise carries neighbours alike, over epochs too",
        noiseMovesNeighboursAlike);
    RUN("[particle.ground] bounce, slide and stick equal a fine integration", groundIsMet);
    RUN("[particle.ground] die where the plane is met, not before", groundKills);
    RUN("[particle.ground] on a slope what slides goes downhill and never below", groundIsSteep);
    RUN("[particle.ground] what cannot be solved at the birth is refused", groundHasLimits);
    RUN("[particle.ground] records grow only where a style needs it", recordsGrow);
    RUN("[particle.space] local particles go with their source, gravity does not", localFollows);
    RUN("[particle.space] a space that stands still sends nothing", idleSpaceSendsNothing);
    RUN("[particle.space] the parent of a source carries its particles", parentCarries);
    RUN("[particle.cull] nothing that a camera sees is culled, whatever moves it",
        boundsHoldEverything);
    return FINISH();
}

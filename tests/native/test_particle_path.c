// The path of a particle: each closed form against a fine numeric integration.
#include "particle_world.h"

#define ROOM 2048u
static ww_Particle states[ROOM];

static uint32_t readAll(World *world, uint32_t emitter) {
    return wwParticlesRead(world->particles, emitterOf(world, emitter)->style, states, ROOM);
}

// ---- gravity and drag

// Midpoint steps in double.
static void integrateFall(
    double drag, const double gravity[3], double p[3], double v[3], double time) {
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
        integrateFall((double)drags[i], gravity, p, v, 2.0);
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
        ww_EmitterStyleDef def = burstsOnly();
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
    ww_EmitterStyleDef def = burstsOnly();
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
    ww_EmitterStyleDef def = burstsOnly();
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
    ww_EmitterStyleDef def = burstsOnly();
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
    ww_EmitterStyleDef def = burstsOnly();
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

int main(void) {
    RUN("[particle.closed-form] motion with drag and gravity equals a fine integration",
        closedForm);
    RUN("[particle.closed-form] series and exponential meet without a step", motionIsSmooth);
    RUN("[particle.closed-form] one update of 1 s equals sixty to 1e-4", partitionIndependence);
    RUN("[particle.forces] wind with drag and a spring equal a fine integration", springsAndWind);
    RUN("[particle.forces] the wind is that of the birth", windOfTheBirth);
    RUN("[particle.forces] orbits turn everything but gravity", orbits);
    RUN("[particle.closed-form] the way along a speed curve is its integral", speedCurves);
    RUN("[particle.forces] noise has no sources and another seed another field", noiseIsACurl);
    RUN("[particle.forces] noise carries neighbours alike, over epochs too",
        noiseMovesNeighboursAlike);
    return FINISH();
}

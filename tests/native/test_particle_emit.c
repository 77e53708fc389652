// The timeline of an emitter, budgets and sums.
#include "particle_world.h"

// ---- the timeline

static double births[4096];

// Birth times of everything alive, ascending as they were laid.
static uint32_t listBirths(World *world, uint32_t emitter) {
    const WwEmitterStyle *style = styleOf(world, emitter);
    for (uint32_t i = 0; i < style->ring.count; i++) births[i] = (double)recordAt(style, i)->birth;
    return style->ring.count;
}

static void overDistance(void) {
    // In one step, in sixty, and in a step without time: 3 m at 4 a metre, half a gap in.
    for (int way = 0; way < 3; way++) {
        World world;
        start(&world);
        ww_EmitterStyleDef def = defaults();
        def.rateOverTime = 0;
        def.rateOverDistance = 4;
        def.lifetime = (ww_Range){100, 100};
        const uint32_t emitter = emitWith(&world, &def, NULL, 0);
        step(&world, 0);
        const int steps = way == 1 ? 60 : 1;
        for (int i = 1; i <= steps; i++) {
            world.current[0].position[2] = 3.0f * (float)i / (float)steps;
            step(&world, way == 2 ? 0 : 1.0 / steps);
        }
        const WwEmitterStyle *style = styleOf(&world, emitter);
        CHECK(style->ring.count == 12);
        for (uint32_t i = 0; i < 12; i++) {
            const double at = (0.5 + i) / 4;
            CHECK_NEAR(recordAt(style, i)->position[2], at, 1e-5);
            CHECK_NEAR(recordAt(style, i)->birth, way == 2 ? 0 : at / 3, 1e-5);
        }
        // Nothing along a jump.
        world.current[0].position[2] = 1000;
        wwEmitterTeleport(world.particles, emitter);
        step(&world, 0.1);
        CHECK(living(&world) == 12);
        checkSum(&world, emitter);
        stop(&world);
    }
}

static void burstRows(void) {
    // 3 at 0.25 s; twice 2 at 1 s and 1.5 s; again after each loop of 2 s.
    const float rows[] = {0.25f, 3, 1, 0, 1, /**/ 1, 2, 2, 0.5f, 1};
    const double expected[] = {0.25, 1, 1.5, 2.25, 3, 3.5, 4.25};
    for (int partition = 0; partition < 3; partition++) {
        const double dt = partition == 0 ? 0.01 : partition == 1 ? 0.7 : 4.9;
        World world;
        start(&world);
        ww_EmitterStyleDef def = defaults();
        def.rateOverTime = 0;
        def.lifetime = (ww_Range){100, 100};
        def.bursts = (ww_Keys){0, 2};
        def.duration = 2;
        const uint32_t emitter = emitWith(&world, &def, rows, 10);
        for (int i = 0; i < (int)lround(4.9 / dt); i++) step(&world, dt);
        const uint32_t count = listBirths(&world, emitter);
        CHECK(count == 3 * 3 + 4 * 2);
        // Each time with its count, whatever the order in which a step laid them.
        for (size_t e = 0; e < 7; e++) {
            uint32_t found = 0;
            for (uint32_t i = 0; i < count; i++) found += fabs(births[i] - expected[e]) < 1e-5;
            CHECK(found == (e % 3 == 0 ? 3 : 2));
        }
        checkSum(&world, emitter);
        stop(&world);
    }
}

static void burstAtStart(void) {
    // A burst at time 0 comes with the first update, also one without time, and once.
    const float rows[] = {0, 5, 1, 1, 1};
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 0;
    def.bursts = (ww_Keys){0, 1};
    def.looping = 0;
    def.lifetime = (ww_Range){50, 50};
    const uint32_t emitter = emitWith(&world, &def, rows, 5);
    for (int i = 0; i < 3; i++) step(&world, 0);
    CHECK(living(&world) == 5 && wwEmitterAlive(world.particles, emitter));
    for (int i = 0; i < 100; i++) step(&world, 0.1);
    CHECK(living(&world) == 5);
    wwEmitterRestart(world.particles, emitter);
    step(&world, 0);
    CHECK(living(&world) == 10);
    for (int i = 0; i < 60; i++) step(&world, 1);
    CHECK(living(&world) == 0 && !wwEmitterAlive(world.particles, emitter));
    stop(&world);
}

static void burstChance(void) {
    // 2,000 occurrences with 1 in 4, the same ones in every partition.
    const float rows[] = {0, 1, 0, 0.01f, 0.25f};
    uint32_t counts[2];
    for (int way = 0; way < 2; way++) {
        World world;
        start(&world);
        ww_EmitterStyleDef def = defaults();
        def.rateOverTime = 0;
        def.lifetime = (ww_Range){100, 100};
        def.bursts = (ww_Keys){0, 1};
        def.duration = 20;
        const uint32_t emitter = emitWith(&world, &def, rows, 5);
        for (int i = 0; i < (way ? 100 : 1); i++) step(&world, way ? 0.19995 : 19.995);
        counts[way] = listBirths(&world, emitter);
        checkSum(&world, emitter);
        stop(&world);
    }
    CHECK(counts[0] == counts[1] && counts[0] > 430 && counts[0] < 570);
}

static void burstsAreChecked(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.bursts = (ww_Keys){0, 1};
    const float bad[][5] = {
        {0, 1, 1, 1, 1.5f}, {0, 1, 2, 0, 1}, {0, 1.5f, 1, 1, 1}, {-1, 1, 1, 1, 1}};
    for (size_t i = 0; i < 4; i++) {
        CHECK(!wwEmitterStyleCreate(world.particles, &def, (WwKeyArray){bad[i], 5}));
        CHECK(wwLastStatus() == WW_ERROR_INVALID_DEF);
    }
    static float many[17 * 5];
    def.bursts = (ww_Keys){0, 17};
    for (int i = 0; i < 17; i++) many[i * 5 + 2] = 1;
    CHECK(!wwEmitterStyleCreate(world.particles, &def, (WwKeyArray){many, 85}));
    CHECK_TEXT(wwLastMessage(), "emitter style: bursts must be at most 16 rows");
    def.bursts.count = 16;
    CHECK(wwEmitterStyleCreate(world.particles, &def, (WwKeyArray){many, 85}));
    stop(&world);
}

static void delayAndDuration(void) {
    for (int partition = 0; partition < 2; partition++) {
        World world;
        start(&world);
        ww_EmitterStyleDef def = defaults();
        def.rateOverTime = 10;
        def.startDelay = 0.5f;
        def.duration = 2;
        def.looping = 0;
        def.lifetime = (ww_Range){100, 100};
        const uint32_t emitter = emitWith(&world, &def, NULL, 0);
        for (int i = 0; i < (partition ? 1 : 300); i++) step(&world, partition ? 6 : 0.02);
        const uint32_t count = listBirths(&world, emitter);
        CHECK(count == 20);
        for (uint32_t i = 0; i < count; i++) CHECK_NEAR(births[i], 0.55 + 0.1 * i, 1e-4);
        CHECK(wwEmitterAlive(world.particles, emitter));
        // Switched off its clock stands.
        wwEmitterRestart(world.particles, emitter);
        wwEmitterSetEmitting(world.particles, emitter, false);
        step(&world, 10);
        CHECK(living(&world) == 20);
        wwEmitterSetEmitting(world.particles, emitter, true);
        step(&world, 1.5);
        CHECK(living(&world) == 30);
        stop(&world);
    }
}

static void prewarmIsSteady(void) {
    // What a prewarmed emitter shows at once equals what another shows after its longest lifetime.
    const float rows[] = {0.5f, 7, 1, 1, 1};
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 100;
    def.bursts = (ww_Keys){0, 1};
    def.duration = 2;
    def.lifetime = (ww_Range){1, 4};
    def.gravity = (ww_Vec3){0, -3, 0};
    def.drag = 0.5f;
    World warm, cold;
    start(&warm);
    start(&cold);
    const uint32_t late = emitWith(&cold, &def, rows, 5);
    def.prewarm = 1;
    const uint32_t early = emitWith(&warm, &def, rows, 5);
    step(&warm, 0);
    for (int i = 0; i < 240; i++) step(&cold, 1.0 / 60);
    // Only the two bursts draw other lifetimes.
    CHECK_NEAR(living(&warm), living(&cold), 14);
    CHECK(living(&warm) > 240);
    CHECK(warm.now == 0.0);
    checkSum(&warm, early);
    // Ages and heights are distributed alike.
    double sums[2][2] = {{0, 0}, {0, 0}};
    World *worlds[2] = {&warm, &cold};
    const uint32_t emitters[2] = {early, late};
    for (int w = 0; w < 2; w++) {
        const WwEmitterStyle *style = styleOf(worlds[w], emitters[w]);
        for (uint32_t i = 0; i < style->ring.capacity; i++) {
            ww_Particle state;
            const float now = (float)worlds[w]->now;
            if (!wwParticleReference(worlds[w]->particles, style, i, now, &state)) continue;
            sums[w][0] += (double)state.age;
            sums[w][1] += (double)state.position[1];
        }
    }
    const double counts[2] = {living(&warm), living(&cold)};
    CHECK_NEAR(sums[0][0] / counts[0], sums[1][0] / counts[1], 0.1);
    CHECK_NEAR(sums[0][1] / counts[0], sums[1][1] / counts[1], 0.4);
    // Then it goes on without a gap, and only a looping emitter begins so.
    step(&warm, 1);
    CHECK(living(&warm) > 240);
    def.looping = 0;
    const uint32_t once = emitWith(&warm, &def, rows, 5);
    step(&warm, 0);
    CHECK(styleOf(&warm, once)->ring.count == 0);
    stop(&warm);
    stop(&cold);
}

// ---- budgets and sums

static void budgets(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.maxBirths = 256;
    def.rateOverTime = 0;
    def.lifetime = (ww_Range){50, 50};
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    wwEmitterBurst(world.particles, emitter, 256, NULL);
    step(&world, 0);
    const ww_EmitterStats *stats = &emitterOf(&world, emitter)->stats;
    CHECK(stats->spawned == 256 && stats->budget == 0);
    wwEmitterBurst(world.particles, emitter, 257, NULL);
    step(&world, 0);
    CHECK(stats->spawned == 512 && stats->budget == 1);
    // The budget is one for all that an update asks for; the newest of a kind are laid.
    wwEmitterSetRate(world.particles, emitter, 1000);
    wwEmitterBurst(world.particles, emitter, 10, NULL);
    step(&world, 1);
    CHECK(stats->requested == 1523 && stats->spawned == 768);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    CHECK_NEAR(recordAt(style, 512)->birth, 1 - 0.2555, 1e-4);
    CHECK(wwParticlesCounts(world.particles).dropped == stats->budget);
    checkSum(&world, emitter);
    stop(&world);
}

// Whatever is asked for, the sum holds: random styles, steps, jumps, rooms and budgets.
static void sumsHold(void) {
    WwRandom random = wwRandomStream(77, 0);
    for (int round = 0; round < 60; round++) {
        const float rows[] = {wwRandomUnit(&random), floorf(50 * wwRandomUnit(&random)), 0,
            0.01f + wwRandomUnit(&random), wwRandomUnit(&random)};
        World world;
        start(&world);
        ww_EmitterStyleDef def = defaults();
        def.rateOverTime = 300 * wwRandomUnit(&random);
        def.rateOverDistance = 20 * wwRandomUnit(&random);
        def.bursts = (ww_Keys){0, 1};
        def.duration = 0.1f + 3 * wwRandomUnit(&random);
        def.looping = wwRandomBits(&random) & 1;
        def.prewarm = wwRandomBits(&random) & 1;
        def.startDelay = wwRandomUnit(&random);
        def.lifetime.low = 0.01f + wwRandomUnit(&random);
        def.lifetime.high = def.lifetime.low * (1 + 3 * wwRandomUnit(&random));
        def.maxParticles = 1 + (wwRandomBits(&random) & 255u);
        def.maxBirths = 1 + (wwRandomBits(&random) & 127u);
        const uint32_t emitter = emitWith(&world, &def, rows, 5);
        for (int i = 0; i < 40; i++) {
            world.current[0].position[0] = i == 20 ? NAN : 10 * wwRandomUnit(&random);
            if (i % 7 == 3) wwEmitterBurst(world.particles, emitter, def.maxParticles, NULL);
            step(&world, (double)(wwRandomUnit(&random) * (i % 10 == 9 ? 30 : 0.1f)));
            checkSum(&world, emitter);
            CHECK(living(&world) <= def.maxParticles);
        }
        CHECK(emitterOf(&world, emitter)->stats.requested > 0);
        stop(&world);
    }
}

int main(void) {
    RUN("[particle.births] births a metre, whatever the steps", overDistance);
    RUN("[particle.burst] rows of bursts come at their times in every partition", burstRows);
    RUN("[particle.burst] a burst at the start comes once, and again after a restart",
        burstAtStart);
    RUN("[particle.burst] the chance of a burst is drawn for each occurrence", burstChance);
    RUN("[particle.burst] rows that make no burst are refused", burstsAreChecked);
    RUN("[particle.births] delay and duration bound the births", delayAndDuration);
    RUN("[particle.prewarm] the first frame is the steady state", prewarmIsSteady);
    RUN("[particle.limits] a budget of 256 lays 256 and counts the 257th", budgets);
    RUN("[particle.overload] requested = spawned + budget + capacity + expired + rejected",
        sumsHold);
    return FINISH();
}

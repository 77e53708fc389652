// Emission: shapes, directions, the timeline of an emitter, budgets.
#include "particle_world.h"

#define MANY 20000u

static uint32_t emitWith(World *world, ww_EmitterStyleDef *def, const float *keys, uint32_t count) {
    const uint32_t style = wwEmitterStyleCreate(world->particles, def, (WwKeyArray){keys, count});
    CHECK(style != 0);
    return wwEmitterCreate(world->particles, style, world->handles[0], 5);
}

// ---- shapes

typedef struct Sample {
    float position[3], velocity[3];
} Sample;
static Sample samples[MANY];

// Births of a shape with half sizes 1, 2, 3 and speed 1.
static void sampleShape(ww_EmitterStyleDef def, const float *keys, uint32_t keyCount) {
    World world;
    start(&world);
    def.rateOverTime = 0;
    def.maxParticles = MANY;
    const uint32_t emitter = emitWith(&world, &def, keys, keyCount);
    wwEmitterBurst(world.particles, emitter, MANY, NULL);
    step(&world, 0);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    CHECK(style->ring.count == MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        memcpy(samples[i].position, recordAt(style, i)->position, sizeof samples[i].position);
        memcpy(samples[i].velocity, recordAt(style, i)->velocity, sizeof samples[i].velocity);
    }
    stop(&world);
}

static ww_EmitterStyleDef shaped(uint32_t shape, uint32_t surface) {
    ww_EmitterStyleDef def = defaults();
    def.shape = shape;
    def.surface = surface;
    def.extents = (ww_Vec3){1, 2, 3};
    return def;
}

// Mean of a function of the samples.
static double mean(double (*function)(const Sample *)) {
    double sum = 0;
    for (uint32_t i = 0; i < MANY; i++) sum += function(&samples[i]);
    return sum / MANY;
}

static double scaledRadius(const Sample *s) {
    const double x = (double)s->position[0], y = (double)s->position[1] / 2;
    const double z = (double)s->position[2] / 3;
    return sqrt(x * x + y * y + z * z);
}

static double squaredScaledRadius(const Sample *s) {
    return scaledRadius(s) * scaledRadius(s);
}

static double scaledX(const Sample *s) {
    return (double)s->position[0];
}

static double squaredX(const Sample *s) {
    return scaledX(s) * scaledX(s);
}

static double onWideFaces(const Sample *s) {
    return fabsf(s->position[0]) == 1.0f ? 1.0 : 0.0;
}

static void simpleShapes(void) {
    for (uint32_t surface = 0; surface < 2; surface++) {
        sampleShape(shaped(WW_SHAPE_POINT, surface), NULL, 0);
        CHECK_NEAR(mean(scaledRadius), 0, 0);
        sampleShape(shaped(WW_SHAPE_SPHERE, surface), NULL, 0);
        // Mean square radius of a ball is 3/5, of a disc 1/2.
        CHECK_NEAR(mean(squaredScaledRadius), surface ? 1 : 0.6, 0.01);
        CHECK_NEAR(mean(squaredX), surface ? 1.0 / 3 : 0.2, 0.01);
        sampleShape(shaped(WW_SHAPE_DISC, surface), NULL, 0);
        CHECK_NEAR(mean(squaredScaledRadius), surface ? 1 : 0.5, 0.01);
        for (uint32_t i = 0; i < MANY; i++) CHECK(samples[i].position[1] == 0.0f);
        sampleShape(shaped(WW_SHAPE_EDGE, surface), NULL, 0);
        CHECK_NEAR(mean(squaredX), 1.0 / 3, 0.01);
        for (uint32_t i = 0; i < MANY; i++) CHECK(samples[i].position[2] == 0.0f);
        sampleShape(shaped(WW_SHAPE_BOX, surface), NULL, 0);
        // Of the area 2 (2 3 + 3 1 + 1 2) the faces across x have 12.
        CHECK_NEAR(mean(onWideFaces), surface ? 12.0 / 22 : 0, 0.01);
        for (uint32_t i = 0; i < MANY; i++) {
            const float *p = samples[i].position;
            const float size = fmaxf(fabsf(p[0]), fmaxf(fabsf(p[1]) / 2, fabsf(p[2]) / 3));
            CHECK(surface ? fabsf(size - 1) < 1e-6f : size <= 1);
        }
    }
}

static void rings(void) {
    for (uint32_t surface = 0; surface < 2; surface++) {
        ww_EmitterStyleDef def = shaped(WW_SHAPE_RING, surface);
        def.extents = (ww_Vec3){2, 0.5f, 2};
        def.alongNormal = 1;
        sampleShape(def, NULL, 0);
        double outside = 0, tubeSquares = 0;
        for (uint32_t i = 0; i < MANY; i++) {
            const float *p = samples[i].position;
            const float across = hypotf(p[0], p[2]) - 2;
            const float tube = hypotf(across, p[1]);
            CHECK(surface ? fabsf(tube - 0.5f) < 1e-5f : tube <= 0.50001f);
            outside += across > 0;
            tubeSquares += (double)(tube * tube);
            // Outward from the middle of the tube.
            CHECK_NEAR(samples[i].velocity[1], p[1] / tube, 1e-3);
        }
        // More of the ring lies outside: 1/2 + 2 r / (pi R) on the surface, a factor 2/3 inside.
        CHECK_NEAR(outside / MANY, 0.5 + (surface ? 1.0 : 2.0 / 3) * 0.5 / (M_PI * 2), 0.01);
        CHECK_NEAR(tubeSquares / MANY, surface ? 0.25 : 0.125, 0.003);
    }
}

static void cones(void) {
    for (uint32_t surface = 0; surface < 2; surface++) {
        ww_EmitterStyleDef def = shaped(WW_SHAPE_CONE, surface);
        def.extents = (ww_Vec3){1, 2, 0};
        def.coneAngle = 0.46364761f; // a slope of 1/2: the top has the radius 2
        double height = 0;
        sampleShape(def, NULL, 0);
        for (uint32_t i = 0; i < MANY; i++) {
            const float *p = samples[i].position, *v = samples[i].velocity;
            const float edge = 1 + p[1] / 2, radius = hypotf(p[0], p[2]);
            CHECK(p[1] >= -1e-5f && p[1] <= 2.00001f);
            CHECK(surface ? fabsf(radius - edge) < 1e-4f : radius <= edge + 1e-4f);
            // Rays spread in proportion to the share of the radius.
            CHECK_NEAR(hypotf(v[0], v[2]) / v[1], 0.5 * (double)(radius / edge), 1e-4);
            CHECK_NEAR(v[0] * p[2] - v[2] * p[0], 0, 1e-4);
            height += (double)p[1];
        }
        // Weighed by the area of the cross-section, or the length of the rim.
        CHECK_NEAR(height / MANY, surface ? 10.0 / 9 : 17.0 / 14, 0.015);
    }
    // Straight up, and from a single point.
    ww_EmitterStyleDef def = shaped(WW_SHAPE_CONE, 0);
    sampleShape(def, NULL, 0);
    CHECK_NEAR(samples[0].velocity[1], 1, 1e-6);
    def.extents = (ww_Vec3){0, 0, 0};
    def.coneAngle = 0.5f;
    sampleShape(def, NULL, 0);
    for (uint32_t i = 0; i < 100; i++) {
        CHECK(samples[i].position[1] == 0.0f && samples[i].velocity[1] >= cosf(0.5f) - 1e-5f);
    }
}

static void polylines(void) {
    // Two edges of lengths 3 and 1.
    const float points[] = {0, 0, 0, 3, 0, 0, 3, 1, 0};
    ww_EmitterStyleDef def = shaped(WW_SHAPE_POLYLINE, 0);
    def.shapePoints = (ww_Keys){0, 3};
    def.alongNormal = 1;
    sampleShape(def, points, 9);
    uint32_t first = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        const float *p = samples[i].position, *v = samples[i].velocity;
        const bool onFirst = p[1] == 0.0f;
        first += onFirst;
        CHECK(onFirst ? p[0] >= 0 && p[0] <= 3 : p[0] == 3.0f && p[1] <= 1);
        CHECK_NEAR(v[onFirst ? 0 : 1], 1, 1e-6);
    }
    CHECK_NEAR((double)first / MANY, 0.75, 0.01);
}

static void meshes(void) {
    // Two triangles in z = 0 and x = 0, the second of three times the area; one without any.
    const float points[] = {
        0, 0, 0, 1, 0, 0, 0, 1, 0, /**/ 0, 0, 0, 0, 3, 0, 0, 0, 1, /**/ 5, 5, 5, 5, 5, 5, 5, 5, 5};
    ww_EmitterStyleDef def = shaped(WW_SHAPE_MESH, 0);
    def.shapePoints = (ww_Keys){0, 9};
    def.alongNormal = 1;
    sampleShape(def, points, 27);
    uint32_t first = 0;
    double sum[3] = {0, 0, 0};
    for (uint32_t i = 0; i < MANY; i++) {
        const float *p = samples[i].position, *v = samples[i].velocity;
        const bool onFirst = p[2] == 0.0f;
        first += onFirst;
        CHECK(onFirst ? p[0] + p[1] <= 1.00001f : p[0] == 0.0f && p[1] / 3 + p[2] <= 1.00001f);
        CHECK_NEAR(v[onFirst ? 2 : 0], 1, 1e-6);
        for (int axis = 0; axis < 3 && onFirst; axis++) sum[axis] += (double)p[axis];
    }
    CHECK_NEAR((double)first / MANY, 0.25, 0.01);
    for (int axis = 0; axis < 2; axis++) CHECK_NEAR(sum[axis] / first, 1.0 / 3, 0.01);
}

static void shapesAreChecked(void) {
    World world;
    start(&world);
    const float points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    ww_EmitterStyleDef def = shaped(WW_SHAPE_POLYLINE, 0);
    def.shapePoints = (ww_Keys){0, 1};
    CHECK(!wwEmitterStyleCreate(world.particles, &def, (WwKeyArray){points, 9}));
    CHECK_TEXT(
        wwLastMessage(), "emitter style: shapePoints of a polyline must be at least 2 points");
    def.shape = WW_SHAPE_MESH;
    def.shapePoints = (ww_Keys){0, 2};
    CHECK(!wwEmitterStyleCreate(world.particles, &def, (WwKeyArray){points, 9}));
    def.shapePoints = (ww_Keys){0, 4};
    CHECK(!wwEmitterStyleCreate(world.particles, &def, (WwKeyArray){points, 9}));
    CHECK_TEXT(wwLastMessage(), "emitter style: shapePoints: its keys lie outside the key array");
    const float far[] = {0, 0, 0, 10001, 0, 0, 0, 1, 0};
    def.shapePoints = (ww_Keys){0, 3};
    CHECK(!wwEmitterStyleCreate(world.particles, &def, (WwKeyArray){far, 9}));
    CHECK_TEXT(wwLastMessage(),
        "emitter style: shapePoints is 10001, it must be between -10000 and 10000");
    CHECK(wwEmitterStyleCreate(world.particles, &def, (WwKeyArray){points, 9}));
    stop(&world);
}

// ---- directions and ranges

static void directions(void) {
    ww_EmitterStyleDef def = shaped(WW_SHAPE_POINT, 0);
    def.direction = (ww_Vec3){0.6f, 0, 0.8f};
    def.coneAngle = 0.7f;
    def.speed = (ww_Range){2, 4};
    sampleShape(def, NULL, 0);
    double cosines = 0, speeds = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        const float *v = samples[i].velocity;
        const float speed = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        const float cosine = (0.6f * v[0] + 0.8f * v[2]) / speed;
        CHECK(speed >= 1.9999f && speed <= 4.0001f && cosine >= cosf(0.7f) - 1e-5f);
        cosines += (double)cosine;
        speeds += (double)speed;
    }
    // Uniform over the solid angle: the cosine is uniform between cos 0.7 and 1.
    CHECK_NEAR(cosines / MANY, (1 + cos(0.7)) / 2, 0.003);
    CHECK_NEAR(speeds / MANY, 3, 0.02);
    // Outward from the source's position.
    def = shaped(WW_SHAPE_SPHERE, 0);
    def.speed = (ww_Range){0, 0};
    def.radialSpeed = (ww_Range){-2, -2};
    sampleShape(def, NULL, 0);
    for (uint32_t i = 0; i < 1000; i++) {
        float outward[3];
        wwNormalize3(samples[i].position, (const float[3]){0, 1, 0}, outward);
        for (int axis = 0; axis < 3; axis++) {
            CHECK_NEAR(samples[i].velocity[axis], -2 * outward[axis], 1e-5);
        }
    }
}

static void ranges(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.rateOverTime = 0;
    def.lifetime = (ww_Range){2, 4};
    def.size = (ww_Range){0.5f, 1.5f};
    def.rotation = (ww_Range){-1, 3};
    def.spin = (ww_Range){-1024, 1024};
    const uint32_t emitter = emitWith(&world, &def, NULL, 0);
    wwEmitterBurst(world.particles, emitter, 4000, NULL);
    step(&world, 0);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    double sums[4] = {0, 0, 0, 0};
    for (uint32_t i = 0; i < 4000; i++) {
        const WwParticleRecord *p = recordAt(style, i);
        CHECK(p->lifetime >= 2 && p->lifetime < 4 && p->size >= 0.5f && p->size < 1.5f);
        CHECK(p->rotation >= -1 && p->rotation < 3 && fabsf(p->spin) <= 1024);
        sums[0] += (double)p->lifetime, sums[1] += (double)p->size;
        sums[2] += (double)p->rotation, sums[3] += (double)p->spin;
    }
    CHECK_NEAR(sums[0] / 4000, 3, 0.04);
    CHECK_NEAR(sums[1] / 4000, 1, 0.02);
    CHECK_NEAR(sums[2] / 4000, 1, 0.08);
    CHECK_NEAR(sums[3] / 4000, 0, 40);
    stop(&world);
}

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
    RUN("[particle.shapes] point, sphere, box, disc and edge are filled evenly", simpleShapes);
    RUN("[particle.shapes] a ring's tube is filled evenly, also on its outside", rings);
    RUN("[particle.shapes] a cone is filled evenly, its rays spread to the rim", cones);
    RUN("[particle.shapes] a polyline by length, its tangent is its direction", polylines);
    RUN("[particle.shapes] a mesh by area, its normals are its directions", meshes);
    RUN("[particle.shapes] points that make no shape are refused", shapesAreChecked);
    RUN("[particle.direction] directions fill the cone evenly, radial ones point outward",
        directions);
    RUN("[particle.direction] lifetime, size, rotation and spin fill their ranges", ranges);
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

// Emission: shapes, directions and ranges.
#include "particle_world.h"

#define MANY 20000u

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
    return FINISH();
}

// Maths, random streams, curves, pools, schema and status: what everything else stands on.
#include "base/curve.h"
#include "base/events.h"
#include "base/maths.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/random.h"
#include "base/schema.h"
#include "base/status.h"

#include "check.h"

// The same on gcc, clang and wasm. A change here changes every golden value of the kit.
#define GOLDEN_MATHS 0x099fd23bu
#define GOLDEN_RANDOM 0xa42cf937u

#define COUNT(array) (sizeof(array) / sizeof *(array))

// FNV-1a over the bit patterns of floats and integers.
static uint32_t hashBits(uint32_t hash, uint32_t bits) {
    for (int i = 0; i < 4; i++) hash = (hash ^ ((bits >> (8 * i)) & 255u)) * 16777619u;
    return hash;
}

static uint32_t hashFloat(uint32_t hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return hashBits(hash, bits);
}

// ---- maths

static void sineAndCosine(void) {
    double worst = 0;
    for (int i = -200000; i <= 200000; i++) {
        const float x = (float)i * 0.01f;
        worst = fmax(worst, fabs((double)wwSin(x) - sin((double)x)));
        worst = fmax(worst, fabs((double)wwCos(x) - cos((double)x)));
    }
    CHECK_NEAR(worst, 0, 1.2e-7);
}

static void sineFarOut(void) {
    // A particle that spins at 1,024 rad/s for an hour turns by 3.7 million radians.
    const float far[] = {1e5f, -3.7e6f, 1.234567e7f, 9.9e8f};
    for (size_t i = 0; i < COUNT(far); i++) {
        CHECK_NEAR(wwSin(far[i]), sin((double)far[i]), 3e-7);
        CHECK_NEAR(wwCos(far[i]), cos((double)far[i]), 3e-7);
    }
    CHECK(fabsf(wwSin(3e30f)) <= 1.0f && fabsf(wwCos(-3e38f)) <= 1.0f);
    CHECK(!wwFinite(wwSin(NAN)) && !wwFinite(wwCos(INFINITY)));
}

static void turns(void) {
    double worst = 0;
    for (int i = 0; i <= 100000; i++) {
        const float share = (float)i / 100000.0f;
        float sine, cosine;
        wwTurn(share, &sine, &cosine);
        worst = fmax(worst, fabs((double)sine - sin((double)share * 6.283185307179586)));
        worst = fmax(worst, fabs((double)cosine - cos((double)share * 6.283185307179586)));
    }
    CHECK_NEAR(worst, 0, 3e-7);
}

static void exponential(void) {
    double worst = 0;
    for (int i = -8690; i <= 8790; i++) {
        const float x = (float)i * 0.01f;
        worst = fmax(worst, fabs((double)wwExp(x) / exp((double)x) - 1.0));
    }
    CHECK_NEAR(worst, 0, 3e-7);
    CHECK(wwExp(-1000.0f) == 0.0f && wwExp(-INFINITY) == 0.0f && wwExp(0.0f) == 1.0f);
    CHECK(wwFinite(wwExp(1e9f)) && wwExp(1e9f) > 1e38f);
}

static void logarithmAndPower(void) {
    double worst = 0;
    for (int exponent = -60; exponent <= 60; exponent++) {
        for (int i = 0; i < 500; i++) {
            const float x = ldexpf(1.0f + (float)i / 500.0f, exponent);
            const double expected = log2((double)x);
            worst = fmax(worst, fabs((double)wwLog2(x) - expected) / fmax(1.0, fabs(expected)));
        }
    }
    CHECK_NEAR(worst, 0, 3e-7);
    CHECK(wwLog2(1.0f) == 0.0f && wwLog2(8.0f) == 3.0f);
    for (float base = 0.05f; base < 20.0f; base += 0.05f) {
        for (float power = -4.0f; power <= 4.0f; power += 0.25f) {
            const double expected = pow((double)base, (double)power);
            CHECK_NEAR(wwPow(base, power) / expected, 1, 4e-6);
        }
    }
    CHECK(wwPow(0.0f, 2.0f) == 0.0f && wwPow(0.0f, 0.0f) == 1.0f && wwPow(-1.0f, 0.5f) == 0.0f);
}

static void finiteness(void) {
    CHECK(wwFinite(0.0f) && wwFinite(-3.4e38f) && wwFinite(1e-45f));
    CHECK(!wwFinite(NAN) && !wwFinite(INFINITY) && !wwFinite(-INFINITY));
    CHECK(!wwFinite3((const float[3]){0, NAN, 0}) && wwFinite3((const float[3]){1, 2, 3}));
}

static void randomUnitVector(WwRandom *stream, float out[3]) {
    const float z = wwRandomRange(stream, -1, 1);
    const float angle = wwRandomRange(stream, 0, 2 * WW_PI);
    const float radius = sqrtf(wwMax(0.0f, 1 - z * z));
    out[0] = radius * wwCos(angle);
    out[1] = radius * wwSin(angle);
    out[2] = z;
}

static void unitVectorsPack(void) {
    WwRandom stream = wwRandomStream(5, 0);
    double worst = 0;
    for (int i = 0; i < 100000; i++) {
        float v[3], back[3];
        randomUnitVector(&stream, v);
        const float packed = wwPackUnit(v);
        CHECK(packed >= 0 && packed < 16777216.0f && packed == floorf(packed));
        wwUnpackUnit(packed, back);
        const double dx = (double)v[0] - back[0], dy = (double)v[1] - back[1];
        const double dz = (double)v[2] - back[2];
        worst = fmax(worst, 2.0 * asin(sqrt(dx * dx + dy * dy + dz * dz) / 2.0));
    }
    CHECK(worst * 180.0 / 3.14159265 < 0.06);
    const float axes[7][3] = {
        {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0, 0, 0}};
    for (int i = 0; i < 7; i++) {
        float back[3];
        wwUnpackUnit(wwPackUnit(axes[i]), back);
        CHECK_NEAR(sqrtf(back[0] * back[0] + back[1] * back[1] + back[2] * back[2]), 1, 1e-6);
        for (int axis = 0; axis < 3 && i < 6; axis++) CHECK_NEAR(back[axis], axes[i][axis], 1e-3);
    }
}

static void framesAndRotations(void) {
    WwRandom stream = wwRandomStream(6, 0);
    for (int i = 0; i < 1000; i++) {
        float n[3], t[3], b[3];
        randomUnitVector(&stream, n);
        if (i == 0) n[0] = n[1] = 0, n[2] = -1;
        wwBasis(n, t, b);
        for (int k = 0; k < 3; k++) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            CHECK_NEAR(t[l] * b[m] - t[m] * b[l], n[k], 2e-6);
        }
        CHECK_NEAR(t[0] * n[0] + t[1] * n[1] + t[2] * n[2], 0, 1e-6);
        CHECK_NEAR(t[0] * t[0] + t[1] * t[1] + t[2] * t[2], 1, 1e-6);
    }
    // A quarter turn about Y takes +X to -Z.
    const float turn[4] = {0, sqrtf(0.5f), 0, sqrtf(0.5f)};
    float v[3] = {1, 0, 0};
    wwRotate3(turn, v, v);
    CHECK_NEAR(v[0], 0, 1e-6);
    CHECK_NEAR(v[1], 0, 1e-6);
    CHECK_NEAR(v[2], -1, 1e-6);
}

static void normalizing(void) {
    const float up[3] = {0, 1, 0};
    const float inputs[4][3] = {{0, 0, 0}, {NAN, 0, 0}, {INFINITY, 1, 0}, {1e-30f, 0, 0}};
    float out[3];
    for (int i = 0; i < 4; i++) {
        wwNormalize3(inputs[i], up, out);
        CHECK(out[0] == 0 && out[1] == 1 && out[2] == 0);
    }
    wwNormalize3((const float[3]){3, 0, 4}, up, out);
    CHECK_NEAR(out[0], 0.6, 1e-6);
    CHECK_NEAR(out[2], 0.8, 1e-6);
}

static void goldenBits(void) {
    uint32_t hash = 2166136261u;
    WwRandom stream = wwRandomStream(1, 2);
    for (int i = 0; i < 10000; i++) {
        const float x = wwRandomRange(&stream, -200, 200);
        hash = hashFloat(hash, wwSin(x));
        hash = hashFloat(hash, wwCos(x));
        hash = hashFloat(hash, wwExp(x * 0.4f));
        hash = hashFloat(hash, wwPow(fabsf(x), 0.45f));
        float v[3], back[3];
        randomUnitVector(&stream, v);
        wwUnpackUnit(wwPackUnit(v), back);
        hash = hashFloat(hashFloat(hashFloat(hash, back[0]), back[1]), back[2]);
    }
    CHECK_NEAR(hash, GOLDEN_MATHS, 0);
}

// ---- random

static void randomStreams(void) {
    WwRandom stream = wwRandomStream(0, 0);
    uint32_t hash = 2166136261u;
    double sum = 0;
    for (int i = 0; i < 100000; i++) {
        const float unit = wwRandomUnit(&stream);
        CHECK(unit >= 0 && unit < 1);
        sum += (double)unit;
        hash = hashFloat(hash, unit);
    }
    CHECK_NEAR(sum / 100000, 0.5, 0.005);
    CHECK_NEAR(hash, GOLDEN_RANDOM, 0);
    WwRandom zero = wwRandomStream(0, 0), other = wwRandomStream(0, 1);
    WwRandom last = wwRandomStream(0xffffffffu, 0);
    const uint32_t bits = wwRandomBits(&zero);
    CHECK(bits != wwRandomBits(&other) && bits != wwRandomBits(&last) && bits != 0);
    // The n-th number depends on the key and n alone.
    WwRandom jumped = wwRandomStream(7, 7), walked = jumped;
    for (int i = 0; i < 41; i++) wwRandomBits(&walked);
    jumped.counter = 41;
    CHECK(wwRandomBits(&jumped) == wwRandomBits(&walked));
}

// ---- curves

static void curves(void) {
    CHECK(wwCurveAt(NULL, 0, 0.3f) == 1);
    const float one[] = {0.5f, 7};
    CHECK(wwCurveAt(one, 1, 0) == 7 && wwCurveAt(one, 1, 1) == 7);
    const float ramp[] = {0.25f, 2, 0.75f, 4};
    CHECK(wwCurveAt(ramp, 2, 0) == 2 && wwCurveAt(ramp, 2, 1) == 4);
    CHECK_NEAR(wwCurveAt(ramp, 2, 0.5f), 3, 1e-6);
    const float tent[] = {0, 0, 0.5f, 1, 1, 0};
    CHECK_NEAR(wwCurveAt(tent, 3, 0.25f), 0.5, 1e-6);
    CHECK_NEAR(wwCurveAt(tent, 3, 0.75f), 0.5, 1e-6);
    CHECK(wwCurveAt(tent, 3, 0.5f) == 1 && wwCurveAt(tent, 3, 1) == 0);
}

static void curveSteps(void) {
    const float atStart[] = {0, 5, 0, 2, 1, 3};
    CHECK(wwCurveAt(atStart, 3, 0) == 2 && wwCurveAt(atStart, 3, 1) == 3);
    const float middle[] = {0.5f, 1, 0.5f, 9};
    CHECK(wwCurveAt(middle, 2, 0.4999f) == 1 && wwCurveAt(middle, 2, 0.5f) == 9);
    CHECK(wwCurveAt(middle, 2, 0) == 1 && wwCurveAt(middle, 2, 1) == 9);
    const float atEnd[] = {0, 1, 1, 1, 1, 6};
    CHECK(wwCurveAt(atEnd, 3, 0.999f) == 1 && wwCurveAt(atEnd, 3, 1) == 6);
    const float same[] = {0.5f, 1, 0.5f, 2, 0.5f, 3};
    for (int i = 0; i <= 10; i++) CHECK(wwFinite(wwCurveAt(same, 3, (float)i * 0.1f)));
}

static void gradients(void) {
    float rgba[4];
    wwGradientAt(NULL, 0, 0.5f, rgba);
    for (int i = 0; i < 4; i++) CHECK(rgba[i] == 1);
    // Two colour keys at position 0 once divided zero by zero.
    const float keys[] = {0, 1, 0, 0, 1, 0, 0, 1, 0, 0.5f, 1, 0, 0, 1, 0};
    wwGradientAt(keys, 3, 0, rgba);
    CHECK(rgba[0] == 0 && rgba[1] == 1 && rgba[2] == 0 && rgba[3] == 0.5f);
    wwGradientAt(keys, 3, 0.5f, rgba);
    CHECK_NEAR(rgba[1], 0.5, 1e-6);
    CHECK_NEAR(rgba[2], 0.5, 1e-6);
}

static void baking(void) {
    float row[WW_CURVE_SAMPLES * 4] = {0};
    const float keys[] = {9, 9, 0, 0, 1, 10};
    const WwKeyArray array = {keys, 6};
    wwCurveBake(array, (ww_Keys){2, 2}, row, 1);
    CHECK(row[1] == 0 && row[0] == 0 && row[2] == 0);
    CHECK_NEAR(row[64 * 4 + 1], 10.0 * 64 / 127, 1e-5);
    CHECK(row[127 * 4 + 1] == 10);
    const WwKeyArray none = {NULL, 0};
    wwCurveBake(none, (ww_Keys){0, 0}, row, 3);
    wwGradientBake(none, (ww_Keys){0, 0}, row);
    for (uint32_t i = 0; i < COUNT(row); i++) CHECK(row[i] == 1);
}

// ---- pool

typedef struct Item {
    uint32_t number;
} Item;

static void poolHandles(void) {
    WwPool pool;
    CHECK(wwPoolCreate(&pool, WW_TAG_TRAIL, sizeof(Item), 3));
    uint32_t handles[3], extra = 77;
    for (uint32_t i = 0; i < 3; i++) {
        Item *item = wwPoolAdd(&pool, &handles[i]);
        CHECK(item && item->number == 0 && handles[i] != 0);
        item->number = i + 1;
    }
    CHECK(pool.liveCount == 3);
    CHECK(!wwPoolAdd(&pool, &extra) && extra == 77);
    CHECK(wwLastStatus() == WW_ERROR_CAPACITY);
    CHECK_TEXT(wwLastMessage(), "no free trail: all 3 are taken");

    wwPoolRemove(&pool, handles[1]);
    CHECK(pool.liveCount == 2 && !wwPoolHas(&pool, handles[1]) && !wwPoolAt(&pool, 1));
    CHECK(!wwPoolGet(&pool, handles[1]) && wwLastStatus() == WW_ERROR_STALE_HANDLE);
    CHECK_TEXT(wwLastMessage(), "trail: this handle was destroyed");
    wwPoolRemove(&pool, handles[1]);
    CHECK(pool.liveCount == 2);

    uint32_t again;
    Item *reused = wwPoolAdd(&pool, &again);
    CHECK(reused && reused->number == 0);
    CHECK(wwPoolSlot(&pool, again) == wwPoolSlot(&pool, handles[1]) && again != handles[1]);
    CHECK(!wwPoolHas(&pool, handles[1]) && wwPoolGet(&pool, again) == reused);
    CHECK(((Item *)wwPoolGet(&pool, handles[2]))->number == 3);
    CHECK(wwPoolHandleAt(&pool, 1) == again);
    wwPoolDestroy(&pool);
}

static void poolFamilies(void) {
    WwPool trails, emitters;
    CHECK(wwPoolCreate(&trails, WW_TAG_TRAIL, sizeof(Item), 2));
    CHECK(wwPoolCreate(&emitters, WW_TAG_EMITTER, sizeof(Item), 2));
    uint32_t trail, emitter;
    wwPoolAdd(&trails, &trail);
    wwPoolAdd(&emitters, &emitter);
    CHECK(!wwPoolGet(&trails, emitter) && wwLastStatus() == WW_ERROR_STALE_HANDLE);
    CHECK_TEXT(wwLastMessage(), "trail expected, but the handle is of emitter");
    CHECK(!wwPoolGet(&trails, 0));
    CHECK_TEXT(wwLastMessage(), "trail expected, but the handle is of nothing");
    CHECK(!wwPoolGet(&trails, 0xffffffffu) && !wwPoolGet(&trails, trail + 1));
    wwPoolRemove(&trails, emitter);
    CHECK(wwPoolHas(&trails, trail) && wwPoolHas(&emitters, emitter));
    wwPoolDestroy(&trails);
    wwPoolDestroy(&emitters);
}

// How often the slots of a pool of `capacity` can be handed out when one is used at a time.
static void poolRetires(uint32_t capacity, uint32_t fewest) {
    WwPool pool;
    CHECK(wwPoolCreate(&pool, WW_TAG_TRANSFORM, sizeof(Item), capacity));
    for (uint32_t slot = 1; slot < capacity; slot++) {
        uint32_t kept;
        wwPoolAdd(&pool, &kept);
    }
    uint32_t first = 0, handle, lives = 0;
    while (lives < 2 * fewest && wwPoolAdd(&pool, &handle)) {
        if (lives++ == 0)
            first = handle;
        else
            CHECK(handle != first);
        wwPoolRemove(&pool, handle);
    }
    CHECK(lives >= fewest && lives <= fewest + 1);
    CHECK(!wwPoolHas(&pool, first) && pool.liveCount == capacity - 1);
    wwPoolDestroy(&pool);
}

// Styles and forests are few, and a game may make one for each shot: they last longest.
static void poolsRetire(void) {
    poolRetires(1, 524287);
    poolRetires(128, 524287);
    poolRetires(4096, 32767);
    poolRetires(65535, 2047);
}

static void poolAgainstModel(void) {
    enum { CAPACITY = 16, KEPT = 256 };
    WwPool pool;
    CHECK(wwPoolCreate(&pool, WW_TAG_FOREST, sizeof(Item), CAPACITY));
    uint32_t handles[KEPT] = {0}, live[KEPT] = {0}, made = 0, liveCount = 0;
    WwRandom stream = wwRandomStream(9, 9);
    for (int step = 0; step < 4000; step++) {
        const uint32_t k = wwRandomBits(&stream) % KEPT;
        if (live[k]) {
            wwPoolRemove(&pool, handles[k]);
            live[k] = 0;
            liveCount--;
        } else {
            uint32_t handle;
            Item *item = wwPoolAdd(&pool, &handle);
            CHECK((item != NULL) == (liveCount < CAPACITY));
            if (!item) continue;
            item->number = ++made;
            handles[k] = handle;
            live[k] = made;
            liveCount++;
        }
        CHECK(pool.liveCount == liveCount);
        for (int i = 0; i < KEPT; i++) {
            if (live[i])
                CHECK(((Item *)wwPoolGet(&pool, handles[i]))->number == live[i]);
            else
                CHECK(!wwPoolHas(&pool, handles[i]));
        }
    }
    wwPoolDestroy(&pool);
}

// ---- schema

typedef struct Probe {
    uint32_t cookie;
    float lifetime;
    uint32_t count, on, mode;
    ww_Vec3 place;
    ww_Range speed;
    ww_Color color;
    ww_Keys width, tint;
} Probe;

static const Probe probeDefaults = {
    WW_COOKIE, 1.5f, 64, 1, 2, {1, -2, 3}, {2, 5}, {1, 2, 3, 0.5f}, {0}, {0}};
static const WwField probeFields[] = {
    {"lifetime", "s", 0.01f, 60, WW_FIELD_FLOAT, 0, offsetof(Probe, lifetime)},
    {"count", "points", 1, 4096, WW_FIELD_INT, 0, offsetof(Probe, count)},
    {"on", "", 0, 1, WW_FIELD_BOOL, 0, offsetof(Probe, on)},
    {"mode", "none|some|all", 0, 2, WW_FIELD_ENUM, 0, offsetof(Probe, mode)},
    {"place", "m", -10, 10, WW_FIELD_VEC3, 0, offsetof(Probe, place)},
    {"speed", "m/s", 0, 100, WW_FIELD_RANGE, 0, offsetof(Probe, speed)},
    {"color", "", 0, 1000, WW_FIELD_COLOR, 0, offsetof(Probe, color)},
    {"width", "", 0, 8, WW_FIELD_CURVE, 2, offsetof(Probe, width)},
    {"tint", "", 0, 1000, WW_FIELD_GRADIENT, 5, offsetof(Probe, tint)},
};
static const WwSchema probeSchema = {
    "probe", sizeof(Probe), &probeDefaults, COUNT(probeFields), probeFields};
static const WwKeyArray noKeys = {NULL, 0};

static Probe defaultProbe(void) {
    Probe probe;
    memset(&probe, 0xff, sizeof probe);
    wwSchemaDefaults(&probeSchema, &probe);
    return probe;
}

static void schemaDefaults(void) {
    const Probe probe = defaultProbe();
    CHECK(probe.cookie == WW_COOKIE && probe.lifetime == 1.5f && probe.count == 64);
    CHECK(probe.on == 1 && probe.mode == 2 && probe.place.y == -2 && probe.speed.high == 5);
    CHECK(probe.color.a == 0.5f && probe.width.count == 0 && probe.tint.first == 0);
    CHECK(wwSchemaCheck(&probeSchema, &probe, noKeys) == WW_OK);
    const Probe uninitialised = {0};
    CHECK(wwSchemaCheck(&probeSchema, &uninitialised, noKeys) == WW_ERROR_INVALID_DEF);
    CHECK_TEXT(wwLastMessage(), "probe: the definition was not filled by its default function");
}

static void expectFault(Probe probe, WwKeyArray keys, const char *message) {
    CHECK(wwSchemaCheck(&probeSchema, &probe, keys) == WW_ERROR_INVALID_DEF);
    CHECK(wwLastStatus() == WW_ERROR_INVALID_DEF);
    CHECK_TEXT(wwLastMessage(), message);
}

static void schemaRanges(void) {
    Probe probe = defaultProbe();
    probe.lifetime = 61;
    expectFault(probe, noKeys, "probe: lifetime is 61, it must be between 0.01 and 60 s");
    probe.lifetime = NAN;
    expectFault(probe, noKeys, "probe: lifetime is NaN, it must be between 0.01 and 60 s");
    probe.lifetime = -INFINITY;
    expectFault(probe, noKeys, "probe: lifetime is -Infinity, it must be between 0.01 and 60 s");
    probe.lifetime = 60;
    CHECK(wwSchemaCheck(&probeSchema, &probe, noKeys) == WW_OK);
    probe.count = 4097;
    expectFault(probe, noKeys, "probe: count is 4097, it must be between 1 and 4096 points");
    probe.count = 0xffffffffu;
    CHECK(wwSchemaCheck(&probeSchema, &probe, noKeys) == WW_ERROR_INVALID_DEF);
    probe = defaultProbe();
    probe.mode = 3;
    expectFault(probe, noKeys, "probe: mode is 3, it must be between 0 and 2");
    probe = defaultProbe();
    probe.place.z = -10.5f;
    expectFault(probe, noKeys, "probe: place is -10.5, it must be between -10 and 10 m");
    probe = defaultProbe();
    probe.speed = (ww_Range){6, 5};
    expectFault(probe, noKeys, "probe: speed: low end 6 is above high end 5");
    probe = defaultProbe();
    probe.color.a = 1.5f;
    CHECK(wwSchemaCheck(&probeSchema, &probe, noKeys) == WW_ERROR_INVALID_DEF);
    probe.color = (ww_Color){1000, 0, 0, 1};
    CHECK(wwSchemaCheck(&probeSchema, &probe, noKeys) == WW_OK);
}

static void schemaKeys(void) {
    const float floats[] = {0, 1, 0.5f, 8, 0.25f, 2, 0, 1, 1, 1, 2};
    const WwKeyArray keys = {floats, COUNT(floats)};
    Probe probe = defaultProbe();
    probe.width = (ww_Keys){0, 2};
    CHECK(wwSchemaCheck(&probeSchema, &probe, keys) == WW_OK);
    probe.width.count = 3;
    expectFault(probe, keys,
        "probe: width: key position 0.25 must be between 0.5 and 1 (positions ascend)");
    probe.width = (ww_Keys){10, 1};
    expectFault(probe, keys, "probe: width: its keys lie outside the key array");
    probe.width = (ww_Keys){0xffffffffu, 1};
    expectFault(probe, keys, "probe: width: its keys lie outside the key array");
    probe.width = (ww_Keys){0, 0x80000000u};
    expectFault(probe, keys, "probe: width: its keys lie outside the key array");
    probe.width = (ww_Keys){0, 0};
    probe.tint = (ww_Keys){6, 1};
    expectFault(probe, keys, "probe: tint is 2, it must be between 0 and 1000");
}

static void schemaKeyValues(void) {
    const float floats[] = {0, NAN, NAN, 1, 0.5f, 8.5f};
    const WwKeyArray keys = {floats, COUNT(floats)};
    Probe probe = defaultProbe();
    probe.width = (ww_Keys){0, 1};
    expectFault(probe, keys, "probe: width is NaN, it must be between 0 and 8");
    probe.width = (ww_Keys){2, 1};
    CHECK(wwSchemaCheck(&probeSchema, &probe, keys) == WW_ERROR_INVALID_DEF);
    probe.width = (ww_Keys){4, 1};
    expectFault(probe, keys, "probe: width is 8.5, it must be between 0 and 8");
}

// ---- status

static void expectNumber(float number, const char *text) {
    wwFail(WW_ERROR_INVALID_DEF, "");
    wwFailNumber(number);
    CHECK_TEXT(wwLastMessage(), text);
}

static void statusNumbers(void) {
    expectNumber(0, "0");
    expectNumber(1, "1");
    expectNumber(-2.5f, "-2.5");
    expectNumber(0.01f, "0.01");
    expectNumber(0.1f, "0.1");
    expectNumber(0.000125f, "0.000125");
    expectNumber(0.99999994f, "1");
    expectNumber(59.99f, "59.99");
    expectNumber(1234.5f, "1234.5");
    expectNumber(65536, "65536");
    expectNumber(9999999, "9999999");
    expectNumber(1e7f, "1e7");
    expectNumber(4294967295.0f, "4.294967e9");
    expectNumber(-3e38f, "-3e38");
    expectNumber(1e-9f, "1e-9");
    expectNumber(-2.5e-7f, "-2.5e-7");
    expectNumber(NAN, "NaN");
    expectNumber(INFINITY, "Infinity");
    expectNumber(-INFINITY, "-Infinity");
}

static void statusLength(void) {
    wwFail(WW_ERROR_CAPACITY, "start");
    for (int i = 0; i < 5000; i++) wwFailText("0123456789");
    CHECK(strlen(wwLastMessage()) == 1023);
    CHECK(strncmp(wwLastMessage(), "start0123", 9) == 0);
    CHECK(wwFail(WW_ERROR_CONTEXT, "again") == WW_ERROR_CONTEXT);
    CHECK_TEXT(wwLastMessage(), "again");
}

static void memoryCounts(void) {
    const uint32_t before = wwAllocCount();
    unsigned char *block = wwAlloc(64);
    for (int i = 0; i < 64; i++) CHECK(block[i] == 0);
    block[63] = 7;
    block = wwGrow(block, 64, 128);
    CHECK(block && wwAllocCount() == before + 2);
    CHECK(block[0] == 0 && block[63] == 7 && block[127] == 0);
    wwFree(block);
    CHECK(wwAllocCount() == before + 2);
}

static void eventQueue(void) {
    WwEvents events;
    CHECK(wwEventsCreate(&events, 2));
    const float place[3] = {1, 2, 3}, values[3] = {4, 5, 6};
    wwEventPush(&events, WW_EVENT_STARTED, 7, place, values);
    wwEventPush(&events, WW_EVENT_FADED, 8, NULL, NULL);
    wwEventPush(&events, WW_EVENT_FADED, 9, NULL, NULL);
    CHECK(events.count == 2 && events.dropped == 1);
    CHECK(events.items[0].kind == WW_EVENT_STARTED && events.items[0].target == 7);
    CHECK(events.items[0].position[2] == 3 && events.items[0].values[0] == 4);
    CHECK(events.items[1].target == 8 && events.items[1].position[0] == 0);
    CHECK(strcmp(wwEventName(WW_EVENT_FADED), "faded") == 0 && !wwEventName(WW_EVENT_COUNT));
    wwEventsDestroy(&events);
}

int main(void) {
    RUN("sine and cosine are within 1.2e-7 of libm up to 2,000 rad", sineAndCosine);
    RUN("sine and cosine stay exact after millions of radians", sineFarOut);
    RUN("sine and cosine of a share of a turn are within 3e-7 of libm", turns);
    RUN("exp is within 3e-7 of libm and saturates", exponential);
    RUN("log2 and pow are near libm", logarithmAndPower);
    RUN("NaN and infinities are told from numbers", finiteness);
    RUN("packed unit vectors are within 0.06 degrees", unitVectorsPack);
    RUN("bases are right-handed, rotations turn the right way", framesAndRotations);
    RUN("normalizing nothing gives the fallback", normalizing);
    RUN("the maths gives the same bits on every compiler", goldenBits);
    RUN("random streams are counter-seeded and the same bits everywhere", randomStreams);
    RUN("curves interpolate, clamp, and are 1 without keys", curves);
    RUN("equal key positions make a step", curveSteps);
    RUN("gradients with two keys at 0 are finite (fault 45)", gradients);
    RUN("curves bake into one channel, gradients into four", baking);
    RUN("[kit.handles] a destroyed or foreign handle is refused with a message", poolHandles);
    RUN("[kit.handles] a handle of another family is told so", poolFamilies);
    RUN("[kit.handles] a slot whose generation would wrap is retired", poolsRetire);
    RUN("[kit.handles] 4,000 random creations and removals agree with a model", poolAgainstModel);
    RUN("defaults fill every field", schemaDefaults);
    RUN("[kit.validate] a value out of range names field, value and range", schemaRanges);
    RUN("[kit.validate] keys must ascend within 0..1 and lie in the array", schemaKeys);
    RUN("[kit.validate] key values are checked", schemaKeyValues);
    RUN("numbers in messages read as people write them", statusNumbers);
    RUN("a message is cut at its room, the next begins anew", statusLength);
    RUN("allocations are zeroed and counted", memoryCounts);
    RUN("events queue up, beyond the room they are counted", eventQueue);
    return FINISH();
}

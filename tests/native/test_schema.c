// Curves, schemas and the messages of faults: how definitions are read.
#include "base/curve.h"
#include "base/maths.h"
#include "base/schema.h"
#include "base/status.h"

#include "check.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

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

int main(void) {
    RUN("curves interpolate, clamp, and are 1 without keys", curves);
    RUN("equal key positions make a step", curveSteps);
    RUN("gradients with two keys at 0 are finite (fault 45)", gradients);
    RUN("curves bake into one channel, gradients into four", baking);
    RUN("defaults fill every field", schemaDefaults);
    RUN("[kit.validate] a value out of range names field, value and range", schemaRanges);
    RUN("[kit.validate] keys must ascend within 0..1 and lie in the array", schemaKeys);
    RUN("[kit.validate] key values are checked", schemaKeyValues);
    RUN("numbers in messages read as people write them", statusNumbers);
    RUN("a message is cut at its room, the next begins anew", statusLength);
    return FINISH();
}

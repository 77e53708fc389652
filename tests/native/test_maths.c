// Maths and random streams: the same bits on every compiler.
#include "base/maths.h"
#include "base/random.h"

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
    return FINISH();
}

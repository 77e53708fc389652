#include "base/maths.h"

#include <string.h>

static float fromBits(int32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int32_t bitsOf(float value) {
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// Minimax polynomials on [-pi/4, pi/4] (Cephes sinf/cosf). The reduction is made in double, which
// has bits enough for a spin of hours. Beyond 1e9 neighbouring floats are turns apart: no angle is
// left.
static void reduce(float x, float *reduced, int32_t *quadrant) {
    const bool hasAngle = x > -1e9f && x < 1e9f;
    const double k = hasAngle ? floor((double)x * 0.63661977236758134 + 0.5) : 0.0;
    *reduced = hasAngle ? (float)((double)x - k * 1.5707963267948966) : x - x;
    *quadrant = (int32_t)(k - 4.0 * floor(k * 0.25));
}

// Of floats and of fours.
#define SIN_POLYNOMIAL(r, s)                                                                       \
    ((r) + (r) * (s) * (-1.6666654611e-1f + (s) * (8.3321608736e-3f + (s) * -1.9515295891e-4f)))
#define COS_POLYNOMIAL(s)                                                                          \
    (1.0f - 0.5f * (s) +                                                                           \
        (s) * (s) *                                                                                \
            (4.166664568298827e-2f + (s) * (-1.388731625493765e-3f + (s)*2.443315711809948e-5f)))

static float sinPolynomial(float r) {
    const float s = r * r;
    return SIN_POLYNOMIAL(r, s);
}

static float cosPolynomial(float r) {
    const float s = r * r;
    return COS_POLYNOMIAL(s);
}

float wwSin(float radians) {
    float r;
    int32_t quadrant;
    reduce(radians, &r, &quadrant);
    const float value = (quadrant & 1) ? cosPolynomial(r) : sinPolynomial(r);
    return (quadrant & 2) ? -value : value;
}

float wwCos(float radians) {
    float r;
    int32_t quadrant;
    reduce(radians, &r, &quadrant);
    const float value = (quadrant & 1) ? sinPolynomial(r) : cosPolynomial(r);
    return (quadrant == 1 || quadrant == 2) ? -value : value;
}

void wwTurn(float share, float *sine, float *cosine) {
    const int32_t quadrant = (int32_t)(share * 4.0f + 0.5f);
    const float r = (share * 4.0f - (float)quadrant) * (0.5f * WW_PI);
    const float s = sinPolynomial(r);
    const float c = cosPolynomial(r);
    // In bits: which quadrant it is can not be foreseen, and a wrong guess costs as much as all of
    // this.
    const int32_t odd = -(quadrant & 1);
    const int32_t swap = (bitsOf(s) ^ bitsOf(c)) & odd;
    *sine = fromBits((bitsOf(s) ^ swap) ^ (int32_t)((uint32_t)(quadrant & 2) << 30));
    *cosine = fromBits((bitsOf(c) ^ swap) ^ (int32_t)((uint32_t)((quadrant + 1) & 2) << 30));
}

void wwTurnFour(WwFour share, WwFour *sine, WwFour *cosine) {
    const WwFourBits quadrant = __builtin_convertvector(share * 4.0f + 0.5f, WwFourBits);
    const WwFour r = (share * 4.0f - __builtin_convertvector(quadrant, WwFour)) * (0.5f * WW_PI);
    const WwFour squared = r * r;
    const WwFourBits s = (WwFourBits)SIN_POLYNOMIAL(r, squared);
    const WwFourBits c = (WwFourBits)COS_POLYNOMIAL(squared);
    const WwFourBits swap = (s ^ c) & -(quadrant & 1);
    *sine = (WwFour)(s ^ swap ^ ((quadrant & 2) << 30));
    *cosine = (WwFour)(c ^ swap ^ (((quadrant + 1) & 2) << 30));
}

float wwExp(float x) {
    if (x > 88.0f) return fromBits(0x7f7fffff);
    if (!(x > -87.0f)) return 0.0f;
    const float k = floorf(x * 1.44269504f + 0.5f);
    const float r = (x - k * 0.693359375f) + k * 2.12194440e-4f;
    const float p =
        1.0f + r +
        r * r *
            (0.5f +
                r * (1.6666665459e-1f +
                        r * (4.1665795894e-2f + r * (8.3334519073e-3f + r * 1.3981999507e-3f))));
    return p * fromBits(((int32_t)k + 127) << 23);
}

// Mantissa in [sqrt(1/2), sqrt(2)), then the odd series of log((1+z)/(1-z)); error below 2e-7.
float wwLog2(float x) {
    const int32_t bits = bitsOf(x);
    int32_t exponent = (bits >> 23) - 127;
    float m = fromBits((bits & 0x007fffff) | 0x3f800000);
    if (m > 1.41421356f) {
        m *= 0.5f;
        exponent++;
    }
    const float z = (m - 1.0f) / (m + 1.0f);
    const float s = z * z;
    const float series =
        1.0f + s * (0.333333333f + s * (0.2f + s * (0.142857143f + s * 0.11111111f)));
    return (float)exponent + 2.88539008f * z * series;
}

float wwPow(float base, float exponent) {
    if (!(base > 0.0f)) return exponent == 0.0f ? 1.0f : 0.0f;
    return wwExp(exponent * wwLog2(base) * 0.693147181f);
}

void wwNormalize3(const float v[3], const float fallback[3], float out[3]) {
    const float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    const bool usable = length > 1e-12f && wwFinite(length);
    for (int i = 0; i < 3; i++) out[i] = usable ? v[i] / length : fallback[i];
}

void wwRotate3(const float q[4], const float v[3], float out[3]) {
    const float tx = 2.0f * (q[1] * v[2] - q[2] * v[1]);
    const float ty = 2.0f * (q[2] * v[0] - q[0] * v[2]);
    const float tz = 2.0f * (q[0] * v[1] - q[1] * v[0]);
    const float x = v[0] + q[3] * tx + (q[1] * tz - q[2] * ty);
    const float y = v[1] + q[3] * ty + (q[2] * tx - q[0] * tz);
    const float z = v[2] + q[3] * tz + (q[0] * ty - q[1] * tx);
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

void wwBasis(const float n[3], float tangent[3], float bitangent[3]) {
    const float sign = n[2] >= 0.0f ? 1.0f : -1.0f;
    const float a = -1.0f / (sign + n[2]);
    const float b = n[0] * n[1] * a;
    tangent[0] = 1.0f + sign * n[0] * n[0] * a;
    tangent[1] = sign * b;
    tangent[2] = -sign * n[0];
    bitangent[0] = b;
    bitangent[1] = sign + n[1] * n[1] * a;
    bitangent[2] = -n[1];
}

static float signNotZero(float x) {
    return x >= 0.0f ? 1.0f : -1.0f;
}

float wwPackUnit(const float v[3]) {
    const float sum = fabsf(v[0]) + fabsf(v[1]) + fabsf(v[2]);
    const float scale = sum > 0.0f ? 1.0f / sum : 0.0f;
    float x = v[0] * scale;
    float y = v[1] * scale;
    if (v[2] < 0.0f) {
        const float foldedX = (1.0f - fabsf(y)) * signNotZero(x);
        y = (1.0f - fabsf(x)) * signNotZero(y);
        x = foldedX;
    }
    const float u = floorf((x * 0.5f + 0.5f) * 4095.0f + 0.5f);
    const float w = floorf((y * 0.5f + 0.5f) * 4095.0f + 0.5f);
    return u * 4096.0f + w;
}

void wwUnpackUnit(float packed, float out[3]) {
    const float u = floorf(packed / 4096.0f);
    float x = u / 4095.0f * 2.0f - 1.0f;
    float y = (packed - u * 4096.0f) / 4095.0f * 2.0f - 1.0f;
    const float z = 1.0f - fabsf(x) - fabsf(y);
    if (z < 0.0f) {
        const float foldedX = (1.0f - fabsf(y)) * signNotZero(x);
        y = (1.0f - fabsf(x)) * signNotZero(y);
        x = foldedX;
    }
    const float fallback[3] = {0, 0, 1};
    wwNormalize3((const float[3]){x, y, z}, fallback, out);
}

void wwQuatMultiply(const float a[4], const float b[4], float out[4]) {
    const float product[4] = {
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    };
    for (int i = 0; i < 4; i++) out[i] = product[i];
}

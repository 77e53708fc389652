// Scalar and vector maths that gives the same bits on gcc, clang and wasm: no libm trigonometry, no
// contraction (-ffp-contract=off). sqrtf and floorf are exact everywhere and may be used.
#pragma once

#include "base/four.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define WW_PI 3.14159265358979f
// Metres, about a hundred light years: squares of distances within it are finite.
#define WW_FARTHEST 1e18f

// The origin moved to `by`: what was at `place` is rounded once.
static inline void wwShift3(float place[3], const double by[3]) {
    for (int i = 0; i < 3; i++) place[i] = (float)((double)place[i] - by[i]);
}

float wwSin(float radians);
float wwCos(float radians);
// Both at once for a share of a full turn, 0..1: cheaper, for angles that are drawn at random.
void wwTurn(float share, float *sine, float *cosine);
void wwTurnFour(WwFour share, WwFour *sine, WwFour *cosine);
// That share, for an angle of no more than a few hundred turns.
static inline float wwShareOfTurn(float radians) {
    const float turns = radians * (0.5f / WW_PI);
    return turns - floorf(turns);
}

float wwExp(float x);
// log2 of a positive number; wwPow(base >= 0, exponent).
float wwLog2(float x);
float wwPow(float base, float exponent);

static inline float wwClamp(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}

static inline float wwLerp(float a, float b, float t) {
    return a + (b - a) * t;
}

static inline float wwMax(float a, float b) {
    return a > b ? a : b;
}

static inline float wwMin(float a, float b) {
    return a < b ? a : b;
}

// False for NaN and infinities, under any optimisation (x - x is 0 only for finite x).
static inline bool wwFinite(float x) {
    return x - x == 0.0f;
}

static inline bool wwFinite3(const float *v) {
    return wwFinite(v[0]) && wwFinite(v[1]) && wwFinite(v[2]);
}

static inline uint32_t wwMinU(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static inline uint32_t wwMaxU(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

// Added to a number in -4194304..4194303, it leaves the nearest whole one in the low bits: floats
// of this size have no fraction. Cheaper than a conversion, which wasm must saturate and processors
// lack for unsigned numbers.
#define WW_NEAREST 12582912.0f

static inline int32_t wwNearest(float x) {
    const union {
        float number;
        int32_t bits;
    } zero = {WW_NEAREST}, sum = {x + WW_NEAREST};
    return sum.bits - zero.bits;
}

// v / |v|, or `fallback` when v is shorter than 1e-12.
void wwNormalize3(const float v[3], const float fallback[3], float out[3]);

// Rotates v by the unit quaternion q (xyzw).
void wwRotate3(const float q[4], const float v[3], float out[3]);
// The rotation `b` followed by `a`; out may be either.
void wwQuatMultiply(const float a[4], const float b[4], float out[4]);

// Two unit vectors that make a right-handed frame with the unit vector n.
// Duff et al., "Building an Orthonormal Basis, Revisited", JCGT 2017.
void wwBasis(const float n[3], float tangent[3], float bitangent[3]);

// A unit vector as two 12-bit octahedral numbers in one float that holds an integer < 2^24, so that
// it survives any float texture (bit patterns of packed integers may be NaN and be flushed).
// Error below 0.06 degrees. Cigolle et al., "Survey of Efficient Representations for Independent
// Unit Vectors", JCGT 2014. Twin: unpackUnit in shaders/common.glsl.
float wwPackUnit(const float v[3]);
void wwUnpackUnit(float packed, float out[3]);

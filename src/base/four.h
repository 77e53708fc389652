// Four numbers at a time, which compilers turn into one instruction each; the bits are those that
// one by one would have.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef float WwFour __attribute__((vector_size(16)));
typedef int32_t WwFourBits __attribute__((vector_size(16)));

static inline WwFour wwFourPick(WwFourBits which, WwFour a, WwFour b) {
    return (WwFour)((which & (WwFourBits)a) | (~which & (WwFourBits)b));
}

static inline WwFour wwFourMin(WwFour a, WwFour b) {
    return wwFourPick(a < b, a, b);
}

static inline WwFour wwFourMax(WwFour a, WwFour b) {
    return wwFourPick(a > b, a, b);
}

// What lies at an address of any alignment.
static inline WwFour wwFourLoad(const void *from) {
    WwFour four;
    memcpy(&four, from, sizeof four);
    return four;
}

static inline void wwFourStore(void *to, WwFour four) {
    memcpy(to, &four, sizeof four);
}

static inline WwFour wwFourOf(const float three[3]) {
    return (WwFour){three[0], three[1], three[2], 0.0f};
}

static inline WwFour wwFourAll(float x) {
    return (WwFour){x, x, x, x};
}

static inline WwFour wwFourSqrt(WwFour a) {
    return (WwFour){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])};
}

// Rows become columns.
static inline void wwFourTurn(WwFour rows[4]) {
    const WwFour lowAb = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    const WwFour highAb = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    const WwFour lowCd = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
    const WwFour highCd = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = __builtin_shufflevector(lowAb, lowCd, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(lowAb, lowCd, 2, 3, 6, 7);
    rows[2] = __builtin_shufflevector(highAb, highCd, 0, 1, 4, 5);
    rows[3] = __builtin_shufflevector(highAb, highCd, 2, 3, 6, 7);
}

// A vector in each lane.
typedef struct WwFourVectors {
    WwFour x, y, z;
} WwFourVectors;

static inline WwFourVectors wwFourVectorsLoad(const float (*lanes)[4]) {
    return (WwFourVectors){wwFourLoad(lanes[0]), wwFourLoad(lanes[1]), wwFourLoad(lanes[2])};
}

// a + scale * b
static inline WwFourVectors wwFourAdd(WwFourVectors a, WwFour scale, WwFourVectors b) {
    return (WwFourVectors){a.x + scale * b.x, a.y + scale * b.y, a.z + scale * b.z};
}

static inline WwFour wwFourDot(WwFourVectors a, WwFourVectors b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline WwFourVectors wwFourPickVectors(WwFourBits which, WwFourVectors a, WwFourVectors b) {
    return (WwFourVectors){
        wwFourPick(which, a.x, b.x), wwFourPick(which, a.y, b.y), wwFourPick(which, a.z, b.z)};
}

// v / |v|, or `fallback` where v is too short to have a direction.
static inline WwFourVectors wwFourUnit(WwFourVectors v, WwFourVectors fallback) {
    const WwFour squared = wwFourDot(v, v);
    const WwFourBits usable = squared > 1e-24f;
    const WwFour scale = 1.0f / wwFourSqrt(wwFourPick(usable, squared, wwFourAll(1.0f)));
    const WwFourVectors from = wwFourPickVectors(usable, v, fallback);
    return (WwFourVectors){from.x * scale, from.y * scale, from.z * scale};
}

// Counter-seeded random streams. A stream is a key; its n-th number is a pure function of (key, n),
// so that leaving out one draw never re-rolls another. Mixing is the finaliser of splitmix64
// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#pragma once

#include <stdint.h>

typedef struct WwRandom {
    uint64_t key;
    uint64_t counter;
} WwRandom;

static inline uint64_t wwMix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

// A stream of its own for part `id` of the thing seeded with `seed`. Seed 0 and id 0 are ordinary.
static inline WwRandom wwRandomStream(uint64_t seed, uint64_t id) {
    const uint64_t golden = 0x9e3779b97f4a7c15ull;
    const WwRandom stream = {wwMix64(wwMix64(seed + golden) + (id + 1) * golden), 0};
    return stream;
}

static inline uint32_t wwRandomBits(WwRandom *stream) {
    stream->counter++;
    return (uint32_t)(wwMix64(stream->key + stream->counter * 0x9e3779b97f4a7c15ull) >> 32);
}

// Uniform in [0, 1): 24 bits, so that every value is exact in a float.
static inline float wwRandomUnit(WwRandom *stream) {
    return (float)(wwRandomBits(stream) >> 8) * (1.0f / 16777216.0f);
}

// Uniform in [low, high).
static inline float wwRandomRange(WwRandom *stream, float low, float high) {
    return low + (high - low) * wwRandomUnit(stream);
}

// Four numbers at a time, which compilers turn into one instruction each.
#pragma once

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

static inline WwFour wwFourOf(const float three[3]) {
    return (WwFour){three[0], three[1], three[2], 0.0f};
}

#include "base/curve.h"

#include "base/maths.h"

// The segment that holds `position`: index of its right key (1..count-1) and the share of it.
static uint32_t findSegment(
    const float *keys, uint32_t count, uint32_t stride, float position, float *share) {
    uint32_t right = 1;
    while (right < count - 1 && keys[right * stride] <= position) right++;
    const float left = keys[(right - 1) * stride];
    const float width = keys[right * stride] - left;
    *share = width > 0.0f ? wwClamp((position - left) / width, 0.0f, 1.0f)
                          : (position >= left ? 1.0f : 0.0f);
    return right;
}

static void sample(
    const float *keys, uint32_t count, uint32_t stride, float position, float *values) {
    if (count < 2) {
        for (uint32_t i = 1; i < stride; i++) values[i - 1] = count ? keys[i] : 1.0f;
        return;
    }
    float share;
    const uint32_t right = findSegment(keys, count, stride, position, &share);
    const float *a = keys + (right - 1) * stride;
    const float *b = keys + right * stride;
    for (uint32_t i = 1; i < stride; i++) values[i - 1] = wwLerp(a[i], b[i], share);
}

float wwCurveAt(const float *keys, uint32_t count, float position) {
    float value;
    sample(keys, count, 2, position, &value);
    return value;
}

void wwGradientAt(const float *keys, uint32_t count, float position, float rgba[4]) {
    sample(keys, count, 5, position, rgba);
}

// A definition without keys may come without an array.
static const float *keysOf(WwKeyArray array, ww_Keys keys) {
    return keys.count ? array.floats + keys.first : NULL;
}

void wwCurveBake(WwKeyArray array, ww_Keys keys, float *row, uint32_t channel) {
    for (uint32_t i = 0; i < WW_CURVE_SAMPLES; i++) {
        const float position = (float)i / (float)(WW_CURVE_SAMPLES - 1);
        row[i * 4 + channel] = wwCurveAt(keysOf(array, keys), keys.count, position);
    }
}

void wwGradientBake(WwKeyArray array, ww_Keys keys, float *row) {
    for (uint32_t i = 0; i < WW_CURVE_SAMPLES; i++) {
        const float position = (float)i / (float)(WW_CURVE_SAMPLES - 1);
        wwGradientAt(keysOf(array, keys), keys.count, position, row + i * 4);
    }
}

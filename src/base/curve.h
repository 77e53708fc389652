// Curves and gradients: any number of keys, sampled linearly, baked into rows of one table that
// the shaders read. A row holds WW_CURVE_SAMPLES texels; channel meaning is the family's.
#pragma once

#include "base/schema.h"

#define WW_CURVE_SAMPLES 128u

// The value at 0..1; 1 when there are no keys. Equal positions make a step (the later key wins).
float wwCurveAt(const float *keys, uint32_t count, float position);

// The linear RGBA at 0..1; white when there are no keys.
void wwGradientAt(const float *keys, uint32_t count, float position, float rgba[4]);

// Samples into `row` (WW_CURVE_SAMPLES texels of 4 floats): a curve into one channel, a gradient
// into all four. Texel i stands for position i / (WW_CURVE_SAMPLES - 1).
void wwCurveBake(WwKeyArray array, ww_Keys keys, float *row, uint32_t channel);
void wwGradientBake(WwKeyArray array, ww_Keys keys, float *row);

// The two uniform blocks, as std140 lays them out. Twins of ViewBlock and WorldBlock in
// shaders/common.glsl.
#pragma once

#include "effects/effect.h"
#include "willowisp.h"

typedef struct WwViewBlock {
    float view[16];
    float projection[16];
    float viewProjection[16];
    float eye[4];      // xyz; w: seconds since the epoch
    float viewport[4]; // width, height, pixels of a metre at a metre, wind time
} WwViewBlock;

typedef struct WwWorldBlock {
    float sunDirection[4]; // w: 1 when the output is sRGB
    float sunColor[4];
    float skyColor[4];
    float groundColor[4];
    float wind[4];                  // direction xz, strength, gust
    float fogColor[4];              // w: density
    float weather[4];               // season, snow, wetness, look of trees
    float gustPlace[4], gustBow[4]; // of three rows of fronts, shifted with the origin
} WwWorldBlock;

// Fills `out` from a camera. False when a matrix is not finite or cannot be inverted.
bool wwViewFrom(WwView *out, const float *view, const float *projection, uint32_t width,
    uint32_t height, float now);
void wwViewBlockFrom(WwViewBlock *block, const WwView *view, float windTime);
void wwWorldBlockFrom(WwWorldBlock *block, const ww_WorldDef *world, bool srgb);

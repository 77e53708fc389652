// What walks through undergrowth: up to 32 spheres at transforms of the game. Plants bow away from
// them in the vertex shader (shaders/trample.glsl). Where a sphere has been it leaves prints, which
// sink into the ground, so that plants rise again behind it: spheres, too, in the places that the
// game left free. All of them together are one small block, sent when one of them moves.
#pragma once

#include "effects/effect.h"

#define WW_TRAMPLERS 32u

typedef struct WwTrampler {
    uint32_t transform; // handle
    float radius;       // metres, at scale 1
    float sphere[4];    // where it is: xyz, radius; radius 0: nowhere yet
    float printed[3];   // where it left its last print
} WwTrampler;

typedef struct WwPrint {
    float sphere[4];
    float time; // seconds since the kit's epoch
} WwPrint;

typedef struct WwTramplers {
    WwTrampler items[WW_TRAMPLERS];
    uint32_t count;
    WwPrint prints[WW_TRAMPLERS]; // oldest first
    uint32_t printCount;
    float now;
    // What the GPU reads: xyz, radius; the first of radius 0 ends it. Twin of TrampleBlock.
    float block[WW_TRAMPLERS][4];
    bool dirty; // not sent yet
} WwTramplers;

// Takes the place of those before; a transform that is in both goes on where it is.
ww_Status wwTramplersSet(
    WwTramplers *tramplers, const uint32_t *transforms, const float *radii, uint32_t count);
// Follows the transforms; prints sink within `recovery` seconds.
void wwTramplersLay(WwTramplers *tramplers, const WwStep *step, float recovery);
void wwTramplersRebase(WwTramplers *tramplers, float seconds);
void wwTramplersShift(WwTramplers *tramplers, const double by[3]);

// Everything a kit owns.
#pragma once

#include "effects/beam/beam.h"
#include "effects/flora/trees.h"
#include "effects/forest/forest.h"
#include "effects/forest/trample.h"
#include "effects/particle/particle.h"
#include "effects/trail/trail.h"
#include "frame/blocks.h"
#include "frame/clock.h"
#include "frame/transforms.h"
#include "gpu/gpu.h"
#include "willowisp.h"

struct ww_Kit {
    ww_KitDef def;
    WwClock clock;
    WwTransforms transforms;
    WwShared shared;
    WwTrails *trails;
    WwBeams *beams;
    WwParticles *particles;
    WwTrees *trees;
    WwForests *forests;
    WwTramplers tramplers;
    WwGpu *gpu;
    WwDrawList draws;
    ww_WorldDef world;
    WwWorldBlock worldBlock;
    bool worldDirty;
    uint32_t sceneDepth; // texture handle of the next draws, or 0
    bool lost;           // the context is gone: nothing is drawn
    bool movedSinceDraw; // an update ran since the last draw
    WwView lastView;     // of the last draw, to see whether the camera stands still
    ww_Stats stats;
    double gustPlace[WW_GUST_ROWS], gustBow[WW_GUST_ROWS]; // see WwWind
    double effectTriangles;                                // drawn since the last update began
    double trianglesCut; // beyond maxEffectTriangles, since creation
    float camera[32];    // view and projection as JavaScript writes them
};

extern const WwSchema wwKitSchema;
extern const WwSchema wwWorldSchema;

// The pipeline of a frame (frame.c) and its parts.
void wwFrameUpdate(ww_Kit *kit, double dt);
void wwFrameDraw(ww_Kit *kit, const WwView *view);
void wwFrameDrawShadow(ww_Kit *kit, const WwView *light);
void wwUploadAll(ww_Kit *kit);
void wwUploadMarkAll(ww_Kit *kit); // after a lost context: no texture and no buffer is left
void wwStatsUpdate(ww_Kit *kit);

// origin.c
void wwOriginShift(ww_Kit *kit, const double by[3]);

// shade.c: programs of trail styles that a game shades itself.
// Takes `source`, or back the built-in shading with NULL; refused source changes nothing.
ww_Status wwShadeSet(ww_Kit *kit, WwTrailStyle *style, const char *source);
// Compiles what a style or a restored context (all styles) needs anew.
void wwShadeRenew(ww_Kit *kit, WwTrailStyle *style);
void wwShadeRenewAll(ww_Kit *kit);

// Beams between two points: lasers, tethers, lightning.
//
// A style is a batch: one pool of records, one draw call. A record is written when its beam is born
// and when something about it changes: an end that moves rewrites the two texels of the ends, and
// nothing else. Fading and lightning are closed forms of the record and the clock, evaluated by the
// vertex shader (shaders/beam.vert) and, equally, by beam_reference.c.
//
// Ends of a record, 2 texels:
//   0  from xyz, factor of the width there (below 0: an end is not known yet, or the beam is
//      gone; nothing is drawn)
//   1  to xyz, factor of the width there
// Look of a record, 2 texels:
//   0  time of death, seconds that a whole life would take, seed, unused
//   1  tint
// Of a life is left: (death - now) / whole, at most 1. It is 1 until a beam without a lifetime is
// released.
#pragma once

#include "effects/effect.h"

typedef struct ww_BeamStyleDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/beam/beam.def"
#include "base/schema_end.h"
} ww_BeamStyleDef;

typedef struct ww_BeamDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/beam/beam_single.def"
#include "base/schema_end.h"
} ww_BeamDef;

// What became of the beams that a style was asked for; requested is the sum of the others.
typedef struct ww_BeamStats {
    double requested;
    double alive;
    double expired;  // at the end of their lifetime
    double released; // and faded
    double replaced; // gave way to newer ones
    double dropped;  // refused: maxBeams were alive
} ww_BeamStats;

#define WW_BEAM_END_TEXELS 2u
#define WW_BEAM_LOOK_TEXELS 2u
#define WW_BEAM_NONE 0xffffffffu

typedef struct WwBeamStyle {
    ww_BeamStyleDef def;
    WwTable ends, looks;
    uint32_t *freeRecords; // a stack
    uint32_t freeCount;
    uint32_t recordsUsed;    // records 0..recordsUsed-1 hold beams or are in the stack
    uint32_t oldest, newest; // beams in the order of birth, by slot of the pool
    uint32_t curveRow;
    float widthPeak;            // highest product of the two width curves
    bool bends;                 // more than one straight piece is needed
    double scrolled;            // lengths of the texture, 0..1
    double roll;                // paths since the style was made, and the share of the next
    float low[3], high[3];      // around all ends
    float longest, widestShare; // none of its beams has more
    bool boundsStale;
    ww_BeamStats stats;
} WwBeamStyle;

typedef struct WwBeam {
    uint32_t style;         // handle
    uint32_t transforms[2]; // handles of the ends that follow one, or 0
    uint32_t record;
    uint32_t older, newer; // slots of the pool
    float death;           // WW_NEVER without a lifetime
    float whole;
    float fromWidth;
    bool known[2]; // whether the place of an end is known
    bool released;
} WwBeam;

typedef struct WwBeams {
    WwShared *shared;
    WwPool styles, beams;
    double dropped, expired; // sums over all styles, also those that are gone
    float now;               // of the last step
} WwBeams;

// ---- the family

WwBeams *wwBeamsCreate(WwShared *shared, uint32_t maxStyles, uint32_t maxBeams);
void wwBeamsDestroy(WwBeams *beams);
void wwBeamsLay(WwBeams *beams, const WwStep *step);
void wwBeamsView(WwBeams *beams, const WwView *view, WwDrawList *list);
// Shortens a draw to at most so many triangles: the first records go.
void wwBeamFit(WwDraw *draw, uint32_t triangles);
void wwBeamsRebase(WwBeams *beams, float seconds);
void wwBeamsShift(WwBeams *beams, const double by[3]);
WwFamilyCounts wwBeamsCounts(const WwBeams *beams);

// ---- definitions (beam_def.c)

extern const WwSchema wwBeamStyleSchema;
extern const WwSchema wwBeamSchema;

// Handles; 0 with a message on failure.
uint32_t wwBeamStyleCreate(WwBeams *beams, const ww_BeamStyleDef *def, WwKeyArray keys);
ww_Status wwBeamStyleSet(
    WwBeams *beams, uint32_t style, const ww_BeamStyleDef *def, WwKeyArray keys);
ww_Status wwBeamStyleDestroy(WwBeams *beams, uint32_t style);

// ---- beams (beam_lay.c)

// An end whose transform is 0 stands at the point of the definition. A beam that was refused by
// the overflow policy has a handle that is dead from the start.
uint32_t wwBeamCreate(
    WwBeams *beams, uint32_t style, const ww_BeamDef *def, const uint32_t transforms[2]);
// Moves and dresses a beam anew; its lifetime and seed stay.
ww_Status wwBeamSet(
    WwBeams *beams, uint32_t beam, const ww_BeamDef *def, const uint32_t transforms[2]);
// Lets it fade over the style's fadeOut.
ww_Status wwBeamRelease(WwBeams *beams, uint32_t beam);

// ---- reference (beam_reference.c)

// Straight pieces of a strand, strands of a beam (itself and its branches), octaves of its bends.
uint32_t wwBeamSegments(const WwBeamStyle *style);
uint32_t wwBeamStrands(const WwBeamStyle *style);
uint32_t wwBeamOctaves(const WwBeamStyle *style);
// Number of the path that all beams of the style have, and the share of the next.
void wwBeamRoll(const WwBeamStyle *style, float *roll, float *share);
// Where the shader puts the middle of a beam at `t`, 0..1, of one of its strands. False when there
// is nothing to draw.
bool wwBeamReference(
    const WwBeamStyle *style, uint32_t record, uint32_t strand, float t, float point[3]);

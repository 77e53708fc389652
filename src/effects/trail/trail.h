// Ribbons behind moving transforms.
//
// A style is a batch: one ring of point records, one table of live heads, one draw call. A point is
// laid once and never touched again. It becomes a record when the next point is known, because only
// then its tangent (the bisector of its two segments) is final; until then it is the *pending*
// point of its trail. Drawn are the segments between records, and two live ones a trail: last
// record to pending point, pending point to head. The head is at the source in every frame.
//
// Ring record, 2 texels:
//   0  position xyz, birth time
//   1  distance travelled, packed tangent, record of the previous point (-1: begins a strip),
//      slot + 65536 * miter (0..255 for a factor of the width of 1..2)
// Head record of a slot, 4 texels, written only when the source moved:
//   0  pending position xyz, birth time
//   1  pending distance, last record (-1: none), head distance, head time
//   2  head position xyz, cut distance: nothing shows at or below it
//   3  tail distance now, 1 when the strip is live, 1 when the source rests, time of writing
// Tail record of a slot, 2 texels: while the source rests, the distance of the tail at 8 equally
// spaced times from the time of writing to one lifetime later. So an idle trail uploads nothing
// while its tail moves on.
#pragma once

#include "effects/effect.h"

typedef struct ww_TrailStyleDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/trail/trail.def"
#include "base/schema_end.h"
} ww_TrailStyleDef;

#define WW_TRAIL_TEXELS 2u
#define WW_TRAIL_HEAD_TEXELS 4u
#define WW_TRAIL_TAIL_TEXELS 2u
#define WW_TRAIL_TAIL_SAMPLES 8u
#define WW_TRAIL_NO_RECORD 0xffffffffu

// A source may end while its history still shows; the slot is free again when that is gone.
typedef struct WwTrailSlot {
    uint32_t trail;    // handle, 0 when no trail owns the slot
    float releaseTime; // without a trail: when the last record dies
} WwTrailSlot;

typedef struct WwTrailStyle {
    ww_TrailStyleDef def;
    WwRing ring;
    WwTable heads;
    WwTable tails;
    uint32_t *nextRecord; // by record: the following point of the same strip, or none
    WwTrailSlot *slots;
    uint32_t slotsUsed; // slots 0..slotsUsed-1 have been taken at some time
    uint32_t curveRow;
    bool retired; // goes when its last trail has faded
} WwTrailStyle;

typedef struct WwTrailPoint {
    float position[3];
    float time;
    float distance;
} WwTrailPoint;

typedef struct WwTrail {
    uint32_t style; // handles
    uint32_t transform;
    uint32_t slot;
    bool emitting;
    bool hasHead;  // false before the first good sample and after a break
    bool hasStrip; // pending and head are points of a strip that has moved
    bool resting;  // the source did not move in the last update; the tail table is written
    WwTrailPoint head;
    WwTrailPoint pending;
    uint32_t lastRecord;   // newest committed point of the strip
    uint32_t oldestRecord; // oldest living one, over all strips of this slot
    uint32_t newestRecord; // newest one, over all strips
    uint32_t recordCount;
    float lastTravel; // metres of the previous update
    float cutDistance;
} WwTrail;

typedef struct WwTrails {
    WwShared *shared;
    WwPool styles;
    WwPool trails;
    WwFamilyCounts counts;
    float previous, now; // of the last update
} WwTrails;

extern const WwSchema wwTrailStyleSchema;

WwTrails *wwTrailsCreate(WwShared *shared, uint32_t maxStyles, uint32_t maxTrails);
void wwTrailsDestroy(WwTrails *trails);

uint32_t wwTrailStyleCreate(WwTrails *trails, const ww_TrailStyleDef *def, WwKeyArray keys);
ww_Status wwTrailStyleSet(
    WwTrails *trails, uint32_t style, const ww_TrailStyleDef *def, WwKeyArray keys);
ww_Status wwTrailStyleDestroy(WwTrails *trails, uint32_t style);
ww_Status wwTrailStyleRetire(WwTrails *trails, uint32_t style);
// Destroys the retired styles that show nothing any more.
void wwTrailsSweep(WwTrails *trails);
uint32_t wwTrailCreate(WwTrails *trails, uint32_t style, uint32_t transform);

// trail_lay.c
void wwTrailsLay(WwTrails *trails, const WwStep *step);
// The source did not move since the last update, but what follows from the lifetime changed.
void wwTrailRefresh(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
void wwTrailsRebase(WwTrails *trails, float seconds);
// Ends the strip where the head is: its last points are committed and fade on.
void wwTrailBreak(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// Everything that the trail has laid is gone at once.
void wwTrailClear(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// Points that the trail keeps: records, the pending point, the head.
uint32_t wwTrailPoints(const WwTrail *trail);
ww_Status wwTrailDestroy(WwTrails *trails, uint32_t trail);
WwFamilyCounts wwTrailsCounts(WwTrails *trails);

// trail_view.c
void wwTrailsView(WwTrails *trails, const WwView *view, WwDrawList *list);

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
//   1  distance along what is laid, packed tangent (of the curve; at a corner the bisector),
//      link: 4 x (record of the previous point + 1, or 0: begins a strip) + 1 when it ends its
//      strip, bits: slot + (width << 16)
// A style whose settings need more per point (wwTrailNeedsExtras) has records of 4 texels:
//   2  side vector xyz, red x 4096 + green
//   3  user's vector xyz, blue x 4096 + alpha
// The side vector is, by shape and facing: half of the blade from root to tip (sword), the normal
// of the parallel-transported frame (tube, cross), the source's axis in the world (facing axis),
// otherwise 0. Width and colour are factors of the style's: a width in 13 bits is 2048 x
// sqrt(width), a colour channel in 12 bits 1024 x sqrt(channel), both below 16.
//
// Head record of a slot, 3 texels, written only when the source moved:
//   0  pending position xyz, birth time
//   1  head position xyz, birth time
//   2  head distance, tail distance: nothing shows at or below it,
//      bits: pending width + (head width << 13),
//      link: 4 x (last record + 1, or 0: none) + 1 when the strip is live + 2 when the source rests
// The pending distance is the head's less the way from pending to head. With extras 4 texels more:
//   3..4  texels 2 and 3 of a record for the pending point
//   5..6  the same for the head
//
// State record of a slot, 4 texels, written rarely:
//   0..1  while the source rests, the tail distance at 8 equally spaced times from the head's time
//         to one lifetime later: so an idle trail uploads nothing while its tail moves on
//   2     opacity, 1 when the trail faces an eye of its own
//   3     that eye xyz
// Numbers of more than 24 bits travel as the bits of a float (wwTrailBits).
#pragma once

#include "effects/effect.h"

typedef struct ww_TrailStyleDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/trail/trail.def"
#include "base/schema_end.h"
} ww_TrailStyleDef;

#define WW_TRAIL_TEXELS 2u
#define WW_TRAIL_HEAD_TEXELS 3u
#define WW_TRAIL_EXTRA_TEXELS 2u // of a point with extras, in its record and in the head record
#define WW_TRAIL_STATE_TEXELS 4u
#define WW_TRAIL_TAIL_SAMPLES 8u
#define WW_TRAIL_NO_RECORD 0xffffffffu
#define WW_TRAIL_ENDS 1u // flag of a record's link
#define WW_TRAIL_LIVE 1u // flags of a head record's link
#define WW_TRAIL_RESTING 2u

// Values of the fields of the same names.
enum { WW_TRAIL_RIBBON, WW_TRAIL_CROSS, WW_TRAIL_TUBE, WW_TRAIL_SWORD };
enum { WW_TRAIL_FACING_CAMERA, WW_TRAIL_FACING_AXIS, WW_TRAIL_FACING_NORMAL };

// A source may end while its history still shows; the slot is free again when that is gone.
typedef struct WwTrailSlot {
    uint32_t trail;    // handle, 0 when no trail owns the slot
    float releaseTime; // without a trail: when the last record dies
} WwTrailSlot;

typedef struct WwTrailStyle {
    ww_TrailStyleDef def;
    WwRing ring;
    WwTable heads;
    WwTable states;
    uint32_t headTexels; // of one head record
    bool hasExtras;
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
    float width;   // factor of the style's
    float side[3]; // and what follows: only in styles with extras
    float color[4];
    float vector[3];
    float rotation[4]; // of the source when the point was laid
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
    float width; // factor of what is laid from now on
} WwTrail;

typedef struct WwTrails {
    WwShared *shared;
    WwPool styles;
    WwPool trails;
    WwFamilyCounts counts;
    float previous, now; // of the last update
} WwTrails;

extern const WwSchema wwTrailStyleSchema;

// A payload of 29 bits as a float. Bit 30 alone above it makes a normal number of every payload,
// which survives any float texture; integers above 2^24 and patterns that are NaN would not.
static inline float wwTrailBits(uint32_t payload) {
    const union {
        uint32_t bits;
        float number;
    } both = {payload | 0x40000000u};
    return both.number;
}

static inline uint32_t wwTrailPayload(float number) {
    const union {
        float number;
        uint32_t bits;
    } both = {number};
    return both.bits & 0x1fffffffu;
}

static inline uint32_t wwTrailLink(const float *texels) {
    return (uint32_t)texels[6];
}

// The record before this one in its strip, or WW_TRAIL_NO_RECORD.
static inline uint32_t wwTrailPrevious(const float *texels) {
    return (wwTrailLink(texels) >> 2) - 1u;
}

static inline bool wwTrailBegins(const float *texels) {
    return wwTrailLink(texels) < 4u;
}

static inline uint32_t wwTrailSlotOf(const float *texels) {
    return wwTrailPayload(texels[7]) & 0xffffu;
}

bool wwTrailNeedsExtras(const ww_TrailStyleDef *def);

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

// trail_strip.c
float wwTrailDistanceBetween(const float a[3], const float b[3]);
WwTrailPoint wwTrailReadPoint(const WwTrailStyle *style, uint32_t record);
// Lets go of the records that died.
void wwTrailExpire(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// Lays the pending point: the tangent at it is final, now that the head is where it leaves to.
void wwTrailCommitPending(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// Ends the strip where the head is: its last points are committed and fade on.
void wwTrailBreak(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// Ends the strip without its live points.
void wwTrailEndStrip(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// Everything that the trail has laid is gone at once.
void wwTrailClear(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
void wwTrailWriteHead(WwTrailStyle *style, const WwTrail *trail, float now);
// Once, when the source comes to rest (or the strip ends): from here on nothing is uploaded.
void wwTrailWriteRest(WwTrailStyle *style, WwTrail *trail, float now);

// trail_lay.c
void wwTrailsLay(WwTrails *trails, const WwStep *step);
// The source did not move since the last update, but what follows from the lifetime changed.
void wwTrailRefresh(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
void wwTrailsRebase(WwTrails *trails, float seconds);
// Points that the trail keeps: records, the pending point, the head.
uint32_t wwTrailPoints(const WwTrail *trail);
ww_Status wwTrailDestroy(WwTrails *trails, uint32_t trail);
WwFamilyCounts wwTrailsCounts(WwTrails *trails);

// trail_view.c
void wwTrailsView(WwTrails *trails, const WwView *view, WwDrawList *list);

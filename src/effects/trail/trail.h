// Ribbons behind moving transforms.
//
// A style is a batch: one ring of point records, one table of live heads, one draw call. A point is
// laid once and never touched again. It becomes a record when the next point is known, because only
// then its tangent (the bisector of its two segments) is final; until then it is the *pending*
// point of its trail. Drawn are the segments between records, and two live ones a trail: last
// record to pending point, pending point to head. The head is at the source in every frame.
// Exceptions that write a record again: what a game writes itself, and with smoothing the points of
// the newest curve, once.
//
// Ring record, 2 texels:
//   0  position xyz, birth time
//   1  distance along what is laid, packed tangent (of the curve; at a corner the bisector),
//      bits: ((record of the previous point + 1, or 0: begins a strip) << 8) + (how much shorter
//      the next segment is than the previous one << 1) + 1 when it ends its strip,
//      bits: slot + (width << 16)
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
// The pending distance is the head's less the way from pending to head. Distances and tangents are
// those in a medium that moves with the style's drift: smoke has its length where it has gone.
// With extras 4 texels more:
//   3..4  texels 2 and 3 of a record for the pending point
//   5..6  the same for the head
// In space local 2 texels more, at the end:
//   parent's position xyz, scale; its rotation
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
#define WW_TRAIL_PARENT_TEXELS 2u
#define WW_TRAIL_STATE_TEXELS 4u
#define WW_TRAIL_TAIL_SAMPLES 8u
#define WW_TRAIL_MOST_PIECES 257u // one more than maxPointsPerUpdate can be
#define WW_TRAIL_WIDEST 15.0f     // factor of the style's width that a point can have
#define WW_TRAIL_NO_RECORD 0xffffffffu
#define WW_TRAIL_ENDS 1u // flag of a record's link
#define WW_TRAIL_LIVE 1u // flags of a head record's link
#define WW_TRAIL_RESTING 2u

// Values of the fields of the same names.
enum { WW_TRAIL_RIBBON, WW_TRAIL_CROSS, WW_TRAIL_TUBE, WW_TRAIL_SWORD };
enum { WW_TRAIL_ALWAYS, WW_TRAIL_MOVING, WW_TRAIL_OFF };
enum { WW_TRAIL_WORLD, WW_TRAIL_LOCAL, WW_TRAIL_SCREEN };
enum { WW_TRAIL_DECAY, WW_TRAIL_VANISH };
enum { WW_TRAIL_FACING_CAMERA, WW_TRAIL_FACING_AXIS, WW_TRAIL_FACING_NORMAL };

typedef struct WwTrailBox {
    float low[3], high[3];
    bool some; // false: it holds nothing
} WwTrailBox;

// A source may end while its history still shows; the slot is free again when that is gone.
typedef struct WwTrailSlot {
    uint32_t trail;      // handle of the trail that owns the slot, or still fades in it
    uint32_t next;       // of a list of slots without a trail
    float releaseTime;   // while it fades: when the last record dies
    float distance;      // records in it that were cleared do not show at or below this
    WwTrailBox boxes[2]; // of what was laid since boxTime, and in the lifetime before
    float boxTime, lastLaid;
    float widest; // factor of the style's width
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
    uint32_t slotsUsed;   // slots 0..slotsUsed-1 have been taken at some time
    uint32_t freeSlot;    // first of a list through WwTrailSlot.next
    uint32_t firstFading; // first and last of such a list, in the order of their release
    uint32_t lastFading;
    uint32_t trailCount;   // trails alive
    float (*rotations)[4]; // by record, with pointData
    uint32_t curveRow;
    float widthMost;  // of the two curves of the width
    char *shade;      // GLSL of the game for its fragments, or NULL
    uint32_t program; // of it, owned by the frame
    WwPipeline programPipeline;
    uint32_t activity;
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

// Copies what points of the style have: the whole is a call in wasm, and most trails are plain.
static inline void wwTrailCopy(
    const WwTrailStyle *style, WwTrailPoint *to, const WwTrailPoint *from) {
    for (int i = 0; i < 3; i++) to->position[i] = from->position[i];
    to->time = from->time;
    to->distance = from->distance;
    to->width = from->width;
    if (style->hasExtras) *to = *from;
}

// Whether a trail lays and shows: a game suspends what it does not need for a while.
enum { WW_TRAIL_ACTIVE, WW_TRAIL_HIDDEN, WW_TRAIL_CLEARED };

typedef struct WwTrail {
    uint32_t style;     // handle
    uint32_t transform; // handle; 0: no source, only what is laid by hand
    uint32_t source;    // slot of the transform, and its generation when the trail fell asleep
    uint32_t generation;
    uint32_t slot;
    uint32_t activity;
    float wakeTime; // asleep until then, unless its source moves
    float nextDeath;
    bool asleep;
    bool emitting;
    bool hasHead;  // false before the first good sample and after a break
    bool hasStrip; // pending and head are points of a strip that has moved
    bool resting;  // the source did not move in the last update; the state table is written
    bool jumped;   // the last move looks like a teleport; the next one tells
    bool orphaned;
    bool shows; // between the events started and faded
    bool hasEye;
    uint32_t parent; // slot of the source's parent
    WwTrailPoint head;
    WwTrailPoint pending;
    uint32_t lastRecord;   // newest committed point of the strip
    uint32_t oldestRecord; // oldest living one, over all strips of this slot
    uint32_t newestRecord; // newest one, over all strips
    uint32_t recordCount;
    uint32_t maxPoints; // of now: fewer in the distance
    uint32_t live;      // of them are kept for pending and head
    float lastDeath;    // of its records, so that deaths ascend
    float speed;        // m/s, what the source has lately been capable of
    float jump;         // metres, while `jumped`
    float cutDistance;
    float clearedUntil; // records that were cleared are dead by then
    float width;        // factor of what is laid from now on
    float opacity;
    float eye[3]; // while hasEye: what it faces and what lodStart and lodEnd are measured from
    float credit; // points that the distance allows; laid when it reaches 1
    WwTrailPoint start; // with smoothing: where the points begin that were laid ahead
    uint32_t ahead;     // how many of them there are
    float velocity[6];  // with smoothing: of position and side at the last record
} WwTrail;

typedef struct WwTrails {
    WwShared *shared;
    double origin[3]; // of all coordinates
    WwPool styles;
    WwPool trails;
    WwFamilyCounts counts;
    WwTable lines; // of debugging; made when a style first asks for them
    uint32_t lineCount;
    double resets, overwritten, skipped; // since creation
    float previous, now;                 // of the last update
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
    return wwTrailPayload(texels[6]);
}

// The record before this one in its strip, or WW_TRAIL_NO_RECORD.
static inline uint32_t wwTrailPrevious(const float *texels) {
    return (wwTrailLink(texels) >> 8) - 1u;
}

static inline bool wwTrailBegins(const float *texels) {
    return wwTrailLink(texels) < 1u << 8;
}

// The lengths of the segments that leave and arrive at a point, as seven bits of a link: the upper
// bits of their ratio's square. 1/241 to 1 in steps of 3 to 6 %, rounded down; no more than 1.
static inline uint32_t wwTrailFollowCode(float arriving, float leaving) {
    if (!(leaving < arriving)) return 127u << 1;
    const float ratio = leaving / arriving;
    const union {
        float number;
        uint32_t bits;
    } square = {ratio * ratio};
    const uint32_t code = square.bits >> 20;
    return code > 889u ? (code - 889u) << 1 : 0;
}

static inline float wwTrailFollow(const float *texels) {
    const union {
        uint32_t bits;
        float number;
    } square = {((wwTrailLink(texels) >> 1 & 127u) + 889u) << 20};
    return sqrtf(square.number);
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

// The style of a trail, and one trail of the pool or NULL.
static inline WwTrailStyle *wwTrailStyleOf(const WwTrails *trails, const WwTrail *trail) {
    return (WwTrailStyle *)(void *)trails->styles.items + wwPoolSlot(&trails->styles, trail->style);
}

static inline WwTrail *wwTrailAt(const WwTrails *trails, uint32_t index) {
    const bool lives = trails->trails.generations[index] & 1u;
    return lives ? (WwTrail *)(void *)trails->trails.items + index : NULL;
}

// trail_slots.c
// `transform` 0: a trail without a source, for strokes.
uint32_t wwTrailCreate(WwTrails *trails, uint32_t style, uint32_t transform);
// What it laid fades on, or goes with orphanMode vanish.
ww_Status wwTrailDestroy(WwTrails *trails, uint32_t trail);
// Ends a trail whose strip has ended; its slot is free again when the rest has faded.
void wwTrailRelease(WwTrails *trails, uint32_t trail);
// Frees the slots whose trails have faded.
void wwTrailReleaseSlots(WwTrails *trails, WwTrailStyle *style);
void wwTrailSetOpacity(WwTrailStyle *style, WwTrail *trail, float opacity);
// Three floats, or NULL: the eye of the view.
void wwTrailSetEye(WwTrailStyle *style, WwTrail *trail, const float *eye);
void wwTrailSuspend(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, uint32_t activity);
void wwTrailStyleSuspend(WwTrails *trails, uint32_t style, uint32_t activity);

// trail_strip.c
float wwTrailDistanceBetween(const float a[3], const float b[3]);
// Where drift takes what was laid at a place.
static inline void wwTrailDrift(
    const WwTrailStyle *style, const float place[3], float seconds, float out[3]) {
    out[0] = place[0] + style->def.drift.x * seconds;
    out[1] = place[1] + style->def.drift.y * seconds;
    out[2] = place[2] + style->def.drift.z * seconds;
}
// The way from a to b in a medium that drifts: from where a is at the time of b.
float wwTrailWay(
    const WwTrailStyle *style, const float a[3], float timeA, const float b[3], float timeB);
// How far the source moved between two points: of a blade the end that moved farther, or more.
float wwTrailTravel(const WwTrailStyle *style, const WwTrailPoint *from, const WwTrailPoint *to);
WwTrailPoint wwTrailReadPoint(const WwTrailStyle *style, uint32_t record);
// Writes a point into its record; whether that changed anything.
bool wwTrailWritePoint(WwTrailStyle *style, uint32_t record, const WwTrailPoint *point);
// Lets go of the records that died.
void wwTrailExpire(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
void wwTrailSetDeath(WwTrailStyle *style, WwTrail *trail, uint32_t record, float death);
// A trail keeps maxPoints points, or fewer in the distance: so many beside its records.
void wwTrailMakeRoom(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, uint32_t others);
// Lays a point with its final tangent; `leaving`: metres to the next point.
void wwTrailCommit(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, WwTrailPoint *point,
    const float tangent[3], float leaving);
// Metres to the points before and behind a record have changed.
void wwTrailSetFollow(WwTrailStyle *style, uint32_t record, float arriving, float leaving);
// Lays the pending point, and what is between the last record and it; the tangent there is final,
// now that the head is where it leaves to. The head becomes pending.
void wwTrailCommitPending(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// Ends the strip where the head is: its last points are committed and fade on.
void wwTrailBreak(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// Ends the strip without its live points.
void wwTrailEndStrip(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// The strip that ended last goes on: its end is the last record again.
void wwTrailResume(WwTrailStyle *style, WwTrail *trail);
// Everything that the trail has laid is gone at once.
void wwTrailClear(WwTrails *trails, WwTrailStyle *style, WwTrail *trail);
// Counts that history was broken or cleared by a jump or by hand, and tells the game.
void wwTrailCountReset(WwTrails *trails, const WwTrailStyle *style, const WwTrail *trail);
// Moves all distances back when they have grown large, so that they stay precise.
void wwTrailMoveBack(WwTrailStyle *style, WwTrail *trail, float now);
void wwTrailWriteHead(WwTrailStyle *style, const WwTrail *trail, float now);
// Once, when the source comes to rest (or the strip ends): from here on nothing is uploaded.
void wwTrailWriteRest(WwTrailStyle *style, WwTrail *trail, float now);
// Direction from a to b, or `fallback` when they are in one place.
void wwTrailDirection(const float a[3], const float b[3], const float fallback[3], float out[3]);
// The tangent at b on the way from a to c: the bisector of both directions, not of unit length. At
// a reversal the direction of arrival.
void wwTrailBisector(const float a[3], const float b[3], const float c[3], float out[3]);

// trail_curve.c
// Lays the points between the last record and the pending point that smoothing and resampling ask
// for. `tangent` is that of the pending point; smoothing replaces it.
void wwTrailLayBetween(WwTrails *trails, WwTrailStyle *style, WwTrail *trail, float tangent[3]);

// Lays the points between `from`, the last record, and the pending point as the curve goes on
// there; they are moved when the sample after it is known.
void wwTrailLayAhead(
    WwTrails *trails, WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *from);

// trail_lay.c
void wwTrailsLay(WwTrails *trails, const WwStep *step);
void wwTrailsRebase(WwTrails *trails, float seconds);

// trail_shift.c
void wwTrailsShift(WwTrails *trails, const double by[3]);
// By how many turns of its waves turbulence is shifted with the origin, 0..10.
void wwTrailTurns(const WwTrails *trails, const WwTrailStyle *style, float turns[3]);

// The point of a source at `transform`; its distance is not known here.
void wwTrailSample(const WwTrailStyle *style, const WwTrail *trail, const ww_Transform *transform,
    float now, WwTrailPoint *point);
// A new strip begins at `point`, where the head is now.
void wwTrailBegin(const WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *point);
// Returns the way from the pending point to the head.
float wwTrailMoveHead(const WwTrailStyle *style, WwTrail *trail, const WwTrailPoint *point);
// Points that the trail keeps: records, the pending point, the head.
uint32_t wwTrailPoints(const WwTrail *trail);
WwFamilyCounts wwTrailsCounts(WwTrails *trails);

// trail_points.c
// Lays a whole path of `count` points (xyz each) that only ages: its first point has lived through
// the share ageFrom of its life, its last through ageTo. The younger end is the head.
ww_Status wwTrailStroke(WwTrails *trails, uint32_t style, const float *path, uint32_t count,
    float ageFrom, float ageTo);
// The points of a trail, oldest first, as arrays one after another: position (3 floats a point),
// rotation (4), colour (4), vector (3), age, width, 1 where a strip begins.
#define WW_TRAIL_POINT_FLOATS 17u
uint32_t wwTrailReadPoints(WwTrails *trails, uint32_t trail, float *floats, uint32_t capacity);
// Writes them back; `count` must be what it is. The newest point stays at the source.
ww_Status wwTrailWritePoints(WwTrails *trails, uint32_t trail, const float *floats, uint32_t count);

// trail_reference.c
// How far the modifiers of a style have carried what was laid at `from` so long ago.
void wwTrailCarry(const ww_TrailStyleDef *def, const float turns[3], const float from[3], float age,
    float way[3]);
typedef void (*WwTrailVisit)(void *context, const float corners[12]);
// Visits the quads that a camera sees of one slot, or of all (WW_TRAIL_NO_RECORD): four corners
// each, left and right of the older end, right and left of the newer one. What fills the corners of
// bevel and round joins is not among them.
void wwTrailExpand(const WwTrails *trails, const WwTrailStyle *style, uint32_t slot,
    const WwView *view, WwTrailVisit visit, void *context);

// trail_bounds.c
// A point was laid or the head moved: the boxes of the slot hold it.
void wwTrailGrowBox(WwTrailStyle *style, uint32_t slot, const WwTrailPoint *point, float now);
// False when nothing of the style can be seen.
bool wwTrailStyleVisible(const WwTrailStyle *style, const WwView *view);
// Least and largest coordinates of what a camera sees of a trail; false when that is nothing.
bool wwTrailBounds(const WwTrails *trails, const WwTrail *trail, const WwView *view, float box[6]);

// trail_debug.c
// Room for the lines that a definition asks for; false when the heap is exhausted.
bool wwTrailDebugPrepare(WwTrails *trails, const ww_TrailStyleDef *def);
void wwTrailsDebug(WwTrails *trails, const WwView *view, WwDrawList *list);

// trail_view.c
// Whether modifiers move what is laid.
bool wwTrailIsCarried(const ww_TrailStyleDef *def);
// The pipeline that draws a style.
WwPipeline wwTrailPipeline(const WwTrailStyle *style);
void wwTrailsView(WwTrails *trails, const WwView *view, WwDrawList *list);
// Shortens a draw to at most so many triangles.
void wwTrailFit(WwDraw *draw, uint32_t triangles);

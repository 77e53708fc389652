// Particles: instanced billboards. A particle is one record, written at its birth and never again;
// its path under gravity and drag is a closed form of the record and the clock, evaluated by the
// vertex shader (shaders/particle.vert) and, equally, by particle_reference.c.
#pragma once

#include "effects/effect.h"

typedef struct ww_EmitterStyleDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/particle/particle.def"
#include "base/schema_end.h"
} ww_EmitterStyleDef;

// How the particles of one emitter make another lay.
typedef struct ww_SubEmitterDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/particle/sub.def"
#include "base/schema_end.h"
} ww_SubEmitterDef;

// What became of the births that an emitter was asked for; requested is the sum of the others.
typedef struct ww_EmitterStats {
    double requested;
    double spawned;
    double budget;   // more than maxBirths in one update
    double capacity; // no room: maxParticles were alive
    double expired;  // older than their lifetime before the update that would have laid them
    double rejected; // the transform was not finite
} ww_EmitterStats;

// What a particle is at one time: 14 floats. World space.
typedef struct ww_Particle {
    float position[3];
    float size; // width of the sprite
    float velocity[3];
    float rotation;
    float color[4]; // linear RGBA, without the world's light and fog
    float age, lifetime;
} ww_Particle;

typedef enum WwParticleShape {
    WW_SHAPE_POINT,
    WW_SHAPE_SPHERE,
    WW_SHAPE_BOX,
    WW_SHAPE_DISC,
    WW_SHAPE_CONE,
    WW_SHAPE_RING,
    WW_SHAPE_EDGE,
    WW_SHAPE_POLYLINE,
    WW_SHAPE_MESH,
} WwParticleShape;

// What asked for a birth; part of the number of its random stream.
typedef enum WwBirthKind {
    WW_BIRTH_TIME,     // rateOverTime
    WW_BIRTH_CALL,     // wwEmitterBurst
    WW_BIRTH_DISTANCE, // rateOverDistance
    WW_BIRTH_BURST,    // bursts of the style
    WW_BIRTH_CHANCE,   // no birth: whether a burst happens
    WW_BIRTH_CHILD,    // sub-emitters
    WW_BIRTH_KINDS,
} WwBirthKind;

#define WW_BURST_ROWS 16u
#define WW_SHORTEST_INTERVAL 0.001f // s

typedef struct WwBurstRow {
    float time, count, cycles, interval, probability;
} WwBurstRow;

// Corners of a polyline or of triangles, with what the parts up to each weigh, 0..1.
typedef struct WwShapePoints {
    float *corners, *sums; // one block
    uint32_t parts;
} WwShapePoints;

typedef enum WwParticleSprite {
    WW_SPRITE_TEXTURE = 9,
    WW_SPRITE_MESH = 10,
} WwParticleSprite;

typedef enum WwParticleSpace {
    WW_SPACE_WORLD,
    WW_SPACE_LOCAL,
    WW_SPACE_PARENT,
} WwParticleSpace;

typedef enum WwGround {
    WW_GROUND_NONE,
    WW_GROUND_DIE,
    WW_GROUND_STICK,
    WW_GROUND_SLIDE,
    WW_GROUND_BOUNCE,
} WwGround;

// An emitter begins in the middle between two births, so that n seconds at a rate of r lay n r
// particles whatever the rounding of the clock.
#define WW_FIRST_PHASE 0.5

// One texel a line. Metres, in the style's space; seconds since the kit's epoch.
typedef struct WwParticleRecord {
    float position[3], birth;
    float velocity[3], lifetime; // at birth; a lifetime of 0 hides the record
    float size, rotation, spin, random;
    // Colour of the emitter times the drawn brightness; the opacity, 0..1, plus twice its blend.
    float tint[4];
} WwParticleRecord;

#define WW_MOST_CORNERS 4095u // of a mesh

// Follows the record in styles that need it (layout.pull).
typedef struct WwParticlePull {
    float center[3], frame;      // its space's number in WwParticles.frames; -1: the world
    float acceleration[3], axis; // gravity and wind, of the world; packed unit vector of the orbit
} WwParticlePull;

// Follows last in styles with a ground: seconds of age at which the particle touches it, ascending.
// From a negative one on it slides. WW_NEVER where there is none.
#define WW_TOUCHES 8u
typedef struct WwParticleTouches {
    float ages[WW_TOUCHES];
} WwParticleTouches;

// What a style's records hold, and which parts of the path they need.
typedef struct WwParticleLayout {
    uint32_t texels;
    bool pull, ground, speedCurve, simulated;
} WwParticleLayout;

// Four waves of curl noise and, turned and shrunk, four more: cycles a metre, and the weight that
// makes the sway across them of unit length.
#define WW_NOISE_WAVES 4u
typedef struct WwNoise {
    float waves[WW_NOISE_WAVES][4];
    float turns[2][WW_NOISE_WAVES]; // of the coarse and the fine ones, by the origin
} WwNoise;

// A box around the births of a span of time, and the extremes that were drawn in it.
typedef struct WwBirthBounds {
    float low[3], high[3];
    float speedSquared, size, lifetime;
    float fromCenter, pull; // distance from the orbit's center; acceleration
    bool any;
} WwBirthBounds;

typedef enum WwSubOn {
    WW_SUB_BIRTH,
    WW_SUB_DEATH,
    WW_SUB_WAY,
} WwSubOn;

#define WW_SUB_LINKS 4u
typedef struct WwSubLink {
    ww_SubEmitterDef def;
    uint32_t child; // emitter
    uint32_t number;
} WwSubLink;

typedef struct WwSubEvent WwSubEvent;

typedef struct WwEmitterStyle {
    ww_EmitterStyleDef def;
    WwRing ring;
    uint32_t *owners; // by record: the emitter that laid it
    uint32_t *keys;   // by record: of its random stream, what the streams of its children grow from
    WwParticleLayout layout;
    WwNoise noise;
    float groundNormal[3], groundLevel; // the plane from where the origin is now
    WwTable state; // of a simulated style: WW_STATE_ARRAYS arrays of stateStride numbers
    uint32_t stateStride;
    WwMesh mesh;
    float meshRadius;  // at size 1
    bool secondCurves; // colour, size or opacity between two
    uint32_t curveRow;
    float sizePeak, speedPeak; // highest values over life
    uint32_t emitterCount;
    WwBurstRow bursts[WW_BURST_ROWS];
    uint32_t burstRows;
    WwShapePoints shapePoints;
    uint32_t living; // while livingKnown
    bool livingKnown;
    // All that lives was born within the two spans: [0] is being filled, [1] was before it.
    WwBirthBounds bounds[2];
    float spanBegin;
    WwTable order;       // record numbers back to front; without bytes until the style sorts
    uint32_t orderCount; // how many of them are alive
    bool ordered;        // nothing was born or removed since they were sorted
    double laid, removed;
} WwEmitterStyle;

typedef struct WwEmitter {
    uint32_t style, transform; // handles
    uint32_t frame;            // what its particles move in, or WW_RING_FULL: the world
    uint32_t seed;
    bool emitting, ownRate;
    uint32_t blend;                    // 0: the style's; otherwise 1 + WwParticleBlend
    bool jumped;                       // the source's way since the previous step is none
    float rate;                        // when ownRate; the style's otherwise
    float tint[4];                     // of the particles that are born from now on
    double time;                       // seconds that it has been emitting, the delay included
    bool begun;                        // the delay is over
    uint64_t requests[WW_BIRTH_KINDS]; // number of the next of each kind: its random stream
    double phase, distancePhase;       // share of the next birth that has passed, 0..1
    uint32_t birthsLeft;               // in this update
    float lastDeath;                   // of what it laid
    WwSubLink links[WW_SUB_LINKS];
    uint32_t linkCount;
    bool tellsDeaths; // as events
    ww_EmitterStats stats;
} WwEmitter;

typedef struct WwBurst {
    uint32_t emitter;
    uint32_t count;
    bool placed; // at `position` instead of the source's
    float position[3];
    float tint[4]; // of the emitter when the burst was asked for
} WwBurst;

typedef struct WwParticles {
    WwShared *shared;
    WwPool styles, emitters;
    WwBurst *bursts; // since the last step
    uint32_t burstCount, burstCapacity;
    WwSubEvent *events; // of sub-emitters in this step; NULL until there are any
    uint32_t eventCount;
    bool tellsDeaths; // some emitter does, or did
    // Spaces that particles move in. One stays until the last particle of its emitter is gone.
    WwTable frames;        // 2 texels each: ww_Transform; without bytes until a style needs it
    uint32_t *frameOwners; // emitters; 0: free
    float *frameFreeTimes;
    uint32_t frameCapacity;
    // For sorting one style at a time, as large as the largest that sorts.
    float *depths;
    uint32_t *sortItems; // twice as many: items, spare items
    uint32_t sortCapacity;
    double drops, rejected; // sums over all emitters, also those that are gone
    double expired;         // of styles that are gone
    float now;              // of the last step
    double noiseTime;       // seconds of all steps
    double origin[3];       // of all coordinates
} WwParticles;

// ---- the family

WwParticles *wwParticlesCreate(WwShared *shared, uint32_t maxStyles, uint32_t maxEmitters);
void wwParticlesDestroy(WwParticles *particles);
void wwParticlesLay(WwParticles *particles, const WwStep *step);
void wwParticlesView(WwParticles *particles, const WwView *view, WwDrawList *list);
// Shortens a draw to at most so many triangles: the oldest go, of a sorted style the farthest.
void wwParticleFit(WwDraw *draw, uint32_t triangles);
void wwParticlesRebase(WwParticles *particles, float seconds);
void wwParticlesShift(WwParticles *particles, const double by[3]);
// What of a style follows from the origin.
void wwEmitterStylePlace(const WwParticles *particles, WwEmitterStyle *style);
// `live` is particles, `records` is emitters. Walks the death times of every style.
WwFamilyCounts wwParticlesCounts(WwParticles *particles);

// ---- definitions (particle_def.c)

extern const WwSchema wwEmitterStyleSchema;
extern const WwSchema wwSubEmitterSchema;

// Handles; 0 with a message on failure.
uint32_t wwEmitterStyleCreate(
    WwParticles *particles, const ww_EmitterStyleDef *def, WwKeyArray keys);
ww_Status wwEmitterStyleSet(
    WwParticles *particles, uint32_t style, const ww_EmitterStyleDef *def, WwKeyArray keys);
ww_Status wwEmitterStyleDestroy(WwParticles *particles, uint32_t style);

uint32_t wwEmitterCreate(WwParticles *particles, uint32_t style, uint32_t transform, uint32_t seed);
// What it laid lives on.
ww_Status wwEmitterDestroy(WwParticles *particles, uint32_t emitter);
ww_Status wwEmitterSetEmitting(WwParticles *particles, uint32_t emitter, bool emitting);
ww_Status wwEmitterSetRate(WwParticles *particles, uint32_t emitter, float rate);
ww_Status wwEmitterSetColor(WwParticles *particles, uint32_t emitter, const float rgba[4]);
// How its particles blend from now on: 0 as the style does, 1 alpha, 2 additive, 3 premultiplied.
ww_Status wwEmitterSetBlend(WwParticles *particles, uint32_t emitter, uint32_t blend);
ww_Status wwEmitterTeleport(WwParticles *particles, uint32_t emitter);
// From now on what happens to its particles makes `child` lay.
ww_Status wwEmitterLink(
    WwParticles *particles, uint32_t emitter, uint32_t child, const ww_SubEmitterDef *def);
ww_Status wwEmitterUnlink(WwParticles *particles, uint32_t emitter);
// Pushes WW_EVENT_DIED for each of its particles that dies from now on.
ww_Status wwEmitterTellDeaths(WwParticles *particles, uint32_t emitter, bool tell);
// Its timeline begins anew; what it laid lives on.
ww_Status wwEmitterRestart(WwParticles *particles, uint32_t emitter);
// Whether it still lays, or something that it laid lives.
bool wwEmitterAlive(const WwParticles *particles, uint32_t emitter);
ww_Status wwEmitterReset(WwParticles *particles, uint32_t emitter, uint32_t seed);
// Queued for the next step. `position` may be NULL: at the source.
ww_Status wwEmitterBurst(
    WwParticles *particles, uint32_t emitter, uint32_t count, const float *position);

// ---- the path (particle_path.c). Twin: shaders/particle.glsl.

// The answers of a damped spring (drag k, pull s) to a push and to a steady force:
//   travel'' + k travel' + s travel = 0 with travel(0) = 0, travel'(0) = 1,   fall' = travel.
// Without a pull, travel = (1 - exp(-k t)) / k and fall = (t - travel) / k. Then
//   position = p0 + v0 travel + a fall,  where a is the acceleration at rest at p0.
typedef struct WwMotion {
    float travel, rate, fall; // rate: the derivative of travel
} WwMotion;

WwMotion wwParticleMotion(float drag, float attraction, float age);
// How far turbulence has moved a particle from its path.
void wwParticleSway(const ww_EmitterStyleDef *def, float age, float random, float sway[3]);
WwNoise wwNoiseMake(uint32_t seed, float scale);
void wwNoisePlace(WwNoise *noise, const double origin[3]);
// Free of divergence, about 1 long, at most WW_NOISE_PEAK. Phase in turns.
#define WW_NOISE_PEAK 2.2f
void wwNoiseAt(const WwNoise *noise, const float place[3], float phase, float out[3]);
// Of the style's noise at a time, 0..1.
float wwNoisePhase(const WwParticles *particles, const WwEmitterStyle *style, float now);
// Place and velocity in the world at an age.
void wwParticlePath(const WwParticles *particles, const WwEmitterStyle *style,
    const WwParticleRecord *particle, float age, float position[3], float velocity[3]);
// A texel of a curve row, filtered as the GPU does it.
void wwCurveRow(const WwTable *curves, uint32_t row, float position, float out[4]);

static inline const WwParticlePull *wwParticlePullOf(const WwParticleRecord *particle) {
    return (const void *)(particle + 1);
}

static inline const WwParticleTouches *wwParticleTouchesOf(
    const WwEmitterStyle *style, const WwParticleRecord *particle) {
    const WwParticlePull *pull = wwParticlePullOf(particle);
    return (const void *)(pull + (style->layout.pull ? 1 : 0));
}

// Another random number 0..1 of a particle, exact on every machine: further bits of the first.
static inline float wwParticleRandom(const WwParticleRecord *particle, float shift) {
    const float shifted = particle->random * shift;
    return shifted - floorf(shifted);
}
#define WW_RANDOM_ORBIT 64.0f
#define WW_RANDOM_CURVE 4096.0f

// Without the blend.
static inline float wwTintOpacity(const float tint[4]) {
    return tint[3] - 2.0f * floorf(tint[3] * 0.5f);
}

// ---- the order (particle_sort.c)

// Lists the living of a style back to front in its table.
void wwParticlesSort(WwParticles *particles, WwEmitterStyle *style, const WwView *view);

// ---- kept states (particle_state.c)

// Places x, y, z, then velocities x, y, z, by record.
#define WW_STATE_ARRAYS 6u
#define WW_FACING_VELOCITY 1u

static inline float *wwStateArray(const WwEmitterStyle *style, uint32_t array) {
    return (float *)(void *)style->state.bytes + (uintptr_t)array * style->stateStride;
}
// False when the heap is exhausted.
bool wwStateCreate(WwParticles *particles, WwEmitterStyle *style);
// The state of a newborn that is so old already.
void wwStateBirth(WwEmitterStyle *style, uint32_t record, const WwParticleRecord *particle,
    const float force[3], float age);
// Moves everything on; sends what lives.
void wwStateStep(WwEmitterStyle *style, float dt, const float force[3]);
void wwStateMark(WwEmitterStyle *style);
// Whether a particle is one of the ring's, and which.
bool wwStateHolds(const WwEmitterStyle *style, const WwParticleRecord *particle, uint32_t *record);
bool wwStateVisible(const WwEmitterStyle *style, const WwView *view, float reach);

// ---- the ground (particle_ground.c)

// Solves when a particle touches the ground within its life.
void wwParticleTouches(const WwEmitterStyle *style, const WwParticleRecord *particle,
    const float acceleration[3], WwParticleTouches *touches);

// ---- spaces (particle_space.c)

// What an emitter's particles move in; false with a message when all are taken.
bool wwFrameTake(
    WwParticles *particles, const WwEmitterStyle *style, WwEmitter *emitter, uint32_t handle);
void wwFrameReturn(WwParticles *particles, const WwEmitter *emitter);
// Follows the transforms: marks what moved.
void wwFramesUpdate(WwParticles *particles, const WwStep *step);
static inline const ww_Transform *wwFrameAt(const WwParticles *particles, uint32_t frame) {
    return (const void *)wwTableFloats(&particles->frames, frame * 2);
}
void wwRotationNormalize(float rotation[4]);
// What `inner` is in the space of `outer`, whose rotation is normalised.
ww_Transform wwTransformRelative(const ww_Transform *outer, const ww_Transform *inner);
// The slot of what a source's particles move in, or WW_NO_PARENT.
uint32_t wwSpaceSlot(const WwEmitterStyle *style, const WwEmitter *emitter, const WwStep *step);

// ---- reference (particle_reference.c)

// The mesh of a style that draws meshes; false when the heap is exhausted.
bool wwParticleMesh(
    WwParticles *particles, WwEmitterStyle *style, const ww_EmitterStyleDef *def, WwKeyArray keys);
// False when the record holds no living particle.
bool wwParticleReference(const WwParticles *particles, const WwEmitterStyle *style, uint32_t record,
    float now, ww_Particle *state);
// Writes at most `capacity` of the living as of the last step, oldest first, and returns how many
// there are, or WW_NO_COUNT with a message when the style is gone.
uint32_t wwParticlesRead(
    WwParticles *particles, uint32_t style, ww_Particle *states, uint32_t capacity);

// ---- geometry (particle_geometry.c)

// The corners of a sprite in the world, in the order of its triangles 0 1 2 and 0 2 3; false when
// it has none.
bool wwParticleQuad(
    const WwEmitterStyle *style, const WwView *view, const ww_Particle *state, float corners[4][3]);
// Those of all living sprites as of the last step, 12 floats each; returns how many there are.
uint32_t wwParticlesReadQuads(
    WwParticles *particles, uint32_t style, const WwView *view, float *corners, uint32_t capacity);

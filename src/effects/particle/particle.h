// Particles: instanced billboards. A particle is one record, written at its birth and never again;
// its path under gravity and drag is a closed form of the record and the clock, evaluated by the
// vertex shader (shaders/particle.vert) and, equally, by particle_reference.c.
#pragma once

#include "effects/effect.h"
#include "ring/index_sort.h"

typedef struct ww_EmitterStyleDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "effects/particle/particle.def"
#include "base/schema_end.h"
} ww_EmitterStyleDef;

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

#define WW_PARTICLE_TEXELS 4u
// An emitter begins in the middle between two births, so that n seconds at a rate of r lay n r
// particles whatever the rounding of the clock.
#define WW_FIRST_PHASE 0.5

// One texel a line. World space, metres, seconds since the kit's epoch.
typedef struct WwParticleRecord {
    float position[3], birth;
    float velocity[3], lifetime; // at birth; a lifetime of 0 hides the record
    float size, rotation, spin, random;
    float tint[4]; // colour of the emitter times the drawn brightness
} WwParticleRecord;

// A box around the births of a span of time, and the extremes that were drawn in it.
typedef struct WwBirthBounds {
    float low[3], high[3];
    float speedSquared, size, lifetime;
    bool any;
} WwBirthBounds;

typedef struct WwEmitterStyle {
    ww_EmitterStyleDef def;
    WwRing ring;
    uint32_t *owners; // by record: the emitter that laid it
    uint32_t curveRow;
    float sizePeak; // highest value of sizeOverLife
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
    uint32_t seed;
    bool emitting, ownRate;
    bool jumped;                       // the source's way since the previous step is none
    float rate;                        // when ownRate; the style's otherwise
    float tint[4];                     // of the particles that are born from now on
    double time;                       // seconds that it has been emitting, the delay included
    bool begun;                        // the delay is over
    uint64_t requests[WW_BIRTH_KINDS]; // number of the next of each kind: its random stream
    double phase, distancePhase;       // share of the next birth that has passed, 0..1
    uint32_t birthsLeft;               // in this update
    float lastDeath;                   // of what it laid
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
    // For sorting one style at a time, as large as the largest that sorts.
    float *depths;
    uint16_t *sortKeys; // keys, spare keys, spare indices
    uint32_t sortCapacity;
    double drops, rejected; // sums over all emitters, also those that are gone
    double expired;         // of styles that are gone
    float now;              // of the last step
} WwParticles;

// ---- the family

WwParticles *wwParticlesCreate(WwShared *shared, uint32_t maxStyles, uint32_t maxEmitters);
void wwParticlesDestroy(WwParticles *particles);
void wwParticlesLay(WwParticles *particles, const WwStep *step);
void wwParticlesView(WwParticles *particles, const WwView *view, WwDrawList *list);
void wwParticlesRebase(WwParticles *particles, float seconds);
// `live` is particles, `records` is emitters. Walks the death times of every style.
WwFamilyCounts wwParticlesCounts(WwParticles *particles);

// ---- definitions (particle_def.c)

extern const WwSchema wwEmitterStyleSchema;

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
ww_Status wwEmitterTeleport(WwParticles *particles, uint32_t emitter);
// Its timeline begins anew; what it laid lives on.
ww_Status wwEmitterRestart(WwParticles *particles, uint32_t emitter);
// Whether it still lays, or something that it laid lives.
bool wwEmitterAlive(const WwParticles *particles, uint32_t emitter);
ww_Status wwEmitterReset(WwParticles *particles, uint32_t emitter, uint32_t seed);
// Queued for the next step. `position` may be NULL: at the source.
ww_Status wwEmitterBurst(
    WwParticles *particles, uint32_t emitter, uint32_t count, const float *position);

// ---- reference (particle_reference.c)

// With drag k: travel = (1 - exp(-k t)) / k and fall = (t - travel) / k, so that
//   position = p0 + v0 travel + g fall,  velocity = v0 (1 - k travel) + g travel.
// Below k t = 1/2, where fall would cancel, the series of fall to the 7th order (error 8e-7).
static inline void wwParticleMotion(float drag, float age, float *travel, float *fall) {
    const float x = drag * age;
    if (x < 0.5f) {
        const float series =
            0.5f - x * (1.0f / 6.0f - x * (1.0f / 24.0f -
                                              x * (1.0f / 120.0f -
                                                      x * (1.0f / 720.0f - x * (1.0f / 5040.0f)))));
        *fall = age * age * series;
        *travel = age - drag * *fall;
    } else {
        *travel = (1.0f - wwExp(-x)) / drag;
        *fall = (age - *travel) / drag;
    }
}

// How far turbulence has moved a particle from its path.
void wwParticleSway(const ww_EmitterStyleDef *def, float age, float random, float sway[3]);
// False when the record holds no living particle.
bool wwParticleReference(const WwParticles *particles, const WwEmitterStyle *style, uint32_t record,
    float now, ww_Particle *state);
// Writes at most `capacity` of the living as of the last step, oldest first, and returns how many
// there are, or WW_NO_COUNT with a message when the style is gone.
uint32_t wwParticlesRead(
    WwParticles *particles, uint32_t style, ww_Particle *states, uint32_t capacity);

// What the files that lay particles share: a source in one step, and the way from a numbered
// request to a record.
#pragma once

#include "base/random.h"
#include "effects/particle/particle.h"

// Where births of one emitter in one step come from.
typedef struct WwSource {
    WwEmitter *emitter;
    uint32_t handle;
    WwEmitterStyle *style;
    const WwStep *step;
    // At the beginning and the end of the step, in the space that the particles move in; the
    // rotations are on one hemisphere.
    ww_Transform from, to;
    bool turns;         // the rotations differ
    bool turned;        // the rotation is not none throughout
    float way;          // its length in the world, metres
    ww_Transform frame; // now: the space of all of the above in the world
    float velocity[3];  // inherited
    const float *tint;
    float axis[3], side[3], up[3]; // of the cone, in the space of the source
    float cosCone;
} WwSource;

// One request. Each kind counts on its own, so that none disturbs another.
typedef struct WwBirth {
    WwBirthKind kind;
    uint64_t request;
    float time;
    float share; // of the source's way in this step: 0 at its beginning, 1 at its end
} WwBirth;

// Where a particle is born and which way is outward there, in the space of the source.
typedef struct WwPlace {
    float position[3], normal[3];
} WwPlace;

// A unit vector in the cap around z.
typedef struct WwCap {
    float x, y, z;
} WwCap;

// ---- a source (particle_lay.c)

WwSource wwSourceOpen(
    WwParticles *particles, uint32_t handle, WwEmitter *emitter, const WwStep *step);
// False when the source's transform is gone or not finite: nothing can be laid.
bool wwSourceUsable(const WwEmitter *emitter, const WwStep *step);
// Lays what lives on and counts what does not.
void wwParticleLay(WwParticles *particles, const WwSource *source, const WwBirth *birth);
// Whether the particle of a birth outlives the step.
bool wwBirthSurvives(const WwSource *source, const WwBirth *birth);
// How many of `wanted` particles find room. Counts the living at most once a step and style.
uint32_t wwParticleRoom(WwEmitterStyle *style, uint32_t wanted, float now);

// Gravity and the share of the wind, as an acceleration.
void wwStyleForce(const WwEmitterStyle *style, const float wind[3], float force[3]);
// The axis and cone of the style.
void wwSourceAim(WwSource *source);
// Of `wanted` births how many the emitter's budget and the style's room allow; counts the rest.
uint32_t wwBirthsGrant(WwParticles *particles, const WwSource *source, uint64_t wanted);

// ---- sub-emitters (particle_sub.c)

// Before anything is laid in a step: what happens in it to what was alive before.
void wwSubFollow(WwParticles *particles, const WwStep *step);
// A particle was laid, or was born and died within the step.
void wwSubLaid(WwParticles *particles, const WwSource *source, const WwParticleRecord *particle,
    uint32_t key, float death);
// Lays what all of that asked for.
void wwSubLay(WwParticles *particles, const WwStep *step);

// ---- shapes (particle_shape.c)

// Uniform over the solid angle of a cone.
WwCap wwDrawCap(float cosCone, WwRandom *random);
void wwDrawPlace(const WwSource *source, WwRandom *random, WwPlace *out);
ww_Status wwShapeCheck(const ww_EmitterStyleDef *def);
// False when the heap is exhausted.
bool wwShapeCopy(const ww_EmitterStyleDef *def, WwKeyArray keys, WwShapePoints *out);
void wwShapeFree(WwShapePoints *points);

// ---- the timeline (particle_emit.c)

ww_Status wwBurstsCheck(const ww_EmitterStyleDef *def, WwKeyArray keys);
void wwBurstsCopy(const ww_EmitterStyleDef *def, WwKeyArray keys, WwEmitterStyle *style);

// Where a particle is at an age: closed forms of its record. Twin: shaders/particle.glsl; change
// both together.
#include "base/random.h"
#include "effects/particle/particle.h"

#include <string.h>

#define NOISE_GAIN 0.345f
#define FINE_WAVE 1.7f
#define FINE_WEIGHT 0.6f
#define LEAST_ATTRACTION 0.01f

static float dot3(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross3(const float a[3], const float b[3], float out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// ---- the two fundamental solutions

// Without a pull. Below k t = 1/2, where fall would cancel, the series of fall to the 7th order
// (error 8e-7).
static WwMotion dragged(float drag, float age) {
    const float x = drag * age;
    WwMotion m;
    if (x < 0.5f) {
        const float series =
            0.5f - x * (1.0f / 6.0f - x * (1.0f / 24.0f -
                                              x * (1.0f / 120.0f -
                                                      x * (1.0f / 720.0f - x * (1.0f / 5040.0f)))));
        m.fall = age * age * series;
        m.travel = age - drag * m.fall;
    } else {
        m.travel = (1.0f - wwExp(-x)) / drag;
        m.fall = (age - m.travel) / drag;
    }
    m.rate = 1.0f - drag * m.travel;
    return m;
}

// A damped spring: swings, creeps, or stands between the two.
WwMotion wwParticleMotion(float drag, float attraction, float age) {
    if (attraction < LEAST_ATTRACTION) return dragged(drag, age);
    const float half = 0.5f * drag;
    const float split = attraction - half * half;
    const float root = sqrtf(fabsf(split));
    WwMotion m;
    if (root * age < 1e-3f) {
        const float decay = wwExp(-half * age);
        m.travel = decay * age;
        m.rate = decay * (1.0f - half * age);
    } else if (split > 0.0f) {
        const float decay = wwExp(-half * age);
        m.travel = decay * wwSin(root * age) / root;
        m.rate = decay * wwCos(root * age) - half * m.travel;
    } else {
        const float slow = wwExp((root - half) * age);
        const float fast = wwExp(-(root + half) * age);
        m.travel = 0.5f * (slow - fast) / root;
        m.rate = 0.5f * (slow + fast) - half * m.travel;
    }
    m.fall = (1.0f - drag * m.travel - m.rate) / attraction;
    return m;
}

// ---- displacements

// A wave of period 1 between -1 and 1, made of parabolas: within 0.001 of a sine, the same on the
// GPU, and a tenth of its cost where many particles are sorted.
static float wave(float turns) {
    const float t = turns - floorf(turns) - 0.5f;
    const float y = t * (8.0f - 16.0f * fabsf(t));
    return y * (0.775f + 0.225f * fabsf(y));
}

// Three waves whose frequencies and phases differ, so that no two particles sway together. They
// grow from nothing over the first sway, so that births keep their place.
static float rampOf(float turns) {
    const float ramp = wwMin(turns, 1.0f);
    return ramp * ramp * (3.0f - 2.0f * ramp);
}

void wwParticleSway(const ww_EmitterStyleDef *def, float age, float random, float sway[3]) {
    const float turns = def->turbulenceFrequency * age;
    const float amplitude = def->turbulence * rampOf(turns);
    sway[0] = amplitude * wave(turns + random);
    sway[1] = amplitude * wave(turns * 0.79f + random * 57.0f);
    sway[2] = amplitude * wave(turns * 1.17f + random * 131.0f);
}

// Curl noise as a sum of waves, each of which sways across its own direction: the curl of a sum of
// vector potentials, so that nothing gathers or thins out (Kraichnan, "Diffusion by a random
// velocity field", 1970). A few multiplications where lattice noise would hash 24 corners.
WwNoise wwNoiseMake(uint32_t seed, float scale) {
    WwNoise noise = {0};
    WwRandom random = wwRandomStream(seed, 0);
    for (uint32_t i = 0; i < WW_NOISE_WAVES; i++) {
        float k[3], across[3];
        float length = 0.0f;
        // A direction far enough from the diagonal, whose sway would vanish.
        while (length < 0.3f) {
            const float z = wwRandomRange(&random, -1.0f, 1.0f);
            const float radius = sqrtf(1.0f - z * z);
            float sine, cosine;
            wwTurn(wwRandomUnit(&random), &sine, &cosine);
            const float direction[3] = {radius * cosine, radius * sine, z};
            const float turned[3] = {direction[1], direction[2], direction[0]};
            cross3(direction, turned, across);
            length = sqrtf(dot3(across, across));
            memcpy(k, direction, sizeof k);
        }
        const float cycles = (0.35f + 0.1f * (float)i) / scale;
        for (int axis = 0; axis < 3; axis++) noise.waves[i][axis] = k[axis] * cycles;
        noise.waves[i][3] = 1.0f / (length * cycles * cycles);
    }
    return noise;
}

void wwNoiseAt(const WwNoise *noise, const float place[3], float phase, float out[3]) {
    memset(out, 0, sizeof(float[3]));
    for (uint32_t i = 0; i < WW_NOISE_WAVES; i++) {
        const float *k = noise->waves[i];
        const float turned[3] = {k[1], k[2], k[0]};
        float across[3];
        cross3(k, turned, across);
        // Whole multiples of the phase: the field is the same again when it wraps.
        const float beat = phase * (float)(i + 1);
        const float offset = 0.23f * (float)i;
        const float coarse = wave(dot3(k, place) + noise->turns[0][i] + beat + offset) * k[3];
        const float fine =
            wave(FINE_WAVE * dot3(turned, place) + noise->turns[1][i] - beat + offset + 0.61f) *
            k[3] * FINE_WEIGHT;
        for (int axis = 0; axis < 3; axis++) {
            out[axis] += NOISE_GAIN * (across[axis] * coarse + across[(axis + 1) % 3] * fine);
        }
    }
}

static float turnsOf(double turns) {
    return (float)(turns - floor(turns));
}

void wwNoisePlace(WwNoise *noise, const double origin[3]) {
    for (uint32_t i = 0; i < WW_NOISE_WAVES; i++) {
        double coarse = 0, fine = 0;
        for (int axis = 0; axis < 3; axis++) {
            coarse += (double)noise->waves[i][axis] * origin[axis];
            fine += (double)noise->waves[i][(axis + 1) % 3] * origin[axis];
        }
        noise->turns[0][i] = turnsOf(coarse);
        noise->turns[1][i] = turnsOf((double)FINE_WAVE * fine);
    }
}

float wwNoisePhase(const WwParticles *particles, const WwEmitterStyle *style, float now) {
    const double time = particles->noiseTime + (double)(now - particles->now);
    const double turns = time * (double)style->def.noiseSpeed;
    return (float)(turns - floor(turns));
}

// ---- paths

// One stretch of drag and a steady force from a state.
static void advance(float position[3], float velocity[3], const float force[3], WwMotion m) {
    for (int i = 0; i < 3; i++) {
        position[i] += velocity[i] * m.travel + force[i] * m.fall;
        velocity[i] = velocity[i] * m.rate + force[i] * m.travel;
    }
}

// What a touch of the ground makes of a state; from then on `force` and the drag are those.
static void touch(const WwEmitterStyle *style, bool slides, float position[3], float velocity[3],
    float force[3], float *drag) {
    const ww_EmitterStyleDef *def = &style->def;
    const float *n = style->groundNormal;
    const float height = style->groundLevel - dot3(position, n);
    const float against = dot3(velocity, n);
    const float pressing = dot3(force, n);
    for (int i = 0; i < 3; i++) {
        position[i] += n[i] * height;
        const float along = (velocity[i] - n[i] * against) * (1.0f - def->friction);
        velocity[i] = slides ? along : along - n[i] * against * def->bounciness;
        if (slides) force[i] -= n[i] * pressing;
        if (def->ground == WW_GROUND_STICK) velocity[i] = force[i] = 0.0f;
    }
    if (slides) *drag += def->slideDrag;
}

static void walkGround(const WwEmitterStyle *style, const WwParticleTouches *touches, float age,
    float force[3], float position[3], float velocity[3]) {
    float drag = style->def.drag;
    float since = 0.0f;
    for (uint32_t i = 0; i < WW_TOUCHES; i++) {
        const float at = fabsf(touches->ages[i]);
        if (age < at) break;
        advance(position, velocity, force, wwParticleMotion(drag, 0.0f, at - since));
        touch(style, touches->ages[i] < 0.0f, position, velocity, force, &drag);
        since = at;
    }
    advance(position, velocity, force, wwParticleMotion(drag, 0.0f, age - since));
}

static void rotateAbout(const float axis[3], float sine, float cosine, float v[3]) {
    float side[3];
    cross3(axis, v, side);
    const float along = dot3(axis, v) * (1.0f - cosine);
    for (int i = 0; i < 3; i++) v[i] = v[i] * cosine + side[i] * sine + axis[i] * along;
}

// Attraction and orbit act on the way from the center, in the style's space.
static void orbit(const WwEmitterStyle *style, const WwParticleRecord *particle, float age,
    WwMotion m, float position[3], float velocity[3]) {
    const ww_EmitterStyleDef *def = &style->def;
    const WwParticlePull *pull = wwParticlePullOf(particle);
    const float s = def->attraction < LEAST_ATTRACTION ? 0.0f : def->attraction;
    for (int i = 0; i < 3; i++) {
        const float from = particle->position[i] - pull->center[i];
        position[i] = from * (1.0f - s * m.fall) + particle->velocity[i] * m.travel;
        velocity[i] = particle->velocity[i] * m.rate - from * s * m.travel;
    }
    if (def->orbit.low != 0.0f || def->orbit.high != 0.0f) {
        const float speed =
            wwLerp(def->orbit.low, def->orbit.high, wwParticleRandom(particle, WW_RANDOM_ORBIT));
        float axis[3], side[3];
        wwUnpackUnit(pull->axis, axis);
        const float sine = wwSin(speed * age), cosine = wwCos(speed * age);
        rotateAbout(axis, sine, cosine, position);
        rotateAbout(axis, sine, cosine, velocity);
        cross3(axis, position, side);
        for (int i = 0; i < 3; i++) velocity[i] += speed * side[i];
    }
    for (int i = 0; i < 3; i++) position[i] += pull->center[i];
}

static void placeInFrame(const ww_Transform *frame, float position[3], float velocity[3]) {
    for (int i = 0; i < 3; i++) {
        position[i] *= frame->scale;
        velocity[i] *= frame->scale;
    }
    wwRotate3(frame->rotation, position, position);
    wwRotate3(frame->rotation, velocity, velocity);
    for (int i = 0; i < 3; i++) position[i] += frame->position[i];
}

static void displace(const WwParticles *particles, const WwEmitterStyle *style,
    const WwParticleRecord *particle, float age, float position[3]) {
    const ww_EmitterStyleDef *def = &style->def;
    float sway[3];
    wwParticleSway(def, age, particle->random, sway);
    if (def->noise > 0.0f) {
        float field[3];
        const float phase = wwNoisePhase(particles, style, particle->birth + age);
        wwNoiseAt(&style->noise, position, phase, field);
        const float amplitude = def->noise * rampOf(age);
        for (int i = 0; i < 3; i++) sway[i] += amplitude * field[i];
    }
    for (int i = 0; i < 3; i++) position[i] += sway[i];
    if (!style->layout.ground) return;
    const float *n = style->groundNormal;
    const float below = wwMax(0.0f, style->groundLevel - dot3(position, n));
    for (int i = 0; i < 3; i++) position[i] += n[i] * below;
}

void wwParticlePath(const WwParticles *particles, const WwEmitterStyle *style,
    const WwParticleRecord *particle, float age, float position[3], float velocity[3]) {
    const ww_EmitterStyleDef *def = &style->def;
    const WwParticleLayout *layout = &style->layout;
    uint32_t record;
    if (layout->simulated && wwStateHolds(style, particle, &record)) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            position[axis] = wwStateArray(style, axis)[record];
            velocity[axis] = wwStateArray(style, axis + 3)[record];
        }
        displace(particles, style, particle, age, position);
        return;
    }
    const WwParticlePull *pull = layout->pull ? wwParticlePullOf(particle) : NULL;
    float force[3] = {def->gravity.x, def->gravity.y, def->gravity.z};
    if (pull) memcpy(force, pull->acceleration, sizeof force);
    memcpy(position, particle->position, sizeof(float[3]));
    memcpy(velocity, particle->velocity, sizeof(float[3]));
    if (layout->ground) {
        walkGround(style, wwParticleTouchesOf(style, particle), age, force, position, velocity);
    } else {
        WwMotion m = wwParticleMotion(def->drag, def->attraction, age);
        // The force is the world's: it neither turns with the orbit nor moves with the space.
        const float fall = m.fall, travel = m.travel;
        if (layout->speedCurve) {
            float curves[4];
            const float life = age / particle->lifetime;
            wwCurveRow(&particles->shared->curves, style->curveRow + 1, life, curves);
            m.travel = age * curves[2];
            m.rate = curves[3];
        }
        if (pull) {
            orbit(style, particle, age, m, position, velocity);
            if (pull->frame >= 0.0f) {
                placeInFrame(wwFrameAt(particles, (uint32_t)pull->frame), position, velocity);
            }
        } else {
            for (int i = 0; i < 3; i++) {
                position[i] += velocity[i] * m.travel;
                velocity[i] *= m.rate;
            }
        }
        for (int i = 0; i < 3; i++) {
            position[i] += force[i] * fall;
            velocity[i] += force[i] * travel;
        }
    }
    displace(particles, style, particle, age, position);
}

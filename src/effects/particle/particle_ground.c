// When a particle touches the ground: solved once, at its birth. Only the height above the plane
// matters,
//   h(t) = h0 + v travel(t) + a fall(t),
// which has one summit or trough at most; what comes down after it is found by halving and Newton.
#include "effects/particle/particle.h"

#define SHORTEST_HOP 0.02f // s; a particle whose hops would be shorter slides
#define SEARCH_STEPS 40
#define EARLIEST_TOUCH 1e-6f // has a sign

typedef struct Fall {
    float height, speed, force, drag; // along the normal
} Fall;

static float heightAt(const Fall *fall, float age, float *speed) {
    const WwMotion m = wwParticleMotion(fall->drag, 0.0f, age);
    *speed = fall->speed * m.rate + fall->force * m.travel;
    return fall->height + fall->speed * m.travel + fall->force * m.fall;
}

// The age of the summit (moving up) or trough (moving down), or WW_NEVER.
static float turningAge(const Fall *fall) {
    if (fall->speed * fall->force >= 0.0f) return WW_NEVER;
    const float plain = -fall->speed / fall->force;
    const float x = plain * fall->drag;
    // exp(k t) = 1 + k plain; for little drag its series.
    if (x < 1e-3f) return plain * (1.0f - 0.5f * x);
    return wwLog2(1.0f + x) * 0.693147181f / fall->drag;
}

// The first age up to `latest` at which the height becomes 0 from above, or WW_NEVER.
static float landingAge(const Fall *fall, float latest) {
    const float turn = turningAge(fall);
    float low = 0.0f, high, speed;
    if (fall->speed > 0.0f) {
        if (fall->force >= 0.0f || turn >= latest) return WW_NEVER;
        low = turn;
        high = latest;
    } else {
        if (fall->speed == 0.0f && fall->force >= 0.0f) return WW_NEVER;
        high = wwMin(turn, latest);
    }
    if (heightAt(fall, high, &speed) > 0.0f) return WW_NEVER;
    float age = 0.5f * (low + high);
    for (int i = 0; i < SEARCH_STEPS && high - low > 1e-7f * high; i++) {
        const float height = heightAt(fall, age, &speed);
        if (height > 0.0f) {
            low = age;
        } else {
            high = age;
        }
        const float newton = speed < 0.0f ? age - height / speed : low;
        age = newton > low && newton < high ? newton : 0.5f * (low + high);
    }
    return age;
}

static float along(const float v[3], const float n[3]) {
    return v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
}

void wwParticleTouches(const WwEmitterStyle *style, const WwParticleRecord *particle,
    const float acceleration[3], WwParticleTouches *touches) {
    const ww_EmitterStyleDef *def = &style->def;
    const float *n = style->groundNormal;
    Fall fall = {along(particle->position, n) - style->groundLevel, along(particle->velocity, n),
        along(acceleration, n), def->drag};
    float age = 0.0f;
    for (uint32_t i = 0; i < WW_TOUCHES; i++) touches->ages[i] = WW_NEVER;
    for (uint32_t i = 0; i < WW_TOUCHES; i++) {
        // Born below the plane it is on it.
        const bool under = i == 0 && fall.height <= 0.0f;
        const float hop = under ? EARLIEST_TOUCH : landingAge(&fall, particle->lifetime - age);
        if (hop == WW_NEVER) return;
        float speed;
        heightAt(&fall, hop, &speed);
        age += hop;
        const float back = -wwMin(speed, 0.0f) * def->bounciness;
        // Without drag a hop lasts 2 v / g.
        const bool rests = 2.0f * back < -fall.force * SHORTEST_HOP;
        const bool last = def->ground != WW_GROUND_BOUNCE || rests || i == WW_TOUCHES - 1;
        touches->ages[i] = last ? -age : age;
        if (last) return;
        fall.height = 0.0f;
        fall.speed = back;
    }
}

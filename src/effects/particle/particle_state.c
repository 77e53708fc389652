// The exception: particles whose state is kept, so that a game can push, stop and collide them as
// it likes. What closed forms need to know at birth is not known here, so places (and velocities,
// where sprites follow them) are sent again after every step; the statistics show the bytes.
//
// A state is six arrays, one a component, that lie in the table the shader reads: nothing is
// copied, and the loop over them is plain enough to be vectorised (16 bytes at once with wasm
// SIMD).
#include "effects/particle/particle_lay.h"

#include <string.h>

#define PLACES 3u // of the six arrays, the first

bool wwStateCreate(WwParticles *particles, WwEmitterStyle *style) {
    if (!style->layout.simulated) return true;
    // Whole texels of four numbers each.
    style->stateStride = (style->ring.capacity + 3u) / 4u * 4u;
    return wwTableCreate(&particles->shared->tables, &style->state, WW_TEXEL_RGBA32F,
        style->stateStride / 4u * WW_STATE_ARRAYS);
}

void wwStateBirth(WwEmitterStyle *style, uint32_t record, const WwParticleRecord *particle,
    const float force[3], float age) {
    const WwMotion m = wwParticleMotion(style->def.drag, 0.0f, age);
    for (uint32_t axis = 0; axis < 3; axis++) {
        const float v = particle->velocity[axis];
        wwStateArray(style, axis)[record] =
            particle->position[axis] + v * m.travel + force[axis] * m.fall;
        wwStateArray(style, PLACES + axis)[record] = v * m.rate + force[axis] * m.travel;
    }
}

// One axis of `count` particles over a step: exact for drag and a steady force.
static void integrate(
    float *restrict places, float *restrict speeds, uint32_t count, WwMotion m, float force) {
    const float pushed = force * m.fall, gained = force * m.travel;
    for (uint32_t i = 0; i < count; i++) {
        const float speed = speeds[i];
        places[i] += speed * m.travel + pushed;
        speeds[i] = speed * m.rate + gained;
    }
}

static void markRange(WwEmitterStyle *style, uint32_t first, uint32_t count) {
    const ww_EmitterStyleDef *def = &style->def;
    const bool follows = def->stretch > 0.0f || def->facing == WW_FACING_VELOCITY;
    const uint32_t arrays = follows ? WW_STATE_ARRAYS : PLACES;
    const uint32_t texels = style->stateStride / 4u;
    for (uint32_t array = 0; array < arrays; array++) {
        wwTableMark(
            &style->state, array * texels + first / 4u, array * texels + (first + count + 3u) / 4u);
    }
}

// The window of a ring as up to two ranges.
void wwStateStep(WwEmitterStyle *style, float dt, const float force[3]) {
    const WwRing *ring = &style->ring;
    const WwMotion m = wwParticleMotion(style->def.drag, 0.0f, dt);
    const uint32_t ahead = wwMinU(ring->count, ring->capacity - ring->first);
    const uint32_t ranges[2][2] = {{ring->first, ahead}, {0, ring->count - ahead}};
    for (int range = 0; range < 2; range++) {
        const uint32_t first = ranges[range][0], count = ranges[range][1];
        for (uint32_t axis = 0; axis < 3 && dt > 0.0f; axis++) {
            integrate(wwStateArray(style, axis) + first, wwStateArray(style, PLACES + axis) + first,
                count, m, force[axis]);
        }
    }
}

void wwStateMark(WwEmitterStyle *style) {
    const WwRing *ring = &style->ring;
    const uint32_t ahead = wwMinU(ring->count, ring->capacity - ring->first);
    if (ahead) markRange(style, ring->first, ahead);
    if (ring->count > ahead) markRange(style, 0, ring->count - ahead);
}

bool wwStateHolds(const WwEmitterStyle *style, const WwParticleRecord *particle, uint32_t *record) {
    const unsigned char *first = style->ring.table.bytes;
    const unsigned char *at = (const void *)particle;
    const size_t bytes = style->layout.texels * sizeof(float[4]);
    if (at < first || at >= first + bytes * style->ring.capacity) return false;
    *record = (uint32_t)((size_t)(at - first) / bytes);
    return true;
}

static void widen(const float *restrict places, uint32_t count, float *low, float *high) {
    float least = *low, most = *high;
    for (uint32_t i = 0; i < count; i++) {
        least = wwMin(least, places[i]);
        most = wwMax(most, places[i]);
    }
    *low = least;
    *high = most;
}

// The dead of the window count as well: a box that is too large costs less than to look who lives.
bool wwStateVisible(const WwEmitterStyle *style, const WwView *view, float reach) {
    const WwRing *ring = &style->ring;
    const uint32_t ahead = wwMinU(ring->count, ring->capacity - ring->first);
    float center[3], squares = 0.0f;
    for (uint32_t axis = 0; axis < 3; axis++) {
        float low = WW_NEVER, high = -WW_NEVER;
        widen(wwStateArray(style, axis) + ring->first, ahead, &low, &high);
        widen(wwStateArray(style, axis), ring->count - ahead, &low, &high);
        const float half = 0.5f * (high - low);
        center[axis] = low + half;
        squares += half * half;
    }
    return wwSphereVisible(view, center, sqrtf(squares) + reach);
}

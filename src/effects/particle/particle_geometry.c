// The corners of a sprite as shaders/particle.vert places them, for tools and tests. Change both
// together.
#include "effects/particle/particle.h"

#include <string.h>

#define SMALLEST_PIXELS 1.5f

typedef enum Facing {
    FACING_CAMERA,
    FACING_VELOCITY,
    FACING_HORIZONTAL,
    FACING_VERTICAL,
} Facing;

// The axes of a sprite in view space, and how far its tail reaches back.
typedef struct Sprite {
    float along[3], across[3];
    float tail;
} Sprite;

static void turnToView(const WwView *view, const float v[3], float out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = view->view[0][i] * v[0] + view->view[1][i] * v[1] + view->view[2][i] * v[2];
    }
}

static float length2(const float v[2]) {
    return sqrtf(v[0] * v[0] + v[1] * v[1]);
}

// Flat on the ground, or upright and turned to the camera.
static void standInWorld(
    const WwView *view, bool flat, const float center[3], const float turned[2], Sprite *sprite) {
    float up[3], right[3];
    turnToView(view, flat ? (const float[3]){0, 0, -1} : (const float[3]){0, 1, 0}, up);
    const bool perspective = view->projection[2][3] != 0.0f;
    const float toward[3] = {perspective ? -center[0] : 0.0f, perspective ? -center[1] : 0.0f,
        perspective ? -center[2] : 1.0f};
    const float cross[3] = {up[1] * toward[2] - up[2] * toward[1],
        up[2] * toward[0] - up[0] * toward[2], up[0] * toward[1] - up[1] * toward[0]};
    wwNormalize3(cross, (const float[3]){1, 0, 0}, right);
    if (flat) turnToView(view, (const float[3]){1, 0, 0}, right);
    for (int i = 0; i < 3; i++) {
        sprite->along[i] = right[i] * turned[0] + up[i] * turned[1];
        sprite->across[i] = up[i] * turned[0] - right[i] * turned[1];
    }
}

static Sprite standOf(const ww_EmitterStyleDef *def, const WwView *view, const ww_Particle *state,
    const float center[3]) {
    const bool perspective = view->projection[2][3] != 0.0f;
    float v[3];
    turnToView(view, state->velocity, v);
    float seen[2] = {v[0], v[1]};
    for (int i = 0; i < 2 && perspective; i++) seen[i] += center[i] * (v[2] / -center[2]);
    const float speed = length2(seen);
    float turned[2] = {wwCos(state->rotation), wwSin(state->rotation)};
    Sprite sprite = {{0}, {0}, 0};
    if (def->facing >= FACING_HORIZONTAL) {
        standInWorld(view, def->facing == FACING_HORIZONTAL, center, turned, &sprite);
        return sprite;
    }
    sprite.tail = speed * wwMin(def->stretch, state->age);
    const bool follows =
        def->facing == FACING_VELOCITY || (def->stretch > 0.0f && sprite.tail > 1e-5f);
    for (int i = 0; i < 2 && follows && speed > 1e-6f; i++) turned[i] = seen[i] / speed;
    sprite.along[0] = sprite.across[1] = turned[0];
    sprite.along[1] = turned[1];
    sprite.across[0] = -turned[1];
    return sprite;
}

// View space to world: the view turns and moves only.
static void toWorld(const WwView *view, const float place[3], float out[3]) {
    float moved[3];
    for (int i = 0; i < 3; i++) moved[i] = place[i] - view->view[3][i];
    for (int i = 0; i < 3; i++) {
        out[i] =
            view->view[i][0] * moved[0] + view->view[i][1] * moved[1] + view->view[i][2] * moved[2];
    }
}

bool wwParticleQuad(const WwEmitterStyle *style, const WwView *view, const ww_Particle *state,
    float corners[4][3]) {
    float center[3];
    turnToView(view, state->position, center);
    for (int i = 0; i < 3; i++) center[i] += view->view[3][i];
    const bool perspective = view->projection[2][3] != 0.0f;
    const float depth = perspective ? -center[2] : 1.0f;
    if (depth <= 0.0f || state->size <= 0.0f || state->color[3] <= 0.0f) return false;
    const float size = wwMax(state->size, SMALLEST_PIXELS * depth / view->pixelsPerUnit);
    const Sprite sprite = standOf(&style->def, view, state, center);
    for (int corner = 0; corner < 4; corner++) {
        const float x = corner == 1 || corner == 2 ? 1.0f : -1.0f;
        const float y = corner >= 2 ? 1.0f : -1.0f;
        float place[3];
        for (int i = 0; i < 3; i++) {
            place[i] =
                center[i] + 0.5f * (sprite.along[i] * (x * (size + sprite.tail) - sprite.tail) +
                                       sprite.across[i] * (y * size));
        }
        toWorld(view, place, corners[corner]);
    }
    return true;
}

uint32_t wwParticlesReadQuads(WwParticles *particles, uint32_t handle, const WwView *view,
    float *corners, uint32_t capacity) {
    const WwEmitterStyle *style = wwPoolGet(&particles->styles, handle);
    if (!style) return WW_NO_COUNT;
    const WwRing *ring = &style->ring;
    uint32_t count = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        const uint32_t record = (ring->first + i) % ring->capacity;
        ww_Particle state;
        float quad[4][3];
        if (!wwParticleReference(particles, style, record, particles->now, &state)) continue;
        if (!wwParticleQuad(style, view, &state, quad)) continue;
        if (count < capacity) memcpy(corners + count * 12, quad, sizeof quad);
        count++;
    }
    return count;
}

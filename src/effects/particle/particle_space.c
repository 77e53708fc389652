// Spaces that particles move in: the source's own or its parent's. The shader reads them from a
// table by the number that a record holds; a moving space sends its 32 bytes, its particles
// nothing.
#include "base/memory.h"
#include "effects/particle/particle.h"

#include <string.h>

void wwRotationNormalize(float q[4]) {
    const float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (length > 1e-12f) {
        const float scale = 1.0f / length;
        for (int i = 0; i < 4; i++) q[i] *= scale;
    } else {
        memcpy(q, (const float[4]){0, 0, 0, 1}, sizeof(float[4]));
    }
}

// As many again as there can be emitters: a space stays until the last of its particles is gone.
static bool prepare(WwParticles *particles) {
    if (particles->frames.bytes) return true;
    const uint32_t capacity = particles->emitters.capacity * 2;
    particles->frameOwners = wwAlloc(capacity * sizeof(uint32_t));
    particles->frameFreeTimes = wwAlloc(capacity * sizeof(float));
    particles->frameCapacity = capacity;
    return particles->frameOwners && particles->frameFreeTimes &&
           wwTableCreate(
               &particles->shared->tables, &particles->frames, WW_TEXEL_RGBA32F, capacity * 2);
}

bool wwFrameTake(
    WwParticles *particles, const WwEmitterStyle *style, WwEmitter *emitter, uint32_t handle) {
    emitter->frame = WW_RING_FULL;
    if (style->def.space == WW_SPACE_WORLD) return true;
    if (!prepare(particles)) {
        wwFail(WW_ERROR_OUT_OF_MEMORY, "emitter: out of memory for its space");
        return false;
    }
    for (uint32_t i = 0; i < particles->frameCapacity; i++) {
        if (particles->frameOwners[i] || particles->frameFreeTimes[i] > particles->now) continue;
        particles->frameOwners[i] = handle;
        emitter->frame = i;
        return true;
    }
    wwFail(WW_ERROR_CAPACITY, "emitter: all spaces are taken by particles that still live");
    return false;
}

void wwFrameReturn(WwParticles *particles, const WwEmitter *emitter) {
    if (emitter->frame == WW_RING_FULL) return;
    particles->frameOwners[emitter->frame] = 0;
    particles->frameFreeTimes[emitter->frame] = emitter->lastDeath;
}

uint32_t wwSpaceSlot(const WwEmitterStyle *style, const WwEmitter *emitter, const WwStep *step) {
    const uint32_t slot = wwPoolSlot(step->transformPool, emitter->transform);
    if (style->def.space == WW_SPACE_LOCAL) return slot;
    return step->transformParents ? step->transformParents[slot] : WW_NO_PARENT;
}

void wwFramesUpdate(WwParticles *particles, const WwStep *step) {
    if (!particles->frames.bytes) return;
    for (uint32_t i = 0; i < particles->emitters.used; i++) {
        const WwEmitter *emitter = wwPoolAt(&particles->emitters, i);
        if (!emitter || emitter->frame == WW_RING_FULL) continue;
        if (!wwPoolHas(step->transformPool, emitter->transform)) continue;
        const WwEmitterStyle *style = wwPoolGet(&particles->styles, emitter->style);
        const uint32_t slot = wwSpaceSlot(style, emitter, step);
        ww_Transform frame = {{0, 0, 0}, 1, {0, 0, 0, 1}};
        if (slot != WW_NO_PARENT) {
            if (step->transformBad[slot]) continue;
            frame = step->transforms[slot];
            wwRotationNormalize(frame.rotation);
        }
        ww_Transform *kept = (void *)wwTableFloats(&particles->frames, emitter->frame * 2);
        if (memcmp(kept, &frame, sizeof frame) == 0) continue;
        *kept = frame;
        wwTableMark(&particles->frames, emitter->frame * 2, emitter->frame * 2 + 2);
    }
}

ww_Transform wwTransformRelative(const ww_Transform *outer, const ww_Transform *inner) {
    const float *o = outer->rotation;
    const float back[4] = {-o[0], -o[1], -o[2], o[3]};
    const float scale = outer->scale != 0.0f ? 1.0f / outer->scale : 0.0f;
    ww_Transform relative = {.scale = inner->scale * scale};
    wwQuatMultiply(back, inner->rotation, relative.rotation);
    float way[3];
    for (int axis = 0; axis < 3; axis++) {
        way[axis] = (inner->position[axis] - outer->position[axis]) * scale;
    }
    wwRotate3(back, way, relative.position);
    return relative;
}

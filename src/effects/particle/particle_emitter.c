// Emitters: what is asked of them. What they lay follows at the next step.
#include "effects/particle/particle.h"

#include <string.h>

#define FASTEST_RATE 65536.0f

static void begin(WwEmitter *emitter) {
    emitter->time = 0.0;
    emitter->begun = false;
    emitter->phase = WW_FIRST_PHASE;
    emitter->distancePhase = WW_FIRST_PHASE;
}

uint32_t wwEmitterCreate(
    WwParticles *particles, uint32_t styleHandle, uint32_t transform, uint32_t seed) {
    WwEmitterStyle *style = wwPoolGet(&particles->styles, styleHandle);
    if (!style) return 0;
    if (style->emitterCount == style->def.maxEmitters) {
        wwFail(WW_ERROR_CAPACITY, "emitter: all ");
        wwFailNumber((float)style->def.maxEmitters);
        wwFailText(" emitters of this style (maxEmitters) are taken");
        return 0;
    }
    uint32_t handle = 0;
    WwEmitter *emitter = wwPoolAdd(&particles->emitters, &handle);
    if (!emitter) return 0;
    emitter->style = styleHandle;
    emitter->transform = transform;
    emitter->emitting = true;
    emitter->jumped = true;
    for (int i = 0; i < 4; i++) emitter->tint[i] = 1.0f;
    emitter->seed = seed;
    emitter->lastDeath = particles->now;
    begin(emitter);
    if (!wwFrameTake(particles, style, emitter, handle)) {
        wwPoolRemove(&particles->emitters, handle);
        return 0;
    }
    style->emitterCount++;
    return handle;
}

static void forgetBursts(WwParticles *particles, uint32_t emitter) {
    for (uint32_t i = 0; i < particles->burstCount; i++) {
        if (particles->bursts[i].emitter == emitter) particles->bursts[i].count = 0;
    }
}

ww_Status wwEmitterDestroy(WwParticles *particles, uint32_t handle) {
    const WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    WwEmitterStyle *style = wwPoolGet(&particles->styles, emitter->style);
    if (style) style->emitterCount--;
    wwFrameReturn(particles, emitter);
    wwPoolRemove(&particles->emitters, handle);
    return WW_OK;
}

ww_Status wwEmitterSetEmitting(WwParticles *particles, uint32_t handle, bool emitting) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    // Where it went while it was off is no way to lay births along.
    if (emitting && !emitter->emitting) emitter->jumped = true;
    emitter->emitting = emitting;
    return WW_OK;
}

ww_Status wwEmitterSetRate(WwParticles *particles, uint32_t handle, float rate) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    if (!(rate >= 0.0f && rate <= FASTEST_RATE)) {
        wwFail(WW_ERROR_INVALID_DEF, "emitter: rate is ");
        wwFailNumber(rate);
        wwFailText(", it must be between 0 and 65536 1/s");
        return WW_ERROR_INVALID_DEF;
    }
    emitter->ownRate = true;
    emitter->rate = rate;
    return WW_OK;
}

ww_Status wwEmitterSetColor(WwParticles *particles, uint32_t handle, const float rgba[4]) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    for (int i = 0; i < 4; i++) {
        const float highest = i == 3 ? 1.0f : 1000.0f;
        if (rgba[i] >= 0.0f && rgba[i] <= highest) continue;
        wwFail(WW_ERROR_INVALID_DEF, "emitter: color has ");
        wwFailNumber(rgba[i]);
        wwFailText(", it must be between 0 and ");
        wwFailNumber(highest);
        return WW_ERROR_INVALID_DEF;
    }
    memcpy(emitter->tint, rgba, sizeof emitter->tint);
    return WW_OK;
}

ww_Status wwEmitterSetBlend(WwParticles *particles, uint32_t handle, uint32_t blend) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    if (blend > 3) return wwFail(WW_ERROR_INVALID_DEF, "emitter: blend must be between 0 and 3");
    emitter->blend = blend;
    return WW_OK;
}

ww_Status wwEmitterTeleport(WwParticles *particles, uint32_t handle) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    emitter->jumped = true;
    return WW_OK;
}

// Hides what the emitter laid: the lifetimes of its living records become 0.
static void removeParticles(WwEmitterStyle *style, uint32_t emitter, float now) {
    WwRing *ring = &style->ring;
    for (uint32_t i = 0; i < ring->count; i++) {
        const uint32_t record = (ring->first + i) % ring->capacity;
        if (style->owners[record] != emitter || ring->deathTimes[record] <= now) continue;
        WwParticleRecord *particle = (void *)wwRingRecord(ring, record);
        particle->lifetime = 0.0f;
        wwRingSetDeath(ring, record, now);
        wwRingMark(ring, record);
        style->removed++;
    }
    style->ordered = false;
}

ww_Status wwEmitterReset(WwParticles *particles, uint32_t handle, uint32_t seed) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    removeParticles(wwPoolGet(&particles->styles, emitter->style), handle, particles->now);
    forgetBursts(particles, handle);
    emitter->seed = seed;
    memset(emitter->requests, 0, sizeof emitter->requests);
    begin(emitter);
    emitter->jumped = true;
    emitter->stats = (ww_EmitterStats){0};
    return WW_OK;
}

ww_Status wwEmitterRestart(WwParticles *particles, uint32_t handle) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    begin(emitter);
    return WW_OK;
}

bool wwEmitterAlive(const WwParticles *particles, uint32_t handle) {
    const WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return false;
    const WwEmitterStyle *style = wwPoolGet(&particles->styles, emitter->style);
    const ww_EmitterStyleDef *def = &style->def;
    const double end = (double)def->startDelay + (double)def->duration;
    const bool lays = emitter->emitting && (def->looping || emitter->time < end);
    return lays || emitter->lastDeath > particles->now;
}

ww_Status wwEmitterBurst(
    WwParticles *particles, uint32_t handle, uint32_t count, const float *position) {
    const WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    const WwEmitterStyle *style = wwPoolGet(&particles->styles, emitter->style);
    if (count > style->def.maxParticles) {
        wwFail(WW_ERROR_INVALID_DEF, "burst: count is ");
        wwFailNumber((float)count);
        wwFailText(", it must be between 0 and maxParticles, ");
        wwFailNumber((float)style->def.maxParticles);
        return WW_ERROR_INVALID_DEF;
    }
    for (int i = 0; position && i < 3; i++) {
        if (fabsf(position[i]) <= WW_FARTHEST) continue;
        wwFail(WW_ERROR_INVALID_DEF, "burst: position has ");
        wwFailNumber(position[i]);
        wwFailText(", it must be between -1e18 and 1e18 m");
        return WW_ERROR_INVALID_DEF;
    }
    if (particles->burstCount == particles->burstCapacity) {
        wwFail(WW_ERROR_CAPACITY, "burst: ");
        wwFailNumber((float)particles->burstCapacity);
        wwFailText(" bursts already wait for the next update");
        return WW_ERROR_CAPACITY;
    }
    WwBurst *burst = &particles->bursts[particles->burstCount++];
    *burst = (WwBurst){.emitter = handle, .count = count, .placed = position != NULL};
    memcpy(burst->tint, emitter->tint, sizeof burst->tint);
    if (position) memcpy(burst->position, position, sizeof burst->position);
    return WW_OK;
}

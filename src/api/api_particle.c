#include "frame/kit.h"

ww_EmitterStyleDef ww_defaultEmitterStyleDef(void) {
    ww_EmitterStyleDef def;
    wwSchemaDefaults(&wwEmitterStyleSchema, &def);
    return def;
}

ww_EmitterStyleId ww_createEmitterStyle(
    ww_Kit *kit, const ww_EmitterStyleDef *def, const float *keys, uint32_t keyCount) {
    return (ww_EmitterStyleId){
        wwEmitterStyleCreate(kit->particles, def, (WwKeyArray){keys, keyCount})};
}

ww_Status ww_setEmitterStyle(ww_Kit *kit, ww_EmitterStyleId style, const ww_EmitterStyleDef *def,
    const float *keys, uint32_t keyCount) {
    return wwEmitterStyleSet(kit->particles, style.raw, def, (WwKeyArray){keys, keyCount});
}

ww_Status ww_destroyEmitterStyle(ww_Kit *kit, ww_EmitterStyleId style) {
    return wwEmitterStyleDestroy(kit->particles, style.raw);
}

ww_EmitterId ww_createEmitter(
    ww_Kit *kit, ww_EmitterStyleId style, ww_TransformId transform, uint32_t seed) {
    if (!wwPoolGet(&kit->transforms.pool, transform.raw)) return (ww_EmitterId){0};
    return (ww_EmitterId){wwEmitterCreate(kit->particles, style.raw, transform.raw, seed)};
}

ww_Status ww_destroyEmitter(ww_Kit *kit, ww_EmitterId emitter) {
    return wwEmitterDestroy(kit->particles, emitter.raw);
}

ww_Status ww_setEmitterEmitting(ww_Kit *kit, ww_EmitterId emitter, uint32_t emitting) {
    return wwEmitterSetEmitting(kit->particles, emitter.raw, emitting != 0);
}

ww_Status ww_setEmitterRate(ww_Kit *kit, ww_EmitterId emitter, float rate) {
    return wwEmitterSetRate(kit->particles, emitter.raw, rate);
}

ww_Status ww_setEmitterColor(ww_Kit *kit, ww_EmitterId emitter, const float *rgba) {
    return wwEmitterSetColor(kit->particles, emitter.raw, rgba);
}

ww_Status ww_burst(ww_Kit *kit, ww_EmitterId emitter, uint32_t count, const float *position) {
    return wwEmitterBurst(kit->particles, emitter.raw, count, position);
}

ww_Status ww_teleportEmitter(ww_Kit *kit, ww_EmitterId emitter) {
    return wwEmitterTeleport(kit->particles, emitter.raw);
}

ww_SubEmitterDef ww_defaultSubEmitterDef(void) {
    ww_SubEmitterDef def;
    wwSchemaDefaults(&wwSubEmitterSchema, &def);
    return def;
}

ww_Status ww_linkEmitter(
    ww_Kit *kit, ww_EmitterId emitter, ww_EmitterId child, const ww_SubEmitterDef *def) {
    return wwEmitterLink(kit->particles, emitter.raw, child.raw, def);
}

ww_Status ww_unlinkEmitter(ww_Kit *kit, ww_EmitterId emitter) {
    return wwEmitterUnlink(kit->particles, emitter.raw);
}

ww_Status ww_tellEmitterDeaths(ww_Kit *kit, ww_EmitterId emitter, uint32_t tell) {
    return wwEmitterTellDeaths(kit->particles, emitter.raw, tell != 0);
}

ww_Status ww_setEmitterBlend(ww_Kit *kit, ww_EmitterId emitter, uint32_t blend) {
    return wwEmitterSetBlend(kit->particles, emitter.raw, blend);
}

ww_Status ww_restartEmitter(ww_Kit *kit, ww_EmitterId emitter) {
    return wwEmitterRestart(kit->particles, emitter.raw);
}

uint32_t ww_emitterAlive(ww_Kit *kit, ww_EmitterId emitter) {
    return wwEmitterAlive(kit->particles, emitter.raw);
}

ww_Status ww_resetEmitter(ww_Kit *kit, ww_EmitterId emitter, uint32_t seed) {
    return wwEmitterReset(kit->particles, emitter.raw, seed);
}

const ww_EmitterStats *ww_emitterStats(ww_Kit *kit, ww_EmitterId emitter) {
    const WwEmitter *item = wwPoolGet(&kit->particles->emitters, emitter.raw);
    return item ? &item->stats : NULL;
}

uint32_t ww_readParticles(
    ww_Kit *kit, ww_EmitterStyleId style, ww_Particle *particles, uint32_t capacity) {
    return wwParticlesRead(kit->particles, style.raw, particles, capacity);
}

uint32_t ww_readParticleQuads(ww_Kit *kit, ww_EmitterStyleId style, const float *view,
    const float *projection, uint32_t height, float *corners, uint32_t capacity) {
    WwView camera = {0};
    const float now = wwClockSeconds(&kit->clock);
    if (!wwViewFrom(&camera, view, projection, height, height, now)) {
        wwFail(WW_ERROR_INVALID_DEF,
            "camera: view and projection must be finite and view must be invertible");
        return WW_NO_COUNT;
    }
    return wwParticlesReadQuads(kit->particles, style.raw, &camera, corners, capacity);
}

const ww_ParticleState *ww_particleState(ww_Kit *kit, ww_EmitterStyleId id) {
    static ww_ParticleState state;
    const WwEmitterStyle *style = wwPoolGet(&kit->particles->styles, id.raw);
    if (!style) return NULL;
    if (!style->layout.simulated) {
        wwFail(WW_ERROR_INVALID_DEF, "emitter style: it has no state, it is not simulated");
        return NULL;
    }
    const WwRing *ring = &style->ring;
    state = (ww_ParticleState){
        wwStateArray(style, 0), style->stateStride, ring->first, ring->count, ring->capacity};
    return &state;
}

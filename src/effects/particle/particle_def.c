// What can be said about particles: validation, styles, emitters and what is asked of them.
#include "effects/particle/particle.h"

#include "base/memory.h"

#include <string.h>

#define WW_SCHEMA_STRUCT ww_EmitterStyleDef
#include "base/schema_rows.h"
static const WwField fields[] = {
#include "effects/particle/particle.def"
};
#undef WW_SCHEMA_STRUCT
#include "base/schema_end.h"

const WwSchema wwEmitterStyleSchema = {
    "emitter style", sizeof(ww_EmitterStyleDef), sizeof fields / sizeof *fields, fields};

#define FASTEST_RATE 65536.0f
#define BURSTS_PER_EMITTER 4u
#define FEWEST_BURSTS 256u

static ww_Status check(const ww_EmitterStyleDef *def, WwKeyArray keys) {
    const ww_Status status = wwSchemaCheck(&wwEmitterStyleSchema, def, keys);
    if (status != WW_OK) return status;
    const ww_Vec3 d = def->direction;
    if (d.x * d.x + d.y * d.y + d.z * d.z > 1e-12f) return WW_OK;
    return wwFail(WW_ERROR_INVALID_DEF, "emitter style: direction is 0, it must have a length");
}

WwParticles *wwParticlesCreate(WwShared *shared, uint32_t maxStyles, uint32_t maxEmitters) {
    WwParticles *particles = wwAlloc(sizeof *particles);
    if (!particles) return NULL;
    particles->shared = shared;
    particles->burstCapacity = wwMaxU(maxEmitters * BURSTS_PER_EMITTER, FEWEST_BURSTS);
    particles->bursts = wwAlloc(sizeof *particles->bursts * particles->burstCapacity);
    const bool made =
        particles->bursts &&
        wwPoolCreate(&particles->styles, WW_TAG_EMITTER_STYLE, sizeof(WwEmitterStyle), maxStyles) &&
        wwPoolCreate(&particles->emitters, WW_TAG_EMITTER, sizeof(WwEmitter), maxEmitters);
    if (made) return particles;
    wwParticlesDestroy(particles);
    return NULL;
}

static void freeStyle(WwParticles *particles, WwEmitterStyle *style) {
    WwTableList *tables = &particles->shared->tables;
    wwRingDestroy(tables, &style->ring);
    wwTableDestroy(tables, &style->order);
    wwFree(style->owners);
    if (style->curveRow != WW_RING_FULL) {
        wwSharedReturnRows(particles->shared, style->curveRow);
    }
}

void wwParticlesDestroy(WwParticles *particles) {
    for (uint32_t i = 0; i < particles->styles.used; i++) {
        WwEmitterStyle *style = wwPoolAt(&particles->styles, i);
        if (style) freeStyle(particles, style);
    }
    wwPoolDestroy(&particles->styles);
    wwPoolDestroy(&particles->emitters);
    wwFree(particles->bursts);
    wwFree(particles->depths);
    wwFree(particles->sortKeys);
    wwFree(particles);
}

// ---- styles

// Row 0: colour over life. Row 1: x size, y opacity over life. Two rows are not used.
static void bakeCurves(WwShared *shared, WwEmitterStyle *style, WwKeyArray keys) {
    const ww_EmitterStyleDef *def = &style->def;
    const uint32_t texel = style->curveRow * WW_CURVE_SAMPLES;
    float *curves = wwTableFloats(&shared->curves, texel + WW_CURVE_SAMPLES);
    wwGradientBake(keys, def->colorOverLife, wwTableFloats(&shared->curves, texel));
    wwCurveBake(keys, def->sizeOverLife, curves, 0);
    wwCurveBake(keys, def->alphaOverLife, curves, 1);
    wwTableMark(&shared->curves, texel, texel + 2 * WW_CURVE_SAMPLES);
    style->sizePeak = 0.0f;
    for (uint32_t i = 0; i < WW_CURVE_SAMPLES; i++) {
        style->sizePeak = wwMax(style->sizePeak, curves[i * 4]);
    }
}

// Sorting needs a table of the style's own and room for the keys of the largest style that sorts.
static bool prepareSort(WwParticles *particles, WwEmitterStyle *style) {
    const uint32_t capacity = style->ring.capacity;
    if (particles->sortCapacity < capacity) {
        float *depths = wwRealloc(particles->depths, sizeof(float) * capacity);
        if (depths) particles->depths = depths;
        uint16_t *keys = wwRealloc(particles->sortKeys, 3 * sizeof(uint16_t) * capacity);
        if (keys) particles->sortKeys = keys;
        if (!depths || !keys) return false;
        particles->sortCapacity = capacity;
    }
    style->ordered = false;
    if (style->order.bytes) return true;
    return wwTableCreate(&particles->shared->tables, &style->order, WW_TEXEL_R16UI, capacity);
}

static bool createStorage(WwParticles *particles, WwEmitterStyle *style) {
    const uint32_t capacity = style->def.maxParticles;
    style->curveRow = wwSharedTakeRows(particles->shared);
    style->owners = wwAlloc(sizeof(uint32_t) * capacity);
    return style->curveRow != WW_RING_FULL && style->owners &&
           wwRingCreate(&particles->shared->tables, &style->ring, WW_PARTICLE_TEXELS, capacity) &&
           (!style->def.sort || prepareSort(particles, style));
}

uint32_t wwEmitterStyleCreate(
    WwParticles *particles, const ww_EmitterStyleDef *def, WwKeyArray keys) {
    if (check(def, keys) != WW_OK) return 0;
    uint32_t handle = 0;
    WwEmitterStyle *style = wwPoolAdd(&particles->styles, &handle);
    if (!style) return 0;
    style->def = *def;
    if (!createStorage(particles, style)) {
        freeStyle(particles, style);
        wwPoolRemove(&particles->styles, handle);
        wwFail(WW_ERROR_OUT_OF_MEMORY, "emitter style: out of memory for maxParticles");
        return 0;
    }
    style->spanBegin = particles->now;
    bakeCurves(particles->shared, style, keys);
    return handle;
}

ww_Status wwEmitterStyleSet(
    WwParticles *particles, uint32_t handle, const ww_EmitterStyleDef *def, WwKeyArray keys) {
    WwEmitterStyle *style = wwPoolGet(&particles->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    const ww_Status status = check(def, keys);
    if (status != WW_OK) return status;
    if (def->maxParticles != style->def.maxParticles ||
        def->maxEmitters != style->def.maxEmitters) {
        return wwFail(WW_ERROR_INVALID_DEF,
            "emitter style: maxParticles and maxEmitters are fixed when the style is created");
    }
    if (def->sort && !prepareSort(particles, style)) {
        return wwFail(WW_ERROR_OUT_OF_MEMORY, "emitter style: out of memory for sorting");
    }
    style->def = *def;
    style->ordered = false;
    bakeCurves(particles->shared, style, keys);
    return WW_OK;
}

ww_Status wwEmitterStyleDestroy(WwParticles *particles, uint32_t handle) {
    WwEmitterStyle *style = wwPoolGet(&particles->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    for (uint32_t i = 0; i < particles->emitters.used; i++) {
        const WwEmitter *emitter = wwPoolAt(&particles->emitters, i);
        if (emitter && emitter->style == handle) {
            wwPoolRemove(&particles->emitters, wwPoolHandleAt(&particles->emitters, i));
        }
    }
    const uint32_t living = wwRingLiving(&style->ring, particles->now);
    particles->expired += style->laid - style->removed - living;
    freeStyle(particles, style);
    wwPoolRemove(&particles->styles, handle);
    return WW_OK;
}

// ---- emitters

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
    emitter->phase = WW_FIRST_PHASE;
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
    emitter->requests = 0;
    emitter->phase = WW_FIRST_PHASE;
    emitter->jumped = true;
    emitter->stats = (ww_EmitterStats){0};
    return WW_OK;
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

// What can be said about particles: validation and styles.
#include "effects/particle/particle_lay.h"

#include "base/memory.h"

#include <string.h>

#define WW_SCHEMA wwEmitterStyleSchema
#define WW_SCHEMA_NAME "emitter style"
#define WW_SCHEMA_STRUCT ww_EmitterStyleDef
#define WW_SCHEMA_FILE "effects/particle/particle.def"
#include "base/schema_table.h"

#define BURSTS_PER_EMITTER 4u
#define FEWEST_BURSTS 256u

static ww_Status check(const ww_EmitterStyleDef *def, WwKeyArray keys) {
    const ww_Status status = wwSchemaCheck(&wwEmitterStyleSchema, def, keys);
    if (status != WW_OK) return status;
    const ww_Vec3 d = def->direction;
    if (!(d.x * d.x + d.y * d.y + d.z * d.z > 1e-12f)) {
        return wwFail(WW_ERROR_INVALID_DEF, "emitter style: direction is 0, it must have a length");
    }
    const ww_Status shape = wwShapeCheck(def);
    return shape == WW_OK ? wwBurstsCheck(def, keys) : shape;
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
    wwShapeFree(&style->shapePoints);
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
        float *depths = wwGrow(particles->depths, 0, sizeof(float) * capacity);
        if (depths) particles->depths = depths;
        uint16_t *keys = wwGrow(particles->sortKeys, 0, 3 * sizeof(uint16_t) * capacity);
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
    if (!createStorage(particles, style) || !wwShapeCopy(def, keys, &style->shapePoints)) {
        freeStyle(particles, style);
        wwPoolRemove(&particles->styles, handle);
        wwFail(WW_ERROR_OUT_OF_MEMORY, "emitter style: out of memory for maxParticles");
        return 0;
    }
    style->spanBegin = particles->now;
    wwBurstsCopy(def, keys, style);
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
    WwShapePoints points;
    if (!wwShapeCopy(def, keys, &points)) {
        return wwFail(WW_ERROR_OUT_OF_MEMORY, "emitter style: out of memory for shapePoints");
    }
    wwShapeFree(&style->shapePoints);
    style->shapePoints = points;
    wwBurstsCopy(def, keys, style);
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

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

static bool hasLength(ww_Vec3 v) {
    return v.x * v.x + v.y * v.y + v.z * v.z > 1e-12f;
}

static bool turns(const ww_EmitterStyleDef *def) {
    return def->orbit.low != 0.0f || def->orbit.high != 0.0f;
}

// Why a particle would meet the ground at times that cannot be solved at its birth, or NULL.
static const char *groundProblem(const ww_EmitterStyleDef *def) {
    if (def->ground == WW_GROUND_NONE) return NULL;
    if (turns(def)) return "emitter style: ground cannot be combined with orbit";
    if (def->attraction > 0.0f) return "emitter style: ground cannot be combined with attraction";
    if (def->speedOverLife.count) {
        return "emitter style: ground cannot be combined with speedOverLife";
    }
    if (def->space != WW_SPACE_WORLD) {
        return "emitter style: ground needs the space to be the world";
    }
    return NULL;
}

// Kept states know gravity, drag and wind only.
static bool canBeSimulated(const ww_EmitterStyleDef *def) {
    return !def->simulated ||
           (def->ground == WW_GROUND_NONE && def->space == WW_SPACE_WORLD && !turns(def) &&
               def->attraction == 0.0f && def->speedOverLife.count == 0);
}

static ww_Status check(
    const WwParticles *particles, const ww_EmitterStyleDef *def, WwKeyArray keys) {
    ww_Status status = wwSchemaCheck(&wwEmitterStyleSchema, def, keys);
    if (status == WW_OK) {
        status = wwTexturesCheck(&particles->shared->textures, &wwEmitterStyleSchema, def);
    }
    if (status != WW_OK) return status;
    if (!hasLength(def->direction)) {
        return wwFail(WW_ERROR_INVALID_DEF, "emitter style: direction is 0, it must have a length");
    }
    if (!hasLength(def->orbitAxis) || !hasLength(def->groundNormal)) {
        return wwFail(WW_ERROR_INVALID_DEF,
            hasLength(def->orbitAxis) ? "emitter style: groundNormal is 0, it must have a length"
                                      : "emitter style: orbitAxis is 0, it must have a length");
    }
    if (!canBeSimulated(def)) {
        return wwFail(WW_ERROR_INVALID_DEF, "emitter style: simulated cannot be combined with "
                                            "ground, space, orbit, attraction or speedOverLife");
    }
    const char *problem = groundProblem(def);
    if (problem) return wwFail(WW_ERROR_INVALID_DEF, problem);
    if (def->mesh.count % 3 != 0 || def->mesh.count > WW_MOST_CORNERS) {
        return wwFail(WW_ERROR_INVALID_DEF,
            "emitter style: mesh must be 3 points a triangle, at most 1365 triangles");
    }
    const ww_Status shape = wwShapeCheck(def);
    return shape == WW_OK ? wwBurstsCheck(def, keys) : shape;
}

static WwParticleLayout layoutOf(const ww_EmitterStyleDef *def) {
    WwParticleLayout layout = {.ground = def->ground != WW_GROUND_NONE,
        .speedCurve = def->speedOverLife.count > 0,
        .simulated = def->simulated != 0,
        .pull = def->space != WW_SPACE_WORLD || turns(def) || def->attraction > 0.0f ||
                def->windInfluence > 0.0f};
    layout.texels =
        (uint32_t)(sizeof(WwParticleRecord) + (layout.pull ? sizeof(WwParticlePull) : 0) +
                   (layout.ground ? sizeof(WwParticleTouches) : 0)) /
        (uint32_t)sizeof(float[4]);
    return layout;
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
    wwFree(style->keys);
    wwShapeFree(&style->shapePoints);
    wwMeshDestroy(&particles->shared->meshes, &style->mesh);
    wwTableDestroy(tables, &style->state);
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
    wwTableDestroy(&particles->shared->tables, &particles->frames);
    wwFree(particles->frameOwners);
    wwFree(particles->frameFreeTimes);
    wwFree(particles->events);
    wwFree(particles->bursts);
    wwFree(particles->depths);
    wwFree(particles->sortItems);
    wwFree(particles);
}

// ---- styles

// Rows 2 and 3, where a particle mixes two colours, sizes or opacities: the second of each.
static void bakeSecondCurves(WwShared *shared, WwEmitterStyle *style, WwKeyArray keys) {
    const ww_EmitterStyleDef *def = &style->def;
    style->secondCurves =
        def->sizeOverLife2.count + def->alphaOverLife2.count + def->colorOverLife2.count > 0;
    if (!style->secondCurves) return;
    const ww_Keys sizes = def->sizeOverLife2.count ? def->sizeOverLife2 : def->sizeOverLife;
    const ww_Keys alphas = def->alphaOverLife2.count ? def->alphaOverLife2 : def->alphaOverLife;
    const ww_Keys colors = def->colorOverLife2.count ? def->colorOverLife2 : def->colorOverLife;
    const uint32_t texel = (style->curveRow + 2) * WW_CURVE_SAMPLES;
    float *curves = wwTableFloats(&shared->curves, texel + WW_CURVE_SAMPLES);
    wwGradientBake(keys, colors, wwTableFloats(&shared->curves, texel));
    wwCurveBake(keys, sizes, curves, 0);
    wwCurveBake(keys, alphas, curves, 1);
}

// Row 0: colour over life. Row 1: x size, y opacity, w speed over life, z its mean up to then: the
// way is velocity z age.
static void bakeCurves(WwShared *shared, WwEmitterStyle *style, WwKeyArray keys) {
    const ww_EmitterStyleDef *def = &style->def;
    const uint32_t texel = style->curveRow * WW_CURVE_SAMPLES;
    float *curves = wwTableFloats(&shared->curves, texel + WW_CURVE_SAMPLES);
    wwGradientBake(keys, def->colorOverLife, wwTableFloats(&shared->curves, texel));
    wwCurveBake(keys, def->sizeOverLife, curves, 0);
    wwCurveBake(keys, def->alphaOverLife, curves, 1);
    wwCurveBake(keys, def->speedOverLife, curves, 3);
    bakeSecondCurves(shared, style, keys);
    wwTableMark(&shared->curves, texel, texel + (style->secondCurves ? 4 : 2) * WW_CURVE_SAMPLES);
    style->sizePeak = style->speedPeak = 0.0f;
    float way = 0.0f;
    for (uint32_t i = 0; i < WW_CURVE_SAMPLES; i++) {
        float *sample = curves + i * 4;
        const float size2 = style->secondCurves ? sample[8 * WW_CURVE_SAMPLES] : 0.0f;
        style->sizePeak = wwMax(style->sizePeak, wwMax(sample[0], size2));
        style->speedPeak = wwMax(style->speedPeak, fabsf(sample[3]));
        if (i) way += 0.5f * (sample[-1] + sample[3]);
        sample[2] = i ? way / (float)i : sample[3];
    }
}

// What follows from the definition.
static void prepare(WwParticles *particles, WwEmitterStyle *style, WwKeyArray keys) {
    const ww_EmitterStyleDef *def = &style->def;
    const float normal[3] = {def->groundNormal.x, def->groundNormal.y, def->groundNormal.z};
    style->ordered = false;
    style->noise = wwNoiseMake(def->noiseSeed, def->noiseScale);
    wwNormalize3(normal, (const float[3]){0, 1, 0}, style->groundNormal);
    wwEmitterStylePlace(particles, style);
    wwBurstsCopy(def, keys, style);
    bakeCurves(particles->shared, style, keys);
}

// Sorting needs a table of the style's own and room for the keys of the largest style that sorts.
static bool prepareSort(WwParticles *particles, WwEmitterStyle *style) {
    const uint32_t capacity = style->ring.capacity;
    if (particles->sortCapacity < capacity) {
        float *depths = wwGrow(particles->depths, 0, sizeof(float) * capacity);
        if (depths) particles->depths = depths;
        uint32_t *items = wwGrow(particles->sortItems, 0, 2 * sizeof(uint32_t) * capacity);
        if (items) particles->sortItems = items;
        if (!depths || !items) return false;
        particles->sortCapacity = capacity;
    }
    style->ordered = false;
    if (style->order.bytes) return true;
    return wwTableCreate(&particles->shared->tables, &style->order, WW_TEXEL_R16UI, capacity);
}

static bool createStorage(WwParticles *particles, WwEmitterStyle *style) {
    const uint32_t capacity = style->def.maxParticles;
    style->layout = layoutOf(&style->def);
    style->curveRow = wwSharedTakeRows(particles->shared);
    style->owners = wwAlloc(sizeof(uint32_t) * capacity);
    style->keys = wwAlloc(sizeof(uint32_t) * capacity);
    return style->curveRow != WW_RING_FULL && style->owners && style->keys &&
           wwRingCreate(&particles->shared->tables, &style->ring, style->layout.texels, capacity) &&
           wwStateCreate(particles, style) && (!style->def.sort || prepareSort(particles, style));
}

uint32_t wwEmitterStyleCreate(
    WwParticles *particles, const ww_EmitterStyleDef *def, WwKeyArray keys) {
    if (check(particles, def, keys) != WW_OK) return 0;
    uint32_t handle = 0;
    WwEmitterStyle *style = wwPoolAdd(&particles->styles, &handle);
    if (!style) return 0;
    style->def = *def;
    if (!createStorage(particles, style) || !wwShapeCopy(def, keys, &style->shapePoints) ||
        !wwParticleMesh(particles, style, def, keys)) {
        freeStyle(particles, style);
        wwPoolRemove(&particles->styles, handle);
        wwFail(WW_ERROR_OUT_OF_MEMORY, "emitter style: out of memory for maxParticles");
        return 0;
    }
    style->spanBegin = particles->now;
    prepare(particles, style, keys);
    return handle;
}

static ww_Status refuseFixed(const ww_EmitterStyleDef *from, const ww_EmitterStyleDef *to) {
    if (from->maxParticles == to->maxParticles && from->maxEmitters == to->maxEmitters &&
        from->space == to->space && from->simulated == to->simulated) {
        return WW_OK;
    }
    return wwFail(WW_ERROR_INVALID_DEF,
        "emitter style: maxParticles, maxEmitters, space and simulated are "
        "fixed when the style is created");
}

// Records of another size: what lives is gone.
static bool layOutAnew(WwParticles *particles, WwEmitterStyle *style, uint32_t texels) {
    WwTableList *tables = &particles->shared->tables;
    WwRing ring;
    if (!wwRingCreate(tables, &ring, texels, style->ring.capacity)) return false;
    style->removed += wwRingLiving(&style->ring, particles->now);
    // A table is listed by its address: the new ring moves into the place of the old one.
    wwRingDestroy(tables, &style->ring);
    wwRingMove(tables, &style->ring, &ring);
    memset(style->bounds, 0, sizeof style->bounds);
    return true;
}

ww_Status wwEmitterStyleSet(
    WwParticles *particles, uint32_t handle, const ww_EmitterStyleDef *def, WwKeyArray keys) {
    WwEmitterStyle *style = wwPoolGet(&particles->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    ww_Status status = check(particles, def, keys);
    if (status == WW_OK) status = refuseFixed(&style->def, def);
    if (status != WW_OK) return status;
    if (def->sort && !prepareSort(particles, style)) {
        return wwFail(WW_ERROR_OUT_OF_MEMORY, "emitter style: out of memory for sorting");
    }
    WwShapePoints points;
    const WwParticleLayout layout = layoutOf(def);
    const bool copied =
        wwShapeCopy(def, keys, &points) && wwParticleMesh(particles, style, def, keys);
    const bool anew = layout.texels != style->layout.texels;
    if (!copied || (anew && !layOutAnew(particles, style, layout.texels))) {
        if (copied) wwShapeFree(&points);
        return wwFail(WW_ERROR_OUT_OF_MEMORY, "emitter style: out of memory for its records");
    }
    wwShapeFree(&style->shapePoints);
    style->shapePoints = points;
    style->layout = layout;
    style->def = *def;
    prepare(particles, style, keys);
    return WW_OK;
}

ww_Status wwEmitterStyleDestroy(WwParticles *particles, uint32_t handle) {
    WwEmitterStyle *style = wwPoolGet(&particles->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    for (uint32_t i = 0; i < particles->emitters.used; i++) {
        WwEmitter *emitter = wwPoolAt(&particles->emitters, i);
        if (emitter && emitter->style == handle) {
            emitter->lastDeath = particles->now;
            wwFrameReturn(particles, emitter);
            wwPoolRemove(&particles->emitters, wwPoolHandleAt(&particles->emitters, i));
        }
    }
    const uint32_t living = wwRingLiving(&style->ring, particles->now);
    particles->expired += style->laid - style->removed - living;
    freeStyle(particles, style);
    wwPoolRemove(&particles->styles, handle);
    return WW_OK;
}

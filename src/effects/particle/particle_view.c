// What one camera needs: which styles it sees at all, and the order of those that sort.
#include "effects/particle/particle.h"

#include <string.h>

// ---- culling: a sphere around every place that a living particle can have reached

static void joinBounds(WwBirthBounds *bounds, const WwBirthBounds *other) {
    if (!other->any) return;
    if (!bounds->any) {
        *bounds = *other;
        return;
    }
    for (int i = 0; i < 3; i++) {
        bounds->low[i] = wwMin(bounds->low[i], other->low[i]);
        bounds->high[i] = wwMax(bounds->high[i], other->high[i]);
    }
    bounds->speedSquared = wwMax(bounds->speedSquared, other->speedSquared);
    bounds->size = wwMax(bounds->size, other->size);
    bounds->lifetime = wwMax(bounds->lifetime, other->lifetime);
}

static float length3(float x, float y, float z) {
    return sqrtf(x * x + y * y + z * z);
}

// The farthest way from the place of birth, sprite and sway included. Travel and fall grow with
// age.
static float reachOf(const WwEmitterStyle *style, const WwBirthBounds *bounds) {
    const ww_EmitterStyleDef *def = &style->def;
    float travel, fall;
    wwParticleMotion(def->drag, bounds->lifetime, &travel, &fall);
    const float gravity = length3(def->gravity.x, def->gravity.y, def->gravity.z);
    const float speed = sqrtf(bounds->speedSquared);
    const float path = speed * travel + gravity * fall;
    const float sway = def->turbulence * 1.7320508f;
    const float sprite = bounds->size * style->sizePeak * 0.70710678f;
    const float tail = def->stretch * (speed + gravity * travel);
    return path + sway + sprite + tail;
}

static bool isVisible(const WwEmitterStyle *style, const WwView *view) {
    WwBirthBounds bounds = style->bounds[0];
    joinBounds(&bounds, &style->bounds[1]);
    if (!bounds.any) return false;
    float center[3], half[3];
    for (int i = 0; i < 3; i++) {
        center[i] = 0.5f * (bounds.low[i] + bounds.high[i]);
        half[i] = 0.5f * (bounds.high[i] - bounds.low[i]);
    }
    const float radius = length3(half[0], half[1], half[2]) + reachOf(style, &bounds);
    return wwSphereVisible(view, center, radius);
}

// ---- sorting: by the depth along the camera's axis, in 65,536 steps between nearest and farthest

static uint32_t next(const WwRing *ring, uint32_t record) {
    return record + 1 == ring->capacity ? 0 : record + 1;
}

// Lists the living in the order of the ring, each with its view-space z (far is most negative).
static uint32_t collectDepths(
    WwEmitterStyle *style, const WwView *view, float *depths, uint16_t *records) {
    const ww_EmitterStyleDef *def = &style->def;
    const WwRing *ring = &style->ring;
    const float axis[3] = {view->view[0][2], view->view[1][2], view->view[2][2]};
    const float origin = view->view[3][2];
    const float weight =
        axis[0] * def->gravity.x + axis[1] * def->gravity.y + axis[2] * def->gravity.z;
    const bool sways = def->turbulence > 0.0f;
    uint32_t count = 0;
    for (uint32_t i = 0, record = ring->first; i < ring->count; i++, record = next(ring, record)) {
        if (ring->deathTimes[record] <= view->now) continue;
        const WwParticleRecord *particle = (const void *)wwRingRecord(ring, record);
        const float *p = particle->position;
        const float *v = particle->velocity;
        const float age = view->now - particle->birth;
        float travel, fall;
        wwParticleMotion(def->drag, age, &travel, &fall);
        float depth = origin + axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2] +
                      (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]) * travel + weight * fall;
        if (sways) {
            float sway[3];
            wwParticleSway(def, age, particle->random, sway);
            depth += axis[0] * sway[0] + axis[1] * sway[1] + axis[2] * sway[2];
        }
        depths[count] = depth;
        records[count++] = (uint16_t)record;
    }
    return count;
}

// Ascending keys are back to front. Particles behind the camera share the last key: only what lies
// before it needs the resolution.
static void keysFromDepths(const float *depths, uint16_t *keys, uint32_t count) {
    float farthest = 0.0f, nearest = -WW_NEVER;
    for (uint32_t i = 0; i < count; i++) {
        const float depth = wwMin(depths[i], 0.0f);
        farthest = wwMin(farthest, depth);
        nearest = wwMax(nearest, depth);
    }
    const float range = nearest - farthest;
    const float scale = range > 0.0f ? 65535.0f / range : 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        const float key = (wwMin(depths[i], 0.0f) - farthest) * scale;
        // What overflowed on its way is NaN here and sorts as the farthest.
        keys[i] = key > 0.0f ? (uint16_t)wwMin(key, 65535.0f) : 0;
    }
}

static void sortStyle(WwParticles *particles, WwEmitterStyle *style, const WwView *view) {
    uint16_t *records = (void *)style->order.bytes;
    uint16_t *keys = particles->sortKeys;
    const uint32_t stride = particles->sortCapacity;
    const uint32_t count = collectDepths(style, view, particles->depths, records);
    keysFromDepths(particles->depths, keys, count);
    const WwIndexSort sort = {keys, records, keys + stride, keys + 2 * stride};
    wwIndexSort(&sort, count);
    wwTableMark(&style->order, 0, count);
    style->orderCount = count;
    style->ordered = true;
}

// ---- drawing

static void set4(float out[4], float x, float y, float z, float w) {
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = w;
}

static void addDraw(WwParticles *particles, const WwEmitterStyle *style, WwDrawList *list) {
    const ww_EmitterStyleDef *def = &style->def;
    const WwRing *ring = &style->ring;
    const uint32_t quads = def->sort ? style->orderCount : ring->count;
    WwDraw *draw = quads ? wwDrawListAdd(list, WW_PIPELINE_PARTICLE) : NULL;
    if (!draw) return;
    const uint32_t batches = (quads + WW_QUADS - 1) / WW_QUADS;
    draw->tables[0] = &ring->table;
    draw->tables[1] = &particles->shared->curves;
    draw->tables[2] = def->sort ? &style->order : NULL;
    draw->quads = quads;
    draw->quadsPerInstance = (quads + batches - 1) / batches;
    draw->paramCount = 6;
    set4(draw->params[0], (float)draw->quadsPerInstance, (float)quads, (float)ring->first,
        (float)ring->capacity);
    set4(draw->params[1], def->gravity.x, def->gravity.y, def->gravity.z, def->drag);
    set4(draw->params[2], def->color.r, def->color.g, def->color.b, def->color.a);
    set4(draw->params[3], def->turbulence, def->turbulenceFrequency, def->stretch, def->nearFade);
    set4(draw->params[4], (float)def->sprite, (float)def->blend, def->lighting,
        def->sort ? 1.0f : 0.0f);
    set4(draw->params[5], (float)style->curveRow, (float)particles->shared->curves.height, 0, 0);
}

void wwParticlesView(WwParticles *particles, const WwView *view, WwDrawList *list) {
    for (uint32_t i = 0; i < particles->styles.used; i++) {
        WwEmitterStyle *style = wwPoolAt(&particles->styles, i);
        if (!style || !style->ring.count || !isVisible(style, view)) continue;
        if (style->def.sort && !(view->still && style->ordered)) sortStyle(particles, style, view);
        addDraw(particles, style, list);
    }
}

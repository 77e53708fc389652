// The order of a style's particles: back to front by the depth along the camera's axis, in 65,536
// steps between the nearest and the farthest. Depths are taken from the closed form, straight from
// the records; nothing but 2 bytes a particle is sent.
#include "effects/particle/particle.h"
#include "ring/index_sort.h"

#include <string.h>

#define TABLE_STEPS 512u
#define TABLE_PAYS 4096u // particles
// Up to this share of 1 / drag in a step a line between two entries is off by less than 1e-4 of it.
#define TABLE_DETAIL 0.03f

// Travel and fall by age, for styles whose drag makes them dear; exact where it is not.
typedef struct MotionTable {
    float perSecond; // entries; 0: no table
    float entries[TABLE_STEPS + 2][2];
} MotionTable;

static void openTable(MotionTable *table, const WwEmitterStyle *style, float longest) {
    const float drag = style->def.drag;
    table->perSecond = 0.0f;
    if (drag == 0.0f || style->ring.count < TABLE_PAYS) return;
    const float step = longest / (float)TABLE_STEPS;
    if (drag * step > TABLE_DETAIL) return;
    table->perSecond = 1.0f / step;
    for (uint32_t i = 0; i < TABLE_STEPS + 2; i++) {
        const WwMotion m = wwParticleMotion(drag, 0.0f, step * (float)i);
        table->entries[i][0] = m.travel;
        table->entries[i][1] = m.fall;
    }
}

static inline WwMotion motionAt(const MotionTable *table, float drag, float age) {
    if (drag == 0.0f) return (WwMotion){age, 1.0f, 0.5f * age * age};
    if (table->perSecond == 0.0f) return wwParticleMotion(drag, 0.0f, age);
    const float at = wwMin(age * table->perSecond, (float)TABLE_STEPS);
    const uint32_t left = (uint32_t)wwNearest(wwMax(at - 0.5f, 0.0f));
    const float share = at - (float)left;
    const float *a = table->entries[left], *b = table->entries[left + 1];
    return (WwMotion){a[0] + (b[0] - a[0]) * share, 0.0f, a[1] + (b[1] - a[1]) * share};
}

// The camera's axis, so that depth = axis . place + origin (far is most negative).
typedef struct Axis {
    float x, y, z, origin;
} Axis;

static inline float depthOf(const Axis *axis, const float place[3]) {
    return axis->origin + axis->x * place[0] + axis->y * place[1] + axis->z * place[2];
}

static uint32_t next(const WwRing *ring, uint32_t record) {
    return record + 1 == ring->capacity ? 0 : record + 1;
}

// Records begin..end-1. What is dead is written too, and then written over.
static uint32_t plainRun(const WwEmitterStyle *style, const Axis *axis, float now,
    const MotionTable *table, uint32_t begin, uint32_t end, float *restrict depths,
    uint16_t *restrict records) {
    const ww_Vec3 gravity = style->def.gravity;
    const float weight = axis->x * gravity.x + axis->y * gravity.y + axis->z * gravity.z;
    const float drag = style->def.drag;
    const float *deathTimes = style->ring.deathTimes;
    uint32_t count = 0;
    for (uint32_t record = begin; record < end; record++) {
        const WwParticleRecord *particle = (const void *)wwRingRecord(&style->ring, record);
        const float *v = particle->velocity;
        const float speed = axis->x * v[0] + axis->y * v[1] + axis->z * v[2];
        const WwMotion m = motionAt(table, drag, now - particle->birth);
        depths[count] = depthOf(axis, particle->position) + speed * m.travel + weight * m.fall;
        records[count] = (uint16_t)record;
        count += deathTimes[record] > now;
    }
    return count;
}

// The depths of the living in the order of the ring, and their records.
static uint32_t plainDepths(const WwEmitterStyle *style, const Axis *axis, float now,
    float *restrict depths, uint16_t *restrict records) {
    const WwRing *ring = &style->ring;
    MotionTable table;
    openTable(&table, style, style->def.lifetime.high);
    const uint32_t end = wwMinU(ring->first + ring->count, ring->capacity);
    const uint32_t count = plainRun(style, axis, now, &table, ring->first, end, depths, records);
    const uint32_t wrapped = ring->count - (end - ring->first);
    return count + plainRun(style, axis, now, &table, 0, wrapped, depths + count, records + count);
}

// The same along paths of every kind.
static uint32_t anyDepths(const WwParticles *particles, const WwEmitterStyle *style,
    const Axis *axis, float now, float *restrict depths, uint16_t *restrict records) {
    const WwRing *ring = &style->ring;
    uint32_t count = 0;
    for (uint32_t i = 0, record = ring->first; i < ring->count; i++, record = next(ring, record)) {
        if (ring->deathTimes[record] <= now) continue;
        const WwParticleRecord *particle = (const void *)wwRingRecord(ring, record);
        float place[3], velocity[3];
        wwParticlePath(particles, style, particle, now - particle->birth, place, velocity);
        depths[count] = depthOf(axis, place);
        records[count++] = (uint16_t)record;
    }
    return count;
}

// Four lanes beside each other, as compilers make vectors of them.
static void rangeOf(const float *depths, uint32_t count, float *farthest, float *nearest) {
    float low[4] = {0, 0, 0, 0}, high[4] = {-WW_NEVER, -WW_NEVER, -WW_NEVER, -WW_NEVER};
    for (uint32_t i = 0; i < count; i++) {
        const float depth = wwMin(depths[i], 0.0f);
        low[i & 3] = wwMin(depth, low[i & 3]);
        high[i & 3] = wwMax(depth, high[i & 3]);
    }
    *farthest = wwMin(wwMin(low[0], low[1]), wwMin(low[2], low[3]));
    *nearest = wwMax(wwMax(high[0], high[1]), wwMax(high[2], high[3]));
}

// Ascending keys are back to front. Particles behind the camera share the last key: only what lies
// before it needs the resolution. The items take the place of the depths.
static void itemsFromDepths(
    const float *depths, const uint16_t *records, uint32_t *items, uint32_t count) {
    float farthest, nearest;
    rangeOf(depths, count, &farthest, &nearest);
    const float range = nearest - farthest;
    const float scale = range > 0.0f ? 65535.0f / range : 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        const float key = (wwMin(depths[i], 0.0f) - farthest) * scale;
        // What overflowed on its way is NaN here and sorts as the farthest.
        items[i] =
            wwSortItem((uint32_t)wwNearest(key > 0.0f ? wwMin(key, 65535.0f) : 0.0f), records[i]);
    }
}

void wwParticlesSort(WwParticles *particles, WwEmitterStyle *style, const WwView *view) {
    const ww_EmitterStyleDef *def = &style->def;
    const WwParticleLayout *layout = &style->layout;
    const Axis axis = {view->view[0][2], view->view[1][2], view->view[2][2], view->view[3][2]};
    const bool plain = !layout->simulated && !layout->pull && !layout->ground &&
                       !layout->speedCurve && def->turbulence == 0.0f && def->noise == 0.0f;
    float *depths = particles->depths;
    uint16_t *records = (void *)style->order.bytes;
    const uint32_t count = plain ? plainDepths(style, &axis, view->now, depths, records)
                                 : anyDepths(particles, style, &axis, view->now, depths, records);
    itemsFromDepths(depths, records, particles->sortItems, count);
    wwIndexSort(
        particles->sortItems, particles->sortItems + particles->sortCapacity, records, count);
    wwTableMark(&style->order, 0, count);
    style->orderCount = count;
    style->ordered = true;
}

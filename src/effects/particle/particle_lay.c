// From a request to a record. Every requested particle draws from a random stream of its own (seed,
// kind and number of the request), so that one that finds no room changes nothing for the next.
// That a birth lies in the past needs no catching up: its path is a closed form.
#include "effects/particle/particle_lay.h"

#include <string.h>

static const float noRotation[4] = {0, 0, 0, 1};

static void normalizeRotation(float q[4]) {
    const float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (length > 1e-12f) {
        const float scale = 1.0f / length;
        for (int i = 0; i < 4; i++) q[i] *= scale;
    } else {
        memcpy(q, noRotation, sizeof noRotation);
    }
}

WwSource wwSourceOpen(
    WwParticles *particles, uint32_t handle, WwEmitter *emitter, const WwStep *step) {
    WwSource source = {.emitter = emitter, .handle = handle, .step = step, .tint = emitter->tint};
    source.style = wwPoolGet(&particles->styles, emitter->style);
    const ww_EmitterStyleDef *def = &source.style->def;
    const uint32_t slot = wwPoolSlot(step->transformPool, emitter->transform);
    const bool jumped = emitter->jumped || step->transformFresh[slot];
    source.to = step->transforms[slot];
    normalizeRotation(source.to.rotation);
    source.from = jumped ? source.to : step->previousTransforms[slot];
    normalizeRotation(source.from.rotation);
    float dot = 0.0f;
    for (int i = 0; i < 4; i++) dot += source.from.rotation[i] * source.to.rotation[i];
    for (int i = 0; i < 4; i++) source.from.rotation[i] *= dot < 0.0f ? -1.0f : 1.0f;
    source.turns = memcmp(source.from.rotation, source.to.rotation, sizeof(float[4])) != 0;
    source.turned = source.turns || memcmp(source.to.rotation, noRotation, sizeof noRotation) != 0;
    for (int i = 0; i < 3; i++) {
        const float way = source.to.position[i] - source.from.position[i];
        source.velocity[i] = step->dt > 0.0f ? way / step->dt * def->inheritVelocity : 0.0f;
    }
    const float direction[3] = {def->direction.x, def->direction.y, def->direction.z};
    wwNormalize3(direction, (const float[3]){0, 1, 0}, source.axis);
    wwBasis(source.axis, source.side, source.up);
    source.cosCone = wwCos(def->coneAngle);
    return source;
}

static ww_Transform transformAt(const WwSource *source, float share) {
    ww_Transform at;
    const float *from = source->from.position;
    const float *to = source->to.position;
    for (int i = 0; i < 3; i++) at.position[i] = wwLerp(from[i], to[i], share);
    at.scale = wwLerp(source->from.scale, source->to.scale, share);
    memcpy(at.rotation, source->to.rotation, sizeof at.rotation);
    if (!source->turns) return at;
    for (int i = 0; i < 4; i++) {
        at.rotation[i] = wwLerp(source->from.rotation[i], source->to.rotation[i], share);
    }
    normalizeRotation(at.rotation);
    return at;
}

// ---- what a request draws, in this order; the lifetime first, because it alone decides on expiry

static float drawRange(ww_Range range, WwRandom *random) {
    if (range.low != range.high) return wwRandomRange(random, range.low, range.high);
    random->counter++; // the draw is left out, its number is not
    return range.low;
}

static WwRandom streamOf(const WwSource *source, const WwBirth *birth) {
    const uint64_t kind = (uint64_t)birth->kind << 48;
    return wwRandomStream(source->emitter->seed, kind | birth->request);
}

bool wwBirthSurvives(const WwSource *source, const WwBirth *birth) {
    WwRandom random = streamOf(source, birth);
    const float lifetime = drawRange(source->style->def.lifetime, &random);
    return birth->time + lifetime > source->step->now;
}

// The direction at birth, in the space of the source: of a cone shape its ray, otherwise within the
// cone around the direction or the normal.
static void aim(const WwSource *source, WwCap cap, const WwPlace *place, float out[3]) {
    const ww_EmitterStyleDef *def = &source->style->def;
    if (def->shape == WW_SHAPE_CONE) {
        memcpy(out, place->normal, sizeof place->normal);
        return;
    }
    float side[3], up[3];
    const float *axis = def->alongNormal ? place->normal : source->axis;
    if (def->alongNormal) wwBasis(axis, side, up);
    const float *x = def->alongNormal ? side : source->side;
    const float *y = def->alongNormal ? up : source->up;
    for (int i = 0; i < 3; i++) out[i] = axis[i] * cap.z + (x[i] * cap.x + y[i] * cap.y);
}

static void drawParticle(const WwSource *source, const WwBirth *birth, WwParticleRecord *out) {
    const ww_EmitterStyleDef *def = &source->style->def;
    const ww_Transform at = transformAt(source, birth->share);
    WwRandom random = streamOf(source, birth);
    out->birth = birth->time;
    out->lifetime = drawRange(def->lifetime, &random);
    out->random = wwRandomUnit(&random);
    out->size = drawRange(def->size, &random) * at.scale;
    out->rotation = drawRange(def->rotation, &random);
    out->spin = drawRange(def->spin, &random);
    const float brightness = drawRange(def->brightness, &random);
    for (int i = 0; i < 3; i++) out->tint[i] = source->tint[i] * brightness;
    out->tint[3] = source->tint[3];

    const float speed = drawRange(def->speed, &random);
    const float radial = drawRange(def->radialSpeed, &random);
    const WwCap cap = wwDrawCap(source->cosCone, &random);
    WwPlace place;
    wwDrawPlace(source, &random, &place);
    float direction[3], outward[3], velocity[3];
    aim(source, cap, &place, direction);
    if (radial != 0.0f) wwNormalize3(place.position, direction, outward);
    for (int i = 0; i < 3; i++) {
        const float along = direction[i] * speed;
        velocity[i] = (radial != 0.0f ? along + outward[i] * radial : along) * at.scale;
        place.position[i] *= at.scale;
    }
    if (source->turned) {
        wwRotate3(at.rotation, velocity, velocity);
        wwRotate3(at.rotation, place.position, place.position);
    }
    for (int i = 0; i < 3; i++) {
        out->position[i] = at.position[i] + place.position[i];
        out->velocity[i] = velocity[i] + source->velocity[i];
    }
}

// ---- laying

static void growBounds(WwBirthBounds *bounds, const WwParticleRecord *particle) {
    const float *v = particle->velocity;
    const float speedSquared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    for (int i = 0; i < 3; i++) {
        const float p = particle->position[i];
        bounds->low[i] = bounds->any ? wwMin(bounds->low[i], p) : p;
        bounds->high[i] = bounds->any ? wwMax(bounds->high[i], p) : p;
    }
    bounds->speedSquared = wwMax(bounds->speedSquared, speedSquared);
    bounds->size = wwMax(bounds->size, fabsf(particle->size));
    bounds->lifetime = wwMax(bounds->lifetime, particle->lifetime);
    bounds->any = true;
}

void wwParticleLay(WwParticles *particles, const WwSource *source, const WwBirth *birth) {
    WwEmitterStyle *style = source->style;
    ww_EmitterStats *stats = &source->emitter->stats;
    WwParticleRecord particle;
    drawParticle(source, birth, &particle);
    // A transform far out can overflow although it is finite itself.
    if (!wwFinite3(particle.position) || !wwFinite3(particle.velocity)) {
        stats->rejected++;
        particles->rejected++;
        return;
    }
    const float now = source->step->now;
    const float death = particle.birth + particle.lifetime;
    const uint32_t record = death > now ? wwRingAppend(&style->ring, now, death) : WW_RING_FULL;
    if (record == WW_RING_FULL) {
        stats->expired++;
        return;
    }
    memcpy(wwRingRecord(&style->ring, record), &particle, sizeof particle);
    style->owners[record] = source->handle;
    growBounds(&style->bounds[0], &particle);
    style->living++;
    style->laid++;
    style->ordered = false;
    source->emitter->lastDeath = wwMax(source->emitter->lastDeath, death);
    stats->spawned++;
}

uint32_t wwParticleRoom(WwEmitterStyle *style, uint32_t wanted, float now) {
    const uint32_t behind = style->ring.capacity - style->ring.count;
    if (behind >= wanted) return wanted;
    if (!style->livingKnown) {
        style->living = wwRingLiving(&style->ring, now);
        style->livingKnown = true;
    }
    return wwMinU(wanted, style->ring.capacity - style->living);
}

bool wwSourceUsable(const WwEmitter *emitter, const WwStep *step) {
    return wwPoolHas(step->transformPool, emitter->transform) &&
           !step->transformBad[wwPoolSlot(step->transformPool, emitter->transform)];
}

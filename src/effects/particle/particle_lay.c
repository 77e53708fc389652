// From a request to a record. Every requested particle draws from a random stream of its own (seed,
// kind and number of the request), so that one that finds no room changes nothing for the next.
// That a birth lies in the past needs no catching up: its path is a closed form.
#include "effects/particle/particle_lay.h"

#include <string.h>

static const float noRotation[4] = {0, 0, 0, 1};

void wwSourceAim(WwSource *source) {
    const ww_EmitterStyleDef *def = &source->style->def;
    const float direction[3] = {def->direction.x, def->direction.y, def->direction.z};
    wwNormalize3(direction, (const float[3]){0, 1, 0}, source->axis);
    wwBasis(source->axis, source->side, source->up);
    source->cosCone = wwCos(def->coneAngle);
}

// From the world into the space that the particles move in.
static void enterSpace(WwSource *source, bool jumped) {
    const WwStep *step = source->step;
    source->frame = (ww_Transform){{0, 0, 0}, 1, {0, 0, 0, 1}};
    if (source->emitter->frame == WW_RING_FULL) return;
    const uint32_t slot = wwSpaceSlot(source->style, source->emitter, step);
    if (slot == WW_NO_PARENT) return;
    source->frame = step->transforms[slot];
    wwRotationNormalize(source->frame.rotation);
    const bool fresh = jumped || step->transformFresh[slot];
    ww_Transform before = fresh ? source->frame : step->previousTransforms[slot];
    wwRotationNormalize(before.rotation);
    source->from = wwTransformRelative(&before, &source->from);
    source->to = wwTransformRelative(&source->frame, &source->to);
}

WwSource wwSourceOpen(
    WwParticles *particles, uint32_t handle, WwEmitter *emitter, const WwStep *step) {
    WwSource source = {.emitter = emitter, .handle = handle, .step = step, .tint = emitter->tint};
    source.style = wwPoolGet(&particles->styles, emitter->style);
    const ww_EmitterStyleDef *def = &source.style->def;
    const uint32_t slot = wwPoolSlot(step->transformPool, emitter->transform);
    const bool jumped = emitter->jumped || step->transformFresh[slot];
    source.to = step->transforms[slot];
    wwRotationNormalize(source.to.rotation);
    source.from = jumped ? source.to : step->previousTransforms[slot];
    wwRotationNormalize(source.from.rotation);
    float squares = 0.0f;
    for (int i = 0; i < 3; i++) {
        const float way = source.to.position[i] - source.from.position[i];
        squares += way * way;
    }
    source.way = sqrtf(squares);
    enterSpace(&source, jumped);
    float dot = 0.0f;
    for (int i = 0; i < 4; i++) dot += source.from.rotation[i] * source.to.rotation[i];
    for (int i = 0; i < 4; i++) source.from.rotation[i] *= dot < 0.0f ? -1.0f : 1.0f;
    source.turns = memcmp(source.from.rotation, source.to.rotation, sizeof(float[4])) != 0;
    source.turned = source.turns || memcmp(source.to.rotation, noRotation, sizeof noRotation) != 0;
    for (int i = 0; i < 3; i++) {
        const float way = source.to.position[i] - source.from.position[i];
        source.velocity[i] = step->dt > 0.0f ? way / step->dt * def->inheritVelocity : 0.0f;
    }
    wwSourceAim(&source);
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
    wwRotationNormalize(at.rotation);
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

// What may be written of a particle.
typedef struct Drawn {
    WwParticleRecord record;
    WwParticlePull pull;
    WwParticleTouches touches;
} Drawn;

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

// What pulls at a particle, where its style needs to know.
static void drawPull(const WwSource *source, const ww_Transform *at, WwParticlePull *out) {
    const ww_EmitterStyleDef *def = &source->style->def;
    const float center[3] = {def->center.x, def->center.y, def->center.z};
    const float orbitAxis[3] = {def->orbitAxis.x, def->orbitAxis.y, def->orbitAxis.z};
    float way[3], axis[3];
    wwRotate3(at->rotation, center, way);
    wwNormalize3(orbitAxis, (const float[3]){0, 1, 0}, axis);
    wwRotate3(at->rotation, axis, axis);
    wwStyleForce(source->style, source->step->wind, out->acceleration);
    for (int i = 0; i < 3; i++) out->center[i] = at->position[i] + way[i] * at->scale;
    out->axis = wwPackUnit(axis);
    const uint32_t frame = source->emitter->frame;
    out->frame = frame == WW_RING_FULL ? -1.0f : (float)frame;
}

static void drawParticle(const WwSource *source, const WwBirth *birth, Drawn *out) {
    const ww_EmitterStyleDef *def = &source->style->def;
    const ww_Transform at = transformAt(source, birth->share);
    WwParticleRecord *record = &out->record;
    WwRandom random = streamOf(source, birth);
    record->birth = birth->time;
    record->lifetime = drawRange(def->lifetime, &random);
    record->random = wwRandomUnit(&random);
    record->size = drawRange(def->size, &random) * at.scale;
    record->rotation = drawRange(def->rotation, &random);
    record->spin = drawRange(def->spin, &random);
    const float brightness = drawRange(def->brightness, &random);
    for (int i = 0; i < 3; i++) record->tint[i] = source->tint[i] * brightness;
    record->tint[3] = wwTintOpacity(source->tint) + 2.0f * (float)source->emitter->blend;

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
        record->position[i] = at.position[i] + place.position[i];
        record->velocity[i] = velocity[i] + source->velocity[i];
    }
    if (source->style->layout.pull) drawPull(source, &at, &out->pull);
}

// ---- laying

static float length3(const float v[3]) {
    return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

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

static void growPull(
    WwBirthBounds *bounds, const WwParticleRecord *particle, const WwParticlePull *pull) {
    float way[3];
    for (int i = 0; i < 3; i++) way[i] = particle->position[i] - pull->center[i];
    bounds->fromCenter = wwMax(bounds->fromCenter, length3(way));
    bounds->pull = wwMax(bounds->pull, length3(pull->acceleration));
}

// When it dies; solves where it meets the ground.
static float deathOf(const WwSource *source, Drawn *drawn) {
    const WwEmitterStyle *style = source->style;
    const ww_EmitterStyleDef *def = &style->def;
    const WwParticleRecord *record = &drawn->record;
    if (style->layout.ground) {
        const float gravity[3] = {def->gravity.x, def->gravity.y, def->gravity.z};
        const float *force = style->layout.pull ? drawn->pull.acceleration : gravity;
        wwParticleTouches(style, record, force, &drawn->touches);
    }
    const float touch = fabsf(drawn->touches.ages[0]);
    const bool dies = def->ground == WW_GROUND_DIE && touch < record->lifetime;
    return record->birth + (dies ? touch : record->lifetime);
}

// As the style's records hold it; `texels` has room for the largest.
static void pack(const WwEmitterStyle *style, const Drawn *drawn, float *texels) {
    memcpy(texels, &drawn->record, sizeof drawn->record);
    texels += sizeof drawn->record / sizeof(float);
    if (style->layout.pull) {
        memcpy(texels, &drawn->pull, sizeof drawn->pull);
        texels += sizeof drawn->pull / sizeof(float);
    }
    if (style->layout.ground) memcpy(texels, &drawn->touches, sizeof drawn->touches);
}

void wwStyleForce(const WwEmitterStyle *style, const float wind[3], float force[3]) {
    const ww_EmitterStyleDef *def = &style->def;
    const float gravity[3] = {def->gravity.x, def->gravity.y, def->gravity.z};
    const float share = def->drag * def->windInfluence;
    for (int i = 0; i < 3; i++) force[i] = gravity[i] + wind[i] * share;
}

static bool append(WwEmitterStyle *style, const Drawn *drawn, const WwStep *step, float death,
    uint32_t owner, uint32_t key) {
    const float now = step->now;
    const uint32_t record = death > now ? wwRingAppend(&style->ring, now, death) : WW_RING_FULL;
    if (record == WW_RING_FULL) return false;
    pack(style, drawn, wwRingRecord(&style->ring, record));
    if (style->layout.simulated) {
        float force[3];
        wwStyleForce(style, step->wind, force);
        wwStateBirth(style, record, &drawn->record, force, step->now - drawn->record.birth);
    }
    growBounds(&style->bounds[0], &drawn->record);
    if (style->layout.pull) growPull(&style->bounds[0], &drawn->record, &drawn->pull);
    style->owners[record] = owner;
    style->keys[record] = key;
    style->living++;
    style->laid++;
    style->ordered = false;
    return true;
}

void wwParticleLay(WwParticles *particles, const WwSource *source, const WwBirth *birth) {
    ww_EmitterStats *stats = &source->emitter->stats;
    Drawn drawn;
    drawParticle(source, birth, &drawn);
    // A transform far out can overflow although it is finite itself.
    if (!wwFinite3(drawn.record.position) || !wwFinite3(drawn.record.velocity)) {
        stats->rejected++;
        particles->rejected++;
        return;
    }
    const float death = deathOf(source, &drawn);
    const uint32_t key = (uint32_t)streamOf(source, birth).key;
    if (append(source->style, &drawn, source->step, death, source->handle, key)) {
        source->emitter->lastDeath = wwMax(source->emitter->lastDeath, death);
        stats->spawned++;
    } else {
        stats->expired++;
    }
    if (source->emitter->linkCount == 0 && !source->emitter->tellsDeaths) return;
    WwParticleRecord texels[2];
    pack(source->style, &drawn, (float *)(void *)texels);
    wwSubLaid(particles, source, texels, key, death);
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

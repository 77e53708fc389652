// Births. The k-th birth of an emitter has an exact time inside the step and the place that the
// source had at that time; that it lies in the past needs no catching up, its path is a closed
// form. Every requested particle draws from a random stream of its own (seed, number of the
// request), so that one that finds no room changes nothing for the next.
//
// A long step does not loop over what is already dead: requests are counted on arithmetically, and
// when there is no room for all that still live, the newest are laid.
#include "base/random.h"
#include "effects/particle/particle.h"

#include <string.h>

// Where births of one emitter in one step come from.
typedef struct Source {
    WwEmitter *emitter;
    uint32_t handle;
    WwEmitterStyle *style;
    const WwStep *step;
    ww_Transform from, to; // at the beginning and the end of the step, rotations on one hemisphere
    bool turns;            // the rotations differ
    bool turned;           // the rotation is not none throughout
    double perStep;        // 1 / dt
    float velocity[3];     // inherited
    const float *tint;
    float axis[3], side[3], up[3]; // of the cone, in the space of the source
    float cosCone;
} Source;

// The way of one numbered request to a birth.
typedef struct Birth {
    uint64_t request;
    float time;
    float share; // of the step: 0 at its beginning, 1 at its end
} Birth;

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

static Source openSource(
    WwParticles *particles, uint32_t handle, WwEmitter *emitter, const WwStep *step) {
    Source source = {.emitter = emitter, .handle = handle, .step = step, .tint = emitter->tint};
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
    source.perStep = step->dt > 0.0f ? 1.0 / (double)step->dt : 0.0;
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

static ww_Transform transformAt(const Source *source, float share) {
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

// A direction within the cap of the cone, uniform over its solid angle.
static void drawCap(const float axis[3], const float side[3], const float up[3], float cosCone,
    WwRandom *random, float out[3]) {
    const float z = wwLerp(1.0f, cosCone, wwRandomUnit(random));
    const float radius = sqrtf(wwMax(0.0f, 1.0f - z * z));
    float x, y;
    wwTurn(wwRandomUnit(random), &y, &x);
    for (int i = 0; i < 3; i++) out[i] = axis[i] * z + radius * (side[i] * x + up[i] * y);
}

static void drawSphere(bool surface, WwRandom *random, float out[3]) {
    const float x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    drawCap(z, x, y, -1.0f, random, out);
    // The largest of three uniform numbers is distributed like the cube root of one.
    const float first = wwRandomUnit(random);
    const float second = wwMax(first, wwRandomUnit(random));
    const float radius = surface ? 1.0f : wwMax(second, wwRandomUnit(random));
    for (int i = 0; i < 3; i++) out[i] *= radius;
}

static void drawDisc(bool surface, WwRandom *random, float out[3]) {
    wwTurn(wwRandomUnit(random), &out[2], &out[0]);
    const float unit = wwRandomUnit(random);
    const float radius = surface ? 1.0f : sqrtf(unit);
    out[0] *= radius;
    out[1] = 0.0f;
    out[2] *= radius;
}

// The surface is one of three pairs of faces, drawn by their areas.
static void drawBox(const float half[3], bool surface, WwRandom *random, float out[3]) {
    for (int i = 0; i < 3; i++) out[i] = wwRandomRange(random, -1.0f, 1.0f);
    if (!surface) return;
    const float areas[3] = {half[1] * half[2], half[2] * half[0], half[0] * half[1]};
    const float pick = wwRandomUnit(random) * (areas[0] + areas[1] + areas[2]);
    const int face = pick < areas[0] ? 0 : pick < areas[0] + areas[1] ? 1 : 2;
    out[face] = out[face] < 0.0f ? -1.0f : 1.0f;
}

// A place within the shape, in the space of the source.
static void drawPlace(const ww_EmitterStyleDef *def, WwRandom *random, float out[3]) {
    const float extents[3] = {def->extents.x, def->extents.y, def->extents.z};
    switch ((WwParticleShape)def->shape) {
    case WW_SHAPE_SPHERE:
        drawSphere(def->surface, random, out);
        break;
    case WW_SHAPE_BOX:
        drawBox(extents, def->surface, random, out);
        break;
    case WW_SHAPE_DISC:
        drawDisc(def->surface, random, out);
        break;
    default:
        memset(out, 0, sizeof(float[3]));
        break;
    }
    for (int i = 0; i < 3; i++) out[i] *= extents[i];
}

static void drawParticle(const Source *source, const Birth *birth, WwParticleRecord *out) {
    const ww_EmitterStyleDef *def = &source->style->def;
    const ww_Transform at = transformAt(source, birth->share);
    WwRandom random = wwRandomStream(source->emitter->seed, birth->request);
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
    float direction[3], place[3], outward[3], velocity[3];
    drawCap(source->axis, source->side, source->up, source->cosCone, &random, direction);
    drawPlace(def, &random, place);
    if (radial != 0.0f) wwNormalize3(place, direction, outward);
    for (int i = 0; i < 3; i++) {
        const float along = direction[i] * speed;
        velocity[i] = (radial != 0.0f ? along + outward[i] * radial : along) * at.scale;
        place[i] *= at.scale;
    }
    if (source->turned) {
        wwRotate3(at.rotation, velocity, velocity);
        wwRotate3(at.rotation, place, place);
    }
    for (int i = 0; i < 3; i++) {
        out->position[i] = at.position[i] + place[i];
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

static void lay(WwParticles *particles, const Source *source, const Birth *birth) {
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
    stats->spawned++;
}

// How many of `wanted` particles find room. Counts the living at most once a step and style.
static uint32_t room(WwEmitterStyle *style, uint32_t wanted, float now) {
    const uint32_t behind = style->ring.capacity - style->ring.count;
    if (behind >= wanted) return wanted;
    if (!style->livingKnown) {
        style->living = wwRingLiving(&style->ring, now);
        style->livingKnown = true;
    }
    return wwMinU(wanted, style->ring.capacity - style->living);
}

static void refuse(WwParticles *particles, WwEmitter *emitter, double count) {
    emitter->stats.capacity += count;
    particles->capacityDrops += count;
}

// The births of one step at a steady rate: number n (1, 2, ...) comes when phase + rate t = n.
typedef struct Beat {
    double phase, rate;
    uint64_t firstRequest; // of birth 1
} Beat;

static Birth birthAt(const Beat *beat, const Source *source, uint64_t number) {
    const WwStep *step = source->step;
    const double elapsed = ((double)number - beat->phase) / beat->rate;
    const float share = (float)(elapsed * source->perStep);
    const float time = (float)((double)step->previous + elapsed);
    return (Birth){beat->firstRequest + number - 1, wwMin(time, step->now), wwMin(share, 1.0f)};
}

static bool survives(const Source *source, const Birth *birth) {
    WwRandom random = wwRandomStream(source->emitter->seed, birth->request);
    const float lifetime = drawRange(source->style->def.lifetime, &random);
    return birth->time + lifetime > source->step->now;
}

// The first of the births first..last so that it and all later ones find room.
static uint64_t skipForRoom(
    const Source *source, const Beat *beat, uint64_t first, uint64_t last, uint32_t places) {
    uint64_t number = last + 1;
    while (number > first) {
        const Birth birth = birthAt(beat, source, number - 1);
        if (survives(source, &birth)) {
            if (places == 0) break;
            places--;
        }
        number--;
    }
    return number;
}

static void layBeats(
    WwParticles *particles, const Source *source, const Beat *beat, uint64_t count) {
    WwEmitter *emitter = source->emitter;
    const WwStep *step = source->step;
    // Births before this number are older than the longest lifetime.
    const double longest = (double)source->style->def.lifetime.high;
    const double dead = floor(beat->phase + beat->rate * ((double)step->dt - longest));
    uint64_t first = dead > 0.0 ? (uint64_t)dead + 1 : 1;
    if (first > count + 1) first = count + 1;
    emitter->stats.expired += (double)(first - 1);
    const uint32_t wanted =
        (uint32_t)(count + 1 - first < 0xffffffffu ? count + 1 - first : 0xffffffffu);
    const uint32_t places = room(source->style, wanted, step->now);
    if (places < wanted) {
        const uint64_t kept = skipForRoom(source, beat, first, count, places);
        refuse(particles, emitter, (double)(kept - first));
        first = kept;
    }
    for (uint64_t number = first; number <= count; number++) {
        const Birth birth = birthAt(beat, source, number);
        lay(particles, source, &birth);
    }
}

// False when the source's transform is gone or not finite: nothing can be laid.
static bool hasSource(const WwEmitter *emitter, const WwStep *step) {
    return wwPoolHas(step->transformPool, emitter->transform) &&
           !step->transformBad[wwPoolSlot(step->transformPool, emitter->transform)];
}

static void reject(WwParticles *particles, WwEmitter *emitter, double count) {
    emitter->stats.rejected += count;
    particles->rejected += count;
}

static void layRate(
    WwParticles *particles, uint32_t handle, WwEmitter *emitter, const WwStep *step) {
    const WwEmitterStyle *style = wwPoolGet(&particles->styles, emitter->style);
    const double rate = (double)(emitter->ownRate ? emitter->rate : style->def.rateOverTime);
    const double end = emitter->phase + rate * (double)step->dt;
    const uint64_t count = (uint64_t)end;
    const Beat beat = {emitter->phase, rate, emitter->requests};
    emitter->phase = end - (double)count;
    if (count == 0) return;
    emitter->requests += count;
    emitter->stats.requested += (double)count;
    if (hasSource(emitter, step)) {
        const Source source = openSource(particles, handle, emitter, step);
        layBeats(particles, &source, &beat, count);
    } else {
        reject(particles, emitter, (double)count);
    }
}

// All at once, now; the newest requests when there is no room for all.
static void layBurst(WwParticles *particles, const WwBurst *burst, const WwStep *step) {
    if (!wwPoolHas(&particles->emitters, burst->emitter)) return;
    WwEmitter *emitter = wwPoolGet(&particles->emitters, burst->emitter);
    const uint64_t firstRequest = emitter->requests;
    emitter->requests += burst->count;
    emitter->stats.requested += burst->count;
    if (!hasSource(emitter, step)) {
        reject(particles, emitter, burst->count);
        return;
    }
    Source source = openSource(particles, burst->emitter, emitter, step);
    if (burst->placed) {
        memcpy(source.to.position, burst->position, sizeof burst->position);
        memset(source.velocity, 0, sizeof source.velocity);
    }
    source.tint = burst->tint;
    source.from = source.to;
    source.turns = false;
    const uint32_t places = room(source.style, burst->count, step->now);
    refuse(particles, emitter, burst->count - places);
    for (uint32_t i = burst->count - places; i < burst->count; i++) {
        const Birth birth = {firstRequest + i, step->now, 1.0f};
        lay(particles, &source, &birth);
    }
}

// Starts a new span of births once nothing of the one before the last can be alive.
static void turnSpans(WwEmitterStyle *style, float now) {
    if (now - style->spanBegin < wwMax(style->bounds[0].lifetime, style->bounds[1].lifetime))
        return;
    style->bounds[1] = style->bounds[0];
    style->bounds[0] = (WwBirthBounds){.any = false};
    style->spanBegin = now;
}

void wwParticlesLay(WwParticles *particles, const WwStep *step) {
    particles->now = step->now;
    for (uint32_t i = 0; i < particles->styles.used; i++) {
        WwEmitterStyle *style = wwPoolAt(&particles->styles, i);
        if (!style) continue;
        wwRingExpire(&style->ring, step->now);
        turnSpans(style, step->now);
        style->livingKnown = false;
    }
    for (uint32_t i = 0; i < particles->emitters.used; i++) {
        WwEmitter *emitter = wwPoolAt(&particles->emitters, i);
        if (!emitter || !emitter->emitting) continue;
        layRate(particles, wwPoolHandleAt(&particles->emitters, i), emitter, step);
    }
    for (uint32_t i = 0; i < particles->burstCount; i++) {
        layBurst(particles, &particles->bursts[i], step);
    }
    particles->burstCount = 0;
    for (uint32_t i = 0; i < particles->emitters.used; i++) {
        WwEmitter *emitter = wwPoolAt(&particles->emitters, i);
        if (emitter) emitter->jumped = !hasSource(emitter, step);
    }
}

void wwParticlesRebase(WwParticles *particles, float seconds) {
    particles->now -= seconds;
    for (uint32_t i = 0; i < particles->styles.used; i++) {
        WwEmitterStyle *style = wwPoolAt(&particles->styles, i);
        if (!style) continue;
        wwRingRebase(&style->ring, seconds);
        style->spanBegin -= seconds;
        for (uint32_t record = 0; record < style->ring.capacity; record++) {
            WwParticleRecord *particle = (void *)wwRingRecord(&style->ring, record);
            particle->birth -= seconds;
        }
        wwTableMarkAll(&style->ring.table);
    }
}

WwFamilyCounts wwParticlesCounts(WwParticles *particles) {
    WwFamilyCounts counts = {.records = particles->emitters.liveCount};
    double expired = particles->expired;
    for (uint32_t i = 0; i < particles->styles.used; i++) {
        const WwEmitterStyle *style = wwPoolAt(&particles->styles, i);
        if (!style) continue;
        const uint32_t living = wwRingLiving(&style->ring, particles->now);
        counts.live += living;
        expired += style->laid - style->removed - living;
    }
    counts.dropped = particles->capacityDrops;
    counts.rejected = particles->rejected;
    counts.expired = expired;
    return counts;
}

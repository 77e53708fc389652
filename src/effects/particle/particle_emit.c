// When particles are born: the timeline of each emitter. The k-th birth has an exact time inside
// the step and the place that the source had at that time.
//
// A long step does not loop over what is already dead: requests are counted on arithmetically, and
// when there is no room for all that still live, the newest are laid. Starting in a steady state
// (prewarm) is the same thing: the first window of time begins a lifetime early.
#include "effects/particle/particle_lay.h"

#include <string.h>

#define MOST_BEATS 1e15
#define MOST_OCCURRENCES 4096
#define ROW_SHIFT 44u
#define OCCURRENCE_SHIFT 17u
#define OCCURRENCE_MASK 0x7ffffffull

// What an emitter's clock shows in this step, its delay taken off. Births lie in (begin, end].
typedef struct Window {
    double begin, end;
    double origin;  // on the kit's clock
    double longest; // lifetime
    double now;     // end of the step, also when the emitter ends before it
    bool first;     // a birth at 0 is in it as well
} Window;

// Births at a steady rate: number n (1, 2, ...) comes when phase + rate u = n. The unit of u is a
// second, or for births along the way the whole way of the step.
typedef struct Beats {
    WwBirthKind kind;
    double phase, rate;
    double length; // of the window in units
    double begin, secondsPerUnit;
    double share, sharePerUnit; // of the source's way
    uint64_t firstRequest;      // of birth 1
} Beats;

// ---- refusals

static void reject(WwParticles *particles, WwEmitter *emitter, double count) {
    emitter->stats.rejected += count;
    particles->rejected += count;
}

// Of `wanted` births how many the budget of this update allows.
static uint64_t takeBudget(WwParticles *particles, WwEmitter *emitter, uint64_t wanted) {
    const uint64_t granted = wanted < emitter->birthsLeft ? wanted : emitter->birthsLeft;
    emitter->birthsLeft -= (uint32_t)granted;
    emitter->stats.budget += (double)(wanted - granted);
    particles->drops += (double)(wanted - granted);
    return granted;
}

static void refuseForRoom(WwParticles *particles, WwEmitter *emitter, double count) {
    emitter->stats.capacity += count;
    particles->drops += count;
}

uint32_t wwBirthsGrant(WwParticles *particles, const WwSource *source, uint64_t wanted) {
    const uint32_t granted = (uint32_t)takeBudget(particles, source->emitter, wanted);
    const uint32_t places = wwParticleRoom(source->style, granted, source->step->now);
    refuseForRoom(particles, source->emitter, granted - places);
    return places;
}

// ---- steady rates

static WwBirth birthAt(const Beats *beats, const WwSource *source, uint64_t number) {
    const double unit = ((double)number - beats->phase) / beats->rate;
    const float time = (float)(beats->begin + unit * beats->secondsPerUnit);
    const float share = (float)(beats->share + unit * beats->sharePerUnit);
    return (WwBirth){beats->kind, beats->firstRequest + number - 1, wwMin(time, source->step->now),
        wwClamp(share, 0.0f, 1.0f)};
}

// The first of the births first..last so that it and all later ones find room.
static uint64_t skipForRoom(
    const WwSource *source, const Beats *beats, uint64_t first, uint64_t last, uint32_t places) {
    uint64_t number = last + 1;
    while (number > first) {
        const WwBirth birth = birthAt(beats, source, number - 1);
        if (wwBirthSurvives(source, &birth)) {
            if (places == 0) break;
            places--;
        }
        number--;
    }
    return number;
}

// Lays `count` births; those before unit `dead` are older than the longest lifetime.
static void layBeats(WwParticles *particles, const WwSource *source, const Beats *beats,
    uint64_t count, double dead) {
    WwEmitter *emitter = source->emitter;
    const double gone = floor(beats->phase + beats->rate * dead);
    uint64_t first = gone > 0.0 ? (gone < MOST_BEATS ? (uint64_t)gone : count) + 1 : 1;
    if (first > count + 1) first = count + 1;
    emitter->stats.expired += (double)(first - 1);
    first = count + 1 - takeBudget(particles, emitter, count + 1 - first);
    const uint32_t wanted = (uint32_t)(count + 1 - first);
    const uint32_t places = wwParticleRoom(source->style, wanted, source->step->now);
    if (places < wanted) {
        const uint64_t kept = skipForRoom(source, beats, first, count, places);
        refuseForRoom(particles, emitter, (double)(kept - first));
        first = kept;
    }
    for (uint64_t number = first; number <= count; number++) {
        const WwBirth birth = birthAt(beats, source, number);
        wwParticleLay(particles, source, &birth);
    }
}

// Moves a phase on and returns how many births it passed.
static uint64_t advance(double *phase, double amount) {
    const double end = *phase + amount;
    const double count = end < MOST_BEATS ? floor(end) : MOST_BEATS;
    *phase = end < MOST_BEATS ? end - count : 0.0;
    return (uint64_t)count;
}

static void layOverTime(
    WwParticles *particles, const WwSource *source, WwEmitter *emitter, const Window *window) {
    const WwEmitterStyle *style = wwPoolGet(&particles->styles, emitter->style);
    const double rate = (double)(emitter->ownRate ? emitter->rate : style->def.rateOverTime);
    Beats beats = {.kind = WW_BIRTH_TIME, .phase = emitter->phase, .rate = rate};
    const uint64_t count = advance(&emitter->phase, rate * (window->end - window->begin));
    if (count == 0) return;
    beats.firstRequest = emitter->requests[WW_BIRTH_TIME];
    emitter->requests[WW_BIRTH_TIME] += count;
    emitter->stats.requested += (double)count;
    if (!source) {
        reject(particles, emitter, (double)count);
        return;
    }
    const WwStep *step = source->step;
    beats.begin = window->origin + window->begin;
    beats.secondsPerUnit = 1.0;
    beats.sharePerUnit = step->dt > 0.0f ? 1.0 / (double)step->dt : 0.0;
    beats.share = (beats.begin - (double)step->previous) * beats.sharePerUnit;
    layBeats(particles, source, &beats, count, window->now - window->longest - window->begin);
}

static void layOverDistance(WwParticles *particles, const WwSource *source, const Window *window) {
    WwEmitter *emitter = source->emitter;
    const WwStep *step = source->step;
    const double rate = (double)source->style->def.rateOverDistance * (double)source->way;
    if (rate == 0.0) return;
    const Beats beats = {.kind = WW_BIRTH_DISTANCE,
        .phase = emitter->distancePhase,
        .rate = rate,
        .begin = (double)step->previous,
        .secondsPerUnit = (double)step->dt,
        .sharePerUnit = 1.0,
        .firstRequest = emitter->requests[WW_BIRTH_DISTANCE]};
    const uint64_t count = advance(&emitter->distancePhase, rate);
    emitter->requests[WW_BIRTH_DISTANCE] += count;
    emitter->stats.requested += (double)count;
    const double dead =
        step->dt > 0.0f ? 1.0 - window->longest / (double)step->dt : -(double)count - 1.0;
    if (count) layBeats(particles, source, &beats, count, dead);
}

// ---- bursts of the style

// Occurrences of a row within one loop. A row that repeats is cut at the end of the loop.
static double cyclesOf(const ww_EmitterStyleDef *def, const WwBurstRow *row) {
    if (row->time >= def->duration) return 0.0;
    if (row->interval <= 0.0f) return 1.0;
    const double fitting =
        ceil(((double)def->duration - (double)row->time) / (double)row->interval);
    return row->cycles > 0.0f && (double)row->cycles < fitting ? (double)row->cycles : fitting;
}

// How many occurrences there are up to time x; negative times count back from 0.
static double occurrencesUntil(
    const ww_EmitterStyleDef *def, const WwBurstRow *row, double cycles, double x) {
    const double loop = floor((x - (double)row->time) / (double)def->duration);
    if (!def->looping && loop < 0.0) return 0.0;
    const double started = def->looping ? loop : wwMin((float)loop, 0.0f);
    const double inside = x - (double)row->time - started * (double)def->duration;
    const double passed =
        row->interval > 0.0f ? floor(inside / (double)row->interval) + 1.0 : cycles;
    return started * cycles + (passed < cycles ? passed : cycles);
}

static double occurrenceTime(
    const ww_EmitterStyleDef *def, const WwBurstRow *row, double cycles, double number) {
    const double loop = floor(number / cycles);
    return loop * (double)def->duration + (double)row->time +
           (number - loop * cycles) * (double)row->interval;
}

static bool happens(const WwEmitter *emitter, const WwBurstRow *row, uint64_t id) {
    if (row->probability >= 1.0f) return true;
    WwRandom random =
        wwRandomStream(emitter->seed, (uint64_t)WW_BIRTH_CHANCE << 48 | id << OCCURRENCE_SHIFT);
    return wwRandomUnit(&random) < row->probability;
}

// The occurrences of one row in a window, the newest few thousand at most.
typedef struct Occurrences {
    double first, last, cycles;
    uint64_t rowId;
} Occurrences;

static Occurrences findOccurrences(
    const WwEmitterStyle *style, uint32_t row, const Window *window) {
    const ww_EmitterStyleDef *def = &style->def;
    const WwBurstRow *burst = &style->bursts[row];
    Occurrences found = {.cycles = cyclesOf(def, burst)};
    found.rowId = (uint64_t)row << (ROW_SHIFT - OCCURRENCE_SHIFT);
    if (found.cycles == 0.0) return found;
    // What began before the longest lifetime is dead.
    const double oldest = window->now - window->longest;
    const double begin = window->begin > oldest ? window->begin : oldest;
    const bool fromStart = window->first && begin == 0.0;
    found.last = occurrencesUntil(def, burst, found.cycles, window->end);
    found.first = fromStart ? 0.0 : occurrencesUntil(def, burst, found.cycles, begin);
    if (found.last - found.first > MOST_OCCURRENCES) found.first = found.last - MOST_OCCURRENCES;
    return found;
}

static uint64_t occurrenceId(const Occurrences *found, double number) {
    return found->rowId | ((uint64_t)(int64_t)number & OCCURRENCE_MASK);
}

static void layBurstRow(WwParticles *particles, const WwSource *source, WwEmitter *emitter,
    uint32_t row, const Window *window) {
    const WwEmitterStyle *style = wwPoolGet(&particles->styles, emitter->style);
    const WwBurstRow *burst = &style->bursts[row];
    const Occurrences found = findOccurrences(style, row, window);
    const uint64_t count = (uint64_t)burst->count;
    uint64_t wanted = 0;
    for (double n = found.first; n < found.last; n++) {
        if (happens(emitter, burst, occurrenceId(&found, n))) wanted += count;
    }
    if (wanted == 0) return;
    emitter->stats.requested += (double)wanted;
    if (!source) {
        reject(particles, emitter, (double)wanted);
        return;
    }
    const WwStep *step = source->step;
    uint64_t skipped = wanted - wwBirthsGrant(particles, source, wanted);
    for (double n = found.first; n < found.last; n++) {
        const uint64_t id = occurrenceId(&found, n);
        if (!happens(emitter, burst, id)) continue;
        const double at = window->origin + occurrenceTime(&style->def, burst, found.cycles, n);
        const double share =
            step->dt > 0.0f ? (at - (double)step->previous) / (double)step->dt : 1.0;
        WwBirth birth = {
            WW_BIRTH_BURST, 0, wwMin((float)at, step->now), wwClamp((float)share, 0.0f, 1.0f)};
        for (uint64_t i = 0; i < count; i++) {
            if (skipped) {
                skipped--;
                continue;
            }
            birth.request = id << OCCURRENCE_SHIFT | i;
            wwParticleLay(particles, source, &birth);
        }
    }
}

ww_Status wwBurstsCheck(const ww_EmitterStyleDef *def, WwKeyArray keys) {
    if (def->bursts.count > WW_BURST_ROWS) {
        return wwFail(WW_ERROR_INVALID_DEF, "emitter style: bursts must be at most 16 rows");
    }
    if (def->bursts.count == 0) return WW_OK;
    const WwBurstRow *rows = (const void *)(keys.floats + def->bursts.first);
    for (uint32_t i = 0; i < def->bursts.count; i++) {
        if (rows[i].probability > 1.0f) {
            return wwFail(WW_ERROR_INVALID_DEF,
                "emitter style: the probability of bursts must be between 0 and 1");
        }
        const bool repeats = rows[i].cycles != 1.0f;
        if (repeats && rows[i].interval < WW_SHORTEST_INTERVAL) {
            return wwFail(WW_ERROR_INVALID_DEF,
                "emitter style: the interval of bursts that repeat must be at least 0.001 s");
        }
        if (rows[i].count != floorf(rows[i].count) || rows[i].cycles != floorf(rows[i].cycles)) {
            return wwFail(WW_ERROR_INVALID_DEF,
                "emitter style: count and cycles of bursts must be whole numbers");
        }
    }
    return WW_OK;
}

void wwBurstsCopy(const ww_EmitterStyleDef *def, WwKeyArray keys, WwEmitterStyle *style) {
    style->burstRows = def->bursts.count;
    if (style->burstRows == 0) return;
    memcpy(style->bursts, keys.floats + def->bursts.first, style->burstRows * sizeof(WwBurstRow));
}

// ---- bursts that were asked for: at the end of the step, the newest when there is no room for all

static void layCalled(WwParticles *particles, const WwBurst *burst, const WwStep *step) {
    if (!wwPoolHas(&particles->emitters, burst->emitter)) return;
    WwEmitter *emitter = wwPoolGet(&particles->emitters, burst->emitter);
    const uint64_t firstRequest = emitter->requests[WW_BIRTH_CALL];
    emitter->requests[WW_BIRTH_CALL] += burst->count;
    emitter->stats.requested += burst->count;
    if (!wwSourceUsable(emitter, step)) {
        reject(particles, emitter, burst->count);
        return;
    }
    WwSource source = wwSourceOpen(particles, burst->emitter, emitter, step);
    if (burst->placed) {
        ww_Transform at = {.rotation = {0, 0, 0, 1}};
        memcpy(at.position, burst->position, sizeof at.position);
        at = wwTransformRelative(&source.frame, &at);
        memcpy(source.to.position, at.position, sizeof at.position);
        memset(source.velocity, 0, sizeof source.velocity);
    }
    source.tint = burst->tint;
    source.from = source.to;
    source.turns = false;
    const uint32_t places = wwBirthsGrant(particles, &source, burst->count);
    for (uint32_t i = burst->count - places; i < burst->count; i++) {
        const WwBirth birth = {WW_BIRTH_CALL, firstRequest + i, step->now, 1.0f};
        wwParticleLay(particles, &source, &birth);
    }
}

// ---- a step

// False when nothing can be born in it.
static bool openWindow(
    const ww_EmitterStyleDef *def, WwEmitter *emitter, const WwStep *step, Window *window) {
    const double from = emitter->time - (double)def->startDelay;
    window->now = from + (double)step->dt;
    emitter->time += (double)step->dt;
    window->origin = (double)step->previous - from;
    window->longest = (double)def->lifetime.high;
    window->begin = from > 0.0 ? from : 0.0;
    window->end = window->now;
    if (window->end < 0.0) return false;
    window->first = !emitter->begun;
    emitter->begun = true;
    if (window->first && def->prewarm && def->looping) window->begin -= window->longest;
    if (!def->looping && window->end > (double)def->duration) {
        window->end = (double)def->duration;
    }
    // A step without time still has a way.
    return window->first || window->end > window->begin ||
           (step->dt == 0.0f && window->end == window->begin);
}

static void layEmitter(
    WwParticles *particles, uint32_t handle, WwEmitter *emitter, const WwStep *step) {
    const WwEmitterStyle *style = wwPoolGet(&particles->styles, emitter->style);
    const ww_EmitterStyleDef *def = &style->def;
    Window window;
    if (!openWindow(def, emitter, step, &window)) return;
    if (!style->burstRows && def->rateOverDistance == 0.0f) {
        // The common case opens the source only when something is born.
        const double rate = (double)(emitter->ownRate ? emitter->rate : def->rateOverTime);
        if (emitter->phase + rate * (window.end - window.begin) < 1.0) {
            emitter->phase += rate * (window.end - window.begin);
            return;
        }
    }
    const bool usable = wwSourceUsable(emitter, step);
    WwSource opened;
    if (usable) opened = wwSourceOpen(particles, handle, emitter, step);
    const WwSource *source = usable ? &opened : NULL;
    layOverTime(particles, source, emitter, &window);
    if (source) layOverDistance(particles, source, &window);
    for (uint32_t row = 0; row < style->burstRows; row++) {
        layBurstRow(particles, source, emitter, row, &window);
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

static void markStates(WwParticles *particles) {
    for (uint32_t i = 0; i < particles->styles.used; i++) {
        WwEmitterStyle *style = wwPoolAt(&particles->styles, i);
        if (style && style->layout.simulated) wwStateMark(style);
    }
}

void wwParticlesLay(WwParticles *particles, const WwStep *step) {
    particles->now = step->now;
    particles->noiseTime += (double)step->dt;
    wwFramesUpdate(particles, step);
    wwSubFollow(particles, step);
    for (uint32_t i = 0; i < particles->styles.used; i++) {
        WwEmitterStyle *style = wwPoolAt(&particles->styles, i);
        if (!style) continue;
        if (style->layout.simulated) {
            float force[3];
            wwStyleForce(style, step->wind, force);
            wwStateStep(style, step->dt, force);
        }
        wwRingExpire(&style->ring, step->now);
        turnSpans(style, step->now);
        style->livingKnown = false;
    }
    for (uint32_t i = 0; i < particles->emitters.used; i++) {
        WwEmitter *emitter = wwPoolAt(&particles->emitters, i);
        if (!emitter) continue;
        const WwEmitterStyle *style = wwPoolGet(&particles->styles, emitter->style);
        emitter->birthsLeft = style->def.maxBirths;
        if (!emitter->emitting) continue;
        layEmitter(particles, wwPoolHandleAt(&particles->emitters, i), emitter, step);
    }
    for (uint32_t i = 0; i < particles->burstCount; i++) {
        layCalled(particles, &particles->bursts[i], step);
    }
    particles->burstCount = 0;
    wwSubLay(particles, step);
    markStates(particles);
    for (uint32_t i = 0; i < particles->emitters.used; i++) {
        WwEmitter *emitter = wwPoolAt(&particles->emitters, i);
        if (emitter) emitter->jumped = !wwSourceUsable(emitter, step);
    }
}

// ---- a new epoch, and what there is to count

void wwParticlesRebase(WwParticles *particles, float seconds) {
    particles->now -= seconds;
    for (uint32_t i = 0; i < particles->emitters.used; i++) {
        WwEmitter *emitter = wwPoolAt(&particles->emitters, i);
        if (emitter) emitter->lastDeath -= seconds;
    }
    for (uint32_t i = 0; i < particles->frameCapacity; i++) particles->frameFreeTimes[i] -= seconds;
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
    counts.dropped = particles->drops;
    counts.rejected = particles->rejected;
    counts.expired = expired;
    return counts;
}

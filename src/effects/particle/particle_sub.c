// Sub-emitters: what happens to a particle makes another emitter lay. Because paths are closed
// forms, the place and time of a death or of any point of the way are exact, however long the step.
// Every child draws from a stream that its parent's key and its own number give, so that neither
// the steps nor the order of laying change it.
//
// Events wait in a queue: rings are read before anything is laid into them.
#include "base/memory.h"
#include "effects/particle/particle_lay.h"

#include <string.h>

#define WW_SCHEMA wwSubEmitterSchema
#define WW_SCHEMA_NAME "sub emitter"
#define WW_SCHEMA_STRUCT ww_SubEmitterDef
#define WW_SCHEMA_FILE "effects/particle/sub.def"
#include "base/schema_table.h"

#define EVENTS 8192u
#define KEY_SHIFT 20u
#define LINK_SHIFT 18u
#define NUMBER_MASK 0x3ffffu

// What a parent was when it happened.
struct WwSubEvent {
    const WwSubLink *link;
    uint32_t key, first, count; // the parent's; numbers of the children
    float time;
    float position[3], velocity[3], tint[4];
};

// ---- links

ww_Status wwEmitterLink(
    WwParticles *particles, uint32_t handle, uint32_t child, const ww_SubEmitterDef *def) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    const WwEmitter *target = emitter ? wwPoolGet(&particles->emitters, child) : NULL;
    if (!target) return WW_ERROR_STALE_HANDLE;
    const ww_Status status = wwSchemaCheck(&wwSubEmitterSchema, def, (WwKeyArray){NULL, 0});
    if (status != WW_OK) return status;
    if (target->style == emitter->style) {
        return wwFail(
            WW_ERROR_INVALID_DEF, "sub emitter: it must be of another style than its parent");
    }
    if (emitter->linkCount == WW_SUB_LINKS) {
        return wwFail(WW_ERROR_CAPACITY, "sub emitter: an emitter has room for 4");
    }
    if (!particles->events) particles->events = wwAlloc(sizeof(WwSubEvent) * EVENTS);
    if (!particles->events) {
        return wwFail(WW_ERROR_OUT_OF_MEMORY, "sub emitter: out of memory for its events");
    }
    emitter->links[emitter->linkCount++] = (WwSubLink){*def, child, emitter->linkCount};
    return WW_OK;
}

ww_Status wwEmitterUnlink(WwParticles *particles, uint32_t handle) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    emitter->linkCount = 0;
    return WW_OK;
}

ww_Status wwEmitterTellDeaths(WwParticles *particles, uint32_t handle, bool tell) {
    WwEmitter *emitter = wwPoolGet(&particles->emitters, handle);
    if (!emitter) return WW_ERROR_STALE_HANDLE;
    emitter->tellsDeaths = tell;
    particles->tellsDeaths = particles->tellsDeaths || tell;
    return WW_OK;
}

// ---- events

static void tellDeath(WwParticles *particles, const WwEmitterStyle *style, uint32_t emitter,
    const WwParticleRecord *particle, float age) {
    float position[3], velocity[3];
    wwParticlePath(particles, style, particle, age, position, velocity);
    wwEventPush(&particles->shared->events, WW_EVENT_DIED, emitter, position, velocity);
}

static void push(WwParticles *particles, const WwSubLink *link, const WwEmitterStyle *style,
    const WwParticleRecord *particle, uint32_t key, float age, uint32_t first, uint32_t count) {
    if (particles->eventCount == EVENTS) {
        particles->drops += count;
        return;
    }
    WwSubEvent *event = &particles->events[particles->eventCount++];
    *event = (WwSubEvent){link, key, first, count, particle->birth + age, {0}, {0}, {0}};
    wwParticlePath(particles, style, particle, age, event->position, event->velocity);
    memcpy(event->tint, particle->tint, sizeof event->tint);
    event->tint[3] = wwTintOpacity(particle->tint);
}

static bool happens(const WwSubLink *link, uint32_t key) {
    if (link->def.probability >= 1.0f) return true;
    WwRandom random = wwRandomStream(key, (uint64_t)WW_BIRTH_CHANCE << 48 | link->number);
    return wwRandomUnit(&random) < link->def.probability;
}

static void pushOnce(WwParticles *particles, const WwSubLink *link, const WwEmitterStyle *style,
    const WwParticleRecord *particle, uint32_t key, float age) {
    if (happens(link, key)) {
        push(particles, link, style, particle, key, age, 0, (uint32_t)link->def.count);
    }
}

// Child number n comes at n + 1/2 rates of age.
static void pushWay(WwParticles *particles, const WwSubLink *link, const WwEmitterStyle *style,
    const WwParticleRecord *particle, uint32_t key, float from, float to) {
    const float rate = link->def.count;
    if (rate == 0.0f) return;
    const uint32_t first = (uint32_t)wwMax(0.0f, floorf(from * rate + 0.5f));
    const uint32_t end = (uint32_t)floorf(to * rate + 0.5f);
    for (uint32_t n = first; n < end && particles->eventCount < EVENTS; n++) {
        push(particles, link, style, particle, key, ((float)n + 0.5f) / rate, n, 1);
    }
}

void wwSubLaid(WwParticles *particles, const WwSource *source, const WwParticleRecord *particle,
    uint32_t key, float death) {
    const float now = source->step->now;
    if (source->emitter->tellsDeaths && death <= now) {
        tellDeath(particles, source->style, source->handle, particle, death - particle->birth);
    }
    for (uint32_t i = 0; i < source->emitter->linkCount; i++) {
        const WwSubLink *link = &source->emitter->links[i];
        if (link->def.on == WW_SUB_BIRTH) {
            pushOnce(particles, link, source->style, particle, key, 0.0f);
        } else if (link->def.on == WW_SUB_WAY) {
            const float age = wwMin(now, death) - particle->birth;
            pushWay(particles, link, source->style, particle, key, 0.0f, age);
        } else if (death <= now) {
            pushOnce(particles, link, source->style, particle, key, death - particle->birth);
        }
    }
}

// What happened in this step to a particle that was alive before it.
static void follow(WwParticles *particles, const WwEmitterStyle *style, uint32_t record,
    const WwEmitter *emitter, const WwStep *step) {
    const WwParticleRecord *particle = (const void *)wwRingRecord(&style->ring, record);
    const float death = style->ring.deathTimes[record];
    const uint32_t key = style->keys[record];
    if (emitter->tellsDeaths && death <= step->now) {
        tellDeath(particles, style, style->owners[record], particle, death - particle->birth);
    }
    for (uint32_t i = 0; i < emitter->linkCount; i++) {
        const WwSubLink *link = &emitter->links[i];
        if (link->def.on == WW_SUB_WAY) {
            pushWay(particles, link, style, particle, key, step->previous - particle->birth,
                wwMin(step->now, death) - particle->birth);
        } else if (link->def.on == WW_SUB_DEATH && death <= step->now) {
            pushOnce(particles, link, style, particle, key, death - particle->birth);
        }
    }
}

void wwSubFollow(WwParticles *particles, const WwStep *step) {
    particles->eventCount = 0;
    if (!particles->events && !particles->tellsDeaths) return;
    for (uint32_t s = 0; s < particles->styles.used; s++) {
        const WwEmitterStyle *style = wwPoolAt(&particles->styles, s);
        if (!style) continue;
        const WwRing *ring = &style->ring;
        for (uint32_t i = 0, record = ring->first; i < ring->count; i++) {
            const uint32_t owner = style->owners[record];
            if (ring->deathTimes[record] > step->previous &&
                wwPoolHas(&particles->emitters, owner)) {
                const WwEmitter *emitter = wwPoolGet(&particles->emitters, owner);
                if (emitter->linkCount || emitter->tellsDeaths)
                    follow(particles, style, record, emitter, step);
            }
            record = record + 1 == ring->capacity ? 0 : record + 1;
        }
    }
}

// ---- children

static WwSource openChild(
    WwParticles *particles, const WwSubEvent *event, WwEmitter *emitter, const WwStep *step) {
    const ww_SubEmitterDef *def = &event->link->def;
    WwSource source = {.emitter = emitter, .handle = event->link->child, .step = step};
    source.style = wwPoolGet(&particles->styles, emitter->style);
    source.to = (ww_Transform){{0, 0, 0}, 1, {0, 0, 0, 1}};
    memcpy(source.to.position, event->position, sizeof event->position);
    source.frame = (ww_Transform){{0, 0, 0}, 1, {0, 0, 0, 1}};
    if (emitter->frame != WW_RING_FULL) {
        source.frame = *wwFrameAt(particles, emitter->frame);
        source.to = wwTransformRelative(&source.frame, &source.to);
        source.turned = true;
    }
    source.from = source.to;
    source.tint = def->inheritColor ? event->tint : emitter->tint;
    for (int i = 0; i < 3; i++) source.velocity[i] = event->velocity[i] * def->inheritVelocity;
    wwSourceAim(&source);
    return source;
}

static void layChildren(WwParticles *particles, const WwSubEvent *event, const WwStep *step) {
    if (!wwPoolHas(&particles->emitters, event->link->child)) return;
    WwEmitter *emitter = wwPoolGet(&particles->emitters, event->link->child);
    emitter->stats.requested += event->count;
    const WwSource source = openChild(particles, event, emitter, step);
    const uint32_t places = wwBirthsGrant(particles, &source, event->count);
    const uint64_t parent = (uint64_t)(event->key & 0xfffffffu) << KEY_SHIFT |
                            (uint64_t)event->link->number << LINK_SHIFT;
    for (uint32_t i = event->count - places; i < event->count; i++) {
        const WwBirth birth = {
            WW_BIRTH_CHILD, parent | ((event->first + i) & NUMBER_MASK), event->time, 1.0f};
        wwParticleLay(particles, &source, &birth);
    }
}

// Children that have sub-emitters of their own append to the queue while it is worked off.
void wwSubLay(WwParticles *particles, const WwStep *step) {
    for (uint32_t i = 0; i < particles->eventCount; i++) {
        const WwSubEvent event = particles->events[i];
        layChildren(particles, &event, step);
    }
    particles->eventCount = 0;
}

// The origin moved: everything that is kept in the world moves against it.
#include "effects/particle/particle.h"

void wwEmitterStylePlace(const WwParticles *particles, WwEmitterStyle *style) {
    const float *n = style->groundNormal;
    double level = (double)style->def.groundHeight;
    for (int i = 0; i < 3; i++) level -= (double)n[i] * particles->origin[i];
    style->groundLevel = (float)level;
    wwNoisePlace(&style->noise, particles->origin);
}

static void shiftState(WwEmitterStyle *style, const double by[3]) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        float *places = wwStateArray(style, axis);
        for (uint32_t i = 0; i < style->ring.capacity; i++) {
            places[i] = (float)((double)places[i] - by[axis]);
        }
    }
    wwStateMark(style);
}

// Records in a space stay as they are: the space moves.
static void shiftRecords(WwEmitterStyle *style, const double by[3]) {
    for (uint32_t record = 0; record < style->ring.capacity; record++) {
        WwParticleRecord *particle = (void *)wwRingRecord(&style->ring, record);
        WwParticlePull *pull = style->layout.pull ? (void *)(particle + 1) : NULL;
        if (pull && pull->frame >= 0.0f) continue;
        wwShift3(particle->position, by);
        if (pull) wwShift3(pull->center, by);
    }
    wwTableMarkAll(&style->ring.table);
}

static void shiftStyle(const WwParticles *particles, WwEmitterStyle *style, const double by[3]) {
    wwEmitterStylePlace(particles, style);
    shiftRecords(style, by);
    if (style->layout.simulated) shiftState(style, by);
    if (style->def.space != WW_SPACE_WORLD) return;
    for (int i = 0; i < 2; i++) {
        wwShift3(style->bounds[i].low, by);
        wwShift3(style->bounds[i].high, by);
    }
}

void wwParticlesShift(WwParticles *particles, const double by[3]) {
    for (int i = 0; i < 3; i++) particles->origin[i] += by[i];
    for (uint32_t i = 0; i < particles->styles.used; i++) {
        WwEmitterStyle *style = wwPoolAt(&particles->styles, i);
        if (style) shiftStyle(particles, style, by);
    }
    for (uint32_t i = 0; i < particles->burstCount; i++) {
        wwShift3(particles->bursts[i].position, by);
    }
    for (uint32_t i = 0; i < particles->frameCapacity; i++) {
        wwShift3(wwTableFloats(&particles->frames, 2 * i), by);
    }
    if (particles->frames.bytes) wwTableMarkAll(&particles->frames);
}

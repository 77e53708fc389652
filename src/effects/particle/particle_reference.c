// What shaders/particle.vert computes, on the CPU. Change both together.
#include "effects/particle/particle.h"

// A texel of a curve row, filtered as the GPU does it.
void wwCurveRow(const WwTable *curves, uint32_t row, float position, float out[4]) {
    const float x = wwClamp(position, 0.0f, 1.0f) * (float)(WW_CURVE_SAMPLES - 1);
    const uint32_t left = wwMinU((uint32_t)x, WW_CURVE_SAMPLES - 2);
    const float *a = wwTableFloats(curves, row * WW_CURVE_SAMPLES + left);
    for (int i = 0; i < 4; i++) out[i] = wwLerp(a[i], a[i + 4], x - (float)left);
}

bool wwParticleReference(const WwParticles *particles, const WwEmitterStyle *style, uint32_t record,
    float now, ww_Particle *state) {
    const WwParticleRecord *particle = (const void *)wwRingRecord(&style->ring, record);
    const ww_EmitterStyleDef *def = &style->def;
    const float age = now - particle->birth;
    if (!(age >= 0.0f && age < particle->lifetime)) return false;
    float color[4], curves[4];
    if (def->ground == WW_GROUND_DIE &&
        age >= fabsf(wwParticleTouchesOf(style, particle)->ages[0])) {
        return false;
    }
    wwParticlePath(particles, style, particle, age, state->position, state->velocity);
    state->age = age;
    state->lifetime = particle->lifetime;
    wwCurveRow(&particles->shared->curves, style->curveRow, age / particle->lifetime, color);
    wwCurveRow(&particles->shared->curves, style->curveRow + 1, age / particle->lifetime, curves);
    if (style->secondCurves) {
        float color2[4], curves2[4];
        const float mix = wwParticleRandom(particle, WW_RANDOM_CURVE);
        wwCurveRow(
            &particles->shared->curves, style->curveRow + 2, age / particle->lifetime, color2);
        wwCurveRow(
            &particles->shared->curves, style->curveRow + 3, age / particle->lifetime, curves2);
        for (int i = 0; i < 4; i++) color[i] = wwLerp(color[i], color2[i], mix);
        for (int i = 0; i < 2; i++) curves[i] = wwLerp(curves[i], curves2[i], mix);
    }
    state->size = particle->size * curves[0];
    const WwParticlePull *pull = style->layout.pull ? wwParticlePullOf(particle) : NULL;
    if (pull && pull->frame >= 0.0f)
        state->size *= wwFrameAt(particles, (uint32_t)pull->frame)->scale;
    // What sticks turns no more.
    const bool sticks = def->ground == WW_GROUND_STICK;
    const float turned =
        sticks ? wwMin(age, fabsf(wwParticleTouchesOf(style, particle)->ages[0])) : age;
    state->rotation = particle->rotation + particle->spin * turned;
    const float tint[4] = {def->color.r, def->color.g, def->color.b, def->color.a * curves[1]};
    for (int i = 0; i < 4; i++) {
        state->color[i] =
            color[i] * tint[i] * (i == 3 ? wwTintOpacity(particle->tint) : particle->tint[i]);
    }
    return true;
}

uint32_t wwParticlesRead(
    WwParticles *particles, uint32_t handle, ww_Particle *states, uint32_t capacity) {
    const WwEmitterStyle *style = wwPoolGet(&particles->styles, handle);
    if (!style) return WW_NO_COUNT;
    const WwRing *ring = &style->ring;
    uint32_t count = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        const uint32_t record = (ring->first + i) % ring->capacity;
        ww_Particle state;
        // What the counters call dead, although an age may round to less than the lifetime.
        if (ring->deathTimes[record] <= particles->now) continue;
        if (!wwParticleReference(particles, style, record, particles->now, &state)) continue;
        if (count < capacity) states[count] = state;
        count++;
    }
    return count;
}

// What one camera needs: which styles it sees at all, and their draws.
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
    bounds->fromCenter = wwMax(bounds->fromCenter, other->fromCenter);
    bounds->pull = wwMax(bounds->pull, other->pull);
}

static float length3(float x, float y, float z) {
    return sqrtf(x * x + y * y + z * z);
}

// How far a particle can be from its place of birth: `own` in the space it moves in, `world` in the
// world whatever that space is. Travel and fall grow with age; a pull only shortens them.
typedef struct Reach {
    float own, world;
} Reach;

static Reach reachOf(const WwEmitterStyle *style, const WwBirthBounds *bounds) {
    const ww_EmitterStyleDef *def = &style->def;
    // Along the ground less drag may be left than before it.
    const float drag = style->layout.ground ? 0.0f : def->drag;
    const WwMotion m = wwParticleMotion(drag, 0.0f, bounds->lifetime);
    const float gravity = length3(def->gravity.x, def->gravity.y, def->gravity.z);
    const float force = wwMax(gravity, bounds->pull);
    const float speed = sqrtf(bounds->speedSquared);
    const float travel = style->layout.speedCurve ? bounds->lifetime * style->speedPeak : m.travel;
    const float fastest = style->layout.speedCurve ? speed * style->speedPeak : speed;
    const float sway = def->turbulence * 1.7320508f + def->noise * WW_NOISE_PEAK;
    const float half = def->sprite == WW_SPRITE_MESH ? style->meshRadius : 0.70710678f;
    const float sprite = bounds->size * style->sizePeak * half;
    const float turning = wwMax(fabsf(def->orbit.low), fabsf(def->orbit.high));
    const float around = bounds->fromCenter + speed * travel;
    // From one side of the center to the other.
    const float own = speed * travel + 2.0f * bounds->fromCenter + (turning > 0.0f ? around : 0.0f);
    const float tail = def->stretch * (fastest + force * m.travel + turning * around);
    return (Reach){own + sprite + tail, force * m.fall + sway};
}

static bool isVisible(
    const WwParticles *particles, const WwEmitterStyle *style, const WwView *view) {
    WwBirthBounds bounds = style->bounds[0];
    joinBounds(&bounds, &style->bounds[1]);
    if (!bounds.any) return false;
    float center[3], half[3];
    for (int i = 0; i < 3; i++) {
        center[i] = 0.5f * (bounds.low[i] + bounds.high[i]);
        half[i] = 0.5f * (bounds.high[i] - bounds.low[i]);
    }
    const Reach reach = reachOf(style, &bounds);
    if (style->layout.simulated) return wwStateVisible(style, view, reach.world + reach.own);
    const float radius = length3(half[0], half[1], half[2]) + reach.own;
    if (style->def.space == WW_SPACE_WORLD) {
        return wwSphereVisible(view, center, radius + reach.world);
    }
    // Spaces whose emitter is gone may still hold particles: all of them are looked at.
    for (uint32_t i = 0; i < particles->frameCapacity; i++) {
        const ww_Transform *frame = wwFrameAt(particles, i);
        if (!particles->frameOwners[i] && particles->frameFreeTimes[i] <= view->now) continue;
        float place[3] = {
            center[0] * frame->scale, center[1] * frame->scale, center[2] * frame->scale};
        wwRotate3(frame->rotation, place, place);
        for (int axis = 0; axis < 3; axis++) place[axis] += frame->position[axis];
        if (wwSphereVisible(view, place, radius * fabsf(frame->scale) + reach.world)) return true;
    }
    return false;
}

// ---- drawing

static void set4(float out[4], float x, float y, float z, float w) {
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = w;
}

// What shaders/particle.glsl wants to know.
static void setPath(
    const WwParticles *particles, const WwEmitterStyle *style, float now, float params[][4]) {
    const ww_EmitterStyleDef *def = &style->def;
    const float *n = style->groundNormal;
    set4(params[1], def->gravity.x, def->gravity.y, def->gravity.z, def->drag);
    set4(params[2], def->color.r, def->color.g, def->color.b, def->color.a);
    set4(params[3], def->turbulence, def->turbulenceFrequency, def->stretch, def->nearFade);
    set4(params[4], (float)def->sprite, (float)def->blend, def->lighting, def->sort ? 1 : 0);
    set4(params[5], (float)style->curveRow, (float)particles->shared->curves.height,
        (float)style->layout.texels, def->noise);
    set4(params[6], def->attraction, def->orbit.low, def->orbit.high,
        wwNoisePhase(particles, style, now));
    set4(params[7], n[0], n[1], n[2], style->groundLevel);
    set4(params[8], (float)def->ground, def->bounciness, def->friction, def->slideDrag);
    set4(params[9], style->layout.pull ? 1 : 0, style->layout.speedCurve ? 1 : 0,
        style->secondCurves ? 1 : 0, (float)def->facing);
    set4(params[10], (float)def->frameColumns, (float)def->frameRows, def->frameRate,
        (float)(def->frameBlend + 2 * def->frameRandom));
    memcpy(params[12], &style->noise, sizeof style->noise);
}

static void addDraw(
    WwParticles *particles, const WwEmitterStyle *style, const WwView *view, WwDrawList *list) {
    const ww_EmitterStyleDef *def = &style->def;
    const WwRing *ring = &style->ring;
    const WwShared *shared = particles->shared;
    const bool solid = def->sprite == WW_SPRITE_MESH;
    const bool sorted = def->sort && !solid;
    const uint32_t quads = sorted ? style->orderCount : ring->count;
    WwDraw *draw =
        quads ? wwDrawListAdd(list, solid ? WW_PIPELINE_PARTICLE_MESH : WW_PIPELINE_PARTICLE)
              : NULL;
    if (!draw) return;
    const uint32_t batches = (quads + WW_QUADS - 1) / WW_QUADS;
    draw->bias = def->sortBias;
    draw->tables[0] = &ring->table;
    draw->tables[1] = &shared->curves;
    draw->tables[2] = sorted ? &style->order : NULL;
    draw->tables[3] = particles->frames.bytes ? &particles->frames : NULL;
    if (style->layout.simulated) draw->tables[3] = &style->state;
    draw->textures[0] = wwTextureOf(&shared->textures, def->texture);
    draw->textures[1] = def->softness > 0.0f ? view->depthTexture : 0;
    draw->quads = quads;
    draw->quadsPerInstance = (quads + batches - 1) / batches;
    draw->paramCount = WW_DRAW_PARAMS;
    if (solid) {
        draw->mesh = &style->mesh;
        draw->instances = quads;
        draw->state = def->blend == 0 ? WW_DRAW_DEPTH_WRITE : 0;
        draw->quadsPerInstance = 1;
    }
    set4(draw->params[0], (float)draw->quadsPerInstance, (float)quads,
        sorted ? 0.0f : (float)ring->first, (float)ring->capacity);
    setPath(particles, style, view->now, draw->params);
    set4(draw->params[11], draw->textures[0] ? 1 : 0, draw->textures[1] ? def->softness : 0,
        style->layout.simulated ? (float)(style->stateStride / 4u) : 0, 0);
}

void wwParticleFit(WwDraw *draw, uint32_t triangles) {
    const uint32_t ofEach = draw->mesh ? draw->mesh->indexCount / 3 : 2;
    const uint32_t count = triangles / ofEach;
    if (count >= draw->quads) return;
    draw->params[0][2] += (float)(draw->quads - count); // the shaders go around the ring
    draw->params[0][1] = (float)count;
    draw->quads = count;
    if (draw->mesh) draw->instances = count;
}

void wwParticlesView(WwParticles *particles, const WwView *view, WwDrawList *list) {
    for (uint32_t i = 0; i < particles->styles.used; i++) {
        WwEmitterStyle *style = wwPoolAt(&particles->styles, i);
        if (!style || !style->ring.count || !isVisible(particles, style, view)) continue;
        if (style->def.sort && style->def.sprite != WW_SPRITE_MESH &&
            !(view->still && style->ordered)) {
            wwParticlesSort(particles, style, view);
        }
        addDraw(particles, style, view, list);
    }
}

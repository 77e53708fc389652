// What shaders/beam.vert computes, on the CPU. Change both together.
//
// Lightning is midpoint displacement in closed form: octave k adds a hat over each of 2^k equal
// parts of the beam, thrown aside at random by half as much as the octave before. So the ends stay
// where they are, any point can be found without the others, and a new path needs a new number
// instead of new points.
#include "effects/beam/beam.h"

#include <string.h>

uint32_t wwBeamSegments(const WwBeamStyle *style) {
    return style->bends ? style->def.segments : 1;
}

uint32_t wwBeamStrands(const WwBeamStyle *style) {
    return style->def.jitter > 0.0f ? style->def.branches + 1 : 1;
}

uint32_t wwBeamOctaves(const WwBeamStyle *style) {
    uint32_t octaves = 0;
    if (style->def.jitter > 0.0f) {
        while ((1u << octaves) < style->def.segments) octaves++;
    }
    return octaves;
}

void wwBeamRoll(const WwBeamStyle *style, float *roll, float *share) {
    const double whole = floor(style->roll);
    *roll = (float)((uint64_t)whole & 0xffffffu);
    *share = (float)(style->roll - whole);
}

// O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
// Number Generation", 2014: the 32-bit RXS M XS permutation.
static uint32_t mix(uint32_t x) {
    x = x * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28) + 4u)) ^ x) * 277803737u;
    return (x >> 22) ^ x;
}

// Two numbers -1..1.
static void pairOf(uint32_t bits, float pair[2]) {
    pair[0] = (float)(bits & 0xffffu) / 32767.5f - 1.0f;
    pair[1] = (float)(bits >> 16) / 32767.5f - 1.0f;
}

static void bend(uint32_t key, float t, uint32_t octaves, float sum[2]) {
    float amplitude = 1.0f, parts = 1.0f;
    sum[0] = sum[1] = 0.0f;
    for (uint32_t octave = 0; octave < octaves; octave++) {
        const float part = wwMin(floorf(t * parts), parts - 1.0f);
        const float hat = 1.0f - fabsf(2.0f * (t * parts - part) - 1.0f);
        float pair[2];
        pairOf(mix(key + octave * 64u + (uint32_t)part), pair);
        for (int i = 0; i < 2; i++) sum[i] += amplitude * hat * pair[i];
        amplitude *= 0.5f;
        parts *= 2.0f;
    }
}

typedef struct Strand {
    float start[3], axis[3]; // the axis is as long as the strand
    float u[3], v[3];
    float amplitude;
    uint32_t key, nextKey;
    float share; // of the way from the path of `key` to that of `nextKey`
} Strand;

static void pathAt(const Strand *strand, float t, uint32_t octaves, float point[3]) {
    float from[2], to[2];
    bend(strand->key, t, octaves, from);
    bend(strand->nextKey, t, octaves, to);
    const float x = wwLerp(from[0], to[0], strand->share) * strand->amplitude;
    const float y = wwLerp(from[1], to[1], strand->share) * strand->amplitude;
    for (int i = 0; i < 3; i++) {
        point[i] = strand->start[i] + strand->axis[i] * t + strand->u[i] * x + strand->v[i] * y;
    }
}

static void setAxis(Strand *strand, const float direction[3], float size, float jitter) {
    wwBasis(direction, strand->u, strand->v);
    for (int i = 0; i < 3; i++) strand->axis[i] = direction[i] * size;
    strand->amplitude = size * jitter;
}

// A side arm leaves the beam between a sixth and five sixths of its length.
static void branchOff(
    const WwBeamStyle *style, Strand *strand, const float direction[3], uint32_t number) {
    const uint32_t octaves = wwBeamOctaves(style);
    const uint32_t key = mix(strand->key + number * 1021u);
    const float segments = (float)wwBeamSegments(style);
    float place[2], lean[2], start[3], aside[3], arm[3];
    pairOf(mix(key + 1u), place);
    pairOf(mix(key + 2u), lean);
    const float t = floorf((0.5f + place[0] / 3.0f) * segments) / segments;
    const float size = glm_vec3_norm(strand->axis) * style->def.branchLength *
                       (0.7f + 0.3f * place[1]) * (1.0f - 0.5f * t);
    pathAt(strand, t, octaves, start);
    for (int i = 0; i < 3; i++) {
        aside[i] = direction[i] + strand->u[i] * lean[0] + strand->v[i] * lean[1];
    }
    wwNormalize3(aside, direction, arm);
    memcpy(strand->start, start, sizeof start);
    setAxis(strand, arm, size, style->def.jitter);
    strand->nextKey = mix(strand->nextKey + number * 1021u);
    strand->key = key;
}

bool wwBeamReference(
    const WwBeamStyle *style, uint32_t record, uint32_t number, float t, float point[3]) {
    const ww_BeamStyleDef *def = &style->def;
    const float *ends = wwTableFloats(&style->ends, record * WW_BEAM_END_TEXELS);
    const uint32_t seed = (uint32_t)wwTableFloats(&style->looks, record * WW_BEAM_LOOK_TEXELS)[2];
    float way[3], direction[3];
    for (int i = 0; i < 3; i++) way[i] = ends[4 + i] - ends[i];
    const float size = glm_vec3_norm(way);
    if (!(size > 1e-6f) || ends[3] < 0.0f) return false;
    for (int i = 0; i < 3; i++) direction[i] = way[i] / size;

    float roll, share;
    wwBeamRoll(style, &roll, &share);
    const uint32_t own = mix(seed);
    const float time = share + (float)(own >> 8) / 16777216.0f;
    const uint32_t path = own + (uint32_t)roll + (time >= 1.0f ? 1u : 0u);
    share = time - floorf(time);
    const float blend = def->jitterBlend;
    Strand strand = {.key = mix(path), .nextKey = mix(path + 1u)};
    strand.share = blend > 0.0f ? wwClamp((share - 1.0f) / blend + 1.0f, 0.0f, 1.0f) : 0.0f;
    memcpy(strand.start, ends, sizeof strand.start);
    setAxis(&strand, direction, size, def->jitter);
    if (number > 0) branchOff(style, &strand, direction, number);
    pathAt(&strand, t, wwBeamOctaves(style), point);
    return true;
}

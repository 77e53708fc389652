// Leaves as triangles: which of a plan a level has, how large, in which colour. Normals lean out of
// the mass of leaves (its clump and the whole crown), so that a crown is lit as soft volumes
// instead of flickering with the facing of each leaf.
#include "effects/flora/parts.h"

#include <stddef.h>
#include <string.h>

// Where the axis and the node of a vertex begin, which are written at once.
#define SEAT offsetof(WwMeshVertex, axis)

static const int8_t kindMarks[WW_FOLIAGE_KINDS] = {127, 96, 80};

// An outline as lanes, so that compilers work on several of its points at a time.
typedef struct Pattern {
    float place[3][WW_OUTLINE_POINTS]; // across, along, above, shares of the part's size
    float normal[3][WW_OUTLINE_POINTS];
    float light[WW_OUTLINE_POINTS];
    float open[WW_OUTLINE_POINTS];       // factor of the visibility, in bytes
    float sway[WW_OUTLINE_POINTS];       // added to that of the leaf, in bytes
    uint32_t flutter[WW_OUTLINE_POINTS]; // as it stands in the vertex
    float uv[WW_OUTLINE_POINTS][2];
    uint32_t corners[3 * WW_OUTLINE_TRIANGLES];
    uint32_t pointCount, cornerCount;
} Pattern;

// The points, and as many as fill the last four.
static inline uint32_t lanesOf(const Pattern *pattern) {
    return (pattern->pointCount + 3u) & ~3u;
}

// What differs between the points of one leaf, as it stands in the vertices.
typedef struct Lanes {
    float position[3][WW_OUTLINE_POINTS];
    uint32_t normal[WW_OUTLINE_POINTS], color[WW_OUTLINE_POINTS], wind[WW_OUTLINE_POINTS];
} Lanes;

static void leafColor(
    const ww_TreeDef *def, const float (*colors)[3], const WwLeaf *leaf, float color[3]) {
    const float *encoded = colors[leaf->kind];
    const float bright = 1.0f + 0.5f * def->leafColorVariation * leaf->tint;
    const float hue = 0.5f * def->leafHueVariation * leaf->hue;
    color[0] = encoded[0] * bright * (1.0f + 0.6f * hue);
    color[1] = encoded[1] * bright * (1.0f + 0.12f * hue);
    color[2] = encoded[2] * bright * (1.0f - 0.6f * hue);
}

// Axes of a leaf: across it, along it, out of its face.
static void layPlaces(const Pattern *pattern, const WwLeaf *leaf, float size,
    const float axes[3][3], Lanes *restrict lanes) {
    const uint32_t count = lanesOf(pattern);
    for (int i = 0; i < 3; i++) {
        const float base = leaf->position[i];
        const float a = size * axes[0][i], b = size * axes[1][i], c = size * axes[2][i];
        for (uint32_t k = 0; k < count; k++) {
            lanes->position[i][k] = base + (a * pattern->place[0][k] + b * pattern->place[1][k] +
                                               c * pattern->place[2][k]);
        }
    }
}

// As wwBuilderNormal does.
static void layNormals(const Pattern *pattern, const WwLeaf *leaf, float leafPuff,
    const float axes[3][3], Lanes *restrict lanes) {
    const uint32_t count = lanesOf(pattern);
    const uint32_t mark = (uint32_t)kindMarks[leaf->kind] << 24;
    const float flat = 1.0f - leafPuff;
    float a[3], b[3], c[3], puff[3];
    for (int i = 0; i < 3; i++) {
        a[i] = flat * axes[0][i];
        b[i] = flat * axes[1][i];
        c[i] = flat * axes[2][i];
        puff[i] = leafPuff * leaf->puff[i];
    }
    const float *face = axes[2];
    for (uint32_t k = 0; k < count; k++) {
        const float u = pattern->normal[0][k];
        const float v = pattern->normal[1][k];
        const float w = pattern->normal[2][k];
        float x = a[0] * u + b[0] * v + c[0] * w + puff[0];
        float y = a[1] * u + b[1] * v + c[1] * w + puff[1];
        float z = a[2] * u + b[2] * v + c[2] * w + puff[2];
        const float squared = x * x + y * y + z * z;
        const bool usable = squared > 1e-20f;
        const float scale = 127.0f / (usable ? sqrtf(squared) : 1.0f);
        x = usable ? x : face[0];
        y = usable ? y : face[1];
        z = usable ? z : face[2];
        lanes->normal[k] = (wwNearest(x * scale) & 255u) | (wwNearest(y * scale) & 255u) << 8 |
                           (wwNearest(z * scale) & 255u) << 16 | mark;
    }
}

// What was 0..255 before it was varied.
static inline uint32_t byteOf(float x) {
    return wwNearest(x < 255.0f ? x : 255.0f) & 255u;
}

static void layColors(
    const Pattern *pattern, const WwLeaf *leaf, const float color[3], Lanes *restrict lanes) {
    const uint32_t count = lanesOf(pattern);
    const float red = 255.0f * wwMax(color[0], 0.0f);
    const float green = 255.0f * wwMax(color[1], 0.0f);
    const float blue = 255.0f * wwMax(color[2], 0.0f);
    const float visibility = leaf->visibility;
    const float sway = 255.0f * leaf->sway;
    const uint32_t same =
        (uint32_t)wwByte(leaf->phase) << 8 | (uint32_t)wwByte(0.5f + 0.5f * leaf->hue) << 24;
    for (uint32_t k = 0; k < count; k++) {
        const float light = pattern->light[k];
        lanes->color[k] = byteOf(red * light) | byteOf(green * light) << 8 |
                          byteOf(blue * light) << 16 | byteOf(visibility * pattern->open[k]) << 24;
        lanes->wind[k] = byteOf(sway + pattern->sway[k]) | pattern->flutter[k] | same;
    }
}

static void addLeaf(const ww_TreeDef *def, const Pattern *patterns, const WwLeaf *leaf, float scale,
    float widen, const float color[3], WwTreeBuilder *builder) {
    const Pattern *pattern = &patterns[leaf->kind];
    const float *a = leaf->along;
    const float *f = leaf->face;
    const float axes[3][3] = {
        {widen * (a[1] * f[2] - a[2] * f[1]), widen * (a[2] * f[0] - a[0] * f[2]),
            widen * (a[0] * f[1] - a[1] * f[0])},
        {a[0], a[1], a[2]}, {f[0], f[1], f[2]}};
    Lanes lanes;
    layPlaces(pattern, leaf, leaf->size * scale, axes, &lanes);
    layNormals(pattern, leaf, def->leafPuff, axes, &lanes);
    layColors(pattern, leaf, color, &lanes);
    WwMeshVertex seat;
    wwBuilderSeat(&seat, leaf->node, leaf->axis);
    uint64_t seatBits;
    memcpy(&seatBits, (const char *)&seat + SEAT, sizeof seatBits);
    WwTreeMesh *mesh = builder->mesh;
    const uint32_t first = mesh->vertexCount;
    WwMeshVertex *restrict vertex = mesh->vertices + first;
    for (uint32_t k = 0; k < pattern->pointCount; k++, vertex++) {
        for (int i = 0; i < 3; i++) vertex->position[i] = lanes.position[i][k];
        memcpy(vertex->normal, &lanes.normal[k], sizeof vertex->normal);
        memcpy(vertex->color, &lanes.color[k], sizeof vertex->color);
        memcpy(vertex->wind, &lanes.wind[k], sizeof vertex->wind);
        memcpy(vertex->uv, pattern->uv[k], sizeof vertex->uv);
        memcpy((char *)vertex + SEAT, &seatBits, sizeof seatBits);
    }
    uint32_t *restrict index = mesh->indices + mesh->indexCount;
    for (uint32_t k = 0; k < pattern->cornerCount; k++) index[k] = first + pattern->corners[k];
    mesh->vertexCount += pattern->pointCount;
    mesh->indexCount += pattern->cornerCount;
}

// How far every leaf is bent at its tip.
typedef struct Bend {
    float sine, cosine;
} Bend;

// Where its tip is from its base: a bent leaf ends aside.
static void reachOf(const Bend *bend, const WwLeaf *leaf, float reach[3]) {
    const bool bent = leaf->kind == WW_LEAF;
    const float ahead = leaf->size * (bent ? bend->cosine : 1.0f);
    const float sink = leaf->size * (bent ? bend->sine : 0.0f);
    for (int i = 0; i < 3; i++) reach[i] = ahead * leaf->along[i] - sink * leaf->face[i];
}

// The largest scale that keeps the tip of the leaf within the finer level.
static float scaleWithin(const Bend *bend, const WwLeafChoice *choice, const WwLeaf *leaf) {
    if (choice->scale <= 1.0f) return choice->scale;
    float tip[3];
    reachOf(bend, leaf, tip);
    float scale = choice->scale;
    for (int i = 0; i < 3; i++) {
        const float reach = tip[i];
        const float bound = reach > 0.0f ? choice->boundsMax[i] : choice->boundsMin[i];
        const float room = bound - leaf->position[i];
        if (reach * scale / room > 1.0f) scale = wwMax(1.0f, room / reach);
    }
    return scale;
}

static bool isKept(const WwLeafPlan *plan, uint32_t keep, uint32_t index) {
    const uint64_t k = ((uint64_t)index * keep + plan->count - 1) / plan->count;
    return k * plan->count / keep == index;
}

// The leaves that reach furthest, each way.
static void findFurthest(const Bend *bend, const WwLeafPlan *plan, uint32_t furthest[6]) {
    float most[6];
    for (uint32_t k = 0; k < plan->count; k++) {
        float tip[3];
        reachOf(bend, &plan->leaves[k], tip);
        for (int i = 0; i < 6; i++) {
            const float sign = i < 3 ? 1.0f : -1.0f;
            const float lead = sign * (plan->leaves[k].position[i % 3] + tip[i % 3]);
            if (k > 0 && lead <= most[i]) continue;
            most[i] = lead;
            furthest[i] = k;
        }
    }
}

static void drawOutline(const ww_TreeDef *def, WwFoliage kind, uint32_t level, WwOutline *outline) {
    if (kind == WW_LEAF)
        wwOutlineLeaf(def, level, outline);
    else if (kind == WW_BLOSSOM)
        wwOutlineBlossom(level, outline);
    else
        wwOutlineFruit(level, outline);
}

static bool bears(const ww_TreeDef *def, WwFoliage kind) {
    return kind == WW_LEAF || (kind == WW_BLOSSOM ? def->blossoms : def->fruits) > 0.0f;
}

static void cutPattern(const ww_TreeDef *def, WwFoliage kind, uint32_t level, Pattern *pattern) {
    WwOutline outline;
    drawOutline(def, kind, level, &outline);
    // Fronds sway like branches of their own.
    const float sways = wwIsFrond(def) && kind == WW_LEAF ? 0.5f * 255.0f : 0.0f;
    pattern->pointCount = outline.pointCount;
    pattern->cornerCount = 3 * outline.triangleCount;
    for (uint32_t k = 0; k < pattern->cornerCount; k++) {
        pattern->corners[k] = outline.triangles[k / 3][k % 3];
    }
    const uint32_t count = lanesOf(pattern);
    for (uint32_t k = 0; k < count; k++) {
        const WwOutlinePoint *point = &outline.points[k];
        const float along = point->position[1];
        for (int i = 0; i < 3; i++) {
            pattern->place[i][k] = point->position[i];
            pattern->normal[i][k] = point->normal[i];
        }
        pattern->light[k] = point->light;
        pattern->open[k] = 255.0f * wwMax(0.7f + 0.3f * along, 0.0f);
        pattern->sway[k] = sways * along * along;
        pattern->flutter[k] = (uint32_t)wwByte(0.5f * def->leafFlutter * wwMax(along, 0.0f)) << 16;
        memcpy(pattern->uv[k], point->uv, sizeof point->uv);
    }
}

void wwLeafSize(const ww_TreeDef *def, uint32_t level, uint32_t *points, uint32_t *triangles) {
    *points = *triangles = 0;
    for (WwFoliage kind = WW_LEAF; kind < WW_FOLIAGE_KINDS; kind++) {
        WwOutline outline;
        if (!bears(def, kind)) continue;
        drawOutline(def, kind, level, &outline);
        *points = wwMaxU(*points, outline.pointCount);
        *triangles = wwMaxU(*triangles, outline.triangleCount);
    }
}

void wwLeavesBuild(const ww_TreeDef *def, const WwLeafPlan *plan, const WwLeafChoice *choice,
    WwTreeBuilder *builder) {
    Pattern patterns[WW_FOLIAGE_KINDS];
    uint32_t points, triangles;
    wwLeafSize(def, choice->level, &points, &triangles);
    for (WwFoliage kind = WW_LEAF; kind < WW_FOLIAGE_KINDS; kind++) {
        if (bears(def, kind)) cutPattern(def, kind, choice->level, &patterns[kind]);
    }
    const float angle = 0.5f * def->leafCurl;
    const Bend bend = {wwSin(angle), wwCos(angle)};
    uint32_t furthest[6] = {0}; // the leaf that reaches furthest, each way
    if (choice->keep < plan->count) findFurthest(&bend, plan, furthest);
    const uint32_t most = choice->keep + 6;
    if (!wwBuilderReserve(builder, most * points, most * triangles * 3)) return;
    float colors[WW_FOLIAGE_KINDS][3], color[3];
    wwTreeEncode(&def->leafColor, colors[WW_LEAF]);
    wwTreeEncode(&def->blossomColor, colors[WW_BLOSSOM]);
    wwTreeEncode(&def->fruitColor, colors[WW_FRUIT]);
    for (uint32_t k = 0; k < choice->keep; k++) {
        const uint32_t i = (uint32_t)((uint64_t)k * plan->count / choice->keep);
        const WwLeaf *leaf = &plan->leaves[i];
        leafColor(def, colors, leaf, color);
        // What cannot be as long as it should is wider instead: it covers as much.
        const float scale = scaleWithin(&bend, choice, leaf);
        const float widen = choice->widen * choice->scale / scale;
        addLeaf(def, patterns, leaf, scale, widen, color, builder);
    }
    for (int i = 0; i < 6; i++) {
        bool present = isKept(plan, choice->keep, furthest[i]);
        for (int k = 0; k < i; k++) present |= furthest[k] == furthest[i];
        if (present) continue;
        const WwLeaf *leaf = &plan->leaves[furthest[i]];
        leafColor(def, colors, leaf, color);
        addLeaf(def, patterns, leaf, 1.0f, 1.0f, color, builder);
    }
}

// Leaves as triangles: which of a plan a level has, how large, in which colour. Normals lean out of
// the mass of leaves (its clump and the whole crown), so that a crown is lit as soft volumes
// instead of flickering with the facing of each leaf.
#include "effects/flora/parts.h"

static const int8_t kindMarks[WW_FOLIAGE_KINDS] = {127, 96, 80};

static void leafColor(
    const ww_TreeDef *def, const float (*colors)[3], const WwLeaf *leaf, float color[3]) {
    const float *encoded = colors[leaf->kind];
    const float bright = 1.0f + 0.5f * def->leafColorVariation * leaf->tint;
    const float hue = 0.5f * def->leafHueVariation * leaf->hue;
    color[0] = encoded[0] * bright * (1.0f + 0.6f * hue);
    color[1] = encoded[1] * bright * (1.0f + 0.12f * hue);
    color[2] = encoded[2] * bright * (1.0f - 0.6f * hue);
}

static void addLeaf(const ww_TreeDef *def, const WwOutline *outlines, const WwLeaf *leaf,
    float scale, float widen, const float color[3], WwTreeBuilder *builder) {
    const WwOutline *outline = &outlines[leaf->kind];
    const bool frond = wwIsFrond(def) && leaf->kind == WW_LEAF;
    const float *a = leaf->along;
    const float *f = leaf->face;
    const float side[3] = {widen * (a[1] * f[2] - a[2] * f[1]), widen * (a[2] * f[0] - a[0] * f[2]),
        widen * (a[0] * f[1] - a[1] * f[0])};
    const float size = leaf->size * scale;
    const float flat = 1.0f - def->leafPuff;
    float puff[3];
    for (int i = 0; i < 3; i++) puff[i] = def->leafPuff * leaf->puff[i];
    const uint32_t first = builder->mesh->vertexCount;
    WwMeshVertex same = {.normal = {0, 0, 0, kindMarks[leaf->kind]}};
    same.wind[0] = wwByte(leaf->sway);
    same.wind[1] = wwByte(leaf->phase);
    same.wind[3] = wwByte(0.5f + 0.5f * leaf->hue);
    wwBuilderSeat(&same, leaf->node, leaf->axis);
    for (uint32_t k = 0; k < outline->pointCount; k++) {
        const WwOutlinePoint *point = &outline->points[k];
        const float *p = point->position;
        const float *n = point->normal;
        WwMeshVertex *vertex = wwBuilderVertex(builder);
        *vertex = same;
        float normal[3];
        for (int i = 0; i < 3; i++) {
            vertex->position[i] =
                leaf->position[i] + size * (side[i] * p[0] + a[i] * p[1] + f[i] * p[2]);
            normal[i] = flat * (side[i] * n[0] + a[i] * n[1] + f[i] * n[2]) + puff[i];
        }
        wwBuilderNormal(vertex, normal, f);
        for (int i = 0; i < 3; i++) vertex->color[i] = wwByte(color[i] * point->light);
        vertex->color[3] = wwByte(leaf->visibility * point->open);
        // Fronds sway like branches of their own.
        if (frond) vertex->wind[0] = wwByte(leaf->sway + 0.5f * p[1] * p[1]);
        vertex->wind[2] = point->flutter;
        vertex->uv[0] = point->uv[0];
        vertex->uv[1] = point->uv[1];
    }
    for (uint32_t k = 0; k < outline->triangleCount; k++) {
        const uint8_t *triangle = outline->triangles[k];
        wwBuilderTriangle(builder, first + triangle[0], first + triangle[1], first + triangle[2]);
    }
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

static void drawOutlines(
    const ww_TreeDef *def, uint32_t level, WwOutline outlines[WW_FOLIAGE_KINDS]) {
    wwOutlineLeaf(def, level, &outlines[WW_LEAF]);
    wwOutlineBlossom(level, &outlines[WW_BLOSSOM]);
    wwOutlineFruit(level, &outlines[WW_FRUIT]);
    for (uint32_t kind = 0; kind < WW_FOLIAGE_KINDS; kind++) {
        for (uint32_t k = 0; k < outlines[kind].pointCount; k++) {
            WwOutlinePoint *point = &outlines[kind].points[k];
            point->open = 0.7f + 0.3f * point->position[1];
            point->flutter = wwByte(0.5f * def->leafFlutter * wwMax(point->position[1], 0.0f));
        }
    }
}

// The most that one foliage part takes: fruit and blossoms count as leaves.
static void largest(const ww_TreeDef *def, const WwOutline outlines[WW_FOLIAGE_KINDS],
    uint32_t *points, uint32_t *triangles) {
    const bool bears[WW_FOLIAGE_KINDS] = {true, def->blossoms > 0.0f, def->fruits > 0.0f};
    *points = *triangles = 0;
    for (uint32_t kind = 0; kind < WW_FOLIAGE_KINDS; kind++) {
        if (!bears[kind]) continue;
        *points = wwMaxU(*points, outlines[kind].pointCount);
        *triangles = wwMaxU(*triangles, outlines[kind].triangleCount);
    }
}

uint32_t wwLeafTriangles(const ww_TreeDef *def, uint32_t level) {
    WwOutline outlines[WW_FOLIAGE_KINDS];
    uint32_t points, triangles;
    drawOutlines(def, level, outlines);
    largest(def, outlines, &points, &triangles);
    return triangles;
}

void wwLeavesBuild(const ww_TreeDef *def, const WwLeafPlan *plan, const WwLeafChoice *choice,
    WwTreeBuilder *builder) {
    WwOutline outlines[WW_FOLIAGE_KINDS];
    uint32_t points, triangles;
    drawOutlines(def, choice->level, outlines);
    largest(def, outlines, &points, &triangles);
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
        addLeaf(def, outlines, leaf, scale, widen, color, builder);
    }
    for (int i = 0; i < 6; i++) {
        bool present = isKept(plan, choice->keep, furthest[i]);
        for (int k = 0; k < i; k++) present |= furthest[k] == furthest[i];
        if (present) continue;
        const WwLeaf *leaf = &plan->leaves[furthest[i]];
        leafColor(def, colors, leaf, color);
        addLeaf(def, outlines, leaf, 1.0f, 1.0f, color, builder);
    }
}

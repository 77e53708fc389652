// Leaves as triangles: which of a plan a level has, how large, in which colour. Normals lean out of
// the mass of leaves (its clump and the whole crown), so that a crown is lit as soft volumes
// instead of flickering with the facing of each leaf.
#include "effects/flora/parts.h"

#include <string.h>

static const int8_t kindMarks[WW_FOLIAGE_KINDS] = {127, 96, 80};

// Four points of an outline, one in each lane.
typedef struct Quad {
    WwFour place[3]; // across, along, above, shares of the part's size
    WwFour normal[3];
    WwFour light;
    WwFour open;        // factor of the visibility, in bytes
    WwFour sway;        // added to that of the leaf, in bytes
    WwFourBits flutter; // as it stands in the vertex
    WwFour u, v;
} Quad;

typedef struct Pattern {
    Quad quads[WW_OUTLINE_POINTS / 4];
    WwFourBits corners[3 * WW_OUTLINE_TRIANGLES / 4];
    uint32_t pointCount, cornerCount;
} Pattern;

// What all points of a leaf share.
typedef struct Pose {
    float base[3];
    float place[3][3], normal[3][3]; // axes: across the leaf, along it, out of its face
    float puff[3], face[3];
    float red, green, blue, visibility, sway; // in bytes
    int32_t mark, wind;                       // as they stand in the vertex
    uint64_t seat;
} Pose;

static void leafColor(
    const ww_TreeDef *def, const float (*colors)[3], const WwLeaf *leaf, float color[3]) {
    const float *encoded = colors[leaf->kind];
    const float bright = 1.0f + 0.5f * def->leafColorVariation * leaf->tint;
    const float hue = 0.5f * def->leafHueVariation * leaf->hue;
    color[0] = encoded[0] * bright * (1.0f + 0.6f * hue);
    color[1] = encoded[1] * bright * (1.0f + 0.12f * hue);
    color[2] = encoded[2] * bright * (1.0f - 0.6f * hue);
}

static void hold(const ww_TreeDef *def, const WwLeaf *leaf, float scale, float widen,
    const float color[3], Pose *pose) {
    const float *a = leaf->along;
    const float *f = leaf->face;
    const float axes[3][3] = {
        {widen * (a[1] * f[2] - a[2] * f[1]), widen * (a[2] * f[0] - a[0] * f[2]),
            widen * (a[0] * f[1] - a[1] * f[0])},
        {a[0], a[1], a[2]}, {f[0], f[1], f[2]}};
    const float size = leaf->size * scale, flat = 1.0f - def->leafPuff;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            pose->place[k][i] = size * axes[k][i];
            pose->normal[k][i] = flat * axes[k][i];
        }
        pose->base[i] = leaf->position[i];
        pose->puff[i] = def->leafPuff * leaf->puff[i];
        pose->face[i] = f[i];
    }
    pose->red = 255.0f * wwMax(color[0], 0.0f);
    pose->green = 255.0f * wwMax(color[1], 0.0f);
    pose->blue = 255.0f * wwMax(color[2], 0.0f);
    pose->visibility = leaf->visibility;
    pose->sway = 255.0f * leaf->sway;
    pose->mark = kindMarks[leaf->kind] << 24;
    pose->wind =
        wwByte(leaf->phase) << 8 | (int32_t)((uint32_t)wwByte(0.5f + 0.5f * leaf->hue) << 24);
    pose->seat = wwBuilderSeat(leaf->node, leaf->axis);
}

static inline WwFour transform(const WwFour lanes[3], const float axes[3][3], int i, float base) {
    return base + (axes[0][i] * lanes[0] + axes[1][i] * lanes[1] + axes[2][i] * lanes[2]);
}

// What was 0..255 before it was varied.
static inline WwFourBits bytesOf(WwFour x) {
    return (WwFourBits)(wwFourMin(x, wwFourAll(255.0f)) + WW_NEAREST) & 255;
}

static inline void layQuad(const Quad *quad, const Pose *pose, WwMeshVertex *restrict vertices) {
    const WwFour light = quad->light;
    const WwFourBits normal = wwPackNormals(transform(quad->normal, pose->normal, 0, pose->puff[0]),
        transform(quad->normal, pose->normal, 1, pose->puff[1]),
        transform(quad->normal, pose->normal, 2, pose->puff[2]), pose->face);
    const WwFourBits color = bytesOf(pose->red * light) | bytesOf(pose->green * light) << 8 |
                             bytesOf(pose->blue * light) << 16 |
                             bytesOf(pose->visibility * quad->open) << 24;
    const WwFourBits wind = bytesOf(pose->sway + quad->sway) | quad->flutter | pose->wind;
    WwFour head[4] = {transform(quad->place, pose->place, 0, pose->base[0]),
        transform(quad->place, pose->place, 1, pose->base[1]),
        transform(quad->place, pose->place, 2, pose->base[2]), (WwFour)(normal | pose->mark)};
    WwFour tail[4] = {(WwFour)color, (WwFour)wind, quad->u, quad->v};
    wwBuilderFour(vertices, head, tail, pose->seat);
}

// The last four points and corners may reach beyond the leaf: the next begins there.
static void addLeaf(const Pattern *pattern, const Pose *shared, WwTreeMesh *mesh) {
    const Pose held = *shared, *pose = &held;
    const uint32_t first = mesh->vertexCount;
    WwMeshVertex *vertices = mesh->vertices + first;
    for (uint32_t k = 0; k < pattern->pointCount; k += 4) {
        layQuad(&pattern->quads[k / 4], pose, vertices + k);
    }
    uint32_t *index = mesh->indices + mesh->indexCount;
    for (uint32_t k = 0; k < pattern->cornerCount; k += 4) {
        const WwFourBits corners = pattern->corners[k / 4] + (int32_t)first;
        memcpy(index + k, &corners, sizeof corners);
    }
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
        pattern->corners[k / 4][k % 4] = outline.triangles[k / 3][k % 3];
    }
    for (uint32_t k = 0; k < (outline.pointCount + 3u) / 4u * 4u; k++) {
        const WwOutlinePoint *point = &outline.points[k];
        const float along = point->position[1];
        Quad *quad = &pattern->quads[k / 4];
        const uint32_t lane = k % 4;
        for (int i = 0; i < 3; i++) {
            quad->place[i][lane] = point->position[i];
            quad->normal[i][lane] = point->normal[i];
        }
        quad->light[lane] = point->light;
        quad->open[lane] = 255.0f * wwMax(0.7f + 0.3f * along, 0.0f);
        quad->sway[lane] = sways * along * along;
        quad->flutter[lane] = wwByte(0.5f * def->leafFlutter * wwMax(along, 0.0f)) << 16;
        quad->u[lane] = point->uv[0];
        quad->v[lane] = point->uv[1];
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
    // Three more: the last four points and corners may reach beyond the last leaf.
    if (!wwBuilderReserve(builder, most * points + 3, most * triangles * 3 + 3)) return;
    Pose held;
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
        hold(def, leaf, scale, widen, color, &held);
        addLeaf(&patterns[leaf->kind], &held, builder->mesh);
    }
    for (int i = 0; i < 6; i++) {
        bool present = isKept(plan, choice->keep, furthest[i]);
        for (int k = 0; k < i; k++) present |= furthest[k] == furthest[i];
        if (present) continue;
        const WwLeaf *leaf = &plan->leaves[furthest[i]];
        leafColor(def, colors, leaf, color);
        hold(def, leaf, 1.0f, 1.0f, color, &held);
        addLeaf(&patterns[leaf->kind], &held, builder->mesh);
    }
}

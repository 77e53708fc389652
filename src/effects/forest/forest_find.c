// Which tree a ray meets, and which stand near a point: blocks, then cells, then trees.
#include "effects/forest/forest.h"

#include <string.h>

// Where a ray meets a box: false when it misses it within `far`.
static bool meetsBox(const WwRay *ray, const float low[3], const float high[3], float far) {
    float enter = 0.0f;
    float leave = far;
    for (int axis = 0; axis < 3; axis++) {
        const float along = ray->direction[axis];
        if (fabsf(along) < 1e-12f) {
            if (ray->origin[axis] < low[axis] || ray->origin[axis] > high[axis]) return false;
            continue;
        }
        const float a = (low[axis] - ray->origin[axis]) / along;
        const float b = (high[axis] - ray->origin[axis]) / along;
        enter = wwMax(enter, wwMin(a, b));
        leave = wwMin(leave, wwMax(a, b));
    }
    return enter <= leave;
}

// Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997. WW_NEVER: missed.
static float meetTriangle(const WwRay *ray, const float *a, const float *b, const float *c) {
    vec3 ab, ac, from, p, q;
    glm_vec3_sub((float *)b, (float *)a, ab);
    glm_vec3_sub((float *)c, (float *)a, ac);
    glm_vec3_cross((float *)ray->direction, ac, p);
    const float determinant = glm_vec3_dot(ab, p);
    if (fabsf(determinant) < 1e-12f) return WW_NEVER;
    glm_vec3_sub((float *)ray->origin, (float *)a, from);
    const float u = glm_vec3_dot(from, p) / determinant;
    glm_vec3_cross(from, ab, q);
    const float v = glm_vec3_dot((float *)ray->direction, q) / determinant;
    const float t = glm_vec3_dot(ac, q) / determinant;
    return u < 0.0f || v < 0.0f || u + v > 1.0f || t < 0.0f ? WW_NEVER : t;
}

// The ray as the tree's own space has it: set upright, turned back, scaled back. Distances along it
// stay those of the world.
static WwRay intoTree(const WwRay *ray, const float *record, float scale) {
    const float c = wwCos(record[4]);
    const float s = wwSin(record[4]);
    float slope[2];
    wwForestSlope(record, slope);
    const float up = ray->origin[1] - record[1];
    const float from[3] = {
        ray->origin[0] - record[0] - slope[0] * up, up, ray->origin[2] - record[2] - slope[1] * up};
    const float rise = ray->direction[1];
    const float to[3] = {
        ray->direction[0] - slope[0] * rise, rise, ray->direction[2] - slope[1] * rise};
    return (WwRay){
        {(c * from[0] - s * from[2]) / scale, from[1] / scale, (s * from[0] + c * from[2]) / scale},
        {(c * to[0] - s * to[2]) / scale, to[1] / scale, (s * to[0] + c * to[2]) / scale},
    };
}

// Distance to the coarsest mesh of a tree as it stands without wind; of a felled one to its stump.
static float meetTree(const WwForest *forest, const WwRay *ray, const float *record) {
    const WwForestVariant *variant = forest->variants[(uint32_t)record[5]];
    const WwMesh *mesh = &variant->meshes[WW_TREE_LEVELS - 1];
    const float scale = record[3] * wwMax(wwForestSize(forest, variant, record), 1e-3f);
    const WwRay own = intoTree(ray, record, scale);
    const float top = wwForestIsFelled(record) ? wwForestCut(record) * variant->height : WW_NEVER;
    float nearest = WW_NEVER;
    for (uint32_t i = 0; i + 2 < mesh->indexCount; i += 3) {
        const float t = meetTriangle(&own, mesh->vertices[mesh->indices[i]].position,
            mesh->vertices[mesh->indices[i + 1]].position,
            mesh->vertices[mesh->indices[i + 2]].position);
        if (t < nearest && own.origin[1] + t * own.direction[1] <= top) nearest = t;
    }
    return nearest;
}

// Nearest the ray comes to the middle of a tree, against the sphere around it.
static bool meetsSphere(const WwForest *forest, const WwRay *ray, const float *record, float far) {
    const WwForestVariant *variant = forest->variants[(uint32_t)record[5]];
    const float scale = record[3];
    const float aside = fabsf(variant->center[0]) + fabsf(variant->center[2]);
    vec3 to = {record[0] - ray->origin[0], record[1] + scale * variant->center[1] - ray->origin[1],
        record[2] - ray->origin[2]};
    const float along = glm_vec3_dot(to, (float *)ray->direction);
    const float leaning = wwForestLean(record) * variant->height;
    const float radius = scale * (variant->sphere + aside + leaning);
    if (along < -radius || along > far + radius) return false;
    return glm_vec3_norm2(to) - along * along <= radius * radius;
}

static void pickInCell(
    const WwForest *forest, const WwForestCell *cell, const WwRay *ray, WwPick *pick) {
    uint32_t left = cell->count;
    for (uint32_t page = cell->pages; left; page = forest->store.pageNext[page]) {
        const uint32_t trees = wwPageTrees(cell, page);
        for (uint32_t k = 0; k < trees; k++) {
            const uint32_t place = page * WW_PAGE_TREES + k;
            const float *record = wwStoreRecord(&forest->store, place);
            if (!meetsSphere(forest, ray, record, pick->distance)) continue;
            const float distance = meetTree(forest, ray, record);
            if (distance >= pick->distance) continue;
            pick->distance = distance;
            pick->tree = wwStoreHandle(&forest->store, place);
        }
        left -= trees;
    }
}

WwPick wwForestPick(const WwForest *forest, const WwRay *ray, float far) {
    const WwForestStore *store = &forest->store;
    WwPick pick = {0, far};
    for (uint32_t b = 0; b < store->usedBlocks; b++) {
        const WwForestBlock *block = &store->blocks[b];
        if (!block->count || !meetsBox(ray, block->low, block->high, pick.distance)) continue;
        for (uint32_t c = block->cells; c != WW_GRID_NONE; c = store->cells[c].next) {
            const WwForestCell *cell = &store->cells[c];
            const float reach = cell->reach;
            const float low[3] = {cell->low[0] - reach, cell->low[1] - reach, cell->low[2] - reach};
            const float high[3] = {cell->high[0] + reach, cell->high[1] + cell->maxHeight + reach,
                cell->high[2] + reach};
            if (meetsBox(ray, low, high, pick.distance)) pickInCell(forest, cell, ray, &pick);
        }
    }
    return pick;
}

static bool isBoxNear(const float low[3], const float high[3], float x, float z, float radius) {
    const float aside = wwMax(0.0f, wwMax(low[0] - x, x - high[0]));
    const float along = wwMax(0.0f, wwMax(low[2] - z, z - high[2]));
    return aside * aside + along * along <= radius * radius;
}

static void listNear(WwForest *forest, const WwForestCell *cell, float x, float z, float radius) {
    uint32_t left = cell->count;
    for (uint32_t page = cell->pages; left; page = forest->store.pageNext[page]) {
        const uint32_t trees = wwPageTrees(cell, page);
        for (uint32_t k = 0; k < trees; k++) {
            const uint32_t place = page * WW_PAGE_TREES + k;
            const float *record = wwStoreRecord(&forest->store, place);
            if (!isBoxNear(record, record, x, z, radius)) continue;
            forest->scratch[forest->foundCount++] = wwStoreHandle(&forest->store, place);
        }
        left -= trees;
    }
}

void wwForestFind(WwForest *forest, float x, float z, float radius) {
    const WwForestStore *store = &forest->store;
    forest->foundCount = 0;
    for (uint32_t b = 0; b < store->usedBlocks; b++) {
        const WwForestBlock *block = &store->blocks[b];
        if (!block->count || !isBoxNear(block->low, block->high, x, z, radius)) continue;
        for (uint32_t c = block->cells; c != WW_GRID_NONE; c = store->cells[c].next) {
            const WwForestCell *cell = &store->cells[c];
            if (isBoxNear(cell->low, cell->high, x, z, radius)) {
                listNear(forest, cell, x, z, radius);
            }
        }
    }
}

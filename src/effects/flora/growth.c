// How a tree comes to its size. A node sprouts when its bearer has come to its seat, lengthens
// steadily and thickens for longer than that; everything on it rides along. All times are ages of
// the tree, 0 at the sprouting of the seed, 1 when the last node has reached its size.
//
// No child ever outgrows the wood that it sits on: it sprouts no earlier, and it thickens no sooner
// to the end, so that two straight lines which begin at 0 never cross.
#include "base/memory.h"
#include "effects/flora/parts.h"

// Shortest growing time of a node, in growing times of the trunk.
#define SHORTEST 0.2f
// Share of the time that its bearer still grows for which a node grows at least: so that what is
// young has the outline of a tree.
#define KEEPS_PACE 0.8f

void wwGrowthTimes(const ww_TreeDef *def, WwSkeleton *skeleton) {
    const float trunkLength = wwMax(def->trunkLength * skeleton->height, 1e-6f);
    float total = 0.0f;
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        WwTreeNode *node = &skeleton->nodes[i];
        const WwTreeNode *parent = &skeleton->nodes[node->parent];
        const bool stem = node->parent == i;
        // Stems of a clump come up one after another.
        const float wait = node->seat * (1.0f - def->growthOverlap);
        node->birth = stem ? 0.4f * (float)i / (float)(def->stems)
                           : parent->birth + wait * parent->lengthTime;
        const float share = wwMin(node->length / trunkLength, 1.0f);
        node->lengthTime = wwMax(SHORTEST, sqrtf(share));
        if (!stem) {
            const float left = parent->birth + parent->lengthTime - node->birth;
            node->lengthTime = wwMax(node->lengthTime, KEEPS_PACE * left);
        }
        node->radiusTime = node->lengthTime * def->growthLag;
        if (!stem) {
            const float left = parent->birth + parent->radiusTime - node->birth;
            node->radiusTime = wwMax(node->radiusTime, left);
        }
        total = wwMax(total, node->birth + node->radiusTime);
    }
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        WwTreeNode *node = &skeleton->nodes[i];
        node->birth /= total;
        node->lengthTime /= total;
        node->radiusTime /= total;
    }
}

// Powers of the radii at the points of all axes, from the tips down.
static void addUpPowers(const ww_TreeDef *def, WwSkeleton *skeleton, float *powers) {
    const float tip = wwPow(def->minimumRadius, def->pipeExponent);
    for (uint32_t i = skeleton->nodeCount; i-- > 0;) {
        const WwTreeNode *node = &skeleton->nodes[i];
        for (uint32_t k = 0; k <= node->segments; k++) powers[node->firstPoint + k] += tip;
        if (node->parent == i) continue;
        const WwTreeNode *parent = &skeleton->nodes[node->parent];
        const float own = powers[node->firstPoint];
        // Up to the point above the seat, so that between two points, too, a child is no thicker.
        const uint32_t below = (uint32_t)(node->seat * (float)parent->segments);
        const uint32_t last = wwMinU(below + 1, parent->segments);
        for (uint32_t k = 0; k <= last; k++) powers[parent->firstPoint + k] += own;
    }
}

bool wwPipeRadii(const ww_TreeDef *def, WwSkeleton *skeleton) {
    float *powers = wwAlloc(skeleton->pointCount * sizeof(float));
    if (!powers) return false;
    addUpPowers(def, skeleton, powers);
    const float power = 1.0f / def->pipeExponent;
    float scale = 1.0f;
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        WwTreeNode *node = &skeleton->nodes[i];
        const float *own = powers + node->firstPoint;
        if (i == 0) scale = node->radius / wwPow(own[0], power);
        node->radius = scale * wwPow(own[0], power);
        for (uint32_t k = 0; k <= node->segments; k++) {
            skeleton->girth[node->firstPoint + k] = wwPow(own[k] / own[0], power);
        }
        node->tipRadius = node->radius * skeleton->girth[node->firstPoint + node->segments];
    }
    wwFree(powers);
    return true;
}

// ---- what the vertex shader reads

bool wwGrowthTable(const ww_TreeDef *def, const WwSkeleton *skeleton, WwTreeGrowth *growth) {
    growth->nodeCount = skeleton->nodeCount;
    growth->texels = wwAlloc(WW_GROWTH_TEXELS(skeleton->nodeCount) * sizeof *growth->texels);
    if (!growth->texels) return false;
    growth->texels[0][0] = def->leafThreshold;
    growth->texels[0][1] = (float)skeleton->trunkCount;
    for (uint32_t i = 0; i < skeleton->nodeCount; i++) {
        const WwTreeNode *node = &skeleton->nodes[i];
        float *place = growth->texels[1 + 2 * i];
        float *times = growth->texels[2 + 2 * i];
        for (int k = 0; k < 3; k++) place[k] = node->start[k];
        place[3] = (float)node->parent;
        times[0] = node->birth;
        times[1] = 1.0f / node->lengthTime;
        times[2] = 1.0f / node->radiusTime;
        times[3] = node->length;
    }
    return true;
}

static float progress(float age, float birth, float rate) {
    return wwClamp((age - birth) * rate, 0.0f, 1.0f);
}

void wwGrowNodes(const WwTreeGrowth *growth, float age, WwGrownNode *nodes) {
    const float threshold = growth->texels[0][0];
    for (uint32_t i = 0; i < growth->nodeCount; i++) {
        const float *place = growth->texels[1 + 2 * i];
        const float *times = growth->texels[2 + 2 * i];
        WwGrownNode *node = &nodes[i];
        node->length = progress(age, times[0], times[1]);
        node->girth = progress(age, times[0], times[2]);
        // Leaves open fast and then grow slower.
        const float open = wwMax(0.0f, (node->length - threshold) / (1.0f - threshold));
        node->leaves = open * (2.0f - open);
        const uint32_t parent = (uint32_t)place[3];
        const float *seat = growth->texels[1 + 2 * parent];
        for (int k = 0; k < 3; k++) {
            const float aside = nodes[parent].length * (place[k] - seat[k]);
            node->start[k] = parent == i ? place[k] : nodes[parent].start[k] + aside;
        }
    }
}

static float sizeOf(const WwGrownNode *node, const WwMeshVertex *vertex) {
    return vertex->normal[3] > 0 ? node->leaves : node->girth;
}

static void growVertex(const WwTreeGrowth *growth, const WwGrownNode *node, WwMeshVertex *vertex) {
    const float *place = growth->texels[1 + 2 * vertex->node];
    const float length = growth->texels[2 + 2 * vertex->node][3];
    const float size = sizeOf(node, vertex);
    for (int i = 0; i < 3; i++) {
        const float along = length * ((float)vertex->axis[i] * (1.0f / 32767.0f));
        const float aside = vertex->position[i] - (place[i] + along);
        vertex->position[i] = node->start[i] + node->length * along + size * aside;
    }
}

bool wwGrowMesh(
    const WwTreeGrowth *growth, const WwTreeMesh *mature, float age, WwTreeMesh *grown) {
    *grown = (WwTreeMesh){0};
    grown->vertices = wwAllocRaw(mature->vertexCount * sizeof *grown->vertices);
    grown->indices = wwAllocRaw(mature->indexCount * sizeof *grown->indices);
    uint32_t *numbers = wwAllocRaw(mature->vertexCount * sizeof *numbers);
    WwGrownNode *nodes = wwAllocRaw(growth->nodeCount * sizeof *nodes);
    const bool made = grown->vertices && grown->indices && numbers && nodes;
    if (made) wwGrowNodes(growth, age, nodes);
    for (uint32_t k = 0; made && k < mature->vertexCount; k++) {
        const WwMeshVertex *vertex = &mature->vertices[k];
        const WwGrownNode *node = &nodes[vertex->node];
        numbers[k] = grown->vertexCount;
        if (sizeOf(node, vertex) <= 0.0f) continue;
        WwMeshVertex *copy = &grown->vertices[grown->vertexCount++];
        *copy = *vertex;
        if (age < 1.0f) growVertex(growth, node, copy);
    }
    for (uint32_t k = 0; made && k < mature->indexCount; k++) {
        const WwMeshVertex *vertex = &mature->vertices[mature->indices[k]];
        if (sizeOf(&nodes[vertex->node], vertex) <= 0.0f) continue;
        grown->indices[grown->indexCount++] = numbers[mature->indices[k]];
    }
    wwFree(numbers);
    wwFree(nodes);
    if (!made) {
        wwFree(grown->vertices);
        wwFree(grown->indices);
        *grown = (WwTreeMesh){0};
    }
    return made;
}

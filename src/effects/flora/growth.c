// How a tree comes to its size. A node sprouts when its bearer has come to its seat, lengthens
// steadily and thickens for longer than that; everything on it rides along. All times are ages of
// the tree, 0 at the sprouting of the seed, 1 when the last node has reached its size.
//
// No child ever outgrows the wood that it sits on: it sprouts no earlier, and it thickens no sooner
// to the end, so that two straight lines which begin at 0 never cross.
#include "effects/flora/skeleton.h"

#include "base/memory.h"

// Shortest growing time of a node, in growing times of the trunk.
#define SHORTEST 0.2f

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
        node->radiusTime = node->lengthTime * def->growthLag;
        if (!stem) {
            const float parentEnd = parent->birth + parent->radiusTime;
            node->radiusTime = wwMax(node->radiusTime, parentEnd - node->birth);
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

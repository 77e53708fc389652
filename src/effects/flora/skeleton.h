// The skeleton of a tree: nodes in the order of growth, parents before their children. Nothing but
// start, length and radii of a node depends on its size: its axis is kept in lengths of its own, so
// that wood is start + length * axis + radius * offset.
#pragma once

#include "base/maths.h"
#include "base/random.h"
#include "effects/flora/flora.h"

// Trunk, limb, branch, twig.
#define WW_TREE_DEPTH 4u

typedef struct WwTreeNode {
    uint32_t id;     // names the random stream; independent of how many siblings there are
    uint32_t parent; // index; the trunk is its own parent
    uint32_t level;  // 0..WW_TREE_DEPTH - 1
    uint32_t firstPoint, segments;
    float seat; // 0..1 along the parent's bent axis
    float start[3];
    float length;             // along the axis
    float radius, tipRadius;  // at both ends
    float swayStart, swayTip; // wind weight at both ends, 0..1
    float phase;              // wind, 0..1, shared by everything on one limb
} WwTreeNode;

typedef struct WwSkeleton {
    WwTreeNode *nodes;
    float (*axis)[3]; // of all nodes: offsets from the start in lengths, segments + 1 each
    uint32_t nodeCount, pointCount;
    uint32_t leafLevel; // level of the nodes that bear leaves
    float height;
    float crownBase, crownRadius; // metres
} WwSkeleton;

// False when the heap is exhausted; the skeleton is empty then.
bool wwSkeletonGrow(const ww_TreeDef *def, uint32_t seed, WwSkeleton *skeleton);
void wwSkeletonFree(WwSkeleton *skeleton);

// Position and unit direction at `t` in 0..1 of a node's axis.
void wwNodePoint(const WwSkeleton *skeleton, const WwTreeNode *node, float t, float point[3]);
void wwNodeTangent(const WwSkeleton *skeleton, const WwTreeNode *node, float t, float tangent[3]);

static inline float wwNodeRadius(const WwTreeNode *node, float t) {
    return wwLerp(node->radius, node->tipRadius, t);
}

// Side and upper direction of a unit tangent: the side is level, the upper looks up.
void wwSideways(const float tangent[3], float side[3], float upper[3]);

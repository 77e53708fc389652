// The skeleton of a tree: nodes in the order of growth, parents before their children. Nothing but
// start, length and radii of a node depends on its size: its axis is kept in lengths of its own, so
// that wood is start + length * axis + radius * offset.
#pragma once

#include "base/maths.h"
#include "base/random.h"
#include "effects/flora/flora.h"

// Trunk, limb, branch, twig, sprig.
#define WW_TREE_DEPTH 5u
// Nodes of the largest tree: their numbers fit into 16 bits of a vertex.
#define WW_TREE_NODES 32767u
// Foliage parts that all its nodes may ask for.
#define WW_TREE_LEAVES 524288u
// From a sprig through the arms of four forks to the ground.
#define WW_TREE_ANCESTORS 9u
#define WW_AXIS_SEGMENTS 15u // of the most bent axis

// v / |v|, or `fallback` when v is too short or too long to have a direction.
static inline void wwUnit3(const float v[3], const float fallback[3], float out[3]) {
    const float squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    const bool usable = squared > 1e-24f && squared < 1e30f;
    const float scale = usable ? 1.0f / sqrtf(squared) : 1.0f;
    const float *from = usable ? v : fallback;
    const float x = from[0] * scale, y = from[1] * scale, z = from[2] * scale;
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

typedef struct WwTreeNode {
    uint32_t id;     // names the random stream; independent of how many siblings there are
    uint32_t parent; // index; a stem that rises from the ground is its own parent
    uint32_t level;  // 0..WW_TREE_DEPTH - 1; stems and the arms of their forks are 0
    uint32_t firstPoint, segments;
    float seat; // 0..1 along the parent's bent axis
    float start[3];
    float length;             // along the axis
    float radius, tipRadius;  // at both ends
    float clear;              // 0..1: from where on its axis is out of the trunk
    float along, reach;       // shares of the trunk's length at both ends, of nodes of level 0
    float swayStart, swayTip; // wind weight at both ends, 0..1
    float phase;              // wind, 0..1, shared by everything on one limb
    // Growth, in ages of the tree from 0 to 1: see growth.c.
    float birth, lengthTime, radiusTime;
} WwTreeNode;

typedef struct WwSkeleton {
    WwTreeNode *nodes;
    float (*axis)[3];    // of all nodes: offsets from the start in lengths, segments + 1 each
    float (*heading)[3]; // at the same points: unit direction of the segment that begins there
    float *girth;        // at the same points: radius as a share of the node's radius, never rising
    uint32_t nodeCount, pointCount;
    uint32_t trunkCount; // nodes of level 0, which come first
    uint32_t leafLevel;  // level of the nodes that bear leaves
    float height;
    float crownBase, crownRadius; // metres
} WwSkeleton;

// False when the heap is exhausted; the skeleton is empty then.
bool wwSkeletonGrow(const ww_TreeDef *def, uint32_t seed, WwSkeleton *skeleton);
void wwSkeletonFree(WwSkeleton *skeleton);
// Nodes that a definition may ask for: a bound, for its check and for memory.
uint64_t wwSkeletonBound(const ww_TreeDef *def, uint64_t *points);

// ---- axis.c

// Position, unit direction and radius at `t` in 0..1 of a node's axis.
void wwNodePoint(const WwSkeleton *skeleton, const WwTreeNode *node, float t, float point[3]);
void wwNodeTangent(const WwSkeleton *skeleton, const WwTreeNode *node, float t, float tangent[3]);
float wwNodeRadius(const WwSkeleton *skeleton, const WwTreeNode *node, float t);
// All of these at once.
typedef struct WwSpot {
    float axis[3]; // offset from the start in lengths
    float point[3], tangent[3];
    float radius;
} WwSpot;

void wwNodeSpot(const WwSkeleton *skeleton, const WwTreeNode *node, float t, WwSpot *spot);

// How an axis bends, radians over its whole length.
typedef struct WwBend {
    float gnarl;            // strays at random
    float droop, upturn;    // sags by its weight; rises towards its end
    float curve, curveBack; // turns about a level axis: lower half, upper half
    const ww_Vec3 *tropism;
} WwBend;

// Segments that such an axis asks for: more where it bends more.
uint32_t wwAxisSegments(const WwBend *bend, uint32_t least);
// Lays the axis of a node at the end of the skeleton's points: unit arc length.
void wwAxisLay(WwSkeleton *skeleton, WwTreeNode *node, const float direction[3], const WwBend *bend,
    WwRandom *random);
// Side and upper direction of a unit tangent: the side is level, the upper looks up.
void wwSideways(const float tangent[3], float side[3], float upper[3]);
// As above for what stands upright: steady where the tangent passes the vertical.
void wwUpright(const float tangent[3], float side[3], float upper[3]);

// ---- envelope.c

// Radius of the crown, 0..1, at `h`: 0 at its base, 1 at its top.
float wwCrownProfile(uint32_t shape, float h);
// How many times `offset` fits between `start` and the crown's outline or the clearance above the
// ground; at most `most`.
float wwCrownReach(const ww_TreeDef *def, const WwSkeleton *skeleton, const float start[3],
    const float offset[3], float most);
// A node of the trunk, four segments in the lanes of each part; metres.
typedef struct WwTrunk {
    const WwTreeNode *node;
    uint32_t parts;
    WwFourVectors start[4], chord[4];
    WwFour perSquare[4];       // 1 / the square of the chord's length
    WwFour radius[4], more[4]; // of the wood at the start; how much more it is at the end
} WwTrunk;

void wwTrunkLay(const WwSkeleton *skeleton, const WwTreeNode *node, WwTrunk *trunk);
// Whether a point is closer than `distance`, metres, to the wood, or in it.
bool wwTrunkNear(const WwTrunk *trunk, const float point[3], float distance);
// Keeps a node out of the trunk that its limb grows from: turned away, or else shortened. False
// when it has no way out.
bool wwKeepClear(WwSkeleton *skeleton, const WwTrunk *trunk, WwTreeNode *node);

// ---- growth.c

// Radii of parents from those of their children: r^n = sum of r^n.
bool wwPipeRadii(const ww_TreeDef *def, WwSkeleton *skeleton);
void wwGrowthTimes(const ww_TreeDef *def, WwSkeleton *skeleton);
bool wwGrowthTable(const ww_TreeDef *def, const WwSkeleton *skeleton, WwTreeGrowth *growth);

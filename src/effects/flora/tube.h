// One node as a closed tube, while it is made.
#pragma once

#include "effects/flora/parts.h"

// Bark repeats around the wood in whole tiles of this many metres, so that no seam shows.
#define WW_BARK_TILE 0.5f
#define WW_TUBE_SIDES 32u
#define WW_TUBE_RINGS 192u

// A cross-section.
typedef struct WwRing {
    float t;       // 0..1 along the axis
    float bulge;   // factor of the radius: rings of palms and bamboo
    float beyond;  // metres past the end of the axis, or below the foot where negative
    float radius;  // mean of the ring, metres
    float wood;    // radius of the node there
    float axis[3]; // offset from its start in lengths
    float center[3], tangent[3], side[3], other[3];
} WwRing;

// Room for one tube at a time; too large for the stack.
typedef struct WwTubeWork {
    WwRing rings[WW_TUBE_RINGS];
    float points[WW_TUBE_RINGS][WW_TUBE_SIDES][3];
    float smoothed[WW_TUBE_RINGS][WW_TUBE_SIDES][3];
    float sines[WW_TUBE_SIDES], cosines[WW_TUBE_SIDES];
    uint32_t turns;             // how many of these stand
    float lobes[WW_TUBE_SIDES]; // of the roots, around the trunk
} WwTubeWork;

typedef struct WwTube {
    const ww_TreeDef *def;
    const WwSkeleton *skeleton;
    const WwTreeNode *node;
    WwTubeWork *work;
    uint32_t level; // of detail
    uint32_t sides, ringCount;
    WwSpot seat;  // on the parent
    float phase;  // of the root lobes
    uint32_t end; // 0 point, 1 dome, 2 broken
    float tip[3]; // the vertex that closes the end
} WwTube;

// Places the points of a tube: work->rings and work->points, and its tip.
void wwTubeLay(WwTube *tube, WwRandom *random);
// Taubin's smoothing along and around the tube. Rings keep their mean radius and stay where they
// are along the axis; the first and the last do not move.
void wwTubeSmooth(WwTube *tube, uint32_t passes);
// Normal of a point, of any length, from its neighbours.
void wwTubeNormal(const WwTube *tube, uint32_t ring, uint32_t side, float normal[3]);

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

// One coordinate of the points of a ring, from WW_TUBE_FIRST on; before and after them lie their
// neighbours across the seam. Rows are filled up to whole fours, so that compilers work on several
// points at a time.
#define WW_TUBE_FIRST 4u
#define WW_TUBE_ROW (WW_TUBE_FIRST + WW_TUBE_SIDES + 4u)

// Room for one tube at a time; too large for the stack.
typedef struct WwTubeWork {
    WwRing rings[WW_TUBE_RINGS];
    float rows[WW_TUBE_RINGS][3][WW_TUBE_ROW];
    float smoothed[WW_TUBE_RINGS][3][WW_TUBE_SIDES];
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

// The points of a ring, and as many as fill the last four.
static inline uint32_t wwTubeLanes(const WwTube *tube) {
    return (tube->sides + 3u) & ~3u;
}

static inline float *wwTubeRow(const WwTube *tube, uint32_t ring, uint32_t coordinate) {
    return tube->work->rows[ring][coordinate] + WW_TUBE_FIRST;
}

// Places the points of a tube: its rings and rows, and its tip.
void wwTubeLay(WwTube *tube, WwRandom *random);
// Taubin's smoothing along and around the tube. Rings keep their mean radius and stay where they
// are along the axis; the first and the last do not move.
void wwTubeSmooth(WwTube *tube, uint32_t passes);
// Four points of a ring; their normals, of any length, from their neighbours.
WwFourVectors wwTubeNormals(const WwTube *tube, uint32_t ring, uint32_t first);

static inline WwFourVectors wwTubePoints(const WwTube *tube, uint32_t ring, int32_t first) {
    return (WwFourVectors){wwFourLoad(wwTubeRow(tube, ring, 0) + first),
        wwFourLoad(wwTubeRow(tube, ring, 1) + first), wwFourLoad(wwTubeRow(tube, ring, 2) + first)};
}

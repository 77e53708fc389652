#include "effects/effect.h"

#define ROWS_PER_STYLE 4u

uint32_t wwSharedTakeRows(WwShared *shared) {
    for (uint32_t i = 0; i < shared->curveRows; i++) {
        if (shared->rowsTaken[i]) continue;
        shared->rowsTaken[i] = 1;
        return i * ROWS_PER_STYLE;
    }
    return WW_RING_FULL;
}

void wwSharedReturnRows(WwShared *shared, uint32_t row) {
    shared->rowsTaken[row / ROWS_PER_STYLE] = 0;
}

bool wwSphereVisible(const WwView *view, const float center[3], float radius) {
    for (int i = 0; i < 6; i++) {
        const float *plane = view->planes[i];
        const float distance =
            plane[0] * center[0] + plane[1] * center[1] + plane[2] * center[2] + plane[3];
        if (distance < -radius) return false;
    }
    return true;
}

// How much sky each place in the crown sees. Light comes in from above and from the four sides and
// is dimmed by the leaves of each cell (Beer and Lambert); on the way it spreads to the
// neighbouring cells, so that five sweeps over a small grid stand for cones of sky. What comes out
// is what makes masses of leaves readable: bright tops, dim undersides, a dark inside.
#include "base/memory.h"
#include "effects/flora/parts.h"

#include <string.h>

#define CELLS WW_CROWN_CELLS

typedef struct Sweep {
    int32_t step, a, b; // strides: along the light, across it
    uint32_t first;     // cell that the light meets first
    float weight;
} Sweep;

static void cornerOf(
    const WwCrown *crown, const float point[3], uint32_t *cell, float fraction[3]) {
    static const uint32_t stride[3] = {1, CELLS, CELLS * CELLS};
    *cell = 0;
    for (int i = 0; i < 3; i++) {
        const float x = (point[i] - crown->low[i]) / crown->cell[i] - 0.5f;
        const float inside = wwClamp(x, 0.0f, (float)(CELLS - 1));
        const uint32_t whole = wwMinU((uint32_t)inside, CELLS - 2);
        *cell += whole * stride[i];
        fraction[i] = inside - (float)whole;
    }
}

static uint32_t neighbour(uint32_t cell, uint32_t corner) {
    return cell + (corner & 1u) + ((corner >> 1) & 1u) * CELLS + (corner >> 2) * CELLS * CELLS;
}

static float cornerWeight(const float fraction[3], uint32_t corner) {
    float weight = 1.0f;
    for (uint32_t i = 0; i < 3; i++) {
        weight *= (corner >> i) & 1u ? fraction[i] : 1.0f - fraction[i];
    }
    return weight;
}

static void frame(const WwLeafPlan *plan, WwCrown *crown) {
    float high[3];
    for (int i = 0; i < 3; i++) crown->low[i] = high[i] = plan->leaves[0].position[i];
    for (uint32_t k = 1; k < plan->count; k++) {
        for (int i = 0; i < 3; i++) {
            crown->low[i] = wwMin(crown->low[i], plan->leaves[k].position[i]);
            high[i] = wwMax(high[i], plan->leaves[k].position[i]);
        }
    }
    for (int i = 0; i < 3; i++) {
        crown->cell[i] = wwMax(high[i] - crown->low[i], 0.1f) / (float)CELLS;
    }
}

static void passLight(const Sweep *sweep, const float *passed, const float *halfway, float *light,
    float *visibility) {
    float previous[CELLS][CELLS];
    for (uint32_t a = 0; a < CELLS; a++) {
        for (uint32_t b = 0; b < CELLS; b++) previous[a][b] = 1.0f;
    }
    for (uint32_t layer = 0; layer < CELLS; layer++) {
        const int32_t base = (int32_t)sweep->first + (int32_t)layer * sweep->step;
        for (uint32_t a = 0; a < CELLS; a++) {
            for (uint32_t b = 0; b < CELLS; b++) {
                const uint32_t a0 = a ? a - 1 : a;
                const uint32_t a1 = wwMinU(a + 1, CELLS - 1);
                const uint32_t b0 = b ? b - 1 : b;
                const uint32_t b1 = wwMinU(b + 1, CELLS - 1);
                const float incoming =
                    0.4f * previous[a][b] +
                    0.15f * (previous[a0][b] + previous[a1][b] + previous[a][b0] + previous[a][b1]);
                const int32_t cell = base + (int32_t)a * sweep->a + (int32_t)b * sweep->b;
                visibility[cell] += sweep->weight * incoming * halfway[cell];
                light[a * CELLS + b] = incoming * passed[cell];
            }
        }
        memcpy(previous, light, sizeof previous);
    }
}

// `passed` holds the leaf area of each cell and becomes the share of light that gets through.
static void attenuate(
    const ww_TreeDef *def, const WwLeafPlan *plan, WwCrown *crown, float *passed) {
    // Area of a part of size and width 1.
    static const float fills[] = {0.6f, 0.22f, 0.5f, 0.9f, 1.6f, 3.0f, 2.0f, 0.5f, 0.7f, 0.6f};
    const float fill = fills[def->leafShape];
    for (uint32_t k = 0; k < plan->count; k++) {
        const WwLeaf *leaf = &plan->leaves[k];
        float fraction[3];
        uint32_t cell;
        cornerOf(crown, leaf->position, &cell, fraction);
        const float whole = leaf->size * leaf->size;
        const float area = leaf->kind == WW_LEAF ? fill * whole * def->leafWidth : 0.5f * whole;
        for (uint32_t c = 0; c < 8; c++) {
            passed[neighbour(cell, c)] += area * cornerWeight(fraction, c);
        }
    }
    const float *size = crown->cell;
    const float face = (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]) / 3.0f;
    for (uint32_t k = 0; k < CELLS * CELLS * CELLS; k++) {
        if (passed[k] > 0.0f)
            passed[k] = wwExp(-0.9f * passed[k] / face);
        else
            passed[k] = 1.0f;
    }
}

bool wwCrownShade(const ww_TreeDef *def, const WwLeafPlan *plan, WwCrown *crown) {
    memset(crown, 0, sizeof *crown);
    if (!plan->count) return true;
    const uint32_t cells = CELLS * CELLS * CELLS;
    crown->visibility = wwAlloc(cells * sizeof(float));
    float *passed = wwAlloc(2 * cells * sizeof(float));
    if (!crown->visibility || !passed) {
        wwFree(passed);
        wwCrownFree(crown);
        return false;
    }
    frame(plan, crown);
    attenuate(def, plan, crown, passed);
    float *halfway = passed + cells; // the light in the middle of each cell
    for (uint32_t k = 0; k < cells; k++) halfway[k] = sqrtf(passed[k]);
    const int32_t x = 1, y = (int32_t)CELLS, z = (int32_t)(CELLS * CELLS);
    const uint32_t last = CELLS - 1;
    const Sweep sweeps[5] = {{-y, x, z, last * CELLS, 0.6f}, {x, y, z, 0, 0.1f},
        {-x, y, z, last, 0.1f}, {z, x, y, 0, 0.1f}, {-z, x, y, last * CELLS * CELLS, 0.1f}};
    float light[CELLS * CELLS];
    for (int i = 0; i < 5; i++) passLight(&sweeps[i], passed, halfway, light, crown->visibility);
    wwFree(passed);
    // What gets through is scattered again: the second bounce lifts the shade.
    for (uint32_t k = 0; k < cells; k++) {
        const float shade = wwMax(0.0f, 1.0f - crown->visibility[k]);
        crown->visibility[k] = 1.0f - shade * shade;
    }
    for (uint32_t k = 0; k < plan->count; k++) {
        WwLeaf *leaf = &plan->leaves[k];
        leaf->visibility = wwCrownVisibility(crown, leaf->position);
    }
    return true;
}

void wwCrownFree(WwCrown *crown) {
    wwFree(crown->visibility);
    memset(crown, 0, sizeof *crown);
}

float wwCrownVisibility(const WwCrown *crown, const float point[3]) {
    if (!crown->visibility) return 1.0f;
    float fraction[3];
    uint32_t cell;
    cornerOf(crown, point, &cell, fraction);
    float sum = 0.0f;
    for (uint32_t c = 0; c < 8; c++) {
        sum += crown->visibility[neighbour(cell, c)] * cornerWeight(fraction, c);
    }
    // Below the crown more of the sides is seen.
    const float below = (crown->low[1] - point[1]) / (crown->cell[1] * (float)CELLS * 0.3f);
    return wwClamp(wwLerp(sum, wwMax(sum, 0.75f), wwClamp(below, 0.0f, 1.0f)), 0.0f, 1.0f);
}

// How much sky each place in the crown sees. Light comes in from above and from the four sides and
// is dimmed by the leaves of each cell (Beer and Lambert); on the way it spreads to the
// neighbouring cells, so that five sweeps over a small grid stand for cones of sky. What comes out
// is what makes masses of leaves readable: bright tops, dim undersides, a dark inside.
#include "base/four.h"
#include "base/memory.h"
#include "effects/flora/parts.h"

#include <string.h>

#define CELLS WW_CROWN_CELLS

// Cells in layers across the light, rows of neighbours within a layer.
typedef struct Sweep {
    int32_t layer;  // from one layer to the next, cells
    uint32_t row;   // from one row to the next, cells
    uint32_t first; // cell that the light meets first
    float weight;
} Sweep;

static void cornerOf(
    const WwCrown *crown, const float point[3], uint32_t *cell, float fraction[4]) {
    const WwFour half = {0.5f, 0.5f, 0.5f, 0.5f}, none = {0}, most = half * (2.0f * CELLS - 2.0f);
    const WwFour place = (wwFourOf(point) - wwFourOf(crown->low)) * wwFourOf(crown->perCell) - half;
    const WwFour inside = wwFourMin(wwFourMax(place, none), most);
    // The last corner has no neighbour: it is the neighbour of the one before it.
    const WwFourBits whole =
        __builtin_convertvector(wwFourMin(inside, most - 2.0f * half), WwFourBits);
    const WwFour rest = inside - __builtin_convertvector(whole, WwFour);
    memcpy(fraction, &rest, sizeof rest);
    *cell = (uint32_t)(whole[0] + whole[1] * (int32_t)CELLS + whole[2] * (int32_t)(CELLS * CELLS));
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
        crown->perCell[i] = 1.0f / crown->cell[i];
    }
}

// Light that enters a row, from the row behind it and its neighbours.
static void spread(const float (*light)[CELLS + 2], float *restrict incoming) {
    const float *below = light[0], *here = light[1], *above = light[2];
    for (uint32_t b = 0; b < CELLS; b++) {
        incoming[b] = 0.4f * here[b + 1] + 0.15f * (below[b + 1] + above[b + 1]) +
                      0.15f * (here[b] + here[b + 2]);
    }
}

static void passRow(const float *restrict incoming, const float *restrict passed,
    const float *restrict halfway, float weight, float *restrict light,
    float *restrict visibility) {
    for (uint32_t b = 0; b < CELLS; b++) {
        visibility[b] += weight * incoming[b] * halfway[b];
        light[b] = incoming[b] * passed[b];
    }
}

static void passLight(
    const Sweep *sweep, const float *passed, const float *halfway, float *visibility) {
    float light[2][CELLS + 2][CELLS + 2]; // behind a layer and before it, with a rim
    float incoming[CELLS];
    for (uint32_t a = 0; a < CELLS + 2; a++) {
        for (uint32_t b = 0; b < CELLS + 2; b++) light[0][a][b] = 1.0f;
    }
    for (uint32_t layer = 0; layer < CELLS; layer++) {
        const int32_t base = (int32_t)sweep->first + (int32_t)layer * sweep->layer;
        const float(*before)[CELLS + 2] = light[layer & 1u];
        float(*behind)[CELLS + 2] = light[(layer + 1) & 1u];
        for (uint32_t a = 0; a < CELLS; a++) {
            const uint32_t cell = (uint32_t)base + a * sweep->row;
            float *row = behind[a + 1];
            spread(before + a, incoming);
            passRow(
                incoming, passed + cell, halfway + cell, sweep->weight, row + 1, visibility + cell);
            row[0] = row[1];
            row[CELLS + 1] = row[CELLS];
        }
        memcpy(behind[0], behind[1], sizeof behind[0]);
        memcpy(behind[CELLS + 1], behind[CELLS], sizeof behind[0]);
    }
}

// Swaps x and y of all cells.
static void turnCells(const float *cells, float *turned) {
    for (uint32_t z = 0; z < CELLS; z++) {
        for (uint32_t y = 0; y < CELLS; y++) {
            const uint32_t layer = z * CELLS * CELLS;
            for (uint32_t x = 0; x < CELLS; x++) {
                turned[layer + x * CELLS + y] = cells[layer + y * CELLS + x];
            }
        }
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
        float fraction[4];
        uint32_t cell;
        cornerOf(crown, leaf->position, &cell, fraction);
        const float whole = leaf->size * leaf->size;
        const float area = leaf->kind == WW_LEAF ? fill * whole * def->leafWidth : 0.5f * whole;
        const float x1 = fraction[0], x0 = 1.0f - x1;
        const float y1 = fraction[1], y0 = 1.0f - y1;
        const float z1 = area * fraction[2], z0 = area - z1;
        const float weights[4] = {y0 * z0, y1 * z0, y0 * z1, y1 * z1};
        for (uint32_t c = 0; c < 4; c++) {
            float *pair = passed + cell + (c & 1u) * CELLS + (c >> 1) * CELLS * CELLS;
            pair[0] += weights[c] * x0;
            pair[1] += weights[c] * x1;
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
    float *passed = wwAlloc(5 * cells * sizeof(float));
    if (!crown->visibility || !passed) {
        wwFree(passed);
        wwCrownFree(crown);
        return false;
    }
    frame(plan, crown);
    attenuate(def, plan, crown, passed);
    float *halfway = passed + cells; // the light in the middle of each cell
    for (uint32_t k = 0; k < cells; k++) halfway[k] = sqrtf(passed[k]);
    const int32_t row = (int32_t)CELLS, layer = (int32_t)(CELLS * CELLS);
    const uint32_t last = CELLS - 1;
    const Sweep down = {-row, CELLS * CELLS, last * CELLS, 0.6f};
    const Sweep sides[2] = {{layer, CELLS, 0, 0.1f}, {-layer, CELLS, last * CELLS * CELLS, 0.1f}};
    const Sweep turnedSides[2] = {
        {row, CELLS * CELLS, 0, 0.1f}, {-row, CELLS * CELLS, last * CELLS, 0.1f}};
    // Along x with x and y swapped: rows then lie in one piece as well.
    float *turnedPassed = halfway + cells, *turnedHalfway = turnedPassed + cells;
    float *turnedVisibility = turnedHalfway + cells;
    turnCells(passed, turnedPassed);
    turnCells(halfway, turnedHalfway);
    for (int i = 0; i < 2; i++) {
        passLight(&turnedSides[i], turnedPassed, turnedHalfway, turnedVisibility);
    }
    turnCells(turnedVisibility, crown->visibility);
    passLight(&down, passed, halfway, crown->visibility);
    for (int i = 0; i < 2; i++) passLight(&sides[i], passed, halfway, crown->visibility);
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
    float fraction[4];
    uint32_t cell;
    cornerOf(crown, point, &cell, fraction);
    float pairs[4];
    for (uint32_t c = 0; c < 4; c++) {
        const float *pair = crown->visibility + cell + (c & 1u) * CELLS + (c >> 1) * CELLS * CELLS;
        pairs[c] = wwLerp(pair[0], pair[1], fraction[0]);
    }
    const float near = wwLerp(pairs[0], pairs[1], fraction[1]);
    const float far = wwLerp(pairs[2], pairs[3], fraction[1]);
    const float sum = wwLerp(near, far, fraction[2]);
    // Below the crown more of the sides is seen.
    const float below =
        (crown->low[1] - point[1]) * crown->perCell[1] * (1.0f / ((float)CELLS * 0.3f));
    return wwClamp(wwLerp(sum, wwMax(sum, 0.75f), wwClamp(below, 0.0f, 1.0f)), 0.0f, 1.0f);
}

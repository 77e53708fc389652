#include "effects/forest/grid.h"

#include "base/memory.h"
#include "base/random.h"

#include <string.h>

bool wwGridCreate(WwGrid *grid, const void *items, uint32_t itemBytes, uint32_t capacity) {
    uint32_t slots = 16;
    while (slots < 2 * capacity) slots *= 2;
    *grid = (WwGrid){wwAlloc(sizeof(uint32_t) * slots), slots - 1, items, itemBytes};
    return grid->slots != NULL;
}

void wwGridDestroy(WwGrid *grid) {
    wwFree(grid->slots);
    grid->slots = NULL;
}

void wwGridClear(WwGrid *grid) {
    memset(grid->slots, 0, sizeof(uint32_t) * (grid->mask + 1));
}

static const WwGridPlace *placeOf(const WwGrid *grid, uint32_t item) {
    return (const WwGridPlace *)(const void *)(grid->items + (uintptr_t)item * grid->itemBytes);
}

static uint32_t homeOf(const WwGrid *grid, const WwGridPlace *place) {
    const uint64_t number = ((uint64_t)(uint32_t)place->column << 32) | (uint32_t)place->row;
    return (uint32_t)wwMix64(number + place->layer) & grid->mask;
}

uint32_t wwGridFind(const WwGrid *grid, WwGridPlace wanted) {
    for (uint32_t slot = homeOf(grid, &wanted);; slot = (slot + 1) & grid->mask) {
        if (!grid->slots[slot]) return WW_GRID_NONE;
        const uint32_t item = grid->slots[slot] - 1;
        const WwGridPlace *place = placeOf(grid, item);
        if (place->column == wanted.column && place->row == wanted.row &&
            place->layer == wanted.layer) {
            return item;
        }
    }
}

void wwGridAdd(WwGrid *grid, uint32_t item) {
    const WwGridPlace *place = placeOf(grid, item);
    uint32_t slot = homeOf(grid, place);
    while (grid->slots[slot]) slot = (slot + 1) & grid->mask;
    grid->slots[slot] = item + 1;
}

void wwGridRemove(WwGrid *grid, uint32_t item) {
    const WwGridPlace *place = placeOf(grid, item);
    uint32_t hole = homeOf(grid, place);
    while (grid->slots[hole] != item + 1) hole = (hole + 1) & grid->mask;
    // What follows moves into the hole, unless it would come to lie before its own home.
    for (uint32_t slot = (hole + 1) & grid->mask; grid->slots[slot];
         slot = (slot + 1) & grid->mask) {
        place = placeOf(grid, grid->slots[slot] - 1);
        const uint32_t home = homeOf(grid, place);
        if (((slot - home) & grid->mask) < ((slot - hole) & grid->mask)) continue;
        grid->slots[hole] = grid->slots[slot];
        hole = slot;
    }
    grid->slots[hole] = 0;
}

// Finds cells and blocks by their place: open addressing over an array of items that each begin
// with a column, a row and a layer. Removing closes the gap, so that a search ends at the first
// empty slot.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define WW_GRID_NONE 0xffffffffu

// What an item of a grid begins with.
typedef struct WwGridPlace {
    int32_t column, row;
    uint32_t layer; // of several grids over the same land
} WwGridPlace;

typedef struct WwGrid {
    uint32_t *slots; // item + 1; 0: empty
    uint32_t mask;
    const unsigned char *items;
    uint32_t itemBytes;
} WwGrid;

// Room for `capacity` items. False when the heap is exhausted.
bool wwGridCreate(WwGrid *grid, const void *items, uint32_t itemBytes, uint32_t capacity);
void wwGridDestroy(WwGrid *grid);
void wwGridClear(WwGrid *grid);
// The item at a place, or WW_GRID_NONE.
uint32_t wwGridFind(const WwGrid *grid, WwGridPlace place);
void wwGridAdd(WwGrid *grid, uint32_t item);
void wwGridRemove(WwGrid *grid, uint32_t item);

// Where the trees of a forest are kept. A tree lives in one of the 32 places of a page, a page
// belongs to a cell, a cell to a block of 8 x 8 cells: a frame looks at blocks, then at the cells
// of blocks in view, and draws the pages of far cells as they are. A tree that comes, goes or moves
// writes the records of one or two places, however many trees there are. Undergrowth has cells and
// blocks of its own, so that far cells of trees are drawn without it and far ones of it not at all.
#pragma once

#include "effects/effect.h"
#include "effects/forest/grid.h"

#define WW_PAGE_TREES 32u
#define WW_BLOCK_CELLS 8 // a side
#define WW_TREE_TEXELS 3u
#define WW_TREE_FLOATS 12u
// Numbers of trees in a handle; the rest is its generation.
#define WW_TREE_SLOT_BITS 20u

typedef enum WwForestLayer {
    WW_LAYER_TREES,       // meshes near, impostors far
    WW_LAYER_UNDERGROWTH, // meshes only
} WwForestLayer;

typedef struct WwForestCell {
    WwGridPlace place;
    float low[3], high[3];      // of the feet; never shrink while the cell has trees
    float minHeight, maxHeight; // of the trees, metres
    float reach;                // how far a tree of the cell goes beyond its foot, wind included
    float far;                  // metres from which on none of them is drawn
    uint32_t count;             // trees
    uint32_t pages;             // the first of them; the others are full
    uint32_t block;
    uint32_t next, before; // in its block; `next` of a free cell: another one
} WwForestCell;

typedef struct WwForestBlock {
    WwGridPlace place;
    float low[3], high[3]; // of all that its cells' trees reach
    float maxHeight, far;
    uint32_t cells; // the first; of a free block: the next free one
    uint32_t count; // cells; 0: the block is free
} WwForestBlock;

typedef struct WwForestStore {
    WwTable trees;       // records by place: page * 32 + number in it
    uint32_t *slots;     // by place: number of the tree
    uint32_t *pageNext;  // by page: next page of its cell, or of the free ones
    uint32_t *pageCells; // by page: its cell
    uint32_t pageCount, freePages;
    uint32_t freePageCount;

    uint32_t *places;      // by number of a tree: where it is; of a free number: the next free one
    uint16_t *generations; // by number; odd while there is a tree
    uint32_t freeSlots, usedSlots;
    uint32_t treeCount, capacity;

    WwForestCell *cells;
    uint32_t usedCells, freeCells;
    WwGrid cellGrid;
    WwForestBlock *blocks;
    uint32_t usedBlocks, freeBlocks;
    WwGrid blockGrid;
    float cellSize;   // metres; doubled when trees stand so thinly that pages run out
    double origin[3]; // of all coordinates, where cells count from
} WwForestStore;

// What a tree adds to the bounds of its cell.
typedef struct WwTreeExtent {
    float height, least; // metres: full-grown, and now
    float reach;         // beyond its foot, with wind
    float far;           // metres from which on it is not drawn
    WwForestLayer layer;
} WwTreeExtent;

typedef WwTreeExtent (*WwTreeMeasure)(const void *context, const float *record);

bool wwStoreCreate(WwTableList *tables, WwForestStore *store, uint32_t capacity, float cellSize);
void wwStoreDestroy(WwTableList *tables, WwForestStore *store);

// Takes `count` more trees within (x, z) from `low` to `high` for granted: afterwards so many
// wwStoreAdd cannot fail. False when the heap is exhausted. `spare` belongs to the caller, who
// frees it after adding.
bool wwStoreReserve(const WwForestStore *store, const float low[2], const float high[2],
    uint32_t count, float **spare);
// Copies a record of WW_TREE_FLOATS; the tree's handle.
uint32_t wwStoreAdd(WwForestStore *store, const float *record, WwTreeMeasure measure,
    const void *context, float *spare);
void wwStoreRemove(WwForestStore *store, uint32_t place);
// The record was changed in place: bounds and the GPU follow. The tree must stay in its cell.
void wwStoreTouch(WwForestStore *store, uint32_t place, WwTreeMeasure measure, const void *context);
// Moves the tree of a place to where `record` says, with the same handle.
void wwStoreMove(WwForestStore *store, uint32_t place, const float *record, WwTreeMeasure measure,
    const void *context, float *spare);

// The origin moved: trees stay in their cells.
void wwStoreShift(WwForestStore *store, const double by[3]);

// The place of a living tree, or WW_GRID_NONE.
uint32_t wwStoreFind(const WwForestStore *store, uint32_t handle);
uint32_t wwStoreHandle(const WwForestStore *store, uint32_t place);

static inline float *wwStoreRecord(const WwForestStore *store, uint32_t place) {
    return wwTableFloats(&store->trees, place * WW_TREE_TEXELS);
}

// Trees of a page that is the first of its cell, or of a later one.
static inline uint32_t wwPageTrees(const WwForestCell *cell, uint32_t page) {
    const uint32_t rest = cell->count % WW_PAGE_TREES;
    return page == cell->pages && rest ? rest : WW_PAGE_TREES;
}

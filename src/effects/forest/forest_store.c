#include "effects/forest/forest_store.h"

#include "base/memory.h"

#include <string.h>

#define NONE WW_GRID_NONE
#define SLOT_MASK ((1u << WW_TREE_SLOT_BITS) - 1u)
#define LAST_GENERATION 4095u // a number that was used so often is not used again

bool wwStoreCreate(WwTableList *tables, WwForestStore *store, uint32_t capacity, float cellSize) {
    // A cell's first page is half empty on the average.
    const uint32_t pages = (capacity + capacity / 2) / WW_PAGE_TREES + 64;
    const uint32_t places = pages * WW_PAGE_TREES;
    store->capacity = capacity;
    store->pageCount = pages;
    store->cellSize = cellSize;
    store->slots = wwAlloc(sizeof(uint32_t) * places);
    store->pageNext = wwAlloc(sizeof(uint32_t) * pages);
    store->pageCells = wwAlloc(sizeof(uint32_t) * pages);
    store->places = wwAlloc(sizeof(uint32_t) * capacity);
    store->generations = wwAlloc(sizeof(uint16_t) * capacity);
    store->cells = wwAlloc(sizeof(WwForestCell) * pages);
    store->blocks = wwAlloc(sizeof(WwForestBlock) * pages);
    if (!store->slots || !store->pageNext || !store->pageCells || !store->places ||
        !store->generations || !store->cells || !store->blocks ||
        !wwGridCreate(&store->cellGrid, store->cells, sizeof(WwForestCell), pages) ||
        !wwGridCreate(&store->blockGrid, store->blocks, sizeof(WwForestBlock), pages) ||
        !wwTableCreate(tables, &store->trees, WW_TEXEL_RGBA32F, WW_TREE_TEXELS * places)) {
        return false;
    }
    store->freeSlots = NONE;
    store->freePageCount = pages;
    store->freePages = 0;
    for (uint32_t page = 0; page < pages; page++) store->pageNext[page] = page + 1;
    store->freeCells = store->freeBlocks = NONE;
    return true;
}

void wwStoreDestroy(WwTableList *tables, WwForestStore *store) {
    wwTableDestroy(tables, &store->trees);
    wwGridDestroy(&store->cellGrid);
    wwGridDestroy(&store->blockGrid);
    wwFree(store->slots);
    wwFree(store->pageNext);
    wwFree(store->pageCells);
    wwFree(store->places);
    wwFree(store->generations);
    wwFree(store->cells);
    wwFree(store->blocks);
}

// ---- handles

uint32_t wwStoreHandle(const WwForestStore *store, uint32_t place) {
    const uint32_t slot = store->slots[place];
    return slot | (uint32_t)store->generations[slot] << WW_TREE_SLOT_BITS;
}

uint32_t wwStoreFind(const WwForestStore *store, uint32_t handle) {
    const uint32_t slot = handle & SLOT_MASK;
    const uint32_t generation = handle >> WW_TREE_SLOT_BITS;
    const bool lives =
        slot < store->usedSlots && generation % 2 == 1 && store->generations[slot] == generation;
    return lives ? store->places[slot] : NONE;
}

static uint32_t takeSlot(WwForestStore *store) {
    uint32_t slot = store->freeSlots;
    if (slot == NONE) {
        slot = store->usedSlots++;
    } else {
        store->freeSlots = store->places[slot];
    }
    store->generations[slot]++;
    return slot;
}

static void freeSlot(WwForestStore *store, uint32_t slot) {
    // Only a number that was used 2,048 times wraps; a handle that old is long forgotten.
    store->generations[slot] = (uint16_t)((store->generations[slot] + 1u) & LAST_GENERATION);
    store->places[slot] = store->freeSlots;
    store->freeSlots = slot;
}

// ---- cells and blocks

static int32_t cellCoordinate(const WwForestStore *store, const float *record, int axis) {
    return (int32_t)floor(((double)record[axis] + store->origin[axis]) / (double)store->cellSize);
}

static WwGridPlace cellPlace(const WwForestStore *store, const float *record, WwForestLayer layer) {
    return (WwGridPlace){cellCoordinate(store, record, 0), cellCoordinate(store, record, 2), layer};
}

static int32_t blockCoordinate(int32_t cell) {
    return cell >= 0 ? cell / WW_BLOCK_CELLS : -((WW_BLOCK_CELLS - 1 - cell) / WW_BLOCK_CELLS);
}

static uint32_t takeBlock(WwForestStore *store, WwGridPlace cell) {
    const WwGridPlace place = {blockCoordinate(cell.column), blockCoordinate(cell.row), cell.layer};
    const uint32_t found = wwGridFind(&store->blockGrid, place);
    if (found != NONE) return found;
    uint32_t block = store->freeBlocks;
    if (block == NONE) {
        block = store->usedBlocks++;
    } else {
        store->freeBlocks = store->blocks[block].cells;
    }
    store->blocks[block] = (WwForestBlock){
        .place = place,
        .low = {WW_NEVER, WW_NEVER, WW_NEVER},
        .high = {-WW_NEVER, -WW_NEVER, -WW_NEVER},
        .cells = NONE,
    };
    wwGridAdd(&store->blockGrid, block);
    return block;
}

static void linkCell(WwForestStore *store, uint32_t index) {
    WwForestCell *cell = &store->cells[index];
    cell->block = takeBlock(store, cell->place);
    WwForestBlock *block = &store->blocks[cell->block];
    cell->before = NONE;
    cell->next = block->cells;
    if (cell->next != NONE) store->cells[cell->next].before = index;
    block->cells = index;
    block->count++;
}

static void unlinkCell(WwForestStore *store, uint32_t index) {
    const WwForestCell *cell = &store->cells[index];
    WwForestBlock *block = &store->blocks[cell->block];
    if (cell->next != NONE) store->cells[cell->next].before = cell->before;
    if (cell->before != NONE) {
        store->cells[cell->before].next = cell->next;
    } else {
        block->cells = cell->next;
    }
    if (--block->count) return;
    wwGridRemove(&store->blockGrid, cell->block);
    block->cells = store->freeBlocks;
    store->freeBlocks = cell->block;
}

static uint32_t addCell(WwForestStore *store, WwGridPlace place) {
    uint32_t index = store->freeCells;
    if (index == NONE) {
        index = store->usedCells++;
    } else {
        store->freeCells = store->cells[index].next;
    }
    store->cells[index] = (WwForestCell){
        .place = place,
        .low = {WW_NEVER, WW_NEVER, WW_NEVER},
        .high = {-WW_NEVER, -WW_NEVER, -WW_NEVER},
        .minHeight = WW_NEVER,
        .pages = NONE,
    };
    wwGridAdd(&store->cellGrid, index);
    linkCell(store, index);
    return index;
}

static void freeCell(WwForestStore *store, uint32_t index) {
    wwGridRemove(&store->cellGrid, index);
    unlinkCell(store, index);
    store->cells[index].next = store->freeCells;
    store->freeCells = index;
}

static void widen(
    WwForestStore *store, WwForestCell *cell, const float *record, const WwTreeExtent *extent) {
    WwForestBlock *block = &store->blocks[cell->block];
    for (int axis = 0; axis < 3; axis++) {
        const float up = axis == 1 ? extent->height : 0.0f;
        cell->low[axis] = wwMin(cell->low[axis], record[axis]);
        cell->high[axis] = wwMax(cell->high[axis], record[axis]);
        block->low[axis] = wwMin(block->low[axis], record[axis] - extent->reach);
        block->high[axis] = wwMax(block->high[axis], record[axis] + up + extent->reach);
    }
    cell->minHeight = wwMin(cell->minHeight, extent->least);
    cell->maxHeight = wwMax(cell->maxHeight, extent->height);
    cell->reach = wwMax(cell->reach, extent->reach);
    cell->far = wwMax(cell->far, extent->far);
    block->far = wwMax(block->far, extent->far);
    block->maxHeight = wwMax(block->maxHeight, extent->height);
}

// ---- places

static void write(WwForestStore *store, uint32_t place, const float *record, uint32_t slot) {
    memcpy(wwStoreRecord(store, place), record, sizeof(float) * WW_TREE_FLOATS);
    store->slots[place] = slot;
    store->places[slot] = place;
    wwTableMark(&store->trees, place * WW_TREE_TEXELS, (place + 1) * WW_TREE_TEXELS);
}

// False when there is no page left.
static bool insert(
    WwForestStore *store, const float *record, uint32_t slot, const WwTreeExtent *extent) {
    const WwGridPlace at = cellPlace(store, record, extent->layer);
    const uint32_t found = wwGridFind(&store->cellGrid, at);
    const bool needsPage = found == NONE || store->cells[found].count % WW_PAGE_TREES == 0;
    if (needsPage && !store->freePageCount) return false;
    const uint32_t index = found != NONE ? found : addCell(store, at);
    WwForestCell *cell = &store->cells[index];
    if (needsPage) {
        const uint32_t page = store->freePages;
        store->freePages = store->pageNext[page];
        store->freePageCount--;
        store->pageNext[page] = cell->pages;
        store->pageCells[page] = index;
        cell->pages = page;
    }
    const uint32_t place = cell->pages * WW_PAGE_TREES + cell->count % WW_PAGE_TREES;
    cell->count++;
    widen(store, cell, record, extent);
    write(store, place, record, slot);
    return true;
}

static uint32_t cellOf(const WwForestStore *store, uint32_t place) {
    return store->pageCells[place / WW_PAGE_TREES];
}

// The last tree of the cell takes the place.
static void takeOut(WwForestStore *store, uint32_t place) {
    const uint32_t index = cellOf(store, place);
    WwForestCell *cell = &store->cells[index];
    cell->count--;
    const uint32_t last = cell->pages * WW_PAGE_TREES + cell->count % WW_PAGE_TREES;
    if (last != place) write(store, place, wwStoreRecord(store, last), store->slots[last]);
    if (cell->count % WW_PAGE_TREES) return;
    const uint32_t page = cell->pages;
    cell->pages = store->pageNext[page];
    store->pageNext[page] = store->freePages;
    store->freePages = page;
    store->freePageCount++;
    if (!cell->count) freeCell(store, index);
}

static void empty(WwForestStore *store) {
    wwGridClear(&store->cellGrid);
    wwGridClear(&store->blockGrid);
    store->usedCells = store->usedBlocks = 0;
    store->freeCells = store->freeBlocks = NONE;
    store->freePages = 0;
    store->freePageCount = store->pageCount;
    for (uint32_t page = 0; page < store->pageCount; page++) store->pageNext[page] = page + 1;
}

// All trees again, in cells of twice the width and more until they fit.
static void coarsen(
    WwForestStore *store, WwTreeMeasure measure, const void *context, float *spare) {
    uint32_t *slots = (uint32_t *)(void *)(spare + store->treeCount * WW_TREE_FLOATS);
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < store->usedSlots; slot++) {
        if (store->generations[slot] % 2 == 0 || store->places[slot] == NONE) continue;
        memcpy(spare + count * WW_TREE_FLOATS, wwStoreRecord(store, store->places[slot]),
            sizeof(float) * WW_TREE_FLOATS);
        slots[count++] = slot;
    }
    bool fits = false;
    while (!fits) {
        store->cellSize *= 2.0f;
        empty(store);
        fits = true;
        for (uint32_t i = 0; i < count && fits; i++) {
            const float *record = spare + i * WW_TREE_FLOATS;
            const WwTreeExtent extent = measure(context, record);
            fits = insert(store, record, slots[i], &extent);
        }
    }
}

// Each cell of the area takes up to a page a layer that stays half empty.
static bool hasPages(
    const WwForestStore *store, const float low[2], const float high[2], uint32_t count) {
    if (store->freePageCount >= count) return true;
    const float columns = (high[0] - low[0]) / store->cellSize + 2.0f;
    const float rows = (high[1] - low[1]) / store->cellSize + 2.0f;
    return 2.0f * columns * rows + (float)(count / WW_PAGE_TREES) <= (float)store->freePageCount;
}

bool wwStoreReserve(const WwForestStore *store, const float low[2], const float high[2],
    uint32_t count, float **spare) {
    *spare = NULL;
    if (hasPages(store, low, high, count)) return true;
    const size_t trees = store->treeCount + count;
    *spare = wwAlloc(trees * (WW_TREE_FLOATS + 1) * sizeof(float));
    return *spare != NULL;
}

static void place(WwForestStore *store, const float *record, uint32_t slot, WwTreeMeasure measure,
    const void *context, float *spare) {
    const WwTreeExtent extent = measure(context, record);
    store->places[slot] = NONE;
    while (!insert(store, record, slot, &extent)) coarsen(store, measure, context, spare);
}

uint32_t wwStoreAdd(WwForestStore *store, const float *record, WwTreeMeasure measure,
    const void *context, float *spare) {
    const uint32_t slot = takeSlot(store);
    place(store, record, slot, measure, context, spare);
    store->treeCount++;
    return wwStoreHandle(store, store->places[slot]);
}

void wwStoreRemove(WwForestStore *store, uint32_t at) {
    const uint32_t slot = store->slots[at];
    takeOut(store, at);
    freeSlot(store, slot);
    store->treeCount--;
}

void wwStoreTouch(WwForestStore *store, uint32_t at, WwTreeMeasure measure, const void *context) {
    const float *record = wwStoreRecord(store, at);
    const WwTreeExtent extent = measure(context, record);
    widen(store, &store->cells[cellOf(store, at)], record, &extent);
    wwTableMark(&store->trees, at * WW_TREE_TEXELS, (at + 1) * WW_TREE_TEXELS);
}

void wwStoreMove(WwForestStore *store, uint32_t at, const float *record, WwTreeMeasure measure,
    const void *context, float *spare) {
    const uint32_t slot = store->slots[at];
    takeOut(store, at);
    store->treeCount--;
    place(store, record, slot, measure, context, spare);
    store->treeCount++;
}

void wwStoreShift(WwForestStore *store, const double by[3]) {
    for (int axis = 0; axis < 3; axis++) store->origin[axis] += by[axis];
    for (uint32_t slot = 0; slot < store->usedSlots; slot++) {
        if (store->generations[slot] % 2 == 0) continue;
        wwShift3(wwStoreRecord(store, store->places[slot]), by);
    }
    for (uint32_t i = 0; i < store->usedCells; i++) {
        wwShift3(store->cells[i].low, by);
        wwShift3(store->cells[i].high, by);
    }
    for (uint32_t i = 0; i < store->usedBlocks; i++) {
        wwShift3(store->blocks[i].low, by);
        wwShift3(store->blocks[i].high, by);
    }
    wwTableMarkAll(&store->trees);
}

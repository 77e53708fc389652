#include "ring/table.h"

#include "base/memory.h"
#include "base/status.h"

#include <string.h>

static uint32_t heapTexelBytes(WwTexelFormat format) {
    switch (format) {
    case WW_TEXEL_R16UI:
        return 2;
    case WW_TEXEL_R32UI:
        return 4;
    default:
        return 16;
    }
}

bool wwTableCreateWide(
    WwTableList *list, WwTable *table, WwTexelFormat format, uint32_t width, uint32_t height) {
    memset(table, 0, sizeof *table);
    table->format = format;
    table->texelBytes = heapTexelBytes(format);
    table->width = width;
    table->height = height;
    table->bytes = wwAlloc((size_t)width * height * table->texelBytes);
    if (!table->bytes || !wwOrphansAddOwner(&list->orphans)) {
        wwFree(table->bytes);
        table->bytes = NULL;
        return false;
    }
    table->next = list->first;
    list->first = table;
    return true;
}

bool wwTableCreate(WwTableList *list, WwTable *table, WwTexelFormat format, uint32_t texels) {
    const uint32_t height = (texels + WW_TABLE_WIDTH - 1) / WW_TABLE_WIDTH;
    return wwTableCreateWide(list, table, format, WW_TABLE_WIDTH, height ? height : 1);
}

void wwTableDestroy(WwTableList *list, WwTable *table) {
    if (!table->bytes) return;
    for (WwTable **link = &list->first; *link; link = &(*link)->next) {
        if (*link != table) continue;
        *link = table->next;
        break;
    }
    wwOrphansRemoveOwner(&list->orphans, table->texture);
    wwFree(table->bytes);
    memset(table, 0, sizeof *table);
}

// How many texels `range` would grow by to hold begin..end as well.
static uint32_t growth(const WwDirtyRange *range, uint32_t begin, uint32_t end) {
    const uint32_t before = begin < range->begin ? range->begin - begin : 0;
    return before + (end > range->end ? end - range->end : 0);
}

// Joins the other ranges that `kept` has come close to, so that no texel is sent twice.
static void absorbNeighbours(WwTable *table, uint32_t kept) {
    for (uint32_t i = table->dirtyCount; i-- > 0;) {
        WwDirtyRange *range = &table->dirty[kept];
        const WwDirtyRange other = table->dirty[i];
        const bool apart =
            other.begin > range->end + WW_DIRTY_GAP || other.end + WW_DIRTY_GAP < range->begin;
        if (i == kept || apart) continue;
        if (other.begin < range->begin) range->begin = other.begin;
        if (other.end > range->end) range->end = other.end;
        const uint32_t last = --table->dirtyCount;
        table->dirty[i] = table->dirty[last];
        if (kept == last) kept = i;
    }
}

void wwTableMark(WwTable *table, uint32_t begin, uint32_t end) {
    WW_ASSERT(begin <= end && end <= table->width * table->height);
    if (begin == end) return;
    uint32_t nearest = 0;
    uint32_t leastGrowth = 0xffffffffu;
    for (uint32_t i = 0; i < table->dirtyCount; i++) {
        const uint32_t grown = growth(&table->dirty[i], begin, end);
        if (grown >= leastGrowth) continue;
        leastGrowth = grown;
        nearest = i;
    }
    if (leastGrowth == 0) return;
    const bool isNear = leastGrowth <= WW_DIRTY_GAP + (end - begin);
    if (!isNear && table->dirtyCount < WW_DIRTY_RANGES) {
        table->dirty[table->dirtyCount++] = (WwDirtyRange){begin, end};
        return;
    }
    WwDirtyRange *range = &table->dirty[nearest];
    if (begin < range->begin) range->begin = begin;
    if (end > range->end) range->end = end;
    if (table->dirtyCount > 1) absorbNeighbours(table, nearest);
}

void wwTableMarkAll(WwTable *table) {
    table->dirty[0] = (WwDirtyRange){0, table->width * table->height};
    table->dirtyCount = 1;
}

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

bool wwTableGrow(WwTableList *list, WwTable *table, WwTexelFormat format, uint32_t texels) {
    if (!table->bytes) return wwTableCreate(list, table, format, texels);
    const uint32_t height = (texels + table->width - 1) / table->width;
    if (height <= table->height) return true;
    const size_t row = (size_t)table->width * table->texelBytes;
    void *bytes = wwGrow(table->bytes, row * table->height, row * height);
    if (!bytes) return false;
    if (table->texture) list->orphans.handles[list->orphans.count++] = table->texture;
    table->texture = 0;
    table->bytes = bytes;
    table->height = height;
    wwTableMarkAll(table);
    return true;
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

// Joins the two ranges that have the least between them.
static void joinNearest(WwTable *table) {
    uint32_t best = 1;
    for (uint32_t i = 2; i < table->dirtyCount; i++) {
        const uint32_t gap = table->dirty[i].begin - table->dirty[i - 1].end;
        if (gap < table->dirty[best].begin - table->dirty[best - 1].end) best = i;
    }
    table->dirty[best - 1].end = table->dirty[best].end;
    table->dirtyCount--;
    memmove(&table->dirty[best], &table->dirty[best + 1],
        (table->dirtyCount - best) * sizeof(WwDirtyRange));
}

void wwTableMark(WwTable *table, uint32_t begin, uint32_t end) {
    WW_ASSERT(begin <= end && end <= table->width * table->height);
    if (begin == end) return;
    WwDirtyRange *ranges = table->dirty;
    uint32_t first = 0;
    while (first < table->dirtyCount && ranges[first].end + WW_DIRTY_GAP < begin) first++;
    uint32_t last = first; // behind those that the new one touches
    for (; last < table->dirtyCount && ranges[last].begin <= end + WW_DIRTY_GAP; last++) {
        if (ranges[last].begin < begin) begin = ranges[last].begin;
        if (ranges[last].end > end) end = ranges[last].end;
    }
    if (last != first + 1) {
        memmove(
            &ranges[first + 1], &ranges[last], (table->dirtyCount - last) * sizeof(WwDirtyRange));
        table->dirtyCount += first + 1 - last;
    }
    ranges[first] = (WwDirtyRange){begin, end};
    if (table->dirtyCount > WW_DIRTY_RANGES) joinNearest(table);
}

void wwTableMarkAll(WwTable *table) {
    table->dirty[0] = (WwDirtyRange){0, table->width * table->height};
    table->dirtyCount = 1;
}

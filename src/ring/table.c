#include "ring/table.h"

#include "base/memory.h"
#include "base/status.h"

#include <string.h>

static uint32_t heapTexelBytes(WwTexelFormat format) {
    switch (format) {
    case WW_TEXEL_R16UI: return 2;
    case WW_TEXEL_R32UI: return 4;
    default: return 16;
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
    if (!table->bytes) return false;
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
    if (table->texture && list->orphanCount < sizeof list->orphans / sizeof *list->orphans) {
        list->orphans[list->orphanCount++] = table->texture;
    }
    wwFree(table->bytes);
    memset(table, 0, sizeof *table);
}

void wwTableMark(WwTable *table, uint32_t begin, uint32_t end) {
    WW_ASSERT(begin <= end && end <= table->width * table->height);
    if (begin == end) return;
    for (uint32_t i = 0; i < table->dirtyCount; i++) {
        WwDirtyRange *range = &table->dirty[i];
        if (begin > range->end + WW_DIRTY_GAP || end + WW_DIRTY_GAP < range->begin) continue;
        if (begin < range->begin) range->begin = begin;
        if (end > range->end) range->end = end;
        return;
    }
    if (table->dirtyCount < WW_DIRTY_RANGES) {
        table->dirty[table->dirtyCount++] = (WwDirtyRange){begin, end};
        return;
    }
    WwDirtyRange *last = &table->dirty[WW_DIRTY_RANGES - 1];
    if (begin < last->begin) last->begin = begin;
    if (end > last->end) last->end = end;
}

void wwTableMarkAll(WwTable *table) {
    table->dirty[0] = (WwDirtyRange){0, table->width * table->height};
    table->dirtyCount = 1;
}

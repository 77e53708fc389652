#include "ring/draw.h"

#include "base/memory.h"

#include <string.h>

bool wwDrawListCreate(WwDrawList *list, uint32_t capacity) {
    memset(list, 0, sizeof *list);
    list->items = wwAlloc(sizeof *list->items * capacity);
    list->capacity = capacity;
    return list->items != NULL;
}

void wwDrawListDestroy(WwDrawList *list) {
    wwFree(list->items);
    memset(list, 0, sizeof *list);
}

WwDraw *wwDrawListAdd(WwDrawList *list, WwPipeline pipeline) {
    if (list->count == list->capacity) {
        list->dropped++;
        return NULL;
    }
    WwDraw *draw = &list->items[list->count++];
    memset(draw, 0, sizeof *draw);
    draw->pipeline = pipeline;
    return draw;
}

void wwDrawListSort(WwDrawList *list, uint32_t first) {
    for (uint32_t i = first + 1; i < list->count; i++) {
        uint32_t place = i;
        while (place > first && list->items[place - 1].bias > list->items[i].bias) place--;
        if (place == i) continue;
        const WwDraw moved = list->items[i];
        memmove(list->items + place + 1, list->items + place, (i - place) * sizeof moved);
        list->items[place] = moved;
    }
}

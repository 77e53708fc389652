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

#include "base/events.h"

#include "base/memory.h"

#include <string.h>

bool wwEventsCreate(WwEvents *events, uint32_t capacity) {
    *events = (WwEvents){.capacity = capacity};
    events->items = wwAlloc(sizeof(ww_Event) * capacity);
    return events->items != NULL;
}

void wwEventsDestroy(WwEvents *events) {
    wwFree(events->items);
}

void wwEventPush(WwEvents *events, WwEventKind kind, uint32_t target, const float position[3],
    const float values[3]) {
    if (events->count == events->capacity) {
        events->dropped++;
        return;
    }
    ww_Event *event = &events->items[events->count++];
    *event = (ww_Event){.kind = kind, .target = target};
    if (position) memcpy(event->position, position, sizeof event->position);
    if (values) memcpy(event->values, values, sizeof event->values);
}

const char *wwEventName(uint32_t kind) {
    static const char *const names[] = {
#define WW_EVENT_NAME(value, name) name,
        WW_EVENT_LIST(WW_EVENT_NAME)
#undef WW_EVENT_NAME
    };
    return kind < WW_EVENT_COUNT ? names[kind] : NULL;
}

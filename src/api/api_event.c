#include "frame/kit.h"

uint32_t ww_takeEvents(ww_Kit *kit) {
    const uint32_t count = kit->shared.events.count;
    kit->shared.events.count = 0;
    return count;
}

const ww_Event *ww_events(ww_Kit *kit) {
    return kit->shared.events.items;
}

const char *ww_eventName(uint32_t kind) {
    return wwEventName(kind);
}

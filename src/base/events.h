// What happened, for the game to hear: a queue of fixed room. Families push, the game takes all of
// it after an update; what finds no room is counted.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// X(enum value, name that games listen to)
#define WW_EVENT_LIST(X)                                                                           \
    X(WW_EVENT_STARTED, "started")     /* a source began to lay */                                 \
    X(WW_EVENT_RESET, "reset")         /* what was laid is gone at once */                         \
    X(WW_EVENT_ORPHANED, "orphaned")   /* the source is gone, what it laid lives on */             \
    X(WW_EVENT_FADED, "faded")         /* the last of what was laid is gone */                     \
    X(WW_EVENT_PROGRESS, "progress")   /* a stage of building is done: share 0..1 */               \
    X(WW_EVENT_GENERATED, "generated") /* built: height, radius, triangles when mature */          \
    X(WW_EVENT_MATURED, "matured")     /* grown up: height, radius, triangles */                   \
    X(WW_EVENT_DIED, "died")           /* a particle of an emitter: its velocity */

typedef enum WwEventKind {
#define WW_EVENT_ENUM(value, name) value,
    WW_EVENT_LIST(WW_EVENT_ENUM)
#undef WW_EVENT_ENUM
        WW_EVENT_COUNT,
} WwEventKind;

typedef struct ww_Event {
    uint32_t kind;     // WwEventKind
    uint32_t target;   // handle of the object
    float position[3]; // where it happened, metres
    float values[3];   // what the kind says, else 0
} ww_Event;

typedef struct WwEvents {
    ww_Event *items;
    uint32_t count, capacity;
    double dropped; // since creation
} WwEvents;

bool wwEventsCreate(WwEvents *events, uint32_t capacity);
void wwEventsDestroy(WwEvents *events);
// `position` and `values` may be NULL: zeros.
void wwEventPush(WwEvents *events, WwEventKind kind, uint32_t target, const float position[3],
    const float values[3]);
// The name of a kind, or NULL beyond the last.
const char *wwEventName(uint32_t kind);

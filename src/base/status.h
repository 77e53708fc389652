// Every status once: code, the JavaScript class it becomes, and what it means. The text of one
// failure is written with wwFail* and read with ww_lastMessage.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// X(name, code, JavaScript class, meaning)
#define WW_STATUS_LIST(X)                                                                          \
    X(WW_OK, 0, WillowispError, "no error")                                                        \
    X(WW_ERROR_INVALID_DEF, 1, InvalidDefError, "a definition or argument is out of range")        \
    X(WW_ERROR_STALE_HANDLE, 2, StaleHandleError, "the object was destroyed or is another kind")   \
    X(WW_ERROR_CAPACITY, 3, CapacityError, "a limit of the kit is reached")                        \
    X(WW_ERROR_OUT_OF_MEMORY, 4, CapacityError, "the heap is exhausted")                           \
    X(WW_ERROR_CONTEXT, 5, ContextError, "WebGL2 is missing, lost or refused a shader")

typedef enum ww_Status {
#define WW_STATUS_ENUM(name, code, javascriptClass, meaning) name = (code),
    WW_STATUS_LIST(WW_STATUS_ENUM)
#undef WW_STATUS_ENUM
} ww_Status;

// Starts the message of a failure; the parts are appended in order. Returns `status`.
ww_Status wwFail(ww_Status status, const char *text);
void wwFailText(const char *text);
void wwFailNumber(float number);

ww_Status wwLastStatus(void);
const char *wwLastMessage(void);

// A bug of ours, never a user's mistake: stops debug builds, vanishes from release builds.
#ifdef NDEBUG
#define WW_ASSERT(condition) ((void)0)
#else
#define WW_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

// Pools, memory and the queue of events: what keeps everything else.
#include "base/events.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/random.h"
#include "base/status.h"

#include "check.h"

// ---- pool

typedef struct Item {
    uint32_t number;
} Item;

static void poolHandles(void) {
    WwPool pool;
    CHECK(wwPoolCreate(&pool, WW_TAG_TRAIL, sizeof(Item), 3));
    uint32_t handles[3], extra = 77;
    for (uint32_t i = 0; i < 3; i++) {
        Item *item = wwPoolAdd(&pool, &handles[i]);
        CHECK(item && item->number == 0 && handles[i] != 0);
        item->number = i + 1;
    }
    CHECK(pool.liveCount == 3);
    CHECK(!wwPoolAdd(&pool, &extra) && extra == 77);
    CHECK(wwLastStatus() == WW_ERROR_CAPACITY);
    CHECK_TEXT(wwLastMessage(), "no free trail: all 3 are taken");

    wwPoolRemove(&pool, handles[1]);
    CHECK(pool.liveCount == 2 && !wwPoolHas(&pool, handles[1]) && !wwPoolAt(&pool, 1));
    CHECK(!wwPoolGet(&pool, handles[1]) && wwLastStatus() == WW_ERROR_STALE_HANDLE);
    CHECK_TEXT(wwLastMessage(), "trail: this handle was destroyed");
    wwPoolRemove(&pool, handles[1]);
    CHECK(pool.liveCount == 2);

    uint32_t again;
    Item *reused = wwPoolAdd(&pool, &again);
    CHECK(reused && reused->number == 0);
    CHECK(wwPoolSlot(&pool, again) == wwPoolSlot(&pool, handles[1]) && again != handles[1]);
    CHECK(!wwPoolHas(&pool, handles[1]) && wwPoolGet(&pool, again) == reused);
    CHECK(((Item *)wwPoolGet(&pool, handles[2]))->number == 3);
    CHECK(wwPoolHandleAt(&pool, 1) == again);
    wwPoolDestroy(&pool);
}

static void poolFamilies(void) {
    WwPool trails, emitters;
    CHECK(wwPoolCreate(&trails, WW_TAG_TRAIL, sizeof(Item), 2));
    CHECK(wwPoolCreate(&emitters, WW_TAG_EMITTER, sizeof(Item), 2));
    uint32_t trail, emitter;
    wwPoolAdd(&trails, &trail);
    wwPoolAdd(&emitters, &emitter);
    CHECK(!wwPoolGet(&trails, emitter) && wwLastStatus() == WW_ERROR_STALE_HANDLE);
    CHECK_TEXT(wwLastMessage(), "trail expected, but the handle is of emitter");
    CHECK(!wwPoolGet(&trails, 0));
    CHECK_TEXT(wwLastMessage(), "trail expected, but the handle is of nothing");
    CHECK(!wwPoolGet(&trails, 0xffffffffu) && !wwPoolGet(&trails, trail + 1));
    wwPoolRemove(&trails, emitter);
    CHECK(wwPoolHas(&trails, trail) && wwPoolHas(&emitters, emitter));
    wwPoolDestroy(&trails);
    wwPoolDestroy(&emitters);
}

// How often the slots of a pool of `capacity` can be handed out when one is used at a time.
static void poolRetires(uint32_t capacity, uint32_t fewest) {
    WwPool pool;
    CHECK(wwPoolCreate(&pool, WW_TAG_TRANSFORM, sizeof(Item), capacity));
    for (uint32_t slot = 1; slot < capacity; slot++) {
        uint32_t kept;
        wwPoolAdd(&pool, &kept);
    }
    uint32_t first = 0, handle, lives = 0;
    while (lives < 2 * fewest && wwPoolAdd(&pool, &handle)) {
        if (lives++ == 0)
            first = handle;
        else
            CHECK(handle != first);
        wwPoolRemove(&pool, handle);
    }
    CHECK(lives >= fewest && lives <= fewest + 1);
    CHECK(!wwPoolHas(&pool, first) && pool.liveCount == capacity - 1);
    wwPoolDestroy(&pool);
}

// Styles and forests are few, and a game may make one for each shot: they last longest.
static void poolsRetire(void) {
    poolRetires(1, 524287);
    poolRetires(128, 524287);
    poolRetires(4096, 32767);
    poolRetires(65535, 2047);
}

static void poolAgainstModel(void) {
    enum { CAPACITY = 16, KEPT = 256 };
    WwPool pool;
    CHECK(wwPoolCreate(&pool, WW_TAG_FOREST, sizeof(Item), CAPACITY));
    uint32_t handles[KEPT] = {0}, live[KEPT] = {0}, made = 0, liveCount = 0;
    WwRandom stream = wwRandomStream(9, 9);
    for (int step = 0; step < 4000; step++) {
        const uint32_t k = wwRandomBits(&stream) % KEPT;
        if (live[k]) {
            wwPoolRemove(&pool, handles[k]);
            live[k] = 0;
            liveCount--;
        } else {
            uint32_t handle;
            Item *item = wwPoolAdd(&pool, &handle);
            CHECK((item != NULL) == (liveCount < CAPACITY));
            if (!item) continue;
            item->number = ++made;
            handles[k] = handle;
            live[k] = made;
            liveCount++;
        }
        CHECK(pool.liveCount == liveCount);
        for (int i = 0; i < KEPT; i++) {
            if (live[i])
                CHECK(((Item *)wwPoolGet(&pool, handles[i]))->number == live[i]);
            else
                CHECK(!wwPoolHas(&pool, handles[i]));
        }
    }
    wwPoolDestroy(&pool);
}

// ---- memory and events

static void memoryCounts(void) {
    const uint32_t before = wwAllocCount();
    unsigned char *block = wwAlloc(64);
    for (int i = 0; i < 64; i++) CHECK(block[i] == 0);
    block[63] = 7;
    block = wwGrow(block, 64, 128);
    CHECK(block && wwAllocCount() == before + 2);
    CHECK(block[0] == 0 && block[63] == 7 && block[127] == 0);
    wwFree(block);
    CHECK(wwAllocCount() == before + 2);
}

static void eventQueue(void) {
    WwEvents events;
    CHECK(wwEventsCreate(&events, 2));
    const float place[3] = {1, 2, 3}, values[3] = {4, 5, 6};
    wwEventPush(&events, WW_EVENT_STARTED, 7, place, values);
    wwEventPush(&events, WW_EVENT_FADED, 8, NULL, NULL);
    wwEventPush(&events, WW_EVENT_FADED, 9, NULL, NULL);
    CHECK(events.count == 2 && events.dropped == 1);
    CHECK(events.items[0].kind == WW_EVENT_STARTED && events.items[0].target == 7);
    CHECK(events.items[0].position[2] == 3 && events.items[0].values[0] == 4);
    CHECK(events.items[1].target == 8 && events.items[1].position[0] == 0);
    CHECK(strcmp(wwEventName(WW_EVENT_FADED), "faded") == 0 && !wwEventName(WW_EVENT_COUNT));
    wwEventsDestroy(&events);
}

int main(void) {
    RUN("[kit.handles] a destroyed or foreign handle is refused with a message", poolHandles);
    RUN("[kit.handles] a handle of another family is told so", poolFamilies);
    RUN("[kit.handles] a slot whose generation would wrap is retired", poolsRetire);
    RUN("[kit.handles] 4,000 random creations and removals agree with a model", poolAgainstModel);
    RUN("allocations are zeroed and counted", memoryCounts);
    RUN("events queue up, beyond the room they are counted", eventQueue);
    return FINISH();
}

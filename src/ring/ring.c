#include "ring/ring.h"

#include "base/maths.h"
#include "base/memory.h"
#include "base/status.h"

#include <string.h>

bool wwRingCreate(WwTableList *list, WwRing *ring, uint32_t texelsPerRecord, uint32_t capacity) {
    memset(ring, 0, sizeof *ring);
    ring->texelsPerRecord = texelsPerRecord;
    ring->capacity = capacity;
    ring->deathTimes = wwAlloc(sizeof(float) * capacity);
    const bool made = ring->deathTimes && wwTableCreate(list, &ring->table, WW_TEXEL_RGBA32F,
                                              texelsPerRecord * capacity);
    if (made) return true;
    wwRingDestroy(list, ring);
    return false;
}

void wwRingDestroy(WwTableList *list, WwRing *ring) {
    wwTableDestroy(list, &ring->table);
    wwFree(ring->deathTimes);
    memset(ring, 0, sizeof *ring);
}

void wwRingMove(WwTableList *list, WwRing *to, WwRing *from) {
    *to = *from;
    // The list knows a table by its address.
    for (WwTable **link = &list->first; *link; link = &(*link)->next) {
        if (*link != &from->table) continue;
        *link = &to->table;
        break;
    }
    memset(from, 0, sizeof *from);
}

static uint32_t next(const WwRing *ring, uint32_t record) {
    return record + 1 == ring->capacity ? 0 : record + 1;
}

void wwRingExpire(WwRing *ring, float now) {
    while (ring->count && ring->deathTimes[ring->first] <= now) {
        ring->first = next(ring, ring->first);
        ring->count--;
    }
}

static uint32_t take(WwRing *ring, uint32_t record, float death) {
    const bool full = ring->count == ring->capacity;
    ring->cursor = next(ring, record);
    if (full) {
        ring->first = ring->cursor;
    } else {
        ring->count++;
    }
    ring->deathTimes[record] = death;
    ring->fullUntil = wwMin(ring->fullUntil, death);
    wwRingMark(ring, record);
    return record;
}

uint32_t wwRingAppend(WwRing *ring, float now, float death) {
    if (ring->count < ring->capacity) return take(ring, ring->cursor, death);
    if (now < ring->fullUntil) return WW_RING_FULL;
    float earliest = WW_NEVER;
    for (uint32_t tried = 0; tried < ring->capacity; tried++) {
        const uint32_t record = ring->cursor;
        if (ring->deathTimes[record] <= now) return take(ring, record, death);
        // The oldest record still lives: the window turns past it and stays full.
        earliest = wwMin(earliest, ring->deathTimes[record]);
        ring->cursor = ring->first = next(ring, record);
    }
    ring->fullUntil = earliest;
    return WW_RING_FULL;
}

void wwRingSetDeath(WwRing *ring, uint32_t record, float death) {
    ring->deathTimes[record] = death;
    ring->fullUntil = wwMin(ring->fullUntil, death);
}

uint32_t wwRingLiving(const WwRing *ring, float now) {
    uint32_t living = 0;
    for (uint32_t i = 0, record = ring->first; i < ring->count; i++, record = next(ring, record)) {
        living += ring->deathTimes[record] > now;
    }
    return living;
}

void wwRingRebase(WwRing *ring, float seconds) {
    for (uint32_t i = 0; i < ring->capacity; i++) {
        if (ring->deathTimes[i] < WW_NEVER) ring->deathTimes[i] -= seconds;
    }
    ring->fullUntil -= seconds;
}

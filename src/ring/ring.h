// The one mechanism: a ring of records that are written once, at birth, and found again by number.
// Appending takes the next slot whose record is dead, so that expired slots are reused in the order
// of the ring even when lifetimes differ. The live window (first, count) holds every living record.
#pragma once

#include "ring/table.h"

typedef struct WwRing {
    WwTable table;
    float *deathTimes; // seconds since the kit's epoch; a record at or past its death is free
    uint32_t texelsPerRecord;
    uint32_t capacity; // records
    uint32_t first;    // oldest record of the window
    uint32_t count;    // records of the window
    uint32_t cursor;   // where the search for a free slot begins: end of the window
    float fullUntil;   // no record dies before this time: a full ring refuses without a search
} WwRing;

#define WW_RING_FULL 0xffffffffu
#define WW_NEVER 3.0e38f

bool wwRingCreate(WwTableList *list, WwRing *ring, uint32_t texelsPerRecord, uint32_t capacity);
void wwRingDestroy(WwTableList *list, WwRing *ring);

// Takes over `from`, which is empty afterwards; `to` must have been destroyed.
void wwRingMove(WwTableList *list, WwRing *to, WwRing *from);

// A free record that will live until `death`, marked for upload, or WW_RING_FULL.
uint32_t wwRingAppend(WwRing *ring, float now, float death);

// Changes when a record dies.
void wwRingSetDeath(WwRing *ring, uint32_t record, float death);

// Moves the start of the window past the dead.
void wwRingExpire(WwRing *ring, float now);

// Living records. Walks the window: for statistics and tests.
uint32_t wwRingLiving(const WwRing *ring, float now);

// The clock's epoch moved forward by `seconds`: death times follow, the family shifts its records.
void wwRingRebase(WwRing *ring, float seconds);

static inline float *wwRingRecord(const WwRing *ring, uint32_t record) {
    return wwTableFloats(&ring->table, record * ring->texelsPerRecord);
}

static inline void wwRingMark(WwRing *ring, uint32_t record) {
    const uint32_t texel = record * ring->texelsPerRecord;
    wwTableMark(&ring->table, texel, texel + ring->texelsPerRecord);
}

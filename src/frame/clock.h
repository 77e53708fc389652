// Time is kept in double. The GPU gets seconds since an epoch that moves forward, so that floats
// stay precise to a quarter of a millisecond however long the game runs.
#pragma once

#include <stdbool.h>

#define WW_EPOCH_SECONDS 3600.0
#define WW_LONGEST_STEP 3600.0
// All wind waves repeat exactly in this time (their frequencies are multiples of 1/1000 Hz).
#define WW_WIND_PERIOD 1000.0

typedef struct WwClock {
    double now;      // seconds since the kit was created
    double epoch;    // what records count from
    double windTime; // 0..WW_WIND_PERIOD
} WwClock;

void wwClockAdvance(WwClock *clock, double dt);
// Seconds by which records must be shifted back, or 0 when the epoch still stands.
float wwClockRebase(WwClock *clock);
float wwClockSeconds(const WwClock *clock);

#include "frame/clock.h"

#include <math.h>

void wwClockAdvance(WwClock *clock, double dt) {
    clock->now += dt;
    clock->windTime += dt;
    clock->windTime -= WW_WIND_PERIOD * floor(clock->windTime / WW_WIND_PERIOD);
}

float wwClockRebase(WwClock *clock) {
    if (clock->now - clock->epoch < WW_EPOCH_SECONDS) return 0.0f;
    // A whole number of seconds, exact in a float: records shift without rounding of the shift.
    const double seconds = floor(clock->now - clock->epoch);
    clock->epoch += seconds;
    return (float)seconds;
}

float wwClockSeconds(const WwClock *clock) {
    return (float)(clock->now - clock->epoch);
}

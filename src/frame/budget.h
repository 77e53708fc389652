// Keeps the triangles of effects within what one draw of the kit may cost.
#pragma once

#include "frame/kit.h"

// Shortens the draws of the list from number `first` on, in their order, so that they have at most
// kit->def.maxEffectTriangles triangles together, and counts what is shown and what is cut.
void wwBudgetKeep(ww_Kit *kit, uint32_t first);

// The origin moved: everything that is kept in the world moves against it.
#include "effects/trail/trail.h"

// In space local a slot whose parent is the world; of the others the parent moves.
static bool standsInWorld(const WwTrails *trails, const WwTrailStyle *style, uint32_t slot) {
    if (style->def.space != WW_TRAIL_LOCAL) return style->def.space == WW_TRAIL_WORLD;
    const WwTrail *trail =
        wwPoolHas(&trails->trails, style->slots[slot].trail)
            ? wwPoolAt(&trails->trails, wwPoolSlot(&trails->trails, style->slots[slot].trail))
            : NULL;
    return trail && trail->parent == WW_NO_PARENT;
}

static void shiftSlot(
    const WwTrails *trails, WwTrailStyle *style, uint32_t slot, const double by[3]) {
    float *row = wwTableFloats(&style->heads, slot * style->headTexels);
    wwShift3(wwTableFloats(&style->states, slot * WW_TRAIL_STATE_TEXELS + 3), by); // its eye
    if (standsInWorld(trails, style, slot)) {
        wwShift3(row, by);
        wwShift3(row + 4, by);
        for (int i = 0; i < 2; i++) {
            wwShift3(style->slots[slot].boxes[i].low, by);
            wwShift3(style->slots[slot].boxes[i].high, by);
        }
    } else if (style->def.space == WW_TRAIL_LOCAL) {
        wwShift3(row + 4 * (style->headTexels - WW_TRAIL_PARENT_TEXELS), by);
    }
}

static void shiftStyle(const WwTrails *trails, WwTrailStyle *style, const double by[3]) {
    for (uint32_t slot = 0; slot < style->slotsUsed; slot++) shiftSlot(trails, style, slot, by);
    const WwRing *ring = &style->ring;
    for (uint32_t i = 0; i < ring->count; i++) {
        float *record = wwRingRecord(ring, (ring->first + i) % ring->capacity);
        if (standsInWorld(trails, style, wwTrailSlotOf(record))) wwShift3(record, by);
    }
    wwTableMarkAll(&style->ring.table);
    wwTableMarkAll(&style->heads);
    wwTableMarkAll(&style->states);
}

void wwTrailsShift(WwTrails *trails, const double by[3]) {
    for (int i = 0; i < 3; i++) trails->origin[i] += by[i];
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (style) shiftStyle(trails, style, by);
    }
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        WwTrail *trail = wwTrailAt(trails, i);
        if (!trail) continue;
        wwShift3(trail->eye, by);
        if (!standsInWorld(trails, wwTrailStyleOf(trails, trail), trail->slot)) continue;
        wwShift3(trail->head.position, by);
        wwShift3(trail->pending.position, by);
        wwShift3(trail->start.position, by);
    }
}

// The waves of turbulence repeat after ten turns, and 1.7 times them as well.
void wwTrailTurns(const WwTrails *trails, const WwTrailStyle *style, float turns[3]) {
    for (int i = 0; i < 3; i++) {
        const double at = trails->origin[i] * (double)style->def.turbulenceFrequency;
        turns[i] = style->def.space == WW_TRAIL_WORLD ? (float)(at - 10.0 * floor(at / 10.0)) : 0;
    }
}

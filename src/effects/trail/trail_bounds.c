// Where trails are. For culling each slot has two boxes that only grow: one of what was laid since
// a time, one of what was laid in the lifetime before it. After a lifetime the older one is dropped
// and the newer one takes its place, so that a box never holds more than two lifetimes, costs
// nothing while a trail rests, and never misses what is visible. Exact bounds are read from the
// geometry.
#include "effects/trail/trail.h"

#include <string.h>

static void growBox(WwTrailBox *box, const float point[3], float reach) {
    for (int i = 0; i < 3; i++) {
        box->low[i] = box->some ? wwMin(box->low[i], point[i] - reach) : point[i] - reach;
        box->high[i] = box->some ? wwMax(box->high[i], point[i] + reach) : point[i] + reach;
    }
    box->some = true;
}

void wwTrailGrowBox(WwTrailStyle *style, uint32_t slot, const WwTrailPoint *point, float now) {
    WwTrailSlot *item = &style->slots[slot];
    const float lifetime = style->def.lifetime;
    if (!item->boxes[0].some || now - item->boxTime >= lifetime) {
        item->boxes[1] = item->boxes[0];
        item->boxes[1].some = item->boxes[0].some && now - item->lastLaid < lifetime;
        item->boxes[0].some = false;
        item->boxTime = now;
    }
    const bool blade = style->def.shape == WW_TRAIL_SWORD;
    growBox(&item->boxes[0], point->position,
        blade ? wwTrailDistanceBetween(point->side, (float[3]){0, 0, 0}) : 0.0f);
    item->widest = wwMax(item->widest, point->width);
    item->lastLaid = now;
}

// How far the modifiers carry what is laid, at most, along an axis in one direction.
static float carried(const ww_TrailStyleDef *def, float drift, float gravity, float sign) {
    const float life = def->lifetime;
    return wwMax(sign * drift * life, 0.0f) + wwMax(sign * 0.5f * gravity * life * life, 0.0f) +
           1.5f * def->turbulence;
}

static bool slotBox(
    const WwTrailStyle *style, const WwTrailSlot *slot, float now, WwTrailBox *out) {
    const ww_TrailStyleDef *def = &style->def;
    if (!slot->boxes[0].some || now - slot->lastLaid > def->lifetime) return false;
    *out = slot->boxes[0];
    if (slot->boxes[1].some && now - slot->boxTime <= def->lifetime) {
        growBox(out, slot->boxes[1].low, 0.0f);
        growBox(out, slot->boxes[1].high, 0.0f);
    }
    const float drift[3] = {def->drift.x, def->drift.y, def->drift.z};
    const float gravity[3] = {def->gravity.x, def->gravity.y, def->gravity.z};
    for (int i = 0; i < 3; i++) {
        out->low[i] -= carried(def, drift[i], gravity[i], -1.0f);
        out->high[i] += carried(def, drift[i], gravity[i], 1.0f);
    }
    return true;
}

// The farthest that a pixel of a ribbon lies from its path: half the width, twice at a miter.
static float reachOf(const WwTrailStyle *style, const WwTrailSlot *slot, const WwView *view,
    const float middle[3], float radius) {
    const float width = style->def.shape == WW_TRAIL_SWORD ? 0.0f : style->def.width;
    // Between two points the chord is drawn, not the way that the source took.
    const float half = width * slot->widest * style->widthMost + style->def.minVertexDistance;
    if (style->def.space == WW_TRAIL_SCREEN) return half + 2.0f;
    const bool deep = view->projection[2][3] != 0.0f;
    const float depth = deep ? wwTrailDistanceBetween(view->eye, middle) + radius : 1.0f;
    const float pixel = depth / wwMax(view->pixelsPerUnit, 1e-6f);
    return 2.0f * pixel + (style->def.widthUnits ? half * pixel : half);
}

static bool slotVisible(const WwTrailStyle *style, uint32_t index, const WwView *view) {
    const WwTrailSlot *slot = &style->slots[index];
    WwTrailBox box;
    if (!slotBox(style, slot, view->now, &box)) return false;
    float middle[3];
    for (int i = 0; i < 3; i++) middle[i] = 0.5f * (box.low[i] + box.high[i]);
    float radius = 0.5f * wwTrailDistanceBetween(box.low, box.high);
    const float reach = reachOf(style, slot, view, middle, radius);
    if (style->def.space == WW_TRAIL_SCREEN) {
        return box.high[0] > -reach && box.low[0] < view->viewport[0] + reach &&
               box.high[1] > -reach && box.low[1] < view->viewport[1] + reach;
    }
    if (style->def.space == WW_TRAIL_LOCAL) {
        const float *parent =
            wwTableFloats(&style->heads, (index + 1) * style->headTexels - WW_TRAIL_PARENT_TEXELS);
        float turned[3];
        wwRotate3(parent + 4, middle, turned);
        for (int i = 0; i < 3; i++) middle[i] = parent[i] + parent[3] * turned[i];
        radius = (radius + reach) * parent[3];
        return wwSphereVisible(view, middle, radius + reachOf(style, slot, view, middle, radius));
    }
    for (int plane = 0; plane < 6; plane++) {
        const float *p = view->planes[plane];
        float distance = p[3] + reach;
        for (int i = 0; i < 3; i++) distance += p[i] * (p[i] > 0.0f ? box.high[i] : box.low[i]);
        if (distance < 0.0f) return false;
    }
    return true;
}

bool wwTrailStyleVisible(const WwTrailStyle *style, const WwView *view) {
    if (!style->def.culling) return true;
    for (uint32_t slot = 0; slot < style->slotsUsed; slot++) {
        if (slotVisible(style, slot, view)) return true;
    }
    return false;
}

static void visitBounds(void *context, const float corners[12]) {
    for (int i = 0; i < 4; i++) growBox(context, corners + 3 * i, 0.0f);
}

bool wwTrailBounds(const WwTrails *trails, const WwTrail *trail, const WwView *view, float box[6]) {
    WwTrailBox bounds = {.some = false};
    wwTrailExpand(trails, wwTrailStyleOf(trails, trail), trail->slot, view, visitBounds, &bounds);
    memcpy(box, bounds.low, sizeof bounds.low);
    memcpy(box + 3, bounds.high, sizeof bounds.high);
    return bounds.some;
}

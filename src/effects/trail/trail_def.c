// What can be said about trails: validation, styles, creation and destruction.
#include "effects/trail/trail.h"

#include "base/memory.h"

#include <string.h>

#define WW_SCHEMA wwTrailStyleSchema
#define WW_SCHEMA_NAME "trail style"
#define WW_SCHEMA_STRUCT ww_TrailStyleDef
#define WW_SCHEMA_FILE "effects/trail/trail.def"
#include "base/schema_table.h"

// The largest texture that WebGL2 promises has 2,048 rows of 1,024 texels: 2^20 records of 2
// texels.
#define MAX_RECORDS (1u << 20)

bool wwTrailNeedsExtras(const ww_TrailStyleDef *def) {
    return def->pointData || def->shape != WW_TRAIL_RIBBON || def->facing == WW_TRAIL_FACING_AXIS;
}

static ww_Status check(const ww_TrailStyleDef *def, WwKeyArray keys) {
    const ww_Status status = wwSchemaCheck(&wwTrailStyleSchema, def, keys);
    if (status != WW_OK) return status;
    if (def->lodEnd > 0.0f && def->lodStart > def->lodEnd) {
        return wwFail(WW_ERROR_INVALID_DEF, "trail style: lodStart must not be beyond lodEnd");
    }
    const uint64_t records = (uint64_t)def->maxTrails * def->maxPoints;
    const uint32_t limit = wwTrailNeedsExtras(def) ? MAX_RECORDS / 2 : MAX_RECORDS;
    if (records <= limit) return WW_OK;
    wwFail(WW_ERROR_INVALID_DEF, "trail style: maxTrails x maxPoints is ");
    wwFailNumber((float)records);
    wwFailText(", it must be between 3 and ");
    wwFailNumber((float)limit);
    wwFailText(" points");
    return WW_ERROR_INVALID_DEF;
}

WwTrails *wwTrailsCreate(WwShared *shared, uint32_t maxStyles, uint32_t maxTrails) {
    WwTrails *trails = wwAlloc(sizeof *trails);
    if (!trails) return NULL;
    trails->shared = shared;
    const bool made =
        wwPoolCreate(&trails->styles, WW_TAG_TRAIL_STYLE, sizeof(WwTrailStyle), maxStyles) &&
        wwPoolCreate(&trails->trails, WW_TAG_TRAIL, sizeof(WwTrail), maxTrails);
    if (made) return trails;
    wwTrailsDestroy(trails);
    return NULL;
}

static void freeStyle(WwTrails *trails, WwTrailStyle *style) {
    WwTableList *tables = &trails->shared->tables;
    wwRingDestroy(tables, &style->ring);
    wwTableDestroy(tables, &style->heads);
    wwTableDestroy(tables, &style->states);
    wwFree(style->nextRecord);
    wwFree(style->slots);
    if (style->shade) wwOrphansRemoveOwner(&trails->shared->programs, style->program);
    wwFree(style->shade);
    wwFree(style->rotations);
    if (style->curveRow != WW_RING_FULL) wwSharedReturnRows(trails->shared, style->curveRow);
}

void wwTrailsDestroy(WwTrails *trails) {
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (style) freeStyle(trails, style);
    }
    wwTableDestroy(&trails->shared->tables, &trails->lines);
    wwPoolDestroy(&trails->styles);
    wwPoolDestroy(&trails->trails);
    wwFree(trails);
}

// Rows of a style: colour over length, colour over age, then one row with the four curves in its
// channels. The last of the four rows is not used.
static void bakeCurves(WwShared *shared, WwTrailStyle *style, WwKeyArray keys) {
    const ww_TrailStyleDef *def = &style->def;
    const uint32_t texel = style->curveRow * WW_CURVE_SAMPLES;
    wwGradientBake(keys, def->colorOverLength, wwTableFloats(&shared->curves, texel));
    wwGradientBake(
        keys, def->colorOverAge, wwTableFloats(&shared->curves, texel + WW_CURVE_SAMPLES));
    float *curves = wwTableFloats(&shared->curves, texel + 2 * WW_CURVE_SAMPLES);
    wwCurveBake(keys, def->widthOverLength, curves, 0);
    wwCurveBake(keys, def->widthOverAge, curves, 1);
    wwCurveBake(keys, def->alphaOverLength, curves, 2);
    wwCurveBake(keys, def->alphaOverAge, curves, 3);
    float most[2] = {0, 0};
    for (uint32_t i = 0; i < 4 * WW_CURVE_SAMPLES; i++) {
        if (i % 4 < 2) most[i % 4] = wwMax(most[i % 4], curves[i]);
    }
    style->widthMost = most[0] * most[1];
    wwTableMark(&shared->curves, texel, texel + 3 * WW_CURVE_SAMPLES);
}

static bool createStorage(WwTrails *trails, WwTrailStyle *style) {
    const ww_TrailStyleDef *def = &style->def;
    WwTableList *tables = &trails->shared->tables;
    const uint32_t records = def->maxTrails * def->maxPoints;
    style->hasExtras = wwTrailNeedsExtras(def);
    const uint32_t extra = style->hasExtras ? WW_TRAIL_EXTRA_TEXELS : 0;
    style->headTexels = WW_TRAIL_HEAD_TEXELS + 2 * extra;
    if (def->space == WW_TRAIL_LOCAL) style->headTexels += WW_TRAIL_PARENT_TEXELS;
    style->freeSlot = style->firstFading = WW_TRAIL_NO_RECORD;
    if (def->pointData) style->rotations = wwAlloc(sizeof *style->rotations * records);
    style->curveRow = wwSharedTakeRows(trails->shared);
    style->nextRecord = wwAlloc(sizeof(uint32_t) * records);
    style->slots = wwAlloc(sizeof(WwTrailSlot) * def->maxTrails);
    return style->curveRow != WW_RING_FULL && style->nextRecord && style->slots &&
           (!def->pointData || style->rotations) &&
           wwRingCreate(tables, &style->ring, WW_TRAIL_TEXELS + extra, records) &&
           wwTableCreate(
               tables, &style->heads, WW_TEXEL_RGBA32F, style->headTexels * def->maxTrails) &&
           wwTableCreate(
               tables, &style->states, WW_TEXEL_RGBA32F, WW_TRAIL_STATE_TEXELS * def->maxTrails);
}

// What only fades gives way to what is new.
static void makeRoom(WwTrails *trails) {
    if (trails->styles.liveCount < trails->styles.capacity) return;
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        const WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (!style || !style->retired || style->trailCount) continue;
        wwTrailStyleDestroy(trails, wwPoolHandleAt(&trails->styles, i));
        return;
    }
}

uint32_t wwTrailStyleCreate(WwTrails *trails, const ww_TrailStyleDef *def, WwKeyArray keys) {
    if (check(def, keys) != WW_OK) return 0;
    makeRoom(trails);
    uint32_t handle = 0;
    WwTrailStyle *style = wwPoolAdd(&trails->styles, &handle);
    if (!style) return 0;
    style->def = *def;
    if (!createStorage(trails, style) || !wwTrailDebugPrepare(trails, def)) {
        freeStyle(trails, style);
        wwPoolRemove(&trails->styles, handle);
        wwFail(
            WW_ERROR_OUT_OF_MEMORY, "trail style: out of memory for maxTrails x maxPoints points");
        return 0;
    }
    bakeCurves(trails->shared, style, keys);
    return handle;
}

// Records that were dead under the old lifetime must not come back under a longer one: no segment
// begins or ends at them any more.
static void forgetDead(WwRing *ring, float now) {
    for (uint32_t record = 0; record < ring->capacity; record++) {
        float *texels = wwRingRecord(ring, record);
        if (wwTrailBegins(texels)) continue;
        const bool isDead = ring->deathTimes[record] <= now;
        if (!isDead && ring->deathTimes[wwTrailPrevious(texels)] > now) continue;
        texels[6] = wwTrailBits(wwTrailLink(texels) & 0xffu);
    }
}

static void changeLifetime(WwTrailStyle *style, float change, float now) {
    WwRing *ring = &style->ring;
    forgetDead(ring, now);
    for (uint32_t record = 0; record < ring->capacity; record++) {
        const float death = ring->deathTimes[record];
        if (death > now && death < WW_NEVER) wwRingSetDeath(ring, record, death + change);
    }
    for (uint32_t slot = 0; slot < style->slotsUsed; slot++) {
        style->slots[slot].releaseTime += change;
    }
    wwTableMarkAll(&ring->table);
}

// The tails of resting trails are written ahead for one lifetime, and up to maxLength.
static void refreshTrails(
    WwTrails *trails, WwTrailStyle *style, uint32_t handle, float lifetimeChange) {
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        WwTrail *trail = wwTrailAt(trails, i);
        if (!trail || trail->style != handle) continue;
        trail->lastDeath += lifetimeChange;
        if (trail->recordCount) trail->nextDeath = style->ring.deathTimes[trail->oldestRecord];
        wwTrailExpire(trails, style, trail);
        trail->asleep = false;
        if (trail->resting) wwTrailWriteRest(style, trail, trails->now);
    }
}

ww_Status wwTrailStyleSet(
    WwTrails *trails, uint32_t handle, const ww_TrailStyleDef *def, WwKeyArray keys) {
    WwTrailStyle *style = wwPoolGet(&trails->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    const ww_Status status = check(def, keys);
    if (status != WW_OK) return status;
    if (def->maxTrails != style->def.maxTrails || def->maxPoints != style->def.maxPoints) {
        return wwFail(WW_ERROR_INVALID_DEF,
            "trail style: maxTrails and maxPoints are fixed when the style is created");
    }
    if (wwTrailNeedsExtras(def) && !style->hasExtras) {
        return wwFail(WW_ERROR_INVALID_DEF,
            "trail style: a shape, facing or pointData that needs larger records must be chosen "
            "when the style is created");
    }
    if (def->space != style->def.space || def->pointData != style->def.pointData) {
        return wwFail(WW_ERROR_INVALID_DEF,
            "trail style: space and pointData are fixed when the style is created");
    }
    if (!wwTrailDebugPrepare(trails, def)) {
        return wwFail(WW_ERROR_OUT_OF_MEMORY, "trail style: out of memory for the lines of debug");
    }
    const float change = def->lifetime - style->def.lifetime;
    style->def = *def;
    if (change != 0.0f) changeLifetime(style, change, trails->now);
    refreshTrails(trails, style, handle, change);
    bakeCurves(trails->shared, style, keys);
    return WW_OK;
}

ww_Status wwTrailStyleDestroy(WwTrails *trails, uint32_t handle) {
    WwTrailStyle *style = wwPoolGet(&trails->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        const WwTrail *trail = wwPoolAt(&trails->trails, i);
        if (trail && trail->style == handle) {
            wwPoolRemove(&trails->trails, wwPoolHandleAt(&trails->trails, i));
        }
    }
    freeStyle(trails, style);
    wwPoolRemove(&trails->styles, handle);
    return WW_OK;
}

void wwTrailsSweep(WwTrails *trails) {
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        const WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (!style || !style->retired || style->trailCount) continue;
        if (style->firstFading != WW_TRAIL_NO_RECORD) continue;
        wwTrailStyleDestroy(trails, wwPoolHandleAt(&trails->styles, i));
    }
}

ww_Status wwTrailStyleRetire(WwTrails *trails, uint32_t handle) {
    WwTrailStyle *style = wwPoolGet(&trails->styles, handle);
    if (!style) return WW_ERROR_STALE_HANDLE;
    style->retired = true;
    wwTrailsSweep(trails);
    return WW_OK;
}

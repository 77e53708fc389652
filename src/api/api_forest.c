#include "frame/kit.h"

#include <string.h>

ww_TreeDef ww_defaultTreeDef(void) {
    ww_TreeDef def;
    wwSchemaDefaults(&wwTreeSchema, &def);
    return def;
}

uint32_t ww_treePresetCount(void) {
    return wwTreePresetCount();
}

const char *ww_treePresetName(uint32_t preset) {
    return wwTreePresetName(preset);
}

ww_Status ww_treePreset(uint32_t preset, ww_TreeDef *def) {
    if (preset >= wwTreePresetCount()) {
        return wwFail(WW_ERROR_INVALID_DEF, "treePreset: there is no preset of this number");
    }
    wwTreePreset(preset, def);
    return WW_OK;
}

ww_ForestDef ww_defaultForestDef(void) {
    ww_ForestDef def;
    wwSchemaDefaults(&wwForestSchema, &def);
    return def;
}

ww_SpeciesDef ww_defaultSpeciesDef(void) {
    ww_SpeciesDef def;
    wwSchemaDefaults(&wwSpeciesSchema, &def);
    return def;
}

ww_ScatterDef ww_defaultScatterDef(void) {
    ww_ScatterDef def;
    wwSchemaDefaults(&wwScatterSchema, &def);
    return def;
}

ww_ForestId ww_createForest(ww_Kit *kit, const ww_ForestDef *def) {
    return (ww_ForestId){wwForestCreate(kit->forests, def)};
}

ww_Status ww_destroyForest(ww_Kit *kit, ww_ForestId forest) {
    return wwForestDestroy(kit->forests, forest.raw);
}

static WwForest *get(ww_Kit *kit, ww_ForestId forest) {
    return wwPoolGet(&kit->forests->pool, forest.raw);
}

ww_Status ww_addForestSpecies(
    ww_Kit *kit, ww_ForestId forest, const ww_TreeDef *tree, const ww_SpeciesDef *species) {
    WwForest *item = get(kit, forest);
    if (!item) return WW_ERROR_STALE_HANDLE;
    return wwForestAddSpecies(kit->forests, item, tree, species);
}

ww_Status ww_scatterForest(ww_Kit *kit, ww_ForestId forest, const ww_ScatterDef *def) {
    WwForest *item = get(kit, forest);
    return item ? wwForestScatter(item, def) : WW_ERROR_STALE_HANDLE;
}

float ww_forestFoot(ww_Kit *kit, ww_ForestId forest, uint32_t variant) {
    const WwForest *item = get(kit, forest);
    return item && variant < item->variantCount ? item->variants[variant]->foot : 0.0f;
}

uint32_t ww_forestCandidateCount(ww_Kit *kit, ww_ForestId forest) {
    const WwForest *item = get(kit, forest);
    return item ? item->candidateCount : 0;
}

float *ww_forestCandidates(ww_Kit *kit, ww_ForestId forest) {
    WwForest *item = get(kit, forest);
    return item ? item->candidates : NULL;
}

ww_Status ww_plantForest(
    ww_Kit *kit, ww_ForestId forest, const float *trees, uint32_t count, uint32_t *ids) {
    WwForest *item = get(kit, forest);
    return item ? wwForestPlant(item, trees, count, ids) : WW_ERROR_STALE_HANDLE;
}

ww_Status ww_moveForestTree(ww_Kit *kit, ww_ForestId forest, uint32_t tree, const float *to) {
    WwForest *item = get(kit, forest);
    return item ? wwForestMove(item, tree, to) : WW_ERROR_STALE_HANDLE;
}

ww_Status ww_fellForestTree(
    ww_Kit *kit, ww_ForestId forest, uint32_t tree, float direction, float height, float ago) {
    WwForest *item = get(kit, forest);
    return item ? wwForestFell(item, tree, direction, height, ago) : WW_ERROR_STALE_HANDLE;
}

ww_Status ww_removeForestTrees(
    ww_Kit *kit, ww_ForestId forest, const uint32_t *trees, uint32_t count) {
    WwForest *item = get(kit, forest);
    if (!item) return WW_ERROR_STALE_HANDLE;
    ww_Status status = WW_OK;
    for (uint32_t i = 0; i < count; i++) {
        const ww_Status one = wwForestRemove(item, trees[i]);
        if (one != WW_OK) status = one;
    }
    return status;
}

ww_Status ww_readForestTree(ww_Kit *kit, ww_ForestId forest, uint32_t tree, ww_ForestTree *out) {
    WwForest *item = get(kit, forest);
    return item ? wwForestRead(item, tree, out) : WW_ERROR_STALE_HANDLE;
}

uint32_t ww_pickForestTree(ww_Kit *kit, ww_ForestId forest, float *ray) {
    const WwForest *item = get(kit, forest);
    if (!item) return 0;
    static const float forward[3] = {0, 0, -1};
    WwRay own;
    memcpy(own.origin, ray, sizeof own.origin);
    wwNormalize3(ray + 3, forward, own.direction);
    const WwPick pick = wwForestPick(item, &own, ray[6]);
    ray[6] = pick.distance;
    return pick.tree;
}

uint32_t ww_findForestTrees(ww_Kit *kit, ww_ForestId forest, float x, float z, float radius) {
    WwForest *item = get(kit, forest);
    if (!item) return WW_NO_COUNT;
    wwForestFind(item, x, z, radius);
    return item->foundCount;
}

const uint32_t *ww_foundForestTrees(ww_Kit *kit, ww_ForestId forest) {
    const WwForest *item = get(kit, forest);
    return item ? item->scratch : NULL;
}

uint32_t ww_forestTreeCount(ww_Kit *kit, ww_ForestId forest) {
    const WwForest *item = get(kit, forest);
    return item ? item->store.treeCount : WW_NO_COUNT;
}

ww_Status ww_readForest(ww_Kit *kit, ww_ForestId forest, float *trees, uint32_t *ids) {
    const WwForest *item = get(kit, forest);
    if (!item) return WW_ERROR_STALE_HANDLE;
    wwForestList(item, trees, ids);
    return WW_OK;
}

ww_Status ww_setForest(ww_Kit *kit, ww_ForestId forest, const ww_ForestDef *def) {
    WwForest *item = get(kit, forest);
    return item ? wwForestSet(item, def) : WW_ERROR_STALE_HANDLE;
}

float ww_forestReady(ww_Kit *kit, ww_ForestId forest) {
    const WwForest *item = get(kit, forest);
    return item ? wwForestReady(item) : 0.0f;
}

ww_Status ww_bakeForest(ww_Kit *kit, ww_ForestId forest) {
    WwForest *item = get(kit, forest);
    if (!item) return WW_ERROR_STALE_HANDLE;
    item->bakeAll = true;
    return WW_OK;
}

ww_Status ww_setTramplers(
    ww_Kit *kit, const ww_TransformId *transforms, const float *radii, uint32_t count) {
    for (uint32_t i = 0; i < count && i < WW_TRAMPLERS; i++) {
        if (!wwPoolGet(&kit->transforms.pool, transforms[i].raw)) return WW_ERROR_STALE_HANDLE;
    }
    return wwTramplersSet(&kit->tramplers, count ? &transforms->raw : NULL, radii, count);
}

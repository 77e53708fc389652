#include "frame/kit.h"

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
    ww_Kit *kit, ww_ForestId forest, const ww_TreeDef *tree, uint32_t seed, uint32_t variants) {
    WwForest *item = get(kit, forest);
    if (!item) return WW_ERROR_STALE_HANDLE;
    return wwForestAddSpecies(kit->forests, item, tree, seed, variants);
}

ww_Status ww_scatterForest(ww_Kit *kit, ww_ForestId forest, const ww_ScatterDef *def) {
    WwForest *item = get(kit, forest);
    return item ? wwForestScatter(item, def) : WW_ERROR_STALE_HANDLE;
}

uint32_t ww_forestCandidateCount(ww_Kit *kit, ww_ForestId forest) {
    const WwForest *item = get(kit, forest);
    return item ? item->candidateCount : 0;
}

float *ww_forestCandidates(ww_Kit *kit, ww_ForestId forest) {
    WwForest *item = get(kit, forest);
    return item ? item->candidates : NULL;
}

ww_Status ww_plantForest(ww_Kit *kit, ww_ForestId forest, const float *trees, uint32_t count) {
    WwForest *item = get(kit, forest);
    return item ? wwForestPlant(item, trees, count) : WW_ERROR_STALE_HANDLE;
}

uint32_t ww_forestTreeCount(ww_Kit *kit, ww_ForestId forest) {
    const WwForest *item = get(kit, forest);
    return item ? item->treeCount : WW_NO_COUNT;
}

const float *ww_forestTrees(ww_Kit *kit, ww_ForestId forest) {
    WwForest *item = get(kit, forest);
    if (!item) return NULL;
    wwForestSort(item);
    return wwTableFloats(&item->trees, 0);
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

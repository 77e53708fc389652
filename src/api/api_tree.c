#include "frame/kit.h"

static WwTree *get(ww_Kit *kit, ww_TreeId tree) {
    return wwPoolGet(&kit->trees->pool, tree.raw);
}

ww_TreeId ww_createTree(ww_Kit *kit, const ww_TreeDef *def, uint32_t seed) {
    return (ww_TreeId){wwTreeCreate(kit->trees, def, seed)};
}

ww_Status ww_destroyTree(ww_Kit *kit, ww_TreeId tree) {
    return wwTreeDestroy(kit->trees, tree.raw);
}

uint32_t ww_buildTrees(ww_Kit *kit) {
    return wwTreesBuild(kit->trees);
}

ww_Status ww_setTreeAge(ww_Kit *kit, ww_TreeId tree, float age, float growSeconds) {
    WwTree *item = get(kit, tree);
    return item ? wwTreeSetAge(kit->trees, item, age, growSeconds) : WW_ERROR_STALE_HANDLE;
}

float ww_treeAge(ww_Kit *kit, ww_TreeId tree) {
    const WwTree *item = get(kit, tree);
    return item ? item->age : -1.0f;
}

ww_Status ww_fellTree(ww_Kit *kit, ww_TreeId tree, float height) {
    WwTree *item = get(kit, tree);
    return item ? wwTreeFell(item, height) : WW_ERROR_STALE_HANDLE;
}

const ww_TreeMesh *ww_treeMesh(ww_Kit *kit, ww_TreeId tree, uint32_t level, uint32_t part) {
    return wwTreeView(kit->trees, tree.raw, level, part);
}

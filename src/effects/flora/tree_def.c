#include "effects/flora/skeleton.h"

#define WW_SCHEMA wwTreeSchema
#define WW_SCHEMA_NAME "tree"
#define WW_SCHEMA_STRUCT ww_TreeDef
#define WW_SCHEMA_FILE "effects/flora/tree.def"
#include "base/schema_table.h"

ww_Status wwTreeCheck(const ww_TreeDef *def) {
    const WwKeyArray none = {0};
    const ww_Status status = wwSchemaCheck(&wwTreeSchema, def, none);
    if (status != WW_OK) return status;
    uint64_t points;
    const uint64_t nodes = wwSkeletonBound(def, &points);
    const uint64_t parts = nodes * wwMaxU(def->leaves, 1);
    if (nodes <= WW_TREE_NODES && parts <= WW_TREE_LEAVES) return WW_OK;
    if (nodes <= WW_TREE_NODES) {
        wwFail(WW_ERROR_INVALID_DEF, "tree: leaves: all shoots together bear ");
        wwFailNumber((float)parts);
        wwFailText(" foliage parts, it must be at most ");
        wwFailNumber((float)WW_TREE_LEAVES);
        return WW_ERROR_INVALID_DEF;
    }
    wwFail(WW_ERROR_INVALID_DEF, "tree: stems, forks, limbs, branches, twigs and sprigs make ");
    wwFailNumber((float)nodes);
    wwFailText(" shoots, it must be at most ");
    wwFailNumber((float)WW_TREE_NODES);
    return WW_ERROR_INVALID_DEF;
}

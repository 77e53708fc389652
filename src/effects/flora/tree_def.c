#include "effects/flora/flora.h"

#define WW_SCHEMA_STRUCT ww_TreeDef
#include "base/schema_rows.h"
static const WwField fields[] = {
#include "effects/flora/tree.def"
};
#include "base/schema_end.h"

const WwSchema wwTreeSchema = {
    "tree", sizeof(ww_TreeDef), sizeof fields / sizeof fields[0], fields};

ww_Status wwTreeCheck(const ww_TreeDef *def) {
    const WwKeyArray none = {0};
    return wwSchemaCheck(&wwTreeSchema, def, none);
}

#include "base/textures.h"

#include <string.h>

bool wwTexturesCreate(WwTextures *textures, uint32_t capacity) {
    return wwPoolCreate(&textures->pool, WW_TAG_TEXTURE, sizeof(WwPicture), capacity);
}

void wwTexturesDestroy(WwTextures *textures) {
    wwPoolDestroy(&textures->pool);
}

uint32_t wwTextureOf(const WwTextures *textures, uint32_t handle) {
    if (!handle || !wwPoolHas(&textures->pool, handle)) return 0;
    const WwPicture *picture = wwPoolGet(&textures->pool, handle);
    return picture->texture;
}

ww_Status wwTexturesCheck(const WwTextures *textures, const WwSchema *schema, const void *def) {
    for (uint32_t i = 0; i < schema->fieldCount; i++) {
        const WwField *field = &schema->fields[i];
        if (field->type != WW_FIELD_TEXTURE) continue;
        uint32_t handle;
        memcpy(&handle, (const char *)def + field->offset, sizeof handle);
        if (!handle || wwPoolHas(&textures->pool, handle)) continue;
        wwFail(WW_ERROR_STALE_HANDLE, schema->name);
        wwFailText(": ");
        wwFailText(field->name);
        wwFailText(" was destroyed or is no texture of this kit");
        return WW_ERROR_STALE_HANDLE;
    }
    return WW_OK;
}

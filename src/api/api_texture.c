#include "frame/kit.h"

ww_TextureId ww_createTexture(ww_Kit *kit) {
    uint32_t handle = 0;
    wwPoolAdd(&kit->shared.textures.pool, &handle);
    return (ww_TextureId){handle};
}

static void forget(ww_Kit *kit, WwPicture *picture) {
    if (picture->texture) kit->gpu->ops->destroyTexture(kit->gpu, picture->texture);
    picture->texture = 0;
}

ww_Status ww_setTexture(
    ww_Kit *kit, ww_TextureId texture, uint32_t name, uint32_t width, uint32_t height) {
    WwPicture *picture = wwPoolGet(&kit->shared.textures.pool, texture.raw);
    if (!picture) return WW_ERROR_STALE_HANDLE;
    const WwTextureDesc desc = {WW_TEXTURE_RGBA8, width, height, 0, 1};
    const uint32_t adopted = kit->gpu->ops->adoptTexture(kit->gpu, name, &desc);
    if (!adopted) return wwFail(WW_ERROR_CAPACITY, "texture: the GPU's textures are all taken");
    forget(kit, picture);
    *picture = (WwPicture){adopted, width, height};
    return WW_OK;
}

ww_Status ww_destroyTexture(ww_Kit *kit, ww_TextureId texture) {
    WwPicture *picture = wwPoolGet(&kit->shared.textures.pool, texture.raw);
    if (!picture) return WW_ERROR_STALE_HANDLE;
    forget(kit, picture);
    wwPoolRemove(&kit->shared.textures.pool, texture.raw);
    return WW_OK;
}

ww_Status ww_setSceneDepth(ww_Kit *kit, ww_TextureId depth) {
    if (depth.raw && !wwPoolGet(&kit->shared.textures.pool, depth.raw)) {
        return WW_ERROR_STALE_HANDLE;
    }
    kit->sceneDepth = depth.raw;
    return WW_OK;
}

// Pictures that a game gives for its effects. JavaScript owns the pixels and the GL object; the
// core knows their number, their size and whether they are there yet.
#pragma once

#include "base/pool.h"
#include "base/schema.h"

typedef struct WwPicture {
    uint32_t texture; // of the GPU; 0 until the picture is loaded and while the context is lost
    uint32_t width, height;
} WwPicture;

typedef struct WwTextures {
    WwPool pool;
} WwTextures;

bool wwTexturesCreate(WwTextures *textures, uint32_t capacity);
void wwTexturesDestroy(WwTextures *textures);

// The GPU's texture of a handle; 0 for no handle, a dead one, or a picture that is not there yet.
uint32_t wwTextureOf(const WwTextures *textures, uint32_t handle);
// WW_OK, or that a TEXTURE field of the definition holds the handle of something dead.
ww_Status wwTexturesCheck(const WwTextures *textures, const WwSchema *schema, const void *def);

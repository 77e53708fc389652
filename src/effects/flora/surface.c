// What shaders know of a species besides its meshes: how its bark is patterned, and how its foliage
// changes through a year. Bark and leaves are drawn from these few numbers, wherever they are seen
// (shaders/surface.glsl): no texture is made, stored or filtered, and no detail is ever coarser
// than a pixel.
#include "effects/flora/parts.h"

#include <string.h>

static void copyColor(float texel[4], const ww_Color *color, float last) {
    memcpy(texel, color, 3 * sizeof(float));
    texel[3] = last;
}

void wwTreeLook(const ww_TreeDef *def, float look[WW_LOOK_TEXELS][4]) {
    // Leaves with a blade of their own have veins; needles and grass have none to be seen.
    const bool veined = def->leafShape != WW_LEAF_SPRAY && def->leafShape != WW_LEAF_TUFT &&
                        def->leafShape != WW_LEAF_BLADE;
    const float season[4] = {
        def->leafSeason.low, def->leafSeason.high, def->blossomSeason.low, def->blossomSeason.high};
    const float rest[4] = {
        def->fruitSeason.low, def->fruitSeason.high, veined ? 1.0f : 0.0f, def->barkRoughRadius};
    copyColor(look[0], &def->barkColor2, (float)def->bark);
    copyColor(look[1], &def->autumnColor, def->leafUnderside);
    memcpy(look[2], season, sizeof season);
    memcpy(look[3], rest, sizeof rest);
    look[4][0] = def->barkScale;
    look[4][1] = def->barkRoughness;
    look[4][2] = def->leafTranslucency;
    look[4][3] = def->trample;
}

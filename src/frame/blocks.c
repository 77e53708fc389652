#include "frame/blocks.h"

#include <string.h>

static bool allFinite(const float *values, int count) {
    for (int i = 0; i < count; i++) {
        if (!wwFinite(values[i])) return false;
    }
    return true;
}

bool wwViewFrom(WwView *out, const float *view, const float *projection, uint32_t width,
    uint32_t height, float now) {
    if (!allFinite(view, 16) || !allFinite(projection, 16)) return false;
    memcpy(out->view, view, sizeof out->view);
    memcpy(out->projection, projection, sizeof out->projection);
    mat4 inverse;
    glm_mat4_inv(out->view, inverse);
    if (!allFinite(&inverse[0][0], 16)) return false;
    glm_mat4_mul(out->projection, out->view, out->viewProjection);
    glm_frustum_planes(out->viewProjection, out->planes);
    glm_vec3_copy(inverse[3], out->eye);
    out->now = now;
    out->viewport[0] = (float)width;
    out->viewport[1] = (float)height;
    out->pixelsPerUnit = 0.5f * (float)height * out->projection[1][1];
    return true;
}

void wwViewBlockFrom(WwViewBlock *block, const WwView *view, float windTime) {
    memcpy(block->view, view->view, sizeof block->view);
    memcpy(block->projection, view->projection, sizeof block->projection);
    memcpy(block->viewProjection, view->viewProjection, sizeof block->viewProjection);
    memcpy(block->eye, view->eye, sizeof(vec3));
    block->eye[3] = view->now;
    block->viewport[0] = view->viewport[0];
    block->viewport[1] = view->viewport[1];
    block->viewport[2] = view->pixelsPerUnit;
    block->viewport[3] = windTime;
}

static void copyColor(float out[4], ww_Color color, float w) {
    out[0] = color.r;
    out[1] = color.g;
    out[2] = color.b;
    out[3] = w;
}

void wwWorldBlockFrom(WwWorldBlock *block, const ww_WorldDef *world, bool srgb) {
    const float up[3] = {0, 1, 0};
    const float east[3] = {1, 0, 0};
    const float sun[3] = {world->sunDirection.x, world->sunDirection.y, world->sunDirection.z};
    const float wind[3] = {world->windDirection.x, 0, world->windDirection.z};
    float direction[3];
    wwNormalize3(sun, up, block->sunDirection);
    block->sunDirection[3] = srgb ? 1.0f : 0.0f;
    copyColor(block->sunColor, world->sunColor, 1.0f);
    copyColor(block->skyColor, world->skyColor, 1.0f);
    copyColor(block->groundColor, world->groundColor, 1.0f);
    wwNormalize3(wind, east, direction);
    block->wind[0] = direction[0];
    block->wind[1] = direction[2];
    block->wind[2] = world->windStrength;
    block->wind[3] = world->windGust;
    copyColor(block->fogColor, world->fogColor, world->fogDensity);
    block->weather[0] = world->season;
    block->weather[1] = world->snow;
    block->weather[2] = world->wetness;
    block->weather[3] = (float)world->treeLook;
}

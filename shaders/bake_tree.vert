#version 300 es
#include "common.glsl"
#include "tree.glsl"
#include "species.glsl"

// One picture of a tree, unlit, as a camera at infinity sees it.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec4 color;
layout(location = 3) in vec4 wind4;
layout(location = 4) in vec2 uv;

// params[0]: right, half width; [1]: up, half height; [2]: toward the camera, sphere; [3]: centre;
// [4]: variant, middle of the picture

out vec3 frameNormal; // right, up, toward the camera
out vec3 framePlace;  // the same, metres
out vec4 tint;        // linear albedo, visibility
out vec4 surface;     // uv, kind, radius of wood
out float tiles;      // of bark around the wood

void main() {
    vec3 p = position - params[3].xyz;
    vec3 seen = vec3(dot(p, params[0].xyz), dot(p, params[1].xyz), dot(p, params[2].xyz));
    frameNormal = vec3(
        dot(normal.xyz, params[0].xyz),
        dot(normal.xyz, params[1].xyz),
        dot(normal.xyz, params[2].xyz));
    int variant = int(params[4].x);
    tint = vec4(seasonColor(toLinear(color.rgb), normal.w, wind4.a, variant), color.a);
    surface = vec4(uv, normal.w, wind4.a);
    tiles = wind4.b * 255.0;
    framePlace = seen;
    vec2 place = (seen.xy - params[4].yz) / vec2(params[0].w, params[1].w);
    gl_Position = vec4(place, -seen.z / params[2].w, 1.0);
    if (isShed(normal.w, wind4.a, variant)) gl_Position = NOWHERE;
}

#version 300 es
#include "common.glsl"

// One picture of a tree, unlit, as a camera at infinity sees it.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec4 color;
layout(location = 3) in vec4 wind4;
layout(location = 4) in vec2 uv;

// params[0]: right, half width; [1]: up, half height; [2]: toward the camera, sphere; [3]: centre

out vec3 frameNormal; // right, up, toward the camera
out vec4 tint;        // linear albedo, visibility
out vec4 surface;     // uv, 1 for leaves, roughness
out float depth;      // 0..1, 1 nearest

void main() {
    vec3 p = position - params[3].xyz;
    vec3 seen = vec3(dot(p, params[0].xyz), dot(p, params[1].xyz), dot(p, params[2].xyz));
    frameNormal = vec3(
        dot(normal.xyz, params[0].xyz),
        dot(normal.xyz, params[1].xyz),
        dot(normal.xyz, params[2].xyz));
    tint = vec4(toLinear(color.rgb), color.a);
    surface = vec4(uv, normal.w, wind4.a);
    depth = 0.5 + 0.5 * seen.z / params[2].w;
    gl_Position = vec4(seen.x / params[0].w, seen.y / params[1].w, 1.0 - 2.0 * depth, 1.0);
}

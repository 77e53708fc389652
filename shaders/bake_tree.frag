#version 300 es
#include "common.glsl"
#include "tree.glsl"
#include "species.glsl"
#include "light.glsl"
#include "surface.glsl"
#include "impostor.glsl"

in vec3 frameNormal;
in vec3 framePlace;
in vec4 tint;
in vec4 surface;
in float tiles;

layout(location = 0) out vec4 colorOut;   // linear albedo, the texture encodes; 1
layout(location = 1) out vec4 surfaceOut; // packed normal, visibility, depth

void main() {
    vec3 albedo = tint.rgb;
    vec3 normal = normalize(frameNormal);
    shadeSurface(albedo, normal, framePlace, vec3(0.0, 0.0, 1.0), surface, tiles, gl_FrontFacing,
        int(params[4].x));
    colorOut = vec4(albedo, 1.0);
    surfaceOut = vec4(packNormal(normal), tint.a, 0.5 + 0.5 * framePlace.z / params[2].w);
}

#version 300 es
#include "common.glsl"
#include "tree.glsl"
#include "impostor.glsl"

in vec3 frameNormal;
in vec4 tint;
in vec4 surface;
in float depth;

layout(location = 0) out vec4 colorOut;   // linear albedo, the texture encodes; 1
layout(location = 1) out vec4 surfaceOut; // packed normal, visibility, depth

void main() {
    vec3 normal = facingNormal(normalize(frameNormal), vec3(0.0, 0.0, 1.0));
    vec3 albedo = treeAlbedo(tint.rgb, surface.xy, fwidth(surface.x), surface.z, surface.w);
    colorOut = vec4(albedo, 1.0);
    surfaceOut = vec4(packNormal(normal), tint.a, depth);
}

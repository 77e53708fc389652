#version 300 es
#include "common.glsl"
#include "tree.glsl"

centroid in vec3 place;
centroid in vec3 worldNormal;
centroid in vec4 tint;
centroid in vec4 surface;
in vec3 band;

out vec4 pixel;

void main() {
    float threshold = ditherAt(gl_FragCoord.xy);
    if (threshold < band.x || threshold >= band.y || threshold >= band.z) discard;
    bool leaf = surface.z > 0.5;
    vec3 toEye = towardEye(place);
    vec3 albedo = treeAlbedo(tint.rgb, surface.xy, fwidth(surface.x), surface.z, surface.w);
    vec3 normal = facingNormal(normalize(worldNormal), toEye);
    vec3 light = lightTree(albedo, normal, toEye, tint.a, leaf ? surface.w : 0.0);
    pixel = composite(applyFog(light, distance(eye.xyz, place)), 1.0, 1.0);
}

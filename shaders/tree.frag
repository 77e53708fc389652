#version 300 es
#include "common.glsl"
#include "tree.glsl"
#include "species.glsl"
#include "light.glsl"
#include "surface.glsl"

flat in vec3 apart;
centroid in vec3 place;
centroid in vec3 worldNormal;
centroid in vec4 tint;
centroid in vec4 surface;
centroid in float tiles;
in vec3 band;
in float kept;
in vec2 look;

out vec4 pixel;

void main() {
    float threshold = ditherAt(gl_FragCoord.xy);
    if (threshold < band.x || threshold >= band.y || threshold >= band.z || kept < 0.0) discard;
    int variant = int(look.x + 0.5);
    vec3 toEye = towardEye(place);
    vec3 albedo = tint.rgb;
    vec3 normal = normalize(worldNormal);
    shadeSurface(albedo, normal, place, toEye, surface, tiles, gl_FrontFacing, variant);
    // What shows of the inside of a felled trunk is its cut.
    if (kept != 1.0 && surface.z < 0.5 && !gl_FrontFacing) albedo = vec3(0.42, 0.29, 0.16);
    if (look.y > 0.5) albedo = levelColor(look.y);
    float wood = surface.z > 0.5 ? 0.0 : 1.0;
    float translucency = (1.0 - wood) * lookAt(variant, 4).z;
    vec3 light = lightTree(
        TreePoint(albedo, normal, toEye, place - apart, tint.a, translucency, wood));
    pixel = composite(applyFog(light, distance(eye.xyz, place)), 1.0, 1.0);
}

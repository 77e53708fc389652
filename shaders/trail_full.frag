#version 300 es
#include "common.glsl"
#include "trail.glsl"
#include "trail_edge.glsl"
#include "trail_fragment.glsl"
#include "trail_shade.glsl"

uniform sampler2D texture0;

centroid in vec4 ribbon;
centroid in vec4 life;
in vec4 tint;
in vec4 user;
in vec3 place;
in vec4 surface;
out vec4 pixel;

// The sides of a tube come from its winding, the sides of a ribbon from its normal: at the rim of a
// tube of few sides the normal already looks away.
bool seenFromBehind(vec3 normal) {
    if (int(params[5].x) == 2) return !gl_FrontFacing;
    vec3 back = vec3(view[0][2], view[1][2], view[2][2]);
    return dot(normal, projection[2][3] == 0.0 ? back : eye.xyz - place) < 0.0;
}

void main() {
    vec3 normal = normalize(surface.xyz);
    if (params[5].w < 1.5 && seenFromBehind(normal)) {
        if (params[8].y > 0.5) discard;
        normal = -normal;
    }
    bool isTube = int(params[5].x) == 2;
    float across = isTube ? surface.w : 0.5 + 0.5 * ribbon.x / max(ribbon.w, 1e-6);
    vec4 color = params[2] * curveRow(life.x, params[1].z) * curveRow(life.y, params[1].z + 1.0);
    vec3 light = vec3(1.0);
    if (params[8].x > 0.5) {
        light = sunColor.rgb * max(dot(normal, sunDirection.xyz), 0.0) +
            mix(groundColor.rgb, skyColor.rgb, 0.5 + 0.5 * normal.y);
    }
    vec2 uv = vec2(user.w, across);
    vec4 texel = params[7].w > 0.5 ? texture(texture0, uv) : vec4(1.0);
    TrailFragment f = TrailFragment(uv, life.x, life.y, color * tint, texel, place, normal, light,
        user.xyz, eye.w);
    float fade = isTube ? 1.0 : insideOf(ribbon, life.z);
    fade *= life.w;
    vec4 shaded = shade(f);
    // Of what is drawn once, this pass takes what is dense enough, later ones the rest.
    float density = int(params[3].x) == BLEND_PREMULTIPLIED ? fade : shaded.a * fade / params[10].w;
    if (density < params[4].w) discard;
    pixel = blendTrail(shaded, fade, clearOf(place));
}

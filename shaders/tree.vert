#version 300 es
#include "common.glsl"
#include "wind.glsl"
#include "tree.glsl"
#include "growth.glsl"
#include "species.glsl"

// One tree of a pool as a mesh. What it reads is written once (src/effects/forest/forest.h).
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec4 color;
layout(location = 3) in vec4 wind4;
layout(location = 4) in vec2 uv;
layout(location = 5) in vec4 seat; // on the axis of its node, number of the node

uniform sampler2D table0;  // trees, 2 texels each
uniform usampler2D table1; // records of the trees to draw

// params[0]: first place in the list, edge to the finer and to the coarser level, fade
// params[1]: largest distance, 1 for the coarsest mesh, variant, ages that a second adds

// Leaves far away are smaller than a pixel: without `centroid` what is multisampled would take
// colours from far outside of them.
centroid out vec3 place;       // in the world
centroid out vec3 worldNormal;
centroid out vec4 tint;        // linear albedo, visibility
centroid out vec4 surface;     // uv, kind, radius of wood
centroid out float tiles;      // of bark around the wood
out vec3 band;                 // shares of pixels: first, last, left by distance

void main() {
    int record = int(texelFetch(table1, texelAt(int(params[0].x) + gl_InstanceID), 0).x);
    vec4 foot = texelFetch(table0, texelAt(record * 2), 0);
    vec4 look = texelFetch(table0, texelAt(record * 2 + 1), 0);
    int variant = int(params[1].z);
    vec4 size = texelFetch(table2, texelAt(variant * VARIANT_TEXELS + 1), 0);
    float bend = texelFetch(table2, texelAt(variant * VARIANT_TEXELS + 2), 0).w;

    float height = size.z * foot.w;
    float pixels = treePixels(foot.xyz, height);
    bool alone = params[1].y > 0.5 && size.w < 0.5; // no impostor takes over
    band.x = params[0].y < 1e30 ? shareAbove(pixels, params[0].y, params[0].w) : 0.0;
    band.y = alone ? 1.0 : shareAbove(pixels, params[0].z, params[0].w);
    band.z = shareNear(foot.xyz, params[1].x);

    mat2 turn = mat2(cos(look.x), -sin(look.x), sin(look.x), cos(look.x));
    float age = clamp(look.w + eye.w * params[1].w, 0.0, 1.0);
    vec3 p = grownPlace(position, seat, normal.w > 0.5, age) * foot.w;
    p.xz = turn * p.xz;
    vec3 n = normal.xyz;
    n.xz = turn * n.xz;
    vec3 weights = vec3(wind4.rg, normal.w > 0.5 ? wind4.b : 0.0);
    place = foot.xyz + windSway(p, foot.xz, look.z, height, bend, weights, n);
    worldNormal = n;
    vec3 albedo = seasonColor(toLinear(color.rgb), normal.w, wind4.a, variant);
    tint = vec4(albedo * treeTint(look.z), color.a);
    surface = vec4(uv, normal.w, wind4.a * (normal.w > 0.5 ? 1.0 : sqrt(age)));
    tiles = wind4.b * 255.0;
    gl_Position = viewProjection * vec4(place, 1.0);
    if (isShed(normal.w, wind4.a, variant)) gl_Position = NOWHERE;
}

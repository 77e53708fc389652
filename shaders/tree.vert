#version 300 es
#include "part.glsl"
#include "common.glsl"
#include "wind.glsl"
#include "tree.glsl"
#include "growth.glsl"
#include "species.glsl"
#include "trample.glsl"

// Trees of a pool as meshes, each part of a draw one variant at one level. What it reads is written
// once (src/effects/forest/forest.h).
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec4 color;
layout(location = 3) in vec4 wind4;
layout(location = 4) in vec2 uv;
layout(location = 5) in vec4 seat; // on the axis of its node, number of the node

uniform sampler2D table0;  // trees
// Records of the trees to draw; from bit 24 on: which part of the tree. Behind the list a number
// for each part of the draw: its first place in the list; from bit 24 on: its level.
uniform usampler2D table1;

// params[0]: edges to the next coarser levels, fade
// params[1]: largest distance, first number behind the list, ages that a second adds in w
// params[2]: reference of the levels, pixels of a metre at a metre
// params[3]: seconds that a felled tree lies, 1 to show levels by their colours, share of its
// distances at which undergrowth ends

// Leaves far away are smaller than a pixel: without `centroid` what is multisampled would take
// colours from far outside of them.
flat out vec3 apart; // what is the same wherever the tree stands: the place less this
centroid out vec3 place;       // in the world
centroid out vec3 worldNormal;
centroid out vec4 tint;        // linear albedo, visibility
centroid out vec4 surface;     // uv, kind, radius of wood
centroid out float tiles;      // of bark around the wood
out vec3 band;                 // shares of pixels: first, last, left by distance
out float kept;                // metres from the cut of a felled tree; below 0: not of this part
out vec2 look;                 // variant, level to show by its colour (0: none)

const float RESTING = 0.4; // metres above the ground within which a fallen crown is pressed flat

// What is above the cut turns about it, toward where the tree falls, and slides to the ground.
void fell(inout vec3 p, inout vec3 n, float cut, float turn, float seconds, float height) {
    float angle = fallAngle(seconds, height);
    vec2 way = vec2(cos(turn), sin(turn));
    mat2 tilt = mat2(cos(angle), -sin(angle), sin(angle), cos(angle));
    vec2 from = vec2(dot(p.xz, way), p.y - cut);
    vec2 normalFrom = vec2(dot(n.xz, way), n.y);
    vec2 to = tilt * from;
    vec2 normalTo = tilt * normalFrom;
    p.xz += way * (to.x - from.x);
    p.y = to.y + cut * (1.0 - 0.8 * smoothstep(0.6, 1.4, angle));
    n.xz += way * (normalTo.x - normalFrom.x);
    n.y = normalTo.y;
    // Branches bend where they come to lie: none goes through the ground.
    float lying = max(smoothstep(0.5, 1.2, angle) * RESTING, 0.001);
    if (p.y < lying) p.y = lying * exp(p.y / lying - 1.0);
}

void main() {
    int start = int(texelFetch(table1, texelAt(int(params[1].y) + partNumber), 0).x);
    int level = start >> 24;
    int entry = int(texelFetch(table1, texelAt((start & 0xffffff) + gl_InstanceID), 0).x);
    int part = entry >> 24;
    int record = (entry & 0xffffff) * TREE_TEXELS;
    vec4 foot = texelFetch(table0, texelAt(record), 0);
    vec4 own = texelFetch(table0, texelAt(record + 1), 0);
    vec4 more = texelFetch(table0, texelAt(record + 2), 0);
    int variant = int(own.y);
    vec4 size = texelFetch(table2, texelAt(variant * VARIANT_TEXELS + 1), 0);
    float bend = texelFetch(table2, texelAt(variant * VARIANT_TEXELS + 2), 0).w;
    vec4 trunk = texelFetch(table2, texelAt(variant * VARIANT_TEXELS + TRUNK_TEXEL), 0);
    float age = treeAge(own.w);
    look = vec2(own.y, params[3].y * float(level + 1));

    float height = size.z * foot.w * treeSize(trunk, age);
    float pixels = treePixels(foot.xyz, height);
    bool alone = level == 2 && size.w < 0.5; // no impostor takes over
    band.x = level > 0 ? shareAbove(pixels, params[0][level - 1], params[0].w) : 0.0;
    band.y = alone ? 1.0 : shareAbove(pixels, params[0][level], params[0].w);
    float ends = trunk.w * (size.w < 0.5 ? params[3].z : 1.0);
    band.z = shareNear(foot.xyz, reachOf(params[1].x, ends, own.z));

    mat2 turn = mat2(cos(own.x), -sin(own.x), sin(own.x), cos(own.x));
    vec3 p = grownPlace(position, seat, normal.w > 0.5, age, int(trunk.z)) * foot.w;
    p.xz = turn * p.xz;
    vec3 n = normal.xyz;
    n.xz = turn * n.xz;
    kept = 1.0;
    if (part > 0) {
        vec2 fall = unpackPair(more.w);
        float cut = fall.y * height;
        float seconds = max(eye.w - more.z, 0.0);
        kept = part == PART_STUMP ? cut - p.y : p.y - cut;
        band.xy = vec2(0.0, 1.0);
        if (part == PART_FALLING) {
            fell(p, n, cut, fall.x * 2.0 * PI, seconds, height);
            band.z *= clamp((params[3].x - seconds) / 3.0, 0.0, 1.0);
        }
    } else {
        vec3 weights = vec3(wind4.rg, normal.w > 0.5 ? wind4.b : 0.0);
        p = windSway(p, foot.xz, own.z, height, bend, weights, n);
        float give = lookAt(variant, 4).w;
        if (give > 0.0) p = trample(p, foot.xyz, give);
    }
    p.xz += treeLean(more.y) * p.y;
    place = foot.xyz + p;
    apart = foot.xyz - own.z * 97.0;
    worldNormal = n;
    vec3 albedo = seasonColor(toLinear(color.rgb), normal.w, wind4.a, variant);
    tint = vec4(albedo * treeTint(own.z) * treeTintOf(more.x), color.a);
    surface = vec4(uv, normal.w, wind4.a * (normal.w > 0.5 ? 1.0 : sqrt(age)));
    tiles = wind4.b * 255.0;
    gl_Position = viewProjection * vec4(place, 1.0);
    if (isShed(normal.w, wind4.a, variant)) gl_Position = NOWHERE;
}

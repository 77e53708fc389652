#version 300 es
#include "common.glsl"
#include "tree.glsl"
#include "light.glsl"
#include "impostor.glsl"

uniform sampler2D table2;        // variants
uniform sampler2DArray texture0; // colour, premultiplied
uniform sampler2DArray texture1; // packed normal, visibility, depth

// params[0]: edge to the meshes, fade, pictures a side, texels a side of a picture
// params[1]: largest distance, coarsest mip level, 1 when the target is multisampled

// Of three blurred pictures less is left after rounding to samples than of a mesh.
const float GAIN = 1.03;

in vec3 card;
in vec3 camera;
in vec3 picture0;
in vec3 picture1;
in vec3 picture2;
in vec4 cells;
in vec4 shares;
in vec4 turn;
in vec4 lean;
in vec2 slope;
in vec3 ownTint;
in vec3 band;

out vec4 pixel;

struct Ray {
    vec3 from, along;
    float layer;
    float level; // mip level of a picture of two metres a side
    float cardLevel; // about that of the pictures
    float relief; // 1: the stored depth counts; 0: too small on the screen to see it
    vec4 center; // of the variant: xyz, sphere
    vec4 size;   // radius, half height
};

struct Blend {
    vec3 color;
    vec3 normal;
    float alpha, visibility, weight;
};

// Looks along the ray at one picture: thrice to where the stored depth says that the ray meets the
// tree, then adds what is there. A picture with something else in front of it there weighs less.
void addPicture(inout Blend blend, Ray ray, vec3 n, vec2 cell, float weight) {
    vec3 right = pictureRight(n);
    vec3 up = cross(n, right);
    float texels = params[0].w;
    int picture = int((ray.layer * params[0].z + cell.y) * params[0].z + cell.x);
    vec4 frame = texelFetch(table2, texelAt(FIRST_FRAME + picture), 0);
    vec2 extent = frame.zw;
    float level = clamp(ray.level - 0.5 * log2(extent.x * extent.y), 0.0, params[1].y);
    float nd = dot(n, ray.along);
    vec3 p = ray.from - ray.along * (dot(n, ray.from) / nd);
    vec2 start = vec2(dot(right, p), dot(up, p)) - frame.xy;
    vec2 slide = vec2(dot(right, ray.along), dot(up, ray.along)) / nd;
    vec3 between = normalize(n - ray.along);
    vec3 q = ray.from - ray.along * (dot(between, ray.from) / dot(between, ray.along));
    vec2 uv = (vec2(dot(right, q), dot(up, q)) - frame.xy) / (2.0 * extent) + 0.5;
    float margin = 0.5 * exp2(ceil(level)) / texels;
    float height = 0.0;
    for (int i = 0; i < 3 && ray.relief > 0.0; i++) {
        vec2 inside = (cell + clamp(uv, margin, 1.0 - margin)) / params[0].z;
        float depth = textureLod(texture1, vec3(inside, ray.layer), level).w;
        height = (depth - 0.5) * 2.0 * ray.center.w;
        uv = mix(uv, (start + height * slide) / (2.0 * extent) + 0.5, ray.relief);
    }
    vec3 inside = vec3((cell + clamp(uv, margin, 1.0 - margin)) / params[0].z, ray.layer);
    vec4 color = textureLod(texture0, inside, level);
    vec4 surface = textureLod(texture1, inside, level);
    if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) color = vec4(0.0);
    float error = ((surface.w - 0.5) * 2.0 * ray.center.w - height) / (0.07 * ray.center.w);
    float w = weight / (1.0 + ray.relief * error * error);
    vec3 normal = unpackNormal(surface.xy);
    blend.color += w * color.rgb;
    blend.normal += w * color.a * (right * normal.x + up * normal.y + n * normal.z);
    blend.alpha += w * color.a;
    blend.visibility += w * color.a * surface.z;
    blend.weight += w;
}

// The ray is bent against the wind instead of the tree with it.
Ray rayThroughCard(int variant) {
    Ray ray;
    ray.level = lean.w;
    ray.center = texelFetch(table2, texelAt(variant * VARIANT_TEXELS), 0);
    ray.size = texelFetch(table2, texelAt(variant * VARIANT_TEXELS + 1), 0);
    ray.layer = ray.size.w - 1.0;
    ray.cardLevel = lean.w - 0.5 * log2(ray.size.x * ray.size.y);
    ray.relief = 1.0 - smoothstep(1.2, 1.7, ray.cardLevel);
    float y = card.y + ray.center.y;
    float h = clamp(y / ray.size.z, 0.0, 1.0);
    vec2 bent = lean.xy * sin(lean.z * h * h) + slope;
    ray.from = camera - vec3(bent.x, 0.0, bent.y) * y;
    ray.along = normalize(card - camera);
    return ray;
}

// What is left of a pixel that is covered in part: quarters of its samples, or all or nothing. GPUs
// round alpha to samples in many ways, but agree on quarters; where a whole tree is a few pixels,
// the pattern makes up for the steps.
float coverage(float alpha, float level) {
    // Another pattern than that of the cross-fade, which would take the same pixels twice.
    float noise = ditherAt(gl_FragCoord.yx + 31.0);
    float rounded = floor(alpha * 4.0 + mix(0.5, noise, clamp(0.5 * level, 0.0, 1.0))) / 4.0;
    return params[1].z > 0.5 ? rounded : step(mix(0.2, 0.8, noise), alpha);
}

void main() {
    float threshold = ditherAt(gl_FragCoord.xy);
    if (threshold < band.x || threshold >= band.y) discard;
    int variant = int(turn.w + 0.5);
    Ray ray = rayThroughCard(variant);
    Blend blend = Blend(vec3(0.0), vec3(0.0), 0.0, 0.0, 1e-6);
    addPicture(blend, ray, normalize(picture0), floor(cells.xy + 0.5), shares.z);
    addPicture(blend, ray, normalize(picture1), floor(cells.zw + 0.5), shares.w);
    float last = max(1.0 - shares.z - shares.w, 0.0);
    addPicture(blend, ray, normalize(picture2), floor(shares.xy + 0.5), last);
    float opacity = coverage(min(GAIN * blend.alpha / blend.weight, 1.0), ray.cardLevel);
    if (opacity < 0.1) discard;

    vec3 albedo = blend.color / blend.alpha;
    vec4 wood = texelFetch(table2, texelAt(variant * VARIANT_TEXELS + 2), 0);
    vec4 leaf = texelFetch(table2, texelAt(variant * VARIANT_TEXELS + 3), 0);
    vec3 apart = leaf.rgb - wood.rgb;
    float leafy = clamp(dot(albedo - wood.rgb, apart) / (dot(apart, apart) + 1e-6), 0.0, 1.0);
    mat2 yaw = mat2(turn.x, -turn.y, turn.y, turn.x);
    vec3 normal = normalize(blend.normal);
    normal.xz = yaw * normal.xz;
    vec3 toEye = -ray.along;
    toEye.xz = yaw * toEye.xz;
    albedo *= treeTint(turn.z) * ownTint;
    if (params[3].y > 0.0) albedo = levelColor(0.0);
    vec3 place = ray.from + ray.along * dot(ray.along, -ray.from);
    place.xz = yaw * place.xz;
    TreePoint point = TreePoint(albedo, normal, toEye, place + turn.z * 97.0,
        blend.visibility / blend.alpha, leafy * leaf.w, 1.0 - leafy);
    vec3 light = lightTree(point);
    pixel = vec4(encode(applyFog(light, band.z)), opacity);
}

// What a tree is as a mesh and as an impostor alike: which of the two shows it, and how it is lit.

// Texels of a variant (src/effects/forest/forest.h).
const int VARIANT_TEXELS = 10;
const int TRUNK_TEXEL = 9;
const int FIRST_FRAME = 64 * VARIANT_TEXELS; // of the impostors' pictures

// What a length is divided by on its way to the screen: 1 under an orthographic camera.
float screenDepth(vec3 p) {
    return projection[2][3] == 0.0 ? 1.0 : max(distance(eye.xyz, p), 1e-3);
}

vec3 towardEye(vec3 p) {
    vec3 back = vec3(view[0][2], view[1][2], view[2][2]);
    return normalize(projection[2][3] == 0.0 ? back : eye.xyz - p);
}

const int TREE_TEXELS = 3;
const int PART_STUMP = 1;
const int PART_FALLING = 2;

// Height of a tree on the screen in pixels, as seen from the reference of the levels (params[2]);
// the same number decides in both shaders.
float treePixels(vec3 foot, float height) {
    bool parallel = projection[2][3] == 0.0;
    return height * params[2].w / (parallel ? 1.0 : max(distance(params[2].xyz, foot), 1e-3));
}

// Two numbers 0..1 that were packed into one.
vec2 unpackPair(float packed) {
    float high = floor(packed / 4096.0);
    return vec2(high, packed - high * 4096.0) / 4095.0;
}

// Slope along x and z by which a tree stands aslant.
vec2 treeLean(float packed) {
    return (unpackPair(packed) * 4095.0 - 2048.0) / 2047.0;
}

// Factors on the colour of one tree.
vec3 treeTintOf(float packed) {
    vec3 c = floor(packed / vec3(262144.0, 4096.0, 64.0));
    return (c - 64.0 * vec3(0.0, c.xy)) / 32.0;
}

// Years that a tree is ahead of the world's season.
float treeSeasonOf(float packed) {
    return (packed - 64.0 * floor(packed / 64.0)) / 64.0 - 0.5;
}

float treeAge(float ageAtEpoch) {
    return clamp(ageAtEpoch + eye.w * params[1].w, 0.0, 1.0);
}

// Height of a tree at its age, as a share of its full height; `trunk`: texel 4 of its variant.
float treeSize(vec4 trunk, float age) {
    return age >= 1.0 ? 1.0 : clamp((age - trunk.x) * trunk.y, 0.0, 1.0);
}

// Radians by which a felled tree has turned: it leans slowly, rushes down and bounces a little.
float fallAngle(float seconds, float height) {
    float t = seconds / (0.55 * sqrt(max(height, 1.0)));
    float after = max(t - 1.0, 0.0);
    float bounce = 0.07 * exp(-4.0 * after) * abs(sin(7.0 * after));
    return 1.5 * (t < 1.0 ? t * t * t : 1.0) - bounce;
}

// Share of the pixels that belong to the level above an edge: 0..1 around it.
float shareAbove(float pixels, float edge, float fade) {
    return clamp((pixels / edge - 1.0 + fade) / (2.0 * fade), 0.0, 1.0);
}

// Share of the pixels that are left near the distance at which a plant ends.
float shareNear(vec3 foot, float reach) {
    return clamp((reach - distance(eye.xyz, foot)) / (0.1 * reach), 0.0, 1.0);
}

// That distance: a species thins out from half of its own on. Twin: reachOf in forest_view.c.
float reachOf(float maxDistance, float speciesDistance, float random) {
    return min(maxDistance, speciesDistance * (0.5 + 0.5 * random));
}

// Thresholds 0..1, evenly spread over any few pixels (Jimenez, "Next Generation Post Processing in
// Call of Duty", 2014): a level shows the pixels between two shares, so that neighbouring levels
// never show the same pixel and leave none out.
float ditherAt(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// What the view of levels paints: 1 to 3 meshes from fine to coarse, 0 impostors.
vec3 levelColor(float level) {
    return level < 0.5 ? vec3(0.05, 0.18, 0.8) : vec3(0.8, 0.05 + 0.24 * (level - 1.0), 0.03);
}

// No two trees have quite the same colour.
vec3 treeTint(float random) {
    return mix(vec3(0.86, 0.9, 0.82), vec3(1.14, 1.1, 1.0), random);
}

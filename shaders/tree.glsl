// What a tree is as a mesh and as an impostor alike: which of the two shows it, and how it is lit.

// Texels of a variant (src/effects/forest/forest.h).
const int VARIANT_TEXELS = 9;

// What a length is divided by on its way to the screen: 1 under an orthographic camera.
float screenDepth(vec3 p) {
    return projection[2][3] == 0.0 ? 1.0 : max(distance(eye.xyz, p), 1e-3);
}

vec3 towardEye(vec3 p) {
    vec3 back = vec3(view[0][2], view[1][2], view[2][2]);
    return normalize(projection[2][3] == 0.0 ? back : eye.xyz - p);
}

// Height of a tree on the screen in pixels; the same number decides in both shaders.
float treePixels(vec3 foot, float height) {
    return height * viewport.z / screenDepth(foot);
}

// Share of the pixels that belong to the level above an edge: 0..1 around it.
float shareAbove(float pixels, float edge, float fade) {
    return clamp((pixels / edge - 1.0 + fade) / (2.0 * fade), 0.0, 1.0);
}

// Share of the pixels that are left near the end of the world.
float shareNear(vec3 foot, float maxDistance) {
    return clamp((maxDistance - distance(eye.xyz, foot)) / (0.1 * maxDistance), 0.0, 1.0);
}

// Thresholds 0..1, evenly spread over any few pixels (Jimenez, "Next Generation Post Processing in
// Call of Duty", 2014): a level shows the pixels between two shares, so that neighbouring levels
// never show the same pixel and leave none out.
float ditherAt(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// No two trees have quite the same colour.
vec3 treeTint(float random) {
    return mix(vec3(0.86, 0.9, 0.82), vec3(1.14, 1.1, 1.0), random);
}

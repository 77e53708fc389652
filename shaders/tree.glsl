// What a tree is as a mesh and as an impostor alike: which of the two shows it, and how it is lit.

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

float latticeHash(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

float valueNoise(vec2 p) {
    vec2 cell = floor(p);
    vec2 f = p - cell;
    f = f * f * (3.0 - 2.0 * f);
    float low = mix(latticeHash(cell), latticeHash(cell + vec2(1.0, 0.0)), f.x);
    float high = mix(latticeHash(cell + vec2(0.0, 1.0)), latticeHash(cell + vec2(1.0, 1.0)), f.x);
    return mix(low, high, f.y);
}

// Albedo of a point of a mesh: furrows along the bark, a pale rib along a leaf. Mean factor 1;
// fades where a pixel (`width` in uv) covers more than the pattern.
vec3 treeAlbedo(vec3 albedo, vec2 uv, float width, float leaf, float roughness) {
    if (leaf > 0.5) return albedo * (0.94 + 0.12 * (1.0 - smoothstep(0.0, 0.22, abs(uv.x))));
    vec2 p = vec2(uv.x * 9.0, uv.y * 1.7);
    float furrow = valueNoise(p) * 0.6 + valueNoise(p * vec2(2.3, 3.1) + 7.0) * 0.4 - 0.5;
    float seen = clamp(1.5 - 12.0 * width, 0.0, 1.0);
    return albedo * (1.0 + 1.3 * roughness * seen * furrow);
}

// A leaf's normal is that of the crown around it. Where it looks away from the camera it is
// mirrored on the picture plane: a steady change, which turning it around would not be.
vec3 facingNormal(vec3 normal, vec3 toEye) {
    return normalize(normal - 2.0 * min(dot(normal, toEye), 0.0) * toEye);
}

// Linear light of one pixel. No glossy term: leaves must not mirror the sun.
vec3 lightTree(vec3 albedo, vec3 normal, vec3 toEye, float visibility, float translucency) {
    vec3 sun = sunDirection.xyz;
    float facing = dot(normal, sun);
    float wrap = 0.35 * min(translucency * 1.5, 1.0);
    float direct = max((facing + wrap) / ((1.0 + wrap) * (1.0 + wrap)), 0.0);
    float open = mix(0.3, 1.0, visibility);
    float glow = max(-dot(toEye, sun), 0.0);
    float through = translucency * (0.2 * max(-facing, 0.0) + 0.55 * glow * glow * glow * glow);
    vec3 passed = sqrt(albedo) * albedo * vec3(2.4, 2.2, 1.3);
    vec3 ambient = mix(groundColor.rgb, skyColor.rgb, normal.y * 0.5 + 0.5);
    vec3 reflected = sunColor.rgb * (direct * open) + ambient * mix(0.25, 1.0, visibility);
    return albedo * reflected + passed * sunColor.rgb * through * open;
}

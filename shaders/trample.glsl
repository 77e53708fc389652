// Written by src/effects/forest/trample.c when one of them moves. xyz, radius; radius 0 ends the
// list.
layout(std140) uniform TrampleBlock {
    vec4 tramplers[32];
};

// A point of a plant, relative to its foot, bows away from the spheres that come near it: it turns
// about the ground below it, down to lying flat. `give` 0..1: how far.
vec3 trample(vec3 p, vec3 foot, float give) {
    vec3 place = foot + p;
    float top = max(place.y, foot.y);
    vec2 own = 0.3 * p.xz / max(length(p.xz), 0.01);
    vec2 way = vec2(0.0);
    float weight = 0.0;
    for (int i = 0; i < 32; i++) {
        vec4 sphere = tramplers[i];
        if (sphere.w <= 0.0) break;
        vec2 away = (place.xz - sphere.xz) / sphere.w;
        // Nearest on the way from the ground up to the point; what lies lower is pressed down, too.
        float above = (clamp(sphere.y, foot.y, top) - sphere.y) / sphere.w;
        float share = 1.0 - smoothstep(0.6, 1.15, length(vec3(away, 0.6 * above)));
        way += share * (away + own);
        weight += share;
    }
    if (weight <= 0.0) return p;
    float angle = 1.42 * give * min(weight, 1.0);
    way *= sin(angle) / max(length(way), 1e-4);
    vec3 bowed = vec3(p.x + way.x * p.y, p.y * cos(angle), p.z + way.y * p.y);
    return bowed * min(1.0, length(p) / max(length(bowed), 1e-4)); // no leaf grows longer
}

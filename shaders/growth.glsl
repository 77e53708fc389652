// How a tree grows: only starts, lengths and girths of its nodes change with its age, so that a
// vertex follows from the mature mesh and a few numbers of its node and of what bears it.
// Twin: wwGrowMesh (src/effects/flora/growth.c); flora.h says what the texels are.
uniform sampler2D table3; // growth of all variants

float growthOf(float age, vec2 birthAndRate) {
    return clamp((age - birthAndRate.x) * birthAndRate.y, 0.0, 1.0);
}

// Where the vertex `mature` is at an age of 0..1. `seat`: where on the axis of its node, its node.
// `first`: of the texels of the variant.
vec3 grownPlace(vec3 mature, vec4 seat, bool leaf, float age, int first) {
    if (age >= 1.0) return mature;
    int node = int(seat.w);
    vec4 place = texelFetch(table3, texelAt(first + 1 + 2 * node), 0);
    vec4 times = texelFetch(table3, texelAt(first + 2 + 2 * node), 0);
    float threshold = texelFetch(table3, texelAt(first), 0).x;
    float grown = growthOf(age, times.xy);
    float open = max(0.0, (grown - threshold) / (1.0 - threshold));
    float size = leaf ? open * (2.0 - open) : growthOf(age, times.xz);
    vec3 at = place.xyz + times.w * (seat.xyz * (1.0 / 32767.0));
    vec3 moved = (mature - at) * size;
    for (int depth = 0; depth < 12; depth++) {
        moved += (at - place.xyz) * growthOf(age, times.xy);
        at = place.xyz;
        if (int(place.w) == node) break;
        node = int(place.w);
        place = texelFetch(table3, texelAt(first + 1 + 2 * node), 0);
        times = texelFetch(table3, texelAt(first + 2 + 2 * node), 0);
    }
    return moved + at;
}

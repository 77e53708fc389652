// What a species adds to its meshes: its look, and how its foliage changes through the year.
// Needs tree.glsl.
uniform sampler2D table2; // variants

// Texel i of the look of a species. Written by wwTreeLook (src/effects/flora/surface.c).
vec4 lookAt(int variant, int i) {
    return texelFetch(table2, texelAt(variant * VARIANT_TEXELS + 4 + i), 0);
}

const float LEAF = 1.0;
const float BLOSSOM = 0.756;
const float FRUIT = 0.63;

// Whether the season of a leaf, blossom or fruit has not begun or is over. Each has its own days;
// what lasts from 0 to 1 never falls.
bool isShed(float kind, float random, int variant) {
    if (kind < 0.5) return false;
    vec4 seasons = lookAt(variant, 2);
    vec2 own = kind > 0.9 ? seasons.xy : kind > 0.7 ? seasons.zw : lookAt(variant, 3).xy;
    float days = (random - 0.5) * 0.09;
    return own.y - own.x < 0.999 && (weather.x < own.x + days || weather.x > own.y + days);
}

// Linear colour of foliage: fresh in spring, turning before it falls; fruit ripens from green.
vec3 seasonColor(vec3 albedo, float kind, float random, int variant) {
    vec4 autumn = lookAt(variant, 1);
    vec4 seasons = lookAt(variant, 2);
    if (kind > 0.9 && seasons.y - seasons.x < 0.999) {
        float fresh = 1.0 - smoothstep(seasons.x, seasons.x + 0.15, weather.x);
        float own = weather.x + 0.1 * (fract(random * 7.31) - 0.5);
        float turned = smoothstep(seasons.y - 0.2, seasons.y - 0.08, own);
        vec3 hue = mix(vec3(1.25, 1.5, 1.1), vec3(0.85, 0.6, 0.8), fract(random * 3.7));
        albedo *= mix(vec3(1.0), vec3(1.5, 1.35, 0.9), fresh);
        return mix(albedo, autumn.rgb * hue, turned);
    }
    if (kind > 0.5 && kind < 0.7) {
        vec2 season = lookAt(variant, 3).xy;
        float ripe = smoothstep(season.x, mix(season.x, season.y, 0.2), weather.x);
        return mix(vec3(0.11, 0.17, 0.02), albedo, ripe);
    }
    return albedo;
}

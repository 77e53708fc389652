precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
precision highp sampler2DArray;

// The camera and the time of one draw. Written by src/frame/blocks.c (ViewBlock).
layout(std140) uniform ViewBlock {
    mat4 view;
    mat4 projection;
    mat4 viewProjection;
    vec4 eye;      // xyz position; w: seconds since the kit's epoch
    vec4 viewport; // width, height in pixels; z: pixels of one metre at one metre; w: wind time
};

// What the whole world shares: light and weather. Written when it changed (WorldBlock).
layout(std140) uniform WorldBlock {
    vec4 sunDirection; // xyz toward the sun; w: 1 when the output is sRGB, 0 when linear
    vec4 sunColor;     // linear rgb
    vec4 skyColor;     // ambient from above, linear rgb
    vec4 groundColor;  // ambient from below, linear rgb
    vec4 wind;         // xy: unit direction in the xz plane; z: strength 0..1; w: gustiness 0..1
    vec4 fogColor;     // linear rgb; w: density per metre (0: no fog)
    vec4 weather;      // season, snow, wetness 0..1; look of trees: 0 natural, 1 painterly, 2 toon
    vec4 gustPlace;    // how far the three rows of gust fronts were shifted with the origin
    vec4 gustBow;
};

uniform vec4 params[18];

const int TABLE_WIDTH = 1024;
const int QUADS = 256;
const float PI = 3.14159265;

// Texel i of a record table.
ivec2 texelAt(int i) {
    return ivec2(i & (TABLE_WIDTH - 1), i / TABLE_WIDTH);
}

// Twin of wwUnpackUnit (src/base/maths.c).
vec3 unpackUnit(float packed) {
    float u = floor(packed / 4096.0);
    vec2 p = vec2(u, packed - u * 4096.0) / 4095.0 * 2.0 - 1.0;
    float z = 1.0 - abs(p.x) - abs(p.y);
    if (z < 0.0) p = (1.0 - abs(p.yx)) * vec2(p.x >= 0.0 ? 1.0 : -1.0, p.y >= 0.0 ? 1.0 : -1.0);
    return normalize(vec3(p, z));
}

vec3 toSrgb(vec3 linear) {
    vec3 low = linear * 12.92;
    vec3 high = 1.055 * pow(max(linear, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThan(linear, vec3(0.0031308)));
}

vec3 toLinear(vec3 srgb) {
    vec3 low = srgb / 12.92;
    vec3 high = pow((srgb + 0.055) / 1.055, vec3(2.4));
    return mix(high, low, lessThan(srgb, vec3(0.04045)));
}

vec3 encode(vec3 linear) {
    return sunDirection.w > 0.5 ? toSrgb(linear) : linear;
}

// One premultiplied pixel for every blend mode: `over` is 1 where the colour covers what is behind
// it (alpha), 0 where it only adds light (additive).
vec4 composite(vec3 linear, float opacity, float over) {
    return vec4(encode(linear) * opacity, opacity * over);
}

vec3 applyFog(vec3 linear, float distance) {
    float clear = exp(-fogColor.w * distance);
    return mix(fogColor.rgb, linear, clear);
}

// A position that is clipped away: how a quad without content is skipped.
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);

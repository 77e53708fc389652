#version 300 es
#include "common.glsl"
#include "impostor.glsl"

// Sums the samples of one texel of one mip level. Colour is the mean of all of them (premultiplied
// by coverage), the surface that of the covered ones; a texel without any takes the surface of those
// around it, so that filtering never meets an empty one.
uniform sampler2D texture0; // colour
uniform sampler2D texture1; // surface

// params[0]: samples a side of a texel, samples a side of the picture, first texel xy

layout(location = 0) out vec4 colorOut;
layout(location = 1) out vec4 surfaceOut;

struct Sums {
    vec4 color;
    vec3 normal;
    vec2 rest; // visibility, depth
    float weight;
};

void addSample(inout Sums sums, ivec2 at, float weight) {
    vec4 color = texelFetch(texture0, at, 0);
    if (color.a < 0.5) return;
    vec4 surface = texelFetch(texture1, at, 0);
    sums.color += vec4(color.rgb, 1.0);
    sums.normal += weight * unpackNormal(surface.xy);
    sums.rest += weight * surface.zw;
    sums.weight += weight;
}

// 24 x 24 samples of a square around `center`, the nearest weighing most.
void addSquare(inout Sums sums, vec2 center, float reach, int size) {
    for (int i = 0; i < 576; i++) {
        vec2 offset = (vec2(float(i % 24), float(i / 24)) / 23.0 * 2.0 - 1.0) * reach;
        ivec2 at = ivec2(floor(center + offset));
        if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, ivec2(size)))) continue;
        float near = 1.0 / (dot(offset, offset) / (reach * reach) + 0.01);
        addSample(sums, at, near * near);
    }
}

void main() {
    int side = int(params[0].x);
    int size = int(params[0].y);
    ivec2 first = (ivec2(gl_FragCoord.xy) - ivec2(params[0].zw)) * side;
    Sums sums = Sums(vec4(0.0), vec3(0.0), vec2(0.0), 0.0);
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) addSample(sums, first + ivec2(x, y), 1.0);
    }
    colorOut = sums.color / float(side * side);
    vec2 center = vec2(first) + 0.5 * float(side);
    float reach = 1.5 * float(side);
    for (int ring = 0; ring < 4 && sums.weight == 0.0; ring++) {
        addSquare(sums, center, reach, size);
        reach = ring == 2 ? float(size) : reach * 2.5;
    }
    vec3 normal = sums.normal.z > 0.0 ? normalize(sums.normal) : vec3(0.0, 0.0, 1.0);
    vec2 rest = sums.weight > 0.0 ? sums.rest / sums.weight : vec2(1.0, 0.5);
    surfaceOut = vec4(packNormal(normal), rest);
}

#version 300 es
#include "common.glsl"
#include "impostor.glsl"

// Sums the samples of one texel of one mip level. Colour is the mean of all of them (premultiplied
// by coverage), the surface that of the covered ones; a texel without any takes the surface of
// those around it, so that filtering never meets an empty one.
// Multisampling means encoded colours, so meshes look darker than their mean light where colours
// differ: colours are summed as roots here. Where normals differ, less sun is met than by a surface
// of the mean normal: the visibility is that much lower.
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

void addSample(inout Sums sums, ivec2 at) {
    vec4 color = texelFetch(texture0, at, 0);
    if (color.a < 0.5) return;
    vec4 surface = texelFetch(texture1, at, 0);
    sums.color += vec4(sqrt(color.rgb), 1.0);
    sums.normal += unpackNormal(surface.xy);
    sums.rest += surface.zw;
    sums.weight += 1.0;
}

// Sixteen samples on a circle around a texel without any.
void addCircle(inout Sums sums, vec2 center, float radius, int size) {
    for (int i = 0; i < 16; i++) {
        float angle = (float(i) + fract(radius * 0.37)) * PI / 8.0;
        ivec2 at = ivec2(floor(center + radius * vec2(cos(angle), sin(angle))));
        bool inside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, ivec2(size)));
        if (inside) addSample(sums, at);
    }
}

void main() {
    int side = int(params[0].x);
    int size = int(params[0].y);
    ivec2 first = (ivec2(gl_FragCoord.xy) - ivec2(params[0].zw)) * side;
    Sums sums = Sums(vec4(0.0), vec3(0.0), vec2(0.0), 0.0);
    int samples = min(side, 6); // 36 of a coarse texel's samples tell as much as all
    int apart = side / samples;
    for (int i = 0; i < samples * samples; i++) {
        addSample(sums, first + ivec2(i % samples, i / samples) * apart + apart / 2);
    }
    colorOut = sums.color / float(samples * samples);
    colorOut.rgb *= colorOut.rgb / max(colorOut.a, 1e-4);
    vec2 center = vec2(first) + 0.5 * float(side);
    float radius = 0.75 * float(side);
    while (radius < 1.5 * float(size) && sums.weight == 0.0) {
        addCircle(sums, center, radius, size);
        radius *= 1.5;
    }
    vec3 normal = sums.normal.z > 0.0 ? normalize(sums.normal) : vec3(0.0, 0.0, 1.0);
    vec2 rest = sums.weight > 0.0 ? sums.rest / sums.weight : vec2(1.0, 0.5);
    if (sums.weight > 0.0) rest.x *= min(length(sums.normal) / sums.weight, 1.0);
    surfaceOut = vec4(packNormal(normal), rest);
}

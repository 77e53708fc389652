#version 300 es
#include "common.glsl"

uniform sampler2D table3; // curve table

in vec4 ribbon;
in vec2 normalized;
in float opacity;
out vec4 pixel;

vec4 curveRow(float u, float row) {
    vec2 size = vec2(textureSize(table3, 0));
    return textureLod(table3, vec2((u * 127.0 + 0.5) / size.x, (row + 0.5) / size.y), 0.0);
}

void main() {
    vec4 color = params[2] * curveRow(normalized.x, params[1].z) *
                 curveRow(normalized.y, params[1].z + 1.0);
    // The edge fades over `softness` of the half width, and over one pixel at least.
    float halfPixel = 1.0 / max(ribbon.y, 1.0);
    float edge = max(params[3].y, halfPixel);
    // The head is round: within half a width of it the edge is a circle around that place.
    float toHead = max(1.0 - ribbon.z / max(ribbon.w, 1e-6), 0.0);
    float inside = 1.0 - smoothstep(1.0 - edge, 1.0 + halfPixel, length(vec2(ribbon.x, toHead)));
    pixel = composite(color.rgb, color.a * opacity * inside, params[3].x);
}

#version 300 es
#include "common.glsl"
#include "trail.glsl"
#include "trail_edge.glsl"

in vec4 ribbon;
in vec4 normalized;
out vec4 pixel;

void main() {
    vec4 color = params[2] * curveRow(normalized.x, params[1].z) *
        curveRow(normalized.y, params[1].z + 1.0);
    pixel = blendTrail(color, normalized.w * insideOf(ribbon, normalized.z));
}

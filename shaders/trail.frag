#version 300 es
#include "common.glsl"
#include "trail.glsl"
#include "trail_edge.glsl"

centroid in vec4 ribbon;
centroid in vec4 normalized;
in vec3 place;
out vec4 pixel;

void main() {
    vec4 color = params[2] * curveRow(normalized.x, params[1].z) *
        curveRow(normalized.y, params[1].z + 1.0);
    pixel = blendTrail(color, normalized.w * insideOf(ribbon, normalized.z),
        clearOf(place));
}

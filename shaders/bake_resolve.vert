#version 300 es
#include "common.glsl"

// The whole of one picture.
void main() {
    int corner = gl_VertexID % 4;
    vec2 place = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
    gl_Position = vec4(place, 0.0, 1.0);
}

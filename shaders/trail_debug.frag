#version 300 es
#include "common.glsl"

in vec3 tint;
out vec4 pixel;

void main() {
    pixel = vec4(tint, 1.0);
}

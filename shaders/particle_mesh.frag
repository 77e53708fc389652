#version 300 es
#include "common.glsl"

flat in vec4 tint;
flat in vec2 cover;

out vec4 pixel;

void main() {
    float adds = cover.y == 1.0 ? 0.0 : 1.0;
    pixel = composite(mix(fogColor.rgb * adds, tint.rgb, cover.x), tint.a, adds);
}

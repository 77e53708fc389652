#version 300 es
#include "common.glsl"
#include "tree.glsl"

// Depth alone, for the shadow maps of a host. Whatever colour there is becomes white.
in vec3 band;
in float kept;

out vec4 pixel;

void main() {
    if (kept < 0.0 || ditherAt(gl_FragCoord.xy) >= band.z) discard;
    pixel = vec4(1.0);
}

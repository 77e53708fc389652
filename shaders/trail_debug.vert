#version 300 es
#include "common.glsl"

// Lines two pixels wide, or dots where both ends are the same (src/effects/trail/trail_debug.c).
uniform sampler2D table0;

// params[0]: lines

out vec3 tint;

void main() {
    gl_Position = NOWHERE;
    tint = vec3(1.0);
    int line = gl_InstanceID * QUADS + gl_VertexID / 4;
    if (line >= int(params[0].x)) return;
    vec4 from = texelFetch(table0, texelAt(line * 2), 0);
    vec4 to = texelFetch(table0, texelAt(line * 2 + 1), 0);
    vec4 a = viewProjection * vec4(from.xyz, 1.0);
    vec4 b = viewProjection * vec4(to.xyz, 1.0);
    if (to.w > 0.5) { // in pixels
        a = vec4(from.xy / viewport.xy * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
        b = vec4(to.xy / viewport.xy * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
    }
    if (a.w <= 0.0 || b.w <= 0.0) return;
    int kind = int(from.w);
    vec3 tints[5] = vec3[5](vec3(0.0), vec3(1.0), vec3(1.0, 0.8, 0.0), vec3(0.0, 0.8, 1.0),
        vec3(1.0, 0.0, 0.8));
    tint = tints[kind];
    vec2 way = (b.xy / b.w - a.xy / a.w) * viewport.xy;
    vec2 along = dot(way, way) > 1e-4 ? normalize(way) : vec2(1.0, 0.0);
    float size = kind == 1 ? 3.0 : 1.0;
    int corner = gl_VertexID % 4;
    vec2 offset = along * (corner < 2 ? -size : size) +
        vec2(-along.y, along.x) * (corner == 0 || corner == 3 ? -size : size);
    vec4 end = corner < 2 ? a : b;
    gl_Position = vec4(end.xy + 2.0 * offset / viewport.xy * end.w, end.zw);
}

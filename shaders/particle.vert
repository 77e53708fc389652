#version 300 es
#include "common.glsl"
#include "particle.glsl"

uniform usampler2D table2; // record numbers back to front, when sorted

flat out vec4 tint;   // linear; a: opacity
flat out vec4 shape;  // x: length over width; y: random; z: life; w: fade for being near or tiny
flat out vec4 light;  // xyz: toward the sun in view space; w: what the fog lets through
flat out vec4 frames; // of the texture: one, the next, share of the next; w: blend
out vec2 place;       // -1..1 over the sprite; x along the path when stretched
out vec2 screen;      // the same, turned upright: for light from above

const int FACING_VELOCITY = 1;
const int FACING_HORIZONTAL = 2;
const int FACING_VERTICAL = 3;

vec3 framesOf(Particle p) {
    float count = params[10].x * params[10].y;
    float rate = params[10].z;
    int flags = int(params[10].w);
    float at = rate > 0.0 ? p.age * rate : p.life * count;
    if (flags >= 2) at += floor(p.random * count);
    // Once over life the last frame stays; at a rate, or from any frame on, they go round.
    bool around = rate > 0.0 || flags >= 2;
    float first = around ? mod(floor(at), count) : min(floor(at), count - 1.0);
    float next = around ? mod(first + 1.0, count) : min(first + 1.0, count - 1.0);
    return vec3(first, next, (flags & 1) != 0 ? fract(at) : 0.0);
}

void main() {
    gl_Position = NOWHERE;
    int quad = gl_InstanceID * int(params[0].x) + gl_VertexID / 4;
    if (quad >= int(params[0].y)) return;
    int at = int(params[0].z) + quad;
    int record = params[4].w > 0.5 ? int(texelFetch(table2, texelAt(at), 0).r)
        : at % int(params[0].w);
    Particle p;
    if (!particleAt(record, eye.w, p)) return;
    vec4 color;
    vec3 curves = curvesOf(p, color);
    float size = curves.x;
    if (size <= 0.0 || color.a <= 0.0) return;

    vec3 center = (view * vec4(p.position, 1.0)).xyz;
    bool perspective = projection[2][3] != 0.0;
    float depth = perspective ? -center.z : 1.0;
    if (depth <= 0.0) return;

    // A sprite smaller than a pixel and a half keeps that size and gives up opacity instead, so
    // that it does not flicker between pixels.
    float smallest = 1.5 * depth / viewport.z;
    float fade = min(size * size / (smallest * smallest), 1.0);
    size = max(size, smallest);
    if (params[3].w > 0.0) fade *= smoothstep(0.0, 1.0, -center.z / params[3].w);

    // The velocity as seen on the screen, in metres a second at the particle's depth. The head of a
    // stretched sprite is at the particle, its tail on the path, never before the birth.
    vec3 v = mat3(view) * p.velocity;
    vec2 seen = perspective ? v.xy + center.xy * (v.z / depth) : v.xy;
    int facing = int(params[9].w);
    float tail = facing <= FACING_VELOCITY ? length(seen) * min(params[3].z, p.age) : 0.0;
    vec2 turned = vec2(cos(p.angle), sin(p.angle));
    bool follows = facing == FACING_VELOCITY || (facing == 0 && params[3].z > 0.0 && tail > 1e-5);
    if (follows && length(seen) > 1e-6) turned = normalize(seen);
    vec3 along = vec3(turned, 0.0);
    vec3 across = vec3(-turned.y, turned.x, 0.0);
    if (facing >= FACING_HORIZONTAL) {
        vec3 up = mat3(view) * vec3(0.0, 1.0, 0.0);
        vec3 toward = perspective ? -center : vec3(0.0, 0.0, 1.0);
        vec3 right = cross(up, toward);
        right = dot(right, right) > 1e-12 ? normalize(right) : vec3(1.0, 0.0, 0.0);
        if (facing == FACING_HORIZONTAL) {
            right = mat3(view) * vec3(1.0, 0.0, 0.0);
            up = mat3(view) * vec3(0.0, 0.0, -1.0);
        }
        along = right * turned.x + up * turned.y;
        across = up * turned.x - right * turned.y;
    }

    int corner = gl_VertexID & 3;
    place = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
    vec3 offset = 0.5 * (along * (place.x * (size + tail) - tail) + across * (place.y * size));
    screen = along.xy * place.x + across.xy * place.y;
    gl_Position = projection * vec4(center + offset, 1.0);

    tint = color;
    shape = vec4(1.0 + tail / size, p.random, p.life, fade);
    light = vec4(mat3(view) * sunDirection.xyz, exp(-fogColor.w * length(center)));
    frames = vec4(framesOf(p), curves.z);
}

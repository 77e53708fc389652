#version 300 es
#include "common.glsl"
#include "particle.glsl"

uniform usampler2D table2; // record numbers back to front, when sorted

flat out vec4 tint;  // linear; a: opacity
flat out vec4 shape; // x: length over width; y: random; z: life; w: fade for being near or tiny
flat out vec4 light; // xyz: toward the sun in view space; w: what the fog lets through
out vec2 place;      // -1..1 over the sprite; x along the path when stretched
out vec2 screen;     // the same, turned upright: for light from above

void main() {
    gl_Position = NOWHERE;
    int quad = gl_InstanceID * int(params[0].x) + gl_VertexID / 4;
    if (quad >= int(params[0].y)) return;
    int record = params[4].w > 0.5 ? int(texelFetch(table2, texelAt(quad), 0).r)
        : (int(params[0].z) + quad) % int(params[0].w);
    Particle p;
    if (!particleAt(record, eye.w, p)) return;
    vec4 curves = curve(1.0, p.life);
    float size = p.size * curves.x;
    vec4 color = curve(0.0, p.life) * params[2] * p.tint;
    color.a *= curves.y;
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
    float tail = length(seen) * min(params[3].z, p.age);
    vec2 along = vec2(cos(p.angle), sin(p.angle));
    if (params[3].z > 0.0 && tail > 1e-5) along = normalize(seen);
    vec2 across = vec2(-along.y, along.x);

    int corner = gl_VertexID & 3;
    place = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
    vec2 offset = 0.5 * (along * (place.x * (size + tail) - tail) + across * (place.y * size));
    screen = along * place.x + across * place.y;
    gl_Position = projection * vec4(center.xy + offset, center.z, 1.0);

    tint = color;
    shape = vec4(1.0 + tail / size, p.random, p.life, fade);
    light = vec4(mat3(view) * sunDirection.xyz, exp(-fogColor.w * length(center)));
}

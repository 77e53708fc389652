#version 300 es
#include "common.glsl"

// A record is written once at birth (src/effects/particle/particle.h); where its particle is now is
// a closed form. Twin: src/effects/particle/particle_reference.c.
uniform sampler2D table0;  // records, 4 texels each
uniform sampler2D table1;  // curves
uniform usampler2D table2; // record numbers back to front, when sorted

// params[0]: quads an instance, quads, first record, capacity
// params[1]: gravity, drag
// params[2]: tint
// params[3]: turbulence, its frequency, stretch, near fade
// params[4]: sprite, blend, lighting, 1 when sorted
// params[5]: first curve row, rows of the curve table

flat out vec4 tint;  // linear; a: opacity
flat out vec4 shape; // x: length over width; y: random; z: life; w: fade for being near or tiny
flat out vec4 light; // xyz: toward the sun in view space; w: what the fog lets through
out vec2 place;      // -1..1 over the sprite; x along the path when stretched
out vec2 screen;     // the same, turned upright: for light from above

// Life 0..1 on the centres of a curve row's texels.
vec4 curve(float row, float life) {
    float v = (params[5].x + row + 0.5) / params[5].y;
    return textureLod(table1, vec2((life * 127.0 + 0.5) / 128.0, v), 0.0);
}

// x: travel, y: fall; see wwParticleMotion.
vec2 motion(float drag, float age) {
    float x = drag * age;
    if (x < 0.5) {
        float series = 0.5 - x * (1.0 / 6.0 - x * (1.0 / 24.0 - x * (1.0 / 120.0
            - x * (1.0 / 720.0 - x * (1.0 / 5040.0)))));
        float fall = age * age * series;
        return vec2(age - drag * fall, fall);
    }
    float travel = (1.0 - exp(-x)) / drag;
    return vec2(travel, (age - travel) / drag);
}

// Waves of period 1; see wwParticleSway.
vec3 sway(float age, float random) {
    float turns = params[3].y * age;
    float ramp = min(turns, 1.0);
    float amplitude = params[3].x * ramp * ramp * (3.0 - 2.0 * ramp);
    vec3 t = fract(turns * vec3(1.0, 0.79, 1.17) + random * vec3(1.0, 57.0, 131.0)) - 0.5;
    vec3 y = t * (8.0 - 16.0 * abs(t));
    return amplitude * y * (0.775 + 0.225 * abs(y));
}

void main() {
    gl_Position = NOWHERE;
    int quad = gl_InstanceID * int(params[0].x) + gl_VertexID / 4;
    if (quad >= int(params[0].y)) return;
    int record = params[4].w > 0.5 ? int(texelFetch(table2, texelAt(quad), 0).r)
        : (int(params[0].z) + quad) % int(params[0].w);
    vec4 birth = texelFetch(table0, texelAt(record * 4), 0);
    vec4 start = texelFetch(table0, texelAt(record * 4 + 1), 0);
    float age = eye.w - birth.w;
    if (age < 0.0 || age >= start.w) return;
    vec4 sprite = texelFetch(table0, texelAt(record * 4 + 2), 0);
    float life = age / start.w;
    float drag = params[1].w;
    vec2 m = motion(drag, age);
    vec3 position = birth.xyz + start.xyz * m.x + params[1].xyz * m.y + sway(age, sprite.w);
    vec3 velocity = start.xyz * (1.0 - drag * m.x) + params[1].xyz * m.x;

    vec4 curves = curve(1.0, life);
    float size = sprite.x * curves.x;
    vec4 color = curve(0.0, life) * params[2] * texelFetch(table0, texelAt(record * 4 + 3), 0);
    color.a *= curves.y;
    if (size <= 0.0 || color.a <= 0.0) return;

    vec3 center = (view * vec4(position, 1.0)).xyz;
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
    vec3 v = mat3(view) * velocity;
    vec2 seen = perspective ? v.xy + center.xy * (v.z / depth) : v.xy;
    float tail = length(seen) * min(params[3].z, age);
    float angle = sprite.y + sprite.z * age;
    vec2 along = vec2(cos(angle), sin(angle));
    if (params[3].z > 0.0 && tail > 1e-5) along = normalize(seen);
    vec2 across = vec2(-along.y, along.x);

    int corner = gl_VertexID & 3;
    place = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
    vec2 offset = 0.5 * (along * (place.x * (size + tail) - tail) + across * (place.y * size));
    screen = along * place.x + across * place.y;
    gl_Position = projection * vec4(center.xy + offset, center.z, 1.0);

    tint = color;
    shape = vec4(1.0 + tail / size, sprite.w, life, fade);
    light = vec4(mat3(view) * sunDirection.xyz, exp(-fogColor.w * length(center)));
}

#version 300 es
#include "common.glsl"
#include "particle.glsl"

// A small solid that tumbles about an axis of its own.
layout(location = 0) in vec3 corner;
layout(location = 1) in vec4 side;

flat out vec4 tint;  // linear; a: opacity
flat out vec2 cover; // x: what the fog lets through; y: blend

void main() {
    gl_Position = NOWHERE;
    Particle p;
    if (!particleAt((int(params[0].z) + gl_InstanceID) % int(params[0].w), eye.w, p)) return;
    vec4 color;
    vec3 curves = curvesOf(p, color);
    if (curves.x <= 0.0 || color.a <= 0.0) return;
    float turn = fract(p.random * 64.0) * 2.0 * PI;
    float z = fract(p.random * 4096.0) * 2.0 - 1.0;
    vec3 axis = vec3(sqrt(1.0 - z * z) * vec2(cos(turn), sin(turn)), z);
    vec3 normal = rotateAbout(axis, p.angle, side.xyz);
    vec3 world = p.position + rotateAbout(axis, p.angle, corner) * curves.x;
    gl_Position = viewProjection * vec4(world, 1.0);
    vec3 ambient = mix(groundColor.rgb, skyColor.rgb, 0.5 + 0.5 * normal.y);
    vec3 lit = ambient * 0.6 + sunColor.rgb * max(dot(normal, sunDirection.xyz), 0.0) * 0.5;
    color.rgb *= mix(vec3(1.0), lit, params[4].z);
    tint = color;
    cover = vec2(exp(-fogColor.w * distance(world, eye.xyz)), curves.z);
}

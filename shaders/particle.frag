#version 300 es
#include "common.glsl"

// Sprites are drawn by formula: no texture to load, sharp at any size.

flat in vec4 tint;
flat in vec4 shape;
flat in vec4 light;
flat in vec4 frames;
in vec2 place;
in vec2 screen;

out vec4 pixel;

const int SOFT = 0;
const int DISC = 1;
const int SPARK = 2;
const int RING = 3;
const int SQUARE = 4;
const int DIAMOND = 5;
const int TRIANGLE = 6;
const int SMOKE = 7;
const int FLAKE = 8;

uniform sampler2D texture0; // of the style
uniform sampler2D texture1; // depth of the scene

float hash(vec2 cell) {
    vec3 p = fract(vec3(cell.xyx) * 0.1031);
    p += dot(p, p.yzx + 33.33);
    return fract((p.x + p.y) * p.z);
}

float valueNoise(vec2 p) {
    vec2 cell = floor(p);
    vec2 f = p - cell;
    f = f * f * (3.0 - 2.0 * f);
    float low = mix(hash(cell), hash(cell + vec2(1.0, 0.0)), f.x);
    float high = mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), f.x);
    return mix(low, high, f.y);
}

// Octaves of noise, each turned against the one before.
float fractalNoise(vec2 p) {
    const mat2 turn = mat2(1.6, 1.2, -1.2, 1.6);
    float coarse = valueNoise(p);
    p = turn * p;
    float middle = valueNoise(p);
    p = turn * p;
    return coarse * 0.55 + middle * 0.29 + valueNoise(p) * 0.16;
}

// A bell that reaches 0 at the rim.
float bell(float radius, float sharpness) {
    float rim = exp(-sharpness);
    return max(0.0, (exp(-sharpness * radius * radius) - rim) / (1.0 - rim));
}

// Rises from 0 at the edge to 1 one pixel within it.
float inside(float distance) {
    return clamp(-distance / max(fwidth(distance), 1e-5), 0.0, 1.0);
}

// A billow of lumps with a frayed edge. x: opacity, y: how bright the lump is (around 1).
vec2 billow(float radius) {
    vec2 p = place * 1.9 + shape.y * vec2(91.0, 57.0);
    vec2 warp = vec2(valueNoise(p + 3.1), valueNoise(p * 1.1 + 7.7));
    float lumps = fractalNoise(p + 0.9 * warp + shape.z * 0.6);
    float frayed = radius + (0.5 - lumps) * (0.75 + 0.5 * shape.z);
    float body = smoothstep(0.95, 0.2, frayed) * smoothstep(1.0, 0.75, radius);
    return vec2(body * (0.6 + 0.4 * smoothstep(0.3, 0.65, lumps)), 0.62 + 0.76 * lumps);
}

float snowflake(vec2 p, float radius) {
    float sector = PI / 3.0;
    float angle = atan(p.y, p.x);
    float folded = abs(angle - sector * floor(angle / sector + 0.5));
    vec2 arm = radius * vec2(cos(folded), sin(folded));
    float twig = min(abs(arm.y - (arm.x - 0.42) * 0.9), abs(arm.y - (arm.x - 0.66) * 0.9));
    float line = min(arm.y, arm.x > 0.42 && arm.y < 0.24 ? twig : 1.0);
    return smoothstep(0.09, 0.03, line) * smoothstep(1.0, 0.85, radius) + bell(radius, 9.0) * 0.6;
}

// Light of the world on a lump whose surface rises with `height`.
vec3 worldLight(float height) {
    float texel = max(length(vec2(dFdx(screen.x), dFdy(screen.x))), 1e-4);
    vec2 slope = -vec2(dFdx(height), dFdy(height)) / texel;
    vec3 normal = normalize(vec3(slope * 0.16 + screen * 0.6, 0.75));
    vec3 up = mat3(view) * vec3(0.0, 1.0, 0.0);
    vec3 ambient = mix(groundColor.rgb, skyColor.rgb, 0.5 + 0.5 * dot(normal, up));
    float lit = 0.5 + 0.5 * dot(normal, light.xyz);
    return ambient * 0.6 + sunColor.rgb * lit * lit * 0.45;
}

vec4 frameTexel(float frame, vec2 at) {
    vec2 grid = params[10].xy;
    vec2 cell = vec2(mod(frame, grid.x), floor(frame / grid.x));
    // Half a texel inside, so that no neighbour shines in.
    vec2 edge = 0.5 * grid / vec2(textureSize(texture0, 0));
    return texture(texture0, (cell + clamp(at, edge, 1.0 - edge)) / grid);
}

vec4 pictureTexel() {
    vec2 at = vec2(0.5 + 0.5 * place.x, 0.5 - 0.5 * place.y);
    vec4 texel = frameTexel(frames.x, at);
    return frames.z > 0.0 ? mix(texel, frameTexel(frames.y, at), frames.z) : texel;
}

// View-space z of a depth 0..1.
float viewZ(float depth) {
    float z = depth * 2.0 - 1.0;
    if (projection[2][3] != 0.0) return -projection[3][2] / (z + projection[2][2]);
    return (z - projection[3][2]) / projection[2][2];
}

float softEdge() {
    float scene = texelFetch(texture1, ivec2(gl_FragCoord.xy), 0).r;
    return clamp((viewZ(gl_FragCoord.z) - viewZ(scene)) / params[11].y, 0.0, 1.0);
}

void main() {
    int sprite = int(params[4].x);
    float stretched = shape.x - 1.0;
    vec2 p = vec2(place.x * shape.x, place.y);
    p.x -= clamp(p.x, -stretched, stretched);
    float radius = length(p);
    vec3 color = tint.rgb;
    float mask = 1.0;
    if (sprite == SOFT) {
        mask = bell(radius, 3.5);
    } else if (sprite == DISC) {
        mask = inside(radius - 1.0);
    } else if (sprite == SPARK) {
        // Narrow and dim toward the tail; the core burns out to white.
        float head = mix(1.0, 0.5 + 0.5 * place.x, min(stretched, 1.0));
        radius /= mix(0.2, 1.0, head);
        float core = bell(radius * 3.0, 2.5) * head;
        mask = (bell(radius, 2.0) * 0.2 + bell(radius, 8.0) * 0.6 + core) * mix(0.2, 1.0, head);
        float peak = max(max(color.r, color.g), color.b);
        color = mix(color, vec3(peak), core * core * 0.8);
    } else if (sprite == RING) {
        mask = smoothstep(0.22, 0.0, abs(radius - 0.76)) * (1.0 - smoothstep(0.9, 1.0, radius));
    } else if (sprite == SQUARE) {
        mask = inside(max(abs(place.x), abs(place.y)) - 1.0);
    } else if (sprite == DIAMOND) {
        mask = inside(abs(place.x) + abs(place.y) - 1.0);
    } else if (sprite == TRIANGLE) {
        mask = inside(max(-place.y - 0.5, abs(place.x) * 0.866 + place.y * 0.5 - 0.48));
    } else if (sprite == SMOKE) {
        vec2 puff = billow(length(place));
        mask = puff.x;
        color *= puff.y;
    } else if (sprite == FLAKE) {
        mask = snowflake(place, length(place));
    } else if (params[11].x > 0.5) {
        vec4 texel = pictureTexel();
        mask = texel.a;
        color *= texel.rgb;
    }
    if (params[4].z > 0.0) color *= mix(vec3(1.0), worldLight(mask), params[4].z);
    mask = clamp(mask, 0.0, 1.0) * shape.w;
    if (params[11].y > 0.0) mask *= softEdge();

    int blend = int(frames.w);
    if (blend == 0) {
        pixel = composite(mix(fogColor.rgb, color, light.w), mask * tint.a, 1.0);
    } else if (blend == 1) {
        pixel = composite(color * light.w, mask * tint.a, 0.0);
    } else {
        pixel = composite(mix(fogColor.rgb * tint.a, color, light.w), mask, tint.a);
    }
}

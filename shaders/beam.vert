#version 300 es
#include "common.glsl"

// Record layouts: src/effects/beam/beam.h. Twin of the path: src/effects/beam/beam_reference.c.
uniform sampler2D table0; // ends
uniform sampler2D table1; // looks
uniform sampler2D table3; // curve table

// params[0]: quads an instance, quads, segments, 1 for round caps
// params[1]: width, curve row, fade mode, strands (the beam and its branches)
// params[2]: tint; [3]: blend, softness, core, flicker; [4]: colour of the core
// params[5]: jitter, number of the path, share of the next, blend between them
// params[6]: length of the longest branch, octaves, 1 with a texture, its place
// params[7]: repeats of the texture, 1: a metre, first quad, quads of a beam

out vec4 ribbon; // x: metres across; y: half width; z: half widths beyond the end; w: pixels
out vec3 place;  // x: 0 from .. 1 to; y: opacity; z: texture along
out vec3 spot;   // in the world
flat out vec4 tint;
flat out vec2 hull; // of a beam seen end on: half widths to its far disc, radius of that; or 0
flat out float life;

// A beam thinner than this on the screen keeps this width and fades instead.
const float MIN_PIXELS = 1.5;

struct Strand {
    vec3 start, axis, u, v;
    float amplitude;
    uint key, nextKey;
    float share;
};

vec4 curveRow(float u, float row) {
    vec2 size = vec2(textureSize(table3, 0));
    return textureLod(table3, vec2((u * 127.0 + 0.5) / size.x, (row + 0.5) / size.y), 0.0);
}

uint mixBits(uint x) {
    x = x * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u;
    return (x >> 22u) ^ x;
}

vec2 pairOf(uint bits) {
    return vec2(float(bits & 0xffffu), float(bits >> 16u)) / 32767.5 - 1.0;
}

vec2 bend(uint key, float t) {
    vec2 sum = vec2(0.0);
    float amplitude = 1.0;
    float parts = 1.0;
    int octaves = int(params[6].y);
    for (int octave = 0; octave < octaves; octave++) {
        float part = min(floor(t * parts), parts - 1.0);
        float hat = 1.0 - abs(2.0 * (t * parts - part) - 1.0);
        sum += amplitude * hat * pairOf(mixBits(key + uint(octave) * 64u + uint(part)));
        amplitude *= 0.5;
        parts *= 2.0;
    }
    return sum;
}

vec3 pathAt(Strand strand, float t) {
    vec2 aside = bend(strand.key, t);
    if (strand.share > 0.0) aside = mix(aside, bend(strand.nextKey, t), strand.share);
    aside *= strand.amplitude;
    return strand.start + strand.axis * t + strand.u * aside.x + strand.v * aside.y;
}

void setAxis(inout Strand strand, vec3 n, float size) {
    float turn = n.z >= 0.0 ? 1.0 : -1.0;
    float a = -1.0 / (turn + n.z);
    float b = n.x * n.y * a;
    strand.u = vec3(1.0 + turn * n.x * n.x * a, turn * b, -turn * n.x);
    strand.v = vec3(b, turn + n.y * n.y * a, -n.y);
    strand.axis = n * size;
    strand.amplitude = size * params[5].x;
}

// Turns the beam's strand into one of its branches; gives back where on the beam it leaves.
float branchOff(inout Strand strand, vec3 direction, uint number) {
    uint key = mixBits(strand.key + number * 1021u);
    vec2 seat = pairOf(mixBits(key + 1u));
    vec2 lean = pairOf(mixBits(key + 2u));
    float t = floor((0.5 + seat.x / 3.0) * params[0].z) / params[0].z;
    float size = length(strand.axis) * params[6].x * (0.7 + 0.3 * seat.y) * (1.0 - 0.5 * t);
    strand.start = pathAt(strand, t);
    vec3 arm = normalize(direction + strand.u * lean.x + strand.v * lean.y);
    setAxis(strand, arm, size);
    strand.nextKey = mixBits(strand.nextKey + number * 1021u);
    strand.key = key;
    return t;
}

vec3 directionOf(vec3 from, vec3 to, vec3 fallback) {
    vec3 difference = to - from;
    float size = length(difference);
    return size > 1e-9 ? difference / size : fallback;
}

// An orthographic camera looks along one direction and sees every distance alike.
bool isPerspective() {
    return projection[2][3] != 0.0;
}

vec3 toEyeFrom(vec3 position) {
    vec3 back = vec3(view[0][2], view[1][2], view[2][2]);
    return isPerspective() ? directionOf(position, eye.xyz, back) : back;
}

// The side of a piece, and in w its length as it is seen. Exactly end on it has no side of its own.
vec4 sideOf(vec3 piece, vec3 toEye) {
    vec3 side = cross(piece, toEye);
    float size = length(side);
    bool hasSide = size > 1e-4 * length(piece);
    return vec4(hasSide ? side / size : vec3(view[0][0], view[1][0], view[2][0]), size);
}

// A straight beam seen nearly end on is two discs and what joins them, all in the plane of its near
// end. discs: half widths from the near one to the far one in direction `over`, radius of the far.
bool isEndOn(vec4 near, vec4 far, out vec3 over, out vec2 discs) {
    vec3 toEye = toEyeFrom(near.xyz);
    over = far.xyz - near.xyz;
    float deeper = -dot(over, toEye);
    float shrink = 1.0;
    if (isPerspective()) {
        if (deeper <= 0.0) return false; // the eye is beside the beam
        float depth = distance(near.xyz, eye.xyz);
        shrink = depth / (depth + deeper);
    }
    over = (over + toEye * deeper) * shrink;
    float size = length(over);
    discs = vec2(size / (0.5 * params[1].x * near.w), shrink * far.w / near.w);
    // What is left of nothing has no direction.
    over = discs.x > 0.01 ? over / size : vec3(view[0][1], view[1][1], view[2][1]);
    return discs.x < 8.0;
}

// The strand of a beam as it is now.
Strand strandOf(vec3 start, vec3 direction, float size, uint seed) {
    // Every beam has its own moment for a new path.
    uint own = mixBits(seed);
    float time = params[5].z + float(own >> 8u) / 16777216.0;
    uint path = own + uint(params[5].y) + (time >= 1.0 ? 1u : 0u);
    float blend = params[5].w;
    Strand strand;
    strand.key = mixBits(path);
    strand.nextKey = mixBits(path + 1u);
    strand.share = blend > 0.0 ? clamp((fract(time) - 1.0) / blend + 1.0, 0.0, 1.0) : 0.0;
    strand.start = start;
    setAxis(strand, direction, size);
    return strand;
}

// The piece before (way -1) or behind (1) a node; at an end the only one.
vec3 pieceAt(Strand strand, int node, int way) {
    int segments = int(params[0].z);
    if (segments == 1) return strand.axis;
    int other = node + way;
    if (other < 0 || other > segments) other = node - way;
    vec3 a = pathAt(strand, float(min(node, other)) / float(segments));
    vec3 b = pathAt(strand, float(max(node, other)) / float(segments));
    return b - a;
}

void main() {
    gl_Position = NOWHERE;
    int quad = gl_InstanceID * int(params[0].x) + gl_VertexID / 4;
    if (quad >= int(params[0].y)) return;
    quad += int(params[7].z);
    bool ahead = (gl_VertexID & 2) != 0;
    int segments = int(params[0].z);
    int capped = int(params[0].w);
    int pieces = segments + 2 * capped;
    int strands = int(params[1].w);
    int piece = quad % pieces - capped; // -1 and `segments` are the caps
    int number = (quad / pieces) % strands;
    int record = quad / (pieces * strands);

    vec4 look = texelFetch(table1, texelAt(record * 2), 0);
    float left = min((look.x - eye.w) / look.y, 1.0);
    vec4 from = texelFetch(table0, texelAt(record * 2), 0);
    vec4 to = texelFetch(table0, texelAt(record * 2 + 1), 0);
    float size = distance(from.xyz, to.xyz);
    if (left <= 0.0 || from.w < 0.0 || !(size > 1e-6)) return;
    bool fromIsNear = dot(to.xyz - from.xyz, toEyeFrom(from.xyz)) < 0.0;
    vec3 over;
    hull = vec2(0.0);
    bool endOn = segments == 1 && capped == 1 &&
        (fromIsNear ? isEndOn(from, to, over, hull) : isEndOn(to, from, over, hull));
    if (!endOn) hull = vec2(0.0);
    else if (piece != (fromIsNear ? -1 : segments)) return;

    vec3 direction = (to.xyz - from.xyz) / size;
    Strand strand = strandOf(from.xyz, direction, size, uint(look.z));
    float dim = 1.0 - params[3].w * float(mixBits(strand.key + 3u) >> 8u) / 16777216.0;
    float seat = 0.0;
    if (number > 0) {
        seat = branchOff(strand, direction, uint(number));
        float arm = length(strand.axis);
        if (!(arm > 1e-6)) return;
        direction = strand.axis / arm;
    }

    // The node of this corner. A branch is as wide as half the beam where it leaves and ends in
    // nothing; while the beam moves over into its next path it fades away.
    int node = clamp(piece + (ahead ? 1 : 0), 0, segments);
    float t = float(node) / float(segments);
    float along = number > 0 ? seat : t;
    vec3 position = pathAt(strand, t);
    vec4 curves = curveRow(1.0 - left, params[1].y + 2.0);
    vec2 taper = number > 0 ? vec2(0.6 * (1.0 - t), 1.0 - strand.share) : vec2(1.0);
    int fadeMode = int(params[1].z);
    float width = params[1].x * mix(from.w, to.w, along) * curveRow(along, params[1].y + 2.0).x *
        curves.y * taper.x * ((fadeMode & 2) != 0 ? left : 1.0);
    float opacity = curves.z * dim * taper.y * ((fadeMode & 1) != 0 ? left : 1.0);

    vec3 toEye = toEyeFrom(position);
    float depth = isPerspective() ? max(-(view * vec4(position, 1.0)).z, 1e-3) : 1.0;
    float pixels = width * viewport.z / depth;
    float shown = max(pixels, MIN_PIXELS);
    if (width > 0.0) opacity *= pixels / shown;
    float halfWidth = 0.5 * width * (width > 0.0 ? shown / pixels : 0.0);

    // Expanded in world space, before the divide: what passes the near plane is clipped, not turned
    // inside out. Joined to its neighbour along the bisector on the screen, lengthened for the turn
    // as far as the pieces are long enough as they are seen; cut off where it turns back.
    vec4 arriving = sideOf(pieceAt(strand, node, -1), toEye);
    vec4 leaving = sideOf(pieceAt(strand, node, 1), toEye);
    vec3 side = ahead ? arriving.xyz : leaving.xyz;
    vec3 middle = normalize(arriving.xyz + leaving.xyz + 1e-6 * side);
    float turn = dot(middle, side);
    float room = clamp(min(arriving.w, leaving.w) / max(halfWidth, 1e-9) - 0.5, 0.0, 1.0);
    vec3 joint = turn > 0.35 ? middle / mix(1.0, max(turn, 0.6), room) : side;

    // Half a pixel beyond the edge, where it fades. Caps lie flat before the camera, so that they
    // are round from everywhere.
    float margin = 1.0 + 1.0 / shown;
    int corner = gl_VertexID & 3;
    float across = corner == 0 || corner == 3 ? -margin : margin;
    float beyond = 0.0;
    if (piece < 0 && !ahead) beyond = -margin;
    if (piece == segments && ahead) beyond = margin;
    vec3 onward = cross(toEye, side);
    if (endOn) {
        across *= max(hull.y, 1.0);
        beyond = ahead ? hull.x + margin * max(hull.y, 1.0) : -margin;
        onward = over;
        joint = cross(over, toEye);
    }
    position += (joint * across + onward * beyond) * halfWidth;

    ribbon = vec4(across * halfWidth, halfWidth, beyond, shown);
    float repeats = params[7].x * (params[7].y > 0.5 ? size : 1.0);
    place = vec3(along, opacity, t * repeats - params[6].w);
    spot = position;
    life = 1.0 - left;
    tint = params[2] * texelFetch(table1, texelAt(record * 2 + 1), 0);
    gl_Position = viewProjection * vec4(position, 1.0);
}

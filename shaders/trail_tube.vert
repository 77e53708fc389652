#version 300 es
#include "common.glsl"
#include "trail.glsl"
#include "trail_points.glsl"
#include "trail_full.glsl"

// Tubes: a segment has a quad for each side and, where its ends are open, fans that close them. The
// seam has vertices of its own on either side: the coordinate around runs from 0 to 1.

// A ring stands on the bisector of a corner, longer toward the outside and the inside of it.
vec3 ringAt(End end, vec3 along, float turn) {
    vec3 tangent = end.point.tangent;
    float cosine = dot(tangent, along);
    if (cosine < MITER_COSINE) {
        tangent = along;
        cosine = 1.0;
    }
    vec3 side = end.extras.side - tangent * dot(end.extras.side, tangent);
    vec3 up = abs(tangent.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    side = normalize(dot(side, side) > 1e-6 ? side : cross(tangent, up));
    vec3 spoke = cos(turn) * side + sin(turn) * cross(tangent, side);
    vec3 bend = along - tangent * cosine;
    float size = dot(bend, bend);
    return size > 1e-8 ? spoke + bend * (dot(bend, spoke) / size * (1.0 / cosine - 1.0)) : spoke;
}

// A tail that ends at a point, or a hair away from it, is closed there too.
const float OPEN = -0.02;

void main() {
    Segment segment;
    Trail trail;
    Point before;
    float cut;
    int part;
    if (!fetchPart(segment, trail, before, cut, part)) return;
    int corner = gl_VertexID % 4;
    int sides = int(params[6].w);
    int fans = (sides + 1) / 2;
    vec3 along = directionOf(segment.older.position, segment.newer.position,
        segment.newer.tangent);
    bool isSide = part < sides;
    bool older = isSide ? corner < 2 : part < sides + fans;
    End end = fetchEnd(segment, trail, cut, older);
    float cosine = dot(end.point.tangent, along);
    if (!isSide && cosine >= MITER_COSINE &&
        !(older ? segment.begins || cut > OPEN : segment.ends)) return;
    // A spoke of the ring, or the middle of a fan.
    int spoke = part + (corner == 1 || corner == 2 ? 1 : 0);
    if (!isSide) {
        int fan = 2 * ((part - sides) % fans);
        spoke = min(fan + (older ? 3 - corner : corner - 1), sides);
    }
    bool middle = !isSide && corner == 0;
    float around = float(spoke) / float(sides);
    vec3 ring = ringAt(end, along, 2.0 * PI * around);
    vec3 normal = isSide ? ring : older ? -along : along;
    emit(end, vec2(1e9), middle ? vec4(0.0) : vec4(ring, 0.0), normal);
    surface.w = around;
}

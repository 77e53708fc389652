#version 300 es
#include "common.glsl"
#include "trail.glsl"
#include "trail_points.glsl"
#include "trail_full.glsl"

// Ribbons of every kind. A segment has a quad for its body, or two when ribbons cross; with bevel
// and round joins up to three more fill the corner at its older end.

const int JOINS_BEVEL = 1;
const int PART_BODY = 0;
const int PART_INNER = 1; // at a corner: between the bodies that end there
const int PART_WEDGE = 2; // the outside of a bevel, or the first half of a round corner
// Where a path turns by less (23 degrees), its ribbon is mitered whatever the joins are.
const float STRAIGHT = 0.98;

vec3 unitSide(vec3 along, vec3 face) {
    return sideOf(along, along, face).xyz;
}

// What the side of a ribbon stands across.
vec3 faceOf(End end, Trail trail) {
    if (int(params[5].y) > FACING_AXIS) return params[6].xyz;
    return viewOf(end.point.position, trail.eye);
}

bool hasJoins() {
    return int(params[4].y) > 0;
}

// An edge of the body at an end; see edgeOf.
vec4 bodyEdge(End end, vec3 along, vec3 face, float hand, float size, bool older, int plane) {
    vec3 side = end.extras.side;
    vec3 tangent = end.point.tangent;
    int shape = int(params[5].x);
    if (shape == SHAPE_SWORD) return vec4(normalize(side + 1e-12), 1.0) * hand;
    if (shape == SHAPE_CROSS) return vec4(plane == 0 ? side : cross(tangent, side), 1.0) * hand;
    if (int(params[5].y) == FACING_AXIS) {
        side -= tangent * dot(side, tangent);
        if (dot(side, side) > 1e-6) return vec4(normalize(side), 1.0) * hand;
    }
    // With bevel and round joins a body ends straight on the outside of a corner.
    float cosine = dot(tangent, along);
    float bend = dot(cross(along, tangent), face) * (older ? -hand : hand);
    bool straight = hasJoins() && bend >= 0.0 && cosine < STRAIGHT;
    return edgeOf(straight ? along : tangent, along, face, hand, size, older);
}

// The corner of a segment with the one before it, around the place where they meet.
void emitJoin(End end, vec3 arriving, vec3 leaving, vec3 face, float size, vec2 ends, int part,
    int corner) {
    float cosine = dot(end.point.tangent, leaving);
    bool hasInner = cosine >= MITER_COSINE;
    if (cosine > STRAIGHT || (part == PART_INNER && !hasInner)) return;
    vec3 first = unitSide(arriving, face);
    vec3 second = unitSide(leaving, face);
    float outer = dot(cross(first, second), face) < 0.0 ? -1.0 : 1.0;
    first *= outer;
    second *= outer;
    vec3 offset = vec3(0.0);
    float across = 0.0;
    if (part == PART_INNER || int(params[4].y) == JOINS_BEVEL) {
        vec4 inner = edgeOf(end.point.tangent, leaving, face, -outer, size, true);
        if (corner == 1) offset = first;
        else if (corner == 3) offset = second;
        else if (part != PART_INNER) offset = corner == 2 ? 0.5 * (first + second) : offset;
        else if (corner == 0) offset = inner.xyz;
        bool isMiddle = part == PART_INNER ? corner == 2 : corner == 0;
        if (!isMiddle) across = part == PART_INNER && corner == 0 ? inner.w : outer;
    } else {
        // Half of a round corner, from its middle to one of the bodies; its tip is outside of the
        // circle that its edge becomes.
        vec3 middle = normalize(first + second + 1e-3 * arriving);
        vec3 far = part == PART_WEDGE ? first : second;
        vec3 level = far - middle * dot(far, middle);
        level = dot(level, level) > 1e-12 ? normalize(level) : leaving;
        if (corner == 1) offset = far;
        else if (corner == 2) offset = (far + middle) / (1.0 + dot(far, middle));
        else if (corner == 3) offset = middle;
        across = outer * dot(offset, middle);
        float past = (1.0 + 1.0 / end.shown) * dot(offset, level);
        ends = vec2(end.halfWidth * (1.0 - past) / parentPlace.w, 1e9);
    }
    float past = 1.0 + 1.0 / end.shown;
    emit(end, ends, vec4(offset, across) * past, normalize(face));
}

void main() {
    Segment segment;
    Trail trail;
    Point before;
    float cut;
    int part;
    if (!fetchPart(segment, trail, before, cut, part)) return;
    int corner = gl_VertexID % 4;
    bool joins = hasJoins() && part != PART_BODY;
    bool older = corner < 2 || joins;
    if (joins && (segment.begins || cut > 0.0)) return;
    End end = fetchEnd(segment, trail, cut, older);
    vec3 along = directionOf(segment.older.position, segment.newer.position, end.point.tangent);
    vec3 face = faceOf(end, trail);
    vec2 ends = endsOf(end.point, segment, trail, end.halfWidth / parentPlace.w);
    float size = distance(segment.older.position, segment.newer.position) /
        max(end.halfWidth, 1e-9);
    if (joins) {
        vec3 arriving = directionOf(before.position, segment.older.position, along);
        // The inside of the corner is closed for the longer body of the two.
        size = max(size, distance(before.position, segment.older.position) / end.halfWidth);
        emitJoin(end, arriving, along, face, size, ends, part, corner);
        return;
    }
    float hand = corner == 0 || corner == 3 ? -1.0 : 1.0;
    vec4 edge = bodyEdge(end, along, face, hand, size, older, part);
    bool isFlat = int(params[5].x) != 0 || int(params[5].y) != FACING_CAMERA;
    // A ribbon that faces the camera is lit as if it were round.
    vec3 normal = isFlat ? cross(hand * edge.xyz, end.point.tangent)
        : normalize(face) + normalize(edge.xyz + 1e-9);
    emit(end, ends, pastEdge(edge, end.shown), normal);
}

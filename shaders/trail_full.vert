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
const float STRAIGHT = 1.02;

// What the side of a ribbon stands across.
vec3 faceOf(End end, Trail trail) {
    if (int(params[5].y) > FACING_AXIS) return params[6].xyz;
    return viewOf(end.point.position, trail.eye);
}

bool hasJoint(Joint joint) {
    return int(params[4].y) > 0 && joint.longer > STRAIGHT;
}

// A corner of the body where shape or facing say what its side is; false where a joint does.
bool ownEdge(End end, float hand, int plane, out vec4 edge) {
    vec3 side = end.extras.side;
    vec3 tangent = end.point.tangent;
    int shape = int(params[5].x);
    edge = vec4(side, 1.0) * hand;
    if (shape == SHAPE_SWORD) edge.xyz = normalize(side + 1e-12) * hand;
    if (shape == SHAPE_CROSS && plane > 0) edge.xyz = cross(tangent, side) * hand;
    if (shape != 0) return true;
    if (int(params[5].y) != FACING_AXIS) return false;
    side -= tangent * dot(side, tangent);
    if (dot(side, side) <= 1e-6) return false;
    edge.xyz = normalize(side) * hand;
    return true;
}

// The corner of a segment with the one before it, around the place where they meet.
void emitJoin(End end, Joint joint, vec3 leaving, vec3 face, vec2 ends, int part, int corner) {
    if (!hasJoint(joint)) return;
    float outer = joint.outer;
    vec3 first = joint.arriving * outer;
    vec3 second = joint.leaving * outer;
    vec3 offset = vec3(0.0);
    float across = 0.0;
    bool isRound = part != PART_INNER && int(params[4].y) != JOINS_BEVEL;
    if (!isRound) {
        if (corner == 1) offset = first;
        else if (corner == 3) offset = second;
        else if (part != PART_INNER) offset = corner == 2 ? 0.5 * (first + second) : offset;
        else if (corner == 0) offset = -outer * joint.inner * joint.side;
        bool isMiddle = part == PART_INNER ? corner == 2 : corner == 0;
        if (!isMiddle) across = part == PART_INNER && corner == 0 ? -outer * joint.across : outer;
    } else {
        // Half of a round corner, from its middle to one of the bodies; its tip is outside of the
        // circle that its edge becomes.
        vec3 middle = joint.side * outer;
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
    vec4 edge = vec4(offset, across);
    edge = isRound ? edge * (1.0 + 1.0 / end.shown) : pastEdge(edge, end.shown);
    emit(end, ends, edge, normalize(face));
}

void main() {
    Segment segment;
    Trail trail;
    Point before;
    float cut;
    int part;
    if (!fetchPart(segment, trail, before, cut, part)) return;
    int corner = gl_VertexID % 4;
    bool joins = int(params[4].y) > 0 && part != PART_BODY;
    bool older = corner < 2 || joins;
    if (joins && (segment.before < 0 || cut >= 0.0)) return;
    End end = fetchEnd(segment, trail, cut, older);
    vec3 way = segment.newer.position - segment.older.position;
    vec3 face = faceOf(end, trail);
    vec2 ends = endsOf(end.point, segment, trail, end.halfWidth / parentPlace.w);
    Joint joint = jointAt(segment, before, end.point, older, cut, face, end.halfWidth);
    if (joins) {
        emitJoin(end, joint, normalize(way + 1e-9), face, ends, part, corner);
        return;
    }
    float hand = corner == 0 || corner == 3 ? -1.0 : 1.0;
    vec4 edge;
    // With bevel and round joins a body ends straight on the outside of a corner.
    if (!ownEdge(end, hand, part, edge)) {
        edge = edgeOf(joint, way, face, hand, older, hasJoint(joint));
    }
    bool isFlat = int(params[5].x) != 0 || int(params[5].y) != FACING_CAMERA;
    // A ribbon that faces the camera is lit as if it were round.
    vec3 normal = isFlat ? cross(hand * edge.xyz, end.point.tangent)
        : normalize(face) + normalize(edge.xyz + 1e-9);
    emit(end, ends, pastEdge(edge, end.shown), normal);
}

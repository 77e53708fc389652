#version 300 es
#include "common.glsl"
#include "trail.glsl"
#include "trail_points.glsl"

// Ribbons that face the camera, in metres, of one colour: what most trails are. Everything else is
// drawn by trail_full.vert and trail_tube.vert.

// Centroid: in a hairpin triangles are thinner than a pixel, whose middle lies far outside of them.
centroid out vec4 ribbon;     // as insideOf reads it
centroid out vec4 normalized; // 0 head .. 1 tail, 0 born .. 1 dead, metres to the tail, opacity
out vec3 place;                // in the world

void main() {
    int corner = gl_VertexID % 4;
    gl_Position = NOWHERE;
    ribbon = vec4(0.0);
    normalized = vec4(0.0);
    place = vec3(0.0);

    Segment segment;
    if (!fetchSegment(gl_InstanceID * QUADS + gl_VertexID / 4, segment)) return;
    Trail trail = fetchTrail(segment.slot);
    float cut = cutOf(segment, trail);
    if (cut >= 1.0) return;
    Point point = segment.newer;
    if (corner < 2) {
        point = segment.older;
        if (cut > 0.0) point = between(segment.older, segment.newer, cut);
    }

    vec2 life = normalizedOf(point, trail);
    vec2 look = lookOf(point, life, trail);
    // Expanded in world space, before the divide: a segment through the near plane is clipped, not
    // turned inside out.
    float pixels = look.x * viewport.z / screenDepth(point.position);
    float shown = max(pixels, MIN_PIXELS);
    float halfWidth = 0.0;
    if (look.x > 0.0) {
        look.y *= pixels / shown;
        halfWidth = 0.5 * look.x * shown / pixels;
    }
    vec3 way = segment.newer.position - segment.older.position;
    bool older = corner < 2;
    Point before = segment.older;
    ivec3 links;
    if (older && cut < 0.0 && segment.before >= 0) before = fetchPoint(segment.before, links);
    float hand = corner == 0 || corner == 3 ? -1.0 : 1.0;
    vec3 face = towardEye(point.position, trail.eye);
    Joint joint = jointAt(segment, before, point, older, cut, face, halfWidth);
    vec4 edge = edgeOf(joint, way, face, hand, older, false);
    edge = pastEdge(edge, shown) * halfWidth;

    vec2 ends = endsOf(point, segment, trail, halfWidth);
    ribbon = vec4(edge.w, shown, ends.x, halfWidth);
    normalized = vec4(life, ends.y, look.y);
    place = point.position + edge.xyz;
    gl_Position = viewProjection * vec4(place, 1.0);
}

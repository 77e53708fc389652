#version 300 es
#include "common.glsl"

// Record layouts: src/effects/trail/trail.h.
uniform sampler2D table0; // ring of points
uniform sampler2D table1; // live heads, by slot
uniform sampler2D table2; // states, by slot
uniform sampler2D table3; // curve table

// params[0]: ring first, count, capacity, slots; [1]: lifetime, width, curve row, fade mode;
// [2]: tint; [3]: 1 when alpha covers, softness, texels of a record, texels of a head record

const float CURVE_LAST = 127.0;
// A ribbon thinner than this on the screen keeps this width and fades instead, so that it never
// breaks up into dots.
const float MIN_PIXELS = 1.5;

struct Point {
    vec3 position;
    float time;
    float distance;
    vec3 tangent;
    float width; // factor of the style's
    float miter; // how much wider the ribbon is cut at a corner
};

struct Segment {
    Point older, newer;
    int slot;
};

out vec4 ribbon;       // x: -1..1 across; y: width in pixels; z: metres to the head; w: half width
out vec2 normalized;   // x: 0 head .. 1 tail; y: 0 born .. 1 dead
out float opacity;

vec4 curveRow(float u, float row) {
    vec2 size = vec2(textureSize(table3, 0));
    return textureLod(table3, vec2((u * CURVE_LAST + 0.5) / size.x, (row + 0.5) / size.y), 0.0);
}

vec3 directionOf(vec3 from, vec3 to, vec3 fallback) {
    vec3 difference = to - from;
    float size = length(difference);
    return size > 1e-9 ? difference / size : fallback;
}

vec3 bisector(vec3 arriving, vec3 leaving) {
    vec3 sum = arriving + leaving;
    return dot(sum, sum) < 1e-6 ? arriving : normalize(sum);
}

float widthOf(uint code) {
    float root = float(code & 8191u) / 2048.0;
    return root * root;
}

vec4 headTexel(int slot, int i) {
    return texelFetch(table1, texelAt(slot * int(params[3].w) + i), 0);
}

vec4 stateTexel(int slot, int i) {
    return texelFetch(table2, texelAt(slot * 4 + i), 0);
}

Point fetchPoint(int record, out int previous, out int slot) {
    int texel = record * int(params[3].z);
    vec4 a = texelFetch(table0, texelAt(texel), 0);
    vec4 b = texelFetch(table0, texelAt(texel + 1), 0);
    uint bits = floatBitsToUint(b.w) & 0x1fffffffu;
    previous = int(b.z) / 4 - 1;
    slot = int(bits & 0xffffu);
    return Point(a.xyz, a.w, b.x, unpackUnit(b.y), widthOf(bits >> 16), 1.0);
}

float miterOf(vec3 tangent, vec3 along) {
    return 1.0 / clamp(dot(tangent, along), 0.5, 1.0);
}

bool fetchLaid(int quad, out Segment segment) {
    int record = (int(params[0].x) + quad) % int(params[0].z);
    int previous, unusedPrevious, unusedSlot;
    segment.newer = fetchPoint(record, previous, segment.slot);
    if (previous < 0) return false;
    segment.older = fetchPoint(previous, unusedPrevious, unusedSlot);
    return true;
}

// The two live segments of a slot: last record to pending point (half 0), pending point to head.
bool fetchLive(int quad, out Segment segment) {
    int slot = quad / 2;
    vec4 a = headTexel(slot, 0);
    vec4 b = headTexel(slot, 1);
    vec4 c = headTexel(slot, 2);
    segment.slot = slot;
    int link = int(c.w);
    int lastRecord = link / 4 - 1;
    uint widths = floatBitsToUint(c.z);
    float way = distance(a.xyz, b.xyz);
    Point pending = Point(a.xyz, a.w, c.x - way, vec3(0.0, 1.0, 0.0), widthOf(widths), 1.0);
    Point head = Point(b.xyz, b.w, c.x, vec3(0.0, 1.0, 0.0), widthOf(widths >> 13), 1.0);
    Point last = pending;
    int unusedPrevious, unusedSlot;
    if (lastRecord >= 0) last = fetchPoint(lastRecord, unusedPrevious, unusedSlot);
    vec3 arriving = directionOf(last.position, pending.position, vec3(0.0, 1.0, 0.0));
    vec3 leaving = directionOf(pending.position, head.position, arriving);
    pending.tangent = lastRecord >= 0 ? bisector(arriving, leaving) : leaving;
    head.tangent = leaving;
    bool second = (quad & 1) == 1;
    if (second) {
        segment.older = pending;
        segment.newer = head;
    } else {
        segment.older = last;
        segment.newer = pending;
    }
    return (link & 1) == 1 && (second ? way > 0.0 : lastRecord >= 0);
}

// Where the tail of a slot is now; while the source rests it moves on by itself.
float tailDistance(int slot, float headTime, float tail, bool rests) {
    if (!rests) return tail;
    float at = clamp((eye.w - headTime) / params[1].x, 0.0, 1.0) * 7.0;
    vec4 low = stateTexel(slot, 0);
    vec4 high = stateTexel(slot, 1);
    float samples[8] = float[8](low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w);
    int i = min(int(at), 6);
    return mix(samples[i], samples[i + 1], at - float(i));
}

Point between(Point a, Point b, float share) {
    vec3 tangent = normalize(mix(a.tangent, b.tangent, share) + 1e-9);
    return Point(mix(a.position, b.position, share), mix(a.time, b.time, share),
        mix(a.distance, b.distance, share), tangent, mix(a.width, b.width, share),
        mix(a.miter, b.miter, share));
}

void main() {
    int quad = gl_InstanceID * QUADS + gl_VertexID / 4;
    int corner = gl_VertexID % 4;
    int laid = int(params[0].y);
    gl_Position = NOWHERE;
    ribbon = vec4(0.0);
    normalized = vec2(0.0);
    opacity = 0.0;

    Segment segment;
    bool exists = false;
    if (quad < laid) exists = fetchLaid(quad, segment);
    else if (quad < laid + 2 * int(params[0].w)) exists = fetchLive(quad - laid, segment);
    if (!exists) return;

    float lifetime = params[1].x;
    float headTime = headTexel(segment.slot, 1).w;
    vec4 head = headTexel(segment.slot, 2);
    vec3 along = directionOf(segment.older.position, segment.newer.position, segment.newer.tangent);
    segment.older.miter = miterOf(segment.older.tangent, along);
    segment.newer.miter = miterOf(segment.newer.tangent, along);

    // The tail is cut inside its segment: by age and by distance.
    float cutTime = eye.w - lifetime;
    float span = segment.newer.time - segment.older.time;
    float size = segment.newer.distance - segment.older.distance;
    float cutByAge = span > 0.0 ? (cutTime - segment.older.time) / span
                                : (segment.newer.time <= cutTime ? 1.0 : 0.0);
    float cutByDistance = size > 0.0 ? (head.y - segment.older.distance) / size : 1.0;
    float cut = max(max(cutByAge, cutByDistance), 0.0);
    if (cut >= 1.0) return;
    Point point = segment.newer;
    if (corner == 0 || corner == 1) {
        point = segment.older;
        if (cut > 0.0) point = between(segment.older, segment.newer, cut);
    }

    float tail = tailDistance(segment.slot, headTime, head.y, (int(head.w) & 2) != 0);
    float visibleLength = max(head.x - tail, 1e-6);
    float overLength = clamp((head.x - point.distance) / visibleLength, 0.0, 1.0);
    float overAge = clamp((eye.w - point.time) / lifetime, 0.0, 1.0);
    vec4 byLength = curveRow(overLength, params[1].z + 2.0);
    vec4 byAge = curveRow(overAge, params[1].z + 2.0);
    float left = 1.0 - overAge;
    int fadeMode = int(params[1].w);
    float width = params[1].y * point.width * byLength.x * byAge.y;
    opacity = stateTexel(segment.slot, 2).x * byLength.z * byAge.w;
    if ((fadeMode & 2) != 0) width *= left;
    if ((fadeMode & 1) != 0) opacity *= left;

    // Expanded in world space, before the divide: a segment through the near plane is clipped, not
    // turned inside out.
    // An orthographic camera looks along one direction and sees every distance alike.
    bool perspective = projection[2][3] != 0.0;
    vec3 back = vec3(view[0][2], view[1][2], view[2][2]);
    vec3 toEye = perspective ? eye.xyz - point.position : back;
    vec3 side = cross(point.tangent, toEye);
    float sideLength = length(side);
    side = sideLength > 1e-6 * length(toEye) ? side / sideLength : vec3(0.0);
    float depth = perspective ? max(-(view * vec4(point.position, 1.0)).z, 1e-3) : 1.0;
    float pixels = width * viewport.z / depth;
    float shown = max(pixels, MIN_PIXELS);
    if (width > 0.0) opacity *= pixels / shown;
    float halfWidth = 0.5 * width * (width > 0.0 ? shown / pixels : 0.0) * point.miter;
    // Half a pixel beyond the edge on either side, where the edge fades.
    float across = ((corner == 0 || corner == 3) ? -1.0 : 1.0) * (1.0 + 1.0 / shown);

    ribbon = vec4(across, shown, head.x - point.distance, halfWidth);
    normalized = vec2(overLength, overAge);
    gl_Position = viewProjection * vec4(point.position + side * across * halfWidth, 1.0);
}

// Records of trails and the segments between them. Layouts: src/effects/trail/trail.h.

uniform sampler2D table0; // ring of points
uniform sampler2D table1; // head records, by slot
uniform sampler2D table2; // state records, by slot

// A ribbon thinner than this on the screen keeps this width and fades instead, so that it never
// breaks up into dots.
const float MIN_PIXELS = 1.5;
// Below this cosine between a segment and the bisector at its end the corner is sharper than 120
// degrees, and its miter would be longer than twice the half width.
const float MITER_COSINE = 0.5;
// Where the inside of a turn ends, as a share of the length of its shorter segment: a half is the
// middle of a circle. Less keeps the corners in order where the radius changes from point to point.
const float REACH = 0.42;

struct Point {
    vec3 position;
    float time;
    float distance;
    vec3 tangent;
    float width;  // factor of the style's
    float follow; // length of the next segment over that of the one before; 1 or less
    int extras;   // their first texel; below 0: texel -1 - extras of the head records
};

struct Segment {
    Point older, newer;
    int slot;
    int before;        // record before `older`, or -1
    bool begins, ends; // nothing is joined to its older or its newer end
};

// What holds for a whole slot.
struct Trail {
    float head, tail; // distances; nothing shows at or below the tail
    float opacity;
    vec4 eye;         // xyz; w: 1 when it is its own
};

uint bitsOf(float number) {
    return floatBitsToUint(number) & 0x1fffffffu;
}

float widthOf(uint packed) {
    float root = float(packed & 0x1fffu) / 2048.0;
    return root * root;
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

// x: the record before it, or -1; y: 1 when its strip ends here; z: slot
Point fetchPoint(int record, out ivec3 links) {
    int texel = record * int(params[3].z);
    vec4 a = texelFetch(table0, texelAt(texel), 0);
    vec4 b = texelFetch(table0, texelAt(texel + 1), 0);
    uint link = bitsOf(b.z);
    uint bits = bitsOf(b.w);
    links = ivec3(int(link >> 8) - 1, int(link & 1u), int(bits & 0xffffu));
    // The upper bits of the ratio's square; see wwTrailFollowCode.
    float follow = sqrt(uintBitsToFloat((((link >> 1) & 127u) + 889u) << 20));
    return Point(a.xyz, a.w, b.x, unpackUnit(b.y), widthOf(bits >> 16), follow, texel + 2);
}

bool fetchLaid(int index, out Segment segment) {
    int record = (int(params[0].x) + index) % int(params[0].z);
    ivec3 links;
    segment.newer = fetchPoint(record, links);
    segment.ends = links.y == 1;
    segment.slot = links.z;
    if (links.x < 0) return false;
    segment.older = fetchPoint(links.x, links);
    segment.before = links.x;
    segment.begins = links.x < 0;
    return true;
}

// The two live segments of a slot: last record to pending point (half 0), pending point to head.
bool fetchLive(int index, out Segment segment) {
    int slot = index / 2;
    bool second = (index & 1) == 1;
    int texel = slot * int(params[3].w);
    vec4 a = texelFetch(table1, texelAt(texel), 0);
    vec4 b = texelFetch(table1, texelAt(texel + 1), 0);
    vec4 c = texelFetch(table1, texelAt(texel + 2), 0);
    int link = int(c.w);
    int record = (link >> 2) - 1;
    bool hasLast = record >= 0;
    // Distances and tangents are those in the medium that drifts: as at the time of the head.
    vec3 middle = a.xyz + params[9].xyz * (b.w - a.w);
    float way = distance(middle, b.xyz);
    bool hasHead = way > 0.0;
    uint widths = bitsOf(c.z);
    segment.slot = slot;
    if ((link & 1) == 0 || !(second ? hasHead : hasLast)) return false;
    Point last;
    ivec3 links = ivec3(-1);
    vec3 arriving = vec3(0.0, 1.0, 0.0);
    float follow = 1.0;
    if (hasLast) {
        last = fetchPoint(record, links);
        vec3 first = last.position + params[9].xyz * (b.w - last.time);
        arriving = directionOf(first, middle, arriving);
        follow = min(way / max(distance(first, middle), 1e-9), 1.0);
    }
    vec3 leaving = directionOf(middle, b.xyz, arriving);
    vec3 tangent = hasLast ? bisector(arriving, leaving) : leaving;
    Point pending = Point(a.xyz, a.w, c.x - way, tangent, widthOf(widths), follow, -texel - 4);
    if (second) {
        segment.older = pending;
        segment.newer = Point(b.xyz, b.w, c.x, leaving, widthOf(widths >> 13), 1.0,
            -texel - 6);
        segment.before = record;
        segment.begins = !hasLast;
        segment.ends = true;
    } else {
        segment.older = last;
        segment.newer = pending;
        segment.before = links.x;
        segment.begins = links.x < 0;
        segment.ends = !hasHead;
    }
    return true;
}

// Segments: those between records, then two live ones of every slot.
bool fetchSegment(int index, out Segment segment) {
    int laid = int(params[0].y);
    if (index < laid) return fetchLaid(index, segment);
    if (index < laid + 2 * int(params[0].w)) return fetchLive(index - laid, segment);
    return false;
}

Trail fetchTrail(int slot) {
    int texel = slot * int(params[3].w);
    vec4 head = texelFetch(table1, texelAt(texel + 2), 0);
    float tail = head.y;
    if ((int(head.w) & 2) != 0) { // at rest: the tail moves on by itself
        float since = eye.w - texelFetch(table1, texelAt(texel + 1), 0).w;
        float at = clamp(since / params[1].x, 0.0, 1.0) * 7.0;
        vec4 low = texelFetch(table2, texelAt(slot * 4), 0);
        vec4 high = texelFetch(table2, texelAt(slot * 4 + 1), 0);
        float samples[8] = float[8](low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w);
        int i = min(int(at), 6);
        tail = mix(samples[i], samples[i + 1], at - float(i));
    }
    vec4 state = texelFetch(table2, texelAt(slot * 4 + 2), 0);
    vec4 from = vec4(eye.xyz, 0.0);
    if (state.y > 0.5) from = vec4(texelFetch(table2, texelAt(slot * 4 + 3), 0).xyz, 1.0);
    return Trail(head.x, tail, state.x, from);
}

// Metres to the two visible ends of a strip, for round caps. Where a strip ends between others the
// cap has only its last segment.
vec2 endsOf(Point point, Segment segment, Trail trail, float halfWidth) {
    if ((int(params[4].x) & 1) == 0) return vec2(1e9);
    vec2 ends = vec2(trail.head - point.distance, point.distance - trail.tail);
    float size = segment.newer.distance - segment.older.distance;
    float stretched = max(halfWidth / max(size, 1e-6), 1.0);
    if (segment.ends) ends.x = min(ends.x, (segment.newer.distance - point.distance) * stretched);
    if (segment.begins) ends.y = min(ends.y, (point.distance - segment.older.distance) * stretched);
    return ends;
}

// The share of a segment that has gone, from its older end on: cut by age and by distance. Below 0
// while all of it is there.
float cutOf(Segment segment, Trail trail) {
    float cutTime = eye.w - params[1].x;
    float span = segment.newer.time - segment.older.time;
    float size = segment.newer.distance - segment.older.distance;
    float byAge = span > 0.0 ? (cutTime - segment.older.time) / span
        : (segment.newer.time <= cutTime ? 1.0 : 0.0);
    float byDistance = size > 0.0 ? (trail.tail - segment.older.distance) / size : 1.0;
    return max(byAge, byDistance);
}

Point between(Point a, Point b, float share) {
    return Point(mix(a.position, b.position, share), mix(a.time, b.time, share),
        mix(a.distance, b.distance, share), normalize(mix(a.tangent, b.tangent, share) + 1e-9),
        mix(a.width, b.width, share), 1.0, a.extras);
}

// x: 0 head .. 1 tail; y: 0 born .. 1 dead
vec2 normalizedOf(Point point, Trail trail) {
    float visible = max(trail.head - trail.tail, 1e-6);
    return clamp(vec2((trail.head - point.distance) / visible,
        (eye.w - point.time) / params[1].x), 0.0, 1.0);
}

// x: full width (metres or pixels); y: opacity
vec2 lookOf(Point point, vec2 normalized, Trail trail) {
    vec4 byLength = curveRow(normalized.x, params[1].z + 2.0);
    vec4 byAge = curveRow(normalized.y, params[1].z + 2.0);
    float left = 1.0 - normalized.y;
    int fadeMode = int(params[1].w);
    vec2 fades = vec2((fadeMode & 2) != 0 ? left : 1.0, (fadeMode & 1) != 0 ? left : 1.0);
    return vec2(params[1].y * point.width, trail.opacity) * byLength.xz * byAge.yw * fades;
}

bool isPerspective() {
    return projection[2][3] != 0.0;
}

// Metres toward the eye, or a unit vector under an orthographic camera, which sees every place
// along one direction.
vec3 towardEye(vec3 place, vec4 from) {
    bool near = isPerspective() || from.w > 0.5;
    return near ? from.xyz - place : vec3(view[0][2], view[1][2], view[2][2]);
}

// What a length is divided by on its way to the screen.
float screenDepth(vec3 place) {
    return isPerspective() ? max(-(view * vec4(place, 1.0)).z, 1e-3) : 1.0;
}

// How a ribbon that faces along `face` turns at a point, in its picture plane. The two segments
// that meet there work it out from the same numbers, so that their corners are the same.
struct Joint {
    vec3 arriving, leaving; // unit sides, right of the two segments
    vec3 side;              // between them
    float outer;            // 1: the outside of the turn is on the right; -1: on the left
    float longer;           // half widths from the point to the corner on the outside
    float inner;            // and to the one on the inside, toward the middle of the turn at most,
    float across;           // which is so far from the middle of the ribbon
};

// A unit vector, or nothing.
vec3 unit(vec3 v) {
    return v / max(length(v), 1e-30);
}

// The unit right side of a way, or of `other` where the way points at the eye. `seen`: its length
// in the picture plane.
vec3 sideOf(vec3 way, vec3 other, vec3 toEye, out float seen) {
    vec3 side = cross(unit(way), toEye);
    seen = length(side) * length(way);
    if (length(side) > 1e-3) return normalize(side);
    seen = 0.0;
    side = cross(other, toEye);
    return length(side) > 1e-4 ? normalize(side) : vec3(view[0][0], view[1][0], view[2][0]);
}

// The joint at a point that is reached by the way `arriving`. Alone: there is no other segment.
Joint jointOf(Point point, vec3 arriving, bool alone, vec3 face, float halfWidth) {
    vec3 tangent = point.tangent;
    vec3 leaving = (2.0 * dot(tangent, arriving) * tangent - arriving) * point.follow;
    if (alone) leaving = arriving;
    vec3 toEye = unit(face);
    vec2 seen;
    Joint joint;
    joint.arriving = sideOf(arriving, tangent, toEye, seen.x);
    joint.leaving = sideOf(leaving, tangent, toEye, seen.y);
    if (seen.y == 0.0) joint.leaving = joint.arriving;
    if (seen.x == 0.0) joint.arriving = joint.leaving;
    joint.outer = dot(cross(joint.arriving, joint.leaving), toEye) < 0.0 ? -1.0 : 1.0;
    vec3 side = joint.arriving + joint.leaving;
    // Straight back: the outside is ahead.
    if (dot(side, side) < 1e-3) side = joint.outer * cross(toEye, joint.arriving - joint.leaving);
    joint.side = normalize(side);
    float cosine = clamp(dot(joint.side, joint.arriving), 0.0, 1.0);
    joint.longer = cosine < MITER_COSINE ? 1.0 + 2.0 * cosine : 1.0 / cosine;
    joint.inner = joint.longer;
    if (seen.x > 0.0 && seen.y > 0.0) {
        float reach = REACH * min(seen.x, seen.y) / max(halfWidth, 1e-9);
        joint.inner = min(joint.longer, reach / max(sqrt(1.0 - cosine * cosine), 1e-6));
    }
    joint.across = joint.inner * cosine;
    return joint;
}

// The joint at an end of a segment.
Joint jointAt(Segment segment, Point before, Point point, bool older, float cut, vec3 face,
    float halfWidth) {
    vec3 way = segment.newer.position - segment.older.position;
    bool alone = older ? segment.before < 0 || cut >= 0.0 : segment.ends;
    if (older && cut > 0.0) way = point.tangent;
    else if (older && !alone) way = point.position - before.position;
    return jointOf(point, way, alone, face, halfWidth);
}

// A corner of a segment: xyz: its way from the path, w: how far it is from the middle line; in half
// widths. `hand`: 1 right of the path, -1 left. `straight`: cut straight on the outside of a turn.
vec4 edgeOf(Joint joint, vec3 way, vec3 face, float hand, bool older, bool straight) {
    vec3 own = older ? joint.leaving : joint.arriving;
    // A path that turns straight back has another right side from there on.
    float turned = dot(own, cross(way, face)) < 0.0 ? -1.0 : 1.0;
    float side = hand * turned;
    if (side != joint.outer) return vec4(joint.side * joint.inner * side, hand * joint.across);
    return vec4(straight ? own : joint.side * joint.longer, turned) * side;
}

// Half a pixel beyond an edge, where it fades.
vec4 pastEdge(vec4 edge, float pixels) {
    return abs(edge.w) < 1.0 ? edge : edge * (1.0 + 1.0 / pixels);
}

// What the full vertex shaders of trails share: what points carry beside their place, how
// modifiers move them, and what fragments are told.

centroid out vec4 ribbon; // as insideOf reads it
centroid out vec4 life;   // 0 head .. 1 tail, 0 born .. 1 dead, metres to the tail, opacity
out vec4 tint;     // factor of the colour
out vec4 user;     // the vector of the point; w: texture coordinate along
out vec3 place;    // in the world
out vec4 surface;  // xyz: normal; w: texture coordinate around a tube

const int SHAPE_CROSS = 1;
const int SHAPE_SWORD = 3;
const int FACING_CAMERA = 0;
const int FACING_AXIS = 1;
const int SPACE_LOCAL = 1;
const int SPACE_SCREEN = 2;

// The parent's transform in space local: place and scale, rotation.
vec4 parentPlace = vec4(0.0, 0.0, 0.0, 1.0);
vec4 parentTurn = vec4(0.0, 0.0, 0.0, 1.0);

vec3 turned(vec3 v) {
    return v + 2.0 * cross(parentTurn.xyz, cross(parentTurn.xyz, v) + parentTurn.w * v);
}

struct Extras {
    vec3 side;
    vec3 vector;
    vec4 color;
};

vec4 extraTexel(int extras, int i) {
    return extras < 0 ? texelFetch(table1, texelAt(i - 1 - extras), 0)
        : texelFetch(table0, texelAt(extras + i), 0);
}

// Two channels of a colour that share a number.
vec2 channelsOf(float packed) {
    float high = floor(packed / 4096.0);
    vec2 root = vec2(high, packed - high * 4096.0) / 1024.0;
    return root * root;
}

Extras fetchExtras(Point point) {
    if (params[3].z < 3.0) return Extras(vec3(0.0), vec3(0.0), vec4(1.0));
    vec4 a = extraTexel(point.extras, 0);
    vec4 b = extraTexel(point.extras, 1);
    return Extras(turned(a.xyz), b.xyz, vec4(channelsOf(a.w), channelsOf(b.w)));
}

Extras mixExtras(Extras a, Extras b, float share) {
    return Extras(mix(a.side, b.side, share), mix(a.vector, b.vector, share),
        mix(a.color, b.color, share));
}

// Waves of period 1.
vec3 waves(vec3 turns) {
    vec3 t = fract(turns) - 0.5;
    vec3 y = t * (8.0 - 16.0 * abs(t));
    return y * (0.775 + 0.225 * abs(y));
}

// How far the modifiers have carried what was laid at `from` so long ago. Twin: wwTrailCarry.
vec3 carryOf(vec3 from, float age) {
    vec3 way = age * params[9].xyz + 0.5 * age * age * params[10].xyz;
    if (params[8].z == 0.0) return way;
    float grown = clamp(age / params[1].x, 0.0, 1.0);
    vec3 p = from * params[8].w + params[11].xyz;
    float turns = params[9].w * age;
    return way + params[8].z * grown * grown * (3.0 - 2.0 * grown) *
        (waves(p.yzx + turns) + 0.5 * waves(1.7 * p.zxy + (0.3 - 1.3 * turns)));
}

// Carries a point and turns its tangent to the carried path. `slope`: seconds a metre there. What
// drift does to the tangent was known when it was laid.
void carry(inout Point point, float slope) {
    float age = eye.w - point.time;
    vec3 way = carryOf(point.position, age);
    float ahead = 0.02 / (1.0 + params[8].w);
    vec3 next = carryOf(point.position + ahead * point.tangent, age - slope * ahead);
    vec3 turn = (next - way) / ahead + slope * params[9].xyz;
    point.tangent = normalize(point.tangent + turn + 1e-9);
    point.position += way;
}

float slopeOf(Point older, Point newer) {
    return (newer.time - older.time) / max(newer.distance - older.distance, 1e-6);
}

// Both segments that meet in a point take the same slope for it: that of the older one.
void carrySegment(inout Segment segment, inout Point before) {
    if (params[9].xyz == vec3(0.0) && params[10].xyz == vec3(0.0) && params[8].z == 0.0) return;
    float slope = slopeOf(segment.older, segment.newer);
    carry(segment.newer, slope);
    if (segment.before >= 0) slope = slopeOf(before, segment.older);
    carry(segment.older, slope);
    before.position += carryOf(before.position, eye.w - before.time);
}

bool onScreen() {
    return int(params[5].w) == SPACE_SCREEN;
}

void toWorld(inout Point point) {
    point.position = parentPlace.xyz + parentPlace.w * turned(point.position);
    point.tangent = turned(point.tangent);
}

// Toward the eye from a place.
vec3 viewOf(vec3 from, vec4 eyePlace) {
    return onScreen() ? vec3(0.0, 0.0, 1.0) : towardEye(from, eyePlace);
}

vec4 project(vec3 p) {
    if (onScreen()) return vec4(p.xy / viewport.xy * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
    return viewProjection * vec4(p, 1.0);
}

// One end of a segment, as its vertices need it.
struct End {
    Point point;
    Extras extras;
    vec2 life;
    float halfWidth; // metres
    float shown;     // pixels, whole width
    float opacity;
    float along;     // texture coordinate
};

End endOf(Point point, Extras extras, float share, Trail trail) {
    vec2 where = normalizedOf(point, trail);
    vec2 look = lookOf(point, where, trail);
    float scale = onScreen() ? 1.0 : viewport.z / screenDepth(point.position);
    float blade = int(params[5].x) == SHAPE_SWORD ? 2.0 * length(extras.side) : 1.0;
    float pixels = look.x * (params[5].z > 0.5 ? 1.0 : scale * blade * parentPlace.w);
    float shown = max(pixels, MIN_PIXELS);
    float opacity = pixels > 0.0 ? look.y * pixels / shown : 0.0;
    int mode = int(params[7].x);
    float along = mode == 0 ? where.x : mode == 1 ? point.distance : share;
    return End(point, extras, where, pixels > 0.0 ? 0.5 * shown / scale : 0.0, shown, opacity,
        along * params[7].y + params[7].z);
}

// The end of a segment that a corner lies at.
End fetchEnd(Segment segment, Trail trail, float cut, bool older) {
    Extras newest = fetchExtras(segment.newer);
    if (!older) return endOf(segment.newer, newest, 1.0, trail);
    Extras extras = fetchExtras(segment.older);
    if (cut <= 0.0) return endOf(segment.older, extras, 0.0, trail);
    return endOf(between(segment.older, segment.newer, cut), mixExtras(extras, newest, cut), cut,
        trail);
}

// A vertex at an edge of an end (see edgeOf).
void emit(End end, vec2 ends, vec4 edge, vec3 normal) {
    place = end.point.position + edge.xyz * end.halfWidth;
    ribbon = vec4(edge.w * end.halfWidth, end.shown, ends.x * parentPlace.w, end.halfWidth);
    life = vec4(end.life, ends.y * parentPlace.w, end.opacity);
    tint = end.extras.color;
    user = vec4(end.extras.vector, end.along);
    surface = vec4(normal, 0.0);
    gl_Position = project(place);
}

// The quad of this vertex -> its segment and its part of it. False: nothing to draw.
bool fetchPart(out Segment segment, out Trail trail, out Point before, out float cut,
    out int part) {
    gl_Position = NOWHERE;
    ribbon = life = tint = user = surface = vec4(0.0);
    place = vec3(0.0);
    int quad = gl_InstanceID * QUADS + gl_VertexID / 4;
    int parts = int(params[4].z);
    int index = quad / parts;
    part = quad % parts;
    // What is drawn once is drawn from the newest segment back.
    if (params[4].w > 0.0) index = int(params[0].y + 2.0 * params[0].w) - 1 - index;
    if (index < 0 || !fetchSegment(index, segment)) return false;
    trail = fetchTrail(segment.slot);
    cut = cutOf(segment, trail);
    if (cut >= 1.0) return false;
    ivec3 links;
    before = segment.older;
    if (segment.before >= 0) before = fetchPoint(segment.before, links);
    carrySegment(segment, before);
    if (int(params[5].w) != SPACE_LOCAL) return true;
    int texel = (segment.slot + 1) * int(params[3].w);
    parentPlace = texelFetch(table1, texelAt(texel - 2), 0);
    parentTurn = texelFetch(table1, texelAt(texel - 1), 0);
    toWorld(segment.older);
    toWorld(segment.newer);
    toWorld(before);
    return true;
}

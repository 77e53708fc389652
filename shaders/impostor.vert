#version 300 es
#include "common.glsl"
#include "wind.glsl"
#include "tree.glsl"
#include "impostor.glsl"

// Far trees: a card toward the camera for each record of a batch. Trees that are meshes, and places
// beyond the end of a batch, are clipped away here; the CPU never looks at them.
uniform sampler2D table0;  // trees
uniform usampler2D table1; // batches: first record * 32 + count - 1
uniform sampler2D table2;  // variants

// params[0]: edge to the meshes, fade, pictures a side, texels a side of a picture
// params[1]: largest distance, coarsest mip level, 1 when multisampled, ages that a second adds
// params[2]: reference of the levels, pixels of a metre at a metre

// Everything but `card` is the same at all corners of a card.
out vec3 card;     // on the card, metres of the tree before scaling, around its centre
out vec3 camera;   // in the same space
out vec3 picture0; // directions of the three pictures around the camera's
out vec3 picture1;
out vec3 picture2;
out vec4 cells;    // grid places of the first two pictures
out vec4 shares;   // grid place of the third; their weights but the last
out vec4 turn;     // cos and sin of the yaw, random number, variant
out vec4 lean;     // wind direction in the tree's space, lean in radians, mip level (see Ray)
out vec2 slope;    // by which the tree stands aslant, in its space
out vec3 ownTint;  // factors on its colour
out vec3 band;     // shares of pixels: first, left by distance; distance in metres

const int BATCH = 32;

void pickPictures(vec3 direction) {
    float last = params[0].z - 1.0;
    vec3 up = normalize(vec3(direction.x, max(direction.y, 0.001), direction.z));
    vec2 place = clamp(picturePlace(up), 0.0, 1.0) * last;
    vec2 first = clamp(floor(place), 0.0, last - 1.0);
    vec2 f = place - first;
    vec2 second = first + (f.x >= f.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0));
    cells = vec4(first, second);
    shares = vec4(first + 1.0, min(1.0 - f.x, 1.0 - f.y), abs(f.x - f.y));
    picture0 = pictureDirection(first / last);
    picture1 = pictureDirection(second / last);
    picture2 = pictureDirection((first + 1.0) / last);
}

void main() {
    gl_Position = NOWHERE;
    card = camera = picture0 = picture1 = picture2 = band = vec3(0.0);
    cells = shares = turn = lean = vec4(0.0);
    slope = vec2(0.0);
    ownTint = vec3(1.0);

    int batch = int(texelFetch(table1, texelAt(gl_InstanceID), 0).x);
    int quad = gl_VertexID / 4;
    if (quad > batch % BATCH) return;
    int record = (batch / BATCH + quad) * TREE_TEXELS;
    vec4 foot = texelFetch(table0, texelAt(record), 0);
    vec4 look = texelFetch(table0, texelAt(record + 1), 0);
    vec4 more = texelFetch(table0, texelAt(record + 2), 0);
    int variant = int(look.y) * VARIANT_TEXELS;
    vec4 center = texelFetch(table2, texelAt(variant), 0);
    vec4 size = texelFetch(table2, texelAt(variant + 1), 0);
    float bend = texelFetch(table2, texelAt(variant + 2), 0).w;
    vec4 trunk = texelFetch(table2, texelAt(variant + TRUNK_TEXEL), 0);
    foot.w *= treeSize(trunk, treeAge(look.w));
    if (foot.w <= 0.0) return;

    float pixels = treePixels(foot.xyz, size.z * foot.w);
    float above = shareAbove(pixels, params[0].x, params[0].y);
    band = vec3(above, shareNear(foot.xyz, reachOf(params[1].x, trunk.w, look.z)), 0.0);
    if (more.z < 1e30) band.y *= 1.0 - clamp(eye.w - more.z, 0.0, 1.0); // felled: it goes
    if (size.w < 0.5 || band.x >= 1.0 || band.y <= 0.0) return;

    turn = vec4(cos(look.x), sin(look.x), look.z, look.y);
    mat2 yaw = mat2(turn.x, -turn.y, turn.y, turn.x);
    vec3 middle = center.xyz;
    middle.xz = yaw * middle.xz;
    middle = foot.xyz + foot.w * middle;
    bool parallel = projection[2][3] == 0.0; // rays of an orthographic camera never meet
    float away = parallel ? 500.0 : distance(eye.xyz, middle) / foot.w;
    vec3 direction = towardEye(middle);
    direction.xz = direction.xz * yaw; // the transpose turns back
    camera = direction * away;
    pickPictures(direction);

    lean.xy = wind.xy * yaw;
    slope = treeLean(more.y) * yaw;
    ownTint = treeTintOf(more.x);
    lean.z = windLean(windForce(foot.xz), look.z, bend);
    vec3 right = pictureRight(direction);
    vec3 up = cross(direction, right);
    vec2 extent = pictureExtent(direction, size.x, size.y);
    float metre = viewport.z * foot.w / screenDepth(middle); // pixels
    lean.w = log2(params[0].w / metre) - 1.5;

    // The nearest part of the tree looks larger than the card; the wind takes the top aside.
    extent *= away / max(away - center.w, 0.3 * away) * (1.0 + 2.0 / params[0].w);
    vec2 bent = (lean.xy * sin(lean.z) + slope) * size.z;
    vec3 top = vec3(bent.x, 0.0, bent.y);
    vec2 aside = 0.5 * vec2(dot(top, right), dot(top, up));
    int corner = gl_VertexID % 4;
    vec2 side = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
    vec2 at = aside + side * (extent + abs(aside));
    card = right * at.x + up * at.y;
    vec3 world = card;
    world.xz = yaw * world.xz;
    world = middle + foot.w * world;
    band.z = distance(eye.xyz, middle);
    gl_Position = viewProjection * vec4(world, 1.0);
}

// The grid of impostor pictures. Twin: src/effects/forest/impostor.c.

// Direction from the tree to the camera of a picture; `place` 0..1 over the grid.
vec3 pictureDirection(vec2 place) {
    float x = place.x - place.y;
    float z = place.x + place.y - 1.0;
    return normalize(vec3(x, 1.0 - abs(x) - abs(z), z));
}

// Where in the grid a direction of the upper half lies, 0..1.
vec2 picturePlace(vec3 direction) {
    vec3 p = direction / (abs(direction.x) + abs(direction.y) + abs(direction.z));
    return 0.5 * vec2(1.0 + p.x + p.z, 1.0 + p.z - p.x);
}

vec3 pictureRight(vec3 direction) {
    vec3 reference = abs(direction.y) > 0.999 ? vec3(0.0, 0.0, 1.0) : vec3(0.0, 1.0, 0.0);
    return normalize(cross(reference, direction));
}

// Half width and half height of a picture of a cylinder, metres.
vec2 pictureExtent(vec3 direction, float radius, float halfHeight) {
    float level = sqrt(max(0.0, 1.0 - direction.y * direction.y));
    return vec2(radius, halfHeight * level + radius * abs(direction.y));
}

// A normal of the half that faces the camera (z >= 0) on the whole square, 0..1.
vec2 packNormal(vec3 normal) {
    vec2 p = normal.xy / (abs(normal.x) + abs(normal.y) + abs(normal.z));
    return 0.5 + 0.5 * vec2(p.x + p.y, p.x - p.y);
}

vec3 unpackNormal(vec2 packed) {
    vec2 q = packed * 2.0 - 1.0;
    vec2 p = 0.5 * vec2(q.x + q.y, q.x - q.y);
    return normalize(vec3(p, max(1.0 - abs(p.x) - abs(p.y), 0.0)));
}

// How trees move in the wind. Twin: src/effects/forest/wind.c.
// Every frequency is a multiple of 0.001 Hz: the wind's time wraps at 1000 s without a jump.

// A smooth triangle wave of period 1 between -1 and 1.
float smoothWave(float x) {
    float t = abs(fract(x) * 2.0 - 1.0);
    return t * t * (3.0 - 2.0 * t) * 2.0 - 1.0;
}

// How hard it blows on the tree whose foot is at p (xz): gusts wander over the land. 0..1.6.
float windForce(vec2 p) {
    float t = viewport.w;
    float along = dot(p, wind.xy);
    float across = dot(p, vec2(-wind.y, wind.x));
    float bow = 0.3 * smoothWave(across / 140.0 + t * 0.011);
    float front = smoothWave(along / 90.0 - t * 0.06 + bow);
    float ripple = smoothWave(along / 37.0 + across / 61.0 - t * 0.131);
    float pattern = 0.5 + 0.3 * front + 0.2 * ripple;
    return wind.z * mix(1.0, 0.35 + 1.25 * pattern, wind.w);
}

// Radians by which the top of a tree leans along the wind; `bend` in a storm.
float windLean(float force, float random, float bend) {
    float t = viewport.w;
    float own = 0.15 + 0.001 * floor(random * 60.0);
    return bend * force * (0.72 + 0.28 * smoothWave(t * own + random * 7.0));
}

// The trunk bends without changing its length, and not at all at the ground: a turn about the foot
// whose angle grows with the square of the height.
vec3 windBend(vec3 p, float lean, float height) {
    float h = clamp(p.y / height, 0.0, 1.0);
    float angle = lean * h * h;
    float along = dot(p.xz, wind.xy);
    float turned = along * cos(angle) + p.y * sin(angle);
    float y = p.y * cos(angle) - along * sin(angle);
    return vec3(p.x + wind.x * (turned - along), y, p.z + wind.y * (turned - along));
}

// A point of a tree relative to its foot, in the axes of the world; `weights`: branch, phase, leaf.
vec3 windSway(
    vec3 p, vec2 foot, float random, float height, float bend, vec3 weights, vec3 normal) {
    float t = viewport.w;
    float force = windForce(foot);
    float h = clamp(p.y / height, 0.0, 1.0);
    float phase = weights.y + random * 3.7;
    float push = smoothWave(t * 0.29 + phase);
    float lift = smoothWave(t * 0.473 + phase * 1.7);
    float branch = weights.x * force * height * 0.02 * min(h * 4.0, 1.0);
    float flutter = smoothWave(t * 2.17 + phase * 5.0 + dot(p, vec3(0.31, 0.43, 0.37)));
    float leaf = weights.z * (0.3 * min(wind.z * 4.0, 1.0) + force) * 0.035 * min(h * 4.0, 1.0);
    vec3 moved = windBend(p, windLean(force, random, bend), height);
    moved += branch * vec3(wind.x * push, 0.7 * lift, wind.y * push);
    return moved + leaf * flutter * normal;
}

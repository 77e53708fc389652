// How trees move in the wind. Twin: src/effects/forest/wind.c.
// Every frequency is a multiple of 0.001 Hz: the wind's time wraps at 1000 s without a jump.

// A smooth triangle wave of period 1 between -1 and 1.
float smoothWave(float x) {
    float t = abs(fract(x) * 2.0 - 1.0);
    return t * t * (3.0 - 2.0 * t) * 2.0 - 1.0;
}

// Gust fronts that follow each other every `spread` metres, `rate` of them a second, each of its
// own strength: 0..1 at p. A front arrives within a few seconds and dies down slowly. `aside`:
// tangent of the angle to the wind; `shifted`: by the origin, place and bow.
float gustFronts(vec2 p, float spread, float rate, float aside, vec2 shifted) {
    float along = dot(p, wind.xy);
    float across = dot(p, vec2(-wind.y, wind.x));
    float bow = 0.15 * smoothWave(across / (1.7 * spread) + shifted.y);
    float place = (along + aside * across) / spread + shifted.x + bow - viewport.w * rate;
    float behind = fract(place); // 1: at the front, 0: where the next one arrives
    float number = floor(place);
    number -= 1000.0 * rate * floor(number / (1000.0 * rate) + 0.0001); // repeats as the time does
    float strength = 0.35 + 0.65 * fract(number * 0.61803 + aside);
    return strength * (1.0 - smoothstep(0.86, 1.0, behind)) * smoothstep(0.0, 0.8, behind);
}

// How hard it blows on the tree whose foot is at p (xz): gusts sweep over the land. 0..1.6.
float windForce(vec2 p) {
    float gusts = 0.6 * gustFronts(p, 170.0, 0.06, 0.25, vec2(gustPlace.x, gustBow.x)) +
        0.4 * gustFronts(p, 90.0, 0.11, -0.4, vec2(gustPlace.y, gustBow.y)) +
        0.25 * gustFronts(p, 41.0, 0.17, 0.7, vec2(gustPlace.z, gustBow.z));
    return wind.z * mix(1.0, 0.35 + gusts, wind.w);
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
    float place = phase * 5.0 + dot(p, vec3(0.31, 0.43, 0.37));
    float flutter = 0.6 * smoothWave(t * 2.17 + place) + 0.4 * smoothWave(t * 3.31 + place * 1.9);
    float leaf = weights.z * (0.3 * min(wind.z * 4.0, 1.0) + force) * 0.07 * min(h * 4.0, 1.0);
    vec3 moved = windBend(p, windLean(force, random, bend), height);
    moved += branch * vec3(wind.x * push, 0.7 * lift, wind.y * push);
    return moved + leaf * flutter * normal;
}

// What a game's own function replaces: the linear colour of a fragment, before it fades with age,
// toward the edges and at round ends.
vec4 shade(TrailFragment f) {
    return f.color * f.texel * vec4(f.light, 1.0);
}

// What a game's own function is given of a fragment of a trail.
struct TrailFragment {
    vec2 uv;       // along the trail as textureMode says; 0..1 across it (around a tube)
    float along;   // 0 head .. 1 tail
    float age;     // 0 born .. 1 dead
    vec4 color;    // linear: tint, gradients and the point's own colour
    vec4 texel;    // of the style's texture; white without one
    vec3 position; // in the world
    vec3 normal;   // unit, on the side that is seen
    vec3 light;    // of sun and sky on that side; white unless the style is lit
    vec3 vector;   // of the point, as the game wrote it
    float seconds; // of the kit's clock; begins again every hour
};

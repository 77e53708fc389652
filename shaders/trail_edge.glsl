// The edge fades over `softness` of the half width, and over one pixel at least. Within half a
// width of a round end the edge is a circle around that place. Vertex shaders say what is in
// `ribbon`: metres from the middle, width in pixels, metres to the head, half width.
float insideOf(vec4 ribbon, float toTail) {
    float size = max(ribbon.w, 1e-6);
    float halfPixel = 1.0 / max(ribbon.y, 1.0);
    float edge = max(params[3].y, halfPixel);
    float beyond = max(1.0 - min(ribbon.z, toTail) / size, 0.0);
    float radius = length(vec2(ribbon.x / size, beyond));
    return 1.0 - smoothstep(1.0 - edge, 1.0 + halfPixel, radius);
}

#version 300 es
#include "common.glsl"

uniform sampler2D table3;   // curve table
uniform sampler2D texture0; // of the style

in vec4 ribbon; // x: metres across; y: half width; z: half widths beyond the end; w: pixels
in vec3 place;  // x: 0 from .. 1 to; y: opacity; z: texture along
in vec3 spot;   // in the world
flat in vec4 tint;
flat in vec2 hull; // of a beam seen end on: half widths to its far disc, radius of that; or 0
flat in float life;
out vec4 pixel;

vec4 curveRow(float u, float row) {
    vec2 size = vec2(textureSize(table3, 0));
    return textureLod(table3, vec2((u * 127.0 + 0.5) / size.x, (row + 0.5) / size.y), 0.0);
}

// How far from the near disc to the far one of a beam seen end on, 0..1, a place is: along the line
// that meets their common tangent at a right angle. 0 for all other beams.
float toFarDisc(float across) {
    if (hull.x <= 0.0) return 0.0;
    float sine = (1.0 - hull.y) / hull.x;
    if (sine >= 1.0) return 0.0; // the far disc is hidden behind the near one
    float slope = sine * inversesqrt(max(1.0 - sine * sine, 1e-6));
    return clamp((ribbon.z - abs(across) * slope) / hull.x, 0.0, 1.0);
}

void main() {
    float across = ribbon.x / max(ribbon.y, 1e-9);
    float toFar = toFarDisc(across);
    float along = mix(place.x, 1.0 - place.x, toFar);
    vec4 color = tint * curveRow(along, params[1].y) * curveRow(life, params[1].y + 1.0);
    if (params[6].z > 0.5) color *= texture(texture0, vec2(place.z, across * 0.5 + 0.5));
    float radius = length(vec2(across, ribbon.z - toFar * hull.x)) /
        max(mix(1.0, hull.y, toFar), 1e-3);
    // The edge fades over `softness` of the half width, and over one pixel at least.
    float halfPixel = 1.0 / max(ribbon.w, 1.0);
    float edge = max(params[3].y, halfPixel);
    float mask = 1.0 - smoothstep(1.0 - edge, 1.0 + halfPixel, radius);
    // Half of the core is full, the other half runs out into the beam.
    float core = params[3].z;
    float inner = core > 0.0 ? 1.0 - smoothstep(core * 0.5, core + halfPixel, radius) : 0.0;
    color.rgb = mix(color.rgb, params[4].rgb, inner * params[4].a);
    mask *= place.y;

    float clear = exp(-fogColor.w * distance(eye.xyz, spot));
    int blend = int(params[3].x);
    if (blend == 0) {
        pixel = composite(mix(fogColor.rgb, color.rgb, clear), mask * color.a, 1.0);
    } else if (blend == 1) {
        pixel = composite(color.rgb * clear, mask * color.a, 0.0);
    } else {
        pixel = composite(mix(fogColor.rgb * color.a, color.rgb, clear), mask, color.a);
    }
}

// What the vertex and fragment shaders of trails share.

uniform sampler2D table3; // curve table

// params[11]: turns of the turbulence by the origin
// params[0]: ring first, count, capacity, slots
// params[1]: lifetime, width, curve row, fade mode
// params[2]: tint
// params[3]: blend, softness, texels of a record, texels of a head record
// params[4]: 1 for round caps + 2 for fog; and, of the full shaders, what follows: joins, quads of
//            a segment, share of alpha that one pass draws (0: all)
// params[5]: shape, facing, 1 for widths in pixels, space
// params[6]: the normal; sides of a tube
// params[7]: texture mode, coordinates a metre (or in all), scroll, 1 with a texture
// params[8]: 1 lit, 1 single-sided, turbulence, waves of it a metre
// params[9]: drift; turns of the turbulence a second
// params[10]: gravity; alpha of the tint

const int BLEND_ALPHA = 0;
const int BLEND_ADDITIVE = 1;
const int BLEND_PREMULTIPLIED = 2;

// A row of the curve table at 0..1.
vec4 curveRow(float u, float row) {
    vec2 size = vec2(textureSize(table3, 0));
    return textureLod(table3, vec2((u * 127.0 + 0.5) / size.x, (row + 0.5) / size.y), 0.0);
}

// What the fog lets through from a place.
float clearOf(vec3 place) {
    return (int(params[4].x) & 2) == 0 ? 1.0 : exp(-fogColor.w * distance(eye.xyz, place));
}

// The premultiplied pixel of a colour whose own alpha is `color.a` and that fades by `fade`.
vec4 blendTrail(vec4 color, float fade, float clear) {
    int blend = int(params[3].x);
    if (blend == BLEND_ADDITIVE) return composite(color.rgb * clear, color.a * fade, 0.0);
    if (blend == BLEND_ALPHA) {
        return composite(mix(fogColor.rgb, color.rgb, clear), color.a * fade, 1.0);
    }
    return composite(mix(fogColor.rgb * color.a, color.rgb, clear), fade, color.a);
}

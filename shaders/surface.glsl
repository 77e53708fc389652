// What bark and leaves look like, made from a few numbers of the species instead of textures.
// Everything fades where a pixel covers more than it, so that nothing flickers far away.
// Pixels only; needs species.glsl and light.glsl.

float wrappedHash(vec2 cell, float period) {
    return latticeHash(vec2(mod(cell.x, period), cell.y));
}

// Noise that closes around the wood: `period` whole cells.
float wrappedNoise(vec2 p, float period) {
    vec2 cell = floor(p);
    vec2 f = p - cell;
    f = f * f * (3.0 - 2.0 * f);
    vec2 right = vec2(1.0, 0.0);
    float low = mix(wrappedHash(cell, period), wrappedHash(cell + right, period), f.x);
    cell.y += 1.0;
    float high = mix(wrappedHash(cell, period), wrappedHash(cell + right, period), f.x);
    return mix(low, high, f.y);
}

// Distance to the nearest border between plates, number of the plate.
vec2 plates(vec2 p, float period) {
    vec2 home = floor(p);
    vec3 best = vec3(9.0, 9.0, 0.0); // nearest, second nearest, number
    for (int i = 0; i < 9; i++) {
        vec2 cell = home + vec2(float(i % 3 - 1), float(i / 3 - 1));
        float random = wrappedHash(cell, period);
        vec2 seat = cell + 0.15 + 0.7 * vec2(random, fract(random * 57.3));
        float away = distance(p, seat);
        best = away < best.x ? vec3(away, best.x, random) : vec3(best.x, min(best.y, away), best.z);
    }
    return vec2(best.y - best.x, best.z);
}

// A bark pattern at p (in cells, the whole period around): height and share of the second colour.
vec2 barkPattern(int kind, vec2 p, float period) {
    float fine = wrappedNoise(p * vec2(4.0, 5.0), 4.0 * period);
    if (kind == 1) { // plated: pines
        vec2 warp = vec2(wrappedNoise(p * 2.0, 2.0 * period), fine) - 0.5;
        vec2 plate = plates(p * vec2(1.0, 0.5) + 0.35 * warp, period);
        float inside = smoothstep(0.02, 0.3, plate.x);
        return vec2(inside * (0.75 + 0.25 * plate.y) + 0.25 * fine,
            1.0 - inside * (0.55 + 0.35 * plate.y + 0.1 * fine));
    }
    if (kind == 2) { // lenticels: birches and cherries
        vec2 q = p * vec2(1.0, 5.0);
        float row = wrappedHash(floor(q), period);
        float reach = 0.1 + 0.9 * abs(fract(q.x) - 0.5);
        float dash = smoothstep(0.0, 0.12, row - 0.5 - reach) *
            (1.0 - smoothstep(0.15, 0.4, abs(fract(q.y) - 0.5)));
        float scar = smoothstep(0.72, 0.85, wrappedNoise(p * vec2(1.0, 0.5) + 3.0, period) +
            0.2 * (fine - 0.5));
        return vec2(0.8 - 0.5 * max(dash, scar), max(dash, scar) + 0.15 * fine);
    }
    if (kind == 3) { // ringed: palms and bamboos
        float ring = fract(p.y + 0.1 * wrappedNoise(vec2(p.x, floor(p.y)), period));
        float edge = smoothstep(0.0, 0.08, ring) * (1.0 - smoothstep(0.86, 1.0, ring));
        return vec2(edge * (1.0 - 0.5 * ring) + 0.12 * fine, 1.0 - edge + 0.25 * fine);
    }
    if (kind == 4) { // peeling: eucalyptus and planes
        float patches = wrappedNoise(p * vec2(1.0, 0.4), period) +
            0.5 * wrappedNoise(p * vec2(2.0, 1.1) + 5.0, 2.0 * period) + 0.12 * fine;
        float first = smoothstep(0.72, 0.76, patches);
        float second = smoothstep(0.92, 0.96, patches);
        return vec2(0.9 - 0.35 * first - 0.35 * second, 0.65 * first + 0.35 * second + 0.08 * fine);
    }
    if (kind == 5) { // smooth: beeches
        float bands = wrappedNoise(p * vec2(1.0, 3.0) + 0.4 * fine, period);
        return vec2(0.5 + 0.08 * bands, 0.5 * smoothstep(0.35, 0.9, bands) + 0.1 * fine);
    }
    // Furrowed: ridges that part and join on their way up.
    float sway = wrappedNoise(p * vec2(1.0, 0.22), period);
    float ridge = wrappedNoise(vec2(2.0 * p.x + 1.6 * sway, 0.3 * p.y), 2.0 * period);
    float height = smoothstep(0.12, 0.62, abs(2.0 * ridge - 1.0)) * 0.8 + 0.3 * fine;
    return vec2(height, clamp(1.15 - height, 0.0, 1.0));
}

struct Bark {
    vec3 albedo;
    float height; // metres
};

// `uv` in metres, `tiles` of half a metre around the wood, `radius` in metres.
Bark barkAt(vec3 albedo, vec2 uv, float tiles, float radius, int variant) {
    vec4 look = lookAt(variant, 0);
    vec4 more = lookAt(variant, 4);
    float grown = smoothstep(0.1, 1.0, radius / lookAt(variant, 3).w);
    float cells = max(floor(0.5 / more.x + 0.5), 1.0); // a tile
    vec2 p = vec2(uv.x * 2.0 * cells, uv.y / more.x);
    vec2 width = fwidth(p);
    float seen = clamp(1.6 - 1.5 * max(width.x, width.y), 0.0, 1.0);
    int kind = int(look.w + 0.5);
    vec2 pattern = vec2(0.5, kind == 4 ? 0.5 : kind == 5 || kind == 2 ? 0.15 : 0.4);
    if (seen > 0.0) pattern = mix(pattern, barkPattern(kind, p, cells * floor(tiles + 0.5)), seen);
    // Young wood of birches is brown, that of others just plain.
    float mixed = kind == 2 ? mix(0.75, pattern.y, smoothstep(0.02, 0.2, grown)) :
        pattern.y * mix(0.35, 1.0, grown);
    return Bark(mix(albedo, look.rgb, clamp(mixed, 0.0, 1.0)),
        0.22 * more.x * more.y * grown * seen * pattern.x);
}

// Bends a normal by a height that neighbouring pixels differ in (Mikkelsen, "Bump Mapping
// Unparametrized Surfaces on the GPU", 2010); less where the surface turns away.
vec3 bumpNormal(vec3 normal, vec3 place, float height, vec3 toEye) {
    vec3 right = dFdx(place);
    vec3 up = dFdy(place);
    vec3 a = cross(up, normal);
    vec3 b = cross(normal, right);
    float area = dot(right, a);
    vec3 slope = sign(area) * (dFdx(height) * a + dFdy(height) * b);
    float turned = smoothstep(0.05, 0.4, dot(normal, toEye));
    return normalize(max(abs(area), 1e-12) * normal - turned * slope);
}

// A leaf from above or below: ribs, paler underneath.
vec3 leafAlbedo(vec3 albedo, vec2 uv, float kind, bool upper, int variant) {
    if (kind < 0.7) return albedo * (0.75 + 0.5 * uv.y);
    if (kind < 0.9) {
        return albedo * mix(vec3(0.95, 0.72, 0.75), vec3(1.05), smoothstep(0.0, 0.5, uv.y));
    }
    float width = max(fwidth(uv.x), 1e-4);
    float seen = lookAt(variant, 3).z * clamp(1.5 - 3.0 * width, 0.0, 1.0);
    float rib = 1.0 - smoothstep(0.03, 0.07 + width, abs(uv.x));
    float side = abs(fract((uv.y - 0.4 * abs(uv.x)) * 7.0) - 0.5);
    float ribs = max(rib, 0.45 * (1.0 - smoothstep(0.05, 0.16 + 3.0 * width, side)));
    albedo *= mix(1.0, 0.93 + 0.3 * ribs, seen);
    float pale = upper ? 0.0 : lookAt(variant, 1).w;
    return mix(albedo, vec3(0.35, 0.4, 0.33) * (0.3 + 1.7 * albedo.g), 0.7 * pale);
}

// Albedo and normal of a point of a mesh.
void shadeSurface(inout vec3 albedo, inout vec3 normal, vec3 place, vec3 toEye, vec4 surface,
    float tiles, bool front, int variant) {
    float kind = surface.z;
    if (kind > 0.5) {
        albedo = leafAlbedo(albedo, surface.xy, kind, front, variant);
        normal = facingNormal(normal, toEye);
        return;
    }
    float radius = 4.0 * surface.w * surface.w;
    Bark bark = barkAt(albedo, surface.xy, tiles, radius, variant);
    albedo = bark.albedo;
    normal = bumpNormal(normal, place, bark.height, toEye);
}

// How a tree is lit, as a mesh and as an impostor alike. Pixels only.

float latticeHash(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

float valueNoise(vec2 p) {
    vec2 cell = floor(p);
    vec2 f = p - cell;
    f = f * f * (3.0 - 2.0 * f);
    float low = mix(latticeHash(cell), latticeHash(cell + vec2(1.0, 0.0)), f.x);
    float high = mix(latticeHash(cell + vec2(0.0, 1.0)), latticeHash(cell + vec2(1.0, 1.0)), f.x);
    return mix(low, high, f.y);
}

// A leaf's normal is that of the crown around it. Where it looks away from the camera it is
// mirrored on the picture plane: a steady change, which turning it around would not be.
vec3 facingNormal(vec3 normal, vec3 toEye) {
    return normalize(normal - 2.0 * min(dot(normal, toEye), 0.0) * toEye);
}

// What is lit.
struct TreePoint {
    vec3 albedo, normal, toEye;
    vec3 place;         // from the foot, and another number of each tree
    float visibility;   // share of the sky
    float translucency; // of leaves; 0 for wood
    float wood;         // 1; leaves: 0
};

// Uneven light and snow: noise about a metre wide.
float placeNoise(vec3 p) {
    return 0.6 * valueNoise(p.xz * 1.3 + p.y * 0.7) + 0.4 * valueNoise(p.xy * 3.1 + p.z * 2.3);
}

// Snow on what looks up and sees the sky; water darkens.
void layWeather(inout TreePoint point) {
    float noise = placeNoise(point.place);
    float up = 0.75 * point.normal.y + 0.6 * point.visibility + 0.5 * (noise - 0.5);
    float snow = smoothstep(1.05 - 0.75 * weather.y, 1.25 - 0.75 * weather.y, up) *
        min(weather.y * 3.0, 1.0);
    point.albedo *= 1.0 - weather.z * mix(0.2, 0.45, point.wood);
    point.albedo = mix(point.albedo, vec3(0.78, 0.83, 0.9), snow);
    point.translucency *= 1.0 - snow;
    point.wood *= 1.0 - snow;
}

// Shares of sun and sky as a painter would put them: few tones with rough edges.
float paintedStep(float light, float noise) {
    float tone = light * 3.0 + (noise - 0.5) * 0.9;
    return (floor(tone) + smoothstep(0.25, 0.75, fract(tone))) / 3.0;
}

float drawnStep(float light) {
    float edge = max(fwidth(light), 0.01);
    return 0.25 + 0.4 * smoothstep(0.28 - edge, 0.28 + edge, light) +
        0.35 * smoothstep(0.6 - edge, 0.6 + edge, light);
}

// Linear light of one pixel. Leaves have no glossy term: they must not mirror the sun.
vec3 lightTree(TreePoint point) {
    layWeather(point);
    vec3 sun = sunDirection.xyz;
    float translucency = point.translucency;
    float facing = dot(point.normal, sun);
    float wrap = 0.35 * min(translucency * 1.5, 1.0);
    float direct = max((facing + wrap) / ((1.0 + wrap) * (1.0 + wrap)), 0.0);
    float open = mix(0.3, 1.0, point.visibility);
    float glow = max(-dot(point.toEye, sun), 0.0);
    float through = translucency * (0.2 * max(-facing, 0.0) + 0.55 * glow * glow * glow * glow);
    vec3 albedo = point.albedo;
    vec3 passed = sqrt(albedo) * albedo * vec3(2.4, 2.2, 1.3);
    vec3 ambient = mix(groundColor.rgb, skyColor.rgb, point.normal.y * 0.5 + 0.5);
    float lit = direct * open;
    float sky = mix(0.25, 1.0, point.visibility);
    if (weather.w > 1.5) {
        lit = drawnStep(lit);
        sky = 0.8;
    } else if (weather.w > 0.5) {
        float noise = placeNoise(point.place * 2.5 + point.normal);
        lit = paintedStep(lit, noise);
        sky = paintedStep(sky, noise);
        // Warm light, cool shade.
        albedo *= mix(vec3(0.7, 0.85, 1.45), vec3(1.3, 1.12, 0.78), lit) * (0.7 + 0.6 * noise);
    }
    vec3 light = albedo * (sunColor.rgb * lit + ambient * sky);
    light += passed * sunColor.rgb * through * open;
    float grazing = 1.0 - max(dot(point.normal, point.toEye), 0.0);
    // An ink line where a limb or a mass of leaves turns away.
    if (weather.w > 1.5) return light * mix(1.0, 0.08, smoothstep(0.72, 0.8, grazing));
    float wet = weather.z * point.wood * (0.04 + 0.5 * grazing * grazing * grazing * grazing);
    return light + wet * skyColor.rgb * open;
}

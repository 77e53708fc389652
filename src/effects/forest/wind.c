// How trees move in the wind: the same closed form as shaders/wind.glsl, for bounds and tests.
// Trunk, branches and leaves follow Sousa, "Vegetation Procedural Animation and Shading in Crysis",
// GPU Gems 3, 2007, with a bend that is flat at the foot.
#include "effects/forest/forest.h"

#define BRANCH_SWAY 0.02f
#define LEAF_FLUTTER 0.07f
#define FORCE_LIMIT 1.6f

static float fraction(float x) {
    return x - floorf(x);
}

static float smoothWave(float x) {
    const float t = fabsf(fraction(x) * 2.0f - 1.0f);
    return t * t * (3.0f - 2.0f * t) * 2.0f - 1.0f;
}

static float smoothStep(float low, float high, float x) {
    const float t = wwClamp((x - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

// Rows of gust fronts: metres from one to the next, how many a second, tangent of the angle to the
// wind, weight.
typedef struct Fronts {
    float spread, rate, aside, weight;
} Fronts;
static const Fronts rows[WW_GUST_ROWS] = {
    {170.0f, 0.06f, 0.25f, 0.6f}, {90.0f, 0.11f, -0.4f, 0.4f}, {41.0f, 0.17f, 0.7f, 0.25f}};

static float gustFronts(const WwWind *wind, float x, float z, int number) {
    const float spread = rows[number].spread, rate = rows[number].rate, aside = rows[number].aside;
    const float along = x * wind->direction[0] + z * wind->direction[1];
    const float across = z * wind->direction[0] - x * wind->direction[1];
    const float bow = 0.15f * smoothWave(across / (1.7f * spread) + wind->gustBow[number]);
    const float place =
        (along + aside * across) / spread + wind->gustPlace[number] + bow - wind->time * rate;
    const float behind = fraction(place);
    const float round = 1000.0f * rate;
    float front = floorf(place);
    front -= round * floorf(front / round + 0.0001f);
    const float strength = 0.35f + 0.65f * fraction(front * 0.61803f + aside);
    return strength * (1.0f - smoothStep(0.86f, 1.0f, behind)) * smoothStep(0.0f, 0.8f, behind);
}

static double wrapped(double x, double period) {
    return x - period * floor(x / period);
}

void wwWindShift(double place[WW_GUST_ROWS], double bow[WW_GUST_ROWS], const float direction[2],
    double x, double z) {
    const double along = x * (double)direction[0] + z * (double)direction[1];
    const double across = z * (double)direction[0] - x * (double)direction[1];
    for (int i = 0; i < WW_GUST_ROWS; i++) {
        const double spread = (double)rows[i].spread, aside = (double)rows[i].aside;
        const double round = floor(1000.0 * (double)rows[i].rate + 0.5); // numbers repeat then
        place[i] = wrapped(place[i] + (along + aside * across) / spread, round);
        bow[i] = wrapped(bow[i] + across / (1.7 * spread), 1.0);
    }
}

float wwWindForce(const WwWind *wind, float x, float z) {
    float gusts = 0.0f;
    for (int i = 0; i < WW_GUST_ROWS; i++) gusts += rows[i].weight * gustFronts(wind, x, z, i);
    return wind->strength * wwLerp(1.0f, 0.35f + gusts, wind->gust);
}

static float lean(const WwWind *wind, float force, float random, float bend) {
    const float own = 0.15f + 0.001f * floorf(random * 60.0f);
    return bend * force * (0.72f + 0.28f * smoothWave(wind->time * own + random * 7.0f));
}

static void bendTrunk(const WwWind *wind, float angle, float point[3]) {
    const float along = point[0] * wind->direction[0] + point[2] * wind->direction[1];
    const float turned = along * wwCos(angle) + point[1] * wwSin(angle);
    point[1] = point[1] * wwCos(angle) - along * wwSin(angle);
    point[0] += wind->direction[0] * (turned - along);
    point[2] += wind->direction[1] * (turned - along);
}

void wwWindSway(const WwWind *wind, const float foot[3], float random, float height, float bend,
    WwWindWeights weights, const float normal[3], float point[3]) {
    const float t = wind->time;
    const float force = wwWindForce(wind, foot[0], foot[2]);
    const float h = wwClamp(point[1] / height, 0.0f, 1.0f);
    const float rooted = wwMin(h * 4.0f, 1.0f);
    const float phase = weights.phase + random * 3.7f;
    const float push = smoothWave(t * 0.29f + phase);
    const float lift = smoothWave(t * 0.473f + phase * 1.7f);
    const float branch = weights.branch * force * height * BRANCH_SWAY * rooted;
    const float place = point[0] * 0.31f + point[1] * 0.43f + point[2] * 0.37f;
    const float spot = phase * 5.0f + place;
    const float flutter =
        0.6f * smoothWave(t * 2.17f + spot) + 0.4f * smoothWave(t * 3.31f + spot * 1.9f);
    const float calm = 0.3f * wwMin(wind->strength * 4.0f, 1.0f);
    const float leaf = weights.leaf * (calm + force) * LEAF_FLUTTER * rooted;
    bendTrunk(wind, lean(wind, force, random, bend) * h * h, point);
    point[0] += branch * wind->direction[0] * push + leaf * flutter * normal[0];
    point[1] += branch * 0.7f * lift + leaf * flutter * normal[1];
    point[2] += branch * wind->direction[1] * push + leaf * flutter * normal[2];
}

float wwWindReach(float height, float bend) {
    const float angle = wwMin(bend * FORCE_LIMIT, 0.5f * WW_PI);
    return height * (wwSin(angle) + 1.3f * FORCE_LIMIT * BRANCH_SWAY) +
           (FORCE_LIMIT + 0.3f) * LEAF_FLUTTER;
}

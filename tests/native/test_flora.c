// Trees: the same bytes everywhere, sound meshes for every definition within the ranges, levels
// that fall.
#include "base/maths.h"
#include "base/memory.h"
#include "base/random.h"
#include "effects/flora/flora.h"
#include "effects/flora/skeleton.h"

#include "check.h"

#define OAK 0u
#define PINE 10u

static uint32_t hashBytes(uint32_t hash, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * 16777619u;
    return hash;
}

static uint32_t hashModel(const WwTreeModel *model) {
    uint32_t hash = 2166136261u;
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        const WwTreeMesh *mesh = &model->levels[level];
        hash = hashBytes(hash, mesh->vertices, mesh->vertexCount * sizeof(WwMeshVertex));
        hash = hashBytes(hash, mesh->indices, mesh->indexCount * sizeof(uint32_t));
    }
    return hash;
}

static uint32_t hashPreset(uint32_t preset, uint32_t seed) {
    ww_TreeDef def;
    WwTreeModel model;
    wwTreePreset(preset, &def);
    CHECK(wwTreeBuild(&def, seed, &model) == WW_OK);
    const uint32_t hash = hashModel(&model);
    wwTreeModelFree(&model);
    return hash;
}

// ---- seeds

static void goldenBytes(void) {
    static const struct {
        uint32_t preset, seed, hash;
    } golden[] = {
        {OAK, 0u, 0xcf3c8093u},
        {OAK, 1u, 0x53002dcfu},
        {OAK, 7u, 0xf0290fcfu},
        {OAK, 0xffffffffu, 0x9b24b6c0u},
        {PINE, 0u, 0x1d4f7c7cu},
        {PINE, 1u, 0x3e73328eu},
        {PINE, 7u, 0x23e98801u},
        {PINE, 0xffffffffu, 0xbfdcef93u},
    };
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        const uint32_t hash = hashPreset(golden[i].preset, golden[i].seed);
        CHECK(hash == golden[i].hash);
        if (hash != golden[i].hash) printf("  case %d: 0x%08xu\n", (int)i, hash);
    }
}

static void seedsDiffer(void) {
    static const uint32_t seeds[] = {
        0u, 1u, 2u, 3u, 0x7fffffffu, 0x80000000u, 0xfffffffeu, 0xffffffffu};
    enum { COUNT = sizeof seeds / sizeof seeds[0] };
    uint32_t hashes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        hashes[i] = hashPreset(OAK, seeds[i]);
        CHECK(hashes[i] == hashPreset(OAK, seeds[i]));
        for (int k = 0; k < i; k++) CHECK(hashes[i] != hashes[k]);
    }
}

// A neighbour that changes re-rolls nothing: the limbs of a tree with one limb less stay in place.
static void ownStreams(void) {
    ww_TreeDef def;
    WwSkeleton all, fewer;
    wwTreePreset(OAK, &def);
    CHECK(wwSkeletonGrow(&def, 5, &all));
    def.branches -= 1;
    CHECK(wwSkeletonGrow(&def, 5, &fewer));
    for (uint32_t i = 0; i <= def.limbs; i++) {
        CHECK(memcmp(all.nodes[i].start, fewer.nodes[i].start, sizeof all.nodes[i].start) == 0);
        CHECK(all.nodes[i].length == fewer.nodes[i].length);
        CHECK(all.nodes[i].phase == fewer.nodes[i].phase);
    }
    wwSkeletonFree(&all);
    wwSkeletonFree(&fewer);
}

// ---- meshes

static bool isLeaf(const WwMeshVertex *vertex) {
    return vertex->normal[3] > 0;
}

static bool isSound(const WwTreeMesh *mesh) {
    bool sound = mesh->vertexCount > 0 && mesh->indexCount > 0 && mesh->indexCount % 3 == 0;
    for (uint32_t i = 0; i < mesh->indexCount; i++) sound &= mesh->indices[i] < mesh->vertexCount;
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const WwMeshVertex *vertex = &mesh->vertices[i];
        const float x = vertex->normal[0], y = vertex->normal[1], z = vertex->normal[2];
        const float length = sqrtf(x * x + y * y + z * z) / 127.0f;
        sound &= wwFinite3(vertex->position) && wwFinite(vertex->uv[0]) && wwFinite(vertex->uv[1]);
        sound &= length > 0.985f && length < 1.015f;
    }
    return sound;
}

static void faceOf(
    const WwTreeMesh *mesh, uint32_t triangle, const WwMeshVertex *corners[3], float face[3]) {
    for (uint32_t i = 0; i < 3; i++) corners[i] = &mesh->vertices[mesh->indices[triangle * 3 + i]];
    const float *a = corners[0]->position, *b = corners[1]->position, *c = corners[2]->position;
    const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const float v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    face[0] = u[1] * v[2] - u[2] * v[1];
    face[1] = u[2] * v[0] - u[0] * v[2];
    face[2] = u[0] * v[1] - u[1] * v[0];
}

// The feet of tubes are closed by points of their sides, out of sight.
static bool isFootCap(const WwMeshVertex *corners[3]) {
    bool same = true;
    for (int k = 1; k < 3; k++) {
        same &= corners[k]->node == corners[0]->node;
        same &= memcmp(corners[k]->axis, corners[0]->axis, sizeof corners[0]->axis) == 0;
    }
    return same;
}

// Signed volume of the wood, and the share of its area whose winding agrees with its normals.
static void measureWood(const WwTreeMesh *mesh, float center, double *volume, double *agreeing) {
    double area = 0.0, agreeingArea = 0.0;
    *volume = 0.0;
    for (uint32_t i = 0; i < mesh->indexCount / 3; i++) {
        const WwMeshVertex *corners[3];
        float face[3];
        faceOf(mesh, i, corners, face);
        if (isLeaf(corners[0])) continue;
        const float *p = corners[0]->position;
        *volume += (double)(p[0] * face[0] + (p[1] - center) * face[1] + p[2] * face[2]) / 6.0;
        float along = 0.0f;
        for (int k = 0; k < 3; k++) {
            const int sum = corners[0]->normal[k] + corners[1]->normal[k] + corners[2]->normal[k];
            along += face[k] * (float)sum;
        }
        const double size =
            sqrt((double)(face[0] * face[0] + face[1] * face[1] + face[2] * face[2]));
        if (isFootCap(corners)) continue;
        area += size;
        if (along > 0.0f) agreeingArea += size;
    }
    *agreeing = area > 0.0 ? agreeingArea / area : 1.0;
}

static void presetsAreSound(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        wwTreePreset(preset, &def);
        for (uint32_t seed = 0; seed < (SANITIZED ? 3 : 12); seed++) {
            WwTreeModel model;
            CHECK(wwTreeBuild(&def, seed, &model) == WW_OK);
            for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
                const WwTreeMesh *mesh = &model.levels[level];
                double volume, agreeing;
                CHECK(isSound(mesh));
                measureWood(mesh, model.height * 0.4f, &volume, &agreeing);
                CHECK(volume > 0.0);
                CHECK(agreeing > 0.985);
                if (agreeing <= 0.985) printf("  %s: %g\n", wwTreePresetName(preset), agreeing);
            }
            // Recognisable at once: the heights the definition asks for, a foot on the ground.
            // Fronds and blades, the undergrowth, have no wood that ends at the height.
            const bool loose = def.leafShape >= 7 || def.trunkCurve != 0.0f;
            CHECK_NEAR(model.height / def.height, 1.0, def.heightVariation + (loose ? 0.4 : 0.12));
            CHECK(model.boundsMin[1] > (loose ? -0.25f : -0.1f) * def.height);
            CHECK(model.boundsMin[1] <= 0.0f);
            CHECK(model.radius > 0.8f * def.crownRadius * def.height);
            wwTreeModelFree(&model);
        }
    }
}

static void groundStandsStill(void) {
    ww_TreeDef def;
    WwTreeModel model;
    wwTreePreset(OAK, &def);
    CHECK(wwTreeBuild(&def, 3, &model) == WW_OK);
    for (uint32_t i = 0; i < model.levels[0].vertexCount; i++) {
        const WwMeshVertex *vertex = &model.levels[0].vertices[i];
        if (vertex->position[1] > 0.3f || isLeaf(vertex)) continue;
        CHECK(vertex->wind[0] == 0);
    }
    wwTreeModelFree(&model);
}

// One field of a definition, anywhere in its range; counts are mostly small, to save time.
static void setField(ww_TreeDef *def, const WwField *field, float share) {
    const float value = wwLerp(field->minimum, field->maximum, share);
    char *target = (char *)def + field->offset;
    const bool number = field->type == WW_FIELD_FLOAT || field->type == WW_FIELD_COLOR;
    if (field->type == WW_FIELD_VEC3) {
        const float xyz[3] = {value, -value, value * 0.5f};
        memcpy(target, xyz, sizeof xyz);
    } else if (!number) {
        const uint32_t whole = (uint32_t)(value + 0.5f);
        memcpy(target, &whole, sizeof whole);
    } else if (field->type == WW_FIELD_COLOR) {
        const float rgba[4] = {value, 1.0f - value, value * value, 1.0f};
        memcpy(target, rgba, sizeof rgba);
    } else if (field->type == WW_FIELD_RANGE) {
        const float ends[2] = {value, wwLerp(value, field->maximum, share)};
        memcpy(target, ends, sizeof ends);
    } else {
        memcpy(target, &value, sizeof value);
    }
}

static bool buildsSoundly(const ww_TreeDef *def, uint32_t seed) {
    WwTreeModel model;
    // More shoots than a tree may have are refused, and by name.
    if (wwTreeCheck(def) != WW_OK) return strstr(wwLastMessage(), "shoots, it must be") != NULL;
    if (wwTreeBuild(def, seed, &model) != WW_OK) return false;
    bool sound = wwFinite(model.height) && wwFinite(model.radius) && model.height > 0.0f;
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++)
        sound &= isSound(&model.levels[level]);
    // What is small already, as a bare pole, need not get smaller.
    for (uint32_t level = 1; level < WW_TREE_LEVELS && model.levels[0].indexCount > 1500; level++)
        sound &= model.levels[level].indexCount < model.levels[level - 1].indexCount;
    double volume, agreeing;
    measureWood(&model.levels[0], model.height * 0.4f, &volume, &agreeing);
    sound &= agreeing > 0.5;
    wwTreeModelFree(&model);
    return sound;
}

static void randomDefinitions(void) {
    for (uint32_t round = 0; round < 300; round += SANITIZED ? 10 : 1) {
        WwRandom random = wwRandomStream(2024, round);
        ww_TreeDef def;
        wwSchemaDefaults(&wwTreeSchema, &def);
        for (uint32_t i = 0; i < wwTreeSchema.fieldCount; i++) {
            const WwField *field = &wwTreeSchema.fields[i];
            const float share = wwRandomUnit(&random);
            setField(&def, field, field->type == WW_FIELD_INT ? share * share * share : share);
        }
        def.leaves = wwMinU(def.leaves, 16);
        const bool sound = buildsSoundly(&def, round);
        CHECK(sound);
        if (!sound) printf("  round %d: %s\n", (int)round, wwLastMessage());
    }
}

// Every field at both ends of its range, in every preset (one of them under the sanitizers): zero
// limbs, zero leaves, a trunk of 5 mm.
static void endsOfRanges(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        for (uint32_t i = 0; i < wwTreeSchema.fieldCount; i++) {
            if (SANITIZED && i % wwTreePresetCount() != preset) continue;
            for (int end = 0; end < 2; end++) {
                ww_TreeDef def;
                wwTreePreset(preset, &def);
                setField(&def, &wwTreeSchema.fields[i], (float)end);
                const bool sound = buildsSoundly(&def, i);
                CHECK(sound);
                if (!sound) printf("  %s, end %d\n", wwTreeSchema.fields[i].name, end);
            }
        }
    }
    for (int end = 0; end < 2; end++) {
        ww_TreeDef def;
        wwSchemaDefaults(&wwTreeSchema, &def);
        for (uint32_t i = 0; i < wwTreeSchema.fieldCount; i++) {
            setField(&def, &wwTreeSchema.fields[i], (float)end);
        }
        CHECK(buildsSoundly(&def, 1));
    }
}

static void refusesNonsense(void) {
    ww_TreeDef def;
    WwTreeModel model;
    const float bad[] = {0.0f, -1.0f, 1e-30f, 1e30f, NAN, INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wwTreePreset(OAK, &def);
        def.trunkRadius = bad[i];
        CHECK(wwTreeBuild(&def, 1, &model) == WW_ERROR_INVALID_DEF);
        CHECK(strstr(wwLastMessage(), "trunkRadius") != NULL);
        CHECK(model.levels[0].vertices == NULL && model.levels[0].vertexCount == 0);
    }
    wwTreePreset(OAK, &def);
    def.leaves = 4000000000u;
    CHECK(wwTreeCheck(&def) == WW_ERROR_INVALID_DEF);
    wwTreePreset(OAK, &def);
    def.leafShape = 10;
    CHECK(wwTreeCheck(&def) == WW_ERROR_INVALID_DEF);
    wwTreePreset(OAK, &def);
    def.cookie = 0;
    CHECK(wwTreeCheck(&def) == WW_ERROR_INVALID_DEF);
    CHECK(wwTreePresetName(wwTreePresetCount()) == NULL);
    CHECK_TEXT(wwTreePresetName(OAK), "oak");
    CHECK_TEXT(wwTreePresetName(PINE), "pine");
}

// ---- skeleton

static void childrenFitParents(void) {
    for (uint32_t preset = 0; preset < wwTreePresetCount(); preset++) {
        ww_TreeDef def;
        wwTreePreset(preset, &def);
        for (uint32_t seed = 0; seed < 8; seed++) {
            WwSkeleton skeleton;
            CHECK(wwSkeletonGrow(&def, seed, &skeleton));
            for (uint32_t i = 1; i < skeleton.nodeCount; i++) {
                const WwTreeNode *node = &skeleton.nodes[i];
                const WwTreeNode *parent = &skeleton.nodes[node->parent];
                float seat[3];
                if (node->parent == i) continue; // a stem of its own
                CHECK(node->parent < i);
                CHECK(node->level == parent->level + 1 || i < skeleton.trunkCount);
                CHECK(node->radius <= wwNodeRadius(&skeleton, parent, node->seat));
                CHECK(node->tipRadius <= node->radius && node->radius > 0.0f);
                CHECK(node->length > 0.0f);
                wwNodePoint(&skeleton, parent, node->seat, seat);
                CHECK(memcmp(seat, node->start, sizeof seat) == 0);
            }
            wwSkeletonFree(&skeleton);
        }
    }
}

// Twigs thicker than their parents would wish are held back by them.
static void thinTrunksBearThinLimbs(void) {
    ww_TreeDef def;
    WwSkeleton skeleton;
    wwTreePreset(OAK, &def);
    def.trunkRadius = 0.005f;
    def.minimumRadius = 0.1f;
    CHECK(wwSkeletonGrow(&def, 1, &skeleton));
    for (uint32_t i = 1; i < skeleton.nodeCount; i++) {
        const WwTreeNode *node = &skeleton.nodes[i];
        CHECK(node->radius <= wwNodeRadius(&skeleton, &skeleton.nodes[node->parent], node->seat));
    }
    wwSkeletonFree(&skeleton);
}

int main(void) {
    RUN("[flora.seed] the bytes of oak and pine are the same on every compiler", goldenBytes);
    RUN("[flora.seed] every seed from 0 to 2^32 - 1 is a tree of its own", seedsDiffer);
    RUN("[flora.seed] a part that changes re-rolls no other", ownStreams);
    RUN("[flora.mesh] presets have valid indices, unit normals and outward wood", presetsAreSound);
    RUN("[flora.mesh] the ground ring is not moved by the wind", groundStandsStill);
    RUN("[flora.mesh] 300 random definitions within the ranges give sound meshes "
        "(30 of them under the sanitizers)",
        randomDefinitions);
    RUN("[flora.mesh] both ends of every range give sound meshes, in every preset (one of them "
        "under "
        "the sanitizers)",
        endsOfRanges);
    RUN("[flora.mesh] values outside the ranges are refused by name", refusesNonsense);
    RUN("[flora.skeleton] children sit on their parents and are no thicker", childrenFitParents);
    RUN("[flora.skeleton] thin trunks bear thin limbs", thinTrunksBearThinLimbs);
    return FINISH();
}

// Any numbers within the ranges as a definition: a tree is built or refused, in bounded time, and
// everything that comes out of it at any age is finite, closed in its indices and within bounds.
#include "base/maths.h"
#include "base/memory.h"
#include "effects/flora/skeleton.h"
#include "effects/flora/trees.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition) ((condition) ? (void)0 : abort())
// Larger trees are sound, too, but take long.
#define MOST_SHOOTS 400u

static uint32_t takeBits(const uint8_t **data, size_t *size, uint32_t bytes) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < bytes && *size; i++, (*data)++, (*size)--) {
        bits |= (uint32_t) * *data << (8 * i);
    }
    return bits;
}

// A value within the range of a field, its ends more often than anything between.
static void setField(ww_TreeDef *def, const WwField *field, uint32_t bits) {
    const uint32_t kind = bits & 3u;
    const float share = (float)(bits >> 2) / 16383.0f;
    const float value = kind == 0   ? field->minimum
                        : kind == 1 ? field->maximum
                                    : wwLerp(field->minimum, field->maximum, share);
    char *target = (char *)def + field->offset;
    const uint32_t whole = (uint32_t)wwMax(value, 0.0f);
    const float numbers[4] = {value, value, value, value};
    const float low[2] = {field->minimum, value};
    switch (field->type) {
    case WW_FIELD_FLOAT:
        memcpy(target, numbers, sizeof(float));
        break;
    case WW_FIELD_VEC3:
        memcpy(target, numbers, 3 * sizeof(float));
        break;
    case WW_FIELD_RANGE:
        memcpy(target, low, sizeof low);
        break;
    case WW_FIELD_COLOR:
        memcpy(target, numbers, sizeof numbers);
        break;
    default:
        memcpy(target, &whole, sizeof whole);
    }
}

static void requireSound(const WwTreeMesh *mesh, float limit) {
    REQUIRE(mesh->indexCount % 3 == 0);
    for (uint32_t i = 0; i < mesh->indexCount; i++) REQUIRE(mesh->indices[i] < mesh->vertexCount);
    for (uint32_t i = 0; i < mesh->vertexCount; i++) {
        const WwMeshVertex *vertex = &mesh->vertices[i];
        for (int k = 0; k < 3; k++) REQUIRE(fabsf(vertex->position[k]) < limit);
        REQUIRE(wwFinite(vertex->uv[0]) && wwFinite(vertex->uv[1]));
        const int32_t x = vertex->normal[0], y = vertex->normal[1], z = vertex->normal[2];
        const int32_t squared = x * x + y * y + z * z;
        REQUIRE(squared > 124 * 124 && squared < 130 * 130);
    }
}

static void freeMesh(WwTreeMesh *mesh) {
    wwFree(mesh->vertices);
    wwFree(mesh->indices);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ww_TreeDef def;
    wwTreePreset(takeBits(&data, &size, 1) % wwTreePresetCount(), &def);
    def.limbs = wwMinU(def.limbs, 6);
    def.branches = wwMinU(def.branches, 3);
    def.twigs = wwMinU(def.twigs, 2);
    const uint32_t seed = takeBits(&data, &size, 4);
    const float age = (float)takeBits(&data, &size, 1) / 255.0f;
    const float cut = (float)takeBits(&data, &size, 1) / 8.0f;
    while (size) {
        const uint32_t number = takeBits(&data, &size, 1) % wwTreeSchema.fieldCount;
        setField(&def, &wwTreeSchema.fields[number], takeBits(&data, &size, 2));
    }
    def.leaves = wwMinU(def.leaves, 20);
    WwTreeModel model;
    if (wwTreeCheck(&def) != WW_OK) {
        REQUIRE(wwTreeBuild(&def, seed, &model) == WW_ERROR_INVALID_DEF);
        return 0;
    }
    uint64_t points;
    if (wwSkeletonBound(&def, &points) > MOST_SHOOTS) return 0;
    REQUIRE(wwTreeBuild(&def, seed, &model) == WW_OK);
    const float limit = 1000.0f + 100.0f * def.height;
    for (uint32_t level = 0; level < WW_TREE_LEVELS; level++) {
        requireSound(&model.levels[level], limit);
    }
    WwTreeMesh grown, parts[2];
    REQUIRE(wwGrowMesh(&model.growth, &model.levels[0], age, &grown));
    requireSound(&grown, limit);
    for (uint32_t above = 0; above < 2; above++) {
        REQUIRE(wwFellMesh(&model.growth, age, &grown, cut, above, &parts[above]));
        requireSound(&parts[above], limit);
        freeMesh(&parts[above]);
    }
    freeMesh(&grown);
    wwTreeModelFree(&model);
    return 0;
}

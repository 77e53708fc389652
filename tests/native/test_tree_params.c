// Every parameter of a tree does something.
#include "tree_mesh.h"

static uint32_t hashBytes(uint32_t hash, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * 16777619u;
    return hash;
}

static uint32_t hashTree(const ww_TreeDef *def) {
    WwTreeModel model;
    build(def, 7, &model);
    const WwTreeMesh *mesh = &model.levels[0];
    uint32_t hash =
        hashBytes(2166136261u, mesh->vertices, mesh->vertexCount * sizeof *mesh->vertices);
    hash = hashBytes(hash, mesh->indices, mesh->indexCount * sizeof *mesh->indices);
    hash = hashBytes(hash, model.growth.texels,
        WW_GROWTH_TEXELS(model.growth.nodeCount) * sizeof *model.growth.texels);
    wwTreeModelFree(&model);
    float look[WW_LOOK_TEXELS][4];
    wwTreeLook(def, look);                                        // what the shaders add
    hash = hashBytes(hash, &def->windBend, sizeof def->windBend); // the forest hands it on as it is
    return hashBytes(hash, look, sizeof look);
}

static void setField(ww_TreeDef *def, const WwField *field, float value) {
    char *target = (char *)def + field->offset;
    const uint32_t whole = (uint32_t)wwMax(value, 0.0f);
    const float vector[4] = {value, value, value, value};
    if (field->type == WW_FIELD_VEC3)
        memcpy(target, vector, 3 * sizeof(float));
    else if (field->type == WW_FIELD_COLOR)
        memcpy(target, vector, sizeof vector);
    else if (field->type == WW_FIELD_RANGE)
        memcpy(target, vector, 2 * sizeof(float));
    else if (field->type == WW_FIELD_FLOAT)
        memcpy(target, vector, sizeof(float));
    else
        memcpy(target, &whole, sizeof whole);
}

// A small tree that has something of everything.
static void fillRich(ww_TreeDef *def, bool pipes) {
    wwSchemaDefaults(&wwTreeSchema, def);
    def->stems = 2, def->forks = 1, def->trunkRings = 4, def->pipeModel = pipes;
    def->limbs = 9, def->branches = 3, def->twigs = 2, def->sprigs = 1;
    def->crownHollow = 0.2f, def->trunkCurve = 0.3f, def->trunkTwist = 0.5f;
    def->leafShape = 2, def->leaves = 3, def->blossoms = 0.5f, def->fruits = 0.5f;
}

// Whether a parameter makes another tree, at either end of its range.
static bool hasEffect(const WwField *field) {
    for (int pipes = 0; pipes < 2; pipes++) {
        ww_TreeDef def;
        fillRich(&def, pipes);
        const uint32_t hash = hashTree(&def);
        for (int end = 0; end < 2; end++) {
            float value = end ? field->maximum : field->minimum;
            if (field->type == WW_FIELD_INT) value = wwMin(value, 6.0f);
            fillRich(&def, pipes);
            setField(&def, field, value);
            if (hashTree(&def) != hash) return true;
        }
    }
    return false;
}

static void everyParameterCounts(void) {
    for (uint32_t i = 0; i < wwTreeSchema.fieldCount; i++) {
        const WwField *field = &wwTreeSchema.fields[i];
        const bool counts = hasEffect(field);
        CHECK(counts);
        if (!counts) printf("  %s does nothing\n", field->name);
    }
}

int main(void) {
    RUN("[flora.params] every parameter makes another tree, at one end of its range or the other",
        everyParameterCounts);
    return FINISH();
}

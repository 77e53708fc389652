// Any bytes as a definition with keys: the check never reads out of bounds, and what it lets pass
// is finite, within its range, and bakes into finite curves.
#include "base/curve.h"
#include "base/maths.h"
#include "effects/beam/beam.h"
#include "effects/flora/flora.h"
#include "effects/forest/forest.h"
#include "effects/particle/particle.h"
#include "effects/trail/trail.h"
#include "frame/kit.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition) ((condition) ? (void)0 : abort())

static const WwSchema *const schemas[] = {&wwKitSchema, &wwWorldSchema, &wwTrailStyleSchema,
    &wwBeamStyleSchema, &wwBeamSchema, &wwEmitterStyleSchema, &wwTreeSchema, &wwForestSchema,
    &wwSpeciesSchema, &wwScatterSchema};

static uint32_t takeBits(const uint8_t **data, size_t *size, uint32_t bytes) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < bytes && *size; i++, (*data)++, (*size)--) {
        bits |= (uint32_t) * *data << (8 * i);
    }
    return bits;
}

// Overwrites some words of the definition: mostly with bits, sometimes with tame numbers, so that
// many inputs come close to being right.
static void disturb(uint8_t *def, uint32_t bytes, const uint8_t **data, size_t *size) {
    uint32_t changes = takeBits(data, size, 1) % 8;
    for (; changes && *size; changes--) {
        const uint32_t word = takeBits(data, size, 1) % (bytes / 4);
        const uint32_t kind = takeBits(data, size, 1) % 3;
        uint32_t bits = takeBits(data, size, kind == 0 ? 4 : 1);
        const float tame = (float)bits / 64.0f;
        if (kind == 1) memcpy(&bits, &tame, sizeof bits);
        memcpy(def + word * 4, &bits, sizeof bits);
    }
}

static void requireFinite(const WwSchema *schema, const uint8_t *def, WwKeyArray keys) {
    for (uint32_t i = 0; i < schema->fieldCount; i++) {
        const WwField *field = &schema->fields[i];
        float row[WW_CURVE_SAMPLES * 4] = {0};
        ww_Keys range;
        if (field->type == WW_FIELD_CURVE || field->type == WW_FIELD_GRADIENT) {
            memcpy(&range, def + field->offset, sizeof range);
            if (field->type == WW_FIELD_CURVE) wwCurveBake(keys, range, row, 0);
            if (field->type == WW_FIELD_GRADIENT) wwGradientBake(keys, range, row);
        } else if (field->type == WW_FIELD_FLOAT) {
            memcpy(row, def + field->offset, sizeof *row);
            REQUIRE(row[0] >= field->minimum && row[0] <= field->maximum);
        }
        for (uint32_t k = 0; k < WW_CURVE_SAMPLES * 4; k++) REQUIRE(wwFinite(row[k]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint32_t count = sizeof schemas / sizeof *schemas;
    const WwSchema *schema = schemas[takeBits(&data, &size, 1) % count];
    // On the heap, exactly as long as they are, so that the sanitizer sees every step outside.
    uint8_t *def = malloc(schema->bytes);
    wwSchemaDefaults(schema, def);
    disturb(def, schema->bytes, &data, &size);
    const uint32_t keyCount = (uint32_t)(size / sizeof(float));
    float *floats = malloc(keyCount * sizeof(float) + 1);
    memcpy(floats, data, keyCount * sizeof(float));
    const WwKeyArray keys = {floats, keyCount};
    if (wwSchemaCheck(schema, def, keys) == WW_OK) {
        requireFinite(schema, def, keys);
    } else {
        REQUIRE(strncmp(wwLastMessage(), schema->name, strlen(schema->name)) == 0);
    }
    free(floats);
    free(def);
    return 0;
}

#include "base/schema.h"

#include "base/maths.h"

#include <string.h>

static uint32_t componentCount(WwFieldType type) {
    switch (type) {
    case WW_FIELD_VEC3:
        return 3;
    case WW_FIELD_RANGE:
        return 2;
    case WW_FIELD_COLOR:
        return 4;
    default:
        return 1;
    }
}

static bool isInteger(WwFieldType type) {
    return type == WW_FIELD_INT || type == WW_FIELD_BOOL || type == WW_FIELD_ENUM;
}

void wwSchemaDefaults(const WwSchema *schema, void *def) {
    memcpy(def, schema->defaults, schema->bytes);
}

static ww_Status failField(const WwSchema *schema, const WwField *field) {
    wwFail(WW_ERROR_INVALID_DEF, schema->name);
    wwFailText(": ");
    wwFailText(field->name);
    return WW_ERROR_INVALID_DEF;
}

static ww_Status failRange(const WwSchema *schema, const WwField *field, float value) {
    failField(schema, field);
    wwFailText(" is ");
    wwFailNumber(value);
    wwFailText(", it must be between ");
    wwFailNumber(field->minimum);
    wwFailText(" and ");
    wwFailNumber(field->maximum);
    const bool hasUnit = field->type != WW_FIELD_ENUM && field->type != WW_FIELD_LIST;
    if (field->unit[0] && hasUnit) {
        wwFailText(" ");
        wwFailText(field->unit);
    }
    return WW_ERROR_INVALID_DEF;
}

static ww_Status checkKeys(
    const WwSchema *schema, const WwField *field, const ww_Keys *keys, WwKeyArray array) {
    const uint32_t stride = field->keyFloats;
    // The rows of a list have no position.
    const uint32_t valuesFrom = field->type == WW_FIELD_LIST ? 0 : 1;
    if (keys->first > array.count || keys->count > (array.count - keys->first) / stride) {
        failField(schema, field);
        wwFailText(": its keys lie outside the key array");
        return WW_ERROR_INVALID_DEF;
    }
    float previous = 0.0f;
    for (uint32_t k = 0; k < keys->count; k++) {
        const float *key = array.floats + keys->first + k * stride;
        if (valuesFrom && !(key[0] >= previous && key[0] <= 1.0f)) {
            failField(schema, field);
            wwFailText(": key position ");
            wwFailNumber(key[0]);
            wwFailText(" must be between ");
            wwFailNumber(previous);
            wwFailText(" and 1 (positions ascend)");
            return WW_ERROR_INVALID_DEF;
        }
        previous = key[0];
        for (uint32_t i = valuesFrom; i < stride; i++) {
            const float high = field->type == WW_FIELD_GRADIENT && i == 4 ? 1.0f : field->maximum;
            if (!(key[i] >= field->minimum && key[i] <= high))
                return failRange(schema, field, key[i]);
        }
    }
    return WW_OK;
}

static ww_Status checkIntegerField(const WwSchema *schema, const WwField *field, const char *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    const float number = (float)value;
    if (number >= field->minimum && number <= field->maximum) return WW_OK;
    return failRange(schema, field, number);
}

static ww_Status checkFloatField(const WwSchema *schema, const WwField *field, const char *at) {
    float values[4];
    const uint32_t count = componentCount(field->type);
    memcpy(values, at, count * sizeof(float));
    for (uint32_t i = 0; i < count; i++) {
        const float high = field->type == WW_FIELD_COLOR && i == 3 ? 1.0f : field->maximum;
        if (!(values[i] >= field->minimum && values[i] <= high)) {
            return failRange(schema, field, values[i]);
        }
    }
    if (field->type == WW_FIELD_RANGE && values[0] > values[1]) {
        failField(schema, field);
        wwFailText(": low end ");
        wwFailNumber(values[0]);
        wwFailText(" is above high end ");
        wwFailNumber(values[1]);
        return WW_ERROR_INVALID_DEF;
    }
    return WW_OK;
}

static ww_Status checkField(
    const WwSchema *schema, const WwField *field, const char *at, WwKeyArray keys) {
    if (field->keyFloats) {
        ww_Keys range;
        memcpy(&range, at, sizeof range);
        return checkKeys(schema, field, &range, keys);
    }
    if (field->type == WW_FIELD_TEXTURE) return WW_OK;
    if (isInteger(field->type)) return checkIntegerField(schema, field, at);
    return checkFloatField(schema, field, at);
}

ww_Status wwSchemaCheck(const WwSchema *schema, const void *def, WwKeyArray keys) {
    uint32_t cookie;
    memcpy(&cookie, def, sizeof cookie);
    if (cookie != WW_COOKIE) {
        wwFail(WW_ERROR_INVALID_DEF, schema->name);
        wwFailText(": the definition was not filled by its default function");
        return WW_ERROR_INVALID_DEF;
    }
    for (uint32_t i = 0; i < schema->fieldCount; i++) {
        const WwField *field = &schema->fields[i];
        const ww_Status status = checkField(schema, field, (const char *)def + field->offset, keys);
        if (status != WW_OK) return status;
    }
    return WW_OK;
}

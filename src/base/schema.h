// One table describes every parameter of a definition. A `.def` file holds one line a field; it is
// included twice, as struct members (schema_struct.h) and as rows (schema_rows.h), and read by
// tools/schema.mjs, which writes the option types and the reference page. JavaScript reads the rows
// from the heap (web/schema.js).
//
//   FLOAT(name, default, minimum, maximum, "unit", "sentence")
//   INT(name, default, minimum, maximum, "unit", "sentence")
//   BOOL(name, default, "sentence")
//   ENUM(name, default, last, "first|second|third", "sentence")    last is the highest number
//   VEC3(name, x, y, z, minimum, maximum, "unit", "sentence")
//   RANGE(name, low, high, minimum, maximum, "unit", "sentence")   a random value between two
//   COLOR(name, r, g, b, a, maximum, "sentence")                   linear RGBA, may exceed 1
//   CURVE(name, minimum, maximum, "unit", "sentence")              keys over 0..1; none means 1
//   GRADIENT(name, maximum, "sentence")                            colour keys; none means white
//   TEXTURE(name, "sentence")                                      a handle; 0 means none
//   LIST(name, columns, "first|second=value", minimum, maximum, "unit", "sentence")
//       rows of numbers in the key array; a column may have a value for rows that leave it out
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

// Marks a definition that was filled by its default function; zero stays a legal value everywhere.
#define WW_COOKIE 0x77697370u

// Where the keys of a curve or gradient, or the rows of a list, lie in the array of floats passed
// beside the definition: `count` of them from float `first` on. A curve key is {position, value}, a
// colour key {position, r, g, b, a}. Positions ascend within 0..1; equal positions make a step.
typedef struct ww_Keys {
    uint32_t first;
    uint32_t count;
} ww_Keys;

typedef struct ww_Range {
    float low, high;
} ww_Range;

typedef struct ww_Vec3 {
    float x, y, z;
} ww_Vec3;

typedef struct ww_Color {
    float r, g, b, a;
} ww_Color;

typedef enum WwFieldType {
    WW_FIELD_FLOAT,
    WW_FIELD_INT,
    WW_FIELD_BOOL,
    WW_FIELD_ENUM,
    WW_FIELD_VEC3,
    WW_FIELD_RANGE,
    WW_FIELD_COLOR,
    WW_FIELD_CURVE,
    WW_FIELD_GRADIENT,
    WW_FIELD_TEXTURE, // whether the handle lives is checked by wwTexturesCheck
    WW_FIELD_LIST,
} WwFieldType;

typedef struct WwField {
    const char *name;
    const char *unit; // of an ENUM: its values, "first|second|third"; of a LIST: its columns
    float minimum, maximum;
    uint8_t type;      // WwFieldType
    uint8_t keyFloats; // of a CURVE, GRADIENT or LIST: floats of one key or row; else 0
    uint16_t offset;
} WwField;

typedef struct WwSchema {
    const char *name; // as messages name it: "trail style"
    uint32_t bytes;
    const void *defaults;
    uint32_t fieldCount;
    const WwField *fields;
} WwSchema;

// The keys that came with a definition.
typedef struct WwKeyArray {
    const float *floats;
    uint32_t count;
} WwKeyArray;

void wwSchemaDefaults(const WwSchema *schema, void *def);

// Every rule of the table: cookie, finite, range, ordered keys. WW_OK or the first failure, with a
// message that names the field, the value and the range.
ww_Status wwSchemaCheck(const WwSchema *schema, const void *def, WwKeyArray keys);

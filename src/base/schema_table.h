// Makes the table of a definition from its .def file. Before it is included:
//   WW_SCHEMA         what the table is called in C
//   WW_SCHEMA_NAME    as messages name the definition
//   WW_SCHEMA_STRUCT  its struct
//   WW_SCHEMA_FILE    its .def file
#define WW_JOIN(a, b) a##b
#define WW_NAMED(schema, part) WW_JOIN(schema, part)

#define FLOAT(name, value, ...) .name = (float)(value),
#define INT(name, value, ...) .name = (value),
#define BOOL(name, value, ...) .name = (value),
#define ENUM(name, value, ...) .name = (value),
#define VEC3(name, x, y, z, ...) .name = {(float)(x), (float)(y), (float)(z)},
#define RANGE(name, low, high, ...) .name = {(float)(low), (float)(high)},
#define COLOR(name, r, g, b, a, ...) .name = {(float)(r), (float)(g), (float)(b), (float)(a)},
#define CURVE(name, ...)
#define GRADIENT(name, ...)
#define TEXTURE(name, ...)
#define LIST(name, ...)
static const WW_SCHEMA_STRUCT WW_NAMED(WW_SCHEMA, Defaults) = {
    .cookie = WW_COOKIE,
#include WW_SCHEMA_FILE
};
#include "base/schema_end.h"

#define WW_KEYS(type, name, low, high, unit, keyFloats)                                            \
    {#name, unit, (float)(low), (float)(high), WW_FIELD_##type, keyFloats,                         \
        offsetof(WW_SCHEMA_STRUCT, name)},
#define WW_ROW(type, name, low, high, unit) WW_KEYS(type, name, low, high, unit, 0)
#define FLOAT(name, value, low, high, unit, text) WW_ROW(FLOAT, name, low, high, unit)
#define INT(name, value, low, high, unit, text) WW_ROW(INT, name, low, high, unit)
#define BOOL(name, value, text) WW_ROW(BOOL, name, 0, 1, "")
#define ENUM(name, value, last, values, text) WW_ROW(ENUM, name, 0, last, values)
#define VEC3(name, x, y, z, low, high, unit, text) WW_ROW(VEC3, name, low, high, unit)
#define RANGE(name, a, b, low, high, unit, text) WW_ROW(RANGE, name, low, high, unit)
#define COLOR(name, r, g, b, a, high, text) WW_ROW(COLOR, name, 0, high, "")
#define CURVE(name, low, high, unit, text) WW_KEYS(CURVE, name, low, high, unit, 2)
#define GRADIENT(name, high, text) WW_KEYS(GRADIENT, name, 0, high, "", 5)
#define TEXTURE(name, text) WW_ROW(TEXTURE, name, 0, 0, "")
#define LIST(name, columns, names, low, high, unit, text)                                          \
    WW_KEYS(LIST, name, low, high, names, columns)
static const WwField WW_NAMED(WW_SCHEMA, Fields)[] = {
#include WW_SCHEMA_FILE
};
#include "base/schema_end.h"

const WwSchema WW_SCHEMA = {WW_SCHEMA_NAME, sizeof(WW_SCHEMA_STRUCT),
    &WW_NAMED(WW_SCHEMA, Defaults),
    sizeof WW_NAMED(WW_SCHEMA, Fields) / sizeof *WW_NAMED(WW_SCHEMA, Fields),
    WW_NAMED(WW_SCHEMA, Fields)};

#undef WW_ROW
#undef WW_KEYS
#undef WW_JOIN
#undef WW_NAMED
#undef WW_SCHEMA
#undef WW_SCHEMA_NAME
#undef WW_SCHEMA_STRUCT
#undef WW_SCHEMA_FILE

// Included before a .def file with WW_SCHEMA_STRUCT defined: its lines become WwField rows.
#define WW_ROW(type, name, low, high, unit, ...)                                                   \
    {#name, WW_FIELD_##type, offsetof(WW_SCHEMA_STRUCT, name), (float)(low), (float)(high),        \
        {__VA_ARGS__}, unit},
#define FLOAT(name, value, low, high, unit, text)                                                  \
    WW_ROW(FLOAT, name, low, high, unit, (float)(value))
#define INT(name, value, low, high, unit, text) WW_ROW(INT, name, low, high, unit, (float)(value))
#define BOOL(name, value, text) WW_ROW(BOOL, name, 0, 1, "", value)
#define ENUM(name, value, last, values, text) WW_ROW(ENUM, name, 0, last, values, value)
#define VEC3(name, x, y, z, low, high, unit, text)                                                 \
    WW_ROW(VEC3, name, low, high, unit, (float)(x), (float)(y), (float)(z))
#define RANGE(name, a, b, low, high, unit, text)                                                   \
    WW_ROW(RANGE, name, low, high, unit, (float)(a), (float)(b))
#define COLOR(name, r, g, b, a, high, text)                                                        \
    WW_ROW(COLOR, name, 0, high, "", (float)(r), (float)(g), (float)(b), (float)(a))
#define CURVE(name, low, high, unit, text) WW_ROW(CURVE, name, low, high, unit, 0)
#define GRADIENT(name, high, text) WW_ROW(GRADIENT, name, 0, high, "", 0)
#define TEXTURE(name, text) WW_ROW(TEXTURE, name, 0, 0, "", 0)
#define LIST(name, columns, names, low, high, unit, text)                                          \
    WW_ROW(LIST, name, low, high, names, columns)

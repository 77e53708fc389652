// Included before a .def file: its lines become struct members. End with schema_end.h.
#define FLOAT(name, ...) float name;
#define INT(name, ...) uint32_t name;
#define BOOL(name, ...) uint32_t name;
#define ENUM(name, ...) uint32_t name;
#define VEC3(name, ...) ww_Vec3 name;
#define RANGE(name, ...) ww_Range name;
#define COLOR(name, ...) ww_Color name;
#define CURVE(name, ...) ww_Keys name;
#define GRADIENT(name, ...) ww_Keys name;
#define TEXTURE(name, ...) uint32_t name;
#define LIST(name, ...) ww_Keys name;

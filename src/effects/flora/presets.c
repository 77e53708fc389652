// The presets as lists of changes: a field of the definition and its new value, 8 bytes each.
#include "effects/flora/flora.h"

#include <string.h>

typedef union Value {
    float number;
    uint32_t count;
} Value;

typedef struct Change {
    uint32_t field; // offset in the definition
    Value value;
} Change;

#define FIELD(name) offsetof(ww_TreeDef, name)
#define SET(name, value) {FIELD(name), {.number = (float)(value)}},
#define COUNT(name, value) {FIELD(name), {.count = (value)}},
#define TINT(name, red, green, blue) SET(name.r, red) SET(name.g, green) SET(name.b, blue)
#define SPAN(name, a, b) SET(name.low, a) SET(name.high, b)

// Each preset begins with a change of nothing: the cookie that every definition has.
#define PRESET(name, like) {FIELD(cookie), {.count = WW_COOKIE}},
static const Change changes[] = {
#include "effects/flora/presets.def"
};
#undef PRESET

#define PRESET(name, like) PRESET_##name,
#undef SET
#undef COUNT
#undef TINT
#undef SPAN
#define SET(name, value)
#define COUNT(name, value)
#define TINT(name, r, g, b)
#define SPAN(name, a, b)
enum {
#include "effects/flora/presets.def"
    PRESETS
};
#undef PRESET

#define PRESET(name, like) {#name, PRESET_##like},
static const struct {
    const char *name;
    uint32_t like;
} presets[] = {
#include "effects/flora/presets.def"
};

uint32_t wwTreePresetCount(void) {
    return PRESETS;
}

const char *wwTreePresetName(uint32_t preset) {
    return preset < PRESETS ? presets[preset].name : NULL;
}

// Applies a preset over those that it is like.
static void apply(uint32_t preset, ww_TreeDef *def) {
    if (presets[preset].like != preset) apply(presets[preset].like, def);
    uint32_t number = 0;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        number += changes[i].field == FIELD(cookie);
        if (number != preset + 1) continue;
        memcpy((char *)def + changes[i].field, &changes[i].value, sizeof(Value));
    }
}

void wwTreePreset(uint32_t preset, ww_TreeDef *def) {
    wwSchemaDefaults(&wwTreeSchema, def);
    apply(preset, def);
}

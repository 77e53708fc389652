#include "frame/kit.h"

const WwSchema *ww_schema(uint32_t number) {
    static const WwSchema *const schemas[] = {&wwKitSchema, &wwWorldSchema, &wwTrailStyleSchema,
        &wwBeamStyleSchema, &wwBeamSchema, &wwEmitterStyleSchema, &wwSubEmitterSchema,
        &wwTreeSchema, &wwForestSchema, &wwSpeciesSchema, &wwScatterSchema};
    return number < sizeof schemas / sizeof *schemas ? schemas[number] : NULL;
}

const char *ww_statName(uint32_t number) {
#define STAT(name, text) #name,
    static const char *const names[] = {
#include "frame/stats.def"
    };
#undef STAT
    return number < sizeof names / sizeof *names ? names[number] : NULL;
}

// One row a pipeline: shaders and fixed state.
#pragma once

#include "ring/draw.h"

#include <stdbool.h>

typedef struct WwPipelineRow {
    const char *const *vertex, *const *fragment; // strings, ended by NULL
    const char *name;                            // as errors name it
    bool blend;                                  // premultiplied: ONE, ONE_MINUS_SRC_ALPHA
    bool depthTest;                              // LEQUAL
    bool depthWrite;
    bool alphaToCoverage; // smooth edges where the target is multisampled
} WwPipelineRow;

extern const WwPipelineRow wwPipelines[WW_PIPELINE_COUNT];

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
    bool onDemand;        // compiled when something is drawn with it for the first time
    uint32_t shade;       // the piece of the fragment shader that a game may replace; 0: none
    bool alphaToCoverage; // smooth edges where the target is multisampled
    bool parts;           // draws several meshes; its vertex shader asks which by its number
} WwPipelineRow;

extern const WwPipelineRow wwPipelines[WW_PIPELINE_COUNT];

#include "gpu/pipelines.h"

#include "shaders.h"

#define SHADERS(family) wwShader_##family##_vert, wwShader_##family##_frag, #family

// Where trail_shade.glsl stands among the pieces of trail_full.frag.
#define TRAIL_SHADE 5

const WwPipelineRow wwPipelines[WW_PIPELINE_COUNT] = {
    [WW_PIPELINE_TRAIL] = {SHADERS(trail), .blend = true, .depthTest = true},
    [WW_PIPELINE_TRAIL_FULL] = {SHADERS(trail_full), .blend = true, .depthTest = true,
        .onDemand = true, .shade = TRAIL_SHADE},
    [WW_PIPELINE_TRAIL_DEBUG] = {SHADERS(trail_debug), .onDemand = true},
    [WW_PIPELINE_TRAIL_TUBE] = {wwShader_trail_tube_vert, wwShader_trail_full_frag, "trail_tube",
        .blend = true, .depthTest = true, .onDemand = true, .shade = TRAIL_SHADE},
    [WW_PIPELINE_BEAM] = {SHADERS(beam), .blend = true, .depthTest = true, .onDemand = true},
    [WW_PIPELINE_PARTICLE] = {SHADERS(particle), .blend = true, .depthTest = true},
    [WW_PIPELINE_PARTICLE_MESH] = {SHADERS(particle_mesh), .blend = true, .depthTest = true,
        .onDemand = true},
    [WW_PIPELINE_TREE] = {SHADERS(tree), .depthTest = true, .depthWrite = true, .parts = true},
    [WW_PIPELINE_TREE_DEPTH] = {wwShader_tree_vert, wwShader_tree_depth_frag, "tree_depth",
        .depthTest = true, .depthWrite = true, .onDemand = true, .parts = true},
    [WW_PIPELINE_IMPOSTOR] = {SHADERS(impostor), .depthTest = true, .depthWrite = true,
        .alphaToCoverage = true},
    [WW_PIPELINE_BAKE_TREE] = {SHADERS(bake_tree), .depthTest = true, .depthWrite = true},
    [WW_PIPELINE_BAKE_RESOLVE] = {SHADERS(bake_resolve), .blend = false},
};

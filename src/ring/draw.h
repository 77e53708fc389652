// What families hand to the frame for drawing: plain data, no GL.
#pragma once

#include "ring/mesh.h"
#include "ring/table.h"

typedef enum WwPipeline {
    WW_PIPELINE_TRAIL,      // ribbons that face the camera, of one colour, in metres
    WW_PIPELINE_TRAIL_FULL, // every other ribbon
    WW_PIPELINE_TRAIL_TUBE,
    WW_PIPELINE_TRAIL_DEBUG,
    WW_PIPELINE_BEAM,
    WW_PIPELINE_PARTICLE,
    WW_PIPELINE_PARTICLE_MESH,
    WW_PIPELINE_TREE,
    WW_PIPELINE_TREE_DEPTH, // for shadow maps
    WW_PIPELINE_IMPOSTOR,
    WW_PIPELINE_BAKE_TREE,    // a tree into colour and surface pictures, unlit
    WW_PIPELINE_BAKE_RESOLVE, // supersampled pictures into one tile of the impostor atlas
    WW_PIPELINE_COUNT,
} WwPipeline;

#define WW_DRAW_TABLES 4u
#define WW_DRAW_TEXTURES 2u
#define WW_DRAW_PARAMS 18u
// Quads that one instance draws when there is no mesh: the vertex shader finds its quad as
// gl_InstanceID * WW_QUADS + gl_VertexID / 4 and its corner as gl_VertexID % 4.
#define WW_QUADS 256u

// What a draw changes of the fixed state of its pipeline.
enum {
    WW_DRAW_NO_DEPTH_TEST = 1,
    WW_DRAW_DEPTH_WRITE = 2,
    // Of the draws in a list with the same `once`, only the first shows in a pixel.
    WW_DRAW_ONCE = 4,
};

// One of several meshes of one draw; all have joined the same lead.
typedef struct WwDrawPart {
    const WwMesh *mesh;
    uint32_t instances;
} WwDrawPart;

#define WW_DRAW_PARTS 192u

typedef struct WwDraw {
    WwPipeline pipeline;
    uint32_t program;                      // of a game's own fragments; 0: the pipeline's
    uint32_t state;                        // WW_DRAW_*
    uint32_t once;                         // with WW_DRAW_ONCE: 1..255
    float bias;                            // larger is drawn later
    const WwTable *tables[WW_DRAW_TABLES]; // samplers table0..table3 of the pipeline's shaders
    uint32_t textures[WW_DRAW_TEXTURES];   // samplers texture0, texture1 (GPU textures)
    const WwMesh *mesh;                    // NULL: batches of quads
    uint32_t quads;                        // without a mesh: quads in all
    uint32_t quadsPerInstance;             // without a mesh: 1..WW_QUADS
    uint32_t instances;                    // with a mesh
    const WwDrawPart *parts;               // instead of one mesh: WW_DRAW_PARTS at most
    uint32_t partCount;
    float params[WW_DRAW_PARAMS][4]; // uniform vec4 params[WW_DRAW_PARAMS]
    uint32_t paramCount;             // how many of them the shader reads
} WwDraw;

typedef struct WwDrawList {
    WwDraw *items;
    uint32_t count;
    uint32_t capacity;
    uint32_t dropped; // draws that found no room
    uint32_t once;    // groups of draws of which one shows in a pixel
} WwDrawList;

bool wwDrawListCreate(WwDrawList *list, uint32_t capacity);
void wwDrawListDestroy(WwDrawList *list);
// A zeroed draw at the end of the list, or NULL (counted) when the list is full.
WwDraw *wwDrawListAdd(WwDrawList *list, WwPipeline pipeline);
// Orders the draws from number `first` on by their bias; what is equal keeps its order.
void wwDrawListSort(WwDrawList *list, uint32_t first);

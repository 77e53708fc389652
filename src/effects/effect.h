// The contract of the families (trail, beam, particle, forest). A family is pure C: definitions,
// transforms and time in; records and draws out. Each has
//   ww<Family>sCreate / Destroy        its pools, within the kit's limits
//   ww<Family>Lay(family, step)        births of this step into its rings
//   ww<Family>View(family, view, list) what one camera needs: cull, sort, level; adds draws
//   ww<Family>Rebase(family, seconds)  the clock's epoch moved
//   ww<Family>Shift(family, by)        the origin moved
//   ww<Family>Reference*               the same geometry on the CPU
#pragma once

#include "base/curve.h"
#include "base/events.h"
#include "base/maths.h"
#include "base/pool.h"
#include "base/textures.h"
#include "ring/draw.h"
#include "ring/ring.h"

// A transform slot: what a game writes. 8 floats.
typedef struct ww_Transform {
    float position[3];
    float scale;
    float rotation[4]; // unit quaternion, xyzw
} ww_Transform;

#define WW_NO_PARENT 0xffffffffu

// One update. Times are seconds since the kit's epoch.
typedef struct WwStep {
    float previous, now;
    float dt;
    float wind[3];                          // m/s, without its gusts
    const ww_Transform *transforms;         // by slot, now, in the world
    const ww_Transform *previousTransforms; // by slot, in the world, at the previous update
    const ww_Transform *localTransforms;    // by slot, now, as the game wrote them
    const uint32_t *transformParents;       // by slot: slot of the parent, or WW_NO_PARENT
    const uint8_t *transformFresh; // by slot: 1 when the slot has no previous transform yet
    const uint8_t *transformBad;   // by slot: 1 when the game wrote NaN or too much; skip it
    const WwPool *transformPool;   // to ask whether a transform handle is still alive
    const float *eye;              // of the last draw; NULL before the first
} WwStep;

// One camera.
typedef struct WwView {
    mat4 view, projection, viewProjection;
    vec3 eye;
    float now;             // seconds since the kit's epoch
    double seconds;        // since the kit was created
    float viewport[2];     // pixels
    float pixelsPerUnit;   // pixels that one metre covers at one metre distance
    vec4 planes[6];        // frustum, pointing inward, normalised
    uint32_t depthTexture; // of the GPU: what is opaque in the scene; 0: unknown
    bool multisampled;     // the target has several samples a pixel
    bool still;            // neither the camera nor the time moved since the last draw
} WwView;

// What every family counts; the frame adds them up.
typedef struct WwFamilyCounts {
    uint32_t live;    // trails, emitters' particles, trees
    uint32_t records; // points of trails
    double dropped;   // refused or overwritten for want of room, since creation
    double rejected;  // samples skipped because they were not usable, since creation
    double expired;   // records that died of age, since creation
} WwFamilyCounts;

// Shared by the families of one kit.
typedef struct WwShared {
    WwTableList tables;
    WwMeshList meshes;
    WwOrphans programs;  // of styles that are gone
    WwTextures textures; // pictures that the game gave
    WwEvents events;     // what the game has not heard yet
    WwTable curves;      // RGBA16F, WW_CURVE_SAMPLES wide; a style takes four rows
    uint8_t *rowsTaken;  // by group of four rows
    uint32_t curveRows;  // groups of four rows in the table
} WwShared;

// Four rows of the curve table, or WW_RING_FULL; row r begins at texel r * WW_CURVE_SAMPLES.
uint32_t wwSharedTakeRows(WwShared *shared);
void wwSharedReturnRows(WwShared *shared, uint32_t row);

bool wwSphereVisible(const WwView *view, const float center[3], float radius);

// willowisp: trails, beams, particles and forests for browser games. The public C API, in the order
// of use.
//
// Units are metres, seconds and radians; Y up, right-handed. Matrices are column-major (cglm,
// WebGL). A call that can fail returns a status, a handle (`raw` is 0 on failure) or a pointer
// (NULL); the reason is in ww_lastStatus and ww_lastMessage, and nothing was changed. No call traps
// on a user's mistake. One kit must be used from one thread at a time.
#pragma once

#include "base/schema.h"
#include "base/status.h"
#include "effects/beam/beam.h"
#include "effects/effect.h"
#include "effects/flora/trees.h"
#include "effects/forest/forest.h"
#include "effects/particle/particle.h"
#include "effects/trail/trail.h"

#ifdef __wasm__
#define WW_API __attribute__((used)) // exported from the wasm module under its own name
#else
#define WW_API
#endif

// ---- version and status

// major << 16 | minor << 8 | patch
WW_API uint32_t ww_version(void);
// Status of the last call that failed, and one English sentence that names the field, the value and
// the range. Valid until the next failure.
WW_API ww_Status ww_lastStatus(void);
WW_API const char *ww_lastMessage(void);

// ---- what can be said: for checks, editors and sliders

// struct WwSchema: base/schema.h. The tables of all definitions; NULL beyond the last.
WW_API const WwSchema *ww_schema(uint32_t number);
// The name of a counter of ww_Stats; NULL beyond the last.
WW_API const char *ww_statName(uint32_t number);

// ---- kit

typedef struct ww_Kit ww_Kit;

typedef struct ww_KitDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "frame/kit.def"
#include "base/schema_end.h"
} ww_KitDef;

// All counters, in the order of src/frame/stats.def. Doubles, so that no count wraps.
typedef struct ww_Stats {
#define STAT(name, text) double name;
#include "frame/stats.def"
#undef STAT
} ww_Stats;

WW_API ww_KitDef ww_defaultKitDef(void);
// NULL: the definition is invalid, memory is exhausted, or WebGL2 refused a shader.
WW_API ww_Kit *ww_createKit(const ww_KitDef *def);
WW_API void ww_destroyKit(ww_Kit *kit);

// Room for `bytes` of definitions and keys that stays valid until the next call of ww_scratch.
WW_API void *ww_scratch(uint32_t bytes);

// A floating origin: the place (x, y, z), metres, becomes the new origin. Everything alive moves by
// as much the other way, transforms without a parent as well, so that the same camera, moved with
// them, sees the same picture. Each number within 1e9 m. Sends all records anew in the next draw.
WW_API ww_Status ww_shiftOrigin(ww_Kit *kit, double x, double y, double z);

// Reads the transforms, lays what is born, retires what died. dt in 0..3600 s.
WW_API ww_Status ww_update(ww_Kit *kit, double dt);
// Draws everything for one camera into the current framebuffer. Column-major 4x4 matrices.
WW_API ww_Status ww_draw(
    ww_Kit *kit, const float *view, const float *projection, uint32_t width, uint32_t height);
// Draws the depth of the trees around the last draw's eye into the current framebuffer, as a light
// sees them: for the shadow maps of a host. Colour becomes white.
WW_API ww_Status ww_drawShadow(
    ww_Kit *kit, const float *view, const float *projection, uint32_t width, uint32_t height);
// Room for the two matrices of a draw: view, then projection.
WW_API float *ww_cameraBuffer(ww_Kit *kit);
// Counters of the last update and the draws since it.
WW_API const ww_Stats *ww_stats(ww_Kit *kit);

// The context was lost (nothing is drawn until it is restored) or restored (everything is sent
// again).
WW_API void ww_loseContext(ww_Kit *kit);
WW_API ww_Status ww_restoreContext(ww_Kit *kit);

// ---- world: light and weather, one block for everything

typedef struct ww_WorldDef {
    uint32_t cookie;
#include "base/schema_struct.h"
#include "frame/world.def"
#include "base/schema_end.h"
} ww_WorldDef;

WW_API ww_WorldDef ww_defaultWorldDef(void);
WW_API ww_Status ww_setWorld(ww_Kit *kit, const ww_WorldDef *def);

// ---- transforms: the table that games write

typedef struct ww_TransformId {
    uint32_t raw;
} ww_TransformId;

// `maxTransforms` records of 8 floats: position xyz, uniform scale, unit quaternion xyzw.
WW_API ww_Transform *ww_transforms(ww_Kit *kit);
// A slot at the origin, scale 1, no rotation.
WW_API ww_TransformId ww_createTransform(ww_Kit *kit);
// Number of its record in the table.
WW_API uint32_t ww_transformSlot(ww_Kit *kit, ww_TransformId transform);
WW_API ww_Status ww_destroyTransform(ww_Kit *kit, ww_TransformId transform);
// From the next update on, the record of `transform` is relative to `parent` (raw 0: to the world).
// A child whose parent is destroyed is relative to the world again.
WW_API ww_Status ww_setTransformParent(
    ww_Kit *kit, ww_TransformId transform, ww_TransformId parent);

// ---- textures: pictures for trails, beams and particles

typedef struct ww_TextureId {
    uint32_t raw;
} ww_TextureId;

// A handle for a picture that is not there yet; what uses it is drawn as without a texture.
WW_API ww_TextureId ww_createTexture(ww_Kit *kit);
// The picture is there, in the GL object that the host knows by `name`; only the host deletes that
// object. Again after a restored context, or with another picture.
WW_API ww_Status ww_setTexture(
    ww_Kit *kit, ww_TextureId texture, uint32_t name, uint32_t width, uint32_t height);
// What still uses it is drawn as without a texture.
WW_API ww_Status ww_destroyTexture(ww_Kit *kit, ww_TextureId texture);
// What is opaque in the scene of the next draws: a texture of the framebuffer's size with depths as
// the projection gives them, 0..1. For soft sprites; no texture: none.
WW_API ww_Status ww_setSceneDepth(ww_Kit *kit, ww_TextureId depth);

// ---- events: what happened, for the game to hear

// Empties the queue: how many events it held. They stay readable at ww_events until the next call
// that can push one.
WW_API uint32_t ww_takeEvents(ww_Kit *kit);
// struct ww_Event: base/events.h, 8 numbers of 4 bytes
WW_API const ww_Event *ww_events(ww_Kit *kit);
// NULL beyond the last kind.
WW_API const char *ww_eventName(uint32_t kind);

// ---- trails: ribbons behind moving transforms

typedef struct ww_TrailStyleId {
    uint32_t raw;
} ww_TrailStyleId;
typedef struct ww_TrailId {
    uint32_t raw;
} ww_TrailId;

// struct ww_TrailStyleDef: effects/trail/trail.h, its fields: effects/trail/trail.def
WW_API ww_TrailStyleDef ww_defaultTrailStyleDef(void);
// A style is a batch: one ring, one draw call for all its trails. `keys` holds the curve keys.
WW_API ww_TrailStyleId ww_createTrailStyle(
    ww_Kit *kit, const ww_TrailStyleDef *def, const float *keys, uint32_t keyCount);
// Changes a style and with it all its trails. maxTrails and maxPoints stay as created.
WW_API ww_Status ww_setTrailStyle(ww_Kit *kit, ww_TrailStyleId style, const ww_TrailStyleDef *def,
    const float *keys, uint32_t keyCount);
// GLSL that shades the fragments of the style: a function `vec4 shade(TrailFragment f)`
// (shaders/trail_fragment.glsl). NULL: the built-in one. Source that the compiler refuses changes
// nothing; the message names its lines.
WW_API ww_Status ww_setTrailStyleShader(ww_Kit *kit, ww_TrailStyleId style, const char *source);
// Writes the quads that the last camera sees of the style's trails, 12 floats each: the corners in
// the world, left and right of the older end, right and left of the newer one. Returns how many
// there are, of which at most `capacity` are written; WW_NO_COUNT: the style is dead. For tools and
// tests: as costly as the drawing that it is the twin of.
WW_API uint32_t ww_expandTrailStyle(
    ww_Kit *kit, ww_TrailStyleId style, float *corners, uint32_t capacity);
// Also destroys its trails.
WW_API ww_Status ww_destroyTrailStyle(ww_Kit *kit, ww_TrailStyleId style);
// Destroys it as soon as the last of its trails was destroyed and has faded, or when a new style
// finds no room.
WW_API ww_Status ww_retireTrailStyle(ww_Kit *kit, ww_TrailStyleId style);

// The trail follows the transform until either is destroyed. By its orphanMode, what it has laid
// then fades on or goes.
WW_API ww_TrailId ww_createTrail(ww_Kit *kit, ww_TrailStyleId style, ww_TransformId transform);
WW_API ww_Status ww_destroyTrail(ww_Kit *kit, ww_TrailId trail);
// 1: lays points; 0: lays nothing and lets the history age out. Restarting begins a new strip.
WW_API ww_Status ww_setTrailEmitting(ww_Kit *kit, ww_TrailId trail, uint32_t emitting);
// The next sample begins a new strip; what is laid fades on in its place.
WW_API ww_Status ww_breakTrail(ww_Kit *kit, ww_TrailId trail);
// Everything laid is gone at once.
WW_API ww_Status ww_clearTrail(ww_Kit *kit, ww_TrailId trail);
// 0: active; 1: lays nothing and is hidden, 2: lays nothing and is cleared, until it is active
// again.
WW_API ww_Status ww_suspendTrail(ww_Kit *kit, ww_TrailId trail, uint32_t activity);
// The same for all trails of a style, and for those that are made while it lasts.
WW_API ww_Status ww_suspendTrailStyle(ww_Kit *kit, ww_TrailStyleId style, uint32_t activity);
// Of the whole living trail, 0..1.
WW_API ww_Status ww_setTrailOpacity(ww_Kit *kit, ww_TrailId trail, float opacity);
// Factor of the style's width for what is laid from now on, 0..15.
WW_API ww_Status ww_setTrailWidth(ww_Kit *kit, ww_TrailId trail, float width);
// What it faces and what its level of detail is measured from: x, y, z, or NULL: the eye of the
// view.
WW_API ww_Status ww_setTrailEye(ww_Kit *kit, ww_TrailId trail, const float *eye);
// Lays a trail without a source that is born whole and only ages, along `count` points (x, y, z
// each). Its first point has lived through the share `ageFrom` of its life, its last through
// `ageTo`; the younger end is the head.
WW_API ww_Status ww_layStroke(ww_Kit *kit, ww_TrailStyleId style, const float *path, uint32_t count,
    float ageFrom, float ageTo);
// Least and largest coordinates of what the last camera sees of a trail: 6 floats. 0: it shows
// nothing; WW_NO_COUNT: it is dead.
WW_API uint32_t ww_trailBounds(ww_Kit *kit, ww_TrailId trail, float *box);
// Points that a trail keeps, committed and pending. WW_NO_COUNT: the trail is dead.
WW_API uint32_t ww_trailPointCount(ww_Kit *kit, ww_TrailId trail);
// Copies the points, oldest first, as arrays one after another of `count` items each: position (3
// floats), rotation (4), colour (4), vector (3), age in seconds, factor of the width, 1 where a
// strip begins. Copies nothing when there is no room for all of them. Returns the count.
WW_API uint32_t ww_readTrailPoints(ww_Kit *kit, ww_TrailId trail, float *floats, uint32_t capacity);
// Writes all of them back. The newest point stays where its source is. What changed is uploaded.
WW_API ww_Status ww_writeTrailPoints(
    ww_Kit *kit, ww_TrailId trail, const float *floats, uint32_t count);

// ---- beams: lasers, tethers and lightning between two points

typedef struct ww_BeamStyleId {
    uint32_t raw;
} ww_BeamStyleId;
typedef struct ww_BeamId {
    uint32_t raw;
} ww_BeamId;

// struct ww_BeamStyleDef, ww_BeamDef, ww_BeamStats: effects/beam/beam.h, their fields:
// effects/beam/beam.def and beam_single.def
WW_API ww_BeamStyleDef ww_defaultBeamStyleDef(void);
WW_API ww_BeamStyleId ww_createBeamStyle(
    ww_Kit *kit, const ww_BeamStyleDef *def, const float *keys, uint32_t keyCount);
WW_API ww_Status ww_setBeamStyle(ww_Kit *kit, ww_BeamStyleId style, const ww_BeamStyleDef *def,
    const float *keys, uint32_t keyCount);
// Also destroys its beams.
WW_API ww_Status ww_destroyBeamStyle(ww_Kit *kit, ww_BeamStyleId style);
WW_API const ww_BeamStats *ww_beamStats(ww_Kit *kit, ww_BeamStyleId style);

WW_API ww_BeamDef ww_defaultBeamDef(void);
// An end with a transform follows it, and the beam is released when that is destroyed; an end
// without one (raw 0) stands at the point of the definition. A beam that the overflow policy
// refused has a handle that is dead from the start.
WW_API ww_BeamId ww_createBeam(ww_Kit *kit, ww_BeamStyleId style, const ww_BeamDef *def,
    ww_TransformId from, ww_TransformId to);
// Moves and dresses it anew; its lifetime and seed stay.
WW_API ww_Status ww_setBeam(
    ww_Kit *kit, ww_BeamId beam, const ww_BeamDef *def, ww_TransformId from, ww_TransformId to);
// It fades over the style's fadeOut and is gone.
WW_API ww_Status ww_releaseBeam(ww_Kit *kit, ww_BeamId beam);
// 0 once it has ended, for whatever reason.
WW_API uint32_t ww_isBeamAlive(ww_Kit *kit, ww_BeamId beam);

// ---- particles: instanced billboards

typedef struct ww_EmitterStyleId {
    uint32_t raw;
} ww_EmitterStyleId;
typedef struct ww_EmitterId {
    uint32_t raw;
} ww_EmitterId;

// struct ww_EmitterStyleDef, ww_EmitterStats, ww_Particle: effects/particle/particle.h, the fields
// of a style: effects/particle/particle.def
WW_API ww_EmitterStyleDef ww_defaultEmitterStyleDef(void);
WW_API ww_EmitterStyleId ww_createEmitterStyle(
    ww_Kit *kit, const ww_EmitterStyleDef *def, const float *keys, uint32_t keyCount);
WW_API ww_Status ww_setEmitterStyle(ww_Kit *kit, ww_EmitterStyleId style,
    const ww_EmitterStyleDef *def, const float *keys, uint32_t keyCount);
WW_API ww_Status ww_destroyEmitterStyle(ww_Kit *kit, ww_EmitterStyleId style);

WW_API ww_EmitterId ww_createEmitter(
    ww_Kit *kit, ww_EmitterStyleId style, ww_TransformId transform, uint32_t seed);
WW_API ww_Status ww_destroyEmitter(ww_Kit *kit, ww_EmitterId emitter);
WW_API ww_Status ww_setEmitterEmitting(ww_Kit *kit, ww_EmitterId emitter, uint32_t emitting);
// Births a second from now on, 0..65,536.
WW_API ww_Status ww_setEmitterRate(ww_Kit *kit, ww_EmitterId emitter, float rate);
// Linear RGBA, times the colour of the style, of births and bursts from now on.
WW_API ww_Status ww_setEmitterColor(ww_Kit *kit, ww_EmitterId emitter, const float *rgba);
// `count` births at the next update, at the transform (position NULL) or at a point of the world.
WW_API ww_Status ww_burst(ww_Kit *kit, ww_EmitterId emitter, uint32_t count, const float *position);
// How its particles blend from now on: 0 as the style says, 1 alpha, 2 additive, 3 premultiplied.
WW_API ww_Status ww_setEmitterBlend(ww_Kit *kit, ww_EmitterId emitter, uint32_t blend);
// The next update lays nothing along the way from the old place to the new one.
WW_API ww_Status ww_teleportEmitter(ww_Kit *kit, ww_EmitterId emitter);
// struct ww_SubEmitterDef: effects/particle/particle.h, its fields: effects/particle/sub.def
WW_API ww_SubEmitterDef ww_defaultSubEmitterDef(void);
// From now on what happens to the particles of `emitter` makes `child`, of another style, lay. Up
// to 4 an emitter.
WW_API ww_Status ww_linkEmitter(
    ww_Kit *kit, ww_EmitterId emitter, ww_EmitterId child, const ww_SubEmitterDef *def);
// Takes all its sub-emitters off.
WW_API ww_Status ww_unlinkEmitter(ww_Kit *kit, ww_EmitterId emitter);
// 1: an event `died` with place and velocity for each of its particles that dies from now on.
WW_API ww_Status ww_tellEmitterDeaths(ww_Kit *kit, ww_EmitterId emitter, uint32_t tell);
// Its delay, duration and bursts begin anew; what it laid lives on.
WW_API ww_Status ww_restartEmitter(ww_Kit *kit, ww_EmitterId emitter);
// 1 while it still lays or something that it laid lives; 0 also for a dead handle.
WW_API uint32_t ww_emitterAlive(ww_Kit *kit, ww_EmitterId emitter);
// Nothing lives, the counter begins again: the same calls replay the same particles.
WW_API ww_Status ww_resetEmitter(ww_Kit *kit, ww_EmitterId emitter, uint32_t seed);
WW_API const ww_EmitterStats *ww_emitterStats(ww_Kit *kit, ww_EmitterId emitter);
// Writes at most `capacity` living particles of a style, oldest first, as they were at the last
// update; returns how many live, 0xffffffff for a dead handle. For tools and tests, not for frames.
WW_API uint32_t ww_readParticles(
    ww_Kit *kit, ww_EmitterStyleId style, ww_Particle *particles, uint32_t capacity);

// The kept states of a simulated style, to be changed between updates: 6 arrays of `stride` floats,
// places x, y, z, then velocities x, y, z. A game looks at `count` records from `first` on,
// wrapping at `capacity`; some of them are dead. NULL: the style is dead or not simulated.
typedef struct ww_ParticleState {
    float *arrays;
    uint32_t stride, first, count, capacity;
} ww_ParticleState;
WW_API const ww_ParticleState *ww_particleState(ww_Kit *kit, ww_EmitterStyleId style);
// The corners of the living sprites of a style in the world, as this camera sees them and
// ww_draw draws them: 4 corners of 3 floats each, triangles 0 1 2 and 0 2 3. Writes at most
// `capacity` sprites; returns how many there are, 0xffffffff for a dead handle or a camera that is
// not finite.
WW_API uint32_t ww_readParticleQuads(ww_Kit *kit, ww_EmitterStyleId style, const float *view,
    const float *projection, uint32_t height, float *corners, uint32_t capacity);

// ---- forests: pooled trees

typedef struct ww_TreeId {
    uint32_t raw;
} ww_TreeId;

typedef struct ww_ForestId {
    uint32_t raw;
} ww_ForestId;

// struct ww_TreeDef: effects/flora/flora.h; ww_ForestDef, ww_SpeciesDef and ww_ScatterDef:
// effects/forest/forest.h
WW_API ww_TreeDef ww_defaultTreeDef(void);
// Number of presets and the name of each ("oak", "pine").
WW_API uint32_t ww_treePresetCount(void);
WW_API const char *ww_treePresetName(uint32_t preset);
WW_API ww_Status ww_treePreset(uint32_t preset, ww_TreeDef *def);

// A tree of its own, to be built by ww_buildTrees and read as meshes. Mature unless its age is set.
WW_API ww_TreeId ww_createTree(ww_Kit *kit, const ww_TreeDef *def, uint32_t seed);
WW_API ww_Status ww_destroyTree(ww_Kit *kit, ww_TreeId tree);
// One stage, about a millisecond, of the tree that has waited longest; call it as long as there is
// time. Returns how many stages are left over all trees. Events: progress, generated.
WW_API uint32_t ww_buildTrees(ww_Kit *kit);
// 0..1, and the seconds from 0 to 1; 0: it stays. Event: matured, in the update in which it is 1.
WW_API ww_Status ww_setTreeAge(ww_Kit *kit, ww_TreeId tree, float age, float growSeconds);
WW_API float ww_treeAge(ww_Kit *kit, ww_TreeId tree);
// Cuts the trunk level at a height above the foot, metres; 0 makes it whole.
WW_API ww_Status ww_fellTree(ww_Kit *kit, ww_TreeId tree, float height);
// The mesh of a level at the tree's age: part 0 is what stands, 1 what was felled. Builds what is
// not built yet. struct ww_TreeMesh: effects/flora/trees.h. Valid until the next call for the tree.
WW_API const ww_TreeMesh *ww_treeMesh(ww_Kit *kit, ww_TreeId tree, uint32_t level, uint32_t part);

WW_API ww_ForestDef ww_defaultForestDef(void);
WW_API ww_ForestId ww_createForest(ww_Kit *kit, const ww_ForestDef *def);
WW_API ww_Status ww_destroyForest(ww_Kit *kit, ww_ForestId forest);
WW_API ww_SpeciesDef ww_defaultSpeciesDef(void);
// Builds the variants of a species from seed, seed + 1, ... with all their levels. Takes
// milliseconds each. A forest has up to 64 variants, numbered from 0 in the order they were added.
WW_API ww_Status ww_addForestSpecies(
    ww_Kit *kit, ww_ForestId forest, const ww_TreeDef *tree, const ww_SpeciesDef *species);

// What undergrowth bows to: up to 32 spheres that follow transforms, `radii` metres at scale 1. The
// list takes the place of the one before; plants rise again behind what moved on or is gone. How
// far a species bows is ww_TreeDef.trample, how soon it rises ww_WorldDef.trampleRecovery.
WW_API ww_Status ww_setTramplers(
    ww_Kit *kit, const ww_TransformId *transforms, const float *radii, uint32_t count);

// Radius of the wood of a variant where it meets the ground, metres, at scale 1; 0: no such
// variant. A tree on a slope hides its foot when it stands so much deeper as the slope (rise over
// run) says.
WW_API float ww_forestFoot(ww_Kit *kit, ww_ForestId forest, uint32_t variant);

WW_API ww_ScatterDef ww_defaultScatterDef(void);
// Finds places for seeded trees over an area, as candidates: 13 floats each, as ww_plantForest
// takes them. Give them their heights, drop some, then plant them.
WW_API ww_Status ww_scatterForest(ww_Kit *kit, ww_ForestId forest, const ww_ScatterDef *def);
WW_API uint32_t ww_forestCandidateCount(ww_Kit *kit, ww_ForestId forest);
// Valid until they are planted or the next ww_scatterForest.
WW_API float *ww_forestCandidates(ww_Kit *kit, ww_ForestId forest);
// Plants `count` trees of 13 floats: x, y, z of the foot, yaw, scale, variant, age 0..1 (1:
// mature), season -0.5..0.5 years ahead of the world's, lean along x and z (slopes), tint red,
// green and blue (factors). All or none. Writes a number for each that names it until it is
// removed; `ids` may be NULL.
WW_API ww_Status ww_plantForest(
    ww_Kit *kit, ww_ForestId forest, const float *trees, uint32_t count, uint32_t *ids);
// Gives a tree another place and look: 13 floats as above. It keeps its number.
WW_API ww_Status ww_moveForestTree(ww_Kit *kit, ww_ForestId forest, uint32_t tree, const float *to);
// The tree falls toward `direction` (radians from x to z), cut at `height` metres above its foot,
// since `ago` seconds. It lies for felledSeconds; the stump stays until it is removed.
WW_API ww_Status ww_fellForestTree(
    ww_Kit *kit, ww_ForestId forest, uint32_t tree, float direction, float height, float ago);
// Removes those that there are; says WW_ERROR_STALE_HANDLE when one was gone already.
WW_API ww_Status ww_removeForestTrees(
    ww_Kit *kit, ww_ForestId forest, const uint32_t *trees, uint32_t count);
WW_API ww_Status ww_readForestTree(
    ww_Kit *kit, ww_ForestId forest, uint32_t tree, ww_ForestTree *out);
// The first tree that a ray meets, 0 for none: origin xyz, direction xyz, largest distance; the
// last becomes the distance of the tree. Wind is left out.
WW_API uint32_t ww_pickForestTree(ww_Kit *kit, ww_ForestId forest, float *ray);
// Trees whose feet are within `radius` metres of (x, z), in no order; WW_NO_COUNT: a dead forest.
WW_API uint32_t ww_findForestTrees(ww_Kit *kit, ww_ForestId forest, float x, float z, float radius);
// Their numbers, valid until the next call of the kit.
WW_API const uint32_t *ww_foundForestTrees(ww_Kit *kit, ww_ForestId forest);
// WW_NO_COUNT: the forest is dead.
WW_API uint32_t ww_forestTreeCount(ww_Kit *kit, ww_ForestId forest);
// Writes all trees as 8 floats each: x, y, z of the foot, scale, yaw, variant, a random number 0..1
// that gives a tree its own tint and sway, its age at the kit's epoch; and their numbers in the
// same order. Either may be NULL.
WW_API ww_Status ww_readForest(ww_Kit *kit, ww_ForestId forest, float *trees, uint32_t *ids);
// Changes a forest; maxTrees, maxMeshes, cellSize, impostorFrames, impostorSize and impostorMemory
// stay as created.
WW_API ww_Status ww_setForest(ww_Kit *kit, ww_ForestId forest, const ww_ForestDef *def);
// Share of the impostor pictures that are baked, 0..1. Baking goes on in every ww_draw.
WW_API float ww_forestReady(ww_Kit *kit, ww_ForestId forest);
// Bakes the rest in the next ww_draw instead of over many.
WW_API ww_Status ww_bakeForest(ww_Kit *kit, ww_ForestId forest);

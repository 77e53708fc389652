// Beams are born, follow their transforms, fade and end.
#include "effects/beam/beam.h"

#include <string.h>

// Never alive, and of the right family: every call says that it was destroyed.
static uint32_t deadHandle(void) {
    return (uint32_t)WW_TAG_BEAM << 28;
}

static float *endsOf(const WwBeamStyle *style, const WwBeam *beam) {
    return wwTableFloats(&style->ends, beam->record * WW_BEAM_END_TEXELS);
}

static float *lookOf(const WwBeamStyle *style, const WwBeam *beam) {
    return wwTableFloats(&style->looks, beam->record * WW_BEAM_LOOK_TEXELS);
}

static void tellWidth(WwBeamStyle *style, const WwBeam *beam) {
    endsOf(style, beam)[3] = beam->known[0] && beam->known[1] ? beam->fromWidth : -1.0f;
}

// Records begin..end-1.
static void markEnds(WwBeamStyle *style, uint32_t begin, uint32_t end) {
    wwTableMark(&style->ends, begin * WW_BEAM_END_TEXELS, end * WW_BEAM_END_TEXELS);
    style->boundsStale = true;
}

static void writeLife(WwBeamStyle *style, const WwBeam *beam) {
    const uint32_t texel = beam->record * WW_BEAM_LOOK_TEXELS;
    float *look = lookOf(style, beam);
    look[0] = beam->death;
    look[1] = beam->whole;
    wwTableMark(&style->looks, texel, texel + WW_BEAM_LOOK_TEXELS);
}

// ---- birth and end

static void append(WwBeams *beams, WwBeamStyle *style, WwBeam *beam, uint32_t slot) {
    beam->older = style->newest;
    beam->newer = WW_BEAM_NONE;
    if (style->newest == WW_BEAM_NONE) {
        style->oldest = slot;
    } else {
        WwBeam *newest = wwPoolAt(&beams->beams, style->newest);
        newest->newer = slot;
    }
    style->newest = slot;
    beam->record = style->freeCount ? style->freeRecords[--style->freeCount] : style->recordsUsed++;
    style->stats.alive++;
}

// `count` is what its end counts as.
static void end(WwBeams *beams, uint32_t slot, double *count) {
    WwBeam *beam = wwPoolAt(&beams->beams, slot);
    WwBeamStyle *style = wwPoolGet(&beams->styles, beam->style);
    WwBeam *older = wwPoolAt(&beams->beams, beam->older);
    WwBeam *newer = wwPoolAt(&beams->beams, beam->newer);
    *(older ? &older->newer : &style->oldest) = beam->newer;
    *(newer ? &newer->older : &style->newest) = beam->older;
    if (beam->death > beams->now) {
        beam->death = -WW_NEVER;
        writeLife(style, beam);
    }
    endsOf(style, beam)[3] = -1.0f; // the bounds pass over it
    style->freeRecords[style->freeCount++] = beam->record;
    style->stats.alive--;
    style->boundsStale = true;
    (*count)++;
    if (style->oldest == WW_BEAM_NONE) style->recordsUsed = style->freeCount = 0;
    wwPoolRemove(&beams->beams, wwPoolHandleAt(&beams->beams, slot));
}

static void place(WwBeamStyle *style, WwBeam *beam, int which, uint32_t transform, ww_Vec3 point) {
    float *at = endsOf(style, beam) + which * 4;
    // What is followed already stays where it is known to be.
    if (transform == 0) memcpy(at, &point, sizeof point);
    if (transform == 0 || transform != beam->transforms[which]) {
        beam->known[which] = transform == 0;
    }
    beam->transforms[which] = transform;
}

static void dress(
    WwBeamStyle *style, WwBeam *beam, const ww_BeamDef *def, const uint32_t transforms[2]) {
    place(style, beam, 0, transforms[0], def->from);
    place(style, beam, 1, transforms[1], def->to);
    beam->fromWidth = def->fromWidth;
    endsOf(style, beam)[7] = def->toWidth;
    memcpy(lookOf(style, beam) + 4, &def->color, sizeof def->color);
    tellWidth(style, beam);
    markEnds(style, beam->record, beam->record + 1);
    writeLife(style, beam);
}

// Room for one more by the style's policy.
static bool makeRoom(WwBeams *beams, WwBeamStyle *style) {
    if (style->stats.alive < style->def.maxBeams) return true;
    if (style->def.overflow == 0) {
        style->stats.dropped++;
        beams->dropped++;
        return false;
    }
    beams->dropped++;
    end(beams, style->oldest, &style->stats.replaced);
    return true;
}

uint32_t wwBeamCreate(
    WwBeams *beams, uint32_t styleHandle, const ww_BeamDef *def, const uint32_t transforms[2]) {
    WwBeamStyle *style = wwPoolGet(&beams->styles, styleHandle);
    if (!style || wwSchemaCheck(&wwBeamSchema, def, (WwKeyArray){0}) != WW_OK) return 0;
    style->stats.requested++;
    if (!makeRoom(beams, style)) return deadHandle();
    uint32_t handle = 0;
    WwBeam *beam = wwPoolAdd(&beams->beams, &handle);
    if (!beam) {
        style->stats.requested--;
        return 0;
    }
    append(beams, style, beam, wwPoolSlot(&beams->beams, handle));
    beam->style = styleHandle;
    const bool mortal = def->lifetime > 0.0f;
    beam->death = mortal ? beams->now + def->lifetime : WW_NEVER;
    beam->whole = mortal ? def->lifetime : 1.0f;
    const uint32_t seed = def->seed ? def->seed : (uint32_t)style->stats.requested;
    lookOf(style, beam)[2] = (float)(seed & 0xffffffu);
    dress(style, beam, def, transforms);
    return handle;
}

ww_Status wwBeamSet(
    WwBeams *beams, uint32_t handle, const ww_BeamDef *def, const uint32_t transforms[2]) {
    WwBeam *beam = wwPoolGet(&beams->beams, handle);
    if (!beam) return WW_ERROR_STALE_HANDLE;
    const ww_Status status = wwSchemaCheck(&wwBeamSchema, def, (WwKeyArray){0});
    if (status == WW_OK) dress(wwPoolGet(&beams->styles, beam->style), beam, def, transforms);
    return status;
}

// Its life goes on from where it is, only faster, so that nothing jumps.
static void release(WwBeams *beams, uint32_t slot) {
    WwBeam *beam = wwPoolAt(&beams->beams, slot);
    WwBeamStyle *style = wwPoolGet(&beams->styles, beam->style);
    const float left = wwMin((beam->death - beams->now) / beam->whole, 1.0f);
    const float death = wwMin(beam->death, beams->now + style->def.fadeOut);
    beam->released = true;
    if (!(left > 0.0f && death > beams->now)) {
        end(beams, slot, &style->stats.released);
        return;
    }
    beam->death = death;
    beam->whole = (death - beams->now) / left;
    writeLife(style, beam);
}

ww_Status wwBeamRelease(WwBeams *beams, uint32_t handle) {
    if (!wwPoolGet(&beams->beams, handle)) return WW_ERROR_STALE_HANDLE;
    release(beams, wwPoolSlot(&beams->beams, handle));
    return WW_OK;
}

// ---- one update

// Records that moved one after another, told to the table as one range.
typedef struct MovedRun {
    WwBeamStyle *style;
    uint32_t begin, end;
} MovedRun;

static void endRun(MovedRun *run) {
    if (run->begin < run->end) markEnds(run->style, run->begin, run->end);
    run->begin = run->end = 0;
}

static void addMoved(MovedRun *run, uint32_t record) {
    if (record != run->end) {
        endRun(run);
        run->begin = record;
    }
    run->end = record + 1;
}

// False when the transform of an end is gone: the beam stays where it is and fades.
static bool followEnd(
    const WwStep *step, WwBeam *beam, uint32_t which, float *restrict at, bool *moved) {
    const uint32_t transform = beam->transforms[which];
    if (!transform) return true;
    if (!wwPoolHas(step->transformPool, transform)) return false;
    const uint32_t slot = wwPoolSlot(step->transformPool, transform);
    if (step->transformBad[slot]) return true;
    const float *position = step->transforms[slot].position;
    const bool rests = at[0] == position[0] && at[1] == position[1] && at[2] == position[2];
    if (rests && beam->known[which]) return true;
    for (int axis = 0; axis < 3; axis++) at[axis] = position[axis];
    beam->known[which] = true;
    *moved = true;
    return true;
}

// False when a transform of the beam is gone.
static bool follow(MovedRun *run, WwBeam *beam, const WwStep *step) {
    float *ends = endsOf(run->style, beam);
    bool moved = false;
    const bool from = followEnd(step, beam, 0, ends, &moved);
    const bool to = followEnd(step, beam, 1, ends + 4, &moved);
    if (moved) {
        tellWidth(run->style, beam);
        addMoved(run, beam->record);
    }
    return from && to;
}

static void advanceStyle(WwBeamStyle *style, double dt) {
    style->roll += (double)style->def.jitterRate * dt;
    style->scrolled += (double)style->def.scroll * dt;
    style->scrolled -= floor(style->scrolled);
}

void wwBeamsLay(WwBeams *beams, const WwStep *step) {
    beams->now = step->now;
    for (uint32_t i = 0; i < beams->styles.used; i++) {
        WwBeamStyle *style = wwPoolAt(&beams->styles, i);
        if (style) advanceStyle(style, (double)step->dt);
    }
    MovedRun run = {0};
    uint32_t styleHandle = 0;
    for (uint32_t slot = 0; slot < beams->beams.used; slot++) {
        WwBeam *beam = wwPoolAt(&beams->beams, slot);
        if (!beam) continue;
        // Neighbours in the pool mostly share a style.
        if (beam->style != styleHandle) {
            endRun(&run);
            run.style = wwPoolGet(&beams->styles, beam->style);
            styleHandle = beam->style;
        }
        WwBeamStyle *style = run.style;
        if (beam->death <= step->now) {
            beams->expired += !beam->released;
            end(beams, slot, beam->released ? &style->stats.released : &style->stats.expired);
        } else if (!follow(&run, beam, step) && !beam->released) {
            release(beams, slot);
        }
    }
    endRun(&run);
}

void wwBeamsRebase(WwBeams *beams, float seconds) {
    beams->now -= seconds;
    for (uint32_t slot = 0; slot < beams->beams.used; slot++) {
        WwBeam *beam = wwPoolAt(&beams->beams, slot);
        if (beam && beam->death < WW_NEVER) beam->death -= seconds;
    }
    // The records of the dead as well, or they would come back.
    for (uint32_t i = 0; i < beams->styles.used; i++) {
        WwBeamStyle *style = wwPoolAt(&beams->styles, i);
        if (!style) continue;
        for (uint32_t record = 0; record < style->recordsUsed; record++) {
            float *look = wwTableFloats(&style->looks, record * WW_BEAM_LOOK_TEXELS);
            if (look[0] < WW_NEVER) look[0] -= seconds;
        }
        wwTableMark(&style->looks, 0, style->recordsUsed * WW_BEAM_LOOK_TEXELS);
    }
}

void wwBeamsShift(WwBeams *beams, const double by[3]) {
    for (uint32_t i = 0; i < beams->styles.used; i++) {
        WwBeamStyle *style = wwPoolAt(&beams->styles, i);
        if (!style) continue;
        for (uint32_t end = 0; end < style->recordsUsed * WW_BEAM_END_TEXELS; end++) {
            wwShift3(wwTableFloats(&style->ends, end), by);
        }
        wwTableMark(&style->ends, 0, style->recordsUsed * WW_BEAM_END_TEXELS);
        style->boundsStale = true;
    }
}

WwFamilyCounts wwBeamsCounts(const WwBeams *beams) {
    return (WwFamilyCounts){
        .live = beams->beams.liveCount, .dropped = beams->dropped, .expired = beams->expired};
}

// Lines over the trails of styles that ask for them: points, segments, sides, bounds. Reckoned on
// the CPU and sent in every draw, which the statistics show.
#include "effects/trail/trail.h"

#define MAX_LINES 8192u
#define LINE_TEXELS 2u

// Kinds of lines as shaders/trail_debug.vert knows them; from 1 on in the order of the field.
enum { POINTS = 1, SEGMENTS, SIDES, BOUNDS, ALL };

typedef struct Lines {
    WwTrails *trails;
    const ww_TrailStyleDef *def;
} Lines;

bool wwTrailDebugPrepare(WwTrails *trails, const ww_TrailStyleDef *def) {
    if (!def->debug || trails->lines.bytes) return true;
    return wwTableCreate(
        &trails->shared->tables, &trails->lines, WW_TEXEL_RGBA32F, LINE_TEXELS * MAX_LINES);
}

static void addLine(const Lines *lines, uint32_t kind, const float a[3], const float b[3]) {
    WwTrails *trails = lines->trails;
    const uint32_t wish = lines->def->debug;
    if ((wish != kind && wish != ALL) || trails->lineCount == MAX_LINES) return;
    float *row = wwTableFloats(&trails->lines, LINE_TEXELS * trails->lineCount++);
    for (int i = 0; i < 3; i++) {
        row[i] = a[i];
        row[4 + i] = b[i];
    }
    row[3] = (float)kind;
    row[7] = lines->def->space == WW_TRAIL_SCREEN ? 1.0f : 0.0f;
}

static void visit(void *context, const float corners[12]) {
    float older[3], newer[3];
    for (int i = 0; i < 3; i++) {
        older[i] = 0.5f * (corners[i] + corners[3 + i]);
        newer[i] = 0.5f * (corners[6 + i] + corners[9 + i]);
    }
    addLine(context, SIDES, corners, corners + 3);
    addLine(context, SIDES, corners + 6, corners + 9);
    addLine(context, SEGMENTS, older, newer);
    addLine(context, POINTS, older, older);
    addLine(context, POINTS, newer, newer);
}

// The twelve edges of a box: from each corner along the axes in which it is low.
static void addBox(const Lines *lines, const float box[6]) {
    for (uint32_t corner = 0; corner < 8; corner++) {
        float from[3];
        for (uint32_t i = 0; i < 3; i++) from[i] = box[i + (corner >> i & 1u) * 3];
        for (uint32_t axis = 0; axis < 3; axis++) {
            if (corner >> axis & 1u) continue;
            float to[3] = {from[0], from[1], from[2]};
            to[axis] = box[axis + 3];
            addLine(lines, BOUNDS, from, to);
        }
    }
}

static void addStyle(WwTrails *trails, uint32_t handle, const WwView *view) {
    const WwTrailStyle *style = wwPoolGet(&trails->styles, handle);
    Lines lines = {trails, &style->def};
    if (style->def.debug != BOUNDS) {
        wwTrailExpand(trails, style, WW_TRAIL_NO_RECORD, view, visit, &lines);
    }
    if (style->def.debug < BOUNDS) return;
    for (uint32_t i = 0; i < trails->trails.used; i++) {
        const WwTrail *trail = wwTrailAt(trails, i);
        float box[6];
        if (!trail || trail->style != handle) continue;
        if (wwTrailBounds(trails, trail, view, box)) addBox(&lines, box);
    }
}

void wwTrailsDebug(WwTrails *trails, const WwView *view, WwDrawList *list) {
    if (!trails->lines.bytes) return;
    trails->lineCount = 0;
    for (uint32_t i = 0; i < trails->styles.used; i++) {
        const WwTrailStyle *style = wwPoolAt(&trails->styles, i);
        if (style && style->def.debug) addStyle(trails, wwPoolHandleAt(&trails->styles, i), view);
    }
    if (!trails->lineCount) return;
    WwDraw *draw = wwDrawListAdd(list, WW_PIPELINE_TRAIL_DEBUG);
    if (!draw) return;
    wwTableMark(&trails->lines, 0, LINE_TEXELS * trails->lineCount);
    draw->tables[0] = &trails->lines;
    draw->quads = trails->lineCount;
    draw->quadsPerInstance = WW_QUADS;
    draw->params[0][0] = (float)trails->lineCount;
    draw->paramCount = 1;
}

#include "effects/flora/flora.h"

#include <stddef.h>

// The defaults of tree.def are an oak: a short trunk that dissolves into crooked limbs under a
// broad dome of separate masses of leaves.
static void oak(ww_TreeDef *def) {
    (void)def;
}

// A spruce-like conifer: one straight trunk to the top, tiers of drooping limbs under a spire.
static void pine(ww_TreeDef *def) {
    def->height = 14.0f;
    def->crownShape = 1;
    def->crownRadius = 0.22f;
    def->crownBase = 0.1f;
    def->trunkLength = 0.98f;
    def->trunkRadius = 0.2f;
    def->trunkTaper = 0.93f;
    def->trunkFlare = 0.4f;
    def->trunkGnarl = 0.04f;
    def->limbs = 100;
    def->limbWhorl = 5;
    def->limbCrowding = 0.85f;
    def->limbAngleLow = 1.75f;
    def->limbAngleHigh = 0.8f;
    def->limbGnarl = 0.12f;
    def->limbDroop = 0.6f;
    def->limbUpturn = 0.45f;
    def->branches = 8;
    def->branchStart = 0.06f;
    def->branchLength = 0.4f;
    def->branchAngle = 0.95f;
    def->branchFlatness = 1.0f;
    def->branchDroop = 0.35f;
    def->twigs = 0;
    def->leafShape = 1;
    def->leaves = 3;
    def->leafSize = 0.95f;
    def->leafWidth = 1.0f;
    def->leafAngle = 0.7f;
    def->leafDroop = 0.25f;
    def->leafPuff = 0.6f;
    def->leafColor = (ww_Color){0.034f, 0.075f, 0.03f, 1.0f};
    def->leafColorVariation = 0.25f;
    def->leafHueVariation = 0.2f;
    def->leafTranslucency = 0.3f;
    def->barkColor = (ww_Color){0.105f, 0.078f, 0.058f, 1.0f};
}

typedef struct Preset {
    const char *name;
    void (*fill)(ww_TreeDef *def);
} Preset;

static const Preset presets[] = {{"oak", oak}, {"pine", pine}};

uint32_t wwTreePresetCount(void) {
    return sizeof presets / sizeof presets[0];
}

const char *wwTreePresetName(uint32_t preset) {
    return preset < wwTreePresetCount() ? presets[preset].name : NULL;
}

void wwTreePreset(uint32_t preset, ww_TreeDef *def) {
    wwSchemaDefaults(&wwTreeSchema, def);
    presets[preset].fill(def);
}

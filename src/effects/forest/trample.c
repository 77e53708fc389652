#include "effects/forest/trample.h"

#include <string.h>

#define LARGEST_RADIUS 100.0f
#define PRINT_SPACING 0.6f // of the radius
#define PRINT_DEPTH 3.0f   // radii by which a print has sunk when plants stand upright again

static void leavePrint(WwTramplers *tramplers, WwTrampler *trampler) {
    if (trampler->sphere[3] <= 0.0f) return;
    if (tramplers->printCount == WW_TRAMPLERS) {
        tramplers->printCount--;
        memmove(tramplers->prints, tramplers->prints + 1, sizeof(WwPrint) * tramplers->printCount);
    }
    WwPrint *print = &tramplers->prints[tramplers->printCount++];
    memcpy(print->sphere, trampler->sphere, sizeof print->sphere);
    print->time = tramplers->now;
    memcpy(trampler->printed, trampler->sphere, sizeof trampler->printed);
}

static ww_Status failRadius(uint32_t index, float radius) {
    wwFail(WW_ERROR_INVALID_DEF, "tramplers: radius of number ");
    wwFailNumber((float)index);
    wwFailText(" is ");
    wwFailNumber(radius);
    wwFailText(", it must be between 0.001 and 100 m");
    return WW_ERROR_INVALID_DEF;
}

static WwTrampler *findTransform(WwTrampler *items, uint32_t count, uint32_t transform) {
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].transform == transform) return &items[i];
    }
    return NULL;
}

ww_Status wwTramplersSet(
    WwTramplers *tramplers, const uint32_t *transforms, const float *radii, uint32_t count) {
    if (count > WW_TRAMPLERS) {
        wwFail(WW_ERROR_CAPACITY, "tramplers: ");
        wwFailNumber((float)count);
        wwFailText(" are too many, it must be 0 to 32 of them");
        return WW_ERROR_CAPACITY;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!(radii[i] >= 0.001f && radii[i] <= LARGEST_RADIUS)) return failRadius(i, radii[i]);
    }
    WwTrampler next[WW_TRAMPLERS] = {0};
    for (uint32_t i = 0; i < count; i++) {
        WwTrampler *old = findTransform(tramplers->items, tramplers->count, transforms[i]);
        if (old) next[i] = *old;
        next[i].transform = transforms[i];
        next[i].radius = radii[i];
    }
    for (uint32_t i = 0; i < tramplers->count; i++) {
        WwTrampler *old = &tramplers->items[i];
        if (!findTransform(next, count, old->transform)) leavePrint(tramplers, old);
    }
    memcpy(tramplers->items, next, sizeof next);
    tramplers->count = count;
    return WW_OK;
}

static void follow(WwTramplers *tramplers, WwTrampler *trampler, const WwStep *step) {
    if (!wwPoolHas(step->transformPool, trampler->transform)) {
        leavePrint(tramplers, trampler);
        trampler->sphere[3] = 0.0f;
        return;
    }
    const uint32_t slot = wwPoolSlot(step->transformPool, trampler->transform);
    if (step->transformBad[slot]) return;
    const ww_Transform *transform = &step->transforms[slot];
    const float *to = transform->position;
    const float *from = trampler->printed;
    const vec3 away = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    const float spacing = PRINT_SPACING * trampler->sphere[3];
    const bool isNew = trampler->sphere[3] <= 0.0f;
    if (isNew) memcpy(trampler->printed, to, sizeof trampler->printed);
    if (!isNew && glm_vec3_norm2((float *)away) > spacing * spacing) {
        leavePrint(tramplers, trampler);
    }
    memcpy(trampler->sphere, to, 3 * sizeof(float));
    trampler->sphere[3] = trampler->radius * fabsf(transform->scale);
}

static void forgetPrints(WwTramplers *tramplers, float recovery) {
    uint32_t gone = 0;
    while (
        gone < tramplers->printCount && tramplers->now - tramplers->prints[gone].time >= recovery) {
        gone++;
    }
    tramplers->printCount -= gone;
    memmove(tramplers->prints, tramplers->prints + gone, sizeof(WwPrint) * tramplers->printCount);
}

// Spheres first, then as many prints as there is room for, the newest first.
static void writeBlock(WwTramplers *tramplers, float recovery) {
    float block[WW_TRAMPLERS][4] = {{0}};
    uint32_t count = 0;
    for (uint32_t i = 0; i < tramplers->count; i++) {
        const float *sphere = tramplers->items[i].sphere;
        if (sphere[3] > 0.0f) memcpy(block[count++], sphere, sizeof *block);
    }
    for (uint32_t i = tramplers->printCount; i > 0 && count < WW_TRAMPLERS; i--) {
        const WwPrint *print = &tramplers->prints[i - 1];
        const float sunk = (tramplers->now - print->time) / recovery;
        memcpy(block[count], print->sphere, sizeof *block);
        block[count++][1] -= PRINT_DEPTH * print->sphere[3] * sunk;
    }
    if (memcmp(block, tramplers->block, sizeof block) == 0) return;
    memcpy(tramplers->block, block, sizeof block);
    tramplers->dirty = true;
}

void wwTramplersLay(WwTramplers *tramplers, const WwStep *step, float recovery) {
    tramplers->now = step->now;
    for (uint32_t i = 0; i < tramplers->count; i++) follow(tramplers, &tramplers->items[i], step);
    forgetPrints(tramplers, recovery);
    writeBlock(tramplers, recovery);
}

void wwTramplersRebase(WwTramplers *tramplers, float seconds) {
    for (uint32_t i = 0; i < tramplers->printCount; i++) tramplers->prints[i].time -= seconds;
    tramplers->now -= seconds;
}

void wwTramplersShift(WwTramplers *tramplers, const double by[3]) {
    for (uint32_t i = 0; i < tramplers->count; i++) {
        wwShift3(tramplers->items[i].sphere, by);
        wwShift3(tramplers->items[i].printed, by);
    }
    for (uint32_t i = 0; i < tramplers->printCount; i++) {
        wwShift3(tramplers->prints[i].sphere, by);
    }
    for (uint32_t i = 0; i < WW_TRAMPLERS; i++) wwShift3(tramplers->block[i], by);
    tramplers->dirty = true;
}

// Particles before a camera: order, culling, epochs.
#include "particle_world.h"
#include "ring/index_sort.h"

// ---- order

#define MANY 65536u
static uint32_t sortItems[MANY], spareItems[MANY];
static uint16_t sorted[MANY], original[MANY];

static void sortIsStable(void) {
    const uint32_t counts[] = {0, 1, 2, 1000, MANY};
    // Few values, so that many are equal; then all values.
    const uint32_t masks[] = {0x0303u, 0xffffu};
    for (uint32_t round = 0; round < 10; round++) {
        const uint32_t count = counts[round / 2];
        WwRandom random = wwRandomStream(round, 0);
        for (uint32_t i = 0; i < count; i++) {
            original[i] = (uint16_t)(wwRandomBits(&random) & masks[round % 2]);
            sortItems[i] = wwSortItem(original[i], i);
        }
        wwIndexSort(sortItems, spareItems, sorted, count);
        for (uint32_t i = 1; i < count; i++) {
            CHECK(original[sorted[i - 1]] <= original[sorted[i]]);
            if (original[sorted[i - 1]] == original[sorted[i]]) CHECK(sorted[i - 1] < sorted[i]);
        }
    }
}

static void checkOrder(World *world, const WwEmitterStyle *style, const WwView *view) {
    const uint16_t *records = (const void *)style->order.bytes;
    static uint8_t seen[MANY];
    memset(seen, 0, sizeof seen);
    float last = -3e38f;
    uint32_t lastRecord = 0;
    for (uint32_t i = 0; i < style->orderCount; i++) {
        ww_Particle state;
        CHECK(wwParticleReference(world->particles, style, records[i], view->now, &state));
        CHECK(!seen[records[i]]++);
        const float z = view->view[0][2] * state.position[0] +
                        view->view[1][2] * state.position[1] +
                        view->view[2][2] * state.position[2] + view->view[3][2];
        // Within one of the 65,536 steps.
        CHECK(z >= last - 0.002f);
        if (z == last) CHECK(records[i] > lastRecord);
        last = fmaxf(z, last);
        lastRecord = records[i];
    }
    CHECK(style->orderCount == living(world));
}

static void sortsBackToFront(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = variedStyle();
    def.sort = 1;
    const uint32_t emitter = emit(&world, &def, 9);
    playVaried(&world, emitter);
    WwEmitterStyle *style = styleOf(&world, emitter);
    WwDrawList list;
    wwDrawListCreate(&list, 4);
    const uint32_t allocations = wwAllocCount();
    const vec3 eyes[] = {{0, 3, 40}, {0, 3, -40}, {50, 20, 0}};
    for (int i = 0; i < 3; i++) {
        WwView view = cameraAt(eyes[i], (const vec3){0, 0, 0}, world.now);
        list.count = 0;
        style->order.dirtyCount = 0;
        wwParticlesView(world.particles, &view, &list);
        CHECK(list.count == 1 && list.items[0].quads == living(&world));
        CHECK(list.items[0].tables[2] == &style->order);
        CHECK(style->order.dirtyCount == 1 && style->order.dirty[0].end == living(&world));
        checkOrder(&world, style, &view);
        // Nothing moved: nothing is sorted and nothing sent.
        style->order.dirtyCount = 0;
        view.still = true;
        wwParticlesView(world.particles, &view, &list);
        CHECK(list.count == 2 && style->order.dirtyCount == 0);
        // A birth at the same time is part of the set.
        wwEmitterBurst(world.particles, emitter, 1, NULL);
        step(&world, 0);
        wwParticlesView(world.particles, &view, &list);
        CHECK(list.count == 3 && style->order.dirtyCount == 1);
        checkOrder(&world, style, &view);
    }
    CHECK(wwAllocCount() == allocations);
    wwDrawListDestroy(&list);
    stop(&world);
}

static void overflowIsSorted(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = defaults();
    def.sort = 1;
    def.rateOverTime = 0;
    def.lifetime = (ww_Range){1000, 1000};
    def.direction = (ww_Vec3){0, 0, -1};
    const uint32_t emitter = emit(&world, &def, 1);
    const float scales[] = {1, 1e38f, 1e30f, -1e38f, 0};
    for (size_t i = 0; i < 5; i++) {
        world.current[0].scale = scales[i];
        wwEmitterBurst(world.particles, emitter, 3, NULL);
        step(&world, 100);
    }
    WwDrawList list;
    wwDrawListCreate(&list, 1);
    const WwView view = cameraAt((const vec3){0, 0, 10}, (const vec3){0, 0, 0}, world.now);
    wwParticlesView(world.particles, &view, &list);
    CHECK(list.count == 1 && list.items[0].quads == 15);
    uint32_t seen = 0;
    const uint16_t *records = (const void *)styleOf(&world, emitter)->order.bytes;
    for (uint32_t i = 0; i < 15; i++) seen |= 1u << records[i];
    CHECK(seen == 0x7fffu);
    wwDrawListDestroy(&list);
    stop(&world);
}

static void offScreenIsCulled(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = variedStyle();
    const uint32_t emitter = emit(&world, &def, 9);
    playVaried(&world, emitter);
    WwDrawList list;
    wwDrawListCreate(&list, 4);
    WwView toward = cameraAt((const vec3){0, 0, 300}, (const vec3){0, 0, 0}, world.now);
    WwView away = cameraAt((const vec3){0, 0, 300}, (const vec3){0, 0, 600}, world.now);
    wwParticlesView(world.particles, &away, &list);
    CHECK(list.count == 0);
    wwParticlesView(world.particles, &toward, &list);
    CHECK(list.count == 1);
    // It goes on living, and every living particle lies where the test for seeing it says.
    const uint32_t before = living(&world);
    step(&world, 0.1);
    CHECK(living(&world) > before / 2);
    emitterOf(&world, emitter)->emitting = false;
    for (int i = 0; i < 40; i++) {
        step(&world, 0.1);
        const WwEmitterStyle *style = styleOf(&world, emitter);
        const WwView view =
            cameraAt((const vec3){0, -30, 0}, (const vec3){0, -60, 0.1f}, world.now);
        list.count = 0;
        wwParticlesView(world.particles, &view, &list);
        for (uint32_t k = 0; k < style->ring.capacity; k++) {
            ww_Particle state;
            if (!wwParticleReference(world.particles, style, k, view.now, &state)) continue;
            if (wwSphereVisible(&view, state.position, 0)) CHECK(list.count == 1);
        }
    }
    wwDrawListDestroy(&list);
    stop(&world);
}

static void rebaseKeepsStates(void) {
    World world;
    start(&world);
    ww_EmitterStyleDef def = variedStyle();
    const uint32_t emitter = emit(&world, &def, 9);
    playVaried(&world, emitter);
    const WwEmitterStyle *style = styleOf(&world, emitter);
    ww_Particle before, after;
    uint32_t record = style->ring.first;
    while (!wwParticleReference(world.particles, style, record, (float)world.now, &before))
        record++;
    const uint32_t count = living(&world);
    wwParticlesRebase(world.particles, 4);
    world.now -= 4;
    CHECK(living(&world) == count);
    CHECK(wwParticleReference(world.particles, style, record, (float)world.now, &after));
    for (int i = 0; i < 3; i++) CHECK_NEAR(before.position[i], after.position[i], 1e-5);
    step(&world, 1);
    CHECK(living(&world) > 100 && emitterOf(&world, emitter)->stats.capacity == 0);
    stop(&world);
}

int main(void) {
    RUN("[particle.sort] the index sort is stable", sortIsStable);
    RUN("[particle.sort] back to front from every side, skipped when nothing moved",
        sortsBackToFront);
    RUN("[particle.sort] places that overflow are sorted, too", overflowIsSorted);
    RUN("[particle.cull] styles off screen are not drawn and go on living", offScreenIsCulled);
    RUN("a new epoch of the clock moves no particle", rebaseKeepsStates);
    return FINISH();
}

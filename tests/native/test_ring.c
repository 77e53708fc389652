// The ring, its table and dirty ranges, the index sort, the draw list: against simple models.
#include "base/maths.h"
#include "base/random.h"
#include "ring/draw.h"
#include "ring/index_sort.h"
#include "ring/mesh.h"
#include "ring/ring.h"

#include "check.h"

// ---- ring

static void appendsInOrder(void) {
    WwTableList list = {0};
    WwRing ring;
    CHECK(wwRingCreate(&list, &ring, 2, 4));
    for (uint32_t i = 0; i < 4; i++) CHECK(wwRingAppend(&ring, 0, 1 + (float)i) == i);
    CHECK(ring.first == 0 && ring.count == 4 && wwRingLiving(&ring, 0) == 4);
    CHECK(wwRingAppend(&ring, 0.5f, 9) == WW_RING_FULL);
    // A record is dead at its death, not after it.
    CHECK(wwRingLiving(&ring, 1) == 3);
    wwRingExpire(&ring, 1);
    CHECK(ring.first == 1 && ring.count == 3);
    CHECK(wwRingAppend(&ring, 1, 9) == 0 && ring.count == 4);
    CHECK(wwRingAppend(&ring, 1, 9) == WW_RING_FULL);
    wwRingExpire(&ring, 100);
    CHECK(ring.count == 0 && wwRingLiving(&ring, 100) == 0);
    CHECK(wwRingAppend(&ring, 100, 101) == 1);
    wwRingDestroy(&list, &ring);
    CHECK(list.first == NULL);
    wwOrphansDestroy(&list.orphans);
}

static void skipsTheLiving(void) {
    WwTableList list = {0};
    WwRing ring;
    CHECK(wwRingCreate(&list, &ring, 1, 5));
    const float deaths[5] = {100, 1, 100, 1, 100};
    for (uint32_t i = 0; i < 5; i++) wwRingAppend(&ring, 0, deaths[i]);
    wwRingExpire(&ring, 2);
    CHECK(ring.count == 5);
    CHECK(wwRingAppend(&ring, 2, 50) == 1 && wwRingAppend(&ring, 2, 50) == 3);
    CHECK(wwRingAppend(&ring, 2, 50) == WW_RING_FULL && wwRingLiving(&ring, 2) == 5);
    // The refusal is remembered: before the first death at 50 s there is nothing to look for.
    CHECK(ring.fullUntil == 50);
    const uint32_t cursor = ring.cursor;
    CHECK(wwRingAppend(&ring, 49.9f, 60) == WW_RING_FULL && ring.cursor == cursor);
    wwRingSetDeath(&ring, 0, 10);
    CHECK(wwRingAppend(&ring, 9.9f, 60) == WW_RING_FULL && wwRingAppend(&ring, 10, 60) == 0);
    wwRingDestroy(&list, &ring);
    wwOrphansDestroy(&list.orphans);
}

static void marksWhatItAppends(void) {
    WwTableList list = {0};
    WwRing ring;
    CHECK(wwRingCreate(&list, &ring, 2, 2048));
    CHECK(ring.table.width == 1024 && ring.table.height == 4 && ring.table.dirtyCount == 0);
    for (int i = 0; i < 10; i++) wwRingAppend(&ring, 0, 1);
    CHECK(ring.table.dirtyCount == 1);
    CHECK(ring.table.dirty[0].begin == 0 && ring.table.dirty[0].end == 20);
    wwRingRecord(&ring, 3)[0] = 5;
    CHECK(wwTableFloats(&ring.table, 6)[0] == 5);
    // Nothing is born: nothing is sent.
    ring.table.dirtyCount = 0;
    wwRingExpire(&ring, 0.5f);
    CHECK(ring.table.dirtyCount == 0);
    wwRingDestroy(&list, &ring);
    wwOrphansDestroy(&list.orphans);
}

static void rebases(void) {
    WwTableList list = {0};
    WwRing ring;
    CHECK(wwRingCreate(&list, &ring, 1, 2));
    wwRingAppend(&ring, 3600, 3601);
    wwRingAppend(&ring, 3600, WW_NEVER);
    CHECK(wwRingAppend(&ring, 3600, 3605) == WW_RING_FULL);
    wwRingRebase(&ring, 3600);
    CHECK(ring.deathTimes[0] == 1 && ring.deathTimes[1] == WW_NEVER);
    CHECK(wwRingAppend(&ring, 0.5f, 5) == WW_RING_FULL && wwRingAppend(&ring, 1, 5) == 0);
    CHECK(wwRingLiving(&ring, 1e30f) == 1);
    wwRingDestroy(&list, &ring);
    wwOrphansDestroy(&list.orphans);
}

enum { MODEL_CAPACITY = 37 };

// Everything alive is inside the window, and the window ends at the cursor.
static void checkWindow(const WwRing *ring, const float deaths[MODEL_CAPACITY], float now) {
    bool inside[MODEL_CAPACITY] = {false};
    CHECK(ring->count <= MODEL_CAPACITY && ring->first < MODEL_CAPACITY);
    for (uint32_t i = 0; i < ring->count; i++) inside[(ring->first + i) % MODEL_CAPACITY] = true;
    CHECK(ring->cursor == (ring->first + ring->count) % MODEL_CAPACITY);
    uint32_t living = 0;
    for (uint32_t i = 0; i < MODEL_CAPACITY; i++) {
        if (deaths[i] <= now) continue;
        living++;
        CHECK(inside[i] && ring->deathTimes[i] == deaths[i]);
    }
    CHECK(wwRingLiving(ring, now) == living);
}

static void agreesWithModel(void) {
    WwTableList list = {0};
    for (uint64_t seed = 0; seed < 50; seed++) {
        WwRing ring;
        CHECK(wwRingCreate(&list, &ring, 1, MODEL_CAPACITY));
        float deaths[MODEL_CAPACITY];
        for (uint32_t i = 0; i < MODEL_CAPACITY; i++) deaths[i] = -1;
        WwRandom stream = wwRandomStream(seed, 0);
        float now = 0;
        for (int step = 0; step < 2000; step++) {
            const float dice = wwRandomUnit(&stream);
            const float death = now + wwRandomRange(&stream, 0.01f, 4);
            if (dice < 0.2f) {
                now += wwRandomRange(&stream, 0, 0.5f);
            } else if (dice < 0.3f) {
                wwRingExpire(&ring, now);
            } else if (dice < 0.35f) {
                const uint32_t record = wwRandomBits(&stream) % MODEL_CAPACITY;
                if (deaths[record] <= now) continue;
                wwRingSetDeath(&ring, record, death);
                deaths[record] = death;
            } else {
                uint32_t free = 0;
                for (uint32_t i = 0; i < MODEL_CAPACITY; i++) free += deaths[i] <= now;
                const uint32_t record = wwRingAppend(&ring, now, death);
                CHECK((record == WW_RING_FULL) == (free == 0));
                if (record == WW_RING_FULL) continue;
                CHECK(deaths[record] <= now);
                deaths[record] = death;
            }
            checkWindow(&ring, deaths, now);
        }
        wwRingDestroy(&list, &ring);
    }
    wwOrphansDestroy(&list.orphans);
}

// ---- dirty ranges

static void rangesJoin(void) {
    WwTableList list = {0};
    WwTable table;
    CHECK(wwTableCreate(&list, &table, WW_TEXEL_RGBA32F, 5000));
    wwTableMark(&table, 100, 100);
    CHECK(table.dirtyCount == 0);
    wwTableMark(&table, 1000, 1010);
    wwTableMark(&table, 1010 + WW_DIRTY_GAP, 1100);
    CHECK(table.dirtyCount == 1 && table.dirty[0].begin == 1000 && table.dirty[0].end == 1100);
    wwTableMark(&table, 2000, 2002);
    CHECK(table.dirtyCount == 2);
    // Bridging two ranges leaves one: no texel is sent twice.
    wwTableMark(&table, 1050, 2001);
    CHECK(table.dirtyCount == 1 && table.dirty[0].begin == 1000 && table.dirty[0].end == 2002);
    wwTableMarkAll(&table);
    CHECK(table.dirtyCount == 1 && table.dirty[0].end == 5 * 1024);
    wwTableMark(&table, 0, 10);
    CHECK(table.dirtyCount == 1);
    wwTableDestroy(&list, &table);
    wwOrphansDestroy(&list.orphans);
}

static void rangesCoverAllMarks(void) {
    enum { TEXELS = 4096 };
    WwTableList list = {0};
    WwTable table;
    CHECK(wwTableCreate(&list, &table, WW_TEXEL_R32UI, TEXELS));
    WwRandom stream = wwRandomStream(3, 1);
    for (int round = 0; round < 2000; round++) {
        unsigned char marked[TEXELS] = {0}, sent[TEXELS] = {0};
        table.dirtyCount = 0;
        const uint32_t marks = wwRandomBits(&stream) % 20;
        for (uint32_t i = 0; i < marks; i++) {
            const uint32_t begin = wwRandomBits(&stream) % TEXELS;
            const uint32_t end = wwMinU(TEXELS, begin + 1 + wwRandomBits(&stream) % 40);
            wwTableMark(&table, begin, end);
            memset(marked + begin, 1, end - begin);
        }
        CHECK(table.dirtyCount <= WW_DIRTY_RANGES);
        for (uint32_t i = 0; i < table.dirtyCount; i++) {
            CHECK(table.dirty[i].begin < table.dirty[i].end && table.dirty[i].end <= TEXELS);
            for (uint32_t t = table.dirty[i].begin; t < table.dirty[i].end; t++) {
                CHECK(!sent[t]);
                sent[t] = 1;
            }
        }
        for (uint32_t t = 0; t < TEXELS; t++) CHECK(sent[t] || !marked[t]);
    }
    wwTableDestroy(&list, &table);
    wwOrphansDestroy(&list.orphans);
}

static void farMarksGrowTheNearestRange(void) {
    WwTableList list = {0};
    WwTable table;
    CHECK(wwTableCreate(&list, &table, WW_TEXEL_R32UI, 10000 * WW_DIRTY_RANGES));
    for (uint32_t i = 0; i < WW_DIRTY_RANGES; i++) wwTableMark(&table, i * 10000, i * 10000 + 1);
    CHECK(table.dirtyCount == WW_DIRTY_RANGES);
    wwTableMark(&table, 100, 101);
    uint32_t total = 0;
    for (uint32_t i = 0; i < table.dirtyCount; i++) {
        total += table.dirty[i].end - table.dirty[i].begin;
    }
    CHECK(table.dirtyCount == WW_DIRTY_RANGES && total == WW_DIRTY_RANGES + 100);
    wwTableDestroy(&list, &table);
    wwOrphansDestroy(&list.orphans);
}

// ---- orphans

static void orphansAreNeverLost(void) {
    enum { TABLES = 300 };
    WwTableList list = {0};
    static WwTable tables[TABLES];
    for (uint32_t i = 0; i < TABLES; i++) {
        CHECK(wwTableCreate(&list, &tables[i], WW_TEXEL_R16UI, 1));
        tables[i].texture = i % 3 ? i + 1 : 0;
    }
    const uint32_t allocations = wwAllocCount();
    for (uint32_t i = 0; i < TABLES; i++) wwTableDestroy(&list, &tables[(i * 7) % TABLES]);
    CHECK(wwAllocCount() == allocations);
    CHECK(list.first == NULL && list.orphans.count == TABLES * 2 / 3 && list.orphans.owners == 0);
    wwTableDestroy(&list, &tables[0]);
    CHECK(list.orphans.count == TABLES * 2 / 3);
    wwOrphansDestroy(&list.orphans);
}

static void meshesAreAdopted(void) {
    WwMeshList list = {0};
    WwMesh meshes[3];
    for (uint32_t i = 0; i < 3; i++) {
        WwMeshVertex *vertices = wwAlloc(sizeof *vertices * 3);
        uint32_t *indices = wwAlloc(sizeof *indices * 3);
        CHECK(wwMeshAdopt(&list, &meshes[i], vertices, 3, indices, 3));
        meshes[i].buffer = 10 + i;
    }
    wwMeshDestroy(&list, &meshes[1]);
    CHECK(list.first == &meshes[2] && meshes[2].next == &meshes[0] && !meshes[1].vertices);
    wwMeshDestroy(&list, &meshes[1]);
    CHECK(list.orphans.count == 1 && list.orphans.handles[0] == 11);
    wwMeshDestroy(&list, &meshes[0]);
    wwMeshDestroy(&list, &meshes[2]);
    CHECK(list.first == NULL && list.orphans.count == 3);
    wwOrphansDestroy(&list.orphans);
}

// ---- index sort and draws

static void sortsStably(void) {
    enum { MOST = 5000 };
    static uint32_t items[MOST], spare[MOST];
    static uint16_t sorted[MOST], keys[MOST];
    WwRandom stream = wwRandomStream(11, 0);
    for (int round = 0; round < 200; round++) {
        const uint32_t count = round < 2 ? (uint32_t)round : wwRandomBits(&stream) % MOST;
        const uint32_t mask = round % 3 ? 0xffffu : 0x0107u;
        for (uint32_t i = 0; i < count; i++) {
            keys[i] = (uint16_t)(wwRandomBits(&stream) & mask);
            items[i] = wwSortItem(keys[i], i);
        }
        wwIndexSort(items, spare, sorted, count);
        for (uint32_t i = 1; i < count; i++) {
            const uint32_t before = keys[sorted[i - 1]], here = keys[sorted[i]];
            CHECK(before < here || (before == here && sorted[i - 1] < sorted[i]));
        }
    }
}

static void drawsAreCounted(void) {
    WwDrawList list;
    CHECK(wwDrawListCreate(&list, 2));
    WwDraw *draw = wwDrawListAdd(&list, WW_PIPELINE_TREE);
    CHECK(draw && draw->pipeline == WW_PIPELINE_TREE && draw->mesh == NULL);
    draw->quads = 7;
    list.count = 0;
    CHECK(wwDrawListAdd(&list, WW_PIPELINE_TRAIL)->quads == 0);
    CHECK(wwDrawListAdd(&list, WW_PIPELINE_TRAIL) != NULL);
    CHECK(wwDrawListAdd(&list, WW_PIPELINE_TRAIL) == NULL && list.dropped == 1 && list.count == 2);
    wwDrawListDestroy(&list);
}

int main(void) {
    RUN("records are appended, expire and wrap", appendsInOrder);
    RUN("a full ring reuses dead slots among the living and refuses quickly", skipsTheLiving);
    RUN("only what is appended is marked for upload", marksWhatItAppends);
    RUN("an epoch that moves takes the deaths along", rebases);
    RUN("100,000 random operations on rings agree with a model", agreesWithModel);
    RUN("dirty ranges join and never overlap", rangesJoin);
    RUN("dirty ranges cover every mark exactly once", rangesCoverAllMarks);
    RUN("a mark without a free range grows the nearest one", farMarksGrowTheNearestRange);
    RUN("no GPU object is lost however many owners go at once", orphansAreNeverLost);
    RUN("meshes unlink and leave their buffers", meshesAreAdopted);
    RUN("the index sort is stable and complete", sortsStably);
    RUN("a full draw list drops and counts", drawsAreCounted);
    return FINISH();
}

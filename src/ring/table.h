// A table is a block of texels in the heap, mirrored in a GPU texture: the border between pure code
// and GL. Families write texels and mark what they wrote; the frame uploads the marked ranges and
// nothing else. A lost context is answered by marking all tables whole.
#pragma once

#include "ring/orphans.h"

typedef enum WwTexelFormat {
    WW_TEXEL_RGBA32F, // records; read with texelFetch
    WW_TEXEL_RGBA16F, // curve tables; written from floats, linearly filtered
    WW_TEXEL_R16UI,   // sorted indices
    WW_TEXEL_R32UI,   // lists of record numbers
} WwTexelFormat;

// Texels in a row, a power of two: shaders find texel i at (i % WW_TABLE_WIDTH, i /
// WW_TABLE_WIDTH).
#define WW_TABLE_WIDTH 1024u
#define WW_DIRTY_RANGES 16u
// Ranges closer than this are joined: one call costs more than these few bytes.
#define WW_DIRTY_GAP 64u

typedef struct WwDirtyRange {
    uint32_t begin, end; // texels
} WwDirtyRange;

typedef struct WwTable {
    unsigned char *bytes; // heap mirror
    uint32_t texelBytes;  // in the heap (a RGBA16F table keeps floats)
    uint32_t width, height;
    WwTexelFormat format;
    WwDirtyRange dirty[WW_DIRTY_RANGES + 1]; // in order; one more while marking
    uint32_t dirtyCount;
    uint32_t texture; // owned by the frame; 0 while there is none
    struct WwTable *next;
} WwTable;

// All tables of a kit, so that the frame can upload, count and restore them.
typedef struct WwTableList {
    WwTable *first;
    WwOrphans orphans; // textures of destroyed tables
} WwTableList;

bool wwTableCreate(WwTableList *list, WwTable *table, WwTexelFormat format, uint32_t texels);
// As above with a row width of its own (curve tables).
bool wwTableCreateWide(
    WwTableList *list, WwTable *table, WwTexelFormat format, uint32_t width, uint32_t height);
// Makes room for `texels`, keeping what is there; creates a table that is none yet.
bool wwTableGrow(WwTableList *list, WwTable *table, WwTexelFormat format, uint32_t texels);
void wwTableDestroy(WwTableList *list, WwTable *table);

void wwTableMark(WwTable *table, uint32_t beginTexel, uint32_t endTexel);
void wwTableMarkAll(WwTable *table);

static inline float *wwTableFloats(const WwTable *table, uint32_t texel) {
    return (float *)(void *)(table->bytes + (uintptr_t)texel * table->texelBytes);
}

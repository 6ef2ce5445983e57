/* run_table.c - see run_table.h. Open addressing. */
#include "compare/run_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { COUNTED = 1 << 14 /* codes whose frequency is counted */ };

/* Returns how many codes the first sequence would have if all were equally frequent, and two codes
 * of it equal as often as now. */
static double different_codes(const struct sequences *s)
{
    double counts[256] = {0}, equal = 0, counted = 0;
    for (size_t i = 0; i < s->m; i += s->m / COUNTED + 1, counted++)
        counts[sequences_code(s->x, s->width, i) % 256]++;
    for (size_t code = 0; code < 256; code++)
        equal += counts[code] * counts[code];
    return counted * counted / equal;
}

size_t run_unlikely_length(const struct sequences *s, double runs, size_t least, size_t most)
{
    double different = different_codes(s), possible = 1;
    size_t length = 0;
    for (; length < most && (length < least || possible < runs); length++)
        possible *= different;
    return length;
}

enum { BITS_LEAST = 6 };

static size_t slots_of(const struct run_table *t)
{
    return (size_t)1 << t->bits;
}

static size_t bitmap_words(const struct run_table *t)
{
    return (slots_of(t) << RUN_TABLE_BITMAP_BITS) / 64;
}

void run_table_open(struct run_table *t, size_t most)
{
    *t = (struct run_table){.most = most, .bits = BITS_LEAST};
    while (slots_of(t) < most + most / 4)
        t->bits++;
    t->hashes = xreallocarray(NULL, most + 1, sizeof *t->hashes);
    t->slots = xcalloc(slots_of(t), sizeof *t->slots);
    t->bitmap = xcalloc(bitmap_words(t), sizeof *t->bitmap);
}

void run_table_clear(struct run_table *t)
{
    t->count = 0;
    memset(t->slots, 0, slots_of(t) * sizeof *t->slots);
    memset(t->bitmap, 0, bitmap_words(t) * sizeof *t->bitmap);
}

void run_table_close(struct run_table *t)
{
    free(t->hashes);
    free(t->slots);
    free(t->bitmap);
}

/* Returns the slot of this hash, or the free one where it belongs. */
static uint32_t *slot_of(const struct run_table *t, uint64_t hash)
{
    size_t at = run_hash_top(hash, t->bits);
    while (t->slots[at] != 0 && t->hashes[t->slots[at] - 1] != hash)
        at = (at + 1) % slots_of(t);
    return &t->slots[at];
}

uint32_t run_table_find(const struct run_table *t, uint64_t hash)
{
    return *slot_of(t, hash);
}

uint32_t run_table_add(struct run_table *t, uint64_t hash)
{
    uint32_t *slot = slot_of(t, hash), before = *slot;
    *run_table_word(t, hash) |= run_table_mask(hash);
    t->hashes[t->count++] = hash;
    *slot = (uint32_t)t->count;
    return before;
}

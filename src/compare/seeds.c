/*
 * seeds.c - see seeds.h.
 *
 * Some thousand seeds at a time enter a table by their hashes. Then the hashes of all runs of the
 * second sequence that can match one of them are looked up there, after a look at a bitmap, which
 * stays in the cache. Equal hashes count as matches: a wrong one costs time, but no answer.
 */
#include "compare/seeds.h"

#include <stdlib.h>

#include "base/least.h"
#include "base/xalloc.h"
#include "compare/run_hash.h"

enum {
    TABLE_SEEDS = 1 << 14, /* that are looked for at a time */
    SLOT_BITS = 16,        /* logarithms of the table's slots, and of the bits of the bitmap */
    BITMAP_BITS = 18,
    SAME_MOST = 4 /* if more of a table's seeds are equal, they count as matching elsewhere */
};

struct seed_table {
    const struct sequences *s;
    struct seeds *seeds;
    struct corridor_span span;
    size_t first, count; /* the seeds that are in the table */
    uint16_t *slots;     /* 1 + number of a seed in the table, the last of its hash; 0: none */
    uint16_t *next;      /* of each seed: another one of the same hash, as in a slot */
    uint64_t *hashes;
    uint64_t *bitmap;
};

/* The slot of this hash, or the free one where it belongs. */
static uint16_t *slot_of_seed(const struct seed_table *t, uint64_t hash)
{
    size_t at = run_hash_top(hash, SLOT_BITS);
    while (t->slots[at] != 0 && t->hashes[t->slots[at] - 1] != hash)
        at = (at + 1) % (1 << SLOT_BITS);
    return &t->slots[at];
}

static void enter_seed(struct seed_table *t, size_t i)
{
    size_t row = (t->first + i) * t->seeds->interval, same = 0;
    uint64_t hash = run_hash(t->s->x, t->s->width, row, t->seeds->length);
    uint16_t *slot = slot_of_seed(t, hash);
    t->hashes[i] = hash;
    t->next[i] = *slot;
    *slot = (uint16_t)(i + 1);
    for (uint16_t at = *slot; at != 0; at = t->next[at - 1])
        same++;
    for (uint16_t at = *slot; at != 0 && same > SAME_MOST; at = t->next[at - 1])
        t->seeds->elsewhere[t->first + at - 1] = true;
    if (same > SAME_MOST)
        t->next[i] = 0;
    size_t bit = run_hash_top(hash, BITMAP_BITS);
    t->bitmap[bit / 64] |= (uint64_t)1 << bit % 64;
}

/* Takes the next seeds into the table. */
static void fill_seed_table(struct seed_table *t, size_t first)
{
    size_t left = t->seeds->count - first;
    t->first = first;
    t->count = left < TABLE_SEEDS ? left : TABLE_SEEDS;
    memset(t->slots, 0, sizeof *t->slots << SLOT_BITS);
    memset(t->bitmap, 0, sizeof *t->bitmap << BITMAP_BITS >> 6);
    for (size_t i = 0; i < t->count; i++)
        enter_seed(t, i);
}

/* The run of the second sequence at this column has the hash. */
static void match_seeds(const struct seed_table *t, uint64_t hash, size_t column)
{
    for (uint16_t at = *slot_of_seed(t, hash); at != 0; at = t->next[at - 1]) {
        size_t seed = t->first + at - 1;
        int64_t diagonal = (int64_t)column - (int64_t)(seed * t->seeds->interval);
        if (diagonal >= t->span.lowest && diagonal <= t->span.highest &&
            diagonal != t->seeds->path[seed])
            t->seeds->elsewhere[seed] = true;
    }
}

/* Looks up the runs of the second sequence from column `from` to `last`, both included. */
static inline void look_up_columns(const struct seed_table *t, size_t from, size_t last,
                                   unsigned width)
{
    const unsigned char *y = t->s->y;
    const uint64_t *bitmap = t->bitmap;
    const size_t length = t->seeds->length;
    const uint64_t first_factor = run_first_factor(length);
    uint64_t hash = run_hash(y, width, from, length);
    for (size_t j = from;; j++) {
        size_t bit = run_hash_top(hash, BITMAP_BITS);
        if ((bitmap[bit / 64] >> bit % 64 & 1) != 0)
            match_seeds(t, hash, j);
        if (j == last)
            break;
        hash = run_hash_next(hash, y, width, j, length, first_factor);
    }
}

/* Looks up all runs that the seeds of the table can match within the span. */
static void find_matches(const struct seed_table *t)
{
    int64_t first = (int64_t)(t->first * t->seeds->interval);
    int64_t last = (int64_t)((t->first + t->count - 1) * t->seeds->interval);
    int64_t from = most(0, first + t->span.lowest);
    int64_t to = least((int64_t)t->s->n - (int64_t)t->seeds->length, last + t->span.highest);
    if (from > to)
        return;
    if (t->s->width == 1)
        look_up_columns(t, (size_t)from, (size_t)to, 1);
    else
        look_up_columns(t, (size_t)from, (size_t)to, t->s->width);
}

static bool find_all_matches(struct seed_table *t, double share)
{
    size_t alone = 0, done = 0;
    for (; done < t->seeds->count; done += t->count) {
        if ((double)alone < share * (double)done)
            return false;
        fill_seed_table(t, done);
        find_matches(t);
        for (size_t i = done; i < done + t->count; i++)
            alone += !t->seeds->elsewhere[i];
    }
    return (double)alone >= share * (double)done;
}

bool seeds_find(struct seeds *seeds, const struct sequences *s, struct corridor_span span,
                double share)
{
    struct seed_table t = {
        .s = s,
        .seeds = seeds,
        .span = span,
        .slots = xreallocarray(NULL, 1 << SLOT_BITS, sizeof *t.slots),
        .next = xreallocarray(NULL, TABLE_SEEDS, sizeof *t.next),
        .hashes = xreallocarray(NULL, TABLE_SEEDS, sizeof *t.hashes),
        .bitmap = xreallocarray(NULL, ((size_t)1 << BITMAP_BITS) / 64, sizeof *t.bitmap)};
    bool enough = find_all_matches(&t, share);
    free(t.slots);
    free(t.next);
    free(t.hashes);
    free(t.bitmap);
    return enough;
}

void seeds_open(struct seeds *seeds, const struct sequences *s, enum metric metric, size_t length)
{
    *seeds = (struct seeds){.length = length, .interval = length + (metric == METRIC_OSA)};
    seeds->count = length <= s->m ? (s->m - length) / seeds->interval + 1 : 0;
    seeds->path = xreallocarray(NULL, seeds->count + 1, sizeof *seeds->path);
    seeds->elsewhere = xcalloc(seeds->count + 1, sizeof *seeds->elsewhere);
    for (size_t i = 0; i < seeds->count; i++)
        seeds->path[i] = SEED_EDITED;
}

void seeds_close(struct seeds *seeds)
{
    free(seeds->path);
    free(seeds->elsewhere);
    *seeds = (struct seeds){0};
}

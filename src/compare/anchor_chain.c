/*
 * anchor_chain.c - see anchor_chain.h.
 *
 * At regular intervals, runs of the first sequence enter a table by their hashes: `stride` of them,
 * which begin one after another. Then the hashes of every stride-th run of the second sequence are
 * looked up there: so where both sequences have stride - 1 more codes than a run, one of their runs
 * is found. Threads divide the runs that are looked up.
 */
#include "compare/anchor_chain.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/xalloc.h"
#include "compare/run_table.h"
#include "plan/costs.h"

enum {
    RUN_LEAST = 8, /* codes of an anchor */
    RUN_MOST = 64,
    STRIDE_MOST = 8,
    DETOUR_MOST = 1 << 8, /* anchors */
    BY_CHANCE = 1 << 8,   /* for each run of the second sequence, this many others are possible */
    TWICE_SHARE = 4,      /* runs become longer if more than one of this many occurs twice */
    INTERVAL_LEAST = 16,  /* codes from one place in the first sequence to the next */
    PLACES_MOST = 1 << 15,
    PIECE = 1 << 18 /* codes of the second sequence that a thread looks up at a time */
};

static const double EDITS_STEP = 0.02, EDITS_MOST = 0.5; /* for each code */

enum { NOWHERE = -1, TWICE = -2 };

struct anchor_search {
    const struct sequences *s;
    unsigned threads;
    size_t length, stride, interval; /* of a run; from one place to the next */
    struct run_table table;          /* entry i: run i % stride of place i / stride */
    atomic_llong *columns;           /* of entries; NOWHERE: not found yet; TWICE: no anchor */
    struct anchor *anchors;          /* their rows ascend */
    size_t count;
};

static void enter_runs(struct anchor_search *t)
{
    for (size_t place = 0; place + t->length + t->stride - 1 <= t->s->m; place += t->interval) {
        for (size_t i = 0; i < t->stride; i++) {
            uint64_t hash = run_hash(t->s->x, t->s->width, place + i, t->length);
            uint32_t before = run_table_add(&t->table, hash);
            if (before != 0)
                atomic_init(&t->columns[before - 1], TWICE);
            atomic_init(&t->columns[t->table.count - 1], before != 0 ? TWICE : NOWHERE);
        }
    }
}

static void found(struct anchor_search *t, uint64_t hash, size_t column)
{
    uint32_t entry = run_table_find(&t->table, hash);
    long long expected = NOWHERE;
    if (entry != 0 &&
        !atomic_compare_exchange_strong(&t->columns[entry - 1], &expected, (long long)column))
        atomic_store(&t->columns[entry - 1], TWICE);
}

/* Looks up the runs that begin in columns [from, to). */
static inline void look_up_piece(struct anchor_search *t, size_t from, size_t to, unsigned width)
{
    const struct run_table table = t->table;
    const size_t length = t->length, stride = t->stride;
    const unsigned char *y = t->s->y;
    for (size_t j = (from + stride - 1) / stride * stride; j < to; j += stride) {
        uint64_t hash = run_hash(y, width, j, length);
        if (run_table_may_have(&table, hash))
            found(t, hash, j);
    }
}

/* Looks up piece `piece` of the second sequence. */
static void look_up_runs(void *search, size_t piece)
{
    struct anchor_search *t = search;
    size_t end = t->s->n - t->length + 1, from = piece * PIECE;
    size_t to = end - from < PIECE ? end : from + PIECE;
    if (t->s->width == 1)
        look_up_piece(t, from, to, 1);
    else
        look_up_piece(t, from, to, t->s->width);
}

/* Keeps the longest chain of anchors, whose rows and columns ascend. (M. L. Fredman, "On computing
 * the length of longest increasing subsequences", Discrete Mathematics 11, 1975.) */
static void keep_chain(struct anchor_search *t)
{
    int32_t *ends =
        xreallocarray(NULL, t->count + 1, sizeof *ends); /* of the best chains by length */
    int32_t *before = xreallocarray(NULL, t->count + 1, sizeof *before);
    size_t longest = 0;
    for (size_t i = 0; i < t->count; i++) {
        size_t column = t->anchors[i].column, low = 0, high = longest;
        if (longest > 0 && t->anchors[ends[longest - 1]].column < column)
            low = longest;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (t->anchors[ends[middle]].column < column)
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low > 0 ? ends[low - 1] : -1;
        ends[low] = (int32_t)i;
        longest += low == longest;
    }
    /* The chain is written over the anchors from its end: it lies behind what is still to be read.
     */
    size_t at = t->count;
    for (int32_t i = longest > 0 ? ends[longest - 1] : -1; i >= 0; i = before[i])
        t->anchors[--at] = t->anchors[i];
    memmove(t->anchors, t->anchors + at, longest * sizeof *t->anchors);
    t->count = longest;
    free(ends);
    free(before);
}

static int64_t diagonal_of(const struct anchor *a)
{
    return (int64_t)a->column - (int64_t)a->row;
}

/* Removes anchors that the path reaches only by a detour, as in texts that repeat themselves: one
 * that is left out costs an edit for each of its codes at most, and each diagonal to another anchor
 * an edit. An anchor that is half a run or less aside is never worth leaving out the one before. */
static void drop_detours(struct anchor_search *t)
{
    int64_t *costs = xreallocarray(NULL, t->count + 1, sizeof *costs);
    size_t *before = xreallocarray(NULL, t->count + 1, sizeof *before), end = SIZE_MAX;
    int64_t corner = (int64_t)t->s->n - (int64_t)t->s->m, length = (int64_t)t->length;
    int64_t best_end = llabs(corner) + (int64_t)t->count * length; /* without any */
    for (size_t i = 0; i < t->count; i++) {
        int64_t diagonal = diagonal_of(&t->anchors[i]), left_out = (int64_t)i;
        costs[i] = llabs(diagonal) + left_out * length;
        before[i] = SIZE_MAX;
        for (size_t back = 1; back <= i && back <= DETOUR_MOST; back++) {
            int64_t aside = llabs(diagonal - diagonal_of(&t->anchors[i - back]));
            int64_t cost = costs[i - back] + aside + (int64_t)(back - 1) * length;
            if (cost < costs[i]) {
                costs[i] = cost;
                before[i] = i - back;
            }
            if (back == 1 && 2 * aside <= length)
                break;
        }
        int64_t whole = costs[i] + llabs(corner - diagonal) + (int64_t)(t->count - 1 - i) * length;
        end = whole < best_end ? i : end;
        best_end = whole < best_end ? whole : best_end;
    }
    size_t at = t->count;
    while (end != SIZE_MAX) {
        t->anchors[--at] = t->anchors[end];
        end = before[end];
    }
    t->count -= at;
    memmove(t->anchors, t->anchors + at, t->count * sizeof *t->anchors);
    free(costs);
    free(before);
}

/* Returns the share of codes that are likely to be edited: a run stays an anchor if none of its
 * codes is.
 */
static double likely_edits(const struct anchor_search *t)
{
    size_t places = t->s->m / t->interval + 1;
    double runs = (double)places, kept = 0;
    double edits = 0;
    do {
        edits += EDITS_STEP;
        kept = runs;
        for (size_t i = 0; i < t->length + t->stride - 1; i++)
            kept *= 1 - edits;
    } while (kept > (double)t->count && edits < EDITS_MOST);
    return edits;
}

/* Enters and looks up the runs of this length. Returns whether many anchors stand twice. */
static bool find_anchors(struct anchor_search *t, size_t length)
{
    size_t once = 0, twice = 0;
    t->length = length;
    t->count = 0;
    run_table_clear(&t->table);
    if (length > t->s->m || length > t->s->n)
        return false;
    enter_runs(t);
    in_pieces_or_die(t->threads, (t->s->n - length) / PIECE + 1, look_up_runs, t);
    for (size_t i = 0; i < t->table.count; i++) {
        long long column = t->columns[i];
        if (column >= 0)
            t->anchors[t->count++] =
                (struct anchor){i / t->stride * t->interval + i % t->stride, (size_t)column};
        once += column >= 0;
        twice += column == TWICE;
    }
    return twice * TWICE_SHARE > once;
}

void anchor_chain_find(struct anchor_chain *chain, const struct sequences *s, unsigned threads)
{
    struct anchor_search search = {.s = s, .threads = threads}, *t = &search;
    size_t length = run_unlikely_length(s, BY_CHANCE * (double)s->n, RUN_LEAST, RUN_MOST);
    t->interval = s->m / PLACES_MOST + 1;
    t->interval = t->interval < INTERVAL_LEAST ? INTERVAL_LEAST : t->interval;
    for (t->stride = 1;
         t->stride < STRIDE_MOST && 2 * COST_ENTER_RUN * t->stride * t->stride <= t->interval;)
        t->stride *= 2;
    size_t runs = (s->m / t->interval + 1) * t->stride;
    run_table_open(&t->table, runs);
    t->columns = xreallocarray(NULL, runs, sizeof *t->columns);
    t->anchors = xreallocarray(NULL, runs, sizeof *t->anchors);
    while (find_anchors(t, length) && length < RUN_MOST)
        length *= 2;
    keep_chain(t);
    drop_detours(t);
    run_table_close(&t->table);
    free(t->columns);
    *chain = (struct anchor_chain){t->anchors, t->count, likely_edits(t)};
}

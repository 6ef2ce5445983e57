/*
 * seeds.c - see seeds.h.
 *
 * Some seeds at a time enter a table by the hashes of their runs: `stride` of them, which begin one
 * after another. Then the hashes of every stride-th run of the second sequence that can match one
 * of them are looked up there: where a seed matches, one of its runs does. Equal hashes count as
 * matches: a wrong one costs time, but no answer.
 *
 * Threads take tables by turns.
 */
#include "compare/seeds.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/least.h"
#include "base/parallel.h"
#include "base/xalloc.h"
#include "compare/run_table.h"

enum {
    TABLE_RUNS = 1 << 14, /* that are looked for at a time, at least; */
    SPAN_SHARE = 4, /* and more where they would be less than this part of the span looked up */
    SAME_MOST = 4   /* if more of a table's runs are equal, they count as matching elsewhere */
};

struct seed_search {
    const struct sequences *s;
    struct seeds *seeds;
    struct diagonal_span span;
    double share;
    size_t of_table;           /* seeds of a table */
    atomic_size_t next;        /* the first seed that is in no table yet */
    atomic_size_t done, alone; /* seeds that are looked up; those that match nowhere else */
    atomic_bool given_up;
};

/* Run r of the table is run r % stride of seed first + r / stride. */
struct seed_table {
    struct seed_search *search;
    size_t first, count; /* the seeds that are in the table */
    struct run_table runs;
    uint32_t *next; /* of each run: 1 + number of another one of the same hash, or 0 */
};

static size_t seed_of_run(const struct seed_table *t, uint32_t run)
{
    return t->first + run / t->search->seeds->stride;
}

static void enter_run(struct seed_table *t, uint64_t hash)
{
    uint32_t run = (uint32_t)t->runs.count, same = 1;
    t->next[run] = run_table_add(&t->runs, hash);
    for (uint32_t at = t->next[run]; at != 0; at = t->next[at - 1])
        same++;
    if (same <= SAME_MOST)
        return;
    for (uint32_t at = run + 1; at != 0; at = t->next[at - 1])
        t->search->seeds->elsewhere[seed_of_run(t, at - 1)] = true;
    t->next[run] = 0;
}

/* Takes the seeds from `first` on into the table. */
static void fill_seed_table(struct seed_table *t, size_t first)
{
    const struct sequences *s = t->search->s;
    const struct seeds *seeds = t->search->seeds;
    size_t left = seeds->count - first, length = seeds->length - seeds->stride + 1;
    t->first = first;
    t->count = left < t->search->of_table ? left : t->search->of_table;
    run_table_clear(&t->runs);
    for (size_t seed = first; seed < first + t->count; seed++)
        for (size_t i = 0; i < seeds->stride; i++)
            enter_run(t, run_hash(s->x, s->width, seed * seeds->interval + i, length));
}

/* The run of the second sequence at this column has the hash. */
static void match_seeds(const struct seed_table *t, uint64_t hash, size_t column)
{
    struct seeds *seeds = t->search->seeds;
    struct diagonal_span span = t->search->span;
    for (uint32_t at = run_table_find(&t->runs, hash); at != 0; at = t->next[at - 1]) {
        size_t seed = seed_of_run(t, at - 1), row = (at - 1) % seeds->stride;
        int64_t diagonal = (int64_t)column - (int64_t)(seed * seeds->interval + row);
        if (diagonal >= span.lowest && diagonal <= span.highest && diagonal != seeds->path[seed])
            seeds->elsewhere[seed] = true;
    }
}

/* Looks up runs of the second sequence that begin in columns from `from` to `last`. */
static inline void look_up_columns(const struct seed_table *t, size_t from, size_t last,
                                   unsigned width)
{
    const unsigned char *y = t->search->s->y;
    const struct run_table runs = t->runs;
    const size_t stride = t->search->seeds->stride;
    const size_t length = t->search->seeds->length - stride + 1;
    for (size_t j = (from + stride - 1) / stride * stride; j <= last; j += stride) {
        uint64_t hash = run_hash(y, width, j, length);
        if (run_table_may_have(&runs, hash))
            match_seeds(t, hash, j);
    }
}

/* Looks up all runs that those of the table can match within the span. It holds the diagonals of
 * both corners, so that there are some. */
static void find_matches(const struct seed_table *t)
{
    const struct seeds *seeds = t->search->seeds;
    const struct sequences *s = t->search->s;
    int64_t aside = (int64_t)seeds->stride - 1, length = (int64_t)seeds->length - aside;
    int64_t first = (int64_t)(t->first * seeds->interval);
    int64_t last = (int64_t)((t->first + t->count - 1) * seeds->interval) + aside;
    int64_t from = most(0, first + t->search->span.lowest);
    int64_t to = least((int64_t)s->n - length, last + t->search->span.highest);
    if (s->width == 1)
        look_up_columns(t, (size_t)from, (size_t)to, 1);
    else
        look_up_columns(t, (size_t)from, (size_t)to, s->width);
}

static bool enough_alone(const struct seed_search *search)
{
    return (double)atomic_load(&search->alone) >=
           search->share * (double)atomic_load(&search->done);
}

static void *find_all_matches(void *context)
{
    struct seed_search *search = context;
    const struct seeds *seeds = search->seeds;
    struct seed_table t = {.search = search};
    size_t runs = search->of_table * seeds->stride, first;
    run_table_open(&t.runs, runs);
    t.next = xreallocarray(NULL, runs, sizeof *t.next);
    while (!atomic_load(&search->given_up) &&
           (first = atomic_fetch_add(&search->next, search->of_table)) < seeds->count) {
        size_t alone = 0;
        fill_seed_table(&t, first);
        find_matches(&t);
        for (size_t i = first; i < first + t.count; i++)
            alone += !seeds->elsewhere[i];
        atomic_fetch_add(&search->alone, alone);
        atomic_fetch_add(&search->done, t.count);
        if (!enough_alone(search))
            atomic_store(&search->given_up, true);
    }
    run_table_close(&t.runs);
    free(t.next);
    return NULL;
}

bool seeds_find(struct seeds *seeds, const struct sequences *s, struct diagonal_span span,
                double share, unsigned threads)
{
    struct seed_search search = {.s = s, .seeds = seeds, .span = span, .share = share};
    size_t least_of_span = (size_t)(span.highest - span.lowest) / seeds->interval / SPAN_SHARE;
    search.of_table = TABLE_RUNS / seeds->stride;
    if (search.of_table < least_of_span)
        search.of_table = least_of_span;
    if (search.of_table > seeds->count)
        search.of_table = seeds->count;
    size_t tables = (seeds->count + search.of_table - 1) / search.of_table;
    in_parallel_or_die(tables < threads ? (unsigned)tables : threads, find_all_matches, &search);
    return enough_alone(&search);
}

void seeds_open(struct seeds *seeds, const struct sequences *s, size_t length, size_t stride,
                size_t interval)
{
    *seeds = (struct seeds){.length = length, .stride = stride, .interval = interval};
    seeds->count = (s->m - length) / seeds->interval + 1;
    seeds->path = xreallocarray(NULL, seeds->count + 1, sizeof *seeds->path);
    seeds->elsewhere = xcalloc(seeds->count + 1, sizeof *seeds->elsewhere);
}

void seeds_close(struct seeds *seeds)
{
    free(seeds->path);
    free(seeds->elsewhere);
    *seeds = (struct seeds){0};
}

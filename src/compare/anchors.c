/*
 * anchors.c - see anchors.h.
 *
 * At regular intervals, runs of the first sequence enter a table by their hashes: `stride` of them,
 * which begin one after another. Then the hashes of every stride-th run of the second sequence are
 * looked up there: so where both sequences have stride - 1 more codes than a run, one of their runs
 * is found. Hashes only propose anchors: how many codes are really equal there is counted again.
 *
 * Threads divide the runs that are looked up, and the gaps between anchors.
 */
#include "compare/anchors.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/xalloc.h"
#include "compare/diagonals.h"
#include "compare/hirschberg.h"
#include "compare/run_table.h"
#include "plan/costs.h"

enum {
    RUN_LEAST = 8, /* codes of an anchor */
    RUN_MOST = 64,
    STRIDE_MOST = 8,
    ENTER_COST = 20,     /* entering a run takes as long as this many lookups */
    BY_CHANCE = 1 << 8,  /* for each run of the second sequence, this many others are possible */
    TWICE_SHARE = 4,     /* runs become longer if one of this many stands twice */
    INTERVAL_LEAST = 16, /* codes from one place in the first sequence to the next */
    PLACES_MOST = 1 << 15,
    PIECE = 1 << 18,   /* codes of the second sequence that a thread looks up at a time */
    PIECE_GAPS = 64,   /* gaps that it aligns at a time */
    LEAF = 1 << 14,    /* words of a table whose moves are kept */
    LEVELS_FIRST = 32, /* edits that diagonals look for between two anchors, and their growth */
    LEVELS_GROWTH = 2
};

static const double EDITS_STEP = 0.02, EDITS_MOST = 0.5; /* for each code */

enum { NOWHERE = -1, TWICE = -2 };

struct anchor {
    size_t row, column; /* where the run begins */
};

struct anchor_search {
    const struct sequences *s;
    unsigned threads;
    size_t length, stride, interval; /* of a run; from one place to the next */
    struct run_table table;          /* entry i: run i % stride of place i / stride */
    atomic_llong *columns;           /* of entries; NOWHERE: not found yet; TWICE: no anchor */
    atomic_size_t next;              /* the first code that no thread looks up yet */
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

static void *look_up_runs(void *search)
{
    struct anchor_search *t = search;
    size_t end = t->s->n - t->length + 1, from;
    while ((from = atomic_fetch_add(&t->next, PIECE)) < end) {
        size_t to = end - from < PIECE ? end : from + PIECE;
        if (t->s->width == 1)
            look_up_piece(t, from, to, 1);
        else
            look_up_piece(t, from, to, t->s->width);
    }
    return NULL;
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

/* What lies between the anchors: before the first, after the last, and from each to the next where
 * they do not overlap, without equal ends. Returns how many there are. */
static size_t find_gaps(const struct anchor_search *t, struct sequences *gaps)
{
    const struct sequences *s = t->s;
    size_t i = 0, j = 0, count = 0, prefix, suffix; /* it is aligned up to row i and column j */
    for (size_t a = 0; a <= t->count; a++) {
        size_t row = a < t->count ? t->anchors[a].row : s->m;
        size_t column = a < t->count ? t->anchors[a].column : s->n;
        if (row < i || column < j)
            continue;
        struct sequences gap = sequences_part(s, i, row - i, j, column - j);
        gaps[count++] = sequences_between_ends(&gap, &prefix, &suffix);
        size_t run = sequences_run(s, row, column);
        i = row + run;
        j = column + run;
    }
    return count;
}

/* Nanoseconds of a distance by diagonals. The alignment takes twice as long. */
static double diagonals_cost(double levels)
{
    return COST_STEP * levels * levels / 2;
}

static double align_cost(const struct sequences *gap)
{
    return COST_ALIGN_BEGIN + sequences_cells(gap) * COST_ALIGN_CELL;
}

static bool diagonals_are_cheap(const struct sequences *gap, uint64_t distance)
{
    return 2 * diagonals_cost((double)distance) < align_cost(gap);
}

/* The share of codes that are likely to be edited: a run stays an anchor if none of its codes is.
 */
static double likely_edits(const struct anchor_search *t)
{
    double runs = (double)(t->s->m / t->interval + 1), kept = 0;
    double edits = 0;
    do {
        edits += EDITS_STEP;
        kept = runs;
        for (size_t i = 0; i < t->length + t->stride - 1; i++)
            kept *= 1 - edits;
    } while (kept > (double)t->count && edits < EDITS_MOST);
    return edits;
}

/* Nanoseconds, if this share of the codes is edited. */
static double likely_cost(const struct sequences *gap, double edits)
{
    double m = (double)gap->m, n = (double)gap->n, align = align_cost(gap);
    double diagonals = 3 * diagonals_cost(m < n ? n - (1 - edits) * m : m - (1 - edits) * n);
    return m == 0 || n == 0 ? 0 : diagonals < align ? diagonals : align;
}

/* Some neighbouring gaps, and what is found of them. */
struct gap_piece {
    uint64_t unknown;   /* edits that are only counted */
    struct script path; /* from the end of the gap before them to the end of the last one */
};

struct gap_job {
    const struct sequences *s;
    const struct sequences *gaps;
    size_t count;
    struct hirschberg align;
    bool affordable;
    atomic_llong nanoseconds; /* that may still be spent */
    atomic_size_t next;       /* the first piece that no thread has */
    struct gap_piece *pieces;
};

/* Returns whether so much time is left, and takes it. */
static bool spend(struct gap_job *job, double nanoseconds)
{
    return atomic_fetch_sub(&job->nanoseconds, (long long)nanoseconds) >= (long long)nanoseconds;
}

/* Aligns a gap by diagonals if they are the cheaper way. */
static bool align_by_diagonals(struct gap_job *job, const struct sequences *gap,
                               struct script *path)
{
    enum metric metric = job->align.metric;
    for (uint64_t most = LEVELS_FIRST; diagonals_are_cheap(gap, most); most *= LEVELS_GROWTH) {
        uint64_t distance = diagonals_distance(gap, metric, most, NULL);
        bool found = distance != DIAGONALS_MORE;
        if (!spend(job, diagonals_cost((double)(found ? distance : most))))
            return false;
        if (found) {
            diagonals_align(gap, metric, distance, NULL, path);
            return true;
        }
    }
    return false;
}

/* An alignment of an edit for each code. */
static void align_nowhere(const struct sequences *gap, enum metric metric, struct script *path)
{
    uint64_t pairs = metric == METRIC_INDEL ? 0 : gap->m < gap->n ? gap->m : gap->n;
    script_add(path, 'X', pairs);
    script_add(path, 'D', gap->m - pairs);
    script_add(path, 'I', gap->n - pairs);
}

/* Aligns a gap while there is time. Returns how many of the edits are only counted. */
static uint64_t align_gap(struct gap_job *job, const struct sequences *gap, struct script *path)
{
    bool trivial = gap->m == 0 || gap->n == 0;
    if (!trivial && job->affordable && align_by_diagonals(job, gap, path))
        return 0;
    if (!trivial && job->affordable && spend(job, align_cost(gap))) {
        hirschberg_align(&job->align, gap, UINT64_MAX, path);
        return 0;
    }
    align_nowhere(gap, job->align.metric, path);
    uint64_t longer = gap->m > gap->n ? gap->m : gap->n;
    return trivial ? 0 : job->align.metric == METRIC_INDEL ? gap->m + gap->n : longer;
}

static void *align_gaps(void *context)
{
    struct gap_job *job = context;
    size_t at, width = job->s->width;
    while ((at = atomic_fetch_add(&job->next, 1)) * PIECE_GAPS < job->count) {
        size_t first = at * PIECE_GAPS, left = job->count - first;
        size_t end = left < PIECE_GAPS ? job->count : first + PIECE_GAPS;
        struct gap_piece *piece = &job->pieces[at];
        const unsigned char *aligned = job->s->x;
        if (first > 0)
            aligned = job->gaps[first - 1].x + job->gaps[first - 1].m * width;
        for (const struct sequences *gap = job->gaps + first; gap < job->gaps + end; gap++) {
            script_add(&piece->path, '=', (uint64_t)(gap->x - aligned) / width);
            aligned = gap->x + gap->m * width;
            piece->unknown += align_gap(job, gap, &piece->path);
        }
    }
    return NULL;
}

/* Aligns the gaps, and adds all to the path. */
static struct anchors_bound gaps_bound(struct gap_job *job, unsigned threads, struct script *path)
{
    const struct sequences *s = job->s, *last = &job->gaps[job->count - 1];
    size_t pieces = job->count / PIECE_GAPS + 1;
    struct anchors_bound bound = {0};
    job->pieces = xcalloc(pieces, sizeof *job->pieces);
    in_parallel_or_die(pieces < threads ? (unsigned)pieces : threads, align_gaps, job);
    for (size_t i = 0; i < pieces; i++) {
        bound.unknown += job->pieces[i].unknown;
        script_append(path, &job->pieces[i].path);
        script_free(&job->pieces[i].path);
    }
    script_add(path, '=', (uint64_t)(s->x + s->m * s->width - last->x) / s->width - last->m);
    bound.distance = script_edits(path);
    free(job->pieces);
    return bound;
}

/* Enters and looks up the runs of this length. Returns whether many anchors stand twice. */
static bool find_anchors(struct anchor_search *t, size_t length)
{
    size_t once = 0, twice = 0;
    t->length = length;
    t->count = 0;
    t->next = 0;
    run_table_clear(&t->table);
    if (length > t->s->m || length > t->s->n)
        return false;
    enter_runs(t);
    size_t pieces = t->s->n / PIECE + 1;
    in_parallel_or_die(pieces < t->threads ? (unsigned)pieces : t->threads, look_up_runs, t);
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

static void anchors_find(struct anchor_search *t)
{
    const struct sequences *s = t->s;
    size_t length = run_unlikely_length(s, BY_CHANCE * (double)s->n, RUN_LEAST, RUN_MOST);
    t->interval = s->m / PLACES_MOST + 1;
    t->interval = t->interval < INTERVAL_LEAST ? INTERVAL_LEAST : t->interval;
    for (t->stride = 1;
         t->stride < STRIDE_MOST && 2 * ENTER_COST * t->stride * t->stride <= t->interval;)
        t->stride *= 2;
    size_t runs = (s->m / t->interval + 1) * t->stride;
    run_table_open(&t->table, runs);
    t->columns = xreallocarray(NULL, runs, sizeof *t->columns);
    t->anchors = xreallocarray(NULL, runs, sizeof *t->anchors);
    while (find_anchors(t, length) && length < RUN_MOST)
        length *= 2;
    keep_chain(t);
    run_table_close(&t->table);
    free(t->columns);
}

struct anchors_bound anchors_bound(const struct sequences *s, enum metric metric,
                                   const struct strips_kernel *kernel, unsigned threads,
                                   double nanoseconds, struct script *path)
{
    struct anchor_search t = {.s = s, .threads = threads};
    anchors_find(&t);
    struct sequences *gaps = xreallocarray(NULL, t.count + 1, sizeof *gaps);
    struct gap_job job = {.s = s,
                          .gaps = gaps,
                          .count = find_gaps(&t, gaps),
                          .align = {.metric = metric,
                                    .run = {.kernel = kernel, .threads = 1},
                                    .leaf = LEAF,
                                    .by_diagonals = diagonals_are_cheap},
                          .nanoseconds = (long long)nanoseconds};
    double likely = 0, edits = likely_edits(&t);
    for (size_t g = 0; g < job.count; g++)
        likely += likely_cost(&gaps[g], edits);
    job.affordable = likely <= nanoseconds;
    struct anchors_bound bound = gaps_bound(&job, threads, path);
    free(gaps);
    free(t.anchors);
    return bound;
}

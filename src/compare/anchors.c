/*
 * anchors.c - see anchors.h.
 *
 * How many codes are really equal at an anchor is counted. Threads divide the gaps between anchors.
 */
#include "compare/anchors.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/xalloc.h"
#include "compare/anchor_chain.h"
#include "compare/diagonals.h"
#include "compare/hirschberg.h"
#include "plan/costs.h"

enum {
    DEPTH_MOST = 3,    /* of gaps in gaps */
    PIECE_GAPS = 64,   /* gaps that a thread aligns at a time */
    LEAF = 1 << 14,    /* words of a table whose moves are kept */
    LEVELS_FIRST = 32, /* edits that diagonals look for between two anchors, and their growth */
    LEVELS_GROWTH = 2
};

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

/* Nanoseconds, if this share of the codes is edited. */
static double likely_cost(const struct sequences *gap, double edits)
{
    double m = (double)gap->m, n = (double)gap->n, align = align_cost(gap);
    double diagonals = 3 * diagonals_cost(m < n ? n - (1 - edits) * m : m - (1 - edits) * n);
    return m == 0 || n == 0 ? 0 : diagonals < align ? diagonals : align;
}

static bool is_large(const struct sequences *gap, double edits)
{
    return likely_cost(gap, edits) > COST_DIVIDE_PAYS * COST_ANCHORS * (double)(gap->m + gap->n);
}

/* What lies between anchors, without equal ends. */
struct gap_list {
    struct sequences *gaps; /* from the first to the last; owned */
    size_t count, capacity;
    double edits; /* for each code, as is likely */
};

/* Adds the gaps before, between and after anchors that do not overlap. Large gaps are divided by
 * anchors of their own: a run that the whole has twice may stand there once. */
static void find_gaps(struct gap_list *list, const struct sequences *s, unsigned threads,
                      unsigned depth)
{
    struct anchor_chain chain;
    size_t i = 0, j = 0, prefix, suffix; /* it is aligned up to row i and column j */
    anchor_chain_find(&chain, s, threads);
    list->edits = depth == 0 ? chain.edits : list->edits;
    for (size_t a = 0; a <= chain.count; a++) {
        size_t row = a < chain.count ? chain.anchors[a].row : s->m;
        size_t column = a < chain.count ? chain.anchors[a].column : s->n;
        if (row < i || column < j)
            continue;
        struct sequences gap = sequences_part(s, i, row - i, j, column - j);
        gap = sequences_between_ends(&gap, &prefix, &suffix);
        size_t run = sequences_run(s, row, column);
        i = row + run;
        j = column + run;
        if (depth < DEPTH_MOST && chain.count > 0 && is_large(&gap, list->edits)) {
            find_gaps(list, &gap, threads, depth + 1);
            continue;
        }
        xgrow(&list->gaps, &list->capacity, list->count + 1, sizeof *list->gaps);
        list->gaps[list->count++] = gap;
    }
    free(chain.anchors);
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
    double edits;             /* for each code, as is likely */
    double dearest;           /* a gap that is likely to take longer is not aligned */
    atomic_llong nanoseconds; /* of a processor, that may still be spent */
    atomic_size_t next;       /* the first piece that no thread has */
    struct gap_piece *pieces;
};

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Returns the likely cost of the dearest gap that can be aligned after all cheaper ones, and by one
 * thread within `most` nanoseconds. */
static double dearest_affordable(const struct gap_job *job, double most)
{
    double *costs = xreallocarray(NULL, job->count, sizeof *costs), left, dearest = 0;
    for (size_t g = 0; g < job->count; g++)
        costs[g] = likely_cost(&job->gaps[g], job->edits);
    qsort(costs, job->count, sizeof *costs, by_value);
    left = (double)atomic_load(&job->nanoseconds);
    for (size_t g = 0; g < job->count && costs[g] <= most && (left -= costs[g]) >= 0; g++)
        dearest = costs[g];
    free(costs);
    return dearest;
}

/* Returns whether this much time is left, and takes it. */
static bool spend(struct gap_job *job, double nanoseconds)
{
    return atomic_fetch_sub(&job->nanoseconds, (long long)nanoseconds) >= (long long)nanoseconds;
}

/* Aligns a gap by diagonals if they are the cheaper way. */
static bool align_by_diagonals(struct gap_job *job, const struct sequences *gap,
                               struct script *path)
{
    enum metric metric = job->align.metric;
    for (uint64_t most = LEVELS_FIRST;
         diagonals_are_cheap(gap, most) && spend(job, diagonals_cost((double)most));
         most *= LEVELS_GROWTH) {
        uint64_t distance = diagonals_distance(gap, metric, most, NULL);
        if (distance != DIAGONALS_MORE) {
            double left = diagonals_cost((double)most) - diagonals_cost((double)distance);
            atomic_fetch_add(&job->nanoseconds, (long long)left);
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
    bool affordable = !trivial && likely_cost(gap, job->edits) <= job->dearest;
    if (affordable && align_by_diagonals(job, gap, path))
        return 0;
    if (affordable && spend(job, align_cost(gap))) {
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

struct anchors_bound anchors_bound(const struct sequences *s, enum metric metric,
                                   const struct strips_kernel *kernel, unsigned threads,
                                   double nanoseconds, struct script *path)
{
    struct gap_list list = {0};
    find_gaps(&list, s, threads, 0);
    struct gap_job job = {.s = s,
                          .gaps = list.gaps,
                          .count = list.count,
                          .align = {.metric = metric,
                                    .run = {.kernel = kernel, .threads = 1},
                                    .leaf = LEAF,
                                    .by_diagonals = diagonals_are_cheap},
                          .edits = list.edits,
                          .nanoseconds = (long long)(nanoseconds * threads)};
    job.dearest = dearest_affordable(&job, nanoseconds);
    struct anchors_bound bound = gaps_bound(&job, threads, path);
    free(list.gaps);
    return bound;
}

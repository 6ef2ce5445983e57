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
    DEPTH_MOST = 3,  /* of gaps in gaps */
    PIECE_GAPS = 16, /* gaps of the list that a thread aligns at a time */
    GAPS_FOR_THREAD =
        4,          /* a gap that is longer than this part of a thread's share is divided by all */
    LEAF = 1 << 14, /* words of a table whose moves are kept */
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

/* What lies between two anchors, without equal ends. */
struct anchor_gap {
    struct sequences s;
    unsigned depth; /* of the anchors that a thread is to look for in it; 0: none */
};

struct gap_list {
    struct anchor_gap *gaps; /* from the first to the last; owned */
    size_t count, capacity;
};

/* Some neighbouring gaps, and what is found of them. */
struct gap_piece {
    const struct anchor_gap *gaps;
    size_t count;
    const unsigned char *from, *to; /* in the first sequence: the end of the last gap before, and of
                                       the last of these */
    uint64_t unknown, edits;        /* edits that are only counted; edits of the path */
};

struct gap_job {
    const struct sequences *s;
    double edits;             /* for each code, as is likely */
    double most;              /* nanoseconds: a gap that is likely to take longer is not aligned */
    atomic_llong nanoseconds; /* of a processor, that may still be spent */
    struct hirschberg align;
    struct gap_list list; /* the gaps that all threads find together */
    struct gap_piece *pieces;
    struct script *paths; /* of the pieces */
    size_t count;
};

static void add_gap(struct gap_list *list, const struct anchor_gap *gap)
{
    xgrow(&list->gaps, &list->capacity, list->count + 1, sizeof *list->gaps);
    list->gaps[list->count++] = *gap;
}

/* Adds the gaps before, between and after anchors that do not overlap. Large gaps are divided by
 * anchors of their own: a run that the whole has twice may stand there once. Where there are
 * several threads, one divides a gap when it aligns it (align_piece()), unless that would keep it
 * busy while others wait. */
static void find_gaps(struct gap_job *job, struct gap_list *list, const struct sequences *s,
                      unsigned threads, unsigned depth)
{
    struct anchor_chain chain;
    size_t i = 0, j = 0, prefix, suffix; /* it is aligned up to row i and column j */
    size_t share = (job->s->m + job->s->n) / threads / GAPS_FOR_THREAD;
    anchor_chain_find(&chain, s, threads);
    if (depth == 0) /* else threads read it */
        job->edits = chain.edits;
    for (size_t a = 0; a <= chain.count; a++) {
        size_t row = a < chain.count ? chain.anchors[a].row : s->m;
        size_t column = a < chain.count ? chain.anchors[a].column : s->n;
        if (row < i || column < j)
            continue;
        struct anchor_gap gap = {sequences_part(s, i, row - i, j, column - j), 0};
        gap.s = sequences_between_ends(&gap.s, &prefix, &suffix);
        size_t run = sequences_run(s, row, column);
        i = row + run;
        j = column + run;
        if (depth < DEPTH_MOST && chain.count > 0 && is_large(&gap.s, job->edits))
            gap.depth = depth + 1;
        if (gap.depth > 0 && (threads == 1 || gap.s.m + gap.s.n > share))
            find_gaps(job, list, &gap.s, threads, gap.depth);
        else
            add_gap(list, &gap);
    }
    free(chain.anchors);
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
    uint64_t pairs = metric == METRIC_INDEL ? 0 : sequences_shorter(gap);
    script_add(path, 'X', pairs);
    script_add(path, 'D', gap->m - pairs);
    script_add(path, 'I', gap->n - pairs);
}

/* Aligns a gap while there is time. Returns how many of the edits are only counted. */
static uint64_t align_gap(struct gap_job *job, const struct sequences *gap, struct script *path)
{
    bool trivial = gap->m == 0 || gap->n == 0;
    bool affordable = !trivial && likely_cost(gap, job->edits) <= job->most;
    if (affordable && align_by_diagonals(job, gap, path))
        return 0;
    if (affordable && spend(job, align_cost(gap))) {
        hirschberg_align(&job->align, gap, UINT64_MAX, path);
        return 0;
    }
    align_nowhere(gap, job->align.metric, path);
    return trivial                             ? 0
           : job->align.metric == METRIC_INDEL ? gap->m + gap->n
                                               : sequences_longer(gap);
}

/* Adds what is equal from *aligned to the gap, and the gap. */
static void add_to_path(struct gap_job *job, struct gap_piece *piece, const struct sequences *gap,
                        const unsigned char **aligned, struct script *path)
{
    script_add(path, '=', (uint64_t)(gap->x - *aligned) / gap->width);
    *aligned = gap->x + gap->m * gap->width;
    piece->unknown += align_gap(job, gap, path);
}

/* Aligns the gaps of a piece, and divides those that are large before. */
static void align_piece(void *context, size_t at)
{
    struct gap_job *job = context;
    struct gap_piece *piece = &job->pieces[at];
    struct script path = {0};
    const unsigned char *aligned = piece->from;
    for (const struct anchor_gap *gap = piece->gaps; gap < piece->gaps + piece->count; gap++) {
        struct gap_list parts = {0};
        if (gap->depth > 0)
            find_gaps(job, &parts, &gap->s, 1, gap->depth);
        else
            add_to_path(job, piece, &gap->s, &aligned, &path);
        for (size_t i = 0; i < parts.count; i++)
            add_to_path(job, piece, &parts.gaps[i].s, &aligned, &path);
        free(parts.gaps);
    }
    script_add(&path, '=', (uint64_t)(piece->to - aligned) / job->s->width);
    piece->edits = script_edits(&path);
    job->paths[at] = path;
}

/* Cuts the list into pieces, and aligns them. */
static void align_list(struct gap_job *job, unsigned threads)
{
    size_t gaps = job->list.count, width = job->s->width;
    const unsigned char *from = job->s->x;
    job->count = (gaps + PIECE_GAPS - 1) / PIECE_GAPS;
    job->pieces = xcalloc(job->count, sizeof *job->pieces);
    job->paths = xcalloc(job->count, sizeof *job->paths);
    for (size_t i = 0; i < job->count; i++) {
        size_t first = i * PIECE_GAPS,
               count = gaps - first < PIECE_GAPS ? gaps - first : PIECE_GAPS;
        const struct sequences *last = &job->list.gaps[first + count - 1].s;
        const unsigned char *to = last->x + last->m * width;
        job->pieces[i] = (struct gap_piece){
            .gaps = &job->list.gaps[first], .count = count, .from = from, .to = to};
        from = to;
    }
    in_pieces_or_die(threads, job->count, align_piece, job);
}

struct anchors_bound anchors_bound(const struct sequences *s, enum metric metric,
                                   const struct strips_kernel *kernel, unsigned threads,
                                   double nanoseconds, struct script *path)
{
    struct gap_job job = {
        .s = s,
        .most = nanoseconds,
        .nanoseconds = (long long)(nanoseconds * threads),
        .align = {.metric = metric, .run = {.kernel = kernel, .threads = 1}, .leaf = LEAF}};
    struct anchors_bound bound = {0};
    find_gaps(&job, &job.list, s, threads, 0);
    align_list(&job, threads);
    for (size_t i = 0; i < job.count; i++) {
        bound.unknown += job.pieces[i].unknown;
        bound.distance += job.pieces[i].edits;
    }
    script_append_all(path, job.paths, job.count, threads);
    const unsigned char *end = job.pieces[job.count - 1].to;
    script_add(path, '=', (uint64_t)(s->x + s->m * s->width - end) / s->width);
    free(job.paths);
    free(job.pieces);
    free(job.list.gaps);
    return bound;
}

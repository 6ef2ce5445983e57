/*
 * path_corridor.c - see path_corridor.h.
 *
 * Rows are taken by blocks. From block i to block j > i, an optimal alignment can be aside of the
 * path if the seeds of the blocks between them, which match nowhere else, are not more than the
 * edits of the path in blocks i to j. The last such j is found for each i.
 */
#include "compare/path_corridor.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/least.h"
#include "base/parallel.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "compare/path_blocks.h"
#include "compare/run_table.h"
#include "compare/seeds.h"

enum {
    SEEDS_FOR_EDIT = 4, /* more hardly make the corridor narrower */
    STRIDE_MOST = 16,
    SEED_LEAST = 6,
    SEED_OF_TEXT = 12, /* codes: texts repeat short runs more often than by chance. So long, */
    SEED_SHARE = 3,    /* at least, are seeds where edits allow this many times the length */
    SEED_MOST = 48,
    BY_CHANCE = 16,    /* possible seeds for each diagonal that a seed could match on */
    GROUP_SHARE = 4,   /* blocks i that are treated as one: this part of the blocks to the last j */
    WORK_OF_BLOCK = 64 /* blocks that may be looked at for each one */
};

/* Seeds that match nowhere else for each edit: with fewer, the corridor is hardly narrower than the
 * band. The edits of a seed at most. */
static const double SEEDS_LEAST = 1.1, EDITS_OF_SEED = 0.85;

size_t path_corridor_piece = 1 << 10;

/* Alignments that leave the path in one piece of its blocks. */
struct leaving_piece {
    size_t end;                  /* the first block behind the piece */
    struct diagonal_span *spans; /* of the blocks from `end` on that they reach; owned */
    size_t count, capacity;
};

struct widen_job {
    struct corridor *corridor;
    const struct path_blocks *p;
    int64_t *greatest; /* [b]: for j >= b, the greatest of the path's edits up to the end of block j
                          less the seeds before block j */
    struct leaving_piece *pieces;
    atomic_size_t work; /* blocks that are looked at */
};

static void find_greatest(struct widen_job *job)
{
    const struct path_blocks *p = job->p;
    int64_t last = INT64_MIN;
    for (size_t j = p->count; j-- > 0;)
        job->greatest[j] = last = most(last, (int64_t)p->edits[j + 1] - (int64_t)p->alone[j]);
}

/* Returns the last block in which an alignment that leaves the path in block i may return. */
static size_t last_return(const struct widen_job *job, size_t i)
{
    const struct path_blocks *p = job->p;
    const int64_t *greatest = job->greatest;
    int64_t least_value = (int64_t)p->edits[i] - (int64_t)p->alone[i + 1];
    size_t low = i, high = p->count - 1, step = 1; /* the values do not ascend */
    for (; low + step <= high && greatest[low + step] >= least_value; step *= 2)
        low += step;
    high = low + step <= high ? low + step - 1 : high;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        if (greatest[middle] >= least_value)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Bounds over all blocks where alignments leave the path, up to a block, or where they return, from
 * a block on. */
struct path_bounds {
    int64_t lowest, highest; /* a diagonal less, and plus, the edits that it takes to be there */
    int64_t spare;           /* edits that do not pay for seeds */
};

static struct path_bounds bounds_of_all(struct path_bounds a, struct path_bounds b)
{
    return (struct path_bounds){least(a.lowest, b.lowest), most(a.highest, b.highest),
                                most(a.spare, b.spare)};
}

static const struct path_bounds NO_BOUNDS = {INT64_MAX / 4, INT64_MIN / 4, INT64_MIN / 4};

/* Returns the bounds of alignments that leave the path in this block: edits of the path count from
 * this block on, seeds from the next one. */
static struct path_bounds bounds_leaving(const struct path_blocks *p, size_t block)
{
    int64_t edits = (int64_t)p->edits[block];
    return (struct path_bounds){p->spans[block].lowest + edits, p->spans[block].highest - edits,
                                (int64_t)p->alone[block + 1] - edits};
}

/* Returns the bounds of alignments that return to the path in this block. */
static struct path_bounds bounds_returning(const struct path_blocks *p, size_t block)
{
    int64_t edits = (int64_t)p->edits[block + 1];
    return (struct path_bounds){p->spans[block].lowest - edits, p->spans[block].highest + edits,
                                edits - (int64_t)p->alone[block]};
}

/* Returns the diagonals of block b for alignments that leave the path at diagonal u and return at
 * v, where the path takes E edits between. Each has a diagonal k in b with max(|k - u|, seeds
 * before b) + max(|v - k|, seeds behind b) <= E. */
static struct diagonal_span span_between(const struct path_blocks *p, size_t b,
                                         struct path_bounds leaving, struct path_bounds returning)
{
    int64_t before = (int64_t)p->alone[b] - leaving.spare;
    int64_t behind = -(int64_t)p->alone[b + 1] - returning.spare;
    struct diagonal_span span = {half_down(leaving.lowest + returning.lowest + 1),
                                 half_down(leaving.highest + returning.highest)};
    span.lowest = most(span.lowest, returning.lowest + before);
    span.highest = least(span.highest, returning.highest - before);
    span.lowest = most(span.lowest, leaving.lowest + behind);
    span.highest = least(span.highest, leaving.highest - behind);
    return span;
}

/* The span of a block, which only the thread of the piece changes. */
static struct diagonal_span *span_of(const struct widen_job *job, struct leaving_piece *piece,
                                     size_t block)
{
    if (block < piece->end)
        return &job->corridor->spans[block];
    xgrow(&piece->spans, &piece->capacity, block - piece->end + 1, sizeof *piece->spans);
    for (; piece->count <= block - piece->end; piece->count++)
        piece->spans[piece->count] = (struct diagonal_span){INT64_MAX, INT64_MIN};
    return &piece->spans[block - piece->end];
}

/* Adds what alignments reach that leave the path in blocks from i to `end` and return in block j at
 * the latest. `scratch` has room for these blocks. */
static void widen_corridor(const struct widen_job *job, struct leaving_piece *piece, size_t i,
                           size_t end, size_t j, struct path_bounds *scratch)
{
    const struct path_blocks *p = job->p;
    struct path_bounds bounds = NO_BOUNDS;
    for (size_t b = j + 1; b-- > i;)
        scratch[b - i] = bounds = bounds_of_all(bounds, bounds_returning(p, b));
    bounds = NO_BOUNDS;
    for (size_t b = i; b <= j; b++) {
        if (b <= end)
            bounds = bounds_of_all(bounds, bounds_leaving(p, b));
        diagonal_span_widen(span_of(job, piece, b), span_between(p, b, bounds, scratch[b - i]));
    }
}

/* For alignments that leave the path in the blocks of a piece. */
static void widen_piece(void *context, size_t at)
{
    struct widen_job *job = context;
    struct leaving_piece *piece = &job->pieces[at];
    size_t i = at * path_corridor_piece;
    struct path_bounds *scratch = NULL;
    size_t capacity = 0, most_work = WORK_OF_BLOCK * job->p->count;
    size_t before = atomic_load(&job->work), work = 0; /* of other pieces; of this one */
    piece->end = least_u64(i + path_corridor_piece, job->p->count);
    memcpy(job->corridor->spans + i, job->p->spans + i,
           (piece->end - i) * sizeof *job->corridor->spans);
    while (i < piece->end && before + work <= most_work) {
        size_t first = i, last = last_return(job, i);
        size_t end = i + (last - i) / GROUP_SHARE;
        end = end < piece->end ? end : piece->end - 1;
        for (i++; i <= end; i++) {
            size_t j = last_return(job, i);
            last = j > last ? j : last;
        }
        xgrow(&scratch, &capacity, last - first + 1, sizeof *scratch);
        widen_corridor(job, piece, first, end, last, scratch);
        work += last - first + 1;
    }
    atomic_fetch_add(&job->work, work);
    free(scratch);
}

/* Returns false when that would take too long. */
static bool widen_all(struct corridor *c, const struct path_blocks *p, unsigned threads)
{
    size_t count = (p->count + path_corridor_piece - 1) / path_corridor_piece;
    struct widen_job job = {.corridor = c, .p = p};
    c->spans = xreallocarray(NULL, p->count, sizeof *c->spans);
    job.greatest = xreallocarray(NULL, p->count, sizeof *job.greatest);
    job.pieces = xcalloc(count, sizeof *job.pieces);
    find_greatest(&job);
    in_pieces_or_die(threads, count, widen_piece, &job);
    for (size_t i = 0; i < count; i++) {
        for (size_t b = 0; b < job.pieces[i].count; b++)
            diagonal_span_widen(&c->spans[job.pieces[i].end + b], job.pieces[i].spans[b]);
        free(job.pieces[i].spans);
    }
    free(job.pieces);
    free(job.greatest);
    return job.work <= WORK_OF_BLOCK * p->count;
}

/* Leaves only diagonals of the span, and counts the steps. */
static void stay_within(struct corridor *c, const struct path_blocks *p, struct diagonal_span span)
{
    for (size_t b = 0; b < p->count; b++) {
        struct diagonal_span *at = &c->spans[b];
        at->lowest = most(at->lowest, span.lowest);
        at->highest = least(at->highest, span.highest);
        c->steps +=
            (double)(p->edits[b + 1] - p->edits[b]) * (double)(at->highest - at->lowest + 1);
    }
}

/* Seeds have runs of `length` codes. The more codes are between two edits of the path, the fewer
 * runs are looked up. */
static bool corridor_by_seeds(struct corridor *c, const struct sequences *s, enum metric metric,
                              unsigned threads, const struct script *path, uint64_t edits,
                              size_t length)
{
    struct seeds seeds;
    struct path_blocks p;
    struct diagonal_span span = diagonal_span_within(s->m, s->n, edits);
    size_t apart = metric == METRIC_OSA, stride = 1;
    size_t interval = s->m / (edits + 1) / SEEDS_FOR_EDIT;
    while (stride < STRIDE_MOST && 4 * stride * stride <= interval &&
           length + 2 * stride - 1 + apart <= interval)
        stride *= 2;
    length += stride - 1;
    interval = interval < length + apart ? length + apart : interval;
    seeds_open(&seeds, s, length, stride, interval);
    path_blocks_open(&p, s, &seeds, path, threads);
    double share = SEEDS_LEAST * (double)edits / (double)seeds.count;
    bool good = seeds_find(&seeds, s, span, share, threads);
    if (good) {
        path_blocks_count(&p, &seeds);
        *c = (struct corridor){.rows = p.rows, .count = p.count};
        good = widen_all(c, &p, threads);
    }
    if (good)
        stay_within(c, &p, span);
    trace(TRACE_COMPARE, "%zu seeds of %zu codes: %s, %g diagonals", seeds.count, length,
          good ? "a corridor" : "no corridor", good ? corridor_width(c) : 0);
    path_blocks_close(&p);
    seeds_close(&seeds);
    if (!good) {
        free(c->spans);
        c->spans = NULL;
    }
    return good;
}

bool path_corridor(struct corridor *c, const struct sequences *s, enum metric metric,
                   unsigned threads, const struct script *path)
{
    *c = (struct corridor){0};
    uint64_t edits = script_edits(path);
    struct diagonal_span span = diagonal_span_within(s->m, s->n, edits);
    double longest = EDITS_OF_SEED * (double)s->m / (double)(edits + 1);
    size_t least_length = longest > SEED_SHARE * SEED_OF_TEXT ? SEED_OF_TEXT : SEED_LEAST;
    size_t length = run_unlikely_length(s, BY_CHANCE * (double)(span.highest - span.lowest + 1),
                                        least_length, SEED_MOST);
    for (; (double)length <= longest && length <= SEED_MOST; length *= 2)
        if (corridor_by_seeds(c, s, metric, threads, path, edits, length))
            return true;
    return false;
}

#include "compare/path_blocks.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/xalloc.h"

enum { BLOCK_SEEDS = 2 };

size_t path_blocks_part = 1 << 14;

/* The walk along a part of the path, which one thread does. */
struct path_walk {
    struct path_blocks *p;
    struct seeds *seeds;
    const edit_run *runs; /* of the part */
    size_t count;
    size_t row, block, end; /* the block of the row; the first row behind it, none of the last */
    size_t seed;            /* all seeds before it begin above the row */
    int64_t diagonal;
    uint64_t edits;              /* of the path up to here */
    struct corridor_span *span;  /* of the block */
    struct corridor_span begins; /* of the block where the part begins and others end */
    size_t begin;                /* this block */
};

static void visit_block(const struct path_walk *w)
{
    corridor_span_widen(w->span, (struct corridor_span){w->diagonal, w->diagonal});
}

static void enter_block(struct path_walk *w, size_t block)
{
    w->block = block;
    w->end = block + 1 < w->p->count ? (block + 1) * w->p->rows : SIZE_MAX;
    w->span = &w->p->spans[block];
    w->p->edits[block] = w->edits;
    visit_block(w);
}

/* The seeds before the row that the part has not passed are edited. */
static void skip_seeds(struct path_walk *w)
{
    while (w->seed < w->seeds->count && w->seed * w->seeds->interval < w->row)
        w->seeds->path[w->seed++] = SEED_EDITED;
}

/* Goes some rows down; each costs `edits` and takes the path `aside`. */
static void walk_down(struct path_walk *w, uint64_t rows, uint64_t edits, int64_t aside)
{
    while (rows > 0) {
        uint64_t here = w->end - w->row < rows ? w->end - w->row : rows;
        w->row += here;
        w->edits += edits * here;
        w->diagonal += aside * (int64_t)here;
        rows -= here;
        visit_block(w);
        if (w->row == w->end)
            enter_block(w, w->block + 1);
    }
}

/* The seeds in the next rows, which are equal, are passed without an edit. */
static void pass_seeds(struct path_walk *w, uint64_t rows)
{
    const struct seeds *seeds = w->seeds;
    skip_seeds(w);
    while (w->seed < seeds->count && w->seed * seeds->interval + seeds->length <= w->row + rows)
        seeds->path[w->seed++] = w->diagonal;
}

static void walk_part(struct path_walk *w)
{
    visit_block(w);
    for (size_t i = 0; i < w->count; i++) {
        uint64_t length = edit_length(w->runs[i]);
        char kind = edit_kind(w->runs[i]);
        if (kind == '=')
            pass_seeds(w, length);
        if (kind == 'I') {
            w->edits += length;
            w->diagonal += (int64_t)length;
            visit_block(w);
            continue;
        }
        /* An exchange costs one edit for two rows: one of them is counted as free. */
        for (; kind == 'T' && length > 0; length -= 2) {
            walk_down(w, 1, 1, 0);
            walk_down(w, 1, 0, 0);
        }
        walk_down(w, length, kind == 'X' || kind == 'D', kind == 'D' ? -1 : 0);
    }
    skip_seeds(w);
}

/* Threads take parts of the path. */
struct walk_job {
    struct path_walk *parts;
    size_t count;
    atomic_size_t next; /* the first part that no thread has */
};

/* Counts the rows, edits and diagonals of parts. */
static void *measure_parts(void *context)
{
    struct walk_job *job = context;
    size_t at;
    while ((at = atomic_fetch_add(&job->next, 1)) < job->count) {
        struct path_walk *w = &job->parts[at];
        w->edits = edit_runs_edits(w->runs, w->count);
        for (size_t i = 0; i < w->count; i++) {
            uint64_t length = edit_length(w->runs[i]);
            char kind = edit_kind(w->runs[i]);
            w->row += kind != 'I' ? length : 0;
            w->diagonal += kind == 'I' ? (int64_t)length : kind == 'D' ? -(int64_t)length : 0;
        }
    }
    return NULL;
}

static void *walk_parts(void *context)
{
    struct walk_job *job = context;
    size_t at;
    while ((at = atomic_fetch_add(&job->next, 1)) < job->count)
        walk_part(&job->parts[at]);
    return NULL;
}

/* Takes the parts, which are measured, to where they begin. */
static void begin_parts(struct walk_job *job)
{
    size_t row = 0;
    int64_t diagonal = 0;
    uint64_t edits = 0;
    for (struct path_walk *w = job->parts; w < job->parts + job->count; w++) {
        size_t block = row / w->p->rows, rows = w->row;
        int64_t aside = w->diagonal;
        uint64_t more = w->edits;
        w->row = row;
        w->diagonal = diagonal;
        w->edits = edits;
        w->begin = w->block = block < w->p->count ? block : w->p->count - 1;
        w->end = w->block + 1 < w->p->count ? (w->block + 1) * w->p->rows : SIZE_MAX;
        w->span = &w->begins;
        w->begins = (struct corridor_span){INT64_MAX, INT64_MIN};
        w->seed = (row + w->seeds->interval - 1) / w->seeds->interval;
        row += rows;
        diagonal += aside;
        edits += more;
    }
}

/* Threads take parts of the path. */
static void walk_path(struct path_blocks *p, struct seeds *seeds, const struct script *path,
                      unsigned threads)
{
    size_t count = threads > 1 ? path->count / path_blocks_part + 1 : 1;
    struct walk_job job = {xcalloc(count, sizeof *job.parts), .count = count};
    for (size_t i = 0; i < count; i++) {
        size_t first = i * path_blocks_part, left = path->count - first;
        size_t runs = i + 1 < count ? path_blocks_part : left;
        job.parts[i] =
            (struct path_walk){.p = p, .seeds = seeds, .runs = path->runs + first, .count = runs};
    }
    threads = count < threads ? (unsigned)count : threads;
    if (count > 1)
        in_parallel_or_die(threads, measure_parts, &job);
    begin_parts(&job);
    job.next = 0;
    in_parallel_or_die(threads, walk_parts, &job);
    for (size_t i = 0; i < count; i++)
        corridor_span_widen(&p->spans[job.parts[i].begin], job.parts[i].begins);
    p->edits[p->count] = job.parts[count - 1].edits;
    free(job.parts);
}

void path_blocks_open(struct path_blocks *p, const struct sequences *s, struct seeds *seeds,
                      const struct script *path, unsigned threads)
{
    p->rows = BLOCK_SEEDS * seeds->interval;
    p->count = s->m / p->rows > 0 ? s->m / p->rows : 1;
    p->edits = xcalloc(p->count + 1, sizeof *p->edits);
    p->alone = xcalloc(p->count + 1, sizeof *p->alone);
    p->spans = xreallocarray(NULL, p->count, sizeof *p->spans);
    for (size_t b = 0; b < p->count; b++)
        p->spans[b] = (struct corridor_span){INT64_MAX, INT64_MIN};
    walk_path(p, seeds, path, threads);
}

void path_blocks_close(struct path_blocks *p)
{
    free(p->edits);
    free(p->alone);
    free(p->spans);
}

void path_blocks_count(struct path_blocks *p, const struct seeds *seeds)
{
    for (size_t i = 0; i < seeds->count; i++) {
        size_t block = i / BLOCK_SEEDS;
        p->alone[block < p->count ? block + 1 : p->count] += !seeds->elsewhere[i];
    }
    for (size_t b = 0; b < p->count; b++)
        p->alone[b + 1] += p->alone[b];
}

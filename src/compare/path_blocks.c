#include "compare/path_blocks.h"

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
    struct diagonal_span *span;  /* of the block */
    struct diagonal_span begins; /* of the block where the part begins and others end */
    size_t begin;                /* this block */
};

static void visit_block(const struct path_walk *w)
{
    diagonal_span_widen(w->span, (struct diagonal_span){w->diagonal, w->diagonal});
}

/* The path enters each block but the first once. */
static void enter_block(struct path_walk *w, size_t block)
{
    w->block = block;
    w->end = block + 1 < w->p->count ? (block + 1) * w->p->rows : SIZE_MAX;
    w->span = &w->p->spans[block];
    w->p->edits[block] = w->edits;
    *w->span = (struct diagonal_span){w->diagonal, w->diagonal};
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

static void walk_part(void *parts, size_t part)
{
    struct path_walk *w = (struct path_walk *)parts + part;
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

/* Counts the rows, edits and diagonals of a part. */
static void measure_part(void *parts, size_t part)
{
    struct path_walk *w = (struct path_walk *)parts + part;
    w->edits = edit_runs_edits(w->runs, w->count);
    for (size_t i = 0; i < w->count; i++) {
        uint64_t length = edit_length(w->runs[i]);
        char kind = edit_kind(w->runs[i]);
        w->row += kind != 'I' ? length : 0;
        w->diagonal += kind == 'I' ? (int64_t)length : kind == 'D' ? -(int64_t)length : 0;
    }
}

/* Takes the parts, which are measured, to where they begin. */
static void begin_parts(struct path_walk *parts, size_t count)
{
    size_t row = 0;
    int64_t diagonal = 0;
    uint64_t edits = 0;
    for (struct path_walk *w = parts; w < parts + count; w++) {
        size_t block = row / w->p->rows, rows = w->row;
        int64_t aside = w->diagonal;
        uint64_t more = w->edits;
        w->row = row;
        w->diagonal = diagonal;
        w->edits = edits;
        w->begin = w->block = block < w->p->count ? block : w->p->count - 1;
        w->end = w->block + 1 < w->p->count ? (w->block + 1) * w->p->rows : SIZE_MAX;
        w->span = &w->begins;
        w->begins = (struct diagonal_span){INT64_MAX, INT64_MIN};
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
    struct path_walk *parts = xcalloc(count, sizeof *parts);
    for (size_t i = 0; i < count; i++) {
        size_t first = i * path_blocks_part, left = path->count - first;
        size_t runs = i + 1 < count ? path_blocks_part : left;
        parts[i] =
            (struct path_walk){.p = p, .seeds = seeds, .runs = path->runs + first, .count = runs};
    }
    if (count > 1)
        in_pieces_or_die(threads, count, measure_part, parts);
    begin_parts(parts, count);
    p->spans[0] = (struct diagonal_span){INT64_MAX, INT64_MIN};
    p->edits[0] = 0;
    in_pieces_or_die(threads, count, walk_part, parts);
    for (size_t i = 0; i < count; i++)
        diagonal_span_widen(&p->spans[parts[i].begin], parts[i].begins);
    p->edits[p->count] = parts[count - 1].edits;
    free(parts);
}

void path_blocks_open(struct path_blocks *p, const struct sequences *s, struct seeds *seeds,
                      const struct script *path, unsigned threads)
{
    p->rows = BLOCK_SEEDS * seeds->interval;
    p->count = s->m / p->rows > 0 ? s->m / p->rows : 1;
    p->edits = xreallocarray(NULL, p->count + 1, sizeof *p->edits);
    p->alone = xreallocarray(NULL, p->count + 1, sizeof *p->alone);
    p->spans = xreallocarray(NULL, p->count, sizeof *p->spans);
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
    uint64_t alone = 0;
    size_t seed = 0;
    p->alone[0] = 0;
    for (size_t b = 0; b < p->count; b++) {
        size_t end = b + 1 < p->count ? BLOCK_SEEDS * (b + 1) : seeds->count;
        for (; seed < end; seed++)
            alone += !seeds->elsewhere[seed];
        p->alone[b + 1] = alone;
    }
}

#include "compare/corridor_parts.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/xalloc.h"
#include "compare/diagonals.h"

enum { PART_ROWS = 1 << 16 /* at least */ };

/* From the cell in the first row of a block on its lowest diagonal; the first part from the first
 * cell. */
struct corridor_part {
    size_t block;
    uint64_t distance;
};

struct corridor_job {
    const struct sequences *s;
    enum metric metric;
    uint64_t limit;
    const struct corridor *corridor;
    struct script *scripts; /* of the parts; NULL: distances are enough */
    struct corridor_part *parts;
    size_t count;
};

/* Returns whether all optimal alignments go through the cell in the first row of the block on its
 * lowest diagonal. An exchange could pass over the row, but the codes before the cell are equal:
 * then the exchange would save nothing. */
static bool is_passage(const struct corridor_job *job, size_t block)
{
    struct diagonal_span span = job->corridor->spans[block];
    size_t row = block * job->corridor->rows, column = (size_t)((int64_t)row + span.lowest);
    unsigned width = job->s->width;
    return span.lowest == span.highest && column > 0 &&
           memcmp(job->s->x + (row - 1) * width, job->s->y + (column - 1) * width, width) == 0;
}

static void cut(struct corridor_job *job)
{
    size_t blocks = job->corridor->count, capacity = 0, row = 0;
    xgrow(&job->parts, &capacity, 1, sizeof *job->parts);
    job->parts[job->count++] = (struct corridor_part){0};
    for (size_t block = 1; block < blocks; block++) {
        if (block * job->corridor->rows < row + PART_ROWS || !is_passage(job, block))
            continue;
        row = block * job->corridor->rows;
        xgrow(&job->parts, &capacity, job->count + 1, sizeof *job->parts);
        job->parts[job->count++] = (struct corridor_part){.block = block};
    }
}

/* Returns the diagonal of the cell where a part begins. */
static int64_t diagonal_of(const struct corridor_job *job, const struct corridor_part *part)
{
    return part->block > 0 ? job->corridor->spans[part->block].lowest : 0;
}

/* Returns the corridor of a part up to and including block `last`. The caller frees its spans. */
static struct corridor corridor_of(const struct corridor_job *job, const struct corridor_part *part,
                                   size_t last)
{
    struct corridor c = {.rows = job->corridor->rows, .count = last - part->block + 1};
    int64_t diagonal = diagonal_of(job, part);
    c.spans = xmemdup(job->corridor->spans + part->block, c.count * sizeof *c.spans);
    for (size_t b = 0; b < c.count; b++) {
        c.spans[b].lowest -= diagonal;
        c.spans[b].highest -= diagonal;
    }
    return c;
}

static void compare_part(void *context, size_t i)
{
    const struct corridor_job *job = context;
    struct corridor_part *part = &job->parts[i];
    size_t row = part->block * job->corridor->rows, end_row = job->s->m, end_column = job->s->n;
    size_t column = (size_t)((int64_t)row + diagonal_of(job, part)),
           last = job->corridor->count - 1;
    if (i + 1 < job->count) {
        last = part[1].block;
        end_row = last * job->corridor->rows;
        end_column = (size_t)((int64_t)end_row + diagonal_of(job, &part[1]));
    }
    struct sequences s = sequences_part(job->s, row, end_row - row, column, end_column - column);
    struct corridor corridor = corridor_of(job, part, last);
    part->distance = diagonals_distance_within(&s, job->metric, job->limit, &corridor);
    struct script script = {0};
    if (job->scripts != NULL) {
        diagonals_align(&s, job->metric, part->distance, &corridor, &script);
        job->scripts[i] = script;
    }
    free(corridor.spans);
}

uint64_t corridor_parts_align(const struct sequences *s, enum metric metric, uint64_t limit,
                              const struct corridor *corridor, unsigned threads,
                              struct script *script)
{
    struct corridor_job job = {.s = s, .metric = metric, .limit = limit, .corridor = corridor};
    uint64_t distance = 0;
    cut(&job);
    if (script != NULL)
        job.scripts = xcalloc(job.count, sizeof *job.scripts);
    in_pieces_or_die(threads, job.count, compare_part, &job);
    for (size_t i = 0; i < job.count; i++)
        distance += job.parts[i].distance;
    if (script != NULL)
        script_append_all(script, job.scripts, job.count, threads);
    free(job.scripts);
    free(job.parts);
    return distance;
}

/*
 * strips.c - see strips.h: parts of rows, on several threads.
 *
 * strips_parts.h defines how the table is cut, wavefront.h which thread does what when. One array
 * has the deltas of the row between two parts: part i + 1 reads there what part i has written, and
 * overwrites it with its own last row, some columns behind part i. A part is opened with its first
 * turn and closed with its last; the turns between may be on other threads.
 *
 * Cells outside a part because of a limit count as a path along the border of the part: the deltas
 * down its left side are +1 (LCS: 0), and so are those at its top where no part above has been. The
 * array has these from the beginning.
 *
 * An alignment within the limit t crosses the last row of a part where g + h <= t: g is the
 * distance of the rows and columns before, h a lower bound of the distance behind
 * (distance_left()). From the outermost of these columns, the alignment can leave its diagonal only
 * as far as t - g pays for. So each finished part narrows the diagonals for all parts below it: to
 * about half of the table that the limit alone leaves. R. Groot Koerkamp, "A*PA2: up to 19x faster
 * exact global alignment", WABI 2024.
 */
#include "strips/strips.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/least.h"
#include "base/parallel.h"
#include "strips/strips_block.h"
#include "strips/strips_parts.h"
#include "strips/wavefront.h"

enum {
    CELLS_OF_THREAD = 1 << 24, /* cells that are worth a thread */
    CELLS_OF_REPORT = 1 << 28, /* cells after which a thread reports progress */
};

/* The diagonals on which an alignment within the limit can pass below a part, derived from its last
 * row. None: lowest > highest. */
struct strips_outlook {
    int64_t distance; /* at the next column to be looked at; from the table's upper left corner */
    int64_t lowest, highest;
};

/* A part that has begun, and is not done. Its turns run one after another. */
struct open_part {
    const struct strips_part *is;
    struct strips_block block;
    uint64_t corner; /* score at its upper left corner */
    struct strips_outlook outlook;
    struct strips_kept_row *kept; /* its last row; or NULL */
};

struct strips_threads_job {
    const struct strips_problem *p;
    const struct strips_run *run;
    const struct strips_kernel *kernel;
    struct strips_planes rows, columns; /* codes */
    struct strips_deltas deltas;        /* of the row between two parts */
    struct strips_deltas *column; /* of a panel: what is left of it, then its last one; or NULL */
    struct strips_parts parts;
    int64_t limit;
    struct wavefront *wavefront;
    struct open_part *open; /* indexed by slots of the wavefront */
    uint64_t corner;        /* score at the lower left corner of the last part that is done */
    size_t rows_done;

    pthread_mutex_t lock; /* for the rest */
    enum strips_status status;
};

static void stop_job(struct strips_threads_job *j, enum strips_status status)
{
    pthread_mutex_lock(&j->lock);
    j->status = status;
    pthread_mutex_unlock(&j->lock);
    wavefront_stop(j->wavefront);
}

/* --- the limit ------------------------------------------------------------------------------ */

static int64_t distance_change(const struct strips_threads_job *j, size_t word)
{
    int64_t up = __builtin_popcountll(j->deltas.up[word]);
    if (j->p->metric == STRIPS_LCS)
        return 64 - 2 * up;
    return up - __builtin_popcountll(j->deltas.down[word]);
}

/* Returns a lower bound of the distance from row `row` and column `column` to the end of the
 * table. */
static int64_t distance_left(const struct strips_threads_job *j, size_t row, size_t column)
{
    int64_t rows = (int64_t)(j->p->rows.n - row + j->run->rows_below);
    int64_t columns = (int64_t)(j->p->columns.n - column);
    return rows < columns ? columns - rows : rows - columns;
}

enum {
    STRIDE = 64, /* columns: a word of deltas */
    /* Between two columns that are looked at, g + h may fall by 2 per column, and by 2 more if an
     * exchange crosses the row. */
    SLACK = 2 * STRIDE + 2
};

/*
 * Looks at every STRIDE-th of columns [from, to) of the part's last row. From diagonal q, with t -
 * g left, an alignment can reach diagonal k and return to that of the last corner, c, only if |k -
 * q| + |c - k| <= t - g. Both bounds grow from column to column.
 */
static void look_out(const struct strips_threads_job *j, struct open_part *part, size_t from,
                     size_t to)
{
    struct strips_outlook *o = &part->outlook;
    size_t row = part->is->first + part->is->rows;
    int64_t corner = (int64_t)j->p->columns.n - (int64_t)(j->p->rows.n + j->run->rows_below);
    for (size_t column = from; column < to; column += STRIDE) {
        int64_t left = j->limit - o->distance, diagonal = (int64_t)column - (int64_t)row;
        if (distance_left(j, row, column) <= left + SLACK) {
            if (o->lowest > o->highest)
                o->lowest = half_down(diagonal + corner - left);
            o->highest = half_down(diagonal + corner + left) + STRIDE;
        }
        o->distance += distance_change(j, column / STRIDE);
    }
}

/* Narrows the diagonals when part i and all above it are done. Returns false if no alignment is
 * within the limit. */
static bool narrow_diagonals(struct strips_threads_job *j, const struct open_part *part)
{
    const struct strips_outlook *o = &part->outlook;
    int64_t neighbour = j->p->metric == STRIPS_OSA;
    j->corner = part->corner + (j->p->metric == STRIPS_LCS ? 0 : part->is->rows);
    if (!j->run->limited) {
        j->rows_done += part->is->rows;
        return true;
    }
    if (o->lowest - neighbour > j->parts.lowest)
        j->parts.lowest = o->lowest - neighbour;
    if (o->highest + neighbour < j->parts.highest)
        j->parts.highest = o->highest + neighbour;
    bool reached = o->lowest <= o->highest && j->parts.lowest <= j->parts.highest;
    j->rows_done += reached ? part->is->rows : 0;
    return reached;
}

/* --- parts ---------------------------------------------------------------------------------- */

/* Returns the score at the upper left corner of part i, which is about to begin: the part above has
 * written its last row up to there. */
static uint64_t corner_of(const struct strips_threads_job *j, size_t i)
{
    if (i == 0)
        return 0;
    const struct open_part *above = &j->open[(i - 1) % wavefront_slots(j->wavefront)];
    uint64_t down = j->p->metric == STRIPS_LCS ? 0 : above->is->rows;
    return above->corner + down +
           strips_sum(&j->deltas, above->is->from, strips_part_at(&j->parts, i)->from);
}

/* Returns false on allocation failure. */
static bool open_part(const struct strips_threads_job *j, struct open_part *part, size_t i)
{
    const struct strips_part *is = strips_part_at(&j->parts, i);
    bool lcs = j->p->metric == STRIPS_LCS;
    struct strips_deltas left = {0};
    if (j->column != NULL)
        left = strips_deltas_from(j->column, is->first);
    uint64_t corner = corner_of(j, i);
    uint64_t below = lcs ? is->first + is->rows + is->from - 2 * corner : corner + is->rows;
    struct strips_kept *keep = j->run->keep;
    *part = (struct open_part){.is = is,
                               .block = {.kernel = j->kernel,
                                         .metric = j->p->metric,
                                         .lanes = j->parts.lanes,
                                         .rows = is->rows,
                                         .columns = is->to - is->from,
                                         .deltas = strips_deltas_from(&j->deltas, is->from),
                                         .sides = j->column != NULL},
                               .corner = corner,
                               .outlook = {(int64_t)below, 0, -1},
                               .kept = keep != NULL ? strips_kept_row_of(keep, i) : NULL};
    if (part->kept != NULL &&
        !strips_kept_begin(part->kept, is, lcs ? corner : corner + is->rows, j->p->metric))
        return false;
    for (unsigned bit = 0; bit < j->columns.bits; bit++)
        part->block.codes[bit] = j->columns.planes[bit] + is->from / STRIPS_GROUP;
    return strips_block_open(&part->block, &j->rows, is->first, j->column != NULL ? &left : NULL);
}

/* Returns how many columns of the last row are done after `groups` groups. */
static size_t columns_out(const struct strips_block *b, size_t groups)
{
    return strips_clamp(((int64_t)groups - (int64_t)strips_lag(b)) * STRIPS_GROUP, b->columns);
}

/* Executes a turn; returns its number of cells. */
static uint64_t execute_turn(struct strips_threads_job *j, const struct wavefront_turn *turn)
{
    struct open_part *part = &j->open[turn->slot];
    struct strips_block *b = &part->block;
    size_t before = columns_out(b, turn->from), after = columns_out(b, turn->to);
    b->kernel->advance(b, turn->from, turn->to);
    if (j->run->limited)
        look_out(j, part, part->is->from + before, part->is->from + after);
    if (part->kept != NULL)
        strips_kept_copy(part->kept, &j->deltas, part->is->from + before, part->is->from + after);
    if (turn->last) {
        if (j->column != NULL) {
            struct strips_deltas right = strips_deltas_from(j->column, part->is->first);
            strips_block_right(b, &right);
        }
        strips_block_close(b);
        if (!narrow_diagonals(j, part))
            stop_job(j, STRIPS_BEYOND);
    }
    return (uint64_t)part->is->rows * (after - before);
}

/* Reports *cells, and resets it. */
static void report_cells(struct strips_threads_job *j, uint64_t *cells)
{
    if (j->run->progress != NULL) {
        pthread_mutex_lock(&j->lock);
        j->run->progress(j->run->context, *cells);
        pthread_mutex_unlock(&j->lock);
    }
    *cells = 0;
}

static void *run_turns(void *job)
{
    struct strips_threads_job *j = job;
    struct wavefront_turn turn = {0};
    uint64_t cells = 0;
    while (wavefront_next(j->wavefront, &turn)) {
        if (turn.from == 0 && !open_part(j, &j->open[turn.slot], turn.part)) {
            stop_job(j, STRIPS_MEMORY);
            break;
        }
        cells += execute_turn(j, &turn);
        if (cells >= CELLS_OF_REPORT)
            report_cells(j, &cells);
        if (j->run->cancel != NULL && atomic_load(j->run->cancel))
            stop_job(j, STRIPS_CANCELLED);
    }
    report_cells(j, &cells);
    return NULL;
}

/* --- the whole ------------------------------------------------------------------------------ */

/* Finds the diagonals that can hold a distance within the limit; returns false if there are none.
 * At the borders of parts, an exchange on the outermost diagonal would miss a neighbour. */
static bool find_band(struct strips_threads_job *j)
{
    size_t m = j->p->rows.n + j->run->rows_below, n = j->p->columns.n;
    uint64_t limit = j->run->limited ? least_u64(j->run->limit, m + n) : m + n;
    struct diagonal_span band = diagonal_span_within(m, n, limit);
    int64_t neighbour = j->p->metric == STRIPS_OSA;
    j->limit = (int64_t)limit;
    j->parts.limited = j->run->limited;
    j->parts.lowest = band.lowest - neighbour;
    j->parts.highest = band.highest + neighbour;
    return m <= n + limit && n <= m + limit;
}

/* Returns false when out of memory. */
static bool run_threads(struct strips_threads_job *j, unsigned threads)
{
    j->wavefront = wavefront_open(&j->parts, threads);
    if (j->wavefront == NULL)
        return false;
    size_t slots = wavefront_slots(j->wavefront);
    j->open = calloc(slots, sizeof *j->open);
    if (j->open == NULL)
        return false;
    unsigned worked = in_parallel(threads, run_turns, j);
    if (j->run->worked != NULL && worked > *j->run->worked)
        *j->run->worked = worked;
    for (size_t i = 0; i < slots; i++)
        strips_block_close(&j->open[i].block);
    return true;
}

/* Returns how many columns a part has, about. */
static size_t band_columns(const struct strips_threads_job *j)
{
    if (j->parts.corridor != NULL)
        return strips_clamp((int64_t)corridor_width(j->parts.corridor), j->p->columns.n);
    return strips_clamp(j->parts.highest - j->parts.lowest, j->p->columns.n);
}

static void run_job(struct strips_threads_job *j)
{
    uint64_t threads = j->run->threads > 0 ? j->run->threads : 1;
    uint64_t worth = j->p->rows.n / (CELLS_OF_THREAD / j->p->columns.n + 1) + 1;
    threads = threads < worth ? threads : worth;
    if (!strips_parts_open(&j->parts, j->kernel->lanes, strips_vectors(j->p->metric, j->rows.bits),
                           threads) ||
        (j->run->keep != NULL &&
         !strips_kept_open(j->run->keep, j->parts.count, band_columns(j)))) {
        j->status = STRIPS_MEMORY;
        return;
    }
    threads = threads < j->parts.count ? threads : j->parts.count;
    pthread_mutex_init(&j->lock, NULL);
    if (!run_threads(j, (unsigned)threads))
        j->status = STRIPS_MEMORY;
    pthread_mutex_destroy(&j->lock);
    wavefront_close(j->wavefront);
    free(j->open);
}

static struct strips_threads_job job_for(const struct strips_problem *p,
                                         const struct strips_run *run)
{
    const struct strips_kernel *kernel = run->kernel;
    return (struct strips_threads_job){.p = p,
                                       .run = run,
                                       .kernel = kernel != NULL ? kernel : strips_kernels_fastest(),
                                       .parts = {.m = p->rows.n,
                                                 .n = p->columns.n,
                                                 .corridor = run->limited ? run->corridor : NULL,
                                                 .aside = p->metric == STRIPS_OSA,
                                                 .rows = run->part_rows}};
}

static bool open_planes(struct strips_threads_job *j)
{
    return strips_planes_open(&j->rows, j->p, &j->p->rows) &&
           strips_planes_open(&j->columns, j->p, &j->p->columns);
}

static void close_planes(struct strips_threads_job *j)
{
    strips_planes_close(&j->rows);
    strips_planes_close(&j->columns);
}

enum strips_status strips_last_row(const struct strips_problem *p, const struct strips_run *run,
                                   struct strips_row *row)
{
    struct strips_threads_job j = job_for(p, run);
    *row = (struct strips_row){.last = p->columns.n};
    if (!find_band(&j))
        return STRIPS_BEYOND;
    if (!strips_deltas_open(&j.deltas, p->columns.n, p->metric, STRIPS_ROW) || !open_planes(&j))
        j.status = STRIPS_MEMORY;
    else if (p->columns.n == 0)
        j.corner = p->metric == STRIPS_LCS ? 0 : p->rows.n;
    else if (p->rows.n > 0)
        run_job(&j);
    close_planes(&j);
    row->deltas = j.deltas;
    row->score = j.corner;
    if (j.status == STRIPS_OK && j.parts.count > 0) {
        const struct strips_part *last = strips_part_at(&j.parts, j.parts.count - 1);
        row->first = last->from;
        row->last = last->to;
    }
    if (run->share_done != NULL && p->rows.n > 0)
        *run->share_done = (double)j.rows_done / (double)p->rows.n;
    strips_parts_close(&j.parts);
    if (j.status != STRIPS_OK)
        strips_row_free(row);
    return j.status;
}

enum strips_status strips_score(const struct strips_problem *p, const struct strips_run *run,
                                uint64_t *score)
{
    /* Few rows and many columns make few strips, which start less often. */
    bool turn = p->rows.n > p->columns.n && run->keep == NULL && run->corridor == NULL;
    struct strips_problem wide = turn ? strips_turned(p) : *p;
    struct strips_run whole = *run;
    struct strips_row row;
    whole.rows_below = 0;
    enum strips_status status = strips_last_row(&wide, &whole, &row);
    if (status != STRIPS_OK)
        return status;
    uint64_t end = row.score + strips_sum(&row.deltas, row.first, row.last);
    strips_row_free(&row);
    if (run->limited && strips_distance(p, end) > run->limit)
        return STRIPS_BEYOND;
    *score = end;
    return STRIPS_OK;
}

enum strips_status strips_panel(const struct strips_problem *panel, const struct strips_run *run,
                                struct strips_border *border)
{
    struct strips_run whole = *run;
    whole.limited = false;
    whole.rows_below = 0;
    struct strips_threads_job j = job_for(panel, &whole);
    j.deltas = border->row;
    j.column = &border->column;
    j.parts.words = true;
    (void)find_band(&j);
    if (!open_planes(&j))
        j.status = STRIPS_MEMORY;
    else if (panel->rows.n > 0 && panel->columns.n > 0)
        run_job(&j);
    close_planes(&j);
    strips_parts_close(&j.parts);
    return j.status;
}

void strips_row_free(struct strips_row *row)
{
    strips_deltas_free(&row->deltas);
    *row = (struct strips_row){0};
}

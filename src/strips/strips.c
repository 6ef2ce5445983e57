/*
 * strips.c - see strips.h: parts of rows, on some threads.
 *
 * strips_parts.h says how the table is cut, wavefront.h which thread does what when. One array has
 * the deltas of the row between two parts: part i + 1 reads there what part i has written, and
 * writes its own last row over it, some columns behind part i. A part is opened with its first turn
 * and closed with its last; in between, each of its turns may be another thread's.
 *
 * What is left out of a part because of a limit counts as a path along the border of the part: the
 * deltas down its left side are +1 (LCS: 0), and so are those at its top where no part above has
 * been. The array has these from the beginning.
 */
#include "strips/strips.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "strips/strips_parts.h"
#include "strips/strips_planes.h"
#include "strips/wavefront.h"

enum {
    CELLS_OF_THREAD = 1 << 24, /* so many are worth a thread */
    CELLS_OF_REPORT = 1 << 28, /* a thread tells of so many at once */
};

/*
 * What a part's last row tells of the whole: the distance at the column that is to be looked at
 * next, and the least distance of an alignment through the columns before it. Both are less the
 * distance at the part's upper left corner.
 */
struct outlook {
    int64_t distance, least;
};

/* A part that has begun, and is not done. Its turns follow one another. */
struct open_part {
    struct strips_part is;
    struct strips_block block;
    struct outlook outlook;
};

struct job {
    const struct strips_problem *p;
    const struct strips_run *run;
    const struct strips_kernel *kernel;
    struct strips_planes rows, columns; /* codes */
    struct strips_deltas deltas;        /* of the row between two parts */
    struct strips_deltas *column; /* of a panel: what is left of it, then its last one; or NULL */
    struct strips_parts parts;
    int64_t limit;
    struct wavefront *wavefront;
    struct open_part *open; /* by slots of the wavefront */
    uint64_t corner;        /* score at the upper left corner of the first part that is not done */

    pthread_mutex_t lock; /* for the rest */
    enum strips_status status;
};

static void stop(struct job *j, enum strips_status status)
{
    pthread_mutex_lock(&j->lock);
    j->status = status;
    pthread_mutex_unlock(&j->lock);
    wavefront_stop(j->wavefront);
}

/* The limit. */

static int64_t distance_change(const struct job *j, size_t word)
{
    int64_t up = __builtin_popcountll(j->deltas.up[word]);
    if (j->p->metric == STRIPS_LCS)
        return 64 - 2 * up;
    return up - __builtin_popcountll(j->deltas.down[word]);
}

/* The least distance from row `row` and column `column` to the end of the table. */
static int64_t distance_left(const struct job *j, size_t row, size_t column)
{
    int64_t rows = (int64_t)(j->p->rows.n - row + j->run->rows_below);
    int64_t columns = (int64_t)(j->p->columns.n - column);
    return rows < columns ? columns - rows : rows - columns;
}

/* Looks at every 64th of columns [from, to). A column between two of them may have a distance that
 * is up to 64 less, and so may what is left from there: 128. */
static void look_out(const struct job *j, struct open_part *part, size_t from, size_t to)
{
    struct outlook *o = &part->outlook;
    for (size_t column = from; column < to; column += 64) {
        int64_t least =
            o->distance + distance_left(j, part->is.first + part->is.rows, column) - 128;
        o->least = least < o->least ? least : o->least;
        o->distance += distance_change(j, column / 64);
    }
}

/* Part i is done, and all above it: moves j->corner on, and tells whether the limit is out of
 * reach. */
static bool beyond(struct job *j, size_t i, const struct open_part *part)
{
    bool lcs = j->p->metric == STRIPS_LCS;
    uint64_t corner = j->corner;
    uint64_t distance = lcs ? part->is.first + part->is.from - 2 * corner : corner;
    j->corner += lcs ? 0 : part->is.rows;
    if (i + 1 < j->parts.count) {
        struct strips_part next = strips_part_at(&j->parts, i + 1);
        j->corner += strips_sum(&j->deltas, part->is.from, next.from);
    }
    return j->run->limited && (int64_t)distance + part->outlook.least > j->limit;
}

/* Parts. */

/* False: memory is out. */
static bool open_part(const struct job *j, struct open_part *part, size_t i)
{
    struct strips_part is = strips_part_at(&j->parts, i);
    struct strips_deltas left = {0};
    if (j->column != NULL)
        left = strips_deltas_from(j->column, is.first);
    *part = (struct open_part){.is = is,
                               .block = {.kernel = j->kernel,
                                         .metric = j->p->metric,
                                         .lanes = j->parts.lanes,
                                         .rows = is.rows,
                                         .columns = is.to - is.from,
                                         .top = strips_deltas_from(&j->deltas, is.from),
                                         .bottom = strips_deltas_from(&j->deltas, is.from),
                                         .sides = j->column != NULL},
                               .outlook = {(int64_t)is.rows, INT64_MAX / 2}};
    for (unsigned bit = 0; bit < j->columns.bits; bit++)
        part->block.codes[bit] = j->columns.planes[bit] + is.from / STRIPS_GROUP;
    return strips_block_open(&part->block, &j->rows, is.first, j->column != NULL ? &left : NULL);
}

static void close_part(const struct job *j, struct open_part *part)
{
    if (j->column != NULL) {
        struct strips_deltas right = strips_deltas_from(j->column, part->is.first);
        strips_block_right(&part->block, &right);
    }
    strips_block_close(&part->block);
}

/* How many columns of the last row are done when so many groups were taken in. */
static size_t columns_out(const struct strips_block *b, size_t groups)
{
    return strips_clamp(((int64_t)groups - (int64_t)strips_lag(b)) * STRIPS_GROUP, b->columns);
}

/* Does a turn; returns how many cells these are. */
static uint64_t advance(struct job *j, const struct wavefront_turn *turn)
{
    struct open_part *part = &j->open[turn->slot];
    struct strips_block *b = &part->block;
    size_t before = columns_out(b, turn->from), after = columns_out(b, turn->to);
    b->kernel->advance(b, turn->from, turn->to);
    if (j->run->limited)
        look_out(j, part, part->is.from + before, part->is.from + after);
    if (turn->last) {
        close_part(j, part);
        if (beyond(j, turn->part, part))
            stop(j, STRIPS_BEYOND);
    }
    return (uint64_t)part->is.rows * (after - before);
}

/* Tells of *cells. */
static void report(struct job *j, uint64_t *cells)
{
    if (j->run->progress != NULL) {
        pthread_mutex_lock(&j->lock);
        j->run->progress(j->run->context, *cells);
        pthread_mutex_unlock(&j->lock);
    }
    *cells = 0;
}

static void *work(void *job)
{
    struct job *j = job;
    struct wavefront_turn turn = {0};
    uint64_t cells = 0;
    while (wavefront_next(j->wavefront, &turn)) {
        if (turn.from == 0 && !open_part(j, &j->open[turn.slot], turn.part)) {
            stop(j, STRIPS_MEMORY);
            break;
        }
        cells += advance(j, &turn);
        if (cells >= CELLS_OF_REPORT)
            report(j, &cells);
        if (j->run->cancel != NULL && atomic_load(j->run->cancel))
            stop(j, STRIPS_CANCELLED);
    }
    report(j, &cells);
    return NULL;
}

/* What there is to do. */

/* Finds the diagonals that can hold a distance within the limit; false: there is none. A path to
 * the last corner comes back to a diagonal as often as it leaves it, and both cost. Where parts
 * begin and end, an exchange on the outermost diagonal would miss a neighbour. */
static bool find_band(struct job *j)
{
    int64_t m = (int64_t)(j->p->rows.n + j->run->rows_below), n = (int64_t)j->p->columns.n;
    int64_t most = m > n ? m : n;
    j->limit = j->run->limit < (uint64_t)(m + n) ? (int64_t)j->run->limit : m + n;
    int64_t neighbour = j->p->metric == STRIPS_OSA;
    j->parts.limited = j->run->limited;
    j->parts.lowest = j->run->limited ? -(j->limit - (n - m)) / 2 - neighbour : -most;
    j->parts.highest = j->run->limited ? (j->limit + (n - m)) / 2 + neighbour : most;
    return !j->run->limited || (m - n <= j->limit && n - m <= j->limit);
}

/* False: memory is out. */
static bool run_threads(struct job *j, unsigned threads)
{
    j->wavefront = wavefront_open(&j->parts, threads);
    if (j->wavefront == NULL)
        return false;
    size_t slots = wavefront_slots(j->wavefront);
    j->open = calloc(slots, sizeof *j->open);
    if (j->open == NULL)
        return false;
    unsigned worked = in_parallel(threads, work, j);
    if (j->run->worked != NULL && worked > *j->run->worked)
        *j->run->worked = worked;
    for (size_t i = 0; i < slots; i++)
        strips_block_close(&j->open[i].block);
    return true;
}

static void run_job(struct job *j)
{
    uint64_t threads = j->run->threads > 0 ? j->run->threads : 1;
    uint64_t worth = j->p->rows.n / (CELLS_OF_THREAD / j->p->columns.n + 1) + 1;
    threads = threads < worth ? threads : worth;
    strips_parts_choose(&j->parts, j->kernel->lanes, strips_vectors(j->p->metric, j->rows.bits),
                        threads);
    threads = threads < j->parts.count ? threads : j->parts.count;
    pthread_mutex_init(&j->lock, NULL);
    if (!run_threads(j, (unsigned)threads))
        j->status = STRIPS_MEMORY;
    pthread_mutex_destroy(&j->lock);
    wavefront_close(j->wavefront);
    free(j->open);
}

static struct job job_for(const struct strips_problem *p, const struct strips_run *run)
{
    const struct strips_kernel *kernel = run->kernel;
    return (struct job){.p = p,
                        .run = run,
                        .kernel = kernel != NULL ? kernel : strips_kernels_fastest(),
                        .parts = {.m = p->rows.n, .n = p->columns.n}};
}

static bool open_planes(struct job *j)
{
    return strips_planes_open(&j->rows, j->p, &j->p->rows) &&
           strips_planes_open(&j->columns, j->p, &j->p->columns);
}

static void close_planes(struct job *j)
{
    strips_planes_close(&j->rows);
    strips_planes_close(&j->columns);
}

enum strips_status strips_last_row(const struct strips_problem *p, const struct strips_run *run,
                                   struct strips_row *row)
{
    struct job j = job_for(p, run);
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
    if (j.status != STRIPS_OK) {
        strips_row_free(row);
        return j.status;
    }
    row->score = j.corner;
    if (j.parts.count > 0) {
        struct strips_part last = strips_part_at(&j.parts, j.parts.count - 1);
        row->first = last.from;
        row->last = last.to;
    }
    return STRIPS_OK;
}

enum strips_status strips_score(const struct strips_problem *p, const struct strips_run *run,
                                uint64_t *score)
{
    /* Few rows and many columns make few strips, which are begun less often. */
    struct strips_problem lying = p->rows.n > p->columns.n ? strips_turned(p) : *p;
    struct strips_run whole = *run;
    struct strips_row row;
    whole.rows_below = 0;
    enum strips_status status = strips_last_row(&lying, &whole, &row);
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
    struct job j = job_for(panel, &whole);
    j.deltas = border->row;
    j.column = &border->column;
    j.parts.words = true;
    (void)find_band(&j);
    if (!open_planes(&j))
        j.status = STRIPS_MEMORY;
    else if (panel->rows.n > 0 && panel->columns.n > 0)
        run_job(&j);
    close_planes(&j);
    return j.status;
}

void strips_row_free(struct strips_row *row)
{
    strips_deltas_free(&row->deltas);
    *row = (struct strips_row){0};
}

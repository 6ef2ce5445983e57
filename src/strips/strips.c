/*
 * strips.c - see strips.h: blocks of rows, on some threads.
 *
 * A block (struct part) is as many rows as fit the cache. One array has the deltas of the row
 * between two blocks: block i + 1 reads there what block i has written, and writes its own last row
 * over it, some columns behind block i. `done` of block i says how far block i has come. The job's
 * lock guards that, and all else that the threads share. Threads take blocks in order, so the
 * lowest unfinished block never waits.
 *
 * With a limit, a block has only the columns whose diagonals can hold a distance within it
 * (Ukkonen, "Algorithms for approximate string matching", Information and Control 64, 1985). What
 * is left out counts as a path along the border of the block: the deltas down its left side are +1
 * (LCS: 0), and so are those at its top where no block above has been. The array has these from the
 * beginning.
 */
#include "strips/strips.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "strips/strips_planes.h"

enum {
    TABLE_BYTES = 131072,      /* of a block: they fit the second cache */
    ROWS_OF_STEP = 5,          /* as many rows cost what a step costs besides its rows */
    LEAST_STRIP = 4,           /* rows */
    CELLS_OF_TURN = 1 << 24,   /* a thread looks at the others after so many cells, */
    TURNS = 16,                /* and at least so many times a part */
    CELLS_OF_THREAD = 1 << 24, /* so many are worth a thread */
};

/* A block of the job: rows [first, first + rows), columns [from, to). */
struct part {
    size_t first, rows, from, to;
};

struct job {
    const struct strips_problem *p;
    const struct strips_run *run;
    const struct strips_kernel *kernel;
    struct strips_planes rows, columns;
    struct strips_deltas deltas;
    int64_t lowest, highest; /* diagonals, column - row */
    int64_t limit;
    size_t lanes, rows_of_part, nparts;

    pthread_mutex_t lock;
    pthread_cond_t moved;
    size_t next;  /* the first part that no thread has taken */
    size_t *done; /* part i has written its last row up to column done[i]; SIZE_MAX: all is done */
    uint64_t corner; /* score at the upper left corner of the first part that is not done */
    enum strips_status status;
};

static size_t clamp(int64_t value, size_t most)
{
    return value < 0 ? 0 : (uint64_t)value > most ? most : (size_t)value;
}

static struct part part_of(const struct job *j, size_t i)
{
    size_t m = j->p->rows.n, n = j->p->columns.n;
    struct part part = {.first = i * j->rows_of_part};
    part.rows = m - part.first < j->rows_of_part ? m - part.first : j->rows_of_part;
    part.from = clamp((int64_t)part.first + j->lowest, n) / STRIPS_GROUP * STRIPS_GROUP;
    part.to = clamp((int64_t)(part.first + part.rows + STRIPS_GROUP - 1) + j->highest, SIZE_MAX);
    part.to = part.to / STRIPS_GROUP * STRIPS_GROUP;
    part.to = part.to < n ? part.to : n;
    return part;
}

/* How far the threads are. */

/* Waits until the part above has done `columns`; false when the job is over. */
static bool wait_for(struct job *j, size_t part, size_t columns)
{
    pthread_mutex_lock(&j->lock);
    while (j->status == STRIPS_OK && part > 0 && j->done[part - 1] < columns)
        pthread_cond_wait(&j->moved, &j->lock);
    bool going_on = j->status == STRIPS_OK;
    pthread_mutex_unlock(&j->lock);
    return going_on;
}

static void tell(struct job *j, size_t part, size_t columns, uint64_t cells)
{
    pthread_mutex_lock(&j->lock);
    j->done[part] = columns;
    if (j->run->progress != NULL)
        j->run->progress(j->run->context, cells);
    if (j->run->cancel != NULL && atomic_load(j->run->cancel))
        j->status = STRIPS_CANCELLED;
    pthread_cond_broadcast(&j->moved);
    pthread_mutex_unlock(&j->lock);
}

static void stop(struct job *j, enum strips_status status)
{
    pthread_mutex_lock(&j->lock);
    j->status = status;
    pthread_cond_broadcast(&j->moved);
    pthread_mutex_unlock(&j->lock);
}

/* The limit. */

/*
 * What a part's last row tells of the whole: the distance at the column that is to be looked at
 * next, and the least distance of an alignment through the columns before it. Both are less the
 * distance at the part's upper left corner.
 */
struct outlook {
    int64_t distance, least;
};

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
static void look_out(const struct job *j, const struct part *part, struct outlook *o, size_t from,
                     size_t to)
{
    for (size_t column = from; column < to; column += 64) {
        int64_t least = o->distance + distance_left(j, part->first + part->rows, column) - 128;
        o->least = least < o->least ? least : o->least;
        o->distance += distance_change(j, column / 64);
    }
}

/* The part is done: moves j->corner on, and tells whether the limit is out of reach. */
static bool beyond(struct job *j, size_t i, const struct part *part, const struct outlook *o)
{
    bool lcs = j->p->metric == STRIPS_LCS;
    uint64_t corner = j->corner;
    uint64_t distance = lcs ? part->first + part->from - 2 * corner : corner;
    j->corner += lcs ? 0 : part->rows;
    if (i + 1 < j->nparts) {
        struct part next = part_of(j, i + 1);
        j->corner += strips_sum(&j->deltas, part->from, next.from);
    }
    return j->run->limited && (int64_t)distance + o->least > j->limit;
}

/* Blocks. */

/* Does all columns of a part, in turns; false when the job is over. */
static bool run_turns(struct job *j, size_t i, const struct part *part, struct strips_block *b,
                      struct outlook *o)
{
    size_t lag = strips_lag(b), groups = strips_groups(b), out = 0;
    size_t turn = CELLS_OF_TURN / STRIPS_GROUP / part->rows + 1;
    turn = turn < groups / TURNS ? turn : groups / TURNS + 1;
    size_t above = i == 0 ? 0 : part_of(j, i - 1).to;
    for (size_t g = 0; g < groups; g += turn) {
        size_t to = groups - g < turn ? groups : g + turn;
        size_t in = part->from + to * STRIPS_GROUP;
        if (!wait_for(j, i, in < above ? in : above))
            return false;
        b->kernel->advance(b, g, to);
        size_t before = out;
        out = clamp(((int64_t)to - (int64_t)lag) * STRIPS_GROUP, b->columns);
        if (j->run->limited)
            look_out(j, part, o, part->from + before, part->from + out);
        tell(j, i, part->from + out, (uint64_t)part->rows * (out - before));
    }
    return true;
}

static struct strips_deltas deltas_from(const struct job *j, size_t column)
{
    struct strips_deltas d = j->deltas;
    d.up += column / STRIPS_GROUP;
    if (d.down != NULL)
        d.down += column / STRIPS_GROUP;
    return d;
}

/* Does a part; false when the job is over. */
static bool run_part(struct job *j, size_t i)
{
    struct part part = part_of(j, i);
    struct strips_block b = {
        .kernel = j->kernel,
        .metric = j->p->metric,
        .lanes = j->lanes,
        .rows = part.rows,
        .columns = part.to - part.from,
        .top = deltas_from(j, part.from),
        .bottom = deltas_from(j, part.from),
    };
    struct outlook o = {.distance = (int64_t)part.rows, .least = INT64_MAX / 2};
    for (unsigned bit = 0; bit < j->columns.bits; bit++)
        b.codes[bit] = j->columns.planes[bit] + part.from / STRIPS_GROUP;
    if (!strips_block_open(&b, &j->rows, part.first, NULL)) {
        stop(j, STRIPS_MEMORY);
        return false;
    }
    bool ended = run_turns(j, i, &part, &b, &o) && wait_for(j, i, SIZE_MAX);
    strips_block_close(&b);
    if (ended && beyond(j, i, &part, &o)) {
        stop(j, STRIPS_BEYOND);
        return false;
    }
    if (ended)
        tell(j, i, SIZE_MAX, 0);
    return ended;
}

static void *work(void *job)
{
    struct job *j = job;
    for (;;) {
        pthread_mutex_lock(&j->lock);
        size_t i = j->next++;
        pthread_mutex_unlock(&j->lock);
        if (i >= j->nparts || !run_part(j, i))
            return NULL;
    }
}

/* What there is to do. */

/* Finds the diagonals that can hold a distance within the limit; false: there is none. A path to
 * the last corner comes back to a diagonal as often as it leaves it, and both cost. */
static bool find_band(struct job *j)
{
    int64_t m = (int64_t)(j->p->rows.n + j->run->rows_below), n = (int64_t)j->p->columns.n;
    int64_t most = m > n ? m : n;
    j->limit = j->run->limit < (uint64_t)(m + n) ? (int64_t)j->run->limit : m + n;
    j->lowest = j->run->limited ? -(j->limit - (n - m)) / 2 : -most;
    j->highest = j->run->limited ? (j->limit + (n - m)) / 2 : most;
    return !j->run->limited || (m - n <= j->limit && n - m <= j->limit);
}

static size_t divide_up(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

/*
 * How many lanes cost least. A block takes columns / STRIPS_TILE + lanes steps. Each does
 * rows / lanes rows, and work besides that is worth ROWS_OF_STEP rows. The product of the two is
 * least where lanes * lanes = rows * columns / STRIPS_TILE / ROWS_OF_STEP.
 */
static size_t choose_lanes(const struct job *j, size_t rows, size_t columns)
{
    uint64_t product = clamp((int64_t)rows, UINT32_MAX) * clamp((int64_t)columns, UINT32_MAX);
    size_t lanes = STRIPS_STEPS;
    while (lanes < j->kernel->lanes && lanes < rows &&
           lanes * lanes < product / STRIPS_TILE / ROWS_OF_STEP)
        lanes += STRIPS_STEPS;
    return lanes;
}

/*
 * Chooses the parts. A part has no more rows than the cache holds. The number of parts is a
 * multiple of the number of threads, so that all have as much to do. Within a band, a part has no
 * more rows than pay for the triangles that it adds at the sides of the band.
 */
static void choose_parts(struct job *j, size_t threads)
{
    size_t m = j->p->rows.n, n = j->p->columns.n;
    size_t vectors = j->rows.bits + (j->p->metric == STRIPS_LCS ? 1 : 2);
    size_t band = clamp(j->highest - j->lowest, n);
    size_t lanes = choose_lanes(j, m < band ? m : band, n < band ? n : band);
    size_t rows = TABLE_BYTES * 8 / j->kernel->lanes / vectors, width = band + STRIPS_TILE * lanes;
    while (j->run->limited && rows * rows * lanes > ROWS_OF_STEP * width)
        rows--;
    size_t parts = divide_up(divide_up(m, lanes * rows), threads) * threads;
    rows = divide_up(m, lanes * parts);
    j->lanes = lanes;
    j->rows_of_part = lanes * (rows > LEAST_STRIP ? rows : LEAST_STRIP);
    j->nparts = divide_up(m, j->rows_of_part);
}

static void run_job(struct job *j)
{
    uint64_t threads = j->run->threads > 0 ? j->run->threads : 1;
    uint64_t worth = j->p->rows.n / (CELLS_OF_THREAD / j->p->columns.n + 1) + 1;
    threads = threads < worth ? threads : worth;
    choose_parts(j, threads);
    threads = threads < j->nparts ? threads : j->nparts;
    j->done = calloc(j->nparts, sizeof *j->done);
    if (j->done == NULL) {
        j->status = STRIPS_MEMORY;
        return;
    }
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->moved, NULL);
    unsigned worked = in_parallel((unsigned)threads, work, j);
    if (j->run->worked != NULL && worked > *j->run->worked)
        *j->run->worked = worked;
    pthread_mutex_destroy(&j->lock);
    pthread_cond_destroy(&j->moved);
    free(j->done);
}

/* Makes the row above the table; false: memory is out. */
static bool first_row(struct job *j)
{
    size_t bytes = (j->p->columns.n / 64 + 1) * sizeof(uint64_t);
    bool lcs = j->p->metric == STRIPS_LCS;
    j->deltas.up = malloc(bytes);
    j->deltas.down = lcs ? NULL : calloc(1, bytes);
    if (j->deltas.up == NULL || (!lcs && j->deltas.down == NULL))
        return false;
    memset(j->deltas.up, lcs ? 0 : 0xff, bytes);
    return true;
}

enum strips_status strips_last_row(const struct strips_problem *p, const struct strips_run *run,
                                   struct strips_row *row)
{
    struct job j = {.p = p, .run = run};
    j.kernel = run->kernel != NULL ? run->kernel : strips_kernels_fastest();
    *row = (struct strips_row){.last = p->columns.n};
    if (!find_band(&j))
        return STRIPS_BEYOND;
    if (!first_row(&j) || !strips_planes_open(&j.rows, p, &p->rows) ||
        !strips_planes_open(&j.columns, p, &p->columns))
        j.status = STRIPS_MEMORY;
    else if (p->columns.n == 0)
        j.corner = p->metric == STRIPS_LCS ? 0 : p->rows.n;
    else if (p->rows.n > 0)
        run_job(&j);
    strips_planes_close(&j.rows);
    strips_planes_close(&j.columns);
    row->deltas = j.deltas;
    if (j.status != STRIPS_OK) {
        strips_row_free(row);
        return j.status;
    }
    row->score = j.corner;
    if (j.nparts > 0) {
        struct part last = part_of(&j, j.nparts - 1);
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

void strips_row_free(struct strips_row *row)
{
    free(row->deltas.up);
    free(row->deltas.down);
    *row = (struct strips_row){0};
}

/*
 * fake_strips.c - strips_launches.h without a GPU (fake_cuda.c): the table by its definition.
 *
 * A strip is computed when its task begins; blocks are computed when their last anti-diagonal
 * begins.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "gpu/fake_cuda.h"
#include "gpu/strips/strips_launches.h"

struct encoding {
    const void *codes;
    unsigned code_bytes;
    uint64_t n;
    int reversed;
    struct strips_coding coding;
    uint8_t *to;
    uint64_t stride;
};

static void run_encode(const void *arguments)
{
    const struct encoding *e = arguments;
    const unsigned bits = e->coding.digit_bits, most = (1U << bits) - 1;
    for (uint64_t i = 0; i < e->n; i++) {
        uint64_t at = e->reversed ? e->n - 1 - i : i;
        uint32_t code =
            e->code_bytes == 1 ? ((const uint8_t *)e->codes)[at] : ((const uint32_t *)e->codes)[at];
        for (unsigned d = 0; d < e->coding.digits; d += 2) {
            unsigned low = code >> d * bits & most;
            unsigned high = d + 1 < e->coding.digits ? code >> (d + 1) * bits & most : 0;
            e->to[d / 2 * e->stride + i] = (uint8_t)(low | high << STRIPS_DIGIT);
        }
    }
}

cudaError_t strips_encode(const void *codes, unsigned code_bytes, uint64_t n, int reversed,
                          struct strips_coding coding, uint8_t *to, uint64_t stride,
                          cudaStream_t stream)
{
    const struct encoding e = {codes, code_bytes, n, reversed, coding, to, stride};
    fake_launch(stream, run_encode, &e, sizeof e);
    return cudaSuccess;
}

struct border_work {
    int levenshtein;
    uint64_t *border;
    uint64_t n; /* words, or columns */
    uint32_t *up, *down;
};

static void run_border_begin(const void *arguments)
{
    const struct border_work *w = arguments;
    for (uint64_t i = 0; i < w->n; i++)
        w->border[i] = w->levenshtein && i % 2 == 0 ? UINT32_MAX : 0;
}

cudaError_t strips_border_begin(int levenshtein, uint64_t *border, uint64_t words,
                                cudaStream_t stream)
{
    const struct border_work w = {levenshtein, border, words, NULL, NULL};
    fake_launch(stream, run_border_begin, &w, sizeof w);
    return cudaSuccess;
}

static void run_border_load(const void *arguments)
{
    const struct border_work *w = arguments;
    for (uint64_t g = 0; g < strips_groups_of(w->n); g++) {
        w->border[w->levenshtein ? 2 * g : g] = w->up[g];
        if (w->levenshtein)
            w->border[2 * g + 1] = w->down[g];
    }
}

cudaError_t strips_border_load(int levenshtein, uint64_t *border, uint64_t n, const uint32_t *up,
                               const uint32_t *down, cudaStream_t stream)
{
    const struct border_work w = {levenshtein, border, n, (uint32_t *)up, (uint32_t *)down};
    fake_launch(stream, run_border_load, &w, sizeof w);
    return cudaSuccess;
}

static void run_border_end(const void *arguments)
{
    const struct border_work *w = arguments;
    for (uint64_t g = 0; g < strips_groups_of(w->n); g++) {
        w->up[g] = (uint32_t)w->border[w->levenshtein ? 2 * g : g];
        if (w->levenshtein)
            w->down[g] = (uint32_t)w->border[2 * g + 1];
    }
}

cudaError_t strips_border_end(int levenshtein, const uint64_t *border, uint64_t n, uint32_t *up,
                              uint32_t *down, cudaStream_t stream)
{
    const struct border_work w = {levenshtein, (uint64_t *)border, n, up, down};
    fake_launch(stream, run_border_end, &w, sizeof w);
    return cudaSuccess;
}

cudaError_t strips_estimate(const struct strips_launch *launch, const struct strips_extent *extent,
                            double *time)
{
    *time = (double)extent->abreast * (double)extent->columns * launch->words;
    return cudaSuccess;
}

/* Rows after the last match every code. */
static bool same_code(const struct strips_table *t, unsigned digits, uint64_t i, uint64_t j)
{
    bool same = true;
    if (i >= t->m)
        return true;
    for (unsigned b = 0; b < (digits + 1) / 2; b++)
        same = same && t->rows[b * t->row_stride + i] == t->columns[b * t->column_stride + j];
    return same;
}

/* Small sizes, so that small tables have many panels. */
void strips_preferred_size(unsigned processors, uint64_t *rows, uint64_t *columns)
{
    *rows = 512 * processors;
    *columns = 512 * processors;
}

static int64_t best(bool levenshtein, int64_t a, int64_t b)
{
    return (a < b) == levenshtein ? a : b;
}

/* Returns the difference in bit i; `falls` may be NULL. */
static int64_t delta_of(const uint32_t *rises, const uint32_t *falls, uint64_t i)
{
    int64_t fall = falls == NULL ? 0 : falls[i / 32] >> i % 32 & 1;
    return (int64_t)(rises[i / 32] >> i % 32 & 1) - fall;
}

static void put_delta(uint32_t *rises, uint32_t *falls, uint64_t i, int64_t delta)
{
    const uint32_t bit = UINT32_C(1) << i % 32;
    rises[i / 32] = (rises[i / 32] & ~bit) | (delta > 0 ? bit : 0);
    if (falls != NULL)
        falls[i / 32] = (falls[i / 32] & ~bit) | (delta < 0 ? bit : 0);
}

/* Some rows of a table, in some columns. */
struct part {
    const struct strips_table *t;
    bool levenshtein;
    unsigned digits;
    uint64_t top, bottom, first, end; /* rows [top, bottom), columns [first, end) */
};

/* Computes the next row in place: row[j] is the score at column first + j, `left` the difference in
 * the first column. */
static void next_row(const struct part *p, uint64_t i, int64_t left, int64_t *row)
{
    int64_t diagonal = row[0];
    row[0] += left;
    for (uint64_t j = 0; j < p->end - p->first; j++) {
        bool same = same_code(p->t, p->digits, i, p->first + j);
        int64_t to_here = diagonal + (p->levenshtein ? !same : same);
        diagonal = row[j + 1];
        row[j + 1] = best(p->levenshtein, to_here,
                          best(p->levenshtein, row[j], diagonal) + (int64_t)p->levenshtein);
    }
}

/* Sets *row to the row above the part. */
static void begin_row(const struct part *p, int64_t *row)
{
    row[0] = 0;
    for (uint64_t j = p->first; j < p->end; j++) {
        const uint64_t *word = &p->t->border[j / STRIPS_COLUMNS * (p->levenshtein ? 2 : 1)];
        uint64_t fall = p->levenshtein ? word[1] >> j % STRIPS_COLUMNS & 1 : 0;
        row[j - p->first + 1] =
            row[j - p->first] + (int64_t)(word[0] >> j % STRIPS_COLUMNS & 1) - (int64_t)fall;
    }
}

static void run_rows(const struct part *p, int64_t *row)
{
    const struct strips_table *t = p->t;
    uint32_t *falls = p->levenshtein ? t->sides + strips_side_words(t->m) : NULL;
    for (uint64_t i = p->top; i < p->bottom; i++) {
        int64_t before = row[p->end - p->first];
        next_row(p, i, t->sides != NULL ? delta_of(t->sides, falls, i) : p->levenshtein, row);
        if (t->sides != NULL)
            put_delta(t->sides, falls, i, row[p->end - p->first] - before);
    }
}

static void put_border(const struct part *p, uint64_t j, int64_t delta)
{
    uint64_t *word = &p->t->border[j / STRIPS_COLUMNS * (p->levenshtein ? 2 : 1)];
    const uint64_t bit = UINT64_C(1) << j % STRIPS_COLUMNS;
    word[0] = (word[0] & ~bit) | (delta > 0 ? bit : 0);
    if (p->levenshtein)
        word[1] = (word[1] & ~bit) | (delta < 0 ? bit : 0);
}

static void run_part(const struct part *p)
{
    int64_t *row = malloc((p->end - p->first + 1) * sizeof *row);
    if (row == NULL)
        abort();
    begin_row(p, row);
    run_rows(p, row);
    for (uint64_t j = p->first; j < p->end; j++)
        put_border(p, j, row[j - p->first + 1] - row[j - p->first]);
    free(row);
}

static void run_wave(const void *arguments)
{
    const struct strips_launch *launch = arguments;
    for (uint32_t i = 0; i < launch->ntasks && launch->control->stop == 0; i++) {
        const struct strips_task *task = &launch->tasks[i];
        const struct strips_table *t = &launch->tables[task->table];
        const unsigned words = launch->words;
        int64_t top = strips_first_row(t, words, launch->sides, task->strip);
        uint64_t end = strips_groups_end(t, words, launch->sides, task->strip) * STRIPS_COLUMNS;
        const struct part p = {.t = t,
                               .levenshtein = launch->levenshtein,
                               .digits = launch->coding.digits,
                               .top = top > 0 ? (uint64_t)top : 0,
                               .bottom = (uint64_t)(top + (int64_t)strips_rows(words)),
                               .first = strips_groups_begin(t, words, launch->sides, task->strip) *
                                        STRIPS_COLUMNS,
                               .end = end < t->n ? end : t->n};
        run_part(&p);
    }
}

cudaError_t strips_wave(const struct strips_launch *launch, cudaStream_t stream)
{
    fake_launch(stream, run_wave, launch, sizeof *launch);
    return cudaSuccess;
}

struct block_work {
    struct strips_table table;
    unsigned digits;
};

static void run_blocks(const void *arguments)
{
    const struct block_work *w = arguments;
    const struct strips_table *t = &w->table;
    run_part(&(struct part){.t = t, .digits = w->digits, .bottom = t->m, .end = t->n});
}

cudaError_t strips_blocks_step(const struct strips_table *table, struct strips_coding coding,
                               uint32_t *v, uint64_t diagonal, cudaStream_t stream)
{
    const struct block_work w = {*table, coding.digits};
    (void)v;
    if (diagonal + 1 == strips_blocks_diagonals(table->m, table->n))
        fake_launch(stream, run_blocks, &w, sizeof w);
    return cudaSuccess;
}

/* Returns columns 0 to n of a half's last row; the caller frees them. */
static uint64_t *distances(bool levenshtein, const struct strips_half *half, uint64_t n)
{
    uint64_t *d = malloc((n + 1) * sizeof *d);
    if (d == NULL)
        return NULL;
    d[0] = half->m;
    for (uint64_t j = 0; j < n; j++) {
        const uint64_t *word = &half->border[j / STRIPS_COLUMNS * (levenshtein ? 2 : 1)];
        uint64_t up = word[0] >> j % STRIPS_COLUMNS & 1;
        d[j + 1] =
            levenshtein ? d[j] + up - (word[1] >> j % STRIPS_COLUMNS & 1) : d[j] + 1 - 2 * up;
    }
    return d;
}

static void find_cross(struct strips_cross *cross, const uint64_t *upper, const uint64_t *lower)
{
    uint64_t least = UINT64_MAX;
    for (uint64_t j = 0; j <= cross->n; j++) {
        uint64_t sum = upper[j] + lower[cross->n - j];
        if (sum > least || (sum == least && !cross->last))
            continue;
        least = sum;
        cross->column = j;
        cross->before = upper[j];
        cross->after = lower[cross->n - j];
    }
}

struct cross_work {
    int levenshtein;
    struct strips_cross *crosses;
    uint32_t n;
};

static void run_crosses(const void *arguments)
{
    const struct cross_work *w = arguments;
    for (struct strips_cross *cross = w->crosses; cross < w->crosses + w->n; cross++) {
        uint64_t *upper = distances(w->levenshtein, &cross->upper, cross->n);
        uint64_t *lower = distances(w->levenshtein, &cross->lower, cross->n);
        if (upper == NULL || lower == NULL)
            abort();
        find_cross(cross, upper, lower);
        free(upper);
        free(lower);
    }
}

cudaError_t strips_find_crosses(int levenshtein, struct strips_cross *crosses, uint32_t n,
                                cudaStream_t stream)
{
    const struct cross_work w = {levenshtein, crosses, n};
    fake_launch(stream, run_crosses, &w, sizeof w);
    return cudaSuccess;
}

/*
 * fake_strips.c - strips_launches.h without a GPU (fake_cuda.c): the table by its definition.
 *
 * A table is done when its last strip's turn comes, or its last anti-diagonal of blocks.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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

cudaError_t strips_estimate(const struct strips_launch *launch, uint64_t strips, uint64_t chain,
                            uint64_t columns, double *time)
{
    (void)chain;
    *time = (double)strips * (double)columns * launch->words;
    return cudaSuccess;
}

/* Rows behind the last match every code. */
static bool same_code(const struct strips_table *t, unsigned digits, uint64_t i, uint64_t j)
{
    bool same = true;
    if (i >= t->m)
        return true;
    for (unsigned b = 0; b < (digits + 1) / 2; b++)
        same = same && t->rows[b * t->row_stride + i] == t->columns[b * t->column_stride + j];
    return same;
}

/* Little, so that small tables have many panels. */
void strips_liked(unsigned processors, uint64_t *rows, uint64_t *columns)
{
    *rows = 512 * processors;
    *columns = 512 * processors;
}

static int64_t best(bool levenshtein, int64_t a, int64_t b)
{
    return (a < b) == levenshtein ? a : b;
}

/* The difference that bit i stands for; `falls` may be NULL. */
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

/* The next row in place: row[j] is the score at column j, `left` the difference in column 0. */
static void next_row(const struct strips_table *t, bool levenshtein, unsigned digits, uint64_t i,
                     int64_t left, int64_t *row)
{
    const int64_t step = levenshtein;
    int64_t diagonal = row[0];
    row[0] += left;
    for (uint64_t j = 0; j < t->n; j++) {
        bool same = same_code(t, digits, i, j);
        int64_t to_here = diagonal + (levenshtein ? !same : same);
        diagonal = row[j + 1];
        row[j + 1] = best(levenshtein, to_here, best(levenshtein, row[j], diagonal) + step);
    }
}

/* The row above the table. */
static void begin_row(const struct strips_table *t, bool levenshtein, int64_t *row)
{
    row[0] = 0;
    for (uint64_t j = 0; j < t->n; j++) {
        const uint64_t *word = &t->border[j / STRIPS_COLUMNS * (levenshtein ? 2 : 1)];
        uint64_t fall = levenshtein ? word[1] >> j % STRIPS_COLUMNS & 1 : 0;
        row[j + 1] = row[j] + (int64_t)(word[0] >> j % STRIPS_COLUMNS & 1) - (int64_t)fall;
    }
}

static void run_rows(const struct strips_table *t, bool levenshtein, unsigned digits, uint64_t rows,
                     int64_t *row)
{
    uint32_t *falls = levenshtein ? t->sides + strips_side_words(t->m) : NULL;
    for (uint64_t i = 0; i < rows; i++) {
        int64_t before = row[t->n];
        next_row(t, levenshtein, digits, i,
                 t->sides != NULL ? delta_of(t->sides, falls, i) : levenshtein, row);
        if (t->sides != NULL)
            put_delta(t->sides, falls, i, row[t->n] - before);
    }
}

static void run_table(const struct strips_table *t, bool levenshtein, unsigned digits,
                      uint64_t padding)
{
    int64_t *row = malloc((t->n + 1) * sizeof *row);
    if (row == NULL)
        abort();
    begin_row(t, levenshtein, row);
    run_rows(t, levenshtein, digits, t->m + padding, row);
    memset(t->border, 0, strips_border_words(levenshtein, t->n) * sizeof *t->border);
    for (uint64_t j = 0; j < t->n; j++) {
        int64_t delta = row[j + 1] - row[j];
        uint64_t word = j / STRIPS_COLUMNS * (levenshtein ? 2 : 1) + (delta < 0);
        if (delta != 0)
            t->border[word] |= UINT64_C(1) << j % STRIPS_COLUMNS;
    }
    free(row);
}

static void run_wave(const void *arguments)
{
    const struct strips_launch *launch = arguments;
    for (uint32_t i = 0; i < launch->nturns && launch->control->stop == 0; i++) {
        const struct strips_turn *turn = &launch->turns[i];
        const struct strips_table *t = &launch->tables[turn->table];
        uint64_t padding = strips_padding(launch->words, t->m);
        uint64_t strips = (t->m + padding) / strips_rows(launch->words);
        if (turn->strip + 1 == strips)
            run_table(t, launch->levenshtein, launch->coding.digits, launch->sides ? padding : 0);
    }
}

cudaError_t strips_wave(const struct strips_launch *launch, cudaStream_t stream)
{
    fake_launch(stream, run_wave, launch, sizeof *launch);
    return cudaSuccess;
}

cudaError_t strips_blocks_begin(const struct strips_table *table, uint32_t *v, cudaStream_t stream)
{
    return cudaMemsetAsync(v, 0xff, strips_blocks_bytes(table->m), stream);
}

struct block_work {
    struct strips_table table;
    unsigned digits;
};

static void run_blocks(const void *arguments)
{
    const struct block_work *w = arguments;
    run_table(&w->table, false, w->digits, 0);
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

/* Of columns 0 to n of a half's last row; the caller frees them. */
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

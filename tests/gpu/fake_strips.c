/*
 * fake_strips.c - strips_launches.h without a GPU (fake_cuda.c): the table by its definition.
 *
 * A table is done when its last strip's turn comes, or its last anti-diagonal of blocks.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/strips/strips_launches.h"

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    (void)stream;
    return cudaSuccess;
}

cudaError_t strips_encode(const void *codes, unsigned code_bytes, uint64_t n, int reversed,
                          struct strips_coding coding, uint8_t *to, uint64_t stride,
                          cudaStream_t stream)
{
    const unsigned most = (1U << coding.digit_bits) - 1;
    (void)stream;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t at = reversed ? n - 1 - i : i;
        uint32_t code =
            code_bytes == 1 ? ((const uint8_t *)codes)[at] : ((const uint32_t *)codes)[at];
        for (unsigned d = 0; d < coding.digits; d += 2) {
            unsigned low = code >> d * coding.digit_bits & most;
            unsigned high = d + 1 < coding.digits ? code >> (d + 1) * coding.digit_bits & most : 0;
            to[d / 2 * stride + i] = (uint8_t)(low | high << STRIPS_DIGIT);
        }
    }
    return cudaSuccess;
}

cudaError_t strips_border_begin(int levenshtein, uint64_t *border, uint64_t words,
                                cudaStream_t stream)
{
    (void)stream;
    for (uint64_t i = 0; i < words; i++)
        border[i] = levenshtein && i % 2 == 0 ? UINT32_MAX : 0;
    return cudaSuccess;
}

cudaError_t strips_border_load(int levenshtein, uint64_t *border, uint64_t n, const uint32_t *up,
                               const uint32_t *down, cudaStream_t stream)
{
    (void)stream;
    for (uint64_t g = 0; g < strips_groups_of(n); g++) {
        border[levenshtein ? 2 * g : g] = up[g];
        if (levenshtein)
            border[2 * g + 1] = down[g];
    }
    return cudaSuccess;
}

cudaError_t strips_border_end(int levenshtein, const uint64_t *border, uint64_t n, uint32_t *up,
                              uint32_t *down, cudaStream_t stream)
{
    (void)stream;
    for (uint64_t g = 0; g < strips_groups_of(n); g++) {
        up[g] = (uint32_t)border[levenshtein ? 2 * g : g];
        if (levenshtein)
            down[g] = (uint32_t)border[2 * g + 1];
    }
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

static cudaError_t run_table(const struct strips_table *t, bool levenshtein, unsigned digits,
                             uint64_t padding)
{
    int64_t *row = malloc((t->n + 1) * sizeof *row);
    if (row == NULL)
        return cudaErrorMemoryAllocation;
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
    return cudaSuccess;
}

cudaError_t strips_wave(const struct strips_launch *launch, cudaStream_t stream)
{
    (void)stream;
    for (uint32_t i = 0; i < launch->nturns; i++) {
        const struct strips_turn *turn = &launch->turns[i];
        const struct strips_table *t = &launch->tables[turn->table];
        uint64_t padding = strips_padding(launch->words, t->m);
        uint64_t strips = (t->m + padding) / strips_rows(launch->words);
        if (turn->strip + 1 == strips && run_table(t, launch->levenshtein, launch->coding.digits,
                                                   launch->sides ? padding : 0) != cudaSuccess)
            return cudaErrorMemoryAllocation;
    }
    return cudaSuccess;
}

cudaError_t strips_blocks_begin(const struct strips_table *table, uint32_t *v, cudaStream_t stream)
{
    (void)stream;
    memset(v, 0xff, strips_blocks_bytes(table->m));
    return cudaSuccess;
}

cudaError_t strips_blocks_step(const struct strips_table *table, struct strips_coding coding,
                               uint32_t *v, uint64_t diagonal, cudaStream_t stream)
{
    (void)stream, (void)v;
    if (diagonal + 1 < strips_blocks_diagonals(table->m, table->n))
        return cudaSuccess;
    return run_table(table, false, coding.digits, 0);
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

cudaError_t strips_find_crosses(int levenshtein, struct strips_cross *crosses, uint32_t n,
                                cudaStream_t stream)
{
    bool good = true;
    (void)stream;
    for (struct strips_cross *cross = crosses; cross < crosses + n && good; cross++) {
        uint64_t *upper = distances(levenshtein, &cross->upper, cross->n);
        uint64_t *lower = distances(levenshtein, &cross->lower, cross->n);
        good = upper != NULL && lower != NULL;
        if (good)
            find_cross(cross, upper, lower);
        free(upper);
        free(lower);
    }
    return good ? cudaSuccess : cudaErrorMemoryAllocation;
}

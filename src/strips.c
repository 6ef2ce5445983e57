/* strips.c - see strips.h. */
#include "strips.h"

#include <stdlib.h>

struct strips_kernel {
    const char *name;
};

static uint32_t code_at(const struct strips_problem *p, const struct strips_sequence *s, size_t i)
{
    if (s->reversed)
        i = s->n - 1 - i;
    return p->code_bytes == 1 ? ((const uint8_t *)s->codes)[i] : ((const uint32_t *)s->codes)[i];
}

void strips_row_free(struct strips_row *row)
{
    free(row->deltas.up);
    free(row->deltas.down);
    *row = (struct strips_row){0};
}

/* The next row of a table: h[j] = score(i, j + 1) - score(i, j). */
static void next_row(const struct strips_problem *p, size_t i, signed char *h)
{
    uint32_t code = code_at(p, &p->rows, i);
    int v = p->metric == STRIPS_LCS ? 0 : 1;
    for (size_t j = 0; j < p->columns.n; j++) {
        bool same = code_at(p, &p->columns, j) == code;
        int diagonal, left = v, above = h[j];
        if (p->metric == STRIPS_LCS) {
            diagonal = same ? 1 : above > left ? above : left;
        } else {
            diagonal = same || left < 0 || above < 0 ? 0 : 1;
        }
        v = diagonal - above;
        h[j] = (signed char)(diagonal - left);
    }
}

enum strips_status strips_last_row(const struct strips_problem *p, const struct strips_run *run,
                                   struct strips_row *row)
{
    (void)run;
    bool lcs = p->metric == STRIPS_LCS;
    size_t n = p->columns.n, words = n / 64 + 1;
    signed char *h = malloc(n + 1);
    *row = (struct strips_row){.last = n, .score = lcs ? 0 : p->rows.n};
    row->deltas.up = calloc(words, sizeof(uint64_t));
    row->deltas.down = lcs ? NULL : calloc(words, sizeof(uint64_t));
    if (h == NULL || row->deltas.up == NULL || (!lcs && row->deltas.down == NULL)) {
        free(h);
        strips_row_free(row);
        return STRIPS_MEMORY;
    }
    for (size_t j = 0; j < n; j++)
        h[j] = lcs ? 0 : 1;
    for (size_t i = 0; i < p->rows.n; i++)
        next_row(p, i, h);
    for (size_t j = 0; j < n; j++) {
        row->deltas.up[j / 64] |= (uint64_t)(h[j] > 0) << j % 64;
        if (!lcs)
            row->deltas.down[j / 64] |= (uint64_t)(h[j] < 0) << j % 64;
    }
    free(h);
    return STRIPS_OK;
}

enum strips_status strips_score(const struct strips_problem *p, const struct strips_run *run,
                                uint64_t *score)
{
    struct strips_row row;
    enum strips_status status = strips_last_row(p, run, &row);
    if (status != STRIPS_OK)
        return status;
    *score = row.score;
    for (size_t j = 0; j < p->columns.n; j++)
        *score += (uint64_t)strips_delta(&row.deltas, j);
    strips_row_free(&row);
    uint64_t distance = p->metric == STRIPS_LCS ? p->rows.n + p->columns.n - 2 * *score : *score;
    return run->limited && distance > run->limit ? STRIPS_BEYOND : STRIPS_OK;
}

static const struct strips_kernel scalar = {"word"};

const struct strips_kernel *const *strips_kernels(void)
{
    static const struct strips_kernel *const all[] = {&scalar, NULL};
    return all;
}

const char *strips_kernel_name(const struct strips_kernel *k)
{
    return k->name;
}

const char *strips_kernel_why_not(const struct strips_kernel *k)
{
    (void)k;
    return NULL;
}

/* strips_problem.c - see strips_problem.h. */
#include "strips/strips_problem.h"

struct strips_problem strips_problem_of(const struct sequences *s, enum metric metric)
{
    return (struct strips_problem){.metric =
                                       metric == METRIC_INDEL ? STRIPS_LCS : STRIPS_LEVENSHTEIN,
                                   .code_bytes = s->width,
                                   .ncodes = s->alphabet,
                                   .rows = {s->x, s->m, false},
                                   .columns = {s->y, s->n, false}};
}

struct strips_problem strips_turned(const struct strips_problem *p)
{
    struct strips_problem turned = *p;
    turned.rows = p->columns;
    turned.columns = p->rows;
    return turned;
}

static size_t words_of(size_t n)
{
    return (n + 63) / 64;
}

size_t strips_border_size(const struct strips_problem *panel)
{
    size_t words = words_of(panel->rows.n) + words_of(panel->columns.n);
    return panel->metric == STRIPS_LCS ? words : 2 * words;
}

struct strips_border strips_border_at(const struct strips_problem *panel, uint64_t *words)
{
    size_t row = words_of(panel->columns.n), column = words_of(panel->rows.n);
    if (panel->metric == STRIPS_LCS)
        return (struct strips_border){{words, NULL}, {words + row, NULL}};
    return (struct strips_border){{words, words + row},
                                  {words + 2 * row, words + 2 * row + column}};
}

uint64_t strips_sum(const struct strips_deltas *d, size_t from, size_t to)
{
    uint64_t total = 0;
    for (size_t j = from; j < to; j += 64) {
        uint64_t bits = to - j < 64 ? (UINT64_C(1) << (to - j)) - 1 : ~UINT64_C(0);
        total += (uint64_t)__builtin_popcountll(d->up[j / 64] & bits);
        if (d->down != NULL)
            total -= (uint64_t)__builtin_popcountll(d->down[j / 64] & bits);
    }
    return total;
}

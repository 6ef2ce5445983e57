#include "strips/strips_problem.h"

#include <stdlib.h>
#include <string.h>

#include "plan/costs.h"

enum { PLANES = 5 };

struct strips_problem strips_problem_of(const struct sequences *s, enum metric metric)
{
    static const enum strips_metric metrics[] = {[METRIC_LEVENSHTEIN] = STRIPS_LEVENSHTEIN,
                                                 [METRIC_INDEL] = STRIPS_LCS,
                                                 [METRIC_OSA] = STRIPS_OSA};
    return (struct strips_problem){.metric = metrics[metric],
                                   .code_bytes = s->width,
                                   .ncodes = s->alphabet,
                                   .rows = {s->x, s->m, false},
                                   .columns = {s->y, s->n, false}};
}

double strips_cells_within(const struct sequences *s, uint64_t limit)
{
    double shorter = (double)sequences_shorter(s), longer = (double)sequences_longer(s);
    double band = 0.75 * (double)limit + 1;
    return shorter * ((band < longer ? band : longer) + COST_BAND);
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

/* Deltas. */

/* Returns how many planes the deltas of a row or a column have. */
static size_t planes_of(enum strips_metric metric, enum strips_side side)
{
    if (metric == STRIPS_OSA)
        return side == STRIPS_ROW ? 4 : 3;
    return metric == STRIPS_LCS ? 1 : 2;
}

/* Returns deltas whose planes begin at `words`, each of `each` words. */
static struct strips_deltas deltas_at(uint64_t *words, size_t each, enum strips_metric metric,
                                      enum strips_side side)
{
    struct strips_deltas d = {.up = words};
    if (metric != STRIPS_LCS)
        d.down = words + each;
    if (metric == STRIPS_OSA && side == STRIPS_ROW) {
        d.d0 = words + 2 * each;
        d.q = words + 3 * each;
    } else if (metric == STRIPS_OSA) {
        d.crossed = words + 2 * each;
    }
    return d;
}

/* All planes; NULL for those that there are not. */
static void list_planes(const struct strips_deltas *d, uint64_t *planes[PLANES])
{
    uint64_t *const all[PLANES] = {d->up, d->down, d->d0, d->q, d->crossed};
    memcpy(planes, all, sizeof all);
}

bool strips_deltas_open(struct strips_deltas *d, size_t n, enum strips_metric metric,
                        enum strips_side side)
{
    size_t each = n / 64 + 1;
    uint64_t *words = calloc(planes_of(metric, side) * each, sizeof *words);
    *d = (struct strips_deltas){0};
    if (words == NULL)
        return false;
    *d = deltas_at(words, each, metric, side);
    if (metric != STRIPS_LCS)
        memset(d->up, 0xff, each * sizeof *words);
    if (d->d0 != NULL)
        memset(d->d0, 0xff, each * sizeof *words);
    return true;
}

void strips_deltas_free(struct strips_deltas *d)
{
    free(d->up);
    *d = (struct strips_deltas){0};
}

struct strips_deltas strips_deltas_from(const struct strips_deltas *d, size_t first)
{
    uint64_t *p[PLANES];
    list_planes(d, p);
    for (size_t i = 0; i < PLANES; i++)
        p[i] = p[i] != NULL ? p[i] + first / 64 : NULL;
    return (struct strips_deltas){p[0], p[1], p[2], p[3], p[4]};
}

void strips_deltas_copy(const struct strips_deltas *to, size_t to_first,
                        const struct strips_deltas *from, size_t from_first, size_t n)
{
    uint64_t *a[PLANES], *b[PLANES];
    list_planes(to, a);
    list_planes(from, b);
    for (size_t i = 0; i < PLANES; i++)
        if (a[i] != NULL)
            memcpy(a[i] + to_first / 64, b[i] + from_first / 64, words_of(n) * sizeof *a[i]);
}

size_t strips_border_size(const struct strips_problem *panel)
{
    return words_of(panel->columns.n) * planes_of(panel->metric, STRIPS_ROW) +
           words_of(panel->rows.n) * planes_of(panel->metric, STRIPS_COLUMN);
}

struct strips_border strips_border_at(const struct strips_problem *panel, uint64_t *words)
{
    size_t row = words_of(panel->columns.n), column = words_of(panel->rows.n);
    uint64_t *behind = words + row * planes_of(panel->metric, STRIPS_ROW);
    return (struct strips_border){deltas_at(words, row, panel->metric, STRIPS_ROW),
                                  deltas_at(behind, column, panel->metric, STRIPS_COLUMN)};
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

#include "scan/multi_selectors.h"

#include <stdlib.h>
#include <string.h>

static const float SAVES_LEAST = 2; /* a selector must save this many times its own time */

enum { FIRST_BATCH = 1 };

size_t multi_selectors_first = MULTI_SELECTORS_FIRST;

static size_t enough(void)
{
    return MULTI_SELECTORS_ENOUGH * multi_selectors_first;
}

bool multi_selectors_open(struct multi_selectors *x, const struct sliced_kernel *kernel,
                          const struct query *q, const struct alphabet *a,
                          struct distance_bounds *bests, struct myers *myers)
{
    *x = (struct multi_selectors){0};
    multi_rows_open(&x->plain, kernel, q, a, bests, myers);
    x->plain.least = FIRST_BATCH;
    x->plain.frequent = true;
    if (!q->report.once && !q->report.once_word)
        return true;
    x->share = calloc(q->npatterns, sizeof *x->share);
    x->selected = calloc(q->npatterns, sizeof *x->selected);
    x->list = reallocarray(NULL, q->npatterns, sizeof *x->list);
    x->numbers = calloc(q->npatterns, sizeof *x->numbers);
    return x->share != NULL && x->selected != NULL && x->list != NULL && x->numbers != NULL;
}

void multi_selectors_close(struct multi_selectors *x)
{
    multi_rows_close(&x->plain);
    free(x->share);
    free(x->selected);
    free(x->list);
    free(x->numbers);
}

static size_t symbols_of(const struct undecided *u)
{
    return u->own.end - u->own.begin;
}

/* Returns the nanoseconds per symbol of a search for the pattern, by costs.h. */
static float price_of_search(const struct multi_selectors *x, uint32_t pattern)
{
    return multi_rows_cost_whole(x->plain.q->patterns[pattern].m, x->plain.kernel->lanes);
}

enum engine_status multi_selectors_scan(struct multi_selectors *x, struct undecided *u,
                                        struct hits *hits)
{
    x->now = symbols_of(u);
    u->selected = x->selected;
    enum engine_status status = multi_rows_select(&x->plain, u, hits);
    x->clock = rates_now();
    x->now_left = symbols_of(u);
    return status;
}

static int by_worth(const void *a, const void *b)
{
    const struct multi_selector *x = a, *y = b;
    if (x->worth != y->worth)
        return x->worth < y->worth ? 1 : -1;
    return x->pattern < y->pattern ? -1 : 1;
}

/*
 * Chooses the patterns that save enough time, each in the records left by the previous ones. The
 * time of the selectors is not measured, because most of it is spent on the records that they
 * select, and does not predict the time of one more selector.
 */
static bool choose_selectors(struct multi_selectors *x)
{
    size_t n = 0, some = 0;
    float factor = rates_machine(), left = 1;
    for (uint32_t p = 0; p < x->plain.q->npatterns; p++)
        if (x->share[p] > 0)
            x->list[some++] = (struct multi_selector){p, x->share[p] / price_of_search(x, p)};
    qsort(x->list, some, sizeof *x->list, by_worth);
    bool same = true;
    for (size_t i = 0; i < some; i++) {
        uint32_t p = x->list[i].pattern;
        if (x->list[i].worth * x->others < SAVES_LEAST * factor * left)
            continue;
        left -= left > x->share[p] ? x->share[p] : left;
        same = same && n < x->n && x->numbers[n] == p;
        x->numbers[n++] = p;
    }
    same = same && n == x->n;
    x->n = n;
    return same || multi_rows_set_list(&x->plain, x->numbers, n);
}

size_t multi_selectors_next(const struct multi_selectors *x)
{
    if (x->known < (double)enough())
        return multi_selectors_first;
    return x->idle ? SIZE_MAX : enough();
}

bool multi_selectors_learn(struct multi_selectors *x)
{
    x->ns += (double)(rates_now() - x->clock);
    x->symbols += (double)x->now;
    x->left += (double)x->now_left;
    if (x->symbols < (double)multi_selectors_first)
        return true;
    if (x->left >= (double)multi_selectors_first / 4)
        x->others = (float)(x->ns / x->left);
    double weight = x->symbols / (x->known + x->symbols);
    x->idle = true;
    for (size_t p = 0; p < x->plain.q->npatterns; p++) {
        x->idle = x->idle && x->selected[p] == 0;
        x->share[p] += (float)(((double)x->selected[p] / x->symbols - x->share[p]) * weight);
    }
    x->known += x->symbols;
    if (x->known > (double)enough())
        x->known = (double)enough();
    memset(x->selected, 0, x->plain.q->npatterns * sizeof *x->selected);
    bool good = choose_selectors(x);
    x->symbols = x->left = x->ns = 0;
    return good;
}

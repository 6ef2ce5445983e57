#include "query/unit_query.h"

#include <stdlib.h>

#include "query/automaton.h"
#include "query/confusion.h"

static uint64_t least_cost(struct edits e)
{
    uint32_t least = e.insert < e.delete ? e.insert : e.delete;
    uint32_t other = e.substitute < e.transpose ? e.substitute : e.transpose;
    return least < other ? least : other;
}

/* Returns the most edits that do what edits and confusions of cost k do; UINT64_MAX: any number. */
static uint64_t most_edits(const struct query *q, uint32_t k, uint64_t least)
{
    uint64_t most = k / least;
    for (size_t i = 0; i < q->confusions.n; i++) {
        const struct confusion_edge *c = &q->confusions.edges[i];
        if (c->cost == 0)
            return UINT64_MAX;
        uint64_t edits = (uint64_t)k * (c->length > c->count ? c->length : c->count) / c->cost;
        most = edits > most ? edits : most;
    }
    return most;
}

/* Returns the metric with the greatest distances that are never above most_edits(). */
static enum metric metric_for(const struct query *q, struct edits e, uint64_t least)
{
    if (e.transpose < 2 * least)
        return METRIC_OSA;
    if (q->confusions.n > 0)
        return METRIC_LEVENSHTEIN;
    if (e.insert == EDIT_NEVER && e.delete == EDIT_NEVER)
        return METRIC_HAMMING;
    return e.substitute < 2 * least ? METRIC_LEVENSHTEIN : METRIC_INDEL;
}

struct query *unit_query_open(const struct query *q, bool *good)
{
    if (!q->automata || q->line || (q->best && q->confusions.n > 0)) /* bounds are costs */
        return NULL;
    for (size_t p = 0; p < q->npatterns; p++)
        if (q->patterns[p].items == NULL || q->patterns[p].automaton == NULL)
            return NULL;
    struct edits e = pattern_without_limits(&q->patterns[0])->edits;
    uint64_t least = least_cost(e);
    for (size_t p = 0; p < q->npatterns; p++)
        if (most_edits(q, q->patterns[p].k, least) >= q->patterns[p].m)
            return NULL;
    struct query *to = malloc(sizeof *to);
    struct pattern *patterns = reallocarray(NULL, q->npatterns, sizeof *patterns);
    *good = to != NULL && patterns != NULL;
    if (!*good) {
        free(to);
        free(patterns);
        return NULL;
    }
    *to = *q;
    to->patterns = patterns;
    for (size_t p = 0; p < q->npatterns; p++) {
        patterns[p] = q->patterns[p];
        patterns[p].automaton = patterns[p].marked = NULL;
        patterns[p].k = (uint32_t)most_edits(q, q->patterns[p].k, least);
    }
    to->metric = metric_for(q, e, least);
    query_measure(to);
    to->overlap = q->overlap; /* occurrences are no longer */
    to->report = (struct report_rule){.rising = true};
    return to;
}

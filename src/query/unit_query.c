#include "query/unit_query.h"

#include "base/least.h"
#include "query/automaton.h"
#include "query/confusion.h"

static uint64_t least_cost(struct edits e)
{
    return least_u32(least_u32(e.insert, e.delete), least_u32(e.substitute, e.transpose));
}

static struct edits edits_of(const struct query *q)
{
    return pattern_without_limits(&q->patterns[0])->edits;
}

uint32_t unit_query_edits(const struct query *q, uint32_t k)
{
    uint64_t most = k / least_cost(edits_of(q));
    for (size_t i = 0; i < q->confusions.n; i++) {
        const struct confusion_edge *c = &q->confusions.edges[i];
        if (c->cost == 0)
            return UINT32_MAX;
        most = most_u64(most, (uint64_t)k * most_u32(c->length, c->count) / c->cost);
    }
    return (uint32_t)least_u64(most, UINT32_MAX);
}

/* Returns the metric with the greatest distances that are never above unit_query_edits(). */
static enum metric metric_for(const struct query *q)
{
    struct edits e = edits_of(q);
    uint64_t least = least_cost(e);
    if (e.transpose < 2 * least)
        return METRIC_OSA;
    if (q->confusions.n > 0)
        return METRIC_LEVENSHTEIN;
    if (e.insert == EDIT_NEVER && e.delete == EDIT_NEVER)
        return METRIC_HAMMING;
    return e.substitute < 2 * least ? METRIC_LEVENSHTEIN : METRIC_INDEL;
}

bool unit_query_pays(const struct query *q)
{
    bool pays = q->npatterns > 0;
    for (size_t i = 0; i < q->npatterns && pays; i++) {
        const struct pattern *p = &q->patterns[i];
        pays = p->items != NULL && p->automaton != NULL &&
               (q->best || unit_query_edits(q, p->k) < p->m);
    }
    return pays;
}

struct query *unit_query_open(const struct query *q)
{
    struct query *to = query_copy(q);
    if (to == NULL)
        return NULL;
    for (size_t i = 0; i < q->npatterns; i++) {
        struct pattern *p = &to->patterns[i];
        p->k = least_u32(unit_query_edits(q, p->k), p->m - 1);
        p->automaton = p->marked = NULL;
    }
    to->metric = metric_for(q);
    query_measure(to);
    to->overlap = q->overlap; /* occurrences are no longer */
    to->report = (struct report_rule){.rising = true};
    return to;
}

struct query *unit_query_exact(const struct query *q)
{
    struct query *to = unit_query_open(q);
    for (size_t i = 0; to != NULL && i < q->npatterns; i++)
        to->patterns[i].k = 0;
    if (to != NULL)
        to->report = q->report;
    return to;
}

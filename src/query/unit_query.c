#include "query/unit_query.h"

#include "base/least.h"
#include "query/automaton.h"
#include "query/confusion.h"

/* Confusions at no cost are of at most 1 / FREE_SHARE of the items, with the edits. */
enum { FREE_SHARE = 2 };

static uint64_t least_cost(struct edits e)
{
    return least_u32(least_u32(e.insert, e.delete), least_u32(e.substitute, e.transpose));
}

uint32_t unit_query_edits(const struct pattern *p, uint32_t k)
{
    const struct automaton *a = pattern_without_limits(p);
    uint64_t most = k / least_cost(a->edits);
    if (a->confused.cost > 0)
        most = most_u64(most, (uint64_t)k * a->confused.most / a->confused.cost);
    return (uint32_t)least_u64(most + a->confused.free, UINT32_MAX);
}

uint32_t unit_query_most(const struct query *q, uint32_t k)
{
    uint32_t most = 0;
    for (size_t i = 0; i < q->npatterns; i++)
        most = most_u32(most, unit_query_edits(&q->patterns[i], k));
    return most;
}

/* Returns the metric with the greatest distances that are never above unit_query_edits(). */
static enum metric metric_for(const struct query *q)
{
    struct edits e = pattern_without_limits(&q->patterns[0])->edits;
    uint64_t least = least_cost(e);
    if (e.transpose < 2 * least)
        return METRIC_OSA;
    if (q->confusions.n > 0)
        return METRIC_LEVENSHTEIN;
    if (e.insert == EDIT_NEVER && e.delete == EDIT_NEVER)
        return METRIC_HAMMING;
    return e.substitute < 2 * least ? METRIC_LEVENSHTEIN : METRIC_INDEL;
}

/* Returns whether some confusion of the pattern costs nothing. */
static bool has_free_confusions(const struct pattern *p)
{
    return pattern_without_limits(p)->confused.free > 0;
}

bool unit_query_has(const struct query *q, const struct pattern *p)
{
    uint32_t edits = unit_query_edits(p, p->k);
    return q->best || (has_free_confusions(p) ? edits <= p->m / FREE_SHARE : edits < p->m);
}

bool unit_query_pays(const struct query *q)
{
    bool some = false;
    for (size_t i = 0; i < q->npatterns; i++) {
        const struct pattern *p = &q->patterns[i];
        if (p->items == NULL || p->automaton == NULL)
            return false;
        if (unit_query_has(q, p))
            some = true;
        else if (!has_free_confusions(p))
            return false;
    }
    return some;
}

struct query *unit_query_open(const struct query *q)
{
    struct query *to = query_copy(q);
    if (to == NULL)
        return NULL;
    for (size_t i = 0; i < q->npatterns; i++) {
        struct pattern *p = &to->patterns[i];
        bool has = unit_query_has(q, &q->patterns[i]);
        p->k = has ? least_u32(unit_query_edits(&q->patterns[i], p->k), p->m - 1) : 0;
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

#include "query/whole_query.h"

struct query *whole_query_open(const struct query *q)
{
    struct query *to = query_copy(q);
    if (to == NULL)
        return NULL;
    for (size_t i = 0; i < q->npatterns; i++) {
        struct pattern *p = &to->patterns[i];
        if (p->overhang.inside == 0)
            continue;
        p->items = p->overhang.items;
        p->automaton = NULL;
        p->overhang.inside = 0;
    }
    query_measure(to);
    to->overlap = q->overlap; /* occurrences are no longer */
    to->report.once = q->report.once_whole;
    to->report.rising = !to->report.once;
    return to;
}

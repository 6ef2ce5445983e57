/* query_limits.h - changes of a query's limits after it was compiled. */
#pragma once

#include "query/query.h"

/* Call it after a change of a pattern's k: summarizes the patterns anew, and gives the alternatives
 * of expressions the same limits. */
static inline void limits_changed(struct query *q)
{
    struct query *alternatives = (struct query *)q->alternatives;
    query_measure(q);
    for (size_t p = 0; alternatives != NULL && p < alternatives->npatterns; p++)
        alternatives->patterns[p].k = q->patterns[alternatives->patterns[p].index].k;
    if (alternatives != NULL)
        query_measure(alternatives);
}

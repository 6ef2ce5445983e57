/* query_changed.h - changes of a query after it was compiled. */
#pragma once

#include "query/query.h"

/* Call it after a change of a query or its patterns: summarizes the patterns anew, and drops the
 * queries for alternatives and groups, which were compiled for the old limits. */
static inline void query_changed(struct query *q)
{
    query_copy_free((struct query *)q->alternatives);
    query_copy_free((struct query *)q->cores);
    q->alternatives = q->cores = NULL;
    query_measure(q);
}

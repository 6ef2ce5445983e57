/* whole_query.h - patterns that may hang over the ends of records (overhang.h), as whole patterns.
 */
#pragma once

#include "query/query.h"

/* Returns the search for the occurrences that lie inside their records: a query_copy(). NULL: out
 * of memory. */
struct query *whole_query_open(const struct query *q);

/* hit_check.h - checks the guarantees of engine.h, for tests. */
#pragma once

#include "query/query.h"
#include "scan/hit.h"
#include "text/chunk.h"

/*
 * Looks through the hits of a scan that has ended, for the ends that `own` owns. In best mode
 * `limit` is the least distance that was known when it began. NULL when all is well: they are
 * ordered by (end, pattern), each end is owned, each pattern is one of the query's, and each
 * distance is within the limits. Otherwise what is wrong, and *at is the number of the hit.
 */
const char *hits_wrong(const struct hits *h, const struct query *q, struct share own,
                       uint32_t limit, size_t *at);

/* With gcc's AddressSanitizer: poisons, or unpoisons, the memory after the text and the symbols of
 * a chunk. Otherwise does nothing. */
void chunk_guard(const struct chunk *c, bool on);

/*
 * overhangs.h - patterns that may hang over the ends of records (--overhang): searches for whole
 * patterns (query/whole_query.h), which is much faster than by automata, and by the automata only
 * near the ends of records, where other occurrences begin or end. With report.once_whole only in
 * records without an occurrence so far.
 */
#pragma once

#include "scan/multi.h"

struct overhangs;

/* As the functions of struct engine. `shared` has a query of whole patterns. */
struct overhangs *overhangs_open(const struct sliced_kernel *kernel, const struct query *q,
                                 const struct alphabet *a, const struct distance_bounds *bests,
                                 struct scan_shared *shared);
void overhangs_close(struct overhangs *x); /* NULL is ignored */

/* Searches `own` this way, or by the automata alone (`automata`), as the contest chooses. */
enum engine_status overhangs_submit(struct overhangs *x, struct multi *automata,
                                    const struct chunk *c, struct share own, struct hits *hits);

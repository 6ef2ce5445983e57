/*
 * hints.h - hints about what a user probably did not mean: a line each, if standard error is a
 * terminal. They do not change the exit status. Main thread of rank 0 only.
 */
#pragma once

#include "input/source.h"
#include "options/options.h"
#include "query/query.h"

/* Hints at patterns that look like expressions, and at carriage returns. */
void hints_of_patterns(const struct options *o);

/* After a long wait for the input, hints once (*hinted) that without -k the nearest result is
 * printed only at its end. `seconds`: how long the search waited. */
void hints_of_wait(const struct options *o, double seconds, bool *hinted);

/* After the search: hints at a far result, and at files that were not searched as they should be.
 * `least` is the least distance in best mode, or UINT32_MAX. */
void hints_of_results(const struct options *o, const struct query *q, const struct source *source,
                      uint32_t least);

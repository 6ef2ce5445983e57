/*
 * hints.h - one line each on standard error, where it is a terminal, about what a user may not have
 * meant. They change no status. Main thread of rank 0 only.
 */
#pragma once

#include "input/source.h"
#include "options/options.h"
#include "query/query.h"

/* What the patterns look like. */
void hints_of_patterns(const struct options *o);

/* After a long wait for the input, hints once (*hinted) that without -k the nearest result is
 * printed only at its end. `seconds`: how long the search waited. */
void hints_of_wait(const struct options *o, double seconds, bool *hinted);

/* Behind the search: `least` is the least distance in best mode, or UINT32_MAX. */
void hints_of_results(const struct options *o, const struct query *q, const struct source *source,
                      uint32_t least);

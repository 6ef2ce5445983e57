/*
 * record_filters.h - --where, --where-not, --and and --not: which records are admitted.
 *
 * One thread at a time may use it.
 */
#pragma once

#include "match/occurrence.h"
#include "options/options.h"
#include "print/sink.h"

struct record_filters;

/* Returns the filters of the options, or NULL after reporting an invalid one. Exits the program
 * when out of memory. The arguments must outlive it. */
struct record_filters *record_filters_open(const struct options *o, bool utf8, struct sink *sink);
void record_filters_close(struct record_filters *f); /* NULL is ignored */

/* Returns whether the record, which must be kept, is admitted. Where a regex fails, prints what the
 * sink has and exits the program. */
bool record_filters_hold(struct record_filters *f, struct record *record);

/*
 * record_patterns.h - --and and --not: whether a record contains further patterns.
 *
 * They are only searched for in records about to be selected, by the engine scalar. One thread at a
 * time may use it.
 */
#pragma once

#include "match/occurrence.h"
#include "options/options.h"

struct record_patterns;

/* Returns the patterns of the options, or NULL after reporting an invalid one. Exits the program
 * when out of memory. The options must outlive it. */
struct record_patterns *record_patterns_open(const struct options *o);
void record_patterns_close(struct record_patterns *r); /* NULL is ignored */

/* Returns whether the record, which must be kept, has an occurrence of each pattern of --and, and
 * of none of --not. */
bool record_patterns_hold(struct record_patterns *r, const struct record *record);

/*
 * record_patterns.h - --and and --not: whether a record has occurrences of further patterns.
 *
 * They are searched for only in records that are to be selected, each by the engine scalar. One
 * thread uses it.
 */
#ifndef RECORD_PATTERNS_H
#define RECORD_PATTERNS_H

#include "match/occurrence.h"
#include "options/options.h"

struct record_patterns;

/* The patterns of the options; NULL: one is bad, which was reported. Exits the program when out of
 * memory. The options must outlive it. */
struct record_patterns *record_patterns_open(const struct options *o);
void record_patterns_close(struct record_patterns *r); /* NULL is ignored */

/* Whether the record, which is kept, has an occurrence of each pattern of --and, and of none of
 * --not. */
bool record_patterns_hold(struct record_patterns *r, const struct record *record);

#endif

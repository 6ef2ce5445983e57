/* nfa_scan.h - scans a part of a chunk for one pattern with an automaton, restarting at delimiters:
 * the scalar engine for such patterns. */
#pragma once

#include "scan/engine.h"

struct nfa_scan;

/* Returns NULL when out of memory. The arguments must outlive it. */
struct nfa_scan *nfa_scan_open(const struct query *q, const struct alphabet *a);
void nfa_scan_close(struct nfa_scan *g);

/* Returns whether the part begins where the last one ended, inside a record, so that its lead-in is
 * not needed. */
bool nfa_scan_goes_on(const struct nfa_scan *g, const struct chunk *c, struct share own,
                      uint32_t pattern, uint32_t limit);

/* Returns the predicted nanoseconds per symbol. */
double nfa_scan_cost(const struct nfa_scan *g, uint32_t pattern);

/*
 * Adds to `hits`, in order, the ends of `pattern`, which has an automaton, in [own.begin, own.end)
 * of the chunk whose distance is at most *limit, as struct engine asks. Where ends lower
 * the limit (LOWERS_ENDS), *limit falls to the least distance found. `own` may be any part of the
 * chunk: then only occurrences that begin in it are found. With -x it begins with a record, or with
 * the chunk.
 */
enum engine_status nfa_scan_scan(struct nfa_scan *g, const struct chunk *c, struct share own,
                                 uint32_t pattern, uint32_t *limit, struct hits *hits);

/* As nfa_scan_scan(), but stops at symbol *done when the contest's turn takes too long; where
 * occurrences have no longest length, at the end of a record. The lead-in must have all of a record
 * that matters, also after the part. */
enum engine_status nfa_scan_turn(struct nfa_scan *g, const struct chunk *c, struct share own,
                                 uint32_t pattern, uint32_t *limit, struct hits *hits,
                                 struct contest_turn *turn, size_t *done);

/*
 * sliced_paths.h - patterns with an automaton, in the sliced engines: along all paths (nfa_scan.h)
 * where pieces of the automaton are (path_pieces.h); or the whole text by bit-sliced states
 * in all lanes (bit_nfa_scan.h), or along all paths: what is the fastest (plan/contest.h).
 */
#pragma once

#include "filter/pieces.h"
#include "scan/engine.h"
#include "scan/sliced_table.h"

struct sliced_paths;

/* Returns NULL when out of memory. The arguments must outlive it. */
struct sliced_paths *sliced_paths_open(const struct sliced_kernel *kernel, const struct query *q,
                                       const struct alphabet *a, const struct sample *sample,
                                       struct scan_shared *shared);
void sliced_paths_close(struct sliced_paths *x);

/* Returns the nanoseconds, by costs.h, of the way that takes the same time on any text:
 * bit-parallel states or, where they are impossible, columns that are all new. */
double sliced_paths_cost(struct sliced_paths *x, const struct chunk *c, struct share own,
                         const struct distance_bounds *bests);

/* Adds the ends of the patterns with an automaton to `hits`, as struct engine asks. */
enum engine_status sliced_paths_scan(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, const struct distance_bounds *bests,
                                     struct hits *hits);

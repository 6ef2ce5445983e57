/*
 * sliced_paths.h - patterns with an automaton, in the sliced engines: along all paths (nfa_scan.h)
 * where pieces of the automaton are (sliced_path_pieces.h); or the whole text by bit-sliced states
 * in all lanes (bit_nfa_scan.h), or along all paths: what is the fastest (plan/contest.h).
 */
#pragma once

#include "scan/bit_nfa_table.h"
#include "scan/engine.h"
#include "scan/sliced_path_pieces.h"

struct sliced_paths;

/* What a kernel looks for pieces with: find() of struct sliced_kernel. */
typedef void sliced_find(struct sliced_pieces *x, size_t from, size_t end);

/* Returns NULL when out of memory. The arguments must outlive it. */
struct sliced_paths *sliced_paths_open(const struct query *q, const struct alphabet *a,
                                       const struct sample *sample, sliced_find *find,
                                       const struct bit_nfa_kernel *kernel,
                                       const struct distance_bounds *bests,
                                       struct scan_shared *shared);
void sliced_paths_close(struct sliced_paths *x);

/* Adds to `hits` the ends of `pattern`, which has an automaton, as struct engine asks; distances up
 * to `limit` count. */
enum engine_status sliced_paths_scan(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, uint32_t limit,
                                     struct hits *hits);

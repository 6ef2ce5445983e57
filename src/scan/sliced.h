/*
 * sliced.h - the bit-sliced engines. engine_avx512.c, engine_avx2.c, ... are a kernel each
 * (sliced_kernel.h), and the functions here.
 *
 * A chunk is cut into the lanes of a vector (sliced_lanes.h), and its symbols become codes
 * (sliced_codes.h). The kernel computes a table (sliced_table.h), or looks for pieces of a pattern
 * (filter/pieces.h). Patterns with an automaton are searched by sliced_paths.h.
 */
#pragma once

#include "scan/engine.h"
#include "scan/sliced_table.h"

struct sliced_scan;

/* As the functions of struct engine. */
struct sliced_scan *sliced_open(const struct sliced_kernel *kernel, const struct query *q,
                                const struct alphabet *a, const struct distance_bounds *bests,
                                struct scan_shared *shared);
enum engine_status sliced_submit(struct sliced_scan *s, const struct chunk *c, struct share own,
                                 struct hits *hits);
void sliced_close(struct sliced_scan *s);

/* Returns sliced_paths_cost(), or 0 without patterns with an automaton. */
double sliced_automata_cost(struct sliced_scan *s, const struct chunk *c, struct share own);

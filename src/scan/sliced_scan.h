/*
 * sliced_scan.h - the functions of struct engine that all sliced engines have in common. They
 * choose which search comes first.
 *
 * Many patterns, if only the nearest ends in each record matter (report.nearest): lesser distances
 * are searched for first. The last level has all distances, the one before it those up to half of
 * the patterns' k, the one before that up to half of these, and so on. If edits have costs, there
 * is only one level before the last, without errors, which also comes first if any occurrence is
 * enough (report.once). A record with hits at a level is not searched at later ones: farther ends
 * in it do not matter. Searches for lesser distances are cheaper, as the pieces of patterns are
 * longer then.
 *
 * A level that takes longer than it saves is left out, but tried again now and then.
 *
 * At the last level, a search without automata may come first: for edits of cost 1 (unit_costs.h).
 */
#pragma once

#include "scan/engine.h"

struct sliced_kernel;

/* Symbols searched before deciding whether levels pay. Tests may change it. */
enum { SLICED_SCAN_TRIAL = 1 << 15 };
extern size_t sliced_scan_trial;

struct engine_scan *sliced_scan_open(const struct sliced_kernel *kernel, const struct query *q,
                                     const struct alphabet *a, const struct distance_bounds *bests,
                                     struct scan_shared *shared);
enum engine_status sliced_scan_submit(struct engine_scan *x, const struct chunk *c,
                                      struct share own, struct hits *hits);
void sliced_scan_close(struct engine_scan *x);
void sliced_scan_ways(const struct engine_scan *x, struct engine_ways *ways);

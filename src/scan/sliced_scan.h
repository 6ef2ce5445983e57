/*
 * sliced_scan.h - the functions of struct engine that all sliced engines have in common. They
 * choose which search comes first.
 */
#pragma once

#include "scan/engine.h"

struct grams_kernel;
struct sliced_kernel;

struct engine_scan *sliced_scan_open(const struct sliced_kernel *kernel,
                                     const struct grams_kernel *grams, const struct query *q,
                                     const struct alphabet *a, const struct distance_bounds *bests,
                                     struct scan_shared *shared);
enum engine_status sliced_scan_submit(struct engine_scan *x, const struct chunk *c,
                                      struct share own, struct hits *hits);
void sliced_scan_close(struct engine_scan *x);
void sliced_scan_ways(const struct engine_scan *x, struct engine_ways *ways);

/* levels_scan.h - one pattern with an automaton on a part of a chunk, with restart, by levels in
 * the lanes of a vector. */
#ifndef LEVELS_SCAN_H
#define LEVELS_SCAN_H

#include "scan/engine.h"
#include "scan/levels_table.h"

struct levels_scan;

/* NULL when memory is out. The arguments must outlive it. */
struct levels_scan *levels_scan_open(const struct levels_kernel *kernel, const struct query *q,
                                     const struct alphabet *a, uint32_t pattern,
                                     const struct distance_bounds *bests);
void levels_scan_close(struct levels_scan *x);

/* Makes ready for a part of a chunk. Returns about how many cycles a symbol will take;
 * UINT32_MAX: this is nothing for levels. */
uint32_t levels_scan_begin(struct levels_scan *x, const struct chunk *c, struct share own,
                           uint32_t limit);

/* As along_scan() (along.h) there. */
enum engine_status levels_scan_run(struct levels_scan *x, uint32_t *limit, struct hits *hits);

#endif

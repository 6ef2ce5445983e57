/* bit_nfa_scan.h - one pattern with an automaton on a part of a chunk, with restart, by levels in
 * the lanes of a vector. */
#ifndef BIT_NFA_SCAN_H
#define BIT_NFA_SCAN_H

#include "scan/bit_nfa_table.h"
#include "scan/engine.h"

struct bit_nfa_scan;

/* Returns NULL when out of memory. The arguments must outlive it. */
struct bit_nfa_scan *bit_nfa_scan_open(const struct bit_nfa_kernel *kernel, const struct query *q,
                                       const struct alphabet *a, uint32_t pattern,
                                       const struct distance_bounds *bests);
void bit_nfa_scan_close(struct bit_nfa_scan *x);

/* Makes ready for a part of a chunk. Returns how many nanoseconds it is predicted to take;
 * INFINITY: it cannot be done in this way. */
double bit_nfa_scan_begin(struct bit_nfa_scan *x, const struct chunk *c, struct share own,
                          uint32_t limit);

/* As nfa_scan_scan() (nfa_scan.h) there. */
enum engine_status bit_nfa_scan_run(struct bit_nfa_scan *x, uint32_t *limit, struct hits *hits);

#endif

/* bit_nfa_scan.h - scans a part of a chunk for one pattern with an automaton, bit-parallel in the
 * lanes of a vector. */
#pragma once

#include "scan/bit_nfa_table.h"
#include "scan/engine.h"
#include "scan/nfa_lead_in.h"

struct bit_nfa_scan;

/* `lead_in` is open if nfa_lead_in_pays(). Returns NULL when out of memory. The arguments must
 * outlive it. */
struct bit_nfa_scan *bit_nfa_scan_open(const struct sliced_kernel *kernel, const struct query *q,
                                       const struct alphabet *a, uint32_t pattern,
                                       struct nfa_lead_in *lead_in);
void bit_nfa_scan_close(struct bit_nfa_scan *x);

/* Predicted nanoseconds by bits and by bytes (bit_nfa_table.h); INFINITY: impossible. */
struct bit_nfa_costs {
    double bits, bytes;
};

static inline double bit_nfa_least_cost(struct bit_nfa_costs costs)
{
    return costs.bits < costs.bytes ? costs.bits : costs.bytes;
}

/* Prepares for a part of a chunk. Returns what it is predicted to cost. */
struct bit_nfa_costs bit_nfa_scan_begin(struct bit_nfa_scan *x, const struct chunk *c,
                                        struct share own, uint32_t limit);

/* Scans this part, as nfa_scan_scan() (nfa_scan.h) does, in one of the ways that are possible. */
enum engine_status bit_nfa_scan_run(struct bit_nfa_scan *x, bool bytes, uint32_t *limit,
                                    struct hits *hits);

/*
 * bit_nfa_table.h - the state of the bit-parallel NFA of one pattern in all lanes, for the kernel
 * (bit_nfa_kernel.h).
 *
 * The plane N[q][d] of bit_nfa.h is a vector, with a bit for each lane. With many costs, a state
 * has NFA_BYTES vectors instead: for each lane a byte, the least d with N[q][d], or 255 (`bytes`).
 *
 * Lanes are as in sliced_lanes.h, in one of two ways:
 *
 * - A lane begins inside of a record, as a chunk does, and repeats a lead-in.
 * - `whole`: a lane searches whole records: those that begin in the `share` symbols behind its
 * first symbol, and it reads on until the last one ends. The first lane also searches the record at
 * its first symbol. This serves patterns with loops, for which no lead-in is long enough, and texts
 *   whose records are shorter than a lead-in.
 */
#pragma once

#include "scan/bit_nfa.h"
#include "scan/sliced_table.h"

enum { NFA_BYTES = 8, NFA_BYTE_MOST = 254 /* greatest cost of a path */ };

/* Numbers of planes. */
struct bit_nfa_planes {
    uint32_t insert, delete, substitute; /* costs (bit_nfa_table_offset()) */
    uint32_t empty, width, stride;       /* of a state: below cost 0, from there on, and all */
};

struct bit_nfa_table {
    struct sliced_table text; /* text and match planes of the lanes; no rows */
    const struct bit_nfa *plan;
    uint32_t *slots;       /* [step with an item]: its slot, in planes */
    uint32_t *entry_slots; /* [entry] */
    uint32_t word_slot;    /* of the item for word characters, if conditions need it */

    uint32_t limit; /* distances to be found; it only falls */
    bool once;      /* one end in a record is enough */
    bool line;      /* whole records: paths begin and end with them only */
    bool whole;     /* see above */
    bool bytes;     /* see above */
    size_t share;   /* columns up to the next lane */
    size_t lead_in; /* columns owned by other lanes or by none */
    struct bit_nfa_planes planes;
    void *now, *before; /* vec[plan->nstates][stride]: N and R; the kernel exchanges them */
    void *misses;       /* vec[slot][NFA_BYTES], for the kernel: 255 in lanes without a match */
    void *live, *seen; /* vec: lanes where paths may begin; lanes whose record needs no more hits */
    void *search;      /* for found() */
    /* Called for each occurrence that ends with the symbol in this column. May lower the limit.
     * Returns false to stop. */
    bool (*found)(void *search, size_t lane, size_t column, uint32_t distance);
};

/* Returns the offset of the plane of a cost lower by `cost`; there are `empty` planes before cost
 * 0. */
static inline uint32_t bit_nfa_table_offset(const struct bit_nfa_table *v, uint32_t cost)
{
    return cost < v->planes.empty ? cost : v->planes.empty;
}

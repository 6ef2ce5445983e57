/*
 * bit_nfa_table.h - the levels of one pattern in all lanes: what a kernel (bit_nfa_kernel.h) works
 * on.
 *
 * The plane N[q][d] of bit_nfa.h is a vector, with a bit for each lane. Lanes are as in
 * sliced_lanes.h, in one of two ways:
 *
 * - Each begins inside of a record, as a chunk does, and the lead-in makes up for that.
 * - `whole`: it searches whole records, those that begin behind its first symbol and up to `share`
 *   symbols on. Nothing is searched before them. The first lane has what its text begins with, too.
 *   So all lanes read on until their last record ends. That serves patterns with loops, which no
 *   lead-in is long enough for, and wherever records are shorter than a lead-in.
 */
#ifndef BIT_NFA_TABLE_H
#define BIT_NFA_TABLE_H

#include <stdatomic.h>

#include "scan/bit_nfa.h"
#include "scan/sliced_table.h"

struct bit_nfa_table {
    struct sliced_table text; /* the lanes' text, and what matches it; it has no rows */
    const struct bit_nfa *plan;
    uint32_t *slots;       /* of each step that has an item, in planes */
    uint32_t *entry_slots; /* of each entry */
    uint32_t word_slot;    /* of the item that matches word characters, if conditions ask for it */

    uint32_t limit;        /* distances to be found; it only falls */
    bool once;             /* one end in a record is enough */
    bool line;             /* whole records: paths begin and end with them only */
    bool whole;            /* see above */
    size_t share, lead_in; /* columns: up to the next lane; those that other lanes own, or no one */
    /* Costs as numbers of planes (bit_nfa_table_offset()). */
    uint32_t insert, delete, substitute;
    uint32_t empty, width, stride; /* planes of a state: below cost 0, from there on, and all */
    void *now, *before; /* vec[plan->nstates][stride]: N and R; the kernel exchanges them */
    size_t reserved;    /* vectors that each has room for */
    void *live, *seen;  /* vec: lanes where paths may begin; whose record needs no more hits */
    void *search;       /* for found() */
    /* An occurrence ends with the symbol in this column. May lower the limit. False: that is all.
     */
    bool (*found)(void *search, size_t lane, size_t column, uint32_t distance);
};

/* How many planes before a plane that of a cost less by so much lies: there are `empty` ones before
 * cost 0. */
static inline uint32_t bit_nfa_table_offset(const struct bit_nfa_table *v, uint32_t cost)
{
    return cost < v->empty ? cost : v->empty;
}

/* What an engine has for this. */
struct bit_nfa_kernel {
    size_t lanes, ahead, planes; /* as in struct sliced_kernel (sliced.h) */
    void (*run)(struct bit_nfa_table *v);
};

/* Lowers the limit to what is best so far. Returns how many levels that takes. */
static inline uint32_t bit_nfa_table_count(struct bit_nfa_table *v)
{
    uint32_t best = sliced_table_best(&v->text);
    v->limit = best < v->limit ? best : v->limit;
    return v->limit / v->plan->unit + 1;
}

#endif

/*
 * bit_nfa.h - an automaton as a program of a few kinds of steps, for engines that store the costs
 * of paths as bits.
 *
 * A place lies between two symbols. N[q][d] is 1 if a path is in state q there at a cost of at most
 * d; R[q][d] is the same bit at the previous place. So the minimum of costs is an OR. At each place
 * all steps are executed, in order:
 *
 *   STEP_ITEM   N[q][d] = R[p][d] & match | N[p][d - delete]
 *                         | (R[p][d - substitute] | R[q][d - insert]) & ~begins | entries
 *   STEP_ENTER  N[q][d] = R[p][d - cost] & match | R[q][d - insert] & ~begins | entries
 *   STEP_JOIN   N[q][d] = (OR of N[s][d - cost], s a source) & holds | R[q][d - insert] & ~begins
 *   STEP_ITEM_AGAIN  N[q][d] |= N[p][d - delete]
 *   STEP_JOIN_AGAIN  N[q][d] |= (OR of N[s][d - cost], s any source) & holds
 *
 * where an entry is R[p'][d - cost'] & match', with its own p', cost' and item. `match` is 1 if the
 * item matches the symbol before the place, `begins` if a record begins there (no item matches a
 * delimiter), and `holds` if all conditions hold there. Planes of d < 0 are empty.
 *
 * State 0 has no step: paths begin there. N[0][d] is 1 where one may begin, for all d; where paths
 * begin only with a record (-x), N[0][d] = begins | R[0][d - insert] & ~begins.
 *
 * A state with several predecessors becomes a join of them and a state behind it, so that states
 * with the same predecessors share the OR. States with the same successors are merged into one
 * state with several entries: so an exchange or a confusion ends in the state where its items end.
 * States are in level order. Where a loop leads back without a symbol, the join does not yet have
 * the bits that come back at the same place. So the steps of the loop are repeated: as often as a
 * path can come back that goes through no state twice.
 */
#pragma once

#include "query/automaton.h"

enum bit_nfa_kind { STEP_ITEM, STEP_ENTER, STEP_JOIN, STEP_ITEM_AGAIN, STEP_JOIN_AGAIN };

struct bit_nfa_entry {
    uint32_t before, item, cost;
};

struct bit_nfa_step {
    enum bit_nfa_kind kind;
    bool follows;    /* STEP_ITEM: the previous step is a STEP_ITEM for state p, the only one */
    bool insert;     /* STEP_ENTER, STEP_JOIN: with the insertion term */
    uint32_t state;  /* q */
    uint32_t before; /* p; not for joins */
    uint32_t item;   /* item of `match`; not for joins */
    uint32_t cost;   /* STEP_ENTER, joins with conditions */
    uint32_t entries_begin, entries_end;                /* of `entries`; STEP_ITEM, STEP_ENTER */
    uint32_t conditions;                                /* joins: bits of enum condition */
    uint32_t sources_begin, sources_known, sources_end; /* of joins: those in `sources`;
                                                           STEP_JOIN: up to sources_known */
};

struct bit_nfa {
    struct bit_nfa_step *steps;
    uint32_t nsteps;
    struct bit_nfa_entry *entries;
    uint32_t nentries;
    uint32_t *sources; /* states */
    uint32_t nstates;
    uint32_t final;      /* the final state */
    uint32_t conditions; /* union of the conditions of all steps */
    uint32_t unit;       /* greatest common divisor of all costs; costs are stored divided by it */
    struct edits edits;
};

/* Sets *program to the program of the automaton, or to NULL if it would have too many or
 * unsupported steps. Returns false when out of memory. */
bool bit_nfa_compile(const struct automaton *m, struct bit_nfa **program);

/* Sets the greatest unit of all costs, and divides the costs by it. */
void bit_nfa_scale(struct bit_nfa *l, const struct automaton *m);

void bit_nfa_free(struct bit_nfa *l);

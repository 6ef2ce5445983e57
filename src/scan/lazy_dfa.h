/*
 * lazy_dfa.h - columns of paths (nfa_columns.h) that are remembered: what follows a column by a
 * symbol is computed once, and looked up after that.
 *
 * It knows costs only, not where paths began. When the columns take too much memory, all are
 * forgotten. Where few of them come again, it is no use: lazy_dfa_useless(). Belongs to one thread.
 */
#ifndef LAZY_DFA_H
#define LAZY_DFA_H

#include "scan/nfa_columns.h"

struct lazy_dfa;

enum { LAZY_DFA_STARTS = 8 };

#define LAZY_DFA_HOLDING UINT32_MAX /* all conditions hold */
#define LAZY_DFA_NONE 0             /* no column: out of memory, or it is not known */

struct lazy_dfa_column {
    uint32_t *next;   /* [symbol * ways + way]: the column behind it, or LAZY_DFA_NONE; one way when
                         the   automaton has no conditions */
    uint32_t best;    /* the least cost of a path that may end here, UINT32_MAX: there is none */
    uint32_t n;       /* states that a path is in */
    uint64_t *values; /* of each: its number in the high half, its cost in the low half */
    size_t hash;
};

/* Returns NULL when out of memory. Paths may begin in each column, or with `first_only` in the
 * first. */
struct lazy_dfa *lazy_dfa_open(const struct automaton *m, const struct alphabet *a,
                               bool first_only);
void lazy_dfa_close(struct lazy_dfa *t);

/* From now on costs of at most `limit` count, and symbols below `symbols` come. */
void lazy_dfa_begin(struct lazy_dfa *t, uint32_t limit, uint32_t symbols);

/* Forgets all columns. */
void lazy_dfa_forget(struct lazy_dfa *t);

/* The first column, at a place where the conditions hold; LAZY_DFA_NONE. */
uint32_t lazy_dfa_first(struct lazy_dfa *t, uint32_t holding);

/* A column that is made of the n states in values[] (as nfa_columns_save() writes them), and of
 * what they lead to where all conditions hold; LAZY_DFA_NONE. `start` below LAZY_DFA_STARTS says
 * which: they are the same each time, until lazy_dfa_forget(). */
uint32_t lazy_dfa_start(struct lazy_dfa *t, uint32_t start, const uint64_t *values, uint32_t n);

/* The column with the n states in values[], settled; costs above the limit are left out.
 * LAZY_DFA_NONE. */
uint32_t lazy_dfa_load(struct lazy_dfa *t, const uint64_t *values, uint32_t n);

/* The column behind `column` and a symbol; LAZY_DFA_NONE. The other columns may be forgotten. */
uint32_t lazy_dfa_next(struct lazy_dfa *t, uint32_t column, uint32_t symbol, uint32_t holding);

/* The same column with a lower limit; LAZY_DFA_NONE. */
uint32_t lazy_dfa_lower(struct lazy_dfa *t, uint32_t column, uint32_t limit);

/* All columns by number, until one is added or they are forgotten. */
const struct lazy_dfa_column *lazy_dfa_columns(const struct lazy_dfa *t);

/* Counts `lookups` columns that were looked up without lazy_dfa_next(). */
void lazy_dfa_count(struct lazy_dfa *t, size_t lookups);

/* Whether too few columns come again for this to be of use. */
bool lazy_dfa_useless(const struct lazy_dfa *t);

#endif

/*
 * lazy_dfa.h - a lazy DFA: caches columns of paths (nfa_columns.h) and their transitions, each
 * computed on first use.
 *
 * It has costs only, not the starts of paths. When the columns take too much memory, all are
 * dropped. If few of them recur, it does not pay: lazy_dfa_useless(). One thread at a time.
 */
#pragma once

#include "scan/nfa_columns.h"

struct lazy_dfa;

enum { LAZY_DFA_STARTS = 8 };

/* Bytes for one, in scans; tests may change it. */
enum { LAZY_DFA_MEMORY = 16 << 20 };
extern size_t lazy_dfa_memory;

#define LAZY_DFA_HOLDING UINT32_MAX /* all conditions hold */
#define LAZY_DFA_NONE 0             /* no column: out of memory, or not cached */

struct lazy_dfa_column {
    uint32_t *next;   /* [symbol * ways + way]: the column behind it, or LAZY_DFA_NONE; one way when
                         the automaton has no conditions */
    uint32_t best;    /* least cost of a path that may end here; UINT32_MAX: none */
    uint32_t n;       /* number of reached states */
    uint64_t *values; /* for each: number in the high half, cost in the low half */
    size_t hash;
};

/* Returns NULL when out of memory. Paths may begin in each column, or with `first_only` in the
 * first. `memory`: most bytes of its columns. */
struct lazy_dfa *lazy_dfa_open(const struct automaton *m, const struct alphabet *a, bool first_only,
                               size_t memory);
void lazy_dfa_close(struct lazy_dfa *t);

/* Sets the limit on costs, and the number of symbols. */
void lazy_dfa_begin(struct lazy_dfa *t, uint32_t limit, uint32_t symbols);

/* Drops all columns. */
void lazy_dfa_forget(struct lazy_dfa *t);

/* Returns the first column, where these conditions hold, or LAZY_DFA_NONE. */
uint32_t lazy_dfa_first(struct lazy_dfa *t, uint32_t holding);

/* Returns the column of the n states in values[] (as written by nfa_columns_save()) and their
 * epsilon closure where all conditions hold, or LAZY_DFA_NONE. Cached under the number `start` <
 * LAZY_DFA_STARTS: values[] must be equal each time, until lazy_dfa_forget(). */
uint32_t lazy_dfa_start(struct lazy_dfa *t, uint32_t start, const uint64_t *values, uint32_t n);

/* Returns the column with the n states in values[], already closed; drops costs above the limit. Or
 * returns LAZY_DFA_NONE. */
uint32_t lazy_dfa_load(struct lazy_dfa *t, const uint64_t *values, uint32_t n);

/* Returns the column after `column` and a symbol, or LAZY_DFA_NONE. May drop the other columns. */
uint32_t lazy_dfa_next(struct lazy_dfa *t, uint32_t column, uint32_t symbol, uint32_t holding);

/* Returns the column with a lower limit, or LAZY_DFA_NONE. */
uint32_t lazy_dfa_lower(struct lazy_dfa *t, uint32_t column, uint32_t limit);

/* Returns all columns by number, valid until one is added or all are dropped. */
const struct lazy_dfa_column *lazy_dfa_columns(const struct lazy_dfa *t);

/* Counts `lookups` transitions that were looked up without lazy_dfa_next(). */
void lazy_dfa_count(struct lazy_dfa *t, size_t lookups);

/* Returns whether too few columns recur for the cache to pay. */
bool lazy_dfa_useless(const struct lazy_dfa *t);

/* Returns how many transitions were not cached. */
uint64_t lazy_dfa_misses(const struct lazy_dfa *t);

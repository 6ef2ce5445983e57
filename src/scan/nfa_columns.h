/*
 * nfa_columns.h - simulates an NFA with costs: for each state the least cost of a path to it, and
 * the first position where such a path began.
 *
 * A column lies between two symbols. In each column, a state has the cost of the cheapest path to
 * it; paths whose cost is above the limit are dropped. A column is computed in this order:
 * nfa_columns_step() with the symbol before it, or nfa_columns_clear() for the first one;
 * nfa_columns_begin() if paths may begin there; nfa_columns_settle() with the conditions that hold
 * there. Then nfa_columns_best() returns its best path.
 *
 * Only reached states cost time. One thread at a time.
 */
#pragma once

#include "query/alphabet.h"
#include "query/automaton.h"
#include "query/expression_tree.h"
#include "text/chunk.h"

/* The cost in the high half, the start of the path in the low half: the lesser value is better. */
typedef uint64_t path_value;

#define PATH_NONE UINT64_MAX /* no path */

static inline uint32_t path_cost(path_value v)
{
    return (uint32_t)(v >> 32);
}

static inline uint32_t path_start(path_value v)
{
    return (uint32_t)v;
}

struct nfa_columns;

/* Returns NULL when out of memory. The arguments must outlive them. */
struct nfa_columns *nfa_columns_open(const struct automaton *m, const struct alphabet *a);
void nfa_columns_close(struct nfa_columns *w);

/* Begins the first column: no state is reached. Costs above `limit` < UINT32_MAX are dropped. */
void nfa_columns_clear(struct nfa_columns *w, uint32_t limit);

/* Begins paths in this column, which has the number `start`. */
void nfa_columns_begin(struct nfa_columns *w, uint32_t start);

/* Computes the epsilon closure, with deletions; `holding`: conditions that hold here. */
void nfa_columns_settle(struct nfa_columns *w, uint32_t holding);

/* Computes the next column, after `symbol`. */
void nfa_columns_step(struct nfa_columns *w, uint32_t symbol);

/* Lowers the limit. */
void nfa_columns_lower(struct nfa_columns *w, uint32_t limit);

/* The present column, settled, without where its paths began: states, ascending, in the high
 * halves, and costs in the low halves. nfa_columns_save() writes as many as there are, and returns
 * how many; nfa_columns_load() leaves out costs above `limit`, which is that of the paths from now
 * on. */
uint32_t nfa_columns_save(const struct nfa_columns *w, uint64_t *values);
void nfa_columns_load(struct nfa_columns *w, const uint64_t *values, uint32_t n, uint32_t limit);

/* Returns the best path that may end here, or PATH_NONE. */
path_value nfa_columns_best(const struct nfa_columns *w);

/* Returns whether no state is reached. */
bool nfa_columns_over(const struct nfa_columns *w);

/* A record of a chunk, for evaluating conditions. */
struct nfa_place {
    const struct chunk *c;
    const struct alphabet *a;
    uint32_t word; /* the item for word characters; UINT32_MAX: no condition needs it */
    size_t begin;  /* the symbol at which the record begins; SIZE_MAX: before the chunk */
};

/* Returns the conditions that hold before symbol i of the chunk, which is in the record or follows
 * it. */
uint32_t nfa_place_holding(const struct nfa_place *p, size_t i);

/*
 * nfa_columns.h - all paths of a text through an automaton at once: for each state the least cost
 * at which a path is in it, and the first place where such a path began.
 *
 * A column lies between two symbols. In each, a state has the cost of the cheapest path that is in
 * it; paths whose cost is above the limit are forgotten. A column is made in this order:
 * nfa_columns_step() with the symbol before it, or nfa_columns_clear() for the first one;
 * nfa_columns_begin() where paths may begin there; nfa_columns_settle() with what holds at this
 * place. Then nfa_columns_best() tells of it.
 *
 * Only states that a path is in cost time. They belong to one thread.
 */
#ifndef NFA_COLUMNS_H
#define NFA_COLUMNS_H

#include "query/alphabet.h"
#include "query/automaton.h"
#include "query/expression_tree.h"
#include "text/chunk.h"

/* A cost in the high half, where the path began in the low half: the lesser is the better. */
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

/* The first column: no path is in any state. Costs of at most `limit`, below UINT32_MAX, count. */
void nfa_columns_clear(struct nfa_columns *w, uint32_t limit);

/* Lets paths begin in this column, which is number `start`. */
void nfa_columns_begin(struct nfa_columns *w, uint32_t start);

/* Lets paths go through what needs no symbol; `holding`: conditions that hold here. */
void nfa_columns_settle(struct nfa_columns *w, uint32_t holding);

/* The next column, behind `symbol`. */
void nfa_columns_step(struct nfa_columns *w, uint32_t symbol);

/* From now on costs of at most `limit` count; it is not above the one before. */
void nfa_columns_lower(struct nfa_columns *w, uint32_t limit);

/* The present column, settled, without where its paths began: states, ascending, in the high
 * halves, and costs in the low halves. nfa_columns_save() writes as many as there are, and returns
 * how many; nfa_columns_load() leaves out costs above `limit`, which is that of the paths from now
 * on. */
uint32_t nfa_columns_save(const struct nfa_columns *w, uint64_t *values);
void nfa_columns_load(struct nfa_columns *w, const uint64_t *values, uint32_t n, uint32_t limit);

/* The best path that may end here, or PATH_NONE. */
path_value nfa_columns_best(const struct nfa_columns *w);

/* Whether no path is in any state. */
bool nfa_columns_over(const struct nfa_columns *w);

/* A record of a chunk, for the conditions that hold in it. */
struct nfa_place {
    const struct chunk *c;
    const struct alphabet *a;
    uint32_t word; /* the item that matches word characters; UINT32_MAX: no condition asks for it */
    size_t begin;  /* the symbol at which the record begins; SIZE_MAX: before the chunk */
};

/* The conditions that hold before symbol i of the chunk, which lies in the record or behind it. */
uint32_t nfa_place_holding(const struct nfa_place *p, size_t i);

#endif

/*
 * paths.h - all paths of a text through an automaton at once: for each state the least cost at
 * which a path is in it, and the first place where such a path began.
 *
 * A column lies between two symbols. In each, a state has the cost of the cheapest path that is in
 * it; paths whose cost is above the limit are forgotten. A column is made in this order:
 * paths_step() with the symbol before it, or paths_clear() for the first one; paths_begin() where
 * paths may begin there; paths_settle() with what holds at this place. Then paths_best() tells of
 * it.
 *
 * Only states that a path is in cost time. They belong to one thread.
 */
#ifndef PATHS_H
#define PATHS_H

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

struct paths;

/* NULL when memory is out. The arguments must outlive them. */
struct paths *paths_open(const struct automaton *m, const struct alphabet *a);
void paths_close(struct paths *w);

/* The first column: no path is in any state. Costs of at most `limit`, below UINT32_MAX, count. */
void paths_clear(struct paths *w, uint32_t limit);

/* Lets paths begin in this column, which is number `start`. */
void paths_begin(struct paths *w, uint32_t start);

/* Lets paths go through what needs no symbol; `holding`: conditions that hold here. */
void paths_settle(struct paths *w, uint32_t holding);

/* The next column, behind `symbol`. */
void paths_step(struct paths *w, uint32_t symbol);

/* From now on costs of at most `limit` count; it is not above the one before. */
void paths_lower(struct paths *w, uint32_t limit);

/* The present column, settled, without where its paths began: states, ascending, in the high
 * halves, and costs in the low halves. paths_save() writes as many as there are, and returns how
 * many; paths_load() leaves out costs above `limit`, which is that of the paths from now on. */
uint32_t paths_save(const struct paths *w, uint64_t *values);
void paths_load(struct paths *w, const uint64_t *values, uint32_t n, uint32_t limit);

/* The best path that may end here, or PATH_NONE. */
path_value paths_best(const struct paths *w);

/* Whether no path is in any state. */
bool paths_over(const struct paths *w);

/* A record of a chunk, for the conditions that hold in it. */
struct host {
    const struct chunk *c;
    const struct alphabet *a;
    uint32_t word; /* the item that matches word characters; UINT32_MAX: no condition asks for it */
    size_t begin;  /* the symbol at which the record begins; SIZE_MAX: before the chunk */
};

/* The conditions that hold before symbol i of the chunk, which lies in the record or behind it. */
uint32_t place_holding(const struct host *p, size_t i);

#endif

/*
 * top_n.h - --top=N: the N-th least distance of all results so far, or of each pattern's.
 *
 * A result that is farther can no longer be one of the N. One thread at a time may use it.
 */
#pragma once

#include "query/distance_bounds.h"
#include "scan/hit.h"

struct top;

struct top_n {
    const struct query *q;
    uint64_t wanted; /* N */
    struct top *top; /* for each pattern with query->each, otherwise one for all */
    size_t complete; /* groups that have N results of distance 0 */
};

/* Exits the program when out of memory. */
void top_n_open(struct top_n *t, const struct query *q, uint64_t wanted);
void top_n_close(struct top_n *t);
void top_n_reset(struct top_n *t);

/* Adds a result of this pattern. Lowers *bests if N results are nearer. */
void top_n_add(struct top_n *t, uint32_t pattern, uint32_t distance, struct distance_bounds *bests);

/* Returns whether no result of this distance that comes behind all others is one of the N: of equal
 * distances the first ones are. */
bool top_n_excludes(const struct top_n *t, uint32_t pattern, uint32_t distance);

/* Returns how many results of this distance are among the N, of this pattern or of all. */
uint64_t top_n_room(const struct top_n *t, uint32_t pattern, uint32_t distance);

/*
 * Lowers *bests by the hits of a chunk before they are resolved: for --top -o, of patterns whose
 * hits are admissible, or would be if the record was. Where no bound is known all ends are hits,
 * and hardly any of them stays.
 *
 * The candidates of a pattern within a distance t form groups of those that overlap, also by way of
 * others. For k = the least distance in a group, something of the group is reported that has this
 * distance. So each distance has a result for each of its groups without a lesser one. Ends are in
 * different groups if no end within t lies between them, and they are as far apart as an occurrence
 * within t is long.
 */
void top_n_bound(const struct query *q, uint64_t wanted, const struct hits *hits,
                 struct distance_bounds *bests);

/* The number of the group of results that compete with those of a pattern; and the number of
 * groups. */
static inline size_t top_n_group(const struct query *q, uint32_t pattern)
{
    return q->each ? q->patterns[pattern].index : 0;
}

static inline size_t top_n_groups(const struct query *q)
{
    return q->each ? q->npatterns : 1;
}

/* Returns whether no later result can be one of the N: those of every group have distance 0. */
static inline bool top_n_complete(const struct top_n *t)
{
    return t->complete == top_n_groups(t->q);
}

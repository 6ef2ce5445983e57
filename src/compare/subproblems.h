/*
 * subproblems.h - a queue of parts of a table; the thread or rank that takes a part aligns it as a
 * whole.
 *
 * The lowest optimal path (hirschberg.h) goes through every part from its upper left corner to its
 * lower right one. The parts lie in order, so the alignment of the table is the concatenation of
 * theirs. Large parts are handed out first.
 *
 * Any thread may call subproblems_take(), subproblems_give(), subproblems_return(),
 * subproblems_stop() and subproblems_work(); only the main thread may call the others.
 */
#ifndef SUBPROBLEMS_H
#define SUBPROBLEMS_H

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"
#include "strips/strips_kernels.h"

struct subproblems;

struct subproblem {
    size_t number;
    struct sequences s; /* some of the table's codes */
    uint64_t distance;  /* UINT64_MAX: not known */
};

/* How parts are aligned. */
struct subproblems_rules {
    enum metric metric;
    const struct strips_kernel *kernel; /* NULL: the fastest */
    /* As struct hirschberg takes them. */
    size_t leaf;
    bool (*by_diagonals)(const struct sequences *part, uint64_t distance);
    /* Called by one thread at a time, when `cells` more cells are done. May be NULL. */
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

/* Returns a copy of n parts, which are numbered in order: large ones first; of equal size the lower
 * number first. The caller frees it. */
struct subproblem *subproblems_sorted(const struct subproblem *list, size_t n);

enum subproblems_answer {
    SUBPROBLEMS_PART,  /* here it is */
    SUBPROBLEMS_LATER, /* all are taken, but one may come back */
    SUBPROBLEMS_OVER,  /* all are aligned, or the parts were stopped */
};

/* `list` has n parts in order, their numbers are not looked at; it stays the caller's and stays as
 * it is. Out of memory the program ends, here and when a part is aligned. */
struct subproblems *subproblems_open(const struct subproblem *list, size_t n,
                                     const struct subproblems_rules *rules);

/* Adds all alignments to the script, and frees the parts. All parts have come back. */
void subproblems_close(struct subproblems *p, struct script *script);

const struct subproblems_rules *subproblems_rules(const struct subproblems *p);

/* Gives a part to be aligned. With `wait`, returns SUBPROBLEMS_LATER never. Each part must come
 * back, by subproblems_give() or subproblems_return(). */
enum subproblems_answer subproblems_take(struct subproblems *p, bool wait, struct subproblem *part);

/* The alignment of a part; *script is empty then. */
void subproblems_give(struct subproblems *p, const struct subproblem *part, struct script *script);

/* The part is not aligned: somebody else will do it. */
void subproblems_return(struct subproblems *p, const struct subproblem *part);

/* As grid_call(). */
void subproblems_call(struct subproblems *p, void (*moved)(void));

/* Nothing is given any more. */
void subproblems_stop(struct subproblems *p);

/* Whether all parts are aligned. */
bool subproblems_done(struct subproblems *p);

/* Adds the alignment of a part to the script, on the thread that calls. */
void subproblems_align(const struct subproblems_rules *rules, const struct subproblem *part,
                       struct script *script);

/* Takes, aligns and gives parts on `threads` threads, until no parts are left. */
void subproblems_work(struct subproblems *p, unsigned threads);

#endif

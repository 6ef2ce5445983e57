/*
 * subproblems.h - a queue of parts of a table; each part is aligned by one thread or rank.
 *
 * The lowest optimal path (hirschberg.h) passes through every part from its upper left corner to
 * its lower right corner. The parts are in order, so the alignment of the table is the
 * concatenation of theirs. Large parts are taken first.
 *
 * Any thread may call subproblems_take(), subproblems_give(), subproblems_return(),
 * subproblems_stop() and subproblems_work(); only the main thread may call the others.
 */
#pragma once

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

/* The rules of the alignment. */
struct subproblems_rules {
    enum metric metric;
    const struct strips_kernel *kernel; /* NULL: the fastest */
    size_t leaf;                        /* as in struct hirschberg */
    bool diagonals;                     /* parts with few edits are aligned by diagonals */
    /* Called by one thread at a time, when `cells` more cells are done. May be NULL. */
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

/* Returns a copy of n parts, which are numbered in order: large ones first; of equal size the lower
 * number first. The caller frees it. */
struct subproblem *subproblems_sorted(const struct subproblem *list, size_t n);

enum subproblems_answer {
    SUBPROBLEMS_PART,  /* a part was taken */
    SUBPROBLEMS_LATER, /* all are taken, but one may be returned */
    SUBPROBLEMS_OVER,  /* all are aligned, or the parts were stopped */
};

/* `list` has n parts in order; their numbers are ignored. The caller keeps the list. Exits the
 * program when out of memory, here and in alignments. */
struct subproblems *subproblems_open(const struct subproblem *list, size_t n,
                                     const struct subproblems_rules *rules);

/* Appends all alignments to the script, and frees the queue. All parts must be back. */
void subproblems_close(struct subproblems *p, struct script *script);

const struct subproblems_rules *subproblems_rules(const struct subproblems *p);

/* Takes a part to align. With `wait`, never returns SUBPROBLEMS_LATER. Each part must come back
 * through subproblems_give() or subproblems_return(). */
enum subproblems_answer subproblems_take(struct subproblems *p, bool wait, struct subproblem *part);

/* Stores the alignment of a part, and empties *script. */
void subproblems_give(struct subproblems *p, const struct subproblem *part, struct script *script);

/* Returns an unaligned part to the queue. */
void subproblems_return(struct subproblems *p, const struct subproblem *part);

/* As grid_call(). */
void subproblems_call(struct subproblems *p, void (*moved)(void));

/* Stops the queue: no more parts are given out. */
void subproblems_stop(struct subproblems *p);

/* Returns whether all parts are aligned. */
bool subproblems_done(struct subproblems *p);

/* Returns whether diagonals align a part: its distance is known, and strips would take longer. */
bool subproblems_by_diagonals(const struct subproblems_rules *rules, const struct subproblem *part);

/* Appends the alignment of a part to the script, on the calling thread. */
void subproblems_align(const struct subproblems_rules *rules, const struct subproblem *part,
                       struct script *script);

/* Takes and aligns parts on `threads` threads until none are left. */
void subproblems_work(struct subproblems *p, unsigned threads);

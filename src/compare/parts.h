/*
 * parts.h - parts of a table, each aligned as a whole by whoever takes it.
 *
 * The lowest optimal path (hirschberg.h) goes through every part from its upper left corner to its
 * lower right one. The parts lie in order, so their alignments, one behind the other, are that of
 * the table. Large parts are given out first.
 *
 * Any thread may call parts_take(), parts_give(), parts_return(), parts_stop() and
 * parts_work(); the main thread
 * the rest.
 */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"
#include "strips/strips_kernels.h"

struct parts;

struct part {
    size_t number;
    struct sequences s; /* some of the table's codes */
    uint64_t distance;  /* UINT64_MAX: not known */
};

/* How parts are aligned. */
struct parts_rules {
    enum metric metric;
    const struct strips_kernel *kernel; /* NULL: the fastest */
    /* As struct hirschberg takes them. */
    size_t leaf, kept;
    bool (*by_diagonals)(const struct sequences *part, uint64_t distance);
    /* Called by one thread at a time, when `cells` more cells are done. May be NULL. */
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

/* For qsort() of a list of parts: large ones first; of equal size the lower number first. */
int parts_by_size(const void *a, const void *b);

enum parts_answer {
    PARTS_PART,  /* here it is */
    PARTS_LATER, /* all are taken, but one may come back */
    PARTS_OVER,  /* all are aligned, or the parts were stopped */
};

/* `list` has n parts in order, their numbers are not looked at; it stays the caller's and stays as
 * it is. Out of memory the program ends, here and when a part is aligned. */
struct parts *parts_open(const struct part *list, size_t n, const struct parts_rules *rules);

/* Adds all alignments to the script, and frees the parts. All parts have come back. */
void parts_close(struct parts *p, struct script *script);

const struct parts_rules *parts_rules(const struct parts *p);

/* Gives a part to be aligned. With `wait`, returns PARTS_LATER never. Each part must come back, by
 * parts_give() or parts_return(). */
enum parts_answer parts_take(struct parts *p, bool wait, struct part *part);

/* The alignment of a part; *script is empty then. */
void parts_give(struct parts *p, const struct part *part, struct script *script);

/* The part is not aligned: somebody else will do it. */
void parts_return(struct parts *p, const struct part *part);

/* As grid_call(). */
void parts_call(struct parts *p, void (*moved)(void));

/* Nothing is given any more. */
void parts_stop(struct parts *p);

/* Whether all parts are aligned. */
bool parts_done(struct parts *p);

/* Adds the alignment of a part to the script, on the thread that calls. */
void parts_align(const struct parts_rules *rules, const struct part *part, struct script *script);

/* Takes, aligns and gives parts on so many threads, until the parts are over. */
void parts_work(struct parts *p, unsigned threads);

#endif

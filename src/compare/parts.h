/*
 * parts.h - parts of a table, each aligned as a whole by whoever takes it.
 *
 * The lowest optimal path (hirschberg.h) goes through every part from its upper left corner to its
 * lower right one. The parts lie in order, so their alignments, one behind the other, are that of
 * the table. Large parts are given out first.
 *
 * Any thread may call parts_take(), parts_give() and parts_return().
 */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"

struct parts;

struct part {
    size_t number;
    struct sequences s; /* some of the table's codes */
    uint64_t distance;  /* UINT64_MAX: not known */
};

enum parts_answer {
    PARTS_PART,  /* here it is */
    PARTS_LATER, /* all are taken, but one may come back */
    PARTS_OVER,  /* all are aligned */
};

/* Gives a part to be aligned. With `wait`, returns PARTS_LATER never. Each part must come back, by
 * parts_give() or parts_return(). */
enum parts_answer parts_take(struct parts *p, bool wait, struct part *part);

/* The alignment of a part; *script is empty then. */
void parts_give(struct parts *p, size_t number, struct script *script);

/* The part is not aligned: somebody else will do it. */
void parts_return(struct parts *p, size_t number);

#endif

/*
 * told.h - what another rank knows of the bounds of best mode, so that it is told only what is new.
 *
 * A LEVEL message (parcel.h) is pairs: a pattern's index, or TOLD_ALL, and the bound that fell.
 * TOLD_END ends them.
 */
#ifndef TOLD_H
#define TOLD_H

#include "query/bests.h"
#include "ranks/pack.h"

#define TOLD_ALL UINT32_MAX
#define TOLD_END (UINT32_MAX - 1)

struct told {
    uint32_t all;
    uint32_t *each; /* of each pattern, or NULL: the bounds are of all together */
    unsigned changes;
};

/* It knows nothing. Ends the program when memory is out. */
void told_open(struct told *t, const struct bests *b);
void told_close(struct told *t);

/* Puts what it does not know yet; false: there is nothing. */
bool told_put(struct told *t, const struct bests *b, struct pack *p);

/* The other rank is told of the bound of all together on another way. */
uint32_t told_all(struct told *t, const struct bests *b);

/* Takes what it says, which it knows from now on. */
void told_take(struct told *t, struct bests *b, struct unpack *u);

#endif

/*
 * teller.h - the output format of the library: passes the matches of a search (output/matches.h) to
 * the caller's callback, and prints nothing.
 *
 * In best mode, the nearest matches so far are held until the text ends; with best=each and top, a
 * journal holds them (output/deferred.h). One thread at a time may use it; it leaves the call when
 * out of memory.
 */
#ifndef TELLER_H
#define TELLER_H

#include "library/patterns.h"
#include "query/alphabet.h"
#include "query/distance_bounds.h"
#include "scan/hit.h"
#include "text/chunk.h"

struct taker { /* the caller's */
    edgrep_found found;
    void *context;
};

struct teller;

/* In best mode the bests are set and lowered here. */
struct teller *teller_open(const struct edgrep_patterns *p, const struct alphabet *a,
                           struct distance_bounds *bests);

/* Closes the files that it may have; its memory is the heap's. */
void teller_close(struct teller *t);

/* A text begins. */
void teller_begin(struct teller *t);

/* Sets the callback. */
void teller_for(struct teller *t, struct taker taker);

/* For a sift whose context it is: false when the taker wants no more. */
bool teller_take(void *teller, const struct chunk *c, const struct hits *hits);

/* The text has ended: tells what is left. */
void teller_end(struct teller *t);

/* Whether the taker wants no more of this text. */
bool teller_stopped(const struct teller *t);

#endif

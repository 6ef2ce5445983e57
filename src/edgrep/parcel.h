/*
 * parcel.h - what ranks tell each other in a search, as messages (ranks/pack.h).
 *
 * Rank 0 leads, the others follow (ranks.h). In this order:
 *
 *   START    0 to all   there is work: the query and the options (briefing.h)
 *   READY    to 0       so many ranges at a time, and the bytes of a chunk that suit the engine.
 *                       Once more when devices have begun
 *   RANGE    0 to one   a range, with a number
 *   EXTRACT  to 0       what became of the range of that number
 *   LEVEL    both ways  best mode: something nearer was found
 *   DONE     0 to one   nothing more is wanted of the inputs below that number
 *   STOP     0 to all   nothing more is wanted
 *   GONE     to 0       all of it is closed
 *   OVER     0 to all   the run has ended, even where it never started; each answers OVER
 *
 * All ranks run the same program on the same kind of processor, so arrays go as they lie in memory.
 */
#ifndef PARCEL_H
#define PARCEL_H

#include "edgrep/turns.h"
#include "ranks/pack.h"

enum {
    PARCEL_START,
    PARCEL_READY,
    PARCEL_RANGE,
    PARCEL_EXTRACT,
    PARCEL_LEVEL,
    PARCEL_DONE,
    PARCEL_STOP,
    PARCEL_GONE,
    PARCEL_OVER,
};

/* RANGE: the number, the level, and the parts. A slot with a chunk gets a range for it, whose text
 * goes with it; likewise that of files without a name for all ranks, and the news of a part tell
 * when it cannot be read. Ends the program when memory is out. */
void parcel_put_range(struct pack *p, struct slot *slot, uint64_t number, uint32_t level);

/* What comes before the parts. */
struct parcel_range {
    uint64_t number;
    uint32_t level;
    size_t nparts;
};

struct parcel_range parcel_get_range(struct unpack *u);

/* A part, which has no file yet. */
struct parcel_part {
    struct part part;
    struct timespec modified; /* the file that is called as the news say was changed then, and has
                                 news.size bytes; or else */
    const void *text;         /* `length` bytes from part.begin on, in the message; NULL: none */
    size_t length;
};

/* The next part. */
struct parcel_part parcel_get_part(struct unpack *u);

/* EXTRACT: all that a slot says of its range, with the last words of the worker, and the level. */
void parcel_put_extract(struct pack *p, struct slot *slot, uint32_t level);

/* The number of the range is taken out first, and tells the slot. Then the rest of it goes into
 * that; returns the level. Owned by the caller: *death, or NULL. */
uint32_t parcel_get_extract(struct unpack *u, struct slot *slot, char **death);

#endif

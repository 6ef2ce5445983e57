/*
 * requirements.h - what the options ask of the steps behind a scan. It is decided here, once,
 * before a pattern is compiled or a byte is read.
 *
 * With -c, for example, nothing is printed of a record: its bytes are not kept, and one occurrence
 * in it is as good as all.
 */
#ifndef REQUIREMENTS_H
#define REQUIREMENTS_H

#include "match/resolve.h"
#include "options/options.h"

struct requirements {
    bool prints;    /* records or occurrences are printed, not only counted or their files listed */
    bool journal;   /* what is printed is known only in the end: see deferred.h */
    bool keeps;     /* the bytes of records are needed, to print them or for --where */
    bool pieces;    /* but in pieces: a record that lies in a file is not mapped as a whole */
    bool numbers;   /* the numbers of records are needed */
    bool visit_all; /* records without an occurrence matter too */
    uint64_t before; /* records needed before one with an occurrence */
    uint64_t behind; /* if records are not kept: bytes printed before and behind an occurrence; 0:
                        none */
    bool early;      /* a record is selected by its first occurrence: its end need not be seen */
    struct resolve_wants resolve;
};

/* `color`: the output is coloured. */
struct requirements requirements_of(const struct options *o, bool color);

#endif

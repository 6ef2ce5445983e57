/*
 * requirements.h - what the options require of the steps after a scan. Derived once, before a
 * pattern is compiled or a byte is read.
 *
 * With -c, for example, nothing of a record is printed: its bytes are not kept, and one occurrence
 * in it suffices.
 */
#pragma once

#include "match/resolve.h"
#include "options/options.h"

struct requirements {
    bool prints;     /* prints records or occurrences, instead of counts or file names */
    bool deferred;   /* results are known only at the end: see deferred.h */
    bool held;       /* all output can become obsolete until the end: see selection.h */
    bool keeps;      /* the bytes of records are needed, to print them or for --where */
    bool numbers;    /* the numbers of records are needed */
    bool visit_all;  /* records without an occurrence are needed too */
    bool counts;     /* of the selected records only their number */
    uint64_t before; /* records needed before one with an occurrence */
    uint64_t behind; /* if records are not kept: bytes printed before and behind an occurrence; 0:
                        none */
    enum report report; /* for engines */
    bool early;         /* a record is selected by its first occurrence, before its end is seen */
    struct resolve_wants resolve;
};

/* `color`: the output is coloured. */
struct requirements requirements_of(const struct options *o, bool color);

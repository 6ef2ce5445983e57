/*
 * teller.h - the output format of the library: passes the matches of a search (output/matches.h) to
 * the caller's callback, and prints nothing.
 *
 * In best mode, the nearest matches so far are held until the text ends; with best=each and top, a
 * deferred list holds them (output/deferred.h). One thread at a time may use it; it leaves the call
 * when out of memory.
 */
#pragma once

#include "library/edit_list.h"
#include "library/patterns.h"
#include "output/matches.h"

struct aligner;

struct match_receiver { /* the caller's callback */
    edgrep_found found;
    void *context;
};

struct edits_place { /* where the edits of an occurrence begin in teller.edits */
    size_t cigar, run;
};

struct held_match {
    struct edgrep_occurrence o;
    struct edits_place edits;
};

struct teller {
    struct output_env env;
    struct select *select;
    struct matches *matches;
    struct aligner *aligner; /* NULL: edits are not wanted */
    struct match_receiver receiver;
    bool stopped; /* the callback stopped the search of this text */
    struct held_match *held;
    size_t nheld, held_capacity;
    struct edit_list edits; /* of the held matches; otherwise of the current one */
};

/* In best mode, sets and lowers *bests. */
struct teller *teller_open(const struct edgrep_patterns *p, const struct alphabet *a,
                           struct distance_bounds *bests);

/* Closes its files, if any. Its memory belongs to the heap. */
void teller_close(struct teller *t);

/* Begins a text. */
void teller_begin(struct teller *t);

/* Ends the text: reports the held matches. */
void teller_end(struct teller *t);

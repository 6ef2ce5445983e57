/*
 * teller.h - the output format of the library: passes the matches of a search (output/matches.h) to
 * the caller's callback, and prints nothing.
 *
 * In best mode, the nearest matches so far are held until the text ends; with best=each and top, a
 * deferred list holds them (output/deferred.h). One thread at a time may use it; it leaves the call
 * when out of memory.
 */
#pragma once

#include "library/patterns.h"
#include "query/alphabet.h"
#include "query/distance_bounds.h"
#include "scan/scan_chunk.h"

struct match_receiver { /* the caller's callback */
    edgrep_found found;
    void *context;
};

struct teller;

/* In best mode, sets and lowers *bests. */
struct teller *teller_open(const struct edgrep_patterns *p, const struct alphabet *a,
                           struct distance_bounds *bests);

/* Closes its files, if any. Its memory belongs to the heap. */
void teller_close(struct teller *t);

/* Begins a text. */
void teller_begin(struct teller *t);

/* Sets the callback. */
void teller_for(struct teller *t, struct match_receiver receiver);

/* As matches_scan(). */
struct scan_chunk teller_scan(struct teller *t, const struct scanner_parts *parts);

/* Ends the text: reports the held matches. */
void teller_end(struct teller *t);

/* Returns whether the caller's callback stopped the search of this text. */
bool teller_stopped(const struct teller *t);

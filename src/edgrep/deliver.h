/*
 * deliver.h - what the main thread does with scanned chunks, in their order. It begins and ends
 * inputs, and prints what matches. It ends the program when an engine failed.
 */
#ifndef DELIVER_H
#define DELIVER_H

#include "edgrep/search.h"

struct deliver {
    const struct search *search;
    struct scanner scanner; /* the main thread's own */
    char *name;             /* of the current input; free() it */
    uint64_t left;          /* bytes of it, UINT64_MAX: not known */
};

/* Scans now, by the main thread. */
enum engine_status deliver_scan(struct deliver *d, const struct chunk *c, struct share own,
                                struct hits *hits);

/* Takes in a chunk, its news, its hits, and how scanning it ended; takes the name out of the news.
 * False when nothing more is wanted. */
bool deliver_chunk(struct deliver *d, const struct chunk *c, struct news *n, struct hits *hits,
                   enum engine_status status);

#endif

/*
 * scan_chunk.h - passes the hits of a scanned chunk on. Scans a chunk with more hits than a list
 * holds again, in halves.
 */
#ifndef SCAN_CHUNK_H
#define SCAN_CHUNK_H

#include "scan/scanner.h"

struct scan_chunk {
    struct scanner scanner; /* the thread's own */
    /* Receives the chunk, or a view of a part of it, with the hits that end in its owned range.
     * Returns false to stop the search. */
    bool (*take)(void *context, const struct chunk *c, const struct hits *hits);
    void *context;
    uint64_t cuts; /* chunks that were cut so far */
};

/* Ends the program when the engine failed in a scan that ended with `status`: it can do no other,
 * even if nobody wants the hits of this one. */
void scan_chunk_check(const struct scanner_parts *parts, enum engine_status status);

/* Hands on the hits of a scan that ended with `status`; returns how many they were. As
 * scan_chunk_check(). */
uint64_t scan_chunk_hits(struct scan_chunk *s, const struct chunk *c, struct hits *hits,
                         enum engine_status status);

#endif

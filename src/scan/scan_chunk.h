/*
 * scan_chunk.h - passes on the hits of a scanned chunk. A chunk with more hits than a list holds is
 * scanned again, in halves.
 */
#pragma once

#include "scan/scanner.h"

struct scan_chunk {
    struct scanner scanner; /* the thread's own */
    /* Receives the chunk, or a view of a part of it, with the hits that end in its owned range.
     * Returns false to stop the search. */
    bool (*take)(void *context, const struct chunk *c, const struct hits *hits);
    /* Returns the symbol up to which no record can have results; own.begin: not known. NULL: it is
     * not asked. */
    size_t (*find_first)(void *context, const struct chunk *c);
    void *context;
    uint64_t cuts; /* chunks that were cut so far */
};

/* Exits the program if `status` is a failure of the engine, even if the hits are not needed. */
void scan_chunk_check(const struct scanner_parts *parts, enum engine_status status);

/* Passes on the hits of a scan that ended with `status`. Returns their number. Exits as
 * scan_chunk_check() does. */
uint64_t scan_chunk_hits(struct scan_chunk *s, const struct chunk *c, struct hits *hits,
                         enum engine_status status);

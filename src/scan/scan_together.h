/*
 * scan_together.h - scans small inputs together, as records of one chunk.
 *
 * A vector engine divides a chunk among its lanes, and each lane begins with a lead-in. In a small
 * chunk the lead-ins take longer than the text: 2,000 files of 850 bytes would take 20 times as
 * long as one file with the same bytes. So the symbols of several small inputs are copied side by
 * side, each input followed by a delimiter, and scanned at once.
 */
#pragma once

#include "scan/scanner.h"

enum {
    TOGETHER_INPUTS = 128,     /* most inputs scanned together */
    TOGETHER_BYTES = 1 << 14,  /* most bytes of each */
    TOGETHER_ENOUGH = 1 << 17, /* enough bytes: lead-ins are few beside these */
};

/* One of the chunks, and the results of its scan. */
struct together_part {
    struct chunk *chunk;
    bool whole; /* the chunk has all records of an input or of a part of one */
    struct hits *hits;
    enum engine_status status;
    bool scanned;
};

struct scan_together {
    void *symbols; /* of all parts */
    size_t size;   /* in bytes */
    struct hits hits;
};

/* Allocates room in a chunk for a small input, so that its reader does not allocate room for a
 * large one. Returns false when out of memory. */
static inline bool together_reserve(struct chunk *c)
{
    return chunk_reserve(c, (size_t)2 * TOGETHER_BYTES);
}

/* Returns whether small inputs should be scanned together. */
bool scan_together_pays(const struct scanner_parts *parts);

/*
 * Scans the first of n > 0 parts, and others that can be scanned together with it. Each part that
 * was scanned has the status of a scan of its own, and its hits, which are no more than the hits of
 * one scan all together. `t` must be zeroed at first.
 */
void scan_together(struct scan_together *t, struct scanner *s, struct together_part *parts,
                   size_t n);

/* Frees the hits of a part, unless they take little memory. */
static inline void together_release(struct hits *hits)
{
    enum { FEW = 4096 };
    if (hits->capacity > FEW)
        hits_free(hits);
}

void scan_together_close(struct scan_together *t);
